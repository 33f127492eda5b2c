"""NRP-core: the DataPacks of an engine over gRPC, JSON and MQTT, with one form for all."""
