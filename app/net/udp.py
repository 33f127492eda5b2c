"""UDP: sockets that are always drained, one adapter that drives any datagram core, and ports for broadcasts.

A socket that we send from is bound to this machine's address on the route to the far side: Windows needs that, and it
shows when this address changes. Then the link ends, as it does after this machine has slept: a far side that knows its
clients by their addresses takes nothing from the new address, so a new session is due, not a new socket.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import socket
import sys
import time
from collections.abc import Callable
from typing import Any, Final, Generic, Protocol, TypeVar

from app.net.addresses import local_address
from app.net.errors import LinkError, translate_error
from app.net.tasks import TaskPool
from app.net.tcp_server import listen_error
from app.wording.connections import LinkWording

_LOGGER = logging.getLogger(__name__)

MAX_DATAGRAM: Final = 65535
# datagrams that one wake-up takes before other tasks have their turn: some milliseconds of work
MAX_DRAIN: Final = 64
# a second of a camera, should the loop be busy for that long
RECEIVE_BUFFER: Final = 1024 * 1024
WATCH_INTERVAL_S: Final = 1.0
# when the route is gone, or the address on it, another may take a moment to come
ROUTE_GONE_S: Final = 0.1
# a timer this late was kept from its turn, and so were datagrams, which are read within the second time
LATE_S: Final = 0.1
RECHECK_S: Final = 0.02
# a shorter sleep of this machine harms no session
SLEPT_S: Final = 2.0

# a socket that only fails must not keep the loop busy
_PATIENCE: Final = 8
_PAUSE_S: Final = 0.05
_MAX_ERRORS: Final = 4096
# linux/in.h; Python has no name for it in all versions
_IP_RECVERR: Final = 11
# the errors for an address that a socket is bound to, and this machine no longer has
_ADDRESS_GONE: Final = frozenset({errno.EINVAL, errno.EADDRNOTAVAIL})
# the same errors, and those for having no route at all
_WAY_GONE: Final = _ADDRESS_GONE | {errno.ENETUNREACH, errno.ENETDOWN}
# the error of Windows where other systems say that the connection was refused
_PORT_UNREACHABLE: Final = 1234

Address = tuple[str, int]

_Event = TypeVar("_Event", covariant=True)  # noqa: PLC0105 - the name of the type variable of a protocol's events


class DatagramCore(Protocol[_Event]):
    """The verbs of a sans-IO core on datagrams; none of them raises for what the network brought."""

    peer: Address

    def receive_data(self, data: bytes, now: float, source: Address | None = None) -> None:
        """Take one datagram."""

    def data_to_send(self, now: float) -> list[bytes]:
        """Return the datagrams to send to `peer` now."""

    def next_event(self) -> _Event | None:
        """The next event, None when there is none."""

    def next_deadline(self) -> float | None:
        """The time at which to call `handle_deadline`."""

    def handle_deadline(self, now: float) -> None:
        """Act on a deadline that has come."""

    def socket_error(self, reason: str) -> None:
        """Take notice that the socket failed to send or receive."""


_Core = TypeVar("_Core", bound=DatagramCore[Any])


class DatagramPort:
    """A UDP socket that is drained until it is closed.

    Args:
        sock: a bound socket that does not block; it belongs to the port from now on.
        on_datagram: called with each datagram and its source.
        on_error: called with the system's errors of sending or receiving; the port goes on.
        on_drained: called after the datagrams of one wake-up.

    Attributes:
        local: the address that the socket is bound to.
        dropped: the number of datagrams that were not sent since the system had no room for them.
    """

    def __init__(
        self,
        sock: socket.socket,
        tasks: TaskPool,
        on_datagram: Callable[[bytes, Address], None],
        on_error: Callable[[OSError], None],
        on_drained: Callable[[], None] = lambda: None,
    ) -> None:
        self.local: Address = sock.getsockname()[:2]
        self.dropped = 0
        self._sock = sock
        self._on_datagram = on_datagram
        self._on_error = on_error
        self._on_drained = on_drained
        self._closed = False
        with contextlib.suppress(OSError):
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER)
        self._reports_errors = sys.platform == "linux" and _report_errors(sock)
        self._task = tasks.spawn(self._receive(), f"UDP port {self.local[1]}")
        # only then the loop no longer waits for the socket, and another may have its number
        self._task.add_done_callback(lambda _: sock.close())

    def send(self, data: bytes, to: Address) -> None:
        """Send a datagram at once, or drop it."""
        if self._closed:
            return
        try:
            self._sock.sendto(data, to)
        except (BlockingIOError, InterruptedError):
            self.dropped += 1
        except OSError as error:
            self._failed(error)
            # the error of an earlier datagram is raised in place of sending this one
            with contextlib.suppress(OSError):
                self._sock.sendto(data, to)

    def close(self) -> None:
        """Close the port; no callback is called any more."""
        self._closed = True
        self._task.cancel()

    async def _receive(self) -> None:
        loop = asyncio.get_running_loop()
        failures = 0
        while True:
            try:
                self._take(*await loop.sock_recvfrom(self._sock, MAX_DATAGRAM))
                self._drain()
                failures = 0
            except OSError as error:
                self._failed(error)
                failures += 1
            if not self._closed:
                self._on_drained()
            # datagrams that are there already are read without waiting, and other tasks have to run, too
            await asyncio.sleep(0 if failures < _PATIENCE else _PAUSE_S)

    def _drain(self) -> None:
        for _ in range(MAX_DRAIN - 1):
            if self._closed:
                return
            try:
                data, source = self._sock.recvfrom(MAX_DATAGRAM)
            except (BlockingIOError, InterruptedError):
                return
            self._take(data, source)

    def _take(self, data: bytes, source: Any) -> None:
        # Windows gives no source where it reports an error
        if not self._closed and source is not None:
            self._on_datagram(data, (source[0], source[1]))

    def _failed(self, error: OSError) -> None:
        if self._reports_errors:
            self._forget_errors()
        if not self._closed:
            self._on_error(error)

    def _forget_errors(self) -> None:
        """Empty the queue in which Linux keeps ICMP errors: until it is empty the socket counts as readable."""
        with contextlib.suppress(OSError):
            for _ in range(_MAX_ERRORS):
                self._sock.recvmsg(1, 0, socket.MSG_ERRQUEUE)


def _report_errors(sock: socket.socket) -> bool:
    """Ask Linux to report ICMP errors; other systems always do, or never for sockets that are not connected."""
    try:
        sock.setsockopt(socket.IPPROTO_IP, _IP_RECVERR, 1)
    except OSError:
        return False
    return True


class DatagramLink(Generic[_Core]):
    """The adapter that drives one core on a UDP socket. Raises LinkError where there is no route to the far side.

    Args:
        make_core: called with the time.
        peer: the destination of the core's datagrams: an IPv4 address and a port.
        on_event: called with each event of the core, and the time.
        on_ended: called once, with the reason, when the link ends other than by `close`; the core did not end.
        find_route: finds this machine's address on the route to another.
        local_port: the port to send from if it is free: a far side may know its clients by their ports.

    Attributes:
        core: the core.
        local: the address that the socket is bound to.
    """

    def __init__(
        self,
        make_core: Callable[[float], _Core],
        peer: Address,
        tasks: TaskPool,
        on_event: Callable[[Any, float], None],
        on_ended: Callable[[LinkError], None],
        find_route: Callable[[str, int], str] = local_address,
        local_port: int = 0,
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._peer = peer
        self._on_event = on_event
        self._on_ended = on_ended
        self._find_route = find_route
        self._ended = False
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at = 0.0
        self._looked_again = False
        self._heard_at = self._loop.time()
        self._asleep_s = _time_asleep_s()
        self.core = make_core(self._loop.time())
        try:
            sock = _open_at(find_route(*peer), local_port)
        except (OSError, OverflowError) as error:
            raise translate_error(error, *peer) from error
        self._port = DatagramPort(sock, tasks, self._take, self._socket_error, self.flush)
        self.local = self._port.local
        self._watcher = self._loop.call_later(WATCH_INTERVAL_S, self._watch)
        self._way_gone = False
        # not at once, so that the owner knows its link by then
        self._loop.call_soon(self.flush)

    @property
    def is_open(self) -> bool:
        """Whether the link has not ended."""
        return not self._ended

    @property
    def dropped(self) -> int:
        """The number of datagrams that the system had no room for."""
        return self._port.dropped

    def flush(self) -> None:
        """Deliver the core's events, send what it wants sent, and set its timer."""
        now = self._loop.time()
        for act in (self._drain, self._transmit, self._arm):
            if self.is_open:
                self._attempt(act, now)

    def close(self) -> None:
        """Send what the core still wants sent, then end; no callback is called any more."""
        if not self._ended:
            self._transmit(self._loop.time())
            self._end()

    # inputs

    def _take(self, data: bytes, source: Address) -> None:
        now = self._loop.time()
        if source[0] == self._peer[0]:
            self._heard_at = now
        self._attempt(self.core.receive_data, data, now, source)

    def _socket_error(self, error: OSError) -> None:
        self.core.socket_error(translate_datagram_error(error, *self._peer).reason)
        soon = self._loop.time() + ROUTE_GONE_S
        if error.errno in _WAY_GONE and self.is_open and self._watcher.when() > soon:
            self._way_gone = True
            self._watcher.cancel()
            self._watcher = self._loop.call_at(soon, self._watch)

    def _on_timer(self) -> None:
        self._timer = None
        # a loop may wake a little early: the time is never taken for earlier than the deadline
        now = max(self._loop.time(), self._timer_at)
        if now - self._timer_at > LATE_S and not self._looked_again:
            # datagrams that have come meanwhile go first: the silence would be ours, not the far side's
            self._looked_again = True
            self._timer_at = now + RECHECK_S
            self._timer = self._loop.call_at(self._timer_at, self._on_timer)
            return
        self._looked_again = False
        deadline = self.core.next_deadline()
        if deadline is not None and deadline <= now:
            self._attempt(self.core.handle_deadline, now)
        self.flush()

    def _watch(self) -> None:
        """Check that this machine still has its address; only in silence, since a link that works is left alone."""
        self._watcher = self._loop.call_later(WATCH_INTERVAL_S, self._watch)
        if _time_asleep_s() - self._asleep_s > SLEPT_S:
            self._fail(LinkError(LinkWording.MACHINE_SLEPT(), LinkWording.MACHINE_SLEPT_TIP()))
            return
        gone, self._way_gone = self._way_gone, False
        if not gone and self._loop.time() - self._heard_at < WATCH_INTERVAL_S:
            return
        try:
            route = self._find_route(*self._peer)
        except OSError as error:
            self._socket_error(error)
            return
        if route != self.local[0]:
            reason = LinkWording.OWN_ADDRESS_CHANGED(peer=self._peer[0], address=route, before=self.local[0])
            self._fail(LinkError(reason, LinkWording.OWN_ADDRESS_CHANGED_TIP()))

    # inside

    def _attempt(self, function: Callable[..., None], *arguments: object) -> None:
        """Call a function of the core or of the link's owner; a fault in it ends the link."""
        try:
            function(*arguments)
        except Exception as error:
            # a link that went on after this would stay open and do nothing
            _LOGGER.exception("a fault ends the link to %s:%d", *self._peer)
            reason = LinkWording.FAULT_OF_PROGRAM(host=self._peer[0], port=self._peer[1], fault=repr(error))
            self._fail(LinkError(reason, LinkWording.FAULT_OF_PROGRAM_TIP()))

    def _drain(self, now: float) -> None:
        while self.is_open and (event := self.core.next_event()) is not None:
            self._on_event(event, now)

    def _transmit(self, now: float) -> None:
        for data in self.core.data_to_send(now):
            self._port.send(data, self._peer)

    def _arm(self, now: float) -> None:
        """Keep one timer; a timer that comes too early is set again."""
        deadline = self.core.next_deadline()
        if deadline is None:
            return
        if self._timer is not None:
            if self._timer_at <= deadline:
                return
            self._timer.cancel()
        self._timer_at = max(deadline, now)
        self._timer = self._loop.call_at(self._timer_at, self._on_timer)

    def _fail(self, error: LinkError) -> None:
        if not self._ended:
            self._end()
            self._on_ended(error)

    def _end(self) -> None:
        self._ended = True
        self._watcher.cancel()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._port.close()


def open_socket(local: Address, *, shared: bool = False) -> socket.socket:
    """Open a UDP socket (IPv4) that does not block; a `shared` port may be used by others too. Raises OSError."""
    sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        sock.setblocking(False)
        if shared:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if sys.platform != "win32":
                # BSD systems, and Linux for sockets of one user, need this option
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        sock.bind(local)
    except BaseException:
        sock.close()
        raise
    return sock


def _open_at(address: str, port: int) -> socket.socket:
    """Open a socket at this port if it is free, else at any. Raises OSError."""
    if port:
        with contextlib.suppress(OSError):
            return open_socket((address, port))
    return open_socket((address, 0))


def open_broadcast_port(
    port: int,
    on_datagram: Callable[[bytes, Address], None],
    tasks: TaskPool,
    host: str = "0.0.0.0",  # noqa: S104 - broadcasts come to all addresses
) -> DatagramPort:
    """Open a port for broadcasts, which others on this machine may use too; the caller closes it.

    Raises:
        LinkError: that port can't be had.
    """
    try:
        sock = open_socket((host, port), shared=True)
    except OverflowError as error:
        raise LinkError(LinkWording.PORT_INVALID(port=port), LinkWording.PORT_INVALID_TIP()) from error
    except OSError as error:
        raise listen_error(error, host, port) from error
    return DatagramPort(sock, tasks, on_datagram, lambda error: _LOGGER.debug("UDP port %d: %s", port, error))


def translate_datagram_error(error: OSError, host: str, port: int) -> LinkError:
    """Return the LinkError that explains an error of a datagram to `host`:`port`. Raise it `from error`."""
    if isinstance(error, ConnectionResetError) or getattr(error, "winerror", None) == _PORT_UNREACHABLE:
        # Windows means that nothing listens there
        return translate_error(ConnectionRefusedError(), host, port)
    if error.errno in _ADDRESS_GONE:
        return LinkError(LinkWording.OWN_ADDRESS_LOST(), LinkWording.OWN_ADDRESS_LOST_TIP())
    return translate_error(error, host, port)


def _time_asleep_s() -> float:
    """Return the time that this machine has slept since it was started, where its clocks tell; else 0."""
    boottime = getattr(time, "CLOCK_BOOTTIME", None)
    if boottime is not None:
        return time.clock_gettime(boottime) - time.clock_gettime(time.CLOCK_MONOTONIC)
    if sys.platform == "darwin":
        return time.clock_gettime(time.CLOCK_MONOTONIC) - time.monotonic()
    return 0.0
