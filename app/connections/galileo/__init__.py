"""Galileo UDP: one connection to a robot, with a session for each topic that is wanted."""
