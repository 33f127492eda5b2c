from __future__ import annotations

import tracemalloc
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocols.errors import FrameTooLargeError, GazeboError, LocalProtocolError
from protocols.gazebo import packets
from protocols.gazebo.names import GazeboEndpoint
from protocols.gazebo.packets import GazeboTopicInfo, PublisherRecord, SubscriberRecord
from protocols.gazebo.wording import GazeboWireWording
from protocols.protobuf.wording import ProtobufWording
from protos.gazebo import transport_pb2 as pb
from tests.fakes.gazebo import publish_body, read_packets, subscribe_body
from tests.protocols.gazebo import captures
from tests.protocols.payloads import length_field
from tests.tools.sentences import says, taken_or_refused

SUBSCRIBE_FRAME = (
    b"0000005e"
    + bytes.fromhex("0a04080110021209737562736372696265")
    + bytes.fromhex("1a4b0a1b2f67617a65626f2f64656661756c742f776f726c645f7374617473")
    + bytes.fromhex("12093132372e302e302e311887be02")
    + bytes.fromhex("221b67617a65626f2e6d7367732e576f726c64537461746973746963732801")
)


def test_a_frame_is_eight_lower_case_digits_and_the_payload() -> None:
    assert packets.encode_frame(SUBSCRIBE_FRAME[8:]) == SUBSCRIBE_FRAME
    assert packets.encode_frame(memoryview(b"abc")) == b"00000003abc"


def test_an_empty_frame_is_never_sent() -> None:
    with pytest.raises(LocalProtocolError):
        packets.encode_frame(b"")


@given(st.integers(0, packets.MAX_LENGTH))
@settings(deadline=None)
def test_a_length_reads_back_as_it_is_written(length: int) -> None:
    assert packets.parse_header(b"%08x" % length) == length


@pytest.mark.parametrize(
    ("header", "length"),
    [(b"0000005E", 94), (b"      5e", 94), (b"0x00005e", 94), (b" 0X0005E", 94), (b"ffffffff", packets.MAX_LENGTH)],
)
def test_what_gazebo_takes_for_a_length_is_taken(header: bytes, length: int) -> None:
    assert packets.parse_header(header) == length


@pytest.mark.parametrize(
    "header",
    [
        b"HTTP/1.1",
        b"SSH-2.0-",
        b"        ",
        b"0000 05e",
        b"0000005g",
        b"-000005e",
        b"+000005e",
        b"0000_05e",
        b"0x      ",
        b"5e      ",
        b"\t\n00005e",
        b"0x0x0005",
        b"\x00\x00\x00\x00\x00\x00\x00\x00",
        "٣٣٣٣".encode(),
    ],
)
def test_what_is_no_length_is_an_error_with_reason_and_tip(header: bytes) -> None:
    with pytest.raises(GazeboError, check=says(GazeboWireWording.HEADER_INVALID)) as caught:
        packets.parse_header(header)

    assert caught.value.tip


@given(st.binary(min_size=8, max_size=8))
@settings(deadline=None)
def test_any_header_is_a_length_or_an_error(header: bytes) -> None:
    try:
        length = packets.parse_header(header)
    except GazeboError:
        return
    assert 0 <= length <= packets.MAX_LENGTH


def test_the_reader_cuts_recorded_frames() -> None:
    data = captures.stream("master_subscribe.server")
    reader = packets.frame_reader()

    assert [bytes(payload) for batch in reader.feed(data) for payload in batch] == captures.frames(data)
    assert not reader.mid_frame


def test_the_reader_has_the_limit_that_was_asked_for() -> None:
    reader = packets.frame_reader(10)

    assert [bytes(payload) for batch in reader.feed(b"0000000a0123456789" + b"0000000b") for payload in batch] == [
        b"0123456789"
    ]
    assert isinstance(reader.error, FrameTooLargeError)


TEXTS = st.text(st.characters(codec="utf-8"), max_size=20)
PORTS = st.integers(0, (1 << 32) - 1)
PUBLISHERS = st.builds(PublisherRecord, TEXTS, TEXTS, TEXTS, PORTS)
SUBSCRIBERS = st.builds(SubscriberRecord, TEXTS, TEXTS, TEXTS, PORTS, st.booleans(), st.booleans())
TIMES = st.floats(0, 1e12)

PARSERS: list[Callable[[bytes], object]] = [
    packets.parse_packet,
    lambda body: packets.parse_string(body, "any"),
    lambda body: packets.parse_strings(body, "any", 10),
    lambda body: packets.parse_publisher(body, "any"),
    lambda body: packets.parse_publishers(body, "any", 10),
    lambda body: packets.parse_subscriber(body, "any"),
    lambda body: packets.parse_topic_info(body, "any", 10),
]


@given(PUBLISHERS)
@settings(deadline=None)
def test_a_publisher_reads_back_as_it_is_written(record: PublisherRecord) -> None:
    assert packets.parse_publisher(publish_body(record), "publisher_add") == record
    assert record.endpoint == GazeboEndpoint(record.host, record.port)


@given(SUBSCRIBERS)
@settings(deadline=None)
def test_a_subscriber_reads_back_as_it_is_written(record: SubscriberRecord) -> None:
    ((packet_type, body),) = read_packets(packets.encode_subscription("subscribe", record, 1.5))

    assert packet_type == "subscribe"
    assert packets.parse_subscriber(body, packet_type) == record
    assert pb.Subscribe.FromString(body).IsInitialized()


@given(PUBLISHERS, st.sampled_from(["advertise", "unadvertise"]))
@settings(deadline=None)
def test_a_publication_reads_back_as_it_is_written(record: PublisherRecord, packet_type: str) -> None:
    ((written_type, body),) = read_packets(packets.encode_publication(packet_type, record, 1.5))

    assert written_type == packet_type
    assert packets.parse_publisher(body, packet_type) == record
    assert pb.Publish.FromString(body).IsInitialized()


@given(TEXTS, st.binary(max_size=50), TIMES)
@settings(deadline=None)
def test_every_packet_has_all_that_is_required(packet_type: str, body: bytes, now: float) -> None:
    (payload,) = captures.frames(packets.encode_packet(packet_type, body, now))
    message = pb.Packet.FromString(payload)

    assert message.IsInitialized()
    assert (message.type, message.serialized_data) == (packet_type, body)
    assert 0 <= message.stamp.sec < 1 << 31
    assert 0 <= message.stamp.nsec < 1_000_000_000


@given(st.integers(1, 10_000), TEXTS, TEXTS)
@settings(deadline=None)
def test_a_request_has_all_that_is_required(request_id: int, request: str, data: str) -> None:
    ((packet_type, body),) = read_packets(packets.encode_request(request_id, request, data, 1.5))
    message = pb.Request.FromString(body)

    assert packet_type == "request"
    assert message.IsInitialized()
    assert (message.id, message.request, message.data) == (request_id, request, data)


def test_lists_are_read_in_order() -> None:
    records = tuple(PublisherRecord(f"/topic{index}", "type", "host", index) for index in range(3))
    body = b"".join(length_field(1, publish_body(record)) for record in records)

    assert packets.parse_publishers(body, "publishers_init", 3) == records
    assert packets.parse_strings(length_field(1, b"b") + length_field(1, b"a"), "topic_list", 2) == ("b", "a")
    assert packets.parse_strings(b"", "topic_list", 2) == ()


def test_topic_info_holds_publishers_and_subscribers() -> None:
    publisher = PublisherRecord("/t", "type", "host", 1)
    subscriber = SubscriberRecord("/t", "type", "host", 2, latching=True)
    body = (
        length_field(1, b"type")
        + length_field(2, publish_body(publisher))
        + length_field(3, subscribe_body(subscriber))
    )

    assert packets.parse_topic_info(body, "topic_info_response", 10) == GazeboTopicInfo(
        "type", (publisher,), (subscriber,)
    )


@pytest.mark.parametrize(
    ("info", "type_name"),
    [
        (GazeboTopicInfo("a", (PublisherRecord("/t", "b", "", 0),), ()), "a"),
        (GazeboTopicInfo("", (PublisherRecord("/t", "b", "", 0),), (SubscriberRecord("/t", "c", "", 0),)), "b"),
        (GazeboTopicInfo("", (PublisherRecord("/t", "", "", 0),), (SubscriberRecord("/t", "c", "", 0),)), "c"),
        (GazeboTopicInfo("", (), ()), ""),
    ],
)
def test_the_type_of_a_topic_is_the_first_that_anybody_names(info: GazeboTopicInfo, type_name: str) -> None:
    assert info.any_type == type_name


def test_texts_that_are_not_utf_8_are_shown_by_escapes() -> None:
    assert packets.parse_string(length_field(1, b"a\xffb"), "version_init") == "a\\xffb"
    assert packets.parse_strings(length_field(1, b"\xfe"), "topic_list", 1) == ("\\xfe",)


def test_a_packet_without_its_required_fields_is_read_as_far_as_it_goes() -> None:
    """They differ between versions of Gazebo; only what we send must be whole."""
    assert packets.parse_packet(b"\x12\x01x") == ("x", b"")
    assert packets.parse_publisher(b"\x0a\x02/t", "publisher_add") == PublisherRecord("/t", "", "", 0)


@pytest.mark.parametrize("parse", PARSERS)
@pytest.mark.parametrize("body", [b"\x0a\x05ab", b"\x00", b"\xff" * 20, b"\x0b\x0c\x0c"])
def test_a_body_that_does_not_parse_is_an_error_with_reason_and_tip(
    parse: Callable[[bytes], object], body: bytes
) -> None:
    with pytest.raises(GazeboError, check=says(GazeboWireWording.PACKET_INVALID)) as caught:
        parse(body)

    assert caught.value.tip


@pytest.mark.parametrize("parse", PARSERS)
@given(body=st.binary(max_size=100))
@settings(deadline=None)
def test_random_bytes_are_read_or_refused_and_nothing_else(parse: Callable[[bytes], object], body: bytes) -> None:
    with taken_or_refused(GazeboError):
        parse(body)


@pytest.mark.parametrize("parse", [packets.parse_strings, packets.parse_publishers, packets.parse_topic_info])
def test_a_list_with_more_entries_than_the_limit_is_refused(parse: Callable[[bytes, str, int], object]) -> None:
    parse(b"\x12\x00" * 1000, "some_list", 1000)

    with pytest.raises(
        GazeboError, check=says(GazeboWireWording.TOO_MANY_ENTRIES, packet="some_list", limit=1000)
    ) as caught:
        parse(b"\x12\x00" * 1001, "some_list", 1000)

    assert caught.value.tip


def test_a_list_that_is_too_long_is_refused_before_it_becomes_objects() -> None:
    body = length_field(1, b"") * 500_000
    tracemalloc.start()

    with pytest.raises(GazeboError, check=says(GazeboWireWording.TOO_MANY_ENTRIES)):
        packets.parse_publishers(body, "publishers_init", 1000)

    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 100_000


def test_a_long_list_that_does_not_parse_is_refused_as_such() -> None:
    with pytest.raises(
        GazeboError, check=says(GazeboWireWording.PACKET_INVALID, reason=ProtobufWording.NUMBER_TOO_LONG())
    ):
        packets.parse_strings(b"\xff" * 100, "topic_list", 10)
