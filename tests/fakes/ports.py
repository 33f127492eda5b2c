"""Ports that stay a test's own also while nothing listens there: the system gives them to no client meanwhile.

One that it gives out itself (port 0) it may give again, to whoever dials next; a client may even reach itself there.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import random
import socket

# below all that Linux, macOS and Windows give out by themselves, above what services are known by
_FIRST, _END = 12_000, 20_000

# each of the processes that share a run has ports of its own: one that is asked for and not taken yet looks free
_SHARES = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
_SHARE = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % _SHARES
_COUNT = (_END - _FIRST) // _SHARES

# runs at the same time begin far from each other
_next = itertools.count(random.Random(os.getpid()).randrange(_COUNT))


def free_port() -> int:
    """A port for TCP and UDP."""
    return free_ports(1)


def free_ports(count: int) -> int:
    """The first of some ports in a row."""
    while True:
        ports = [_FIRST + _SHARE * _COUNT + next(_next) % _COUNT for _ in range(count)]
        if ports[-1] - ports[0] == count - 1 and all(map(_is_free, ports)):
            return ports[0]


def _is_free(port: int) -> bool:
    with contextlib.ExitStack() as stack:
        for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
            probe = stack.enter_context(socket.socket(socket.AF_INET, kind))
            try:
                probe.bind(("", port))
            except OSError:
                return False
    return True
