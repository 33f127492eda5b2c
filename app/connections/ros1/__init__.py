"""ROS 1: one connection to a master, and to the nodes of what is wanted."""

from app.connections.ros1.connection import open_connection

__all__ = ["open_connection"]
