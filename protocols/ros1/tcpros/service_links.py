"""The TCPROS links of services, both ends, sans-IO.

The caller says in a connection header which service it wants; the provider answers with a header of its own, or with an
`error`. Then a call is a length and a body; its answer one byte, 1 for success, then a length and the body, or 0, then
a length and a text. One call is under way at a time. The provider closes the link after one call, unless it was made
persistent, and after its header if the caller only probes (rospy's ServiceProxy and TCPROSServiceTransport, roscpp's
ServiceServerLink and ServiceClientLink).

    ServiceClient        our calls of a service at its provider
    RosServices          the services that a node of ours provides, by name
    RosService           one service of ours, as callers are told of it
    ServiceProviderLink  the link of one caller of a service of ours, behind its header

`protocols.ros1.tcpros.node_link` reads a caller's header and decides what an accepted link is.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from protocols.errors import RosClosedError, RosLocalError, RosRefusedError, RosRemoteError, printable
from protocols.frames import DEFAULT_LIMIT, FrameBatch, FrameReader, StallWatch
from protocols.ros1.names import ANY
from protocols.ros1.tcpros.header import (
    HEADER_TIMEOUT_S,
    LENGTH_SIZE,
    HeaderReader,
    encode_header,
    encode_length,
    parse_length,
)
from protocols.ros1.wording import TcprosWording
from protocols.schema import Payload

# bytes that a caller may leave unread before it gets another answer
MAX_UNREAD = 64 * 1024 * 1024
SUCCESS, FAILURE = b"\x01", b"\x00"


@dataclass(frozen=True, slots=True)
class RosService:
    """One service of ours: its full name, its type, the type's MD5, and the types of its two messages."""

    name: str
    type_name: str
    md5: str
    request_type: str
    response_type: str

    @property
    def header(self) -> dict[str, str]:
        """The fields of the header that a caller gets."""
        return {
            "type": self.type_name,
            "md5sum": self.md5,
            "request_type": self.request_type,
            "response_type": self.response_type,
        }

    def refusal_reason(self, md5: str) -> str:
        """Say why a caller that wants this type can't be served; return an empty text if it can."""
        if ANY in {md5, self.md5} or md5 == self.md5:
            return ""
        return f"md5sums do not match: [{md5}] vs. [{self.md5}]"


class RosServices:
    """The services of one node, by name."""

    def __init__(self) -> None:
        self._by_name: dict[str, RosService] = {}

    def __iter__(self) -> Iterator[RosService]:
        return iter(tuple(self._by_name.values()))

    def get(self, name: str) -> RosService | None:
        """Return the service of that name, None if there is none."""
        return self._by_name.get(name)

    def add(self, service: RosService) -> None:
        """Add a service. Raises RosLocalError if there is one of that name already."""
        if service.name in self._by_name:
            raise RosLocalError(TcprosWording.SERVED_ALREADY(service=service.name))
        self._by_name[service.name] = service

    def remove(self, name: str) -> None:
        """Remove a service; its links are left to their owner."""
        self._by_name.pop(name, None)


@dataclass(frozen=True, slots=True)
class ServiceCalled:
    """A request has come, to be answered by `answer` or `fail`."""

    request: bytes | memoryview


class ServiceProviderLink:
    """The link that takes the calls of one caller of a service of ours.

    Args:
        service: the service.
        caller: the name of the caller's node.
        callerid: the name of our node.
        persistent: whether more than one call may come.
        probe: whether none will come.
        limit: the longest request taken, in bytes.

    Attributes:
        finished: whether nothing more will come or go: flush, then close.
    """

    def __init__(
        self,
        service: RosService,
        caller: str,
        callerid: str,
        *,
        persistent: bool = False,
        probe: bool = False,
        limit: int = DEFAULT_LIMIT,
    ) -> None:
        self.service = service
        self.caller = caller
        self.finished = probe
        self._persistent = persistent
        self._outbox = [encode_header({"callerid": callerid, **service.header})]
        self._reader = FrameReader(LENGTH_SIZE, parse_length, limit, keep_empty=True)
        self._watch = StallWatch(self._reader)
        self._events: deque[ServiceCalled] = deque()
        self._called = False
        self._held = 0

    def answer(self, response: Payload) -> None:
        """Answer a call that succeeded; flush the link afterwards. Raises RosLocalError if there is no call."""
        self._reply(SUCCESS, bytes(response))

    def fail(self, text: str) -> None:
        """Answer that a call failed, and why; flush the link afterwards. Raises RosLocalError if there is no call."""
        self._reply(FAILURE, text.encode("utf-8", "replace"))

    def transport_holds(self, nbytes: int) -> None:
        """Note how many bytes the adapter has yet to send."""
        self._held = nbytes

    def close(self) -> None:
        """Take notice that the link has ended, and drop its answers and calls."""
        self.finished = True
        self._outbox.clear()
        self._events.clear()

    # the verbs

    def receive_buffer(self, hint: int = -1) -> memoryview:
        """Return the memory that the next bytes are to be written into."""
        return self._reader.receive_buffer(hint)

    def received(self, nbytes: int, now: float) -> None:
        """Take the bytes that were written into the receive buffer."""
        batch = self._reader.received(nbytes)
        if batch is not None:
            self._take(list(batch))
        self._after_read(now)

    def receive_data(self, data: Payload, now: float) -> None:
        """Take bytes that were not written into the receive buffer."""
        for batch in self._reader.feed(data):
            self._take(list(batch))
        self._after_read(now)

    def data_to_send(self, now: float) -> list[bytes]:
        """Return the bytes to write now. Raises RosRemoteError if the caller does not read its answers."""
        del now
        data, self._outbox = self._outbox, []
        if data and self._held > MAX_UNREAD:
            raise RosRemoteError(
                TcprosWording.ANSWERS_UNREAD(caller=self.caller, held_bytes=self._held, service=self.service.name),
                TcprosWording.ANSWERS_UNREAD_TIP(),
            )
        return data

    def next_event(self) -> ServiceCalled | None:
        """The next request, None when there is none."""
        return self._events.popleft() if self._events else None

    def next_deadline(self) -> float | None:
        """The time at which to call `handle_deadline`; only while a request is under way."""
        return self._watch.deadline

    def handle_deadline(self, now: float) -> None:
        """Raise RosRemoteError if the request under way has hardly moved on."""
        stuck = self._watch.check(now)
        if stuck is not None:
            raise RosRemoteError(
                TcprosWording.REQUEST_STUCK(service=self.service.name, reason=stuck),
                TcprosWording.REQUEST_STUCK_TIP(),
            )

    # inside

    def _after_read(self, now: float) -> None:
        if self._reader.error is not None:
            raise self._reader.error
        self._watch.after_read(now)

    def _take(self, requests: list[bytes | memoryview]) -> None:
        self._watch.frame_completed()
        if self.finished:
            return
        for request in requests:
            if self._called:
                raise RosRemoteError(
                    TcprosWording.CALLED_AGAIN(caller=self.caller, service=self.service.name),
                    TcprosWording.CALLER_AT_FAULT_TIP(),
                )
            self._called = True
            self._events.append(ServiceCalled(request))

    def _reply(self, code: bytes, body: bytes) -> None:
        if not self._called:
            raise RosLocalError(TcprosWording.NOT_CALLED(service=self.service.name))
        self._outbox.append(b"".join((code, encode_length(len(body)), body)))
        self._called = False
        self.finished = not self._persistent


@dataclass(frozen=True, slots=True)
class ServiceGreeted:
    """The provider has answered with its header; a value that it does not give is empty."""

    type_name: str
    md5: str
    request_type: str
    response_type: str
    callerid: str
    fields: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ServiceAnswered:
    """A call succeeded."""

    response: bytes | memoryview


@dataclass(frozen=True, slots=True)
class ServiceFailed:
    """A call failed, for the reason that the provider gives."""

    reason: str


ServiceClientEvent = ServiceGreeted | ServiceAnswered | ServiceFailed


class ServiceClient:
    """The link that calls a service at its provider.

    Args:
        service: the full name of the service.
        callerid: the name of our node.
        now: the time at which the link was made.
        peer: the name of the provider in errors.
        md5: the MD5 of the expected type; all providers accept `*`.
        persistent: whether to call more than once.
        probe: whether only to ask for the type of the service.
        limit: the longest answer taken, in bytes.

    `received`, `receive_data`, `receive_eof` and `handle_deadline` raise RosRemoteError or FrameTooLargeError; events
    that came before the error can still be fetched.
    """

    def __init__(
        self,
        service: str,
        callerid: str,
        now: float,
        *,
        peer: str = "",
        md5: str = ANY,
        persistent: bool = False,
        probe: bool = False,
        limit: int = DEFAULT_LIMIT,
    ) -> None:
        self.service = service
        self.peer = peer or TcprosWording.THE_PROVIDER()
        self.greeted: ServiceGreeted | None = None
        self._persistent = persistent
        self._calls_left = 0 if probe else 1
        fields = {"service": service, "callerid": callerid, "md5sum": md5}
        fields |= {"persistent": "1"} if persistent else {}
        fields |= {"probe": "1"} if probe else {}
        self._outbox = [encode_header(fields)]
        self._request: list[bytes] = []
        self._header = HeaderReader()
        self._header_deadline = now + HEADER_TIMEOUT_S
        self._limit = limit
        self._code = bytearray(1)
        self._ok: bool | None = None
        self._called = False
        self._answer_deadline: float | None = None
        self._timeout_s = 0.0
        self._events: deque[ServiceClientEvent] = deque()
        self._new_reader()

    @property
    def is_idle(self) -> bool:
        """Whether no call is under way."""
        return not self._called

    def call(self, request: Payload, now: float, timeout_s: float | None = None) -> None:
        """Call the service; flush the link afterwards. The call is sent when the provider's header has come.

        Args:
            request: the body.
            now: the time.
            timeout_s: the time for which an answer is awaited; None for no limit.

        Raises:
            RosLocalError: a call is under way, or no further call is possible on this link.
        """
        if self._called:
            raise RosLocalError(TcprosWording.CALL_UNDER_WAY(service=self.service))
        if not self._calls_left:
            raise RosLocalError(TcprosWording.LINK_USED_UP(service=self.service))
        self._calls_left -= 0 if self._persistent else 1
        self._called = True
        frame = encode_length(len(request)) + bytes(request)
        (self._request if self.greeted is None else self._outbox).append(frame)
        if timeout_s is not None:
            self._timeout_s = timeout_s
            self._answer_deadline = now + timeout_s

    # the five verbs, and the two of a stream

    def receive_buffer(self, hint: int = -1) -> memoryview:
        """Return the memory that the next bytes are to be written into."""
        if self.greeted is None:
            return self._header.receive_buffer(hint)
        return memoryview(self._code) if self._ok is None else self._reader.receive_buffer(hint)

    def received(self, nbytes: int, now: float) -> None:
        """Take the bytes that were written into the receive buffer."""
        if self.greeted is None:
            self._take_header(self._header.received(nbytes), now)
        elif self._ok is None:
            self._take_code(self._code[0], now)
        else:
            self._after_read(self._reader.received(nbytes), now)

    def receive_data(self, data: Payload, now: float) -> None:
        """Take bytes that were not written into the receive buffer."""
        view = memoryview(data)
        while view:
            target = self.receive_buffer()
            count = min(len(target), len(view))
            target[:count] = view[:count]
            target.release()
            view = view[count:]
            self.received(count, now)

    def receive_eof(self, now: float) -> None:
        """Raise the error for a link that the provider has closed."""
        del now
        if self.greeted is None:
            raise RosClosedError(
                TcprosWording.CLOSED_BEFORE_ANSWER(peer=self.peer),
                TcprosWording.PROVIDES_NO_MORE_TIP(service=self.service),
            )
        reason = (
            TcprosWording.CLOSED_DURING_CALL(peer=self.peer, service=self.service)
            if self._called
            else TcprosWording.CLOSED(peer=self.peer)
        )
        raise RosClosedError(reason, TcprosWording.ENDED_TIP())

    def data_to_send(self, now: float) -> list[bytes]:
        """Return the bytes to write now."""
        del now
        data, self._outbox = self._outbox, []
        return data

    def next_event(self) -> ServiceClientEvent | None:
        """Return the event of the provider's header, then the answer of a call; None when there is no event."""
        return self._events.popleft() if self._events else None

    def next_deadline(self) -> float | None:
        """The time at which to call `handle_deadline`; only while a header or an answer is awaited."""
        deadlines = [self._answer_deadline, self._watch.deadline]
        if self.greeted is None:
            deadlines.append(self._header_deadline)
        return min((deadline for deadline in deadlines if deadline is not None), default=None)

    def handle_deadline(self, now: float) -> None:
        """Raise RosRemoteError if a header or an answer has not come in time, or has hardly moved on."""
        if self.greeted is None and now >= self._header_deadline:
            raise RosRemoteError(
                TcprosWording.SILENT(peer=self.peer, timeout_s=HEADER_TIMEOUT_S), TcprosWording.SILENT_TIP()
            )
        if self._answer_deadline is not None and now >= self._answer_deadline:
            raise RosRemoteError(
                TcprosWording.SERVICE_SILENT(service=self.service, timeout_s=self._timeout_s),
                TcprosWording.SERVICE_SILENT_TIP(),
            )
        stuck = self._watch.check(now)
        if stuck is not None:
            raise RosRemoteError(
                TcprosWording.ANSWER_STUCK(service=self.service, reason=stuck), TcprosWording.ANSWER_STUCK_TIP()
            )

    # inside

    def _new_reader(self) -> None:
        self._reader = FrameReader(LENGTH_SIZE, parse_length, self._limit, keep_empty=True)
        self._watch = StallWatch(self._reader)

    def _take_header(self, fields: dict[str, str] | None, now: float) -> None:
        if fields is None:
            return
        if "error" in fields:
            raise RosRefusedError(
                TcprosWording.REFUSED(peer=self.peer, reason=printable(fields["error"])),
                TcprosWording.SERVICE_REFUSED_TIP(service=self.service),
            )
        if not fields.get("md5sum"):
            raise RosRemoteError(TcprosWording.MD5_UNSAID(peer=self.peer, name=self.service), TcprosWording.PORT_TIP())
        self.greeted = ServiceGreeted(
            fields.get("type", ""),
            fields["md5sum"],
            fields.get("request_type", ""),
            fields.get("response_type", ""),
            fields.get("callerid", ""),
            fields,
        )
        self._events.append(self.greeted)
        self._outbox += self._request
        self._request.clear()
        self.receive_data(self._header.leftovers, now)

    def _not_asked(self) -> RosRemoteError:
        reason = TcprosWording.NOT_ASKED(peer=self.peer, service=self.service)
        return RosRemoteError(reason, TcprosWording.PORT_TIP())

    def _take_code(self, code: int, now: float) -> None:
        del now
        if not self._called:
            raise self._not_asked()
        if code > 1:
            raise RosRemoteError(
                TcprosWording.ANSWER_BEGINNING(service=self.service, code=code), TcprosWording.PORT_TIP()
            )
        self._ok = code == 1

    def _after_read(self, batch: FrameBatch | None, now: float) -> None:
        error = self._reader.error
        if batch is None:
            if error is not None:
                raise error
            self._watch.after_read(now)
            return
        answer = next(iter(batch))
        self._events.append(ServiceAnswered(answer) if self._ok else ServiceFailed(_text(answer)))
        self._called, self._ok = False, None
        self._answer_deadline = None
        if batch.count > 1 or error is not None or self._reader.mid_frame:
            raise self._not_asked()
        self._new_reader()


def _text(answer: bytes | memoryview) -> str:
    return printable(bytes(answer[:4000]).decode("utf-8", "replace"), 1000) or TcprosWording.NO_REASON()
