"""Recordings that are played: a connection like those to robots, which can only be read."""
