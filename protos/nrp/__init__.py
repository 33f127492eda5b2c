"""NRP-core's messages: what its gRPC engines exchange, and the DataPacks of its Gazebo engine."""
