from __future__ import annotations

import contextlib
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocols.errors import (
    FrameTooLargeError,
    GazeboClosedError,
    GazeboError,
    GazeboRejectedError,
    LocalProtocolError,
    RemoteProtocolError,
)
from protocols.gazebo import packets
from protocols.gazebo.master import (
    FIRST_ANSWER_TIMEOUT_S,
    GREETING_TIMEOUT_S,
    MAX_RECORDS,
    WATCHDOG_INTERVAL_S,
    WATCHDOG_TIMEOUT_S,
    GazeboMasterGreeted,
    MasterEvent,
    MasterSession,
    NamespaceAdded,
    NamespacesListed,
    PacketIgnored,
    PublisherAdded,
    PublisherOffered,
    PublisherRemoved,
    PublishersListed,
    PublisherWithdrawn,
    SubscriberLeft,
    TopicInfoAnswered,
    TopicsListed,
)
from protocols.gazebo.names import GazeboEndpoint
from protocols.gazebo.packets import GazeboTopicInfo, PublisherRecord, SubscriberRecord
from protocols.gazebo.wording import GazeboWireWording
from protocols.sentence import code_of
from protocols.wording import ProtocolWording
from protos.gazebo import transport_pb2 as pb
from tests.fakes import gazebo as fake
from tests.fakes.gazebo import FakeMaster, FakeMasterLink, read_packets
from tests.protocols import feeding
from tests.protocols.feeding import events
from tests.protocols.gazebo import captures
from tests.protocols.payloads import length_field
from tests.tools.sentences import Said, says, taken_or_refused

IDENTITY = GazeboEndpoint("127.0.0.1", 45454)
STATS = PublisherRecord("/gazebo/default/world_stats", "gazebo.msgs.WorldStatistics", "127.0.0.1", 38751)
POSE = PublisherRecord("/gazebo/default/pose/info", "gazebo.msgs.PosesStamped", "127.0.0.1", 38751)


def greeted_session(now: float = 0.0) -> MasterSession:
    """A session that was greeted and has got the answer to its first probe."""
    session = MasterSession(IDENTITY, now)
    session.receive_data(FakeMaster().greeting() + fake.strings_packet("topic_list", []), now)
    events(session)
    session.data_to_send(now)
    return session


def talk(session: MasterSession, link: FakeMasterLink, now: float) -> list[MasterEvent]:
    """Carry bytes to and fro until both sides are silent; what the session made of them."""
    found: list[MasterEvent] = events(session)
    while True:
        there = b"".join(session.data_to_send(now))
        back = link.receive(there)
        if not there and not back:
            return found
        session.receive_data(back, now)
        found += events(session)


# the conversation


def test_a_session_sends_nothing_before_it_is_greeted() -> None:
    session = MasterSession(IDENTITY, 0.0)

    assert session.data_to_send(0.0) == []
    assert not session.greeted
    assert session.next_deadline() == GREETING_TIMEOUT_S


def test_the_greeting_is_one_event_in_whatever_order_its_packets_come() -> None:
    whole = FakeMaster(namespaces=["default"], publishers=[STATS]).greeting()
    version, namespaces, publishers = (b"%08x" % len(frame) + frame for frame in captures.frames(whole))
    session = MasterSession(IDENTITY, 0.0)

    session.receive_data(publishers + version, 0.1)
    assert events(session) == []
    session.receive_data(namespaces, 0.1)

    assert events(session) == [GazeboMasterGreeted("gazebo 11.1", ("default",), (STATS,))]
    assert session.greeted


def test_a_server_that_is_still_starting_has_nothing_to_tell_yet() -> None:
    session = MasterSession(IDENTITY, 0.0)
    session.receive_data(FakeMaster(namespaces=[]).greeting(), 0.1)

    assert events(session) == [GazeboMasterGreeted("gazebo 11.1", (), ())]


def test_a_subscription_is_answered_by_one_offer_for_each_publisher() -> None:
    second = PublisherRecord(STATS.topic, STATS.msg_type, "10.0.0.2", 5)
    link = FakeMaster(publishers=[STATS, POSE, second]).accept()
    session = MasterSession(IDENTITY, 0.0)
    talk(session, link, 0.1)

    session.subscribe(STATS.topic, STATS.msg_type, 0.2)

    assert talk(session, link, 0.2) == [PublisherOffered(STATS), PublisherOffered(second)]
    assert link.subscriptions == [SubscriberRecord(STATS.topic, STATS.msg_type, "127.0.0.1", 45454, latching=True)]


def test_a_publisher_that_comes_later_is_offered_and_withdrawn_when_it_ends() -> None:
    master = FakeMaster()
    link = master.accept()
    session = MasterSession(IDENTITY, 0.0)
    talk(session, link, 0.1)
    session.subscribe(STATS.topic, "", 0.2, latching=False)
    assert talk(session, link, 0.2) == []

    master.add_publisher(STATS)
    master.add_publisher(POSE)
    assert talk(session, link, 0.3) == [PublisherAdded(STATS), PublisherOffered(STATS), PublisherAdded(POSE)]

    master.remove_publisher(STATS)
    assert talk(session, link, 0.4) == [PublisherRemoved(STATS), PublisherWithdrawn(STATS)]


def test_a_publisher_whose_own_link_ends_is_withdrawn() -> None:
    master = FakeMaster()
    link, advertiser = master.accept(), master.accept()
    session = MasterSession(IDENTITY, 0.0)
    session.subscribe(STATS.topic, "", 0.0)
    talk(session, link, 0.1)
    advertiser.receive(fake.publisher_packet("advertise", STATS))
    assert talk(session, link, 0.2) == [PublisherAdded(STATS), PublisherOffered(STATS)]

    advertiser.close()

    assert talk(session, link, 0.3) == [PublisherRemoved(STATS), PublisherWithdrawn(STATS)]


def test_a_new_world_is_told() -> None:
    master = FakeMaster()
    link, server = master.accept(), master.accept()
    session = MasterSession(IDENTITY, 0.0)
    talk(session, link, 0.1)

    server.receive(fake.string_packet("register_topic_namespace", "mars"))

    assert talk(session, link, 0.2) == [NamespaceAdded("mars")]


def test_unsubscribing_names_the_identity_and_the_near_end_of_every_link() -> None:
    link = FakeMaster(publishers=[STATS]).accept()
    session = MasterSession(IDENTITY, 0.0)
    talk(session, link, 0.1)
    session.subscribe(STATS.topic, STATS.msg_type, 0.2)
    talk(session, link, 0.2)

    session.unsubscribe(
        STATS.topic, STATS.msg_type, 0.3, (GazeboEndpoint("127.0.0.1", 50001), GazeboEndpoint("127.0.0.1", 50002))
    )
    sent = [body for packet_type, body in read_packets(b"".join(session.data_to_send(0.3)))]
    ports = [pb.Subscribe.FromString(body).port for body in sent]

    assert ports == [45454, 50001, 50002]


def test_an_unsubscribed_topic_is_offered_no_more() -> None:
    master = FakeMaster()
    link = master.accept()
    session = MasterSession(IDENTITY, 0.0)
    session.subscribe(STATS.topic, "", 0.0)
    session.unsubscribe(STATS.topic, "", 0.0)
    talk(session, link, 0.1)

    master.add_publisher(STATS)

    assert talk(session, link, 0.2) == [PublisherAdded(STATS)]


def test_a_session_that_is_not_watched_asks_nothing_and_ends_only_without_a_greeting() -> None:
    session = MasterSession(IDENTITY, 0.0, watched=False)
    assert session.next_deadline() == GREETING_TIMEOUT_S
    session.receive_data(FakeMaster().greeting(), 0.1)

    assert session.data_to_send(0.1) == []
    assert session.next_deadline() is None
    session.handle_deadline(1000.0)
    assert session.data_to_send(1000.0) == []


def test_what_is_advertised_is_known_to_all_until_it_is_taken_back() -> None:
    master = FakeMaster()
    link, other = master.accept(), master.accept()
    session, watcher = MasterSession(IDENTITY, 0.0), MasterSession(IDENTITY, 0.0)
    talk(session, link, 0.1)
    talk(watcher, other, 0.1)

    session.advertise(POSE, 0.2)

    assert talk(session, link, 0.2) == [PublisherAdded(POSE)]
    assert talk(watcher, other, 0.2) == [PublisherAdded(POSE)]
    assert master.publishers == [POSE]

    session.unadvertise(POSE, 0.3)

    assert talk(session, link, 0.3) == [PublisherRemoved(POSE)]
    assert master.publishers == []


def test_a_publication_has_every_required_field() -> None:
    session = greeted_session()
    session.advertise(POSE, 0.1)
    session.unadvertise(POSE, 0.1)
    sent = read_packets(b"".join(session.data_to_send(0.1)))

    assert [packet_type for packet_type, _ in sent] == ["advertise", "unadvertise"]
    assert all(pb.Publish.FromString(body).IsInitialized() for _, body in sent)


@pytest.mark.parametrize(
    "record",
    [
        PublisherRecord("/po\nse", "gazebo.msgs.Pose", "127.0.0.1", 1),
        PublisherRecord("/" + "x" * 2000, "gazebo.msgs.Pose", "127.0.0.1", 1),
        PublisherRecord("/pose", "", "127.0.0.1", 1),
        PublisherRecord("/pose", "gazebo.msgs.Pose", "", 1),
        PublisherRecord("/pose", "gazebo.msgs.Pose", "127.0.0.1", 0),
        PublisherRecord("/pose", "gazebo.msgs.Pose", "127.0.0.1", 65536),
    ],
)
def test_what_no_subscriber_could_use_is_not_advertised(record: PublisherRecord) -> None:
    session = greeted_session()
    with pytest.raises(LocalProtocolError):
        session.advertise(record, 0.1)

    assert session.data_to_send(0.1) == []


def test_every_question_gets_its_answer() -> None:
    link = FakeMaster(namespaces=["a", "b"], publishers=[POSE, STATS]).accept()
    session = MasterSession(IDENTITY, 0.0)
    talk(session, link, 0.1)

    session.ask_namespaces(0.2)
    session.ask_topic_info(STATS.topic, 0.2)
    session.ask_publishers(0.2)
    session.ask_topic_info("/nothing", 0.2)
    session.ask_topics(0.2)

    assert talk(session, link, 0.2) == [
        NamespacesListed(("a", "b")),
        TopicInfoAnswered(STATS.topic, GazeboTopicInfo(STATS.msg_type, (STATS,), ())),
        PublishersListed((POSE, STATS)),
        TopicInfoAnswered("/nothing", GazeboTopicInfo("", (), ())),
        TopicsListed((POSE.topic, STATS.topic)),
    ]


def test_a_question_without_an_answer_does_not_shift_the_answers_of_others() -> None:
    session = greeted_session()
    session.ask_namespaces(0.1)
    session.ask_topic_info("/a", 0.1)

    session.receive_data(fake.packet("topic_info_response", pb.TopicInfo(msg_type="t").SerializeToString()), 0.2)
    session.receive_data(fake.strings_packet("get_topic_namespaces_response", ["late"]), 0.2)

    assert events(session) == [TopicInfoAnswered("/a", GazeboTopicInfo("t", (), ()))]


def test_the_answer_to_another_clients_question_about_a_topic_is_not_taken_for_ours() -> None:
    master = FakeMaster(publishers=[POSE, STATS])
    link = master.accept()
    session = MasterSession(IDENTITY, 0.0)
    talk(session, link, 0.1)
    link.queue(master.answer("topic_info", POSE.topic))
    session.ask_topic_info(STATS.topic, 0.2)

    assert talk(session, link, 0.2) == [TopicInfoAnswered(STATS.topic, GazeboTopicInfo(STATS.msg_type, (STATS,), ()))]


@pytest.mark.parametrize(
    "answer",
    [
        fake.strings_packet("topic_list", ["/a"]),
        fake.publishers_packet("publisher_list", [STATS]),
        fake.strings_packet("get_topic_namespaces_response", ["a"]),
        fake.packet("topic_info_response", pb.TopicInfo(msg_type="t").SerializeToString()),
    ],
)
def test_an_answer_that_nobody_asked_for_is_no_event(answer: bytes) -> None:
    session = greeted_session()

    session.receive_data(answer, 0.1)

    assert events(session) == []


@pytest.mark.parametrize(
    ("packet", "event"),
    [
        (fake.string_packet("topic_namespace_add", "other"), NamespaceAdded("other")),
        (fake.publisher_packet("publisher_add", STATS), PublisherAdded(STATS)),
        (fake.publisher_packet("publisher_del", STATS), PublisherRemoved(STATS)),
        (fake.publisher_packet("publisher_subscribe", STATS), PublisherOffered(STATS)),
        (fake.publisher_packet("publisher_advertise", STATS), PublisherOffered(STATS)),
        (fake.publisher_packet("publisher_update", STATS), PublisherOffered(STATS)),
        (fake.publisher_packet("unadvertise", STATS), PublisherWithdrawn(STATS)),
        (
            fake.packet("unsubscribe", fake.subscribe_body(SubscriberRecord("/t", "type", "host", 7))),
            SubscriberLeft(SubscriberRecord("/t", "type", "host", 7)),
        ),
        (fake.packet("something_new", b"\xff"), PacketIgnored("something_new")),
        (fake.packet("x" * 1000), PacketIgnored("x" * 40)),
    ],
)
def test_what_the_master_tells_unasked_is_an_event(packet: bytes, event: MasterEvent) -> None:
    session = greeted_session()

    session.receive_data(packet, 0.1)

    assert events(session) == [event]


# what we send

TEXTS = st.text(st.characters(codec="utf-8"), max_size=20)
ENDPOINTS = st.builds(GazeboEndpoint, TEXTS, st.integers(0, 65535))
COMMANDS: st.SearchStrategy[Callable[[MasterSession], None]] = st.one_of(
    st.builds(lambda t, m, on: lambda s: s.subscribe(t, m, 1.0, latching=on), TEXTS, TEXTS, st.booleans()),
    st.builds(
        lambda t, m, e: lambda s: s.unsubscribe(t, m, 1.0, tuple(e)), TEXTS, TEXTS, st.lists(ENDPOINTS, max_size=3)
    ),
    st.builds(lambda t: lambda s: s.ask_topic_info(t, 1.0), TEXTS),
    st.sampled_from([
        lambda s: s.ask_topics(1.0),
        lambda s: s.ask_publishers(1.0),
        lambda s: s.ask_namespaces(1.0),
        lambda s: s.handle_deadline(WATCHDOG_INTERVAL_S),
    ]),
)  # fmt: skip


@given(ENDPOINTS, st.lists(COMMANDS, max_size=8))
@settings(deadline=None)
def test_nothing_that_we_send_lacks_a_required_field(
    identity: GazeboEndpoint, commands: list[Callable[[MasterSession], None]]
) -> None:
    """A packet that lacks one ends gzserver at once."""
    session = MasterSession(identity, 0.0)
    session.receive_data(FakeMaster().greeting() + fake.strings_packet("topic_list", []), 0.0)
    for command in commands:
        command(session)
    sent = b"".join(session.data_to_send(1.0))

    assert sent
    for payload in captures.frames(sent):
        packet = pb.Packet.FromString(payload)
        assert packet.IsInitialized()
        body = pb.Request() if packet.type == "request" else pb.Subscribe()
        body.ParseFromString(packet.serialized_data)
        assert body.IsInitialized()
        assert packet.type in {"request", "subscribe", "unsubscribe"}


def test_what_was_sent_is_not_sent_again() -> None:
    session = greeted_session()
    session.ask_publishers(0.1)

    assert len(session.data_to_send(0.1)) == 1
    assert session.data_to_send(0.1) == []


def test_request_numbers_stay_within_what_gazebo_uses() -> None:
    session = greeted_session()
    for _ in range(10_001):
        session.ask_publishers(0.1)
    numbers = [pb.Request.FromString(body).id for _, body in read_packets(b"".join(session.data_to_send(0.1)))]

    assert min(numbers) == 1
    assert max(numbers) == 10_000


# silence


def test_a_peer_that_does_not_greet_in_time_is_an_error() -> None:
    session = MasterSession(IDENTITY, 10.0)
    session.handle_deadline(10.0 + GREETING_TIMEOUT_S - 0.001)

    with pytest.raises(GazeboError, check=says(GazeboWireWording.NO_GREETING, timeout_s=5.0)) as caught:
        session.handle_deadline(10.0 + GREETING_TIMEOUT_S)

    assert caught.value.tip


def test_a_greeting_that_drips_is_as_late_as_none() -> None:
    session = MasterSession(IDENTITY, 0.0)
    for index, byte in enumerate(FakeMaster(publishers=[STATS] * 10).greeting()[:200]):
        session.receive_data(bytes([byte]), index * 0.1)

    assert session.next_deadline() == GREETING_TIMEOUT_S
    with pytest.raises(GazeboError, check=says(GazeboWireWording.NO_GREETING)):
        session.handle_deadline(20.0)


def test_a_master_that_is_mute_from_the_start_is_found_soon() -> None:
    session = MasterSession(IDENTITY, 0.0)
    session.receive_data(FakeMaster().greeting(), 1.0)

    assert session.next_deadline() == 1.0 + FIRST_ANSWER_TIMEOUT_S
    with pytest.raises(GazeboError, check=says(GazeboWireWording.MASTER_SILENT)) as caught:
        session.handle_deadline(1.0 + FIRST_ANSWER_TIMEOUT_S)
    assert caught.value.tip


def test_the_master_is_probed_for_as_long_as_it_answers() -> None:
    link = FakeMaster().accept()
    session = MasterSession(IDENTITY, 0.0)
    talk(session, link, 0.0)

    for _ in range(5):
        due = session.next_deadline() or 0.0
        session.handle_deadline(due)
        assert session.next_deadline() == due + WATCHDOG_TIMEOUT_S
        assert talk(session, link, due + 0.02) == [TopicsListed(())]
        assert session.next_deadline() == due + 0.02 + WATCHDOG_INTERVAL_S


def test_a_list_of_topics_that_is_the_same_is_not_parsed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    session = greeted_session()
    parsed: list[bytes] = []
    parse = packets.parse_strings

    def counted(body: bytes, what: str, limit: int) -> tuple[str, ...]:
        parsed.append(body)
        return parse(body, what, limit)

    monkeypatch.setattr(packets, "parse_strings", counted)
    told: list[MasterEvent] = []
    for names in (["/a"], ["/a"], ["/a", "/b"], ["/a", "/b"], []):
        session.ask_topics(0.1)
        session.receive_data(fake.strings_packet("topic_list", names), 0.1)
        told += events(session)

    assert told == [TopicsListed(tuple(names)) for names in (["/a"], ["/a"], ["/a", "/b"], ["/a", "/b"], [])]
    assert len(parsed) == 3


def test_a_master_that_falls_mute_is_found() -> None:
    master = FakeMaster()
    link = master.accept()
    session = MasterSession(IDENTITY, 0.0)
    talk(session, link, 0.0)
    master.mute = True

    session.handle_deadline(WATCHDOG_INTERVAL_S)
    assert talk(session, link, WATCHDOG_INTERVAL_S) == []
    session.handle_deadline(WATCHDOG_INTERVAL_S + WATCHDOG_TIMEOUT_S - 0.001)

    with pytest.raises(GazeboError, check=says(GazeboWireWording.MASTER_SILENT)):
        session.handle_deadline(WATCHDOG_INTERVAL_S + WATCHDOG_TIMEOUT_S)


def test_an_answer_of_any_kind_satisfies_the_watchdog() -> None:
    session = greeted_session()
    session.handle_deadline(WATCHDOG_INTERVAL_S)
    session.ask_namespaces(WATCHDOG_INTERVAL_S)
    session.ask_topics(WATCHDOG_INTERVAL_S)

    session.receive_data(fake.strings_packet("get_topic_namespaces_response", []), 3.0)

    assert session.next_deadline() == 3.0 + WATCHDOG_INTERVAL_S


def test_what_is_told_unasked_does_not_satisfy_the_watchdog() -> None:
    """A slot can be shared: only an answer shows that what we send is read."""
    session = greeted_session()
    session.handle_deadline(WATCHDOG_INTERVAL_S)

    session.receive_data(fake.publisher_packet("publisher_add", STATS), 3.0)

    assert session.next_deadline() == WATCHDOG_INTERVAL_S + WATCHDOG_TIMEOUT_S


def test_a_timer_that_comes_early_does_nothing() -> None:
    session = greeted_session()

    session.handle_deadline(WATCHDOG_INTERVAL_S - 0.001)

    assert session.data_to_send(WATCHDOG_INTERVAL_S) == []


# hostile and broken peers


@pytest.mark.parametrize("length", [0, 1, 8, 40, 70])
def test_an_end_before_the_greeting_may_be_a_white_list(length: int) -> None:
    session = MasterSession(IDENTITY, 0.0)
    session.receive_data(FakeMaster().greeting()[:length], 0.1)

    with pytest.raises(GazeboRejectedError, check=says(GazeboWireWording.REJECTED)) as caught:
        session.receive_eof(0.2)

    assert code_of(caught.value.tip) is GazeboWireWording.REJECTED_TIP


@pytest.mark.parametrize("behind", [b"", b"0000", b"00000010abc"])
def test_an_end_after_the_greeting_is_routine(behind: bytes) -> None:
    session = greeted_session()
    session.receive_data(behind, 0.1)

    with pytest.raises(GazeboClosedError) as caught:
        session.receive_eof(0.2)

    assert caught.value.tip


BROKEN = [
    pytest.param(
        b"HTTP/1.1 400 Bad Request\r\n", GazeboError, says(GazeboWireWording.HEADER_INVALID), id="another protocol"
    ),
    pytest.param(
        b"04000001",
        FrameTooLargeError,
        says(ProtocolWording.FRAME_TOO_LARGE, length_bytes=67108865),
        id="over the limit",
    ),
    pytest.param(
        b"ffffffff",
        FrameTooLargeError,
        says(ProtocolWording.FRAME_TOO_LARGE, length_bytes=0xFFFF_FFFF),
        id="far over the limit",
    ),
    pytest.param(
        b"00000004\xff\xff\xff\xff",
        GazeboError,
        says(GazeboWireWording.PACKET_INVALID, packet="control"),
        id="no packet",
    ),
    pytest.param(
        fake.packet("publisher_add", b"\xff"),
        GazeboError,
        says(GazeboWireWording.PACKET_INVALID, packet="publisher_add"),
        id="no body",
    ),
    pytest.param(
        fake.packet("topic_list", b"\xff"),
        GazeboError,
        says(GazeboWireWording.PACKET_INVALID, packet="topic_list"),
        id="no answer",
    ),
    pytest.param(
        fake.packet("publisher_list", length_field(1, b"") * (MAX_RECORDS + 1)),
        GazeboError,
        says(GazeboWireWording.TOO_MANY_ENTRIES, limit=100000),
        id="too many publishers",
    ),
    pytest.param(
        fake.packet("topic_list", length_field(1, b"") * (MAX_RECORDS + 1)),
        GazeboError,
        says(GazeboWireWording.TOO_MANY_ENTRIES, limit=100000),
        id="too many topics",
    ),
]


@pytest.mark.parametrize("feed", [feeding.feed_whole, feeding.feed_kilobytes])
@pytest.mark.parametrize(("data", "error", "said"), BROKEN)
def test_a_broken_peer_is_an_error_with_reason_and_tip_and_what_came_before_is_delivered(
    data: bytes, error: type[RemoteProtocolError], said: Said, feed: feeding.Feed
) -> None:
    session = greeted_session()
    session.ask_publishers(0.1)

    with pytest.raises(error, check=said) as caught:
        feed(session, fake.publisher_packet("publisher_add", STATS) + data, 0.2)

    assert caught.value.tip
    assert events(session) == [PublisherAdded(STATS)]


@pytest.mark.parametrize(("data", "error", "said"), BROKEN[:4])
def test_a_peer_that_is_broken_from_the_start_is_an_error(
    data: bytes, error: type[RemoteProtocolError], said: Said
) -> None:
    session = MasterSession(IDENTITY, 0.0)

    with pytest.raises(error, check=said):
        session.receive_data(data, 0.1)

    assert not session.greeted


@pytest.mark.parametrize("packet_type", ["publisher_add", "sub", "x" * 500, ""])
def test_a_peer_that_does_not_begin_with_a_greeting_is_no_master(packet_type: str) -> None:
    session = MasterSession(IDENTITY, 0.0)

    with pytest.raises(GazeboError, check=says(GazeboWireWording.NOT_GREETED)) as caught:
        session.receive_data(fake.packet(packet_type), 0.1)

    assert len(caught.value.reason) < 120
    assert code_of(caught.value.tip) is GazeboWireWording.NOT_GREETED_TIP


def test_empty_frames_are_passed_over() -> None:
    session = greeted_session()

    session.receive_data(b"00000000" * 10_000 + fake.publisher_packet("publisher_add", STATS), 0.1)

    assert events(session) == [PublisherAdded(STATS)]


def test_as_many_records_as_the_limit_are_taken() -> None:
    session = MasterSession(IDENTITY, 0.0)
    body = length_field(1, b"") * MAX_RECORDS

    session.receive_data(
        fake.string_packet("version_init", "gazebo 11.1")
        + fake.strings_packet("topic_namepaces_init", [])
        + fake.packet("publishers_init", body),
        0.1,
    )

    (event,) = events(session)
    assert isinstance(event, GazeboMasterGreeted)
    assert len(event.publishers) == MAX_RECORDS


def test_the_limit_of_a_frame_can_be_set() -> None:
    session = MasterSession(IDENTITY, 0.0, limit=1024)

    with pytest.raises(FrameTooLargeError, check=says(ProtocolWording.FRAME_TOO_LARGE, length_bytes=1025)):
        session.receive_data(b"00000401", 0.1)


@given(st.binary(max_size=200), feeding.READS)
@settings(deadline=None, max_examples=200)
def test_random_bytes_are_taken_or_refused_and_nothing_else(data: bytes, sizes: list[int]) -> None:
    for session in (MasterSession(IDENTITY, 0.0), greeted_session()):
        with taken_or_refused(RemoteProtocolError):
            feeding.feed_in_place(session, data, 0.1, sizes)


@given(
    st.lists(
        st.builds(
            fake.packet,
            st.sampled_from([
                "version_init", "topic_namepaces_init", "publishers_init", "topic_namespace_add", "publisher_add",
                "publisher_subscribe", "unadvertise", "unsubscribe", "topic_list", "publisher_list",
                "get_topic_namespaces_response", "topic_info_response", "other",
            ]),
            st.one_of(st.just(b""), st.binary(max_size=30), st.just(fake.publish_body(STATS))),
        ),
        max_size=8,
    ),
)  # fmt: skip
@settings(deadline=None, max_examples=200)
def test_packets_with_any_body_are_taken_or_refused_and_nothing_else(packets: list[bytes]) -> None:
    for session in (MasterSession(IDENTITY, 0.0), greeted_session()):
        session.ask_topic_info("/t", 0.0)
        with contextlib.suppress(RemoteProtocolError):
            session.receive_data(b"".join(packets), 0.1)
        assert len(events(session)) <= len(packets)
