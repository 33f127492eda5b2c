from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocols.errors import FrameTooLargeError, GazeboClosedError, GazeboError, RemoteProtocolError
from protocols.frames import STALL_BYTES, STALL_TIMEOUT_S
from protocols.gazebo import packets
from protocols.gazebo.names import GazeboEndpoint
from protocols.gazebo.packets import PublisherRecord, encode_frame
from protocols.gazebo.topic_links import GazeboInboundTopicLink
from protocols.gazebo.wording import GazeboWireWording
from protocols.wording import ProtocolWording
from protos.gazebo import transport_pb2 as pb
from tests.fakes.gazebo import FakePublisher
from tests.protocols import feeding
from tests.protocols.gazebo import captures
from tests.tools.sentences import Said, says, taken_or_refused

TOPIC = "/gazebo/default/world_stats"
RECORD = PublisherRecord(TOPIC, "gazebo.msgs.WorldStatistics", "10.0.0.2", 38751)
LOCAL = GazeboEndpoint("10.0.0.9", 50001)
LARGE = 1024 * 1024


def new_link(**options: int) -> GazeboInboundTopicLink:
    return GazeboInboundTopicLink(RECORD, LOCAL, 0.0, **options)  # type: ignore[arg-type]


def messages(link: GazeboInboundTopicLink) -> list[bytes]:
    return [bytes(payload) for batch in feeding.events(link) for payload in batch]


# the conversation


def test_a_link_says_once_what_it_wants() -> None:
    link = new_link()
    ((packet_type, body),) = captures.packets(b"".join(link.data_to_send(0.0)))

    assert packet_type == "sub"
    assert pb.Subscribe.FromString(body) == pb.Subscribe(
        topic=TOPIC, msg_type="gazebo.msgs.WorldStatistics", host="10.0.0.9", port=50001, latching=True
    )
    assert link.data_to_send(0.0) == []
    assert link.next_deadline() is None


def test_who_looks_on_says_so_in_a_way_that_nobody_else_needs_to_know() -> None:
    link = new_link(looks_on=True)
    ((packet_type, body),) = captures.packets(b"".join(link.data_to_send(0.0)))

    assert packets.parse_subscriber(body, packet_type).is_observer
    plain = new_link()
    ((_, other),) = captures.packets(b"".join(plain.data_to_send(0.0)))
    assert not packets.parse_subscriber(other, packet_type).is_observer
    # what Gazebo reads is the same
    known = pb.Subscribe.FromString(body)
    known.DiscardUnknownFields()
    assert known == pb.Subscribe.FromString(other)


def test_the_message_that_was_latched_comes_first_and_then_every_one() -> None:
    publisher = FakePublisher({TOPIC: b"old"})
    there = publisher.accept()
    link = new_link()

    link.receive_data(there.receive(b"".join(link.data_to_send(0.0))), 0.1)
    publisher.publish(TOPIC, b"one", b"two")
    link.receive_data(there.data_to_send(), 0.2)

    assert messages(link) == [b"old", b"one", b"two"]


def test_without_latching_only_new_messages_come() -> None:
    publisher = FakePublisher({TOPIC: b"old"})
    there = publisher.accept()
    link = GazeboInboundTopicLink(RECORD, LOCAL, 0.0, latching=False)

    link.receive_data(there.receive(b"".join(link.data_to_send(0.0))), 0.1)

    assert messages(link) == []
    assert there.subscription is not None
    assert not there.subscription.latching


@given(st.lists(st.binary(min_size=1, max_size=300), max_size=20), feeding.READS)
@settings(deadline=None)
def test_messages_come_out_whole_and_in_order_however_they_are_cut(payloads: list[bytes], sizes: list[int]) -> None:
    link = new_link()

    feeding.feed_in_place(link, b"".join(map(encode_frame, payloads)), 1.0, sizes)

    assert messages(link) == payloads


@pytest.mark.parametrize("feed", [feeding.feed_whole, feeding.feed_kilobytes])
def test_a_large_message_is_received_into_memory_of_its_own(feed: feeding.Feed) -> None:
    payload = bytes(range(256)) * (LARGE // 256)
    link = new_link()

    feed(link, encode_frame(payload) + encode_frame(b"next"), 1.0)

    (first, *_), *_ = feeding.events(link)
    assert isinstance(first, memoryview)
    assert first == payload


def test_large_messages_that_are_held_are_counted_when_they_take_new_memory() -> None:
    link = new_link()
    held = []
    for _ in range(8):
        link.receive_data(encode_frame(bytes(LARGE)), 1.0)
        held += feeding.events(link)

    assert link.allocated > 0
    assert all(len(batch.newest) == LARGE for batch in held)


def test_empty_frames_are_no_messages() -> None:
    link = new_link()

    link.receive_data(b"00000000" * 1000 + encode_frame(b"one") + b"00000000", 1.0)

    assert messages(link) == [b"one"]
    assert link.next_deadline() is None


# silence and slowness


def test_a_topic_without_messages_is_no_fault() -> None:
    link = new_link()
    link.receive_data(encode_frame(b"one"), 1.0)

    assert link.next_deadline() is None
    link.handle_deadline(1e9)


@pytest.mark.parametrize("begun", [b"0", b"00000400", b"00000400abc", b"%08x" % LARGE + b"abc"])
@pytest.mark.parametrize("feed", [feeding.feed_whole, feeding.feed_bytes])
def test_a_message_that_stays_unfinished_is_an_error(begun: bytes, feed: feeding.Feed) -> None:
    link = new_link()
    feed(link, encode_frame(b"one") + begun, 5.0)

    assert link.next_deadline() == 5.0 + STALL_TIMEOUT_S
    link.handle_deadline(5.0 + STALL_TIMEOUT_S - 0.001)
    with pytest.raises(GazeboError, check=says(GazeboWireWording.STUCK)) as caught:
        link.handle_deadline(5.0 + STALL_TIMEOUT_S)
    assert caught.value.tip
    assert messages(link) == [b"one"]


def test_a_large_message_that_drips_is_an_error_though_bytes_come() -> None:
    link = new_link()
    link.receive_data(b"%08x" % LARGE, 0.0)

    for step in range(1, 21):
        link.receive_data(b"x", step * 0.5)

    assert link.next_deadline() == STALL_TIMEOUT_S
    with pytest.raises(
        GazeboError,
        check=says(GazeboWireWording.STUCK, reason=ProtocolWording.STALLED(progress_bytes=20, stall_s=10.0)),
    ):
        link.handle_deadline(STALL_TIMEOUT_S)


def test_a_slow_link_may_take_its_time_as_long_as_it_moves_on() -> None:
    link = new_link()
    link.receive_data(b"%08x" % LARGE, 0.0)
    now = 0.0
    for _ in range(LARGE // STALL_BYTES):
        now = link.next_deadline() or now
        link.receive_data(bytes(STALL_BYTES), now - 0.1)
        link.handle_deadline(now)

    assert messages(link) == [bytes(LARGE)]
    assert link.next_deadline() is None


def test_a_message_that_moved_on_once_must_go_on_moving() -> None:
    link = new_link()
    link.receive_data(b"%08x" % LARGE, 0.0)
    link.receive_data(bytes(3 * STALL_BYTES), 1.0)
    link.handle_deadline(STALL_TIMEOUT_S)

    with pytest.raises(
        GazeboError, check=says(GazeboWireWording.STUCK, reason=ProtocolWording.STALLED(progress_bytes=0, stall_s=10.0))
    ):
        link.handle_deadline(2 * STALL_TIMEOUT_S)


def test_an_empty_frame_that_comes_in_parts_leaves_nothing_to_wait_for() -> None:
    link = new_link()
    link.receive_data(b"0000", 0.0)
    link.receive_data(b"0000", 1.0)

    link.handle_deadline(STALL_TIMEOUT_S)

    assert link.next_deadline() is None


def test_a_message_that_was_finished_in_time_ends_the_watch() -> None:
    link = new_link()
    link.receive_data(b"00000004ab", 0.0)
    link.receive_data(b"cd", 9.0)
    assert link.next_deadline() is None

    link.receive_data(b"0000", 9.5)
    link.handle_deadline(STALL_TIMEOUT_S)

    assert link.next_deadline() == 9.5 + STALL_TIMEOUT_S


# broken peers


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", GazeboWireWording.PUBLISHER_CLOSED),
        (b"0000", GazeboWireWording.PUBLISHER_CLOSED_WITHIN),
        (b"00000004ab", GazeboWireWording.PUBLISHER_CLOSED_WITHIN),
    ],
)
def test_the_end_of_a_link_is_routine_and_says_where_it_came(data: bytes, code: GazeboWireWording) -> None:
    link = new_link()
    link.receive_data(encode_frame(b"one") + data, 0.1)

    with pytest.raises(GazeboClosedError) as caught:
        link.receive_eof(0.2)

    assert caught.value.reason == code(endpoint="10.0.0.2:38751")
    assert caught.value.tip
    assert messages(link) == [b"one"]


@pytest.mark.parametrize("feed", [feeding.feed_whole, feeding.feed_bytes])
@pytest.mark.parametrize(
    ("data", "error", "said"),
    [
        (b"HTTP/1.1 404", GazeboError, says(GazeboWireWording.HEADER_INVALID)),
        (
            b"04000001",
            FrameTooLargeError,
            says(ProtocolWording.FRAME_TOO_LARGE, length_bytes=67108865, limit_bytes=67108864),
        ),
        (b"ffffffff", FrameTooLargeError, says(ProtocolWording.FRAME_TOO_LARGE, length_bytes=0xFFFF_FFFF)),
    ],
)
def test_a_broken_publisher_is_an_error_and_what_came_before_is_delivered(
    data: bytes, error: type[RemoteProtocolError], said: Said, feed: feeding.Feed
) -> None:
    link = new_link()

    with pytest.raises(error, check=said) as caught:
        feed(link, encode_frame(b"one") + data, 1.0)

    assert caught.value.tip
    assert messages(link) == [b"one"]


def test_after_an_error_the_link_takes_nothing_more() -> None:
    link = new_link()
    with pytest.raises(GazeboError):
        link.receive_data(b"not hex!", 1.0)

    with pytest.raises(GazeboError):
        link.receive_data(encode_frame(b"one"), 1.0)

    assert messages(link) == []


def test_the_limit_of_a_message_can_be_set() -> None:
    link = new_link(limit=10)

    with pytest.raises(FrameTooLargeError):
        link.receive_data(encode_frame(b"0123456789") + encode_frame(b"0123456789a"), 1.0)

    assert messages(link) == [b"0123456789"]


@given(st.binary(max_size=100), feeding.READS)
@settings(deadline=None, max_examples=200)
def test_random_bytes_are_taken_or_refused_and_nothing_else(data: bytes, sizes: list[int]) -> None:
    link = new_link()
    with taken_or_refused(RemoteProtocolError):
        feeding.feed_in_place(link, data, 1.0, sizes)
