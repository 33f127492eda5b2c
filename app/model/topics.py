"""The topics of all robots: of each its newest message, counters, statistics, and how its bytes are decoded.

Messages arrive at wire rate and stop in the store; views read what changed, at their own rate. One thread writes (the
link thread), any thread reads: what is read is either one immutable value or a number that only grows.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from operator import attrgetter
from typing import NamedTuple, Protocol

from app.model.schema import Payload, Schema

_MESSAGES = attrgetter("messages")

# rates are means over about this time: long enough to be steady, short enough to follow a change
RATE_WINDOW_S = 3.0


class Batch(Protocol):
    """Messages of one topic that arrived together, oldest first."""

    @property
    def count(self) -> int:
        """The number of messages."""

    @property
    def nbytes(self) -> int:
        """The size of all payloads together, without headers."""

    @property
    def newest(self) -> Payload:
        """The last payload."""

    def __iter__(self) -> Iterator[Payload]:
        """Each payload."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """Messages of one topic that arrived together, as the store and each sink get them.

    Attributes:
        schema: the schema by which they were sent. Publishers of one topic may differ, and one that comes back may have
            another definition.
        arrived_s: the time of arrival; monotonic.
        received_ns: the same by the wall clock.
        sender: the node that sent them, in the words of the robot; empty where the protocol does not tell.
    """

    payloads: Batch
    schema: Schema
    arrived_s: float
    received_ns: int
    sender: str = ""


# a function that gets every message of a topic, in the link thread
Sink = Callable[[Delivery], None]

# a function that gets every message of every topic, after the topic has received it, in the link thread
Tap = Callable[["Topic", Delivery], None]


@dataclass(frozen=True, slots=True)
class TopicKey:
    """A topic of a connection."""

    connection: str
    topic: str


class Message(NamedTuple):
    """One message as it arrived: payload, number (from 1, per topic) and the wall-clock time in nanoseconds.

    Attributes:
        schema: the schema by which it was sent. Publishers of one topic may differ.
        sender: the node that sent it; empty where the protocol does not tell.
    """

    payload: Payload
    number: int
    received_ns: int
    schema: Schema
    sender: str = ""


@dataclass(frozen=True, slots=True)
class TopicInfo:
    """A topic in the robot's list; counts are None where they are not known.

    Attributes:
        fault: why the topic can't be read now, in the robot's words; empty while it can, or may be.
        cost: the cost for the robot, or its users, of reading the topic; empty where it costs nothing.
        on_change: whether messages come only when something has changed, so that a silence makes no value old.
    """

    name: str
    type_name: str = ""
    publishers: int | None = None
    subscribers: int | None = None
    fault: str = ""
    cost: str = ""
    on_change: bool = False


@dataclass(frozen=True, slots=True)
class PollRate:
    """The rate at which a topic is polled, where the robot sends nothing by itself, and the limits of that rate.

    Attributes:
        rate_hz: the polling rate while the topic is wanted.
        default_hz: the rate of all topics of the robot that have no rate of their own.
    """

    rate_hz: float
    default_hz: float
    lowest_hz: float
    highest_hz: float


@dataclass(frozen=True, slots=True)
class Statistics:
    """The statistics of one topic; rate and bandwidth are None until two messages have come.

    Attributes:
        rate_hz: mean over the last seconds, by time of arrival.
        bandwidth_bytes_s: payload bytes without headers.
        dropped: messages that arrived and did not fit into a bounded queue behind the store.
    """

    messages: int
    nbytes: int
    dropped: int
    rate_hz: float | None
    bandwidth_bytes_s: float | None


class _Mark(NamedTuple):
    """The counters at the last arrival before a sample, and the longest gap between arrivals since the mark before."""

    arrival_s: float
    messages: int
    nbytes: int
    gap_s: float


@dataclass(slots=True, eq=False)
class Topic:
    """One topic: its newest message, counters and statistics.

    Attributes:
        schema: the schema to read its messages by; None while the type is not known. While the topic is live it is set
            by its subscription alone.
        newest: the last message, None before the first.
        live: whether the topic is subscribed to now.
        recorded_only: whether only the black box wants it.
        unread: why one of its publishers can't be read; empty while all can.
        channel: the note of the tap: by what it was made, for which schema, and the number of the channel.
    """

    key: TopicKey
    info: TopicInfo
    schema: Schema | None = None
    newest: Message | None = None
    live: bool = False
    recorded_only: bool = False
    unread: str = ""
    messages: int = 0
    nbytes: int = 0
    dropped: int = 0
    rate_hz: float | None = None
    bandwidth_bytes_s: float | None = None
    last_arrival_s: float = 0.0
    channel: tuple[object, Schema | None, int] = (None, None, 0)
    _gap_s: float = 0.0
    _marks: deque[_Mark] = field(default_factory=deque)
    _marked: int = 0

    def receive(self, delivery: Delivery) -> None:
        """Record messages that arrived."""
        batch, now = delivery.payloads, delivery.arrived_s
        self._gap_s = max(self._gap_s, now - self.last_arrival_s)
        self.last_arrival_s = now
        self.messages += batch.count
        self.nbytes += batch.nbytes
        self.schema = delivery.schema
        self.newest = Message(batch.newest, self.messages, delivery.received_ns, delivery.schema, delivery.sender)

    def sample(self, now: float) -> None:
        """Compute rate and bandwidth; to be called about twice a second.

        The rate is counted from arrival to arrival, so it is exact for slow topics too. It falls when a silence lasts
        longer than is usual for the topic.
        """
        marks = self._marks
        if self._marked != self.messages:
            self._marked = self.messages
            marks.append(_Mark(self.last_arrival_s, self.messages, self.nbytes, self._gap_s))
            self._gap_s = 0.0
        # marks older than the window, or before a silence as long, say nothing of the present rate
        while len(marks) > 2 and (marks[1].arrival_s < now - RATE_WINDOW_S or marks[1].gap_s > RATE_WINDOW_S):
            marks.popleft()
        if not marks or (span_s := marks[-1].arrival_s - marks[0].arrival_s) <= 0:
            return
        first, last = marks[0], marks[-1]
        usual_gap_s = max(mark.gap_s for mark in islice(marks, 1, None))
        silence_s = now - last.arrival_s
        if silence_s > max(RATE_WINDOW_S, 3 * usual_gap_s):
            self.rate_hz = self.bandwidth_bytes_s = 0.0
            return
        if silence_s > 2 * usual_gap_s:
            span_s += silence_s
        self.rate_hz = (last.messages - first.messages) / span_s
        self.bandwidth_bytes_s = (last.nbytes - first.nbytes) / span_s

    def reset_rate(self) -> None:
        """Start the rate again: after a break of the subscription the old arrivals say nothing of it."""
        self._marks.clear()
        self._marked = self.messages
        self.rate_hz = self.bandwidth_bytes_s = None

    def copied(self) -> Topic:
        """A copy with what it said last; its rates are begun again."""
        copy = replace(self, _marks=deque())
        copy.reset_rate()
        return copy

    @property
    def statistics(self) -> Statistics:
        """The present statistics."""
        return Statistics(self.messages, self.nbytes, self.dropped, self.rate_hz, self.bandwidth_bytes_s)


class TopicStore:
    """All topics of all connections.

    Attributes:
        topics: an immutable snapshot, in the order of appearance.
        revision: changes when `topics` changes or what is known of one (type, publishers, schema, live); not with
            messages.
        tap: the recorder's; None where nothing is recorded. It never raises.
    """

    def __init__(self) -> None:
        self.tap: Tap | None = None
        self.topics: tuple[Topic, ...] = ()
        self.revision = 0
        self._by_key: dict[TopicKey, Topic] = {}
        # connections whose robot was never reached
        self._concealed: set[str] = set()

    def conceal(self, connection: str) -> None:
        """Leave the topics of a connection out of `topics` until `reveal`: nobody knows yet whether they are there."""
        self._concealed.add(connection)

    def reveal(self, connection: str) -> None:
        """Show the topics of a connection, whose robot was reached."""
        if connection in self._concealed:
            self._concealed.remove(connection)
            self.touch()

    def get(self, key: TopicKey) -> Topic | None:
        """The topic, None if it is not known."""
        return self._by_key.get(key)

    def get_or_create(self, key: TopicKey, type_name: str = "") -> Topic:
        """The topic; it is added if it is not known."""
        known = self._by_key.get(key)
        if known is None:
            known = self._by_key[key] = Topic(key, TopicInfo(key.topic, type_name))
            if key.connection not in self._concealed:
                self.topics = (*self.topics, known)
            self.revision += 1
        return known

    def copied(self, replaced: Iterable[Topic]) -> TopicStore:
        """A store with the same topics, but for those that are replaced by others of their keys."""
        copy = TopicStore()
        copy._by_key, copy._concealed = self._by_key.copy(), self._concealed.copy()
        copy.replace(replaced)
        return copy

    def replace(self, topics: Iterable[Topic]) -> None:
        """Put topics in the place of those of their keys."""
        self._by_key.update({topic.key: topic for topic in topics})
        self.touch()

    def update(self, connection: str, infos: Collection[TopicInfo]) -> None:
        """Replace the list of a robot's topics: new ones are added; others are removed unless they are live."""
        named = {info.name: info for info in infos}
        changed = False
        for topic in tuple(self._by_key.values()):
            if topic.key.connection == connection and topic.info.name not in named and not topic.live:
                del self._by_key[topic.key]
                changed = True
        for name, info in named.items():
            key = TopicKey(connection, name)
            known = self._by_key.get(key)
            if known is None:
                self._by_key[key] = Topic(key, info)
                changed = True
            elif known.info != info:
                # what is subscribed to is read as its publishers say, whatever type the list has
                outdated = known.schema is not None and info.type_name not in {"", known.schema.name}
                if outdated and not known.live:
                    known.schema = None
                known.info = info
                changed = True
        if changed:
            self.touch()

    def remove_connection(self, connection: str) -> None:
        """Remove all topics of a connection."""
        self._by_key = {key: topic for key, topic in self._by_key.items() if key.connection != connection}
        self._concealed.discard(connection)
        self.touch()

    def touch(self) -> None:
        """Publish a change that was made to topics directly."""
        self.topics = tuple(self._by_key.values())
        if self._concealed:
            self.topics = tuple(topic for topic in self.topics if topic.key.connection not in self._concealed)
        self.revision += 1

    @property
    def with_messages(self) -> Iterator[Topic]:
        """The topics that have received messages. Of thousands most have not; to skip them takes no step of Python."""
        return filter(_MESSAGES, self.topics)

    def sample(self, now: float) -> None:
        """Compute the statistics of all topics that have received messages."""
        for topic in self.with_messages:
            topic.sample(now)


@dataclass(frozen=True, slots=True)
class DecoderChoice:
    """The decoder of one topic whose bytes have no type: what the operator chose, and may choose.

    Attributes:
        current: one of `offered`.
        offered: names that the operator understands: “bytes”, “JPEG”, “PNG”, “ROS 1”.
        typed: those of `offered` that need the name of a message type.
        type_name: the message type, where `current` needs one.
    """

    current: str
    offered: tuple[str, ...]
    typed: frozenset[str] = frozenset()
    type_name: str = ""
