from __future__ import annotations

import pytest

from protocols.errors import UnknownFieldError
from protocols.ros1.messages.definitions import parse_message
from protocols.ros1.messages.field_path import is_scalar, resolve_path
from protocols.schema import Field, FieldKind, FieldPath
from tests.protocols.ros1.definitions import HEADER, definition

TEXT = definition(
    "Header header\nHeader[] headers\nfloat32[3] three\nfloat64[] many\nuint8[] data\nuint8[4] four\nduration d\n"
    "time[] times\nbool flag\nstring[2] names\nchar letter\nbyte[] signed",
    std_msgs__Header=HEADER,
)


def way(path: str) -> Field:
    return resolve_path(parse_message("test_msgs/Test", TEXT), FieldPath.parse(path)).field


@pytest.mark.parametrize(
    ("path", "field"),
    [
        ("header", Field("header", FieldKind.MESSAGE, "std_msgs/Header")),
        ("headers", Field("headers", FieldKind.MESSAGE, "std_msgs/Header", repeated=True)),
        ("headers[2].frame_id", Field("frame_id", FieldKind.STRING, "string")),
        ("header.stamp", Field("stamp", FieldKind.MESSAGE, "time")),
        ("header.stamp.secs", Field("secs", FieldKind.INTEGER, "uint32")),
        ("d.nsecs", Field("nsecs", FieldKind.INTEGER, "int32")),
        ("times[1].nsecs", Field("nsecs", FieldKind.INTEGER, "uint32")),
        ("three", Field("three", FieldKind.FLOAT, "float32", repeated=True, length=3)),
        ("many[0]", Field("many", FieldKind.FLOAT, "float64", repeated=True)),
        ("data", Field("data", FieldKind.BYTES, "uint8[]")),
        ("four[3]", Field("four", FieldKind.BYTES, "uint8[4]")),
        ("flag", Field("flag", FieldKind.BOOLEAN, "bool")),
        ("letter", Field("letter", FieldKind.INTEGER, "uint8")),
        ("signed", Field("signed", FieldKind.INTEGER, "int8", repeated=True)),
    ],
)
def test_a_path_leads_to_its_field(path: str, field: Field) -> None:
    assert way(path) == field


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("hedaer", "test_msgs/Test has no field “hedaer” (in hedaer); the nearest is “header”"),
        ("header.frame", "std_msgs/Header has no field “frame” (in header.frame); the nearest is “frame_id”"),
        ("header.stamp.sec", "time has no field “sec” (in header.stamp.sec); the nearest is “secs”"),
        ("header.stamp.secs.x", "stamp has no fields (in header.stamp.secs.x)"),
        ("flag.x", "flag has no fields (in flag.x)"),
        ("flag[0]", "flag is no list (in flag[0])"),
        ("header.stamp.secs[0]", "stamp is no list (in header.stamp.secs[0])"),
        ("many[0][1]", "many is no list (in many[0][1])"),
        ("headers.seq", "headers is a list (in headers.seq)"),
        ("times.secs", "times is a list (in times.secs)"),
        ("three[3]", "three has 3 elements (in three[3])"),
    ],
)
def test_a_path_that_leads_nowhere_is_refused_with_what_is_near(path: str, reason: str) -> None:
    with pytest.raises(UnknownFieldError) as caught:
        way(path)
    assert caught.value.reason == reason


def test_scalars_are_numbers_texts_and_bytes() -> None:
    message = parse_message("test_msgs/Test", TEXT)
    scalars = {"header.seq", "d.secs", "three[0]", "data", "data[3]", "four", "flag", "names[1]"}
    others = {"header", "header.stamp", "d", "three", "times[0]", "names", "headers[0]", "signed"}

    found = {path for path in scalars | others if is_scalar(resolve_path(message, FieldPath.parse(path)))}
    assert found == scalars
