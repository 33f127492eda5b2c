from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocols.errors import FrameTooLargeError, RemoteProtocolError, RosLocalError, RosRemoteError
from protocols.ros1.tcpros.header import (
    MAX_HEADER,
    HeaderReader,
    decode_header,
    encode_header,
    encode_length,
    parse_length,
)
from protocols.ros1.wording import TcprosWording
from protocols.sentence import code_of
from tests.protocols import feeding
from tests.protocols.ros1 import conversations
from tests.tools.sentences import Said, says

# the vector of the specification
SUBSCRIBER = {"callerid": "/t", "md5sum": "*", "topic": "/chatter", "type": "*"}
SUBSCRIBER_BYTES = bytes.fromhex(
    "370000000b00000063616c6c657269643d2f74080000006d643573756d3d2a0e000000746f7069633d2f6368617474657206000000747970653d2a"
)

KEYS = st.text(st.characters(codec="utf-8", exclude_characters="="), min_size=1).filter(lambda key: key == key.strip())
FIELDS = st.dictionaries(KEYS, st.text(st.characters(codec="utf-8")), max_size=8)


def field(data: bytes) -> bytes:
    return struct.pack("<I", len(data)) + data


def read(data: bytes, sizes: list[int], reader: HeaderReader) -> dict[str, str] | None:
    """Into the reader's own buffer, as a socket does; what a last read did not take is left out."""
    for chunk in feeding.chunks(data, sizes):
        target = reader.receive_buffer()
        count = min(len(target), len(chunk))
        target[:count] = chunk[:count]
        target.release()
        if (fields := reader.received(count)) is not None:
            return fields
    return None


def test_a_header_is_written_as_ros_writes_it() -> None:
    assert encode_header(SUBSCRIBER) == SUBSCRIBER_BYTES
    assert encode_header(dict(reversed(SUBSCRIBER.items()))) == SUBSCRIBER_BYTES
    assert encode_header({}) == bytes(4)


def test_the_header_of_the_specification_is_read() -> None:
    assert decode_header(SUBSCRIBER_BYTES[4:]) == SUBSCRIBER


@given(FIELDS)
def test_what_is_written_is_read(fields: dict[str, str]) -> None:
    data = encode_header(fields)

    assert parse_length(data[:4]) == len(data) - 4
    assert decode_header(data[4:]) == fields


@pytest.mark.parametrize("name", conversations.names())
def test_the_headers_of_real_nodes_are_read_and_what_follows_is_left(name: str) -> None:
    for data in (conversations.client(name), conversations.server(name)):
        if not data:
            continue
        whole, bytewise = HeaderReader(), HeaderReader()
        fields = whole.feed(data)

        assert fields
        # not all of them sort their fields
        assert len(encode_header(fields)) + len(whole.leftovers) == len(data)
        assert data.endswith(whole.leftovers)
        assert read(data, [1], bytewise) == fields
        assert bytewise.leftovers == b""


def test_a_value_may_hold_equals_signs_and_a_key_may_stand_between_spaces() -> None:
    assert decode_header(field(b" message_definition =int8 A=1\n")) == {"message_definition": "int8 A=1\n"}
    assert decode_header(field(b"error=")) == {"error": ""}


def test_the_same_field_twice_is_no_harm() -> None:
    assert decode_header(field(b"type=a/B") * 2) == {"type": "a/B"}


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (field(b""), says(TcprosWording.HEADER_FIELD_EMPTY)),
        (field(b"topic=/t") + field(b""), says(TcprosWording.HEADER_FIELD_EMPTY)),
        (field(b"nothing"), says(TcprosWording.HEADER_FIELD_INVALID, field="nothing")),
        (field(b"=value"), says(TcprosWording.HEADER_FIELD_INVALID, field="=value")),
        (field(b" =value"), says(TcprosWording.HEADER_FIELD_INVALID)),
        (b"\x01\x00\x00", says(TcprosWording.HEADER_CUT)),
        (field(b"topic=/t") + b"\x01", says(TcprosWording.HEADER_CUT)),
        (struct.pack("<I", 9) + b"topic=/t", says(TcprosWording.HEADER_FIELD_CUT, length_bytes=9, left_bytes=8)),
        (b"\xff\xff\xff\xff", says(TcprosWording.HEADER_FIELD_CUT, length_bytes=0xFFFF_FFFF, left_bytes=0)),
        (field(b"type=a/B") + field(b"type=a/C"), says(TcprosWording.HEADER_KEY_TWICE, key="type")),
        (field(b"topic=/caf\xe9"), says(TcprosWording.HEADER_NO_UTF8, key="topic")),
    ],
)
def test_what_is_no_header_is_refused_and_named(body: bytes, said: Said) -> None:
    with pytest.raises(RosRemoteError, check=said) as caught:
        decode_header(body)

    assert caught.value.tip


def test_comments_and_errors_may_be_in_any_encoding() -> None:
    assert decode_header(field(b"message_definition=float64 t # \xb0C")) == {
        "message_definition": "float64 t # \N{REPLACEMENT CHARACTER}C"
    }
    assert decode_header(field(b"error=\xff")) == {"error": "\N{REPLACEMENT CHARACTER}"}


@pytest.mark.parametrize("key", ["", "a=b", " a", "a "])
def test_a_key_that_can_not_be_one_is_our_own_mistake(key: str) -> None:
    with pytest.raises(RosLocalError, check=says(TcprosWording.HEADER_KEY)):
        encode_header({key: "value"})


def test_a_header_over_the_limit_is_not_written() -> None:
    with pytest.raises(RosLocalError, check=says(TcprosWording.HEADER_TOO_LONG)):
        encode_header({"message_definition": "x" * MAX_HEADER})


def test_a_length_beyond_32_bits_can_not_be_written() -> None:
    assert encode_length(0xFFFF_FFFF) == b"\xff\xff\xff\xff"
    with pytest.raises(RosLocalError, check=says(TcprosWording.FRAME_TOO_LONG)):
        encode_length(2**32)


@given(FIELDS, st.binary(max_size=50), feeding.READS)
def test_a_header_is_read_however_it_is_cut_and_nothing_behind_it_is_lost(
    fields: dict[str, str], behind: bytes, sizes: list[int]
) -> None:
    header = encode_header(fields)
    reader = HeaderReader()
    found = read(header + behind, [*sizes, 1], reader)

    assert found == fields
    assert (header + behind).startswith(header + reader.leftovers)

    reader = HeaderReader()
    assert reader.feed(header[:3]) is None
    assert reader.feed(header[3:] + behind) == fields
    assert reader.leftovers == behind


def test_a_long_header_that_comes_in_one_flood_is_read() -> None:
    fields = {"message_definition": "x" * 500_000}
    reader = HeaderReader()

    assert reader.feed(encode_header(fields) + b"behind") == fields
    assert reader.leftovers == b"behind"


@pytest.mark.parametrize("start", [b"\xff\xff\xff\xff", b"HTTP", struct.pack("<I", MAX_HEADER + 1)])
@pytest.mark.parametrize("size", [1, 4])
def test_a_header_over_the_limit_is_refused_before_it_is_awaited(start: bytes, size: int) -> None:
    with pytest.raises(FrameTooLargeError, check=says(TcprosWording.HEADER_DECLARES, limit_bytes=1048576)) as caught:
        read(start, [size], HeaderReader())

    assert code_of(caught.value.tip) is TcprosWording.PORT_TIP


def test_a_length_that_is_only_declared_takes_no_memory() -> None:
    reader = HeaderReader()
    assert reader.feed(struct.pack("<I", MAX_HEADER)) is None

    assert len(reader.receive_buffer()) < 8192


@given(st.binary(max_size=200), feeding.READS)
def test_random_bytes_are_a_header_or_refused_and_nothing_else(data: bytes, sizes: list[int]) -> None:
    for stream in (data, struct.pack("<I", len(data)) + data):
        outcomes = []
        for cuts in (sizes, [1]):
            try:
                outcomes.append(str(read(stream, cuts, HeaderReader())))
            except RemoteProtocolError as error:
                outcomes.append(error.reason)
        assert outcomes[0] == outcomes[1]
