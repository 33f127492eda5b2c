"""The links that carry a topic's messages, both ends, sans-IO.

A subscriber dials the publisher's server and sends a single `sub` packet; from then on only the publisher sends: bare
messages of the topic, each in one write with its header (TopicManager::ConnectSubToPub, PublicationTransport,
gazebo/transport/Publication.cc, ConnectionManager::OnAccept). The publisher never reads again, so another topic needs
another link.

    GazeboInboundTopicLink   our subscription: one link to one publisher of one topic
    GazeboPublications       the topics that a server of ours publishes, by name; one server serves all topics
    GazeboPublication        one topic of ours: its last messages, the links of its subscribers
    GazeboOutboundTopicLink  one accepted link of a subscriber, the core that an adapter drives

`protocols.publishing` decides what becomes of messages that a subscriber is too slow for.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable

from typing_extensions import override

from protocols.errors import GazeboClosedError, GazeboError, LocalProtocolError
from protocols.frames import DEFAULT_LIMIT, FrameBatch, StallWatch
from protocols.gazebo import packets
from protocols.gazebo.names import GazeboEndpoint
from protocols.gazebo.packets import HEADER_SIZE, PublisherRecord, SubscriberRecord, encode_frame, frame_reader
from protocols.gazebo.wording import GazeboWireWording
from protocols.publishing import Fanout, PublicationTable, QueueingLink, QueuePolicy, SendQueue
from protocols.schema import Payload

# a `sub` packet is a topic, a type and an address: real ones take some hundred bytes
SUB_LIMIT = 16 * 1024
# it follows the connection at once; the slowest radio link that is of any use takes less
SUB_TIMEOUT_S = 10.0


class GazeboPublication(Fanout["GazeboOutboundTopicLink"]):
    """One topic that we publish."""

    def __init__(self, topic: str, type_name: str, policy: QueuePolicy = QueuePolicy.QUEUE) -> None:
        super().__init__(policy)
        self.topic = topic
        self.type_name = type_name

    def publish(self, publisher: Hashable, payload: Payload, *, urgent: bool = False) -> None:
        """Queue a message for every subscriber, and keep it for later subscribers; flush the links afterwards.

        Args:
            publisher: the key of the publisher: a latching subscriber gets the last message of each publisher.
            payload: the message; Gazebo knows no empty messages.
            urgent: whether it takes the place of all that waits, and is sent whatever the transport holds.

        Raises:
            LocalProtocolError: the message is empty.
        """
        if not len(payload):
            raise LocalProtocolError(
                GazeboWireWording.EMPTY_PAYLOAD(type_name=self.type_name), GazeboWireWording.EMPTY_PAYLOAD_TIP()
            )
        self.send(publisher, encode_frame(payload), urgent=urgent)

    def set_first_message(self, make: Callable[[], Payload] | None) -> None:
        """Set what makes the message that every new subscriber gets first from now on; None for none."""
        self.first_frame = None if make is None else lambda: encode_frame(make())

    def last_message(self, publisher: Hashable) -> bytes | None:
        """Return the last message of a publisher, None if it has sent none."""
        frame = self.last_frame(publisher)
        return frame[HEADER_SIZE:] if frame is not None else None


# the topics of one server
GazeboPublications = PublicationTable[GazeboPublication]


class GazeboOutboundTopicLink(QueueingLink):
    """One accepted link of a subscriber.

    A subscriber of a topic that is not published gets nothing, as with Gazebo: it may have asked too late.

    Args:
        publications: the topics that are published.
        now: the time at which the link was made.

    Attributes:
        record: the subscriber's record in its `sub` packet, None before that has come.
        publication: the topic that it gets, None before that and if there is no such topic.

    `received`, `receive_data`, `receive_eof` and `handle_deadline` raise GazeboError or FrameTooLargeError.
    """

    def __init__(self, publications: GazeboPublications, now: float) -> None:
        self.record: SubscriberRecord | None = None
        self.publication: GazeboPublication | None = None
        self._publications = publications
        self._reader = frame_reader(SUB_LIMIT)
        self._deadline: float | None = now + SUB_TIMEOUT_S
        self._events: deque[SubscriberRecord] = deque()
        self._queue = SendQueue()
        # bytes behind the one packet mean nothing, and are read so that the end of the link is seen
        self._ignored = bytearray(1024)

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
        """Note how many bytes the adapter has yet to send: call it before `data_to_send`, and as the number shrinks."""
        self._queue.transport_holds(nbytes)

    def close(self) -> None:
        """Take notice that the link has ended: it gets nothing more."""
        self._deadline = None
        if self.publication is not None:
            self.publication.unsubscribe(self)
        self._queue.clear()

    # the five verbs, and the two of a stream

    def receive_buffer(self, hint: int = -1) -> memoryview:
        """Return the memory that the next bytes are to be written into."""
        return self._reader.receive_buffer(hint) if self.record is None else memoryview(self._ignored)

    def received(self, nbytes: int, now: float) -> None:
        """Take the bytes that were written into the receive buffer."""
        del now
        if self.record is not None:
            return
        batch = self._reader.received(nbytes)
        if batch is not None:
            self._take_packet(next(iter(batch)))
        elif self._reader.error is not None:
            raise self._reader.error

    def receive_data(self, data: Payload, now: float) -> None:
        """Take bytes that were not written into the receive buffer."""
        del now
        if self.record is not None:
            return
        for batch in self._reader.feed(data):
            self._take_packet(next(iter(batch)))
            return
        if self._reader.error is not None:
            raise self._reader.error

    def receive_eof(self, now: float) -> None:
        """Raise the error for a link that the subscriber has closed."""
        del now
        self.close()
        raise GazeboClosedError(GazeboWireWording.SUBSCRIBER_CLOSED(), GazeboWireWording.SUBSCRIBER_CLOSED_TIP())

    def data_to_send(self, now: float) -> list[bytes]:
        """Return the bytes to write now, none while the transport holds enough; call again until there are none."""
        del now
        return self._queue.take()

    def next_event(self) -> SubscriberRecord | None:
        """Return the subscriber's record, once; None when there is none."""
        return self._events.popleft() if self._events else None

    def next_deadline(self) -> float | None:
        """The time at which to call `handle_deadline`; only before the `sub` packet has come."""
        return self._deadline

    def handle_deadline(self, now: float) -> None:
        """Raise GazeboError if the `sub` packet has not come in time."""
        if self._deadline is not None and now >= self._deadline:
            self._deadline = None
            raise GazeboError(
                GazeboWireWording.NO_SUBSCRIPTION(timeout_s=SUB_TIMEOUT_S), GazeboWireWording.NO_SUBSCRIPTION_TIP()
            )

    # inside

    def _take_packet(self, payload: Payload) -> None:
        packet_type, body = packets.parse_packet(payload)
        if packet_type != "sub":
            raise GazeboError(
                GazeboWireWording.SUBSCRIBER_BEGINNING(packet=packet_type[:40]),
                GazeboWireWording.SUBSCRIBER_BEGINNING_TIP(),
            )
        self.record = packets.parse_subscriber(body, packet_type)
        self._deadline = None
        self._events.append(self.record)
        self.publication = self._publications.get(self.record.topic)
        self._queue.topic = self.publication
        if self.publication is not None:
            self.publication.subscribe(self, latching=self.record.latching)


class GazeboInboundTopicLink:
    """A subscription to `record.topic` at its publisher.

    Args:
        record: the master's record of the publisher.
        local: the near end of the link: Gazebo gives it as the subscriber's identity.
        latching: whether to get the last message that was published before, at once.
        looks_on: whether to mark the subscriber as one that obeys nothing; see `packets.SubscriberRecord`.
        now: the time at which the link was made.
        limit: the longest frame taken, in bytes.

    `received`, `receive_data`, `receive_eof` and `handle_deadline` raise GazeboError or FrameTooLargeError; batches
    that came before the error can still be fetched.
    """

    def __init__(
        self,
        record: PublisherRecord,
        local: GazeboEndpoint,
        now: float,
        *,
        latching: bool = True,
        looks_on: bool = False,
        limit: int = DEFAULT_LIMIT,
    ) -> None:
        self.record = record
        self.local = local
        self._reader = frame_reader(limit)
        self._batches: deque[FrameBatch] = deque()
        subscriber = SubscriberRecord(record.topic, record.msg_type, local.host, local.port, latching, looks_on)
        self._outbox = [packets.encode_subscription("sub", subscriber, now)]
        self._watch = StallWatch(self._reader)

    @property
    def allocated(self) -> int:
        """The number of long messages that got new memory because views still held the old."""
        return self._reader.allocated

    def receive_buffer(self, hint: int = -1) -> memoryview:
        """Return the memory that the next bytes are to be written into."""
        return self._reader.receive_buffer(hint)

    def received(self, nbytes: int, now: float) -> None:
        """Take the bytes that were written into the receive buffer."""
        reader = self._reader
        batch = reader.received(nbytes)
        if batch is not None:
            self._batches.append(batch)
            self._watch.frame_completed()
        if reader.error is not None:
            raise reader.error
        self._watch.after_read(now)

    def receive_data(self, data: Payload, now: float) -> None:
        """Take bytes that were not written into the receive buffer."""
        for batch in self._reader.feed(data):
            self._batches.append(batch)
            self._watch.frame_completed()
        if self._reader.error is not None:
            raise self._reader.error
        self._watch.after_read(now)

    def receive_eof(self, now: float) -> None:
        """Raise the error for a link that the publisher has closed."""
        del now
        code = (
            GazeboWireWording.PUBLISHER_CLOSED_WITHIN if self._reader.mid_frame else GazeboWireWording.PUBLISHER_CLOSED
        )
        raise GazeboClosedError(code(endpoint=self.record.endpoint), GazeboWireWording.PUBLISHER_CLOSED_TIP())

    def data_to_send(self, now: float) -> list[bytes]:
        """Return the bytes to write now."""
        del now
        data, self._outbox = self._outbox, []
        return data

    def next_event(self) -> FrameBatch | None:
        """The next batch of messages, None when there is none."""
        return self._batches.popleft() if self._batches else None

    def next_deadline(self) -> float | None:
        """The time at which to call `handle_deadline`; only while a message is under way."""
        return self._watch.deadline

    def handle_deadline(self, now: float) -> None:
        """Raise GazeboError if the message under way has hardly moved on."""
        stuck = self._watch.check(now)
        if stuck is not None:
            raise GazeboError(
                GazeboWireWording.STUCK(topic=self.record.topic, reason=stuck), GazeboWireWording.STUCK_TIP()
            )
