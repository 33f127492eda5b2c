"""The session with a Gazebo master, sans-IO (gazebo/Master.cc, gazebo/transport/ConnectionManager.cc).

The master speaks first: `version_init`, `topic_namepaces_init` (sic), `publishers_init`. From then on it answers
requests in order, about 10 to 20 ms later, and reports publishers and namespaces as they come and go:

    publisher_add, publisher_del            to everybody                -> PublisherAdded, PublisherRemoved
    publisher_subscribe, -_advertise        to subscribers of the topic -> PublisherOffered: dial it
    unadvertise                             to subscribers of the topic -> PublisherWithdrawn: hang up

Losing this session is routine. When a client leaves, the master may give the next newcomer the slot of a live client.
The master then closes that client's link, or, if it has records of the client (subscriptions or advertised topics),
keeps the link without ever writing to it again. A packet on such a link can end gzserver. So a session that subscribes
or advertises has to be silent after that (`watched=False`), and a session without records asks with a `get_topics`
every few seconds whether the master still answers.

A session serves one link: for the next, make a new one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection
from dataclasses import dataclass

from protocols.errors import GazeboClosedError, GazeboError, GazeboRejectedError, LocalProtocolError
from protocols.frames import DEFAULT_LIMIT
from protocols.gazebo import packets
from protocols.gazebo.names import GazeboEndpoint, check_topic
from protocols.gazebo.packets import GazeboTopicInfo, PublisherRecord, SubscriberRecord, frame_reader
from protocols.gazebo.wording import GazeboWireWording
from protocols.schema import Payload

# a loaded server greets within milliseconds; a server that is just loading its world was seen to take two seconds
GREETING_TIMEOUT_S = 5.0
WATCHDOG_INTERVAL_S = 2.0
WATCHDOG_TIMEOUT_S = 3.0
# a link that is mute from its birth is found sooner: answers normally take 20 ms
FIRST_ANSWER_TIMEOUT_S = 2.0
# a hostile or broken master must not fill our memory with names; the largest real worlds have some thousands
MAX_RECORDS = 100_000
# characters of an unknown name that are worth showing
MAX_SHOWN = 40


@dataclass(frozen=True, slots=True)
class GazeboMasterGreeted:
    """The master has greeted: requests may be sent."""

    version: str
    namespaces: tuple[str, ...]
    publishers: tuple[PublisherRecord, ...]


@dataclass(frozen=True, slots=True)
class NamespaceAdded:
    """A namespace, usually a world, was registered."""

    name: str


@dataclass(frozen=True, slots=True)
class PublisherAdded:
    """A publisher appeared somewhere."""

    record: PublisherRecord


@dataclass(frozen=True, slots=True)
class PublisherRemoved:
    """A publisher is gone."""

    record: PublisherRecord


@dataclass(frozen=True, slots=True)
class PublisherOffered:
    """A topic that we subscribe to has a publisher: dial it, unless that is done already."""

    record: PublisherRecord


@dataclass(frozen=True, slots=True)
class PublisherWithdrawn:
    """A publisher of a topic that we subscribe to has ended: hang up."""

    record: PublisherRecord


@dataclass(frozen=True, slots=True)
class SubscriberLeft:
    """A subscriber of a topic that we publish has unsubscribed."""

    record: SubscriberRecord


@dataclass(frozen=True, slots=True)
class TopicsListed:
    """The answer to `ask_topics`: the names of all topics that are published or subscribed to."""

    topics: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PublishersListed:
    """The answer to `ask_publishers`: all publisher records."""

    publishers: tuple[PublisherRecord, ...]


@dataclass(frozen=True, slots=True)
class NamespacesListed:
    """The answer to `ask_namespaces`: all namespaces."""

    namespaces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TopicInfoAnswered:
    """The answer to `ask_topic_info`: the master's records of a topic."""

    topic: str
    info: GazeboTopicInfo


@dataclass(frozen=True, slots=True)
class PacketIgnored:
    """A packet of an unknown type has come."""

    packet_type: str


MasterEvent = (
    GazeboMasterGreeted
    | NamespaceAdded
    | PublisherAdded
    | PublisherRemoved
    | PublisherOffered
    | PublisherWithdrawn
    | SubscriberLeft
    | TopicsListed
    | PublishersListed
    | NamespacesListed
    | TopicInfoAnswered
    | PacketIgnored
)


class MasterSession:
    """A session with a master on one link.

    Args:
        identity: the host and port by which the master shall know us as a subscriber: stable, unique to this process.
        now: the time at which the link was made, in seconds of the clock that all calls use.
        limit: the longest frame taken, in bytes.
        watched: whether to ask again and again if the master still answers; else only commands are sent.

    `received`, `receive_data`, `receive_eof` and `handle_deadline` raise GazeboError or FrameTooLargeError; events that
    came before the error can still be fetched.
    """

    def __init__(
        self, identity: GazeboEndpoint, now: float, limit: int = DEFAULT_LIMIT, *, watched: bool = True
    ) -> None:
        self.identity = identity
        self.greeted = False
        self._watched = watched
        self._reader = frame_reader(limit)
        self._outbox: list[bytes] = []
        self._events: deque[MasterEvent] = deque()
        self._version: str | None = None
        self._namespaces: tuple[str, ...] | None = None
        # the last list of topics, which may be long, as it came and what it says
        self._listed: tuple[bytes, tuple[str, ...]] = (b"", ())
        self._publishers: tuple[PublisherRecord, ...] | None = None
        self._pending: deque[tuple[str, str]] = deque()
        self._request_id = 0
        self._greeting_deadline = now + GREETING_TIMEOUT_S
        self._next_probe = 0.0
        self._answer_deadline: float | None = None
        self._handlers = self._make_handlers()

    # commands

    def subscribe(self, topic: str, msg_type: str, now: float, *, latching: bool = True) -> None:
        """Ask for the publishers of a topic, present and future ones."""
        record = SubscriberRecord(topic, msg_type, self.identity.host, self.identity.port, latching)
        self._outbox.append(packets.encode_subscription("subscribe", record, now))

    def unsubscribe(self, topic: str, msg_type: str, now: float, links: tuple[GazeboEndpoint, ...] = ()) -> None:
        """End a subscription: remove our record at the master, and at each publisher by the near end of our `links`.

        Publishers know a subscriber only by the far port of its link, the master by the identity that it gave.
        """
        for endpoint in (self.identity, *links):
            record = SubscriberRecord(topic, msg_type, endpoint.host, endpoint.port)
            self._outbox.append(packets.encode_subscription("unsubscribe", record, now))

    def advertise(self, record: PublisherRecord, now: float) -> None:
        """Advertise a topic that we publish; its subscribers dial `record.endpoint`.

        The call is allowed before the greeting. Raises what `check_publication` raises.
        """
        check_publication(record)
        self._outbox.append(packets.encode_publication("advertise", record, now))

    def unadvertise(self, record: PublisherRecord, now: float) -> None:
        """Revoke an `advertise`: subscribers hang up."""
        self._outbox.append(packets.encode_publication("unadvertise", record, now))

    def ask_topics(self, now: float) -> None:
        """Ask for all names of topics; the answer is TopicsListed."""
        self._ask("get_topics", "", now)

    def ask_publishers(self, now: float) -> None:
        """Ask for all publisher records; the answer is PublishersListed."""
        self._ask("get_publishers", "", now)

    def ask_namespaces(self, now: float) -> None:
        """Ask for all namespaces; the answer is NamespacesListed."""
        self._ask("get_topic_namespaces", "", now)

    def ask_topic_info(self, topic: str, now: float) -> None:
        """Ask about one topic; the answer is TopicInfoAnswered. Many at once cost no more time than one."""
        self._ask("topic_info", topic, now)

    # the five verbs, and the two of a stream

    def receive_buffer(self, hint: int = -1) -> memoryview:
        """Return the memory that the next bytes are to be written into."""
        return self._reader.receive_buffer(hint)

    def received(self, nbytes: int, now: float) -> None:
        """Take the bytes that were written into the receive buffer."""
        batch = self._reader.received(nbytes)
        if batch is not None:
            for payload in batch:
                self._take_packet(payload, now)
        if self._reader.error is not None:
            raise self._reader.error

    def receive_data(self, data: Payload, now: float) -> None:
        """Take bytes that were not written into the receive buffer."""
        for batch in self._reader.feed(data):
            for payload in batch:
                self._take_packet(payload, now)
        if self._reader.error is not None:
            raise self._reader.error

    def receive_eof(self, now: float) -> None:
        """Raise the error for a link that the master has closed."""
        del now
        if not self.greeted:
            raise GazeboRejectedError(GazeboWireWording.REJECTED(), GazeboWireWording.REJECTED_TIP())
        raise GazeboClosedError(GazeboWireWording.MASTER_CLOSED(), GazeboWireWording.MASTER_CLOSED_TIP())

    def data_to_send(self, now: float) -> list[bytes]:
        """Return the bytes to write now."""
        del now
        data, self._outbox = self._outbox, []
        return data

    def next_event(self) -> MasterEvent | None:
        """The next event, None when there is none."""
        return self._events.popleft() if self._events else None

    def next_deadline(self) -> float | None:
        """The time at which to call `handle_deadline`."""
        if not self.greeted:
            return self._greeting_deadline
        if not self._watched:
            return None
        return self._next_probe if self._answer_deadline is None else self._answer_deadline

    def handle_deadline(self, now: float) -> None:
        """Probe the master. Raises GazeboError if it is silent."""
        if not self.greeted:
            if now >= self._greeting_deadline:
                raise GazeboError(
                    GazeboWireWording.NO_GREETING(timeout_s=GREETING_TIMEOUT_S), GazeboWireWording.NO_GREETING_TIP()
                )
        elif not self._watched:
            return
        elif self._answer_deadline is not None:
            if now >= self._answer_deadline:
                raise GazeboError(GazeboWireWording.MASTER_SILENT(), GazeboWireWording.MASTER_SILENT_TIP())
        elif now >= self._next_probe:
            self._probe(now, WATCHDOG_TIMEOUT_S)

    # inside

    def _probe(self, now: float, timeout_s: float) -> None:
        self.ask_topics(now)
        self._answer_deadline = now + timeout_s

    def _ask(self, request: str, data: str, now: float) -> None:
        self._request_id = self._request_id % 10_000 + 1
        self._pending.append((request, data))
        self._outbox.append(packets.encode_request(self._request_id, request, data, now))

    def _answered(self, request: str, now: float, among: Collection[str] = ()) -> str | None:
        """Return the data of the oldest pending request of this kind, which must be `among` these; None without one.

        Requests before it will have no answer: they are forgotten.
        """

        def is_it(pending: tuple[str, str]) -> bool:
            return pending[0] == request and (not among or pending[1] in among)

        if not any(map(is_it, self._pending)):
            return None
        while not is_it(pending := self._pending.popleft()):
            pass
        # any answer shows that the master still writes to us
        self._answer_deadline = None
        self._next_probe = now + WATCHDOG_INTERVAL_S
        return pending[1]

    def _take_packet(self, payload: Payload, now: float) -> None:
        packet_type, body = packets.parse_packet(payload)
        handler = self._handlers.get(packet_type)
        if not self.greeted and not packet_type.endswith("_init"):
            raise GazeboError(
                GazeboWireWording.NOT_GREETED(packet=packet_type[:MAX_SHOWN]), GazeboWireWording.NOT_GREETED_TIP()
            )
        if handler is None:
            self._events.append(PacketIgnored(packet_type[:MAX_SHOWN]))
            return
        handler(body, packet_type, now)

    def _make_handlers(self) -> dict[str, Callable[[bytes, str, float], None]]:
        return {
            "version_init": self._on_version,
            "topic_namepaces_init": self._on_namespaces,
            "publishers_init": self._on_publishers,
            "topic_namespace_add": lambda body, what, _: self._emit(NamespaceAdded(packets.parse_string(body, what))),
            "publisher_add": self._on_publisher(PublisherAdded),
            "publisher_del": self._on_publisher(PublisherRemoved),
            "publisher_subscribe": self._on_publisher(PublisherOffered),
            "publisher_advertise": self._on_publisher(PublisherOffered),
            # sent by servers older than 9 only
            "publisher_update": self._on_publisher(PublisherOffered),
            "unadvertise": self._on_publisher(PublisherWithdrawn),
            "unsubscribe": lambda body, what, _: self._emit(SubscriberLeft(packets.parse_subscriber(body, what))),
            "topic_list": self._on_topic_list,
            "publisher_list": self._on_publisher_list,
            "get_topic_namespaces_response": self._on_namespace_list,
            "topic_info_response": self._on_topic_info,
        }

    def _emit(self, event: MasterEvent) -> None:
        self._events.append(event)

    def _on_publisher(self, event: Callable[[PublisherRecord], MasterEvent]) -> Callable[[bytes, str, float], None]:
        return lambda body, what, _: self._emit(event(packets.parse_publisher(body, what)))

    def _on_version(self, body: bytes, what: str, now: float) -> None:
        self._version = packets.parse_string(body, what)
        self._greet(now)

    def _on_namespaces(self, body: bytes, what: str, now: float) -> None:
        self._namespaces = packets.parse_strings(body, what, MAX_RECORDS)
        self._greet(now)

    def _on_publishers(self, body: bytes, what: str, now: float) -> None:
        self._publishers = packets.parse_publishers(body, what, MAX_RECORDS)
        self._greet(now)

    def _greet(self, now: float) -> None:
        if self.greeted or self._version is None or self._namespaces is None or self._publishers is None:
            return
        self.greeted = True
        self._events.append(GazeboMasterGreeted(self._version, self._namespaces, self._publishers))
        if self._watched:
            self._probe(now, FIRST_ANSWER_TIMEOUT_S)

    def _on_topic_list(self, body: bytes, what: str, now: float) -> None:
        if body != self._listed[0]:
            self._listed = body, packets.parse_strings(body, what, MAX_RECORDS)
        if self._answered("get_topics", now) is not None:
            self._events.append(TopicsListed(self._listed[1]))

    def _on_publisher_list(self, body: bytes, what: str, now: float) -> None:
        publishers = packets.parse_publishers(body, what, MAX_RECORDS)
        if self._answered("get_publishers", now) is not None:
            self._events.append(PublishersListed(publishers))

    def _on_namespace_list(self, body: bytes, what: str, now: float) -> None:
        namespaces = packets.parse_strings(body, what, MAX_RECORDS)
        if self._answered("get_topic_namespaces", now) is not None:
            self._events.append(NamespacesListed(namespaces))

    def _on_topic_info(self, body: bytes, what: str, now: float) -> None:
        info = packets.parse_topic_info(body, what, MAX_RECORDS)
        # a master that gave our link the slot of another client answers that one's last questions here
        topic = self._answered("topic_info", now, info.topics)
        if topic is not None:
            self._events.append(TopicInfoAnswered(topic, info))


def check_publication(record: PublisherRecord) -> None:
    """Raise LocalProtocolError for a record that would harm the master.

    Such a record has an invalid name or no type, or an address that can't be dialled.
    """
    check_topic(record.topic)
    if not record.msg_type or not record.host or not 0 < record.port < 65536:
        raise LocalProtocolError(
            GazeboWireWording.NOT_ADVERTISED(
                topic=record.topic, type_name=record.msg_type, host=record.host, port=record.port
            ),
            GazeboWireWording.NOT_ADVERTISED_TIP(),
        )
