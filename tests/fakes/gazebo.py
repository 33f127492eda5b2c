"""A Gazebo Classic server for tests: the master and a publishing process, as bytes in and bytes out.

    master = FakeMaster(publishers=[record])
    link = master.accept()              one per connection of a client
    send(link.data_to_send())           at first the greeting
    send(link.receive(data))            takes what the client sent; returns all that is queued for this link
    master.add_publisher(record)        queues broadcasts: ask every link of `master.links` for data_to_send()
    link.close()                        the client has gone: its records go with it

    process = FakePublisher(latched={topic: payload})
    link = process.accept()
    send(link.receive(data))            takes the `sub` packet, gives the last message if that was asked for
    process.publish(topic, payload)     queues a frame for every link that has subscribed to the topic

Nothing here reads a clock or a socket. A whole frame header is always in one piece, as real servers send it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from protocols.gazebo import packets
from protocols.gazebo.packets import PublisherRecord, SubscriberRecord
from protos.gazebo import transport_pb2 as pb

STAMP = 1_795_235_760.25


def publish_body(record: PublisherRecord) -> bytes:
    """A serialized Publish."""
    return pb.Publish(
        topic=record.topic, msg_type=record.msg_type, host=record.host, port=record.port
    ).SerializeToString()


def subscribe_body(record: SubscriberRecord) -> bytes:
    """A serialized Subscribe."""
    return pb.Subscribe(
        topic=record.topic, msg_type=record.msg_type, host=record.host, port=record.port, latching=record.latching
    ).SerializeToString()


def packet(packet_type: str, body: bytes = b"") -> bytes:
    """The frame of a packet as a server sends it."""
    return packets.encode_packet(packet_type, body, STAMP)


def publisher_packet(packet_type: str, record: PublisherRecord) -> bytes:
    """The frame of a packet that tells of one publisher."""
    return packet(packet_type, publish_body(record))


def publishers_packet(packet_type: str, records: Iterable[PublisherRecord]) -> bytes:
    """The frame of a packet that lists publishers."""
    body = pb.Publishers(publisher=[pb.Publish.FromString(publish_body(record)) for record in records])
    return packet(packet_type, body.SerializeToString())


def strings_packet(packet_type: str, texts: Iterable[str]) -> bytes:
    """The frame of a packet that lists texts."""
    return packet(packet_type, pb.GzString_V(data=list(texts)).SerializeToString())


def string_packet(packet_type: str, text: str) -> bytes:
    """The frame of a packet with one text."""
    return packet(packet_type, pb.GzString(data=text).SerializeToString())


def read_packets(data: bytes) -> list[tuple[str, bytes]]:
    """Type and body of every packet of a whole byte stream."""
    reader = packets.frame_reader()
    found = [packets.parse_packet(payload) for batch in reader.feed(data) for payload in batch]
    assert reader.error is None
    assert not reader.mid_frame
    return found


class FakeMaster:
    """What a master knows, and its links to clients.

    Attributes:
        version: as the greeting says it.
        namespaces: usually the worlds' names.
        publishers: every record, in the order of arrival.
        links: of the clients that are there.
        mute: while true nothing is answered or told, as to a client whose slot the master gave to another.
        received: type and body of every packet of every client, in order.
    """

    def __init__(
        self,
        *,
        version: str = "gazebo 11.1",
        namespaces: Iterable[str] = ("default", "/gazebo"),
        publishers: Iterable[PublisherRecord] = (),
    ) -> None:
        self.version = version
        self.namespaces = list(namespaces)
        self.publishers = list(publishers)
        self.links: list[FakeMasterLink] = []
        self.mute = False
        self.received: list[tuple[str, bytes]] = []

    def greeting(self) -> bytes:
        """What a client gets first."""
        return (
            string_packet("version_init", self.version)
            + strings_packet("topic_namepaces_init", self.namespaces)
            + publishers_packet("publishers_init", self.publishers)
        )

    def accept(self) -> FakeMasterLink:
        """A client has connected; the greeting is queued for it."""
        link = FakeMasterLink(self)
        self.links.append(link)
        link.queue(self.greeting())
        return link

    @property
    def subscribers(self) -> list[SubscriberRecord]:
        """Every subscriber's record, of all links."""
        return [record for link in self.links for record in link.subscriptions]

    def add_publisher(self, record: PublisherRecord) -> None:
        """A publisher advertises: all are told, and then those who subscribe to its topic."""
        self._broadcast(publisher_packet("publisher_add", record))
        self.publishers.append(record)
        self._tell_subscribers(record.topic, publisher_packet("publisher_advertise", record))

    def remove_publisher(self, record: PublisherRecord) -> None:
        """A publisher has ended; the type of `record` does not matter."""
        self._broadcast(publisher_packet("publisher_del", record))
        self._tell_subscribers(record.topic, publisher_packet("unadvertise", record))
        gone = (record.topic, record.host, record.port)
        self.publishers = [known for known in self.publishers if (known.topic, known.host, known.port) != gone]
        for link in self.links:
            link.publications = [known for known in link.publications if (known.topic, known.host, known.port) != gone]

    def add_namespace(self, name: str) -> None:
        """A world has been loaded."""
        if name not in self.namespaces:
            self.namespaces.append(name)
            self._broadcast(string_packet("topic_namespace_add", name))

    def answer(self, request: str, data: str) -> bytes:
        """The frame that answers a request; none for one that masters do not know."""
        if request == "get_publishers":
            return publishers_packet("publisher_list", self.publishers)
        if request == "get_topics":
            topics = {record.topic for record in self.publishers} | {record.topic for record in self.subscribers}
            return strings_packet("topic_list", sorted(topics))
        if request == "get_topic_namespaces":
            return strings_packet("get_topic_namespaces_response", self.namespaces)
        if request == "topic_info":
            return packet("topic_info_response", self._topic_info(data).SerializeToString())
        return b""

    def _topic_info(self, topic: str) -> pb.TopicInfo:
        publishers = [record for record in self.publishers if record.topic == topic]
        subscribers = [record for record in self.subscribers if record.topic == topic]
        types = [record.msg_type for record in publishers] + [record.msg_type for record in subscribers]
        return pb.TopicInfo(
            msg_type=types[0] if types else "",
            publisher=[pb.Publish.FromString(publish_body(record)) for record in publishers],
            subscriber=[pb.Subscribe.FromString(subscribe_body(record)) for record in subscribers],
        )

    def _broadcast(self, frame: bytes) -> None:
        for link in self.links:
            link.queue(frame)

    def _tell_subscribers(self, topic: str, frame: bytes) -> None:
        for link in self.links:
            if any(record.topic == topic for record in link.subscriptions):
                link.queue(frame)


class FakeMasterLink:
    """The master's end of one client's connection.

    Attributes:
        subscriptions: what the client subscribes to.
        publications: what the client advertises.
    """

    def __init__(self, master: FakeMaster) -> None:
        self.subscriptions: list[SubscriberRecord] = []
        self.publications: list[PublisherRecord] = []
        self._master = master
        self._reader = packets.frame_reader()
        self._outbox = b""

    def receive(self, data: bytes) -> bytes:
        """Take bytes of the client; all that is to be sent to it now."""
        for batch in self._reader.feed(data):
            for payload in batch:
                packet_type, body = packets.parse_packet(payload)
                self._master.received.append((packet_type, body))
                self._take(packet_type, body)
        assert self._reader.error is None, "the client sent what is no frame"
        return self.data_to_send()

    def queue(self, data: bytes) -> None:
        """Have `data` sent to this client."""
        if not self._master.mute:
            self._outbox += data

    def data_to_send(self) -> bytes:
        """All that is to be sent to this client now."""
        data, self._outbox = self._outbox, b""
        return data

    def close(self) -> None:
        """The client has gone, and with it what it advertised and subscribed to."""
        self._master.links.remove(self)
        for record in self.publications:
            self._master.remove_publisher(record)

    def _take(self, packet_type: str, body: bytes) -> None:
        if packet_type == "subscribe":
            self._subscribe(packets.parse_subscriber(body, packet_type))
        elif packet_type == "unsubscribe":
            self._unsubscribe(packets.parse_subscriber(body, packet_type))
        elif packet_type == "advertise":
            record = packets.parse_publisher(body, packet_type)
            self.publications.append(record)
            self._master.add_publisher(record)
        elif packet_type == "unadvertise":
            record = packets.parse_publisher(body, packet_type)
            self.publications = [known for known in self.publications if known.topic != record.topic]
            self._master.remove_publisher(record)
        elif packet_type == "register_topic_namespace":
            self._master.add_namespace(packets.parse_string(body, packet_type))
        elif packet_type == "request":
            request = pb.Request.FromString(body)
            self.queue(self._master.answer(request.request, request.data))

    def _subscribe(self, record: SubscriberRecord) -> None:
        self.subscriptions.append(record)
        for publisher in self._master.publishers:
            if publisher.topic == record.topic:
                self.queue(publisher_packet("publisher_subscribe", publisher))

    def _unsubscribe(self, record: SubscriberRecord) -> None:
        for link in self._master.links:
            if any(publication.topic == record.topic for publication in link.publications):
                link.queue(packet("unsubscribe", subscribe_body(record)))
        gone = (record.topic, record.host, record.port)
        self.subscriptions = [known for known in self.subscriptions if (known.topic, known.host, known.port) != gone]


class FakePublisher:
    """A process that publishes: one listening port, any number of topics.

    Attributes:
        last: the newest message of each topic, which a latching subscriber gets at once.
        links: the connections of subscribers.
    """

    def __init__(self, latched: Mapping[str, bytes] | None = None) -> None:
        self.last = dict(latched or {})
        self.links: list[FakePublisherLink] = []

    def accept(self) -> FakePublisherLink:
        """A subscriber has connected; nothing is sent before its `sub` packet."""
        link = FakePublisherLink(self)
        self.links.append(link)
        return link

    def publish(self, topic: str, *payloads: bytes) -> None:
        """Queue messages for all who have subscribed to `topic`."""
        for payload in payloads:
            self.last[topic] = payload
            for link in self.links:
                if link.subscription is not None and link.subscription.topic == topic:
                    link.queue(packets.encode_frame(payload))


class FakePublisherLink:
    """The publisher's end of one subscriber's connection.

    Attributes:
        subscription: what the `sub` packet asked for; None before it.
        read_on: bytes that came after it, which a real publisher never reads.
    """

    def __init__(self, publisher: FakePublisher) -> None:
        self.subscription: SubscriberRecord | None = None
        self.read_on = b""
        self._publisher = publisher
        self._reader = packets.frame_reader()
        self._outbox = b""

    def receive(self, data: bytes) -> bytes:
        """Take bytes of the subscriber; all that is to be sent to it now."""
        if self.subscription is not None:
            self.read_on += data
            return self.data_to_send()
        for batch in self._reader.feed(data):
            for payload in batch:
                packet_type, body = packets.parse_packet(payload)
                assert packet_type == "sub"
                self.subscription = packets.parse_subscriber(body, packet_type)
                last = self._publisher.last.get(self.subscription.topic)
                if self.subscription.latching and last is not None:
                    self.queue(packets.encode_frame(last))
        return self.data_to_send()

    def queue(self, data: bytes) -> None:
        """Have `data` sent to this subscriber."""
        self._outbox += data

    def data_to_send(self) -> bytes:
        """All that is to be sent to this subscriber now."""
        data, self._outbox = self._outbox, b""
        return data

    def close(self) -> None:
        """The subscriber has gone."""
        self._publisher.links.remove(self)
