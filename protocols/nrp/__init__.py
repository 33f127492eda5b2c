"""NRP-core: the DataPacks of an engine over gRPC and over JSON, seen in one way."""
