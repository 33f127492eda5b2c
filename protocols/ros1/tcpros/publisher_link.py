"""Topics that we publish, and the links of their subscribers behind their headers, sans-IO.

    Publications    the topics of one node, by name
    Publication     one topic: its type, its last messages, the links of its subscribers
    PublisherLink   one link: a header, then only messages, each in one write with its length

`protocols.ros1.tcpros.node_link` reads a subscriber's header and decides what a link is. `protocols.publishing` decides what
becomes of messages that a subscriber is too slow for.
"""

from __future__ import annotations

from collections.abc import Hashable

from typing_extensions import override

from protocols.publishing import Fanout, PublicationTable, QueueingLink, QueuePolicy, SendQueue
from protocols.ros1.names import ANY
from protocols.ros1.tcpros.header import LENGTH_SIZE, encode_header, encode_length
from protocols.schema import Payload


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

    def set_first_message(self, payload: Payload | None) -> None:
        """Set the message that every new subscriber gets first from now on; None for none."""
        self.greeting = None if payload is None else _frame(payload)

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


class RosPublications(PublicationTable[RosPublication]):
    """The topics of one node."""


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
