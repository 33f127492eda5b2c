"""NRP-core: one connection to an engine, over gRPC or JSON, that asks for the DataPacks that are wanted."""

from app.connections.nrp.connection import open_connection

__all__ = ["open_connection"]
