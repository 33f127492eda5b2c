"""This machine's own IPv4 addresses."""

from __future__ import annotations

import socket


def local_address(far: str, port: int) -> str:
    """Return this machine's IPv4 address on the route to `far`; nothing is sent. Raises OSError without a route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        # a datagram socket only looks up the route
        sock.connect((far, port))
        return str(sock.getsockname()[0])


def is_local_address(address: str) -> bool:
    """Whether this machine has the IPv4 address."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        try:
            sock.bind((address, 0))
        except OSError:
            return False
    return True
