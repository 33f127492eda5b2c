"""IPv4 addresses: those of a host name, and this machine's own.

asyncio looks names up in threads that Python waits for when it exits, and a name server that is out of reach (a laptop
that has left the robot's network) keeps them for up to half a minute. Here names are looked up by daemon threads, one
for each name.
"""

from __future__ import annotations

import asyncio
import socket
import threading
from concurrent.futures import Future

_LOCK = threading.Lock()
_UNDER_WAY: dict[str, Future[tuple[str, ...]]] = {}


async def resolve_host(host: str) -> tuple[str, ...]:
    """Return the IPv4 addresses of `host`, those to be tried first in front; at least one.

    Raises:
        OSError: the host has none.
        ValueError: `host` can't be a host name.
    """
    if host.lower() == "localhost":
        # true by its definition (RFC 6761), also where no file says so
        return ("127.0.0.1",)
    try:
        socket.inet_pton(socket.AF_INET, host)
    except (OSError, ValueError):
        return await asyncio.wrap_future(_start(host))
    return (host,)


def _start(host: str) -> Future[tuple[str, ...]]:
    with _LOCK:
        future = _UNDER_WAY.get(host)
        if future is None:
            future = _UNDER_WAY[host] = Future()
            # other callers may wait for it too, so it can't be cancelled
            future.set_running_or_notify_cancel()
            threading.Thread(target=_look_up, args=(host, future), name=f"look up {host}", daemon=True).start()
    return future


def _look_up(host: str, future: Future[tuple[str, ...]]) -> None:
    try:
        found = socket.getaddrinfo(host, None, socket.AF_INET, socket.SOCK_STREAM)
    except (OSError, ValueError) as error:
        _forget(host)
        future.set_exception(error)
    else:
        _forget(host)
        future.set_result(tuple(str(sockaddr[0]) for *_, sockaddr in found))


def _forget(host: str) -> None:
    with _LOCK:
        del _UNDER_WAY[host]


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
