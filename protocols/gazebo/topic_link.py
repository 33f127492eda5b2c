"""The link to one publisher of one topic, sans-IO (TopicManager::ConnectSubToPub, PublicationTransport).

We send a single `sub` packet; everything that comes back is bare messages of the topic. The publisher never reads
again, so another topic needs another link.
"""

from __future__ import annotations

from collections import deque

from protocols.errors import GazeboClosedError, GazeboError
from protocols.frames import DEFAULT_LIMIT, FrameBatch, StallWatch
from protocols.gazebo import packets
from protocols.gazebo.framing import frame_reader
from protocols.gazebo.names import GazeboEndpoint
from protocols.gazebo.packets import PublisherRecord, SubscriberRecord
from protocols.schema import Payload


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
        where = " in the middle of a message" if self._reader.mid_frame else ""
        raise GazeboClosedError(
            f"the publisher {self.record.endpoint} closed the link{where}",
            "Its program may have ended; it is dialled again for as long as the master lists it.",
        )

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
                f"a message of {self.record.topic} is stuck: {stuck}",
                "The network may be too slow for this topic, or the publisher hangs.",
            )
