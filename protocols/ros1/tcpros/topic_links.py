"""The TCPROS links that carry a topic's messages, both ends, sans-IO.

A subscriber dials the publisher's node and says in a connection header which topic it wants. The publisher answers with
a header of its own, or with an `error`, and then sends messages, each in one write behind its length. The subscriber
says nothing more (roscpp's TransportSubscriberLink, rospy's TCPROSSub).

    RosInboundTopicLink   our subscription: one link to one publisher of one topic
    RosPublications       the topics that a node of ours publishes, by name
    RosPublication        one topic of ours: its type, its last messages, the links of its subscribers
    RosOutboundTopicLink  the link of one subscriber of ours, behind its header

`protocols.ros1.tcpros.node_link` reads a subscriber's header and decides what an accepted link is.
`protocols.publishing` decides what becomes of messages that a subscriber is too slow for.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Final

from typing_extensions import override

from protocols.errors import RosClosedError, RosRefusedError, RosRemoteError, printable
from protocols.frames import DEFAULT_LIMIT, FrameBatch, FrameReader, StallWatch
from protocols.publishing import Fanout, PublicationTable, QueueingLink, QueuePolicy, SendQueue
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

# what a publisher's header leaves unsaid, by whether it says the type and the MD5
_UNSAID: Final = {
    (False, True): TcprosWording.TYPE_UNSAID,
    (True, False): TcprosWording.MD5_UNSAID,
    (False, False): TcprosWording.TYPE_AND_MD5_UNSAID,
}


class RosPublication(Fanout["RosOutboundTopicLink"]):
    """One topic that we publish.

    Args:
        topic: the full name of the topic.
        type_name, md5, definition: the type of its messages, as subscribers are told.
        latching: whether later subscribers get the last message of each publisher at once.
        policy: the treatment of messages that a subscriber is too slow for.

    Attributes:
        sent_bytes: the size of all messages that were published.
    """

    def __init__(
        self,
        topic: str,
        type_name: str,
        md5: str,
        definition: str = "",
        *,
        latching: bool = False,
        policy: QueuePolicy = QueuePolicy.QUEUE,
    ) -> None:
        super().__init__(policy)
        self.topic = topic
        self.type_name = type_name
        self.md5 = md5
        self.definition = definition
        self.latching = latching
        self.sent_bytes = 0

    def publish(self, publisher: Hashable, payload: Payload, *, urgent: bool = False) -> None:
        """Queue a message for every subscriber, and keep it for later subscribers; flush the links afterwards.

        Args:
            publisher: the key of the publisher: new subscribers of a latching topic get the last message of each.
            payload: the message; it may be empty.
            urgent: whether it takes the place of all that waits, and is sent whatever the transport holds.
        """
        self.sent_bytes += len(payload)
        self.send(publisher, _frame(payload), urgent=urgent)

    def set_first_message(self, make: Callable[[], Payload] | None) -> None:
        """Set what makes the message that every new subscriber gets first from now on; None for none."""
        self.first_frame = None if make is None else lambda: _frame(make())

    def last_message(self, publisher: Hashable) -> bytes | None:
        """Return the last message of a publisher, None if it has sent none."""
        frame = self.last_frame(publisher)
        return frame[LENGTH_SIZE:] if frame is not None else None

    def refusal_reason(self, md5: str, type_name: str) -> str:
        """Say why a subscriber that wants this type can't be served; return an empty text if it can."""
        if ANY in {md5, self.md5} or md5 == self.md5:
            return ""
        if type_name not in {self.type_name, ANY, ""}:
            return f"topic types do not match: [{type_name}] vs. [{self.type_name}]"
        return f"md5sums do not match: [{type_name or self.type_name}/{md5}] vs. [{self.type_name}/{self.md5}]"


def _frame(payload: Payload) -> bytes:
    return encode_length(len(payload)) + bytes(payload)


# the topics of one node
RosPublications = PublicationTable[RosPublication]


class RosOutboundTopicLink(QueueingLink):
    """The link that sends the messages of one topic of ours to one subscriber.

    Args:
        publication: the topic.
        subscriber: the name of the subscriber's node.
        callerid: the name of our node.

    Attributes:
        sent: the number of messages that were sent.
        sent_bytes: the size of these messages, with their lengths.
        finished: always False: a subscriber may always get more.
    """

    finished = False

    def __init__(self, publication: RosPublication, subscriber: str, callerid: str) -> None:
        self.publication = publication
        self.subscriber = subscriber
        self.sent = 0
        self.sent_bytes = 0
        self._header = encode_header(
            {
                "callerid": callerid,
                "latching": "1" if publication.latching else "0",
                "md5sum": publication.md5,
                "message_definition": publication.definition,
                "topic": publication.topic,
                "type": publication.type_name,
            }
        )
        self._queue = SendQueue()
        self._queue.topic = publication
        # bytes behind a subscriber's header mean nothing, and are read so that the end of the link is seen
        self._ignored = bytearray(1024)
        publication.subscribe(self, latching=publication.latching)

    @property
    def queued(self) -> int:
        """The number of messages that wait."""
        return len(self._queue)

    @property
    def dropped(self) -> int:
        """The number of messages that the subscriber was too slow for."""
        return self._queue.dropped

    @property
    def is_drained(self) -> bool:
        """Whether all published messages have left, as far as the adapter could tell."""
        return self._queue.is_drained

    @override
    def queue(self, frame: bytes, *, urgent: bool = False) -> None:
        self._queue.put(frame, urgent=urgent)

    def transport_holds(self, nbytes: int) -> None:
        """Note how many bytes the adapter has yet to send."""
        self._queue.transport_holds(nbytes)

    def close(self) -> None:
        """Take notice that the link has ended: it gets nothing more."""
        self.publication.unsubscribe(self)
        self._header = b""
        self._queue.clear()

    # the verbs

    def receive_buffer(self, hint: int = -1) -> memoryview:
        """Return the memory that the next bytes are to be written into."""
        del hint
        return memoryview(self._ignored)

    def received(self, nbytes: int, now: float) -> None:
        """Ignore bytes, which mean nothing."""

    def receive_data(self, data: Payload, now: float) -> None:
        """Ignore bytes, which mean nothing."""

    def data_to_send(self, now: float) -> list[bytes]:
        """Return the bytes to write now, none while the transport holds enough."""
        del now
        if self._header:
            header, self._header = self._header, b""
            return [header]
        frames = self._queue.take()
        self.sent += len(frames)
        self.sent_bytes += sum(map(len, frames))
        return frames

    def next_event(self) -> None:
        """Return None: there are no events."""

    def next_deadline(self) -> float | None:
        """Return None: a subscriber may be silent for ever."""
        return None

    def handle_deadline(self, now: float) -> None:
        """Do nothing: there are no deadlines."""


@dataclass(frozen=True, slots=True)
class RosPublisherGreeted:
    """The publisher has answered with its header.

    Attributes:
        type_name, md5: the type of its messages; `*` where the publisher does not say.
        definition: the text of the type and of all types that it needs; empty where the publisher does not say.
        callerid: the name of the publisher's node; empty where it does not say.
        latching: whether the first message may be one that was sent long ago.
        fields: the whole header.
    """

    type_name: str
    md5: str
    definition: str
    callerid: str
    latching: bool
    fields: Mapping[str, str]


class RosInboundTopicLink:
    """A subscription to a topic at one publisher.

    Args:
        topic: the full name of the topic.
        callerid: the name of our node.
        now: the time at which the link was made.
        peer: the name of the publisher in errors.
        type_name, md5: the wanted type; `*` accepts any type.
        tcp_nodelay: whether small messages shall not wait for each other.
        limit: the longest message taken, in bytes.

    `received`, `receive_data`, `receive_eof` and `handle_deadline` raise RosRemoteError or FrameTooLargeError; events
    that came before the error can still be fetched.
    """

    def __init__(
        self,
        topic: str,
        callerid: str,
        now: float,
        *,
        peer: str = "",
        type_name: str = ANY,
        md5: str = ANY,
        tcp_nodelay: bool = False,
        limit: int = DEFAULT_LIMIT,
    ) -> None:
        self.topic = topic
        self.peer = peer or TcprosWording.THE_PUBLISHER()
        self.greeted: RosPublisherGreeted | None = None
        self._wanted_md5 = md5
        fields = {"topic": topic, "callerid": callerid, "md5sum": md5, "type": type_name}
        if tcp_nodelay:
            fields["tcp_nodelay"] = "1"
        self._outbox = [encode_header(fields)]
        self._header: HeaderReader | None = HeaderReader()
        self._header_deadline = now + HEADER_TIMEOUT_S
        self._reader = FrameReader(LENGTH_SIZE, parse_length, limit, keep_empty=True)
        self._watch = StallWatch(self._reader)
        self._events: deque[RosPublisherGreeted | FrameBatch] = deque()

    @property
    def allocated(self) -> int:
        """The number of long messages that got new memory because views still held the old."""
        return self._reader.allocated

    def receive_buffer(self, hint: int = -1) -> memoryview:
        """Return the memory that the next bytes are to be written into."""
        return self._reader.receive_buffer(hint) if self._header is None else self._header.receive_buffer(hint)

    def received(self, nbytes: int, now: float) -> None:
        """Take the bytes that were written into the receive buffer."""
        if self._header is not None:
            self._take_header(self._header, self._header.received(nbytes), now)
            return
        reader = self._reader
        batch = reader.received(nbytes)
        if batch is not None:
            self._events.append(batch)
            self._watch.frame_completed()
        if reader.error is not None:
            raise reader.error
        self._watch.after_read(now)

    def receive_data(self, data: Payload, now: float) -> None:
        """Take bytes that were not written into the receive buffer."""
        if self._header is not None:
            self._take_header(self._header, self._header.feed(data), now)
            return
        for batch in self._reader.feed(data):
            self._events.append(batch)
            self._watch.frame_completed()
        if self._reader.error is not None:
            raise self._reader.error
        self._watch.after_read(now)

    def receive_eof(self, now: float) -> None:
        """Raise the error for a link that the publisher has closed."""
        del now
        if self._header is not None:
            raise RosClosedError(
                TcprosWording.CLOSED_BEFORE_ANSWER(peer=self.peer),
                TcprosWording.PUBLISHES_NO_MORE_TIP(topic=self.topic),
            )
        code = TcprosWording.CLOSED_WITHIN if self._reader.mid_frame else TcprosWording.CLOSED
        raise RosClosedError(code(peer=self.peer), TcprosWording.DIALLED_AGAIN_TIP())

    def data_to_send(self, now: float) -> list[bytes]:
        """Return the bytes to write now."""
        del now
        data, self._outbox = self._outbox, []
        return data

    def next_event(self) -> RosPublisherGreeted | FrameBatch | None:
        """Return the publisher's header, then the next batch of messages; None when there is no event."""
        return self._events.popleft() if self._events else None

    def next_deadline(self) -> float | None:
        """The time at which to call `handle_deadline`; only while a header or a message is under way."""
        return self._header_deadline if self._header is not None else self._watch.deadline

    def handle_deadline(self, now: float) -> None:
        """Raise RosRemoteError if the header has not come, or the message under way has hardly moved on."""
        if self._header is not None:
            if now >= self._header_deadline:
                raise RosRemoteError(
                    TcprosWording.SILENT(peer=self.peer, timeout_s=HEADER_TIMEOUT_S), TcprosWording.SILENT_TIP()
                )
            return
        stuck = self._watch.check(now)
        if stuck is not None:
            raise RosRemoteError(
                TcprosWording.MESSAGE_STUCK(topic=self.topic, reason=stuck), TcprosWording.MESSAGE_STUCK_TIP()
            )

    def _take_header(self, reader: HeaderReader, fields: dict[str, str] | None, now: float) -> None:
        if fields is None:
            return
        self.greeted = self._greeting(fields)
        self._header = None
        self._events.append(self.greeted)
        if reader.leftovers:
            self.receive_data(reader.leftovers, now)

    def _greeting(self, fields: dict[str, str]) -> RosPublisherGreeted:
        if "error" in fields:
            raise RosRefusedError(
                TcprosWording.REFUSED(peer=self.peer, reason=printable(fields["error"])),
                TcprosWording.TOPIC_REFUSED_TIP(topic=self.topic),
            )
        unsaid = _UNSAID.get((bool(fields.get("type")), bool(fields.get("md5sum"))))
        if unsaid is not None:
            raise RosRemoteError(unsaid(peer=self.peer, name=self.topic), TcprosWording.PORT_TIP())
        if fields.get("topic", self.topic) != self.topic:
            raise RosRemoteError(
                TcprosWording.OTHER_TOPIC(peer=self.peer, other=printable(fields["topic"], 80), topic=self.topic),
                TcprosWording.PEER_AT_FAULT_TIP(),
            )
        md5 = fields["md5sum"]
        if ANY not in {md5, self._wanted_md5} and md5 != self._wanted_md5:
            raise RosRemoteError(
                TcprosWording.OTHER_DEFINITION(
                    peer=self.peer,
                    topic=self.topic,
                    type_name=printable(fields["type"], 80),
                    md5=printable(md5, 40),
                    wanted_md5=self._wanted_md5,
                ),
                TcprosWording.OTHER_DEFINITION_TIP(),
            )
        return RosPublisherGreeted(
            fields["type"],
            md5,
            fields.get("message_definition", ""),
            fields.get("callerid", ""),
            fields.get("latching", "0").strip() == "1",
            fields,
        )
