from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocols.errors import FrameTooLargeError, GazeboError, LocalProtocolError
from protocols.gazebo import framing
from tests.protocols.gazebo import captures

SUBSCRIBE_FRAME = (
    b"0000005e"
    + bytes.fromhex("0a04080110021209737562736372696265")
    + bytes.fromhex("1a4b0a1b2f67617a65626f2f64656661756c742f776f726c645f7374617473")
    + bytes.fromhex("12093132372e302e302e311887be02")
    + bytes.fromhex("221b67617a65626f2e6d7367732e576f726c64537461746973746963732801")
)


def test_a_frame_is_eight_lower_case_digits_and_the_payload() -> None:
    assert framing.encode_frame(SUBSCRIBE_FRAME[8:]) == SUBSCRIBE_FRAME
    assert framing.encode_frame(memoryview(b"abc")) == b"00000003abc"


def test_an_empty_frame_is_never_sent() -> None:
    with pytest.raises(LocalProtocolError):
        framing.encode_frame(b"")


@given(st.integers(0, framing.MAX_LENGTH))
@settings(deadline=None)
def test_a_length_reads_back_as_it_is_written(length: int) -> None:
    assert framing.parse_header(b"%08x" % length) == length


@pytest.mark.parametrize(
    ("header", "length"),
    [(b"0000005E", 94), (b"      5e", 94), (b"0x00005e", 94), (b" 0X0005E", 94), (b"ffffffff", framing.MAX_LENGTH)],
)
def test_what_gazebo_takes_for_a_length_is_taken(header: bytes, length: int) -> None:
    assert framing.parse_header(header) == length


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
    with pytest.raises(GazeboError, match="not hexadecimal") as caught:
        framing.parse_header(header)

    assert caught.value.tip


@given(st.binary(min_size=8, max_size=8))
@settings(deadline=None)
def test_any_header_is_a_length_or_an_error(header: bytes) -> None:
    try:
        length = framing.parse_header(header)
    except GazeboError:
        return
    assert 0 <= length <= framing.MAX_LENGTH


def test_the_reader_cuts_recorded_frames() -> None:
    data = captures.stream("master_subscribe.server")
    reader = framing.frame_reader()

    assert [bytes(payload) for batch in reader.feed(data) for payload in batch] == captures.frames(data)
    assert not reader.mid_frame


def test_the_reader_has_the_limit_that_was_asked_for() -> None:
    reader = framing.frame_reader(10)

    assert [bytes(payload) for batch in reader.feed(b"0000000a0123456789" + b"0000000b") for payload in batch] == [
        b"0123456789"
    ]
    assert isinstance(reader.error, FrameTooLargeError)
