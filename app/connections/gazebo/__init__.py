"""Gazebo Classic: one connection to a master and to the publishers of what is wanted."""

from app.connections.gazebo.connection import open_connection

__all__ = ["open_connection"]
