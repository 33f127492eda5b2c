"""Galileo UDP: one connection to a robot, with a session for each topic that is wanted."""

from app.connections.galileo.connection import open_connection

__all__ = ["open_connection"]
