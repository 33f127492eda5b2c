"""TCP servers: a port, and one core for every link that others make to it.

Accepted links are driven like those that we make ourselves (`app.net.tcp`). In addition a core that paces itself is
told how much of what it gave has not left yet, so that a far side that does not read leaves its messages with the
core.
"""

from __future__ import annotations

import array
import asyncio
import contextlib
import errno
import functools
import socket
import sys
from collections.abc import Callable
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from typing_extensions import override

from app.net.errors import LinkError
from app.net.tcp import Address, CoreLink, StreamCore
from app.wording.connections import LinkWording
from protocols.errors import ProtocolError

try:
    import fcntl
    import termios
except ImportError:  # Windows
    _COUNT = None
else:
    # on Linux this is the count of unacknowledged bytes; elsewhere it is something else
    _COUNT = getattr(termios, "TIOCOUTQ", None) if not hasattr(socket, "SO_USELOOPBACK") else None

# macOS: bytes in the send buffer, which keeps them until they are acknowledged
_SO_NWRITE = 0x1024


# no use of ours needs more, and file descriptors are for other links too
MAX_LINKS = 256
_Core = TypeVar("_Core", bound=StreamCore[Any])


def unacknowledged_bytes(sock: socket.socket) -> int | None:
    """Count the bytes of a TCP link that are not acknowledged; None where that can't be known.

    Acknowledged bytes have reached the far system; its program may not have read them.
    """
    with contextlib.suppress(OSError, ValueError):
        if _COUNT is not None:
            count = array.array("i", (0,))
            fcntl.ioctl(sock.fileno(), _COUNT, count)
            return count[0]
        if hasattr(socket, "TCP_KEEPALIVE") and hasattr(socket, "SO_USELOOPBACK"):
            return sock.getsockopt(socket.SOL_SOCKET, _SO_NWRITE)
    return None


@runtime_checkable
class PacedCore(Protocol):
    """A core that gives no more than the transport can send."""

    def transport_holds(self, nbytes: int) -> None:
        """Note how many of the bytes that the core gave have not left yet."""


class AcceptedLink(CoreLink[_Core]):
    """The adapter that drives one core on a link that was made to us.

    Attributes:
        written: the number of bytes that the core gave, in all.
    """

    written = 0

    @override
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)  # noqa: S101 - for the type checker
        # resume_writing comes when all has left
        transport.set_write_buffer_limits(high=0)
        super().connection_made(transport)

    @override
    def resume_writing(self) -> None:
        self.flush()

    def unacknowledged_bytes(self) -> int:
        """Return the number of bytes that the far side has not confirmed.

        Where that can't be known, it is the number of bytes that our system has not taken.
        """
        transport = self._transport
        if transport is None or not self.is_open:
            return 0
        sent = unacknowledged_bytes(transport.get_extra_info("socket"))
        return (sent or 0) + transport.get_write_buffer_size()

    def _transmit(self, now: float) -> None:
        transport, paced = self._transport, self._paced
        while not self._ended and transport is not None:
            if paced is not None:
                paced.transport_holds(transport.get_write_buffer_size())
            data = self.core.data_to_send(now)
            if not data:
                break
            joined = data[0] if len(data) == 1 else b"".join(data)
            self.written += len(joined)
            transport.write(joined)
        if not self._ended:
            self._arm(now)

    @functools.cached_property
    def _paced(self) -> PacedCore | None:
        return self.core if isinstance(self.core, PacedCore) else None


class TcpListener(Generic[_Core]):
    """A TCP server on one port.

    Args:
        make_core: called with the near and the far address and the time for every link that is made.
        on_event: called with the link, each event of its core, and the time of the read that completed the event.
        on_closed: called once when a link ends other than by `close`, with the reason.

    Attributes:
        host, port: the address at which it listens; the port is known after `start`.
        turned_away: the number of links that were refused because there were too many.
    """

    def __init__(
        self,
        make_core: Callable[[Address, Address, float], _Core],
        on_event: Callable[[AcceptedLink[_Core], Any, float], None],
        on_closed: Callable[[AcceptedLink[_Core], ProtocolError], None],
    ) -> None:
        self.host = ""
        self.port = 0
        self.turned_away = 0
        self._make_core = make_core
        self._on_event = on_event
        self._on_closed = on_closed
        self._server: asyncio.Server | None = None
        self._closed = False
        # in the order in which they came
        self._links: dict[AcceptedLink[_Core], None] = {}

    @property
    def links(self) -> tuple[AcceptedLink[_Core], ...]:
        """The open links, oldest first."""
        return tuple(link for link in self._links if link.is_open)

    async def start(self, host: str, port: int = 0) -> None:
        """Listen (IPv4, as these protocols are), at any free port for 0.

        Raises:
            LinkError: that port or address can't be had.
        """
        self._closed = False
        self._server = await listen_at(self._accept, host, port)
        self.host = host
        self.port = self._server.sockets[0].getsockname()[1]

    def close(self) -> None:
        """Stop listening, and end every link after the bytes written to it have gone out."""
        self._closed = True
        server, self._server = self._server, None
        if server is not None:
            server.close()
        for link in tuple(self._links):
            link.close()
        self._links.clear()

    def end(self, link: AcceptedLink[_Core]) -> None:
        """End one link after the bytes written to it have gone out; `on_closed` is not called."""
        self._links.pop(link, None)
        link.close()

    def _accept(self) -> asyncio.BaseProtocol:
        if self._closed:
            # the system accepted it before the port was closed
            return _TurnedAway()
        if len(self.links) >= MAX_LINKS:
            self.turned_away += 1
            return _TurnedAway()
        # the callbacks need the link, which does not exist before its callbacks are given
        link: AcceptedLink[_Core] = AcceptedLink(
            self._make_core,
            lambda event, now: self._on_event(link, event, now),
            lambda error: self._ended(link, error),
            ("", 0),
        )
        self._links[link] = None
        return link

    def _ended(self, link: AcceptedLink[_Core], error: ProtocolError) -> None:
        self._links.pop(link, None)
        self._on_closed(link, error)


class _TurnedAway(asyncio.Protocol):
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        transport.close()


async def listen_at(accept: Callable[[], asyncio.BaseProtocol], host: str, port: int) -> asyncio.Server:
    """Listen on `host`:`port` (IPv4), at any free port for 0; a caller that is cancelled leaves nothing open.

    Raises:
        LinkError: that port or address can't be had.
    """
    if not 0 <= port < 65536:
        # the system would take another one instead
        raise LinkError(LinkWording.PORT_INVALID(port=port), LinkWording.PORT_INVALID_TIP())
    try:
        server = await asyncio.get_running_loop().create_server(
            accept, host, port, family=socket.AF_INET, reuse_address=sys.platform != "win32", start_serving=False
        )
    except OSError as error:
        raise listen_error(error, host, port) from error
    try:
        await server.start_serving()
    except BaseException as error:
        # nobody else knows of it yet
        server.close()
        if isinstance(error, OSError):
            raise listen_error(error, host, port) from error
        raise
    return server


def listen_error(error: OSError, host: str, port: int) -> LinkError:
    """Return the LinkError that says why we can't listen on `host`:`port`. Raise it `from error`."""
    match error:
        case OSError(errno=errno.EADDRINUSE):
            return LinkError(LinkWording.PORT_IN_USE(port=port), LinkWording.PORT_IN_USE_TIP())
        case OSError(errno=errno.EACCES):
            return LinkError(LinkWording.PORT_FORBIDDEN(port=port), LinkWording.PORT_FORBIDDEN_TIP())
        # without a number: asyncio of Python 3.13 passes over addresses that are not there until none is left
        case OSError(errno=errno.EADDRNOTAVAIL | None):
            return LinkError(LinkWording.NOT_OWN_ADDRESS(host=host), LinkWording.NOT_OWN_ADDRESS_TIP())
    return LinkError(LinkWording.CANNOT_LISTEN(host=host, port=port, reason=str(error)))
