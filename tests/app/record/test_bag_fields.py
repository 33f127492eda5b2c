"""The fields and records of bags."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from app.record.bag_fields import CONNECTION, MAX_HEADER_BYTES, BagFields, bag_records, header_end
from app.record.mcap_fields import RecordingError

PATH = Path("a.bag")


def part(data: bytes) -> bytes:
    return struct.pack("<I", len(data)) + data


def record(*fields: bytes, data: bytes = b"") -> bytes:
    return part(b"".join(map(part, fields))) + part(data)


def test_fields_are_read_by_name() -> None:
    header = b"".join(map(part, (b"op=\x07", b"conn=\x05\0\0\0", b"topic=/a=b", b"time=\x02\0\0\0\x03\0\0\0")))
    fields = BagFields(PATH, header, 9)
    assert fields.opcode() == CONNECTION
    assert fields.number("conn", 4) == 5
    assert (fields.text("topic"), fields.text("none")) == ("/a=b", "")
    assert fields.time_ns("time") == 2_000_000_003
    assert (fields.data("topic"), fields.data("none")) == (b"/a=b", None)
    assert fields.texts().keys() == {"op", "conn", "topic", "time"}


@pytest.mark.parametrize("header", [b"\x05\0\0\0abcd", b"\x05\0\0", b"\xff\xff\xff\xffop=\x07"])
def test_a_field_that_is_cut_is_refused(header: bytes) -> None:
    with pytest.raises(RecordingError) as caught:
        BagFields(PATH, header, 9)
    assert (caught.value.place, caught.value.field) == (9, "record.header")


def test_a_number_that_is_missing_or_of_another_length_is_named() -> None:
    fields = BagFields(PATH, part(b"op=\x07") + part(b"conn=\x05"), 9)
    fields.opcode()
    for name, nbytes in (("conn", 4), ("none", 4)):
        with pytest.raises(RecordingError) as caught:
            fields.number(name, nbytes)
        assert caught.value.field == f"connection.{name}"


def test_records_are_read_one_after_the_other() -> None:
    first = record(b"op=\x07", data=b"abc")
    found = list(bag_records(PATH, first + record(b"op=\x02"), 100))
    assert [(one.opcode, one.place, bytes(one.data)) for one in found] == [(7, 100, b"abc"), (2, 100 + len(first), b"")]


@pytest.mark.parametrize("cut", [1, 3, 5])
def test_a_record_that_is_cut_is_refused(cut: int) -> None:
    data = record(b"op=\x07", data=b"abc")
    with pytest.raises(RecordingError) as caught:
        list(bag_records(PATH, data[:-cut], 100))
    assert (caught.value.place, caught.value.field) == (100, "connection")


def test_a_header_that_is_enormous_is_refused() -> None:
    data = part(bytes(MAX_HEADER_BYTES + 1))
    with pytest.raises(RecordingError):
        header_end(PATH, memoryview(data), 0, 0)
