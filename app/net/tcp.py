"""TCP links: one adapter that drives any stream core.

The adapter does the same for every input: feed the core, drain its events, write what it wants sent, keep one timer.
Time is the loop's clock, in seconds.

A sender of many small messages wakes its receiver for each of them for as long as the receiver keeps up: a read then
costs many times what it brings, on both sides. So a link that is read too often rests for a millisecond, after which
ten or a hundred messages come with one read (`ReadThrottle`).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, Generic, Protocol, TypeVar

from typing_extensions import override

from app.net.addresses import resolve_host
from app.net.errors import LinkError, translate_error
from app.wording.connections import LinkWording
from protocols.errors import ProtocolError

_LOGGER = logging.getLogger(__name__)

# reads of this many bytes bring enough, as does each part of a long message
SHORT_READ: Final = 16 * 1024

# the rest; no message waits longer for its neighbours
REST_S: Final = 0.001

# the most short reads in a second; a sensor's topic, however fast, stays below
MAX_SHORT_READS_HZ: Final = 2_000

# the most short reads in a burst: messages that are sent together may arrive in several parts
MAX_BURST_READS: Final = 16

# a timer this late was kept from its turn, and so were reads
LATE_S: Final = 0.01

# a far side that no longer reads does not keep a closed link for longer
CLOSE_GRACE_S = 2.0
_Event = TypeVar("_Event", covariant=True)  # noqa: PLC0105 - the name of the type variable of a protocol's events
Address = tuple[str, int]


async def probe_port(host: str, port: int, timeout_s: float) -> float:
    """Make a TCP link and end it without sending; return how long that took, in seconds. Raises LinkError."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    try:
        async with asyncio.timeout(timeout_s):
            address = (await resolve_host(host))[0]
            transport, _ = await loop.create_connection(asyncio.Protocol, address, port, family=socket.AF_INET)
    except (OSError, ValueError, OverflowError) as error:
        raise translate_error(error, host, port, timeout_s) from error
    took_s = loop.time() - began
    transport.close()
    return took_s


class ReadThrottle:
    """The limit on short reads of one link."""

    __slots__ = ("_at", "_left")

    def __init__(self) -> None:
        self._left = float(MAX_BURST_READS)
        self._at = 0.0

    def is_too_fast(self, nbytes: int, now: float) -> bool:
        """Take notice of a read of `nbytes`; return whether to rest for `REST_S` before the next."""
        if nbytes >= SHORT_READ:
            return False
        self._left = min(MAX_BURST_READS, self._left + (now - self._at) * MAX_SHORT_READS_HZ) - 1
        self._at = now
        return self._left < 0


class StreamCore(Protocol[_Event]):
    """The verbs of a sans-IO core on a byte stream; those that take input raise ProtocolError to end the link."""

    def receive_buffer(self, hint: int = -1) -> memoryview:
        """Return the memory that the next bytes are to be written into."""

    def received(self, nbytes: int, now: float) -> None:
        """Take the bytes that were written into the receive buffer."""

    def receive_eof(self, now: float) -> None:
        """Take notice that the far side has ended the stream."""

    def data_to_send(self, now: float) -> list[bytes]:
        """Return the bytes to write now."""

    def next_event(self) -> _Event | None:
        """The next event, None when there is none."""

    def next_deadline(self) -> float | None:
        """The time at which to call `handle_deadline`."""

    def handle_deadline(self, now: float) -> None:
        """Act on a deadline that has come."""


_Core = TypeVar("_Core", bound=StreamCore[Any])


class CoreLink(asyncio.BufferedProtocol, Generic[_Core]):
    """The adapter that drives one core on one TCP link.

    Args:
        make_core: called with the near and the far address and the time when the link is made.
        on_event: called with each event and the time of the read that completed the event. If it raises, the link ends.
        on_closed: called once, with the reason, when the link ends other than by `close`.
        peer: the address of the far side.
    """

    core: _Core

    def __init__(
        self,
        make_core: Callable[[Address, Address, float], _Core],
        on_event: Callable[[Any, float], None],
        on_closed: Callable[[ProtocolError], None],
        peer: Address,
    ) -> None:
        self._make_core = make_core
        self._on_event = on_event
        self._on_closed = on_closed
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at = 0.0
        self._looked_again = False
        self._pace = ReadThrottle()
        self._resting: asyncio.TimerHandle | None = None
        self._grace: asyncio.TimerHandle | None = None
        self._ended = False
        self.local: Address = ("", 0)
        self.peer = peer

    @property
    def is_open(self) -> bool:
        """Whether the link is open."""
        # a write that failed ends the link before its owner is told
        return self._transport is not None and not self._transport.is_closing() and not self._ended

    def flush(self) -> None:
        """Write what the core wants sent, after a command was given to it, and set its timer."""
        if not self.is_open:
            return
        error = self._attempt(self._transmit, self._loop.time())
        if error is not None:
            self._fail(error)

    def close(self) -> None:
        """End the link after the bytes written to it have gone out; `on_closed` is not called."""
        if self._end() and self._transport is not None:
            self._transport.close()
            if self._transport.get_write_buffer_size():
                self._grace = self._loop.call_later(CLOSE_GRACE_S, self._transport.abort)

    # asyncio's side

    @override
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)  # noqa: S101 - for the type checker
        if self._ended:
            # the link was closed between being accepted and being made
            transport.abort()
            return
        self._transport = transport
        self.local = transport.get_extra_info("sockname")[:2]
        # a link that broke at once has no far address any more
        self.peer = (transport.get_extra_info("peername") or self.peer)[:2]
        _keep_alive(transport)
        self.core = self._make_core(self.local, self.peer, self._loop.time())
        self.flush()

    @override
    def get_buffer(self, sizehint: int) -> memoryview:
        return self.core.receive_buffer(sizehint)

    @override
    def buffer_updated(self, nbytes: int) -> None:
        now = self._loop.time()
        self._take(now, self.core.received, nbytes, now)
        if self._pace.is_too_fast(nbytes, now) and self._transport is not None and not self._ended:
            self._transport.pause_reading()
            self._resting = self._loop.call_later(REST_S, self._transport.resume_reading)

    @override
    def eof_received(self) -> bool:
        now = self._loop.time()
        self._take(now, self.core.receive_eof, now)
        return False

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        if self._grace is not None:
            # a transport that has closed must not be aborted
            self._grace.cancel()
            self._grace = None
        if exc is not None:
            self._fail(translate_error(exc, *self.peer))
        else:
            self._fail(LinkError(LinkWording.ENDED(host=self.peer[0], port=self.peer[1])))

    # inside

    def _take(self, now: float, give: Callable[..., None], *arguments: object) -> None:
        """Give the core an input, deliver its events, write its output; the first error then ends the link."""
        if self._ended:
            return
        error = self._attempt(give, *arguments)
        later = self._attempt(self._drain, now)
        if error is None and later is None:
            later = self._attempt(self._transmit, now)
        first = error or later
        if first is not None:
            self._fail(first)

    def _attempt(self, function: Callable[..., None], *arguments: object) -> ProtocolError | None:
        """Call a function of the core or of the link's owner; return the error that must end the link, if any."""
        try:
            function(*arguments)
        except ProtocolError as error:
            return error
        except Exception as error:
            # a link that went on after this would stay open and do nothing
            _LOGGER.exception("a fault ends the link to %s:%d", *self.peer)
            return LinkError(
                LinkWording.FAULT_OF_PROGRAM(host=self.peer[0], port=self.peer[1], fault=repr(error)),
                LinkWording.FAULT_OF_PROGRAM_TIP(),
            )
        return None

    def _drain(self, now: float) -> None:
        next_event = self.core.next_event
        while not self._ended and (event := next_event()) is not None:
            self._on_event(event, now)

    def _transmit(self, now: float) -> None:
        if self._ended or self._transport is None:
            return
        data = self.core.data_to_send(now)
        if data:
            self._transport.writelines(data)
        self._arm(now)

    def _fail(self, error: ProtocolError) -> None:
        if not self._end():
            return
        if self._transport is not None:
            self._transport.abort()
        self._on_closed(error)

    def _end(self) -> bool:
        if self._ended:
            return False
        self._ended = True
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._resting is not None:
            self._resting.cancel()
            self._resting = None
        return True

    def _arm(self, now: float) -> None:
        """Keep one timer; a timer that comes too early is set again, which is cheaper than moving it at every read."""
        deadline = self.core.next_deadline()
        if deadline is None:
            return
        if self._timer is not None:
            if self._timer_at <= deadline:
                return
            self._timer.cancel()
        self._timer_at = max(deadline, now)
        self._timer = self._loop.call_at(self._timer_at, self._on_timer)

    def _on_timer(self) -> None:
        self._timer = None
        # a loop may wake a little early: the time is never taken for earlier than the deadline
        now = max(self._loop.time(), self._timer_at)
        deadline = self.core.next_deadline()
        if deadline is None or deadline > now:
            self._looked_again = False
            self._arm(now)
        elif now - self._timer_at > LATE_S and not self._looked_again:
            # the socket is read before the next turn's timers: the silence would be ours, not the far side's
            self._looked_again = True
            self._timer_at = now
            self._timer = self._loop.call_at(now, self._on_timer)
        else:
            self._looked_again = False
            self._take(now, self.core.handle_deadline, now)


def _keep_alive(transport: asyncio.Transport) -> None:
    """Notice within about ten seconds that the far machine is gone: these protocols have no keepalive of their own."""
    sock = transport.get_extra_info("socket")
    # some systems refuse the options on a link that is broken already
    with contextlib.suppress(OSError):
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        # the first two are the same option, the second by its name on macOS
        for option, value in (("TCP_KEEPIDLE", 4), ("TCP_KEEPALIVE", 4), ("TCP_KEEPINTVL", 2), ("TCP_KEEPCNT", 3)):
            if hasattr(socket, option):
                sock.setsockopt(socket.IPPROTO_TCP, getattr(socket, option), value)


async def connect(
    host: str,
    port: int,
    make_core: Callable[[Address, Address, float], _Core],
    on_event: Callable[[Any, float], None],
    on_closed: Callable[[ProtocolError], None],
    timeout_s: float,
    look_up: Callable[[str], Awaitable[Sequence[str]]] | None = None,
) -> CoreLink[_Core]:
    """Make a TCP link (IPv4, as these protocols are) and drive a core on it.

    Events may come, and the link may end again, before this returns. When it raises, `on_closed` is not called.
    `look_up` finds the addresses of the host instead of the system.

    Raises:
        LinkError: the link could not be made within `timeout_s`.
    """
    link = CoreLink(make_core, on_event, on_closed, (host, port))
    try:
        async with asyncio.timeout(timeout_s):
            await _dial(link, await (look_up or resolve_host)(host), port)
    except BaseException as error:
        link.close()
        if isinstance(error, OSError | ValueError | OverflowError):
            raise translate_error(error, host, port, timeout_s) from error
        raise
    return link


async def _dial(link: CoreLink[Any], addresses: Sequence[str], port: int) -> None:
    """Make the link to the first address that takes it. Raises the OSError of the last address that did not."""
    loop = asyncio.get_running_loop()
    for address in addresses:
        try:
            await loop.create_connection(lambda: link, address, port, family=socket.AF_INET)
        except OSError:
            if address == addresses[-1]:
                raise
        else:
            return
