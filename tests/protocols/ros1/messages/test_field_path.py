from __future__ import annotations

import pytest

from protocols.errors import UnknownFieldError
from protocols.ros1.messages.definitions import parse_message
from protocols.ros1.messages.field_path import is_scalar, resolve_path
from protocols.ros1.wording import RosMessageWording
from protocols.schema import Field, FieldKind, FieldPath
from protocols.wording import FieldWording
from tests.protocols.ros1.definitions import HEADER, definition
from tests.tools.sentences import Said, says, says_unknown

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
    ("path", "said"),
    [
        ("hedaer", says_unknown("hedaer", "test_msgs/Test", "hedaer", "header")),
        ("header.frame", says_unknown("header.frame", "std_msgs/Header", "frame", "frame_id")),
        ("header.stamp.sec", says_unknown("header.stamp.sec", "time", "sec", "secs")),
        (
            "header.stamp.secs.x",
            says(FieldWording.NO_FIELDS, field="stamp", path=FieldPath.parse("header.stamp.secs.x")),
        ),
        ("flag.x", says(FieldWording.NO_FIELDS, field="flag", path=FieldPath.parse("flag.x"))),
        ("flag[0]", says(FieldWording.NO_LIST, field="flag", path=FieldPath.parse("flag[0]"))),
        (
            "header.stamp.secs[0]",
            says(FieldWording.NO_LIST, field="stamp", path=FieldPath.parse("header.stamp.secs[0]")),
        ),
        ("many[0][1]", says(FieldWording.NO_LIST, field="many", path=FieldPath.parse("many[0][1]"))),
        ("headers.seq", says(FieldWording.IS_LIST, field="headers", path=FieldPath.parse("headers.seq"))),
        ("times.secs", says(FieldWording.IS_LIST, field="times", path=FieldPath.parse("times.secs"))),
        (
            "three[3]",
            says(RosMessageWording.TOO_FEW_ELEMENTS, field="three", length=3, path=FieldPath.parse("three[3]")),
        ),
    ],
)
def test_a_path_that_leads_nowhere_is_refused_with_what_is_near(path: str, said: Said) -> None:
    with pytest.raises(UnknownFieldError, check=said):
        way(path)


def test_scalars_are_numbers_texts_and_bytes() -> None:
    message = parse_message("test_msgs/Test", TEXT)
    scalars = {"header.seq", "d.secs", "three[0]", "data", "data[3]", "four", "flag", "names[1]"}
    others = {"header", "header.stamp", "d", "three", "times[0]", "names", "headers[0]", "signed"}

    found = {path for path in scalars | others if is_scalar(resolve_path(message, FieldPath.parse(path)))}
    assert found == scalars
