from __future__ import annotations

import re
import struct

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocols.errors import FrameTooLargeError, RemoteProtocolError, RosClosedError, RosRefusedError, RosRemoteError
from protocols.frames import STALL_TIMEOUT_S, FrameBatch
from protocols.ros1.tcpros.header import HEADER_TIMEOUT_S, decode_header, encode_header
from protocols.ros1.tcpros.topic_links import RosInboundTopicLink, RosPublisherGreeted
from protocols.ros1.wording import TcprosWording
from protocols.sentence import code_of
from protocols.wording import ProtocolWording
from tests.protocols import feeding
from tests.protocols.ros1 import conversations
from tests.tools.sentences import Said, says, taken_or_refused

TOPIC = "/chatter"
MD5 = "992ce8a1687cec8c8bd883ec73ca41d1"
FIELDS = {"type": "std_msgs/String", "md5sum": MD5, "message_definition": "string data\n", "callerid": "/talker"}
REPLY = encode_header(FIELDS | {"topic": TOPIC, "latching": "1"})
LARGE = 1024 * 1024
FEEDS = [feeding.feed_whole, feeding.feed_bytes, feeding.feed_kilobytes]


def frame(payload: bytes) -> bytes:
    return struct.pack("<I", len(payload)) + payload


def messages(link: RosInboundTopicLink) -> list[bytes]:
    return [bytes(payload) for event in feeding.events(link) if isinstance(event, FrameBatch) for payload in event]


def new_link(**options: int) -> RosInboundTopicLink:
    return RosInboundTopicLink(TOPIC, "/teledeck_1_2", 0.0, peer="/talker at robot:4711", **options)  # type: ignore[arg-type]


def open_link(**options: int) -> RosInboundTopicLink:
    link = new_link(**options)
    link.receive_data(REPLY, 0.1)
    assert isinstance(link.next_event(), RosPublisherGreeted)
    return link


# the conversation


def test_a_link_says_once_what_it_wants() -> None:
    link = new_link()
    (data,) = link.data_to_send(0.0)

    assert decode_header(data[4:]) == {"topic": TOPIC, "callerid": "/teledeck_1_2", "md5sum": "*", "type": "*"}
    assert link.data_to_send(0.0) == []


def test_a_type_and_small_delays_can_be_asked_for() -> None:
    link = RosInboundTopicLink(TOPIC, "/t", 0.0, type_name="std_msgs/String", md5=MD5, tcp_nodelay=True)
    (data,) = link.data_to_send(0.0)

    assert decode_header(data[4:]) == {
        "topic": TOPIC, "callerid": "/t", "md5sum": MD5, "type": "std_msgs/String", "tcp_nodelay": "1"
    }  # fmt: skip


@pytest.mark.parametrize("feed", FEEDS)
def test_the_publisher_s_header_comes_first_and_then_every_message(feed: feeding.Feed) -> None:
    link = new_link()
    feed(link, REPLY + frame(b"one") + frame(b"") + frame(b"three"), 0.1)

    greeted = link.next_event()
    assert isinstance(greeted, RosPublisherGreeted)
    assert (greeted.type_name, greeted.md5, greeted.definition) == ("std_msgs/String", MD5, "string data\n")
    assert (greeted.callerid, greeted.latching, greeted.fields["topic"]) == ("/talker", True, TOPIC)
    assert link.greeted == greeted
    assert messages(link) == [b"one", b"", b"three"]


def test_a_publisher_need_not_say_more_than_its_type() -> None:
    link = new_link()
    link.receive_data(encode_header({"type": "a/B", "md5sum": "*"}), 0.1)
    greeted = link.next_event()

    assert isinstance(greeted, RosPublisherGreeted)
    assert (greeted.definition, greeted.callerid, greeted.latching) == ("", "", False)


@pytest.mark.parametrize("name", conversations.names("topic_"))
@pytest.mark.parametrize("feed", FEEDS)
def test_real_publishers_are_understood(name: str, feed: feeding.Feed) -> None:
    wanted = decode_header(conversations.client(name)[4:])
    link = RosInboundTopicLink(wanted["topic"], "/t", 0.0, md5=wanted["md5sum"], type_name=wanted["type"])
    feed(link, conversations.server(name), 0.1)
    greeted = link.next_event()

    assert isinstance(greeted, RosPublisherGreeted)
    assert "/" in greeted.type_name
    assert greeted.definition or greeted.type_name == "std_msgs/Empty"
    assert wanted["md5sum"] in {greeted.md5, "*"}
    assert len(messages(link)) == 3


@pytest.mark.parametrize("name", [name for name in conversations.names("refused_") if "no_topic" not in name])
def test_real_refusals_are_understood(name: str) -> None:
    link = new_link()
    with pytest.raises(RosRefusedError, check=says(TcprosWording.REFUSED)) as caught:
        link.receive_data(conversations.server(name), 0.1)
    # the words of the node
    assert re.search("md5sum|publisher of|nonexistent topic", caught.value.reason)


@given(st.lists(st.binary(max_size=300), max_size=20), feeding.READS)
@settings(deadline=None)
def test_messages_come_out_whole_and_in_order_however_they_are_cut(payloads: list[bytes], sizes: list[int]) -> None:
    link = new_link()
    feeding.feed_in_place(link, REPLY + b"".join(map(frame, payloads)), 1.0, sizes)

    assert messages(link) == payloads


@pytest.mark.parametrize("feed", [feeding.feed_whole, feeding.feed_kilobytes])
def test_a_large_message_is_received_into_memory_of_its_own(feed: feeding.Feed) -> None:
    payload = bytes(range(256)) * (LARGE // 256)
    link = open_link()
    feed(link, frame(payload) + frame(b"next"), 1.0)
    first = link.next_event()

    assert isinstance(first, FrameBatch)
    assert isinstance(first.newest, memoryview)
    assert first.newest == payload
    assert link.allocated == 0
    assert messages(link) == [b"next"]


def test_a_flood_of_small_messages_is_one_event_a_read() -> None:
    link = open_link()
    buffer = link.receive_buffer()
    count = len(buffer) // 8
    buffer[: 8 * count] = frame(b"abcd") * count
    link.received(8 * count, 1.0)
    (batch,) = feeding.events(link)

    assert isinstance(batch, FrameBatch)
    assert batch.count == count > 1000


# silence and slowness


@pytest.mark.parametrize("begun", [b"", b"\x10", REPLY[:-1]])
def test_a_publisher_that_does_not_answer_is_given_up_however_it_drips(begun: bytes) -> None:
    link = new_link()
    for index, byte in enumerate(begun):
        link.receive_data(bytes([byte]), HEADER_TIMEOUT_S * index / len(begun))

    assert link.next_deadline() == HEADER_TIMEOUT_S
    link.handle_deadline(HEADER_TIMEOUT_S - 0.001)
    with pytest.raises(
        RosRemoteError, check=says(TcprosWording.SILENT, peer="/talker at robot:4711", timeout_s=10.0)
    ) as caught:
        link.handle_deadline(HEADER_TIMEOUT_S)
    assert caught.value.tip


def test_a_topic_without_messages_is_no_fault() -> None:
    link = open_link()

    assert link.next_deadline() is None
    link.handle_deadline(1e9)


@pytest.mark.parametrize("begun", [b"\x05", b"\x05\0\0\0", b"\x05\0\0\0abc", struct.pack("<I", LARGE) + b"abc"])
def test_a_message_that_stays_unfinished_is_an_error(begun: bytes) -> None:
    link = new_link()
    link.receive_data(REPLY + frame(b"one") + begun, 5.0)

    assert link.next_deadline() == 5.0 + STALL_TIMEOUT_S
    with pytest.raises(
        RosRemoteError,
        check=says(
            TcprosWording.MESSAGE_STUCK,
            topic="/chatter",
            reason=ProtocolWording.STALLED(progress_bytes=0, stall_s=10.0),
        ),
    ):
        link.handle_deadline(5.0 + STALL_TIMEOUT_S)
    assert messages(link) == [b"one"]


# publishers that break the rules


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", says(TcprosWording.CLOSED_BEFORE_ANSWER)),
        (REPLY[:20], says(TcprosWording.CLOSED_BEFORE_ANSWER)),
        (REPLY, says(TcprosWording.CLOSED, peer="/talker at robot:4711")),
        (REPLY + frame(b"one"), says(TcprosWording.CLOSED, peer="/talker at robot:4711")),
        (REPLY + frame(b"one")[:-1], says(TcprosWording.CLOSED_WITHIN)),
    ],
)
def test_the_end_of_a_link_is_routine_in_every_state_and_says_where_it_came(data: bytes, said: Said) -> None:
    link = new_link()
    link.receive_data(data, 0.1)

    with pytest.raises(RosClosedError, check=said) as caught:
        link.receive_eof(0.2)
    assert caught.value.tip


@pytest.mark.parametrize(
    ("fields", "error", "said"),
    [
        (
            {"error": "not a publisher\nof that"},
            RosRefusedError,
            says(TcprosWording.REFUSED, reason="not a publisher of that"),
        ),
        ({"error": "x" * 1000}, RosRefusedError, says(TcprosWording.REFUSED)),
        ({}, RosRemoteError, says(TcprosWording.TYPE_AND_MD5_UNSAID, name="/chatter")),
        ({"type": "a/B", "md5sum": ""}, RosRemoteError, says(TcprosWording.MD5_UNSAID, name="/chatter")),
        (
            FIELDS | {"topic": "/other"},
            RosRemoteError,
            says(TcprosWording.OTHER_TOPIC, other="/other", topic="/chatter"),
        ),
    ],
)
@pytest.mark.parametrize("feed", FEEDS)
def test_an_answer_that_is_none_ends_the_link_and_says_why(
    fields: dict[str, str], error: type[RosRemoteError], said: Said, feed: feeding.Feed
) -> None:
    link = new_link()
    with pytest.raises(error, check=said) as caught:
        feed(link, encode_header(fields) + frame(b"one"), 0.1)

    assert caught.value.tip
    assert len(caught.value.reason) < 400
    assert feeding.events(link) == []


def test_another_type_than_the_one_that_was_wanted_ends_the_link() -> None:
    link = RosInboundTopicLink(TOPIC, "/t", 0.0, md5="f" * 32)
    with pytest.raises(
        RosRemoteError,
        check=says(
            TcprosWording.OTHER_DEFINITION,
            peer=TcprosWording.THE_PUBLISHER(),
            type_name="std_msgs/String",
            md5="992ce8a1687cec8c8bd883ec73ca41d1",
            wanted_md5="ffffffffffffffffffffffffffffffff",
        ),
    ):
        link.receive_data(REPLY, 0.1)


def test_a_publisher_that_takes_any_type_is_taken() -> None:
    link = RosInboundTopicLink(TOPIC, "/t", 0.0, md5=MD5)
    link.receive_data(encode_header(FIELDS | {"md5sum": "*"}), 0.1)

    assert link.greeted is not None


@pytest.mark.parametrize("data", [b"\xff\xff\xff\x3f", b"HTTP/1.1 200 OK"])
def test_a_header_of_a_gigabyte_is_refused(data: bytes) -> None:
    link = new_link()
    with pytest.raises(FrameTooLargeError, check=says(TcprosWording.HEADER_DECLARES)) as caught:
        link.receive_data(data, 0.1)
    assert code_of(caught.value.tip) is TcprosWording.PORT_TIP


@pytest.mark.parametrize("feed", [feeding.feed_whole, feeding.feed_bytes])
def test_a_message_over_the_limit_ends_the_link_and_what_came_before_is_delivered(feed: feeding.Feed) -> None:
    link = open_link(limit=1000)
    with pytest.raises(
        FrameTooLargeError, check=says(ProtocolWording.FRAME_TOO_LARGE, length_bytes=0xFFFF_FFFF, limit_bytes=1000)
    ):
        feed(link, frame(b"one") + b"\xff\xff\xff\xff", 0.2)

    assert messages(link) == [b"one"]


def test_the_limit_counts_for_a_message_of_the_header_s_size_too() -> None:
    link = new_link(limit=10)
    link.receive_data(REPLY + frame(b"short"), 0.1)
    with pytest.raises(FrameTooLargeError):
        link.receive_data(frame(bytes(len(REPLY) - 4)), 0.1)

    assert messages(link) == [b"short"]


@given(st.binary(max_size=100), feeding.READS, st.booleans())
@settings(deadline=None, max_examples=200)
def test_random_bytes_are_taken_or_refused_and_nothing_else(data: bytes, sizes: list[int], opened: bool) -> None:  # noqa: FBT001
    link = open_link() if opened else new_link()
    with taken_or_refused(RemoteProtocolError):
        feeding.feed_in_place(link, data, 1.0, sizes)
        link.handle_deadline(link.next_deadline() or 1.0)
