from __future__ import annotations

import math
import struct
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.connections.galileo.decoders import (
    BYTES,
    JPEG,
    LEARN_INTERVAL_S,
    PNG,
    ROS1,
    TEACHERS,
    BytesSchema,
    Decoders,
    DecoderSelection,
    TopicReader,
    jpeg_size,
    png_size,
)
from app.demo import camera
from app.model.messages.values import CompressedImage
from app.wording.connections import GalileoWording
from protocols.errors import DecodeError, LocalProtocolError, UnknownFieldError
from protocols.galileo.reassembly import QUIET_S, Fragment
from protocols.schema import FieldKind, FieldPath, Role, Schema
from tests.tools.sentences import says


def segment(marker: int, body: bytes) -> bytes:
    return bytes([0xFF, marker]) + struct.pack(">H", len(body) + 2) + body


def frame(width: int, height: int, marker: int = 0xC0) -> bytes:
    return segment(marker, struct.pack(">BHHB", 8, height, width, 3) + bytes(9))


# JFIF header, a thumbnail with a frame of its own inside a segment, a table, the frame
START = b"\xff\xd8" + segment(0xE0, b"JFIF\0") + segment(0xE1, b"Exif" + frame(1, 1)) + segment(0xC4, bytes(20))
PICTURE = camera.encode_png(4, 3, bytes(36))


@pytest.mark.parametrize("marker", [0xC0, 0xC1, 0xC2, 0xCF])
def test_the_size_of_a_jpeg_is_that_of_its_frame(marker: int) -> None:
    assert jpeg_size(memoryview(START + frame(640, 480, marker) + b"\xff\xda")) == (640, 480)


def test_fill_bytes_before_a_marker_do_not_matter() -> None:
    assert jpeg_size(memoryview(START + b"\xff\xff\xff" + frame(640, 480))) == (640, 480)


def test_the_size_of_a_png_is_in_its_head() -> None:
    assert png_size(memoryview(PICTURE)) == (4, 3)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xd8\xff",
        b"nothing",
        START,
        START + frame(640, 480)[:6],
        START + b"\xff\xe0\x00\x00" + frame(640, 480),
        START + b"\x00" + frame(640, 480),
        b"\xff\xd8" + segment(0xE0, b"") * 300 + frame(640, 480),
        START + frame(0, 480),
        b"\xff\xd8" + b"\xff" * 100,
    ],
)
def test_a_jpeg_that_is_none_is_an_error(data: bytes) -> None:
    with pytest.raises(DecodeError):
        jpeg_size(memoryview(data))


@pytest.mark.parametrize(
    "data", [b"", PICTURE[:20], b"\x89PNG\r\n\x1a\n", b"x" + PICTURE, PICTURE[:12] + b"IDAT" + PICTURE[16:]]
)
def test_a_png_that_is_none_is_an_error(data: bytes) -> None:
    with pytest.raises(DecodeError):
        png_size(memoryview(data))


@given(st.binary(max_size=200))
def test_any_bytes_are_a_picture_or_an_error(tail: bytes) -> None:
    for start, size_of in ((START, jpeg_size), (b"\xff\xd8\xff", jpeg_size), (PICTURE[:16], png_size)):
        try:
            width, height = size_of(memoryview(start + tail))
        except DecodeError:
            continue
        assert width > 0
        assert height > 0


def test_bytes_have_a_size_and_themselves() -> None:
    schema = Decoders().decoder(DecoderSelection()).schema

    assert schema.decode(b"abc") == {"size": 3, "bytes": memoryview(b"abc")}
    assert schema.extractor(FieldPath.parse("size"))(b"abc") == 3
    assert [(field.name, field.kind) for field in schema.fields()] == [
        ("size", FieldKind.INTEGER),
        ("bytes", FieldKind.BYTES),
    ]
    assert schema.roles() == frozenset()
    assert schema.stamp_ns(b"abc") is None
    with pytest.raises(KeyError):
        schema.read(Role.IMAGE, b"abc")


@pytest.mark.parametrize("path", ["sizes", "size.x", "bytes[0]"])
def test_a_field_that_bytes_do_not_have_is_refused(path: str) -> None:
    with pytest.raises(UnknownFieldError):
        Decoders().decoder(DecoderSelection()).schema.extractor(FieldPath.parse(path))


def test_a_type_within_bytes_is_unknown() -> None:
    with pytest.raises(KeyError):
        BytesSchema(BYTES).fields("other")


@pytest.mark.parametrize(
    ("decoder", "data", "size"), [(JPEG, START + frame(640, 480), (640, 480)), (PNG, PICTURE, (4, 3))]
)
def test_a_picture_is_seen_with_its_size_and_not_copied(decoder: str, data: bytes, size: tuple[int, int]) -> None:
    schema = Decoders().decoder(DecoderSelection(decoder)).schema

    seen = schema.read(Role.IMAGE, data)

    assert schema.roles() == {Role.IMAGE}
    assert isinstance(seen, CompressedImage)
    assert (seen.width, seen.height, seen.format) == (*size, decoder.lower())
    assert seen.data.obj is data
    decoded = schema.decode(data)
    assert (decoded["width"], decoded["height"], decoded["size"], decoded["format"]) == (*size, len(data), decoder)


def test_a_picture_of_another_kind_is_an_error() -> None:
    with pytest.raises(DecodeError, check=says(GalileoWording.NO_JPEG)):
        Decoders().decoder(DecoderSelection(JPEG)).schema.read(Role.IMAGE, PICTURE)


def test_ros_messages_are_read_by_the_name_of_their_type() -> None:
    decoders = Decoders()

    choice = decoders.check(ROS1, " std_msgs/String ")

    assert choice == DecoderSelection(ROS1, "std_msgs/String")
    assert decoders.decoder(choice).schema.decode(b"\x02\0\0\0hi") == {"data": "hi"}


def test_a_type_of_the_operator_s_own_is_known() -> None:
    decoders = Decoders((("mine/msg/Thing.msg", "uint8 a\n"), ("mine/srv/Do.srv", "---\n")))

    assert decoders.decoder(decoders.check(ROS1, "mine/Thing")).schema.decode(b"\x07") == {"a": 7}
    assert "mine/Thing" in decoders.types_of(ROS1)
    assert "mine/Do" not in decoders.types_of(ROS1)
    assert "sensor_msgs/LaserScan" in decoders.types_of(ROS1)
    assert decoders.types_of(JPEG) == ()


@pytest.mark.parametrize(
    ("decoder", "type_name"), [("GIF", ""), (ROS1, ""), (ROS1, "no/Such"), (ROS1, "../x"), ("", "")]
)
def test_what_cannot_be_chosen_is_refused(decoder: str, type_name: str) -> None:
    with pytest.raises(LocalProtocolError):
        Decoders().check(decoder, type_name)


def test_a_choice_names_what_else_there_is() -> None:
    choice = Decoders().describe(DecoderSelection(ROS1, "std_msgs/String"))

    assert choice.offered == (BYTES, JPEG, PNG, ROS1)
    assert (choice.current, choice.type_name, choice.typed) == (ROS1, "std_msgs/String", frozenset((ROS1,)))


FULL = 512


class Reading:
    """A reader, and what it gave."""

    def __init__(self, choice: DecoderSelection | None = None) -> None:
        self.messages: list[tuple[bytes, str]] = []
        self.schemas: list[Schema] = []
        self.times: list[float] = []
        self.reader = TopicReader("odom", Decoders(), self._take)
        self.reader.choice = choice or DecoderSelection()

    def _take(self, payload: bytes, schema: Schema, type_name: str, now: float) -> None:
        self.messages.append((payload, type_name))
        self.schemas.append(schema)
        self.times.append(now)

    def fragments(self, *payloads: bytes, now: float = 1.0, indexed: bool | None = True) -> None:
        for payload in payloads:
            self.reader.receive_bytes(Fragment(payload), now, indexed=indexed)

    @property
    def payloads(self) -> list[bytes]:
        return [payload for payload, _ in self.messages]


def test_a_text_is_given_with_the_schema_that_it_taught() -> None:
    reading = Reading()

    reading.reader.receive_text(b'{"power": 12.0}', 1.0)

    assert reading.messages == [(b'{"power": 12.0}', "JSON text")]
    assert [field.name for field in reading.schemas[0].fields()] == ["power"]
    assert reading.schemas[0].roles() == {Role.BATTERY}
    assert reading.reader.has_text
    assert not reading.reader.has_bytes


def test_a_text_that_is_no_json_is_given_all_the_same() -> None:
    reading = Reading()

    for text in (b"hello", b'{"cut": ', b"\xff\xfe", b""):
        reading.reader.receive_text(text, 1.0)

    assert reading.payloads == [b"hello", b'{"cut": ', b"\xff\xfe", b""]


def test_learning_is_not_done_for_each_of_many_messages() -> None:
    reading = Reading()
    for number in range(100):
        reading.reader.receive_text(b'{"f%d": 1}' % number, 1.0)
    assert len(reading.schemas[-1].fields()) == TEACHERS

    reading.reader.receive_text(b'{"late": 1}', 1.0 + LEARN_INTERVAL_S)

    assert "late" in {field.name for field in reading.schemas[-1].fields()}


def test_ever_new_fields_are_bounded() -> None:
    reading = Reading()
    for number in range(400):
        text = "{" + ",".join(f'"f{number}_{field}": 1' for field in range(20)) + "}"
        reading.reader.receive_text(text.encode(), float(number))

    assert len(reading.schemas[-1].fields()) <= 2000


def test_bytes_are_given_as_they_come() -> None:
    reading = Reading()

    reading.fragments(bytes(FULL), b"rest", indexed=None)

    assert reading.messages == [(bytes(FULL), "bytes"), (b"rest", "bytes")]
    assert reading.reader.deadline is None


def test_fragments_are_joined_for_a_decoder() -> None:
    reading = Reading(DecoderSelection(ROS1, "std_msgs/String"))

    reading.fragments(b"a" * FULL, b"b" * FULL, b"c")

    assert reading.messages == [(b"a" * FULL + b"b" * FULL + b"c", "std_msgs/String")]


def test_a_message_of_whole_fragments_ends_by_silence() -> None:
    reading = Reading(DecoderSelection(ROS1, "std_msgs/String"))
    reading.fragments(bytes(FULL), now=1.0)
    assert reading.reader.deadline == 1.0 + QUIET_S

    reading.reader.expire(1.0 + QUIET_S / 2)
    assert reading.messages == []
    reading.reader.expire(1.0 + QUIET_S)

    assert reading.payloads == [bytes(FULL)]
    assert reading.times == [1.0 + QUIET_S]
    assert reading.reader.deadline is None


def test_a_picture_of_whole_fragments_ends_where_the_next_begins() -> None:
    reading = Reading(DecoderSelection(JPEG))
    first = b"\xff\xd8\xff\xe0" + bytes(FULL - 4)

    reading.fragments(first, first, b"end")

    assert reading.payloads == [first, first + b"end"]
    assert all(math.isfinite(time) for time in reading.times)


def test_what_may_begin_with_an_index_is_no_part_of_a_message() -> None:
    reading = Reading(DecoderSelection(JPEG))

    reading.fragments(b"\0\0\0\0\xff\xd8\xff", indexed=None)
    reading.fragments(b"the rest of the first")
    reading.fragments(b"\xff\xd8\xff second")

    assert reading.payloads == [b"\xff\xd8\xff second"]


def test_a_message_with_a_gap_is_dropped_and_counted() -> None:
    reading = Reading(DecoderSelection(JPEG))
    reading.fragments(bytes(FULL))
    reading.reader.receive_bytes(Fragment(b"end", 5, 2), 1.0, indexed=True)

    assert reading.messages == []
    assert reading.reader.dropped == 1


def test_another_choice_counts_from_the_next_fragment_on() -> None:
    reading = Reading(DecoderSelection(JPEG))
    reading.fragments(bytes(FULL))

    reading.reader.choice = DecoderSelection()
    reading.fragments(b"plain")

    assert reading.messages == [(b"plain", "bytes")]


def test_another_session_does_not_go_on_with_a_message() -> None:
    reading = Reading(DecoderSelection(JPEG))
    reading.fragments(bytes(FULL))

    reading.reader.reset()
    reading.fragments(b"new")

    assert reading.payloads == [b"new"]


@given(
    st.lists(
        st.tuples(st.binary(max_size=20), st.integers(0, 3), st.sampled_from((None, False, True)), st.booleans()),
        max_size=30,
    ),
    st.sampled_from((DecoderSelection(), DecoderSelection(JPEG), DecoderSelection(ROS1, "std_msgs/String"))),
)
def test_whatever_comes_is_read(parts: list[tuple[bytes, int, bool | None, bool]], choice: DecoderSelection) -> None:
    reading = Reading(choice)
    take: Callable[[bytes, float], None] = reading.reader.receive_text
    for number, (payload, gap, indexed, text) in enumerate(parts):
        if text:
            take(payload, float(number))
        else:
            reading.reader.receive_bytes(Fragment(payload, number, gap), float(number), indexed=indexed)
        reading.reader.expire(number + 0.5)

    assert sum(text for *_, text in parts) <= len(reading.messages)


def test_bytes_are_recorded_by_the_name_of_their_format() -> None:
    told = [BytesSchema(name).recorded() for name in ("bytes", "JPEG")]
    assert [(one.name, one.message_encoding, one.encoding) for one in told] == [
        ("bytes", "bytes", ""),
        ("JPEG", "jpeg", ""),
    ]
