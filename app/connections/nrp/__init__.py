"""NRP-core: one connection to an engine, over gRPC or JSON, that asks for the DataPacks that are wanted."""
