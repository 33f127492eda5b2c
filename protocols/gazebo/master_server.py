"""A Gazebo master, sans-IO (gazebo/Master.cc): the side that `protocols.gazebo.master` talks to.

    MasterServer        the records of the master, and the links of all its clients
    MasterServerLink    one accepted link, the core that an adapter drives

A message of one client is passed on to others, so a link's input may leave output on any link. The adapter learns of
that by the event `OtherLinksChanged` and flushes all links; when a link has ended it calls `close` and does the same.

Clients are known by their links: the records of a client end with its link. A client that breaks the rules or a limit,
or that reads too slowly, loses its link, and no other client notices.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from google.protobuf.message import DecodeError

from protocols.errors import GazeboClosedError, GazeboError
from protocols.gazebo import packets
from protocols.gazebo.packets import PublisherRecord, SubscriberRecord, frame_reader
from protocols.gazebo.wording import GazeboWireWording
from protocols.names import MAX_NAME_LENGTH
from protocols.schema import Payload
from protos.gazebo import transport_pb2 as pb

VERSION = "gazebo 11.10"
# a record is a topic, a type and an address: real packets take some hundred bytes
PACKET_LIMIT = 64 * 1024
# real processes have some hundred topics, real worlds some thousand
MAX_RECORDS_PER_LINK = 2_000
MAX_RECORDS = 20_000
MAX_NAMESPACES = 1_000
# Bytes that may wait for a client: its greeting and its answers name every record, and a busy client reads late. A
# client with more does not read at all.
MAX_WAITING_BYTES = 32 * 1024 * 1024
# A real master reads its input and sends its output every 10 ms, and Gazebo's tools rely on that: when answered within
# one millisecond, `gz topic -p` of 11.1 never sends its second request in one run of five.
TURN_S = 0.01
# bytes that the transport may hold before it gets more
MAX_HELD_BYTES = 256 * 1024

_Key = tuple[str, str, int]


@dataclass(frozen=True, slots=True)
class OtherLinksChanged:
    """Links other than this one may have something to send."""


class MasterServer:
    """The records of a master, and the links of its clients.

    Args:
        namespaces: the namespaces, usually the name of the world.
        version: the version in the greeting; clients log a version that is not their own.
    """

    def __init__(self, namespaces: Iterable[str] = (), version: str = VERSION) -> None:
        self.version = version
        self.namespaces = list(namespaces)
        self._links: list[MasterServerLink] = []

    @property
    def links(self) -> tuple[MasterServerLink, ...]:
        """The open links, in the order in which they were made."""
        return tuple(self._links)

    @property
    def publishers(self) -> list[PublisherRecord]:
        """The records of all advertised topics."""
        return [record for link in self._links for record in link.publishers.values()]

    @property
    def subscribers(self) -> list[SubscriberRecord]:
        """The records of all subscriptions."""
        return [record for link in self._links for record in link.subscribers.values()]

    def add(self, link: MasterServerLink, now: float) -> None:
        """Add the link of a new client, and greet the client."""
        link.queue(packets.encode_packet("version_init", _string(self.version), now), now)
        link.queue(packets.encode_packet("topic_namepaces_init", _strings(self.namespaces), now), now)
        link.queue(packets.encode_packet("publishers_init", _publishers(self.publishers), now), now)
        self._links.append(link)

    def remove(self, link: MasterServerLink, now: float) -> None:
        """Remove the link of a client that has gone, and its records; a second call does nothing."""
        if link not in self._links:
            return
        self._links.remove(link)
        for publisher in link.publishers.values():
            self._tell_of_end(publisher, now)
        for subscriber in link.subscribers.values():
            self._tell_publishers(subscriber, now)

    def add_namespace(self, name: str, now: float) -> None:
        """Add a namespace. Raises GazeboError when there are too many."""
        if name in self.namespaces:
            return
        if len(self.namespaces) >= MAX_NAMESPACES:
            raise _too_many(GazeboWireWording.TOO_MANY_NAMESPACES, MAX_NAMESPACES)
        self.namespaces.append(name)
        self._tell(packets.encode_packet("topic_namespace_add", _string(name), now), now)

    def advertise(self, link: MasterServerLink, record: PublisherRecord, now: float) -> None:
        """Add a client's publisher. Raises GazeboError when there are too many records, as `subscribe` does."""
        if _key(record) not in link.publishers:
            self._check_room(link)
        self._tell(packets.encode_publication("publisher_add", record, now), now)
        link.publishers[_key(record)] = record
        self._tell_subscribers(packets.encode_publication("publisher_advertise", record, now), record.topic, now)

    def unadvertise(self, record: PublisherRecord, now: float) -> None:
        """Remove a publisher, whichever client advertised it and of whatever type."""
        for link in self._links:
            link.publishers.pop(_key(record), None)
        self._tell_of_end(record, now)

    def subscribe(self, link: MasterServerLink, record: SubscriberRecord, now: float) -> None:
        """Add a client's subscription, and tell the client of every publisher of the topic."""
        if _key(record) not in link.subscribers:
            self._check_room(link)
        link.subscribers[_key(record)] = record
        for publisher in self.publishers:
            if publisher.topic == record.topic:
                link.queue(packets.encode_publication("publisher_subscribe", publisher, now), now)

    def unsubscribe(self, record: SubscriberRecord, now: float) -> None:
        """Remove a subscription, and tell its publishers, which know the link by the port in `record`."""
        self._tell_publishers(record, now)
        for link in self._links:
            link.subscribers.pop(_key(record), None)

    def answer(self, request: str, data: str, now: float) -> bytes | None:
        """Return the frame that answers a request, None for an unknown request."""
        if request == "get_publishers":
            return packets.encode_packet("publisher_list", _publishers(self.publishers), now)
        if request == "get_topics":
            topics = {record.topic for record in self.publishers} | {record.topic for record in self.subscribers}
            return packets.encode_packet("topic_list", _strings(sorted(topics)), now)
        if request == "topic_info":
            return packets.encode_packet("topic_info_response", self._topic_info(data), now)
        if request == "get_topic_namespaces":
            return packets.encode_packet("get_topic_namespaces_response", _strings(self.namespaces), now)
        return None

    # inside

    def _topic_info(self, topic: str) -> bytes:
        publishers = [record for record in self.publishers if record.topic == topic]
        subscribers = [record for record in self.subscribers if record.topic == topic]
        types = [record.msg_type for record in publishers] + [record.msg_type for record in subscribers]
        info = pb.TopicInfo(
            msg_type=types[0] if types else "",
            publisher=[_publish(record) for record in publishers],
            subscriber=[
                pb.Subscribe(
                    topic=record.topic,
                    host=record.host,
                    port=record.port,
                    msg_type=record.msg_type,
                    latching=record.latching,
                )
                for record in subscribers
            ],
        )
        return info.SerializeToString()

    def _check_room(self, link: MasterServerLink) -> None:
        if len(link.publishers) + len(link.subscribers) >= MAX_RECORDS_PER_LINK:
            raise _too_many(GazeboWireWording.TOO_MANY_TOPICS, MAX_RECORDS_PER_LINK)
        if sum(len(known.publishers) + len(known.subscribers) for known in self._links) >= MAX_RECORDS:
            raise _too_many(GazeboWireWording.TOO_MANY_TOPICS_OF_ALL, MAX_RECORDS)

    def _tell(self, frame: bytes, now: float) -> None:
        for link in self._links:
            link.queue(frame, now)

    def _tell_subscribers(self, frame: bytes, topic: str, now: float) -> None:
        for link in self._links:
            if any(record.topic == topic for record in link.subscribers.values()):
                link.queue(frame, now)

    def _tell_of_end(self, record: PublisherRecord, now: float) -> None:
        self._tell(packets.encode_publication("publisher_del", record, now), now)
        self._tell_subscribers(packets.encode_publication("unadvertise", record, now), record.topic, now)

    def _tell_publishers(self, record: SubscriberRecord, now: float) -> None:
        frame = packets.encode_subscription("unsubscribe", record, now)
        for link in self._links:
            for publisher in link.publishers.values():
                if publisher.topic == record.topic:
                    link.queue(frame, now)


class MasterServerLink:
    """One accepted link of a client.

    Args:
        server: the master that the client has dialled.
        now: the time at which the link was made.

    Attributes:
        publishers, subscribers: the client's advertised topics and subscriptions, by topic, host and port.

    `received`, `receive_data` and `receive_eof` raise GazeboError or FrameTooLargeError, `data_to_send` GazeboError for
    a client that does not read.
    """

    def __init__(self, server: MasterServer, now: float) -> None:
        self.publishers: dict[_Key, PublisherRecord] = {}
        self.subscribers: dict[_Key, SubscriberRecord] = {}
        self._server = server
        self._reader = frame_reader(PACKET_LIMIT)
        self._waiting: deque[bytes] = deque()
        self._waiting_bytes = 0
        self._held = 0
        self._turn_at: float | None = None
        self._events: deque[OtherLinksChanged] = deque()
        self._handlers: dict[str, Callable[[bytes, str, float], None]] = {
            "register_topic_namespace": self._on_namespace,
            "advertise": self._on_advertise,
            "unadvertise": self._on_unadvertise,
            "subscribe": self._on_subscribe,
            "unsubscribe": self._on_unsubscribe,
            "request": self._on_request,
        }
        server.add(self, now)
        # the greeting is sent at once
        self._turn_at = None

    def queue(self, frame: bytes, now: float) -> None:
        """Queue a frame to this client, to be sent at the next turn."""
        if not self._waiting:
            self._turn_at = now + TURN_S
        self._waiting.append(frame)
        self._waiting_bytes += len(frame)
        if self._waiting_bytes > MAX_WAITING_BYTES:
            # the count stays: it is why the link ends
            self._waiting.clear()

    def transport_holds(self, nbytes: int) -> None:
        """Note how many bytes the adapter has yet to send: call it before `data_to_send`, and as the number shrinks."""
        self._held = nbytes

    def close(self, now: float) -> None:
        """Take notice that the link has ended; others are told, so flush all links."""
        self._server.remove(self, now)

    # the five verbs, and the two of a stream

    def receive_buffer(self, hint: int = -1) -> memoryview:
        """Return the memory that the next bytes are to be written into."""
        return self._reader.receive_buffer(hint)

    def received(self, nbytes: int, now: float) -> None:
        """Take the bytes that were written into the receive buffer."""
        batch = self._reader.received(nbytes)
        if batch is not None:
            self._take(batch, now)
        if self._reader.error is not None:
            raise self._reader.error

    def receive_data(self, data: Payload, now: float) -> None:
        """Take bytes that were not written into the receive buffer."""
        for batch in self._reader.feed(data):
            self._take(batch, now)
        if self._reader.error is not None:
            raise self._reader.error

    def receive_eof(self, now: float) -> None:
        """Raise the error for a link that the client has closed."""
        del now
        raise GazeboClosedError(GazeboWireWording.CLIENT_CLOSED(), GazeboWireWording.CLIENT_CLOSED_TIP())

    def data_to_send(self, now: float) -> list[bytes]:
        """Return the bytes to write now, none while the transport holds enough; call again until there are none."""
        if self._waiting_bytes > MAX_WAITING_BYTES:
            raise GazeboError(GazeboWireWording.CLIENT_READS_NOTHING(), GazeboWireWording.CLIENT_READS_NOTHING_TIP())
        if self._turn_at is not None and now < self._turn_at:
            return []
        self._turn_at = None
        data: list[bytes] = []
        nbytes = 0
        while self._waiting and self._held + nbytes < MAX_HELD_BYTES:
            data.append(self._waiting.popleft())
            nbytes += len(data[-1])
        self._waiting_bytes -= nbytes
        # until the adapter says otherwise
        self._held += nbytes
        return data

    def next_event(self) -> OtherLinksChanged | None:
        """The next event, None when there is none."""
        return self._events.popleft() if self._events else None

    def next_deadline(self) -> float | None:
        """The time at which there is something to send; no silence of a client is too long."""
        return self._turn_at

    def handle_deadline(self, now: float) -> None:
        """Let `data_to_send` give the frames that wait."""
        if self._turn_at is not None and now >= self._turn_at:
            self._turn_at = None

    # inside

    def _take(self, batch: Iterable[Payload], now: float) -> None:
        for payload in batch:
            packet_type, body = packets.parse_packet(payload)
            handler = self._handlers.get(packet_type)
            if handler is not None:
                handler(body, packet_type, now)

    def _changed(self) -> None:
        # one event tells of all changes that were not asked about yet
        if not self._events:
            self._events.append(OtherLinksChanged())

    def _on_namespace(self, body: bytes, what: str, now: float) -> None:
        name = packets.parse_string(body, what)
        _check_names(what, "", name)
        self._server.add_namespace(name, now)
        self._changed()

    def _on_advertise(self, body: bytes, what: str, now: float) -> None:
        record = packets.parse_publisher(body, what)
        _check_names(what, record.topic, record.msg_type, record.host)
        self._server.advertise(self, record, now)
        self._changed()

    def _on_unadvertise(self, body: bytes, what: str, now: float) -> None:
        record = packets.parse_publisher(body, what)
        # its type may be missing
        _check_names(what, record.topic, record.host)
        self._server.unadvertise(record, now)
        self._changed()

    def _on_subscribe(self, body: bytes, what: str, now: float) -> None:
        record = packets.parse_subscriber(body, what)
        _check_names(what, record.topic, record.host)
        self._server.subscribe(self, record, now)

    def _on_unsubscribe(self, body: bytes, what: str, now: float) -> None:
        record = packets.parse_subscriber(body, what)
        _check_names(what, record.topic, record.host)
        self._server.unsubscribe(record, now)
        self._changed()

    def _on_request(self, body: bytes, what: str, now: float) -> None:
        del what
        answer = self._server.answer(*_parse_request(body), now)
        if answer is not None:
            self.queue(answer, now)


def _key(record: PublisherRecord | SubscriberRecord) -> _Key:
    return record.topic, record.host, record.port


def _parse_request(body: bytes) -> tuple[str, str]:
    request = pb.Request()
    try:
        request.ParseFromString(body)
    except DecodeError as error:
        raise GazeboError(GazeboWireWording.PACKET_INVALID(packet="request", reason=str(error))) from error
    # data that isn't UTF-8 is given as bytes, and is no name that we know
    return request.request, request.data if isinstance(request.data, str) else ""


def _check_names(what: str, topic: str, *names: str) -> None:
    """Check the lengths of names; only a topic may be without one: unnamed sensors of Gazebo publish on it."""
    if len(topic) > MAX_NAME_LENGTH or not all(0 < len(name) <= MAX_NAME_LENGTH for name in names):
        raise GazeboError(GazeboWireWording.CLIENT_NAME(packet=what))


def _too_many(code: GazeboWireWording, limit: int) -> GazeboError:
    return GazeboError(code(limit=limit), GazeboWireWording.RUNNING_WILD_TIP())


def _publish(record: PublisherRecord) -> pb.Publish:
    return pb.Publish(topic=record.topic, msg_type=record.msg_type, host=record.host, port=record.port)


def _publishers(records: Iterable[PublisherRecord]) -> bytes:
    return pb.Publishers(publisher=[_publish(record) for record in records]).SerializeToString()


def _string(text: str) -> bytes:
    return pb.GzString(data=text).SerializeToString()


def _strings(texts: Iterable[str]) -> bytes:
    return pb.GzString_V(data=list(texts)).SerializeToString()
