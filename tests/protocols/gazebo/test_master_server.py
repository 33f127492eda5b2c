from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocols.errors import FrameTooLargeError, GazeboClosedError, GazeboError
from protocols.gazebo import master_server, packets
from protocols.gazebo.master import (
    GazeboMasterGreeted,
    MasterEvent,
    MasterSession,
    NamespaceAdded,
    NamespacesListed,
    PublisherAdded,
    PublisherOffered,
    PublisherRemoved,
    PublishersListed,
    PublisherWithdrawn,
    SubscriberLeft,
    TopicInfoAnswered,
    TopicsListed,
)
from protocols.gazebo.master_server import MasterServer, MasterServerLink, OtherLinksChanged
from protocols.gazebo.names import GazeboEndpoint
from protocols.gazebo.packets import GazeboTopicInfo, PublisherRecord, SubscriberRecord, encode_frame
from protocols.gazebo.wording import GazeboWireWording
from protos.gazebo import transport_pb2 as pb
from tests.tools.sentences import says

NOW = 1000.0
LATER = NOW + master_server.TURN_S
SCAN = "/gazebo/default/rover/scan"
SCANNER = PublisherRecord(SCAN, "gazebo.msgs.LaserScanStamped", "10.0.0.5", 4001)
POSES = PublisherRecord("/gazebo/default/pose/info", "gazebo.msgs.PosesStamped", "10.0.0.5", 4001)


class Client:
    """A session of ours and the master's end of its link, with a wire between them."""

    def __init__(self, server: MasterServer, port: int) -> None:
        self.session = MasterSession(GazeboEndpoint("127.0.0.1", port), NOW)
        self.link = MasterServerLink(server, NOW)

    def transfer(self) -> None:
        """Carry what both have to say, until neither has anything to say."""
        while True:
            up, down = self.session.data_to_send(NOW), self.link.data_to_send(LATER)
            self.link.transport_holds(0)
            if not up and not down:
                return
            self.link.receive_data(b"".join(up), NOW)
            self.session.receive_data(b"".join(down), NOW)

    def events(self) -> list[MasterEvent]:
        """What the session has learned, but for the answers to its own probes."""
        self.transfer()
        events: list[MasterEvent] = []
        while (event := self.session.next_event()) is not None:
            if not isinstance(event, TopicsListed):
                events.append(event)
        return events


@pytest.fixture
def server() -> MasterServer:
    return MasterServer(["default"])


@pytest.fixture
def clients(server: MasterServer) -> tuple[Client, Client]:
    """Two clients that were greeted."""
    both = Client(server, 5001), Client(server, 5002)
    for client in both:
        client.events()
    return both


def test_a_newcomer_is_greeted_with_the_version_the_namespaces_and_every_publisher(server: MasterServer) -> None:
    first = Client(server, 5001)
    first.events()
    first.session.advertise(SCANNER, NOW)
    first.transfer()

    assert Client(server, 5002).events() == [GazeboMasterGreeted("gazebo 11.10", ("default",), (SCANNER,))]


def test_the_greeting_is_the_three_packets_of_a_real_master_in_their_order(server: MasterServer) -> None:
    link = MasterServerLink(server, NOW)
    frames = link.data_to_send(NOW)

    assert [packets.parse_packet(frame[8:])[0] for frame in frames] == [
        "version_init",
        "topic_namepaces_init",
        "publishers_init",
    ]


def test_an_advertisement_is_told_to_all_and_offered_to_those_who_subscribe(clients: tuple[Client, Client]) -> None:
    publisher, subscriber = clients
    subscriber.session.subscribe(SCAN, SCANNER.msg_type, NOW)
    subscriber.transfer()
    publisher.session.advertise(SCANNER, NOW)

    assert publisher.events() == [PublisherAdded(SCANNER)]
    assert subscriber.events() == [PublisherAdded(SCANNER), PublisherOffered(SCANNER)]


def test_who_subscribes_is_offered_each_publisher_of_just_that_topic(clients: tuple[Client, Client]) -> None:
    publisher, subscriber = clients
    second = PublisherRecord(SCAN, SCANNER.msg_type, "10.0.0.6", 4002)
    for record in (SCANNER, POSES, second):
        publisher.session.advertise(record, NOW)
    publisher.transfer()
    subscriber.events()
    subscriber.session.subscribe(SCAN, "", NOW)

    assert subscriber.events() == [PublisherOffered(SCANNER), PublisherOffered(second)]


def test_a_subscription_of_a_topic_without_publishers_is_not_answered(clients: tuple[Client, Client]) -> None:
    clients[0].session.subscribe(SCAN, "", NOW)

    assert clients[0].events() == []


def test_an_unadvertised_publisher_is_gone_for_all(server: MasterServer, clients: tuple[Client, Client]) -> None:
    publisher, subscriber = clients
    subscriber.session.subscribe(SCAN, "", NOW)
    subscriber.transfer()
    publisher.session.advertise(SCANNER, NOW)
    publisher.events()
    subscriber.events()
    # its type may be missing, as when Gazebo itself takes it back
    publisher.session.unadvertise(PublisherRecord(SCAN, "", SCANNER.host, SCANNER.port), NOW)

    [removed] = publisher.events()
    assert isinstance(removed, PublisherRemoved)
    assert (removed.record.topic, removed.record.endpoint) == (SCAN, SCANNER.endpoint)
    assert [type(event) for event in subscriber.events()] == [PublisherRemoved, PublisherWithdrawn]
    assert server.publishers == []


def test_a_lost_client_takes_its_publishers_and_subscriptions_with_it(
    server: MasterServer, clients: tuple[Client, Client]
) -> None:
    leaver, other = clients
    leaver.session.advertise(SCANNER, NOW)
    leaver.session.subscribe(POSES.topic, "", NOW)
    leaver.transfer()
    other.session.advertise(POSES, NOW)
    other.session.subscribe(SCAN, "", NOW)
    other.events()
    leaver.link.close(NOW)
    leaver.link.close(NOW)

    events = other.events()
    assert [type(event) for event in events] == [PublisherRemoved, PublisherWithdrawn, SubscriberLeft]
    assert server.publishers == [POSES]
    assert [record.topic for record in server.subscribers] == [SCAN]
    assert server.links == (other.link,)


def test_publishers_are_told_who_has_unsubscribed(server: MasterServer, clients: tuple[Client, Client]) -> None:
    publisher, subscriber = clients
    publisher.session.advertise(SCANNER, NOW)
    subscriber.session.subscribe(SCAN, "", NOW)
    publisher.events()
    subscriber.transfer()
    subscriber.session.unsubscribe(SCAN, "", NOW, (GazeboEndpoint("127.0.0.1", 6001),))
    subscriber.transfer()

    left = [event.record.port for event in publisher.events() if isinstance(event, SubscriberLeft)]
    assert left == [5002, 6001]
    assert server.subscribers == []


def test_a_new_namespace_is_told_to_all_once(server: MasterServer, clients: tuple[Client, Client]) -> None:
    body = pb.GzString(data="other").SerializeToString()
    for _ in range(2):
        clients[0].link.receive_data(packets.encode_packet("register_topic_namespace", body, NOW), NOW)

    assert clients[1].events() == [NamespaceAdded("other")]
    assert server.namespaces == ["default", "other"]


def test_every_request_of_gazebo_is_answered(clients: tuple[Client, Client]) -> None:
    publisher, asker = clients
    publisher.session.advertise(SCANNER, NOW)
    publisher.session.advertise(POSES, NOW)
    publisher.session.subscribe("/gazebo/default/z", "gazebo.msgs.Int", NOW, latching=True)
    publisher.transfer()
    asker.events()
    asker.session.ask_topics(NOW)
    asker.session.ask_publishers(NOW)
    asker.session.ask_namespaces(NOW)
    for topic in (SCAN, "/gazebo/default/z", "/nowhere"):
        asker.session.ask_topic_info(topic, NOW)
    asker.transfer()

    subscriber = SubscriberRecord("/gazebo/default/z", "gazebo.msgs.Int", "127.0.0.1", 5001, latching=True)
    assert list(iter(asker.session.next_event, None)) == [
        TopicsListed((POSES.topic, SCAN, "/gazebo/default/z")),
        PublishersListed((SCANNER, POSES)),
        NamespacesListed(("default",)),
        TopicInfoAnswered(SCAN, GazeboTopicInfo(SCANNER.msg_type, (SCANNER,), ())),
        TopicInfoAnswered("/gazebo/default/z", GazeboTopicInfo("gazebo.msgs.Int", (), (subscriber,))),
        TopicInfoAnswered("/nowhere", GazeboTopicInfo("", (), ())),
    ]


def test_an_unknown_request_and_an_unknown_packet_are_passed_over(clients: tuple[Client, Client]) -> None:
    client = clients[0]
    client.link.receive_data(packets.encode_request(1, "make_tea", "", NOW), NOW)
    client.link.receive_data(packets.encode_packet("teapot", b"", NOW), NOW)

    assert client.events() == []


def test_what_is_told_to_others_is_an_event_and_what_is_only_asked_is_not(clients: tuple[Client, Client]) -> None:
    client = clients[0]
    client.session.ask_topics(NOW)
    client.session.subscribe(SCAN, "", NOW)
    client.transfer()
    assert client.link.next_event() is None
    client.session.advertise(SCANNER, NOW)
    client.session.advertise(POSES, NOW)
    client.transfer()

    assert list(iter(client.link.next_event, None)) == [OtherLinksChanged()]


def test_a_record_that_is_sent_again_is_kept_once(server: MasterServer, clients: tuple[Client, Client]) -> None:
    client = clients[0]
    for _ in range(3):
        client.session.advertise(SCANNER, NOW)
        client.session.subscribe(SCAN, "", NOW)
    client.transfer()

    assert server.publishers == [SCANNER]
    assert len(server.subscribers) == 1


def test_the_end_of_a_stream_ends_the_link(clients: tuple[Client, Client]) -> None:
    with pytest.raises(GazeboClosedError):
        clients[0].link.receive_eof(NOW)


def test_the_greeting_is_sent_at_once_and_all_else_at_the_next_turn(server: MasterServer) -> None:
    client = Client(server, 5001)
    assert len(client.link.data_to_send(NOW)) == 3
    client.link.receive_data(packets.encode_request(1, "get_topics", "", NOW), NOW)
    client.link.receive_data(packets.encode_request(2, "get_publishers", "", NOW), NOW + 0.006)

    assert client.link.data_to_send(NOW + 0.009) == []
    assert client.link.next_deadline() == LATER
    client.link.handle_deadline(NOW + 0.009)
    assert client.link.next_deadline() == LATER
    client.link.handle_deadline(LATER)
    assert client.link.next_deadline() is None
    assert len(client.link.data_to_send(LATER)) == 2


@pytest.mark.parametrize("topic", ["", "__default__", "/gazebo/my lab/x"])
def test_a_topic_of_any_name_is_one(clients: tuple[Client, Client], topic: str) -> None:
    sensor, reader = clients
    record = PublisherRecord(topic, "gazebo.msgs.Altimeter", "127.0.0.1", 1)
    reader.session.subscribe(topic, "", NOW)
    reader.transfer()
    sensor.session.advertise(record, NOW)
    sensor.transfer()

    assert PublisherOffered(record) in reader.events()


# those who mean ill


@pytest.mark.parametrize(
    "data",
    [
        b"GET / HT" + b"TP/1.1\r\n\r\n",
        encode_frame(b"\xff\xff\xff"),
        packets.encode_packet("advertise", b"\xff\xff", NOW),
        packets.encode_packet("advertise", b"", NOW),
        packets.encode_packet("subscribe", b"\x0a\xff", NOW),
        packets.encode_packet("subscribe", b"", NOW),
        packets.encode_packet("unadvertise", b"", NOW),
        packets.encode_packet("unsubscribe", b"", NOW),
        packets.encode_packet("register_topic_namespace", b"", NOW),
        packets.encode_packet("request", b"\xff", NOW),
        packets.encode_publication("advertise", PublisherRecord("/" + "x" * 2000, "t", "h", 1), NOW),
        packets.encode_publication("advertise", PublisherRecord("/x", "t" * 2000, "h", 1), NOW),
    ],
    ids=lambda data: repr(data[8:40]),
)
def test_nonsense_costs_its_sender_the_link_and_nobody_else(
    server: MasterServer, clients: tuple[Client, Client], data: bytes
) -> None:
    hostile, other = clients
    with pytest.raises(GazeboError):
        hostile.link.receive_data(data, NOW)
    hostile.link.close(NOW)

    assert other.events() == []
    assert server.links == (other.link,)
    other.session.ask_namespaces(NOW)
    assert other.events() == [NamespacesListed(("default",))]


def test_a_packet_that_declares_more_than_any_real_one_is_refused(clients: tuple[Client, Client]) -> None:
    with pytest.raises(FrameTooLargeError):
        clients[0].link.receive_data(b"%08x" % (master_server.PACKET_LIMIT + 1), NOW)


def test_one_client_can_have_only_so_many_records(
    server: MasterServer, clients: tuple[Client, Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(master_server, "MAX_RECORDS_PER_LINK", 3)
    link = clients[0].link
    for port in (1, 2):
        link.receive_data(packets.encode_publication("advertise", PublisherRecord("/x", "t", "h", port), NOW), NOW)
    clients[0].session.subscribe("/x", "", NOW)
    clients[0].transfer()
    # one that is known takes no room
    link.receive_data(packets.encode_publication("advertise", PublisherRecord("/x", "t", "h", 1), NOW), NOW)

    with pytest.raises(GazeboError, check=says(GazeboWireWording.TOO_MANY_TOPICS, limit=3)):
        link.receive_data(packets.encode_publication("advertise", PublisherRecord("/y", "t", "h", 1), NOW), NOW)
    assert len(server.publishers) == 2


def test_all_clients_together_can_have_only_so_many_records(
    clients: tuple[Client, Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(master_server, "MAX_RECORDS", 1)
    clients[0].session.advertise(SCANNER, NOW)
    clients[0].transfer()
    clients[1].session.subscribe(SCAN, "", NOW)

    with pytest.raises(GazeboError, check=says(GazeboWireWording.TOO_MANY_TOPICS_OF_ALL, limit=1)):
        clients[1].transfer()


def test_namespaces_are_bounded(clients: tuple[Client, Client], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(master_server, "MAX_NAMESPACES", 1)
    body = pb.GzString(data="other").SerializeToString()

    with pytest.raises(GazeboError, check=says(GazeboWireWording.TOO_MANY_NAMESPACES)):
        clients[0].link.receive_data(packets.encode_packet("register_topic_namespace", body, NOW), NOW)


def test_a_client_that_does_not_read_loses_its_link_and_no_memory(
    clients: tuple[Client, Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(master_server, "MAX_WAITING_BYTES", 10_000)
    deaf, talker = clients
    for _ in range(200):
        talker.session.advertise(SCANNER, NOW)
        talker.transfer()

    with pytest.raises(GazeboError, check=says(GazeboWireWording.CLIENT_READS_NOTHING)):
        deaf.link.data_to_send(NOW)
    assert talker.events()


def test_the_transport_gets_no_more_than_enough_at_once(
    clients: tuple[Client, Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(master_server, "MAX_HELD_BYTES", 1_000)
    slow, talker = clients
    for _ in range(50):
        talker.session.advertise(SCANNER, NOW)
    talker.transfer()
    slow.link.transport_holds(0)
    first = slow.link.data_to_send(LATER)

    assert 1_000 <= sum(map(len, first)) < 1_300
    assert slow.link.data_to_send(LATER) == []
    slow.link.transport_holds(0)
    assert slow.link.data_to_send(LATER)


def test_names_that_are_no_text_are_told_on_as_text(server: MasterServer, clients: tuple[Client, Client]) -> None:
    body = b"\x0a\x03/\xff\xfe\x12\x01t\x1a\x01h\x20\x01"
    clients[0].link.receive_data(packets.encode_packet("advertise", body, NOW), NOW)

    assert clients[1].events() == [PublisherAdded(PublisherRecord("/\\xff\\xfe", "t", "h", 1))]
    request = b"\x08\x01\x12\x0atopic_info\x1a\x02\xff\xfe"
    clients[0].link.receive_data(packets.encode_packet("request", request, NOW), NOW)
    assert server.links == (clients[0].link, clients[1].link)


@settings(deadline=None)
@given(st.lists(st.binary(max_size=40), max_size=20))
def test_bytes_of_any_kind_raise_nothing_but_protocol_errors(pieces: list[bytes]) -> None:
    link = MasterServerLink(MasterServer(), NOW)
    kinds = ["advertise", "subscribe", "unsubscribe", "unadvertise", "request", "register_topic_namespace"]
    for index, piece in enumerate(pieces):
        try:
            link.receive_data(packets.encode_packet(kinds[index % len(kinds)], piece, NOW), NOW)
        except GazeboError:
            link.close(NOW)
            link = MasterServerLink(MasterServer(), NOW)
    # the greeting at least
    assert link.data_to_send(NOW)


@given(st.integers(1, 50))
def test_packets_may_come_in_pieces_of_any_size(size: int) -> None:
    server = MasterServer()
    link = MasterServerLink(server, NOW)
    data = packets.encode_publication("advertise", SCANNER, NOW) + packets.encode_publication("advertise", POSES, NOW)
    for start in range(0, len(data), size):
        piece = data[start : start + size]
        buffer = link.receive_buffer()
        buffer[: len(piece)] = piece
        link.received(len(piece), NOW)

    assert server.publishers == [SCANNER, POSES]
