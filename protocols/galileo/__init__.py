"""Galileo UDP of BWBot's robots: packets, the sessions of both ends, discovery, and JSON messages."""

from typing import Final

# of UDP: robots announce themselves there
DISCOVERY_PORT: Final = 22002
