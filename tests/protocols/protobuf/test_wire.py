from __future__ import annotations

import contextlib
import struct
import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocols.protobuf import wire
from protocols.protobuf.wire import FieldBudget, WireFormatError
from protocols.protobuf.wording import ProtobufWording
from tests.protocols.payloads import length_field, tag
from tests.tools.sentences import Said, says


def view(data: bytes) -> memoryview:
    return memoryview(data)


@given(st.integers(0, (1 << 64) - 1), st.binary(max_size=5))
@settings(deadline=None)
def test_a_varint_reads_back_as_it_was_written(value: int, rest: bytes) -> None:
    data = b"head" + wire.encode_varint(value)

    assert wire.read_varint(view(data + rest), 4) == (value, len(data))


@pytest.mark.parametrize(
    ("data", "value"),
    [
        (b"\x83\x00", 3),
        (b"\x83\x80\x80\x80\x80\x80\x80\x80\x80\x00", 3),
        (b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x7f", (1 << 64) - 1),
    ],
)
def test_a_varint_may_be_longer_than_need_be(data: bytes, value: int) -> None:
    assert wire.read_varint(view(data), 0) == (value, len(data))


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", says(ProtobufWording.NUMBER_CUT)),
        (b"\x80", says(ProtobufWording.NUMBER_CUT)),
        (b"\xff" * 9, says(ProtobufWording.NUMBER_CUT)),
        (b"\xff" * 10, says(ProtobufWording.NUMBER_TOO_LONG)),
        (b"\xff" * 20, says(ProtobufWording.NUMBER_TOO_LONG)),
    ],
)
def test_a_varint_that_does_not_end_is_malformed(data: bytes, said: Said) -> None:
    with pytest.raises(WireFormatError, check=said):
        wire.read_varint(view(data), 0)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\x00\x01", says(ProtobufWording.NO_FIELD_NUMBER)),
        (b"\x0e", says(ProtobufWording.NO_WIRE_TYPE)),
        (b"\x0f", says(ProtobufWording.NO_WIRE_TYPE)),
        (b"\x80\x80\x80\x80\x10\x00", says(ProtobufWording.NO_FIELD_NUMBER)),
        (b"\x0c", says(ProtobufWording.GROUP_NOT_BEGUN)),
        (b"\x0b\x08\x01", says(ProtobufWording.GROUP_WITHOUT_END)),
        (b"\x0b\x14", says(ProtobufWording.GROUP_NOT_OPEN)),
        (b"\x0b\x13\x0c\x14", says(ProtobufWording.GROUP_NOT_OPEN)),
        (b"\x0a\x05ab", says(ProtobufWording.FIELD_CUT, size_bytes=5, left_bytes=2)),
        (
            b"\x0a\xff\xff\xff\xff\xff\xff\xff\xff\x7f",
            says(ProtobufWording.FIELD_CUT, size_bytes=9223372036854775807, left_bytes=0),
        ),
        (b"\x09\x00\x00\x00\x00\x00\x00\x00", says(ProtobufWording.FIELD_CUT, size_bytes=8, left_bytes=7)),
        (b"\x0d\x00\x00\x00", says(ProtobufWording.FIELD_CUT, size_bytes=4, left_bytes=3)),
        (b"\x08", says(ProtobufWording.NUMBER_CUT)),
    ],
)
def test_what_is_no_field_is_malformed(data: bytes, said: Said) -> None:
    with pytest.raises(WireFormatError, check=said):
        list(wire.walk(view(data)))


def test_a_walk_gives_every_field_with_its_raw_value() -> None:
    group = b"\x08\x01\x13\x14"
    data = b"\x08\x96\x01" + length_field(2, b"ab") + b"\x19" + b"8 bytes." + b"\x25" + b"four"
    data += tag(5, wire.GROUP_START) + group + tag(5, wire.GROUP_END)

    assert list(wire.walk(view(data))) == [
        (1, wire.VARINT, 150),
        (2, wire.LENGTH, b"ab"),
        (3, wire.FIXED64, b"8 bytes."),
        (4, wire.FIXED32, b"four"),
        (5, wire.GROUP_START, group),
    ]


@given(st.binary(max_size=60))
@settings(deadline=None)
def test_random_bytes_are_walked_or_malformed_and_nothing_else(data: bytes) -> None:
    with contextlib.suppress(WireFormatError):
        for number, _, _ in wire.walk(view(data)):
            assert 0 < number < 1 << 29


def test_groups_may_be_nested_a_hundred_deep_and_no_deeper() -> None:
    def nested(depth: int) -> memoryview:
        return view(tag(1, wire.GROUP_START) * depth + tag(1, wire.GROUP_END) * depth)

    assert len(list(wire.walk(nested(wire.MAX_DEPTH)))) == 1
    with pytest.raises(WireFormatError, check=says(ProtobufWording.NESTED_TOO_DEEPLY)):
        list(wire.walk(nested(wire.MAX_DEPTH + 1)))


def test_fields_inside_groups_count_too() -> None:
    budget = FieldBudget()
    budget.left = 5
    group = tag(1, wire.GROUP_START) + b"\x08\x01" * 2 + tag(1, wire.GROUP_END)

    walked = wire.walk(view(group * 2), budget)

    assert next(walked)[0] == 1
    with pytest.raises(WireFormatError, check=says(ProtobufWording.TOO_MANY_FIELDS)):
        next(walked)


def test_a_group_may_hold_what_the_library_takes_there() -> None:
    group = b"\x00\x73"

    assert list(wire.walk(view(b"\x63" + group + b"\x64"))) == [(12, wire.GROUP_START, group)]
    with pytest.raises(WireFormatError, check=says(ProtobufWording.NO_FIELD_NUMBER)):
        list(wire.walk(view(group)))


def test_the_last_value_of_a_singular_field_counts() -> None:
    data = view(b"\x08\x01\x08\x02" + length_field(1, b"other form") + b"\x10\x03")

    assert wire.find_last(data, 1, wire.VARINT) == 2
    assert wire.find_last(data, 3, wire.VARINT) is None


def test_a_message_in_one_part_is_a_view_of_the_payload() -> None:
    payload = bytearray(b"\x08\x01" + length_field(2, b"inner"))

    found = wire.find_message(memoryview(payload), 2)
    payload[-1] = ord("!")

    assert bytes(found or b"") == b"inne!"


def test_parts_of_a_message_are_joined() -> None:
    parts = length_field(2, b"a") + b"\x08\x01" + length_field(2, b"") + length_field(2, b"bc")

    assert bytes(wire.find_message(view(parts), 2) or b"") == b"abc"
    assert wire.find_message(view(parts), 3) is None


def test_joining_many_parts_takes_little_more_memory_than_they_have() -> None:
    parts = length_field(2, b"abcdefgh") * 30_000
    tracemalloc.start()

    found = wire.find_message(view(parts), 2)

    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert found is not None
    assert len(found) == 240_000
    assert peak < 1_000_000


@given(
    count=st.one_of(st.integers(1, 40), st.integers(1000, 5000)),
    number=st.sampled_from([1, 13, 15, 16, 2047, 2048, (1 << 29) - 1]),
    form=st.sampled_from(
        [("d", 8, wire.FIXED64), ("f", 4, wire.FIXED32), ("i", 4, wire.FIXED32), ("Q", 8, wire.FIXED64)]
    ),
    behind=st.binary(max_size=12),
)
@settings(deadline=None)
def test_a_run_is_read_to_its_end(count: int, number: int, form: tuple[str, int, int], behind: bytes) -> None:
    code, size, wire_type = form
    one = tag(number, wire_type)
    run = b"head" + b"".join(one + struct.pack(f"<{code}", index) for index in range(count))
    # what is behind must not begin with another of the same
    data = view(run + b"\x00" + behind)

    values, end = wire.read_run(data, 4, one, code, size)

    assert values == list(range(count))
    assert end == len(run)


def test_a_run_ends_before_a_value_that_is_cut_off() -> None:
    data = view(b"\x09" + struct.pack("<d", 1.5) + b"\x09\x00\x00")

    assert wire.read_run(data, 0, b"\x09", "d", 8) == ([1.5], 9)


def test_what_begins_otherwise_is_no_run() -> None:
    assert wire.read_run(view(b"\x89\x00" + bytes(8)), 0, b"\x09", "d", 8) == ([], 0)
