"""Galileo UDP of BWBot's robots: packets, the sessions of both ends, discovery, and JSON messages."""
