"""The link of a caller of a service of ours, behind its header (rospy's TCPROSServiceTransport, ServiceClientLink).

A request is a length and a body. The answer is one byte, 1 for success, then a length and the body; or 0, then a
length and a text. A link that is not persistent ends after one call, a link that only probes after our header.

`protocols.ros1.tcpros.node_link` reads the header and decides what a link is.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from protocols.errors import RosLocalError, RosRemoteError
from protocols.frames import DEFAULT_LIMIT, FrameReader, StallWatch
from protocols.ros1.tcpros.header import LENGTH_SIZE, encode_header, encode_length, parse_length
from protocols.ros1.tcpros.services import RosService
from protocols.schema import Payload

# bytes that a caller may leave unread before it gets another answer
MAX_UNREAD = 64 * 1024 * 1024
SUCCESS, FAILURE = b"\x01", b"\x00"


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
                f"{self.caller} has {self._held:,} bytes of answers of {self.service.name} unread",
                "The caller may hang.",
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
                f"a request of {self.service.name} is stuck: {stuck}",
                "The network may be too slow, or the caller hangs.",
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
                    f"{self.caller} called {self.service.name} again before it had an answer", "The caller is at fault."
                )
            self._called = True
            self._events.append(ServiceCalled(request))

    def _reply(self, code: bytes, body: bytes) -> None:
        if not self._called:
            raise RosLocalError(f"{self.service.name} was not called on this link, or is answered already")
        self._outbox.append(b"".join((code, encode_length(len(body)), body)))
        self._called = False
        self.finished = not self._persistent
