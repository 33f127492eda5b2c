from __future__ import annotations

import math
import struct
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.connections.ros1.converters import PIXEL_FORMATS, READERS
from app.model.messages.values import (
    Battery,
    CompressedImage,
    DepthEncoding,
    DiagnosticLevel,
    Diagnostics,
    DiagnosticStatus,
    Goal,
    Goals,
    GoalState,
    LogLevel,
    LogLine,
    PixelFormat,
    RawImage,
)
from app.wording.connections import Ros1Wording
from app.wording.model import MessageWording
from protocols.errors import DecodeError
from protocols.ros1.messages.definitions import parse_message
from protocols.ros1.messages.schema import Ros1Schema
from protocols.ros1.messages.standard_types import find_message
from protocols.ros1.wording import RosMessageWording
from protocols.schema import Role
from protocols.sentence import Catalogue, Sentence
from tests.tools.sentences import says, tells

STAMP = {"stamp": {"secs": 3, "nsecs": 500}}


def schema(type_name: str) -> Ros1Schema:
    found = find_message(type_name)
    assert found is not None
    return Ros1Schema(found, READERS[type_name])


def seen(type_name: str, value: dict[str, Any]) -> Any:
    made = schema(type_name)
    (role,) = made.roles()
    return made.read(role, made.encode(value))


def image(**fields: Any) -> Any:
    value = {"header": STAMP, "width": 2, "height": 2, "encoding": "rgb8", "step": 8, "data": bytes(range(16))}
    return seen("sensor_msgs/Image", value | fields)


def test_every_reader_is_for_a_standard_type() -> None:
    assert [name for name in READERS if find_message(name) is None] == []


def test_an_image_is_a_picture() -> None:
    picture: RawImage = image()

    assert (picture.width, picture.height, picture.step, picture.format) == (2, 2, 8, PixelFormat.RGB8)
    assert bytes(picture.pixels) == bytes(range(16))
    assert picture.stamp_ns == 3_000_000_500


def test_pixels_are_a_view_into_the_message() -> None:
    made = schema("sensor_msgs/Image")
    payload = bytearray(made.encode({"width": 1, "height": 1, "encoding": "mono8", "data": b"a"}))
    picture = made.read(Role.IMAGE, payload)
    payload[-1] = ord("b")

    assert isinstance(picture, RawImage)
    assert bytes(picture.pixels) == b"b"
    assert picture.stamp_ns is None


@pytest.mark.parametrize("encoding", PIXEL_FORMATS)
def test_every_encoding_takes_the_bytes_of_its_pixels(encoding: str) -> None:
    size = PIXEL_FORMATS[encoding].bytes_per_pixel
    # of 2 x 2 pixels, and the plane of colour behind them
    held = 4 * size + {"nv21": 2, "nv24": 8}.get(encoding, 0)

    assert image(encoding=encoding, step=0, data=bytes(held)).step == 2 * size
    with pytest.raises(DecodeError, check=says(MessageWording.IMAGE_BYTES, present=held - 1, whole=held)):
        image(encoding=encoding, step=0, data=bytes(held - 1))


def test_the_last_row_may_lack_its_padding() -> None:
    assert len(image(data=bytes(14)).pixels) == 14


@pytest.mark.parametrize(
    ("fields", "code", "values"),
    [
        ({"encoding": "32FC2"}, Ros1Wording.ENCODING_UNKNOWN, {"encoding": "32FC2"}),
        ({"encoding": "nv21"}, MessageWording.IMAGE_BYTES, {"format": "nv21", "present": 16, "whole": 24}),
        ({"encoding": "x" * 9999}, Ros1Wording.ENCODING_UNKNOWN, {"encoding": "x" * 40}),
        ({"step": 5}, MessageWording.IMAGE_STEP, {"step": 5}),
        ({"width": 0}, MessageWording.IMAGE_STEP, {"width": 0, "height": 2}),
        ({"height": 0}, MessageWording.IMAGE_STEP, {"width": 2, "height": 0}),
        ({"height": 4}, MessageWording.IMAGE_BYTES, {"present": 16, "whole": 32}),
        ({"height": 4_000_000_000}, MessageWording.IMAGE_TOO_LARGE, {"width": 2, "height": 4_000_000_000}),
        ({"width": 4_294_967_295, "step": 4_294_967_295}, MessageWording.IMAGE_STEP, {"step": 4_294_967_295}),
    ],
)
def test_a_picture_that_can_not_be_is_refused(
    fields: dict[str, Any], code: Catalogue, values: dict[str, object]
) -> None:
    with pytest.raises(DecodeError, check=says(code, **values)):
        image(**fields)


def test_a_picture_in_a_foreign_code_says_what_to_do() -> None:
    with pytest.raises(DecodeError) as told:
        image(encoding="yuv420p")
    assert tells(told.value.tip, Ros1Wording.ENCODING_UNKNOWN_TIP)
    with pytest.raises(DecodeError) as told:
        compressed("webp", b"RIFF")
    assert tells(told.value.tip, Ros1Wording.COMPRESSED_UNKNOWN_TIP)


def test_a_picture_says_in_which_order_its_bytes_are() -> None:
    assert image(is_bigendian=1).big_endian
    assert not image(is_bigendian=0).big_endian


RVL = "16UC1; compressedDepth rvl"


def compressed(text: str, data: bytes) -> Any:
    return seen("sensor_msgs/CompressedImage", {"header": STAMP, "format": text, "data": data})


JPEG, PNG = b"\xff\xd8\xff\xe0 a jpeg", b"\x89PNG\r\n\x1a\n a png"


@pytest.mark.parametrize("text", ["jpeg", "rgb8; jpeg compressed bgr8", "jpg", ""])
def test_a_jpeg_is_known_by_its_beginning(text: str) -> None:
    picture: CompressedImage = compressed(text, JPEG)

    assert (picture.format, bytes(picture.data), picture.depth) == ("jpeg", JPEG, None)
    assert picture.stamp_ns == 3_000_000_500


@pytest.mark.parametrize(
    ("text", "depth"),
    [
        ("png", None),
        ("bgr8; png compressed bgr8", None),
        ("mono16; png compressed ", None),
        ("16UC1; png", DepthEncoding()),
    ],
)
def test_a_png_is_of_colors_or_of_millimetres(text: str, depth: DepthEncoding | None) -> None:
    picture: CompressedImage = compressed(text, PNG)

    assert (picture.format, bytes(picture.data), picture.depth) == ("png", PNG, depth)


@pytest.mark.parametrize("text", ["compressedDepth", "compressedDepth png"])
def test_compressed_depth_has_its_code_before_the_file(text: str) -> None:
    head = struct.pack("<iff", 1, 62.5, 3.5)
    whole, floating = (compressed(f"{each}; {text}", head + PNG) for each in ("16UC1", "32FC1"))

    assert (bytes(whole.data), whole.depth) == (PNG, DepthEncoding())
    assert (bytes(floating.data), floating.depth) == (PNG, DepthEncoding(62.5, 3.5))


def test_compressed_depth_by_rvl_tells_its_size_before_the_stream() -> None:
    head = struct.pack("<iffii", 1, 62.5, 3.5, 640, 480)
    whole, floating = (compressed(f"{each}; compressedDepth rvl", head + b"stream") for each in ("16UC1", "32FC1"))

    assert (whole.format, bytes(whole.data), whole.width, whole.height) == ("rvl", b"stream", 640, 480)
    assert (whole.depth, floating.depth) == (DepthEncoding(), DepthEncoding(62.5, 3.5))
    assert floating.stamp_ns == 3_000_000_500


@pytest.mark.parametrize(
    ("text", "data", "said"),
    [
        ("webp", b"RIFF", Ros1Wording.COMPRESSED_UNKNOWN(format="webp")),
        ("jpeg", b"", Ros1Wording.COMPRESSED_EMPTY(format="jpeg")),
        (RVL, bytes(12) + b"rvl", Ros1Wording.DEPTH_SIZE_MISSING(length_bytes=3)),
        (RVL, bytes(12) + struct.pack("<ii", 4, -1), Ros1Wording.DEPTH_SIZE_INVALID(width=4, height=-1)),
        ("mono16; rvl", bytes(12), Ros1Wording.COMPRESSED_UNKNOWN(format="mono16; rvl")),
        (
            "16UC1; compressedDepth",
            bytes(11),
            Ros1Wording.DEPTH_FORMAT_UNKNOWN(format="16UC1; compressedDepth", length_bytes=11),
        ),
        (
            "rgb8; compressedDepth",
            bytes(12) + PNG,
            Ros1Wording.DEPTH_FORMAT_UNKNOWN(format="rgb8; compressedDepth", length_bytes=12 + len(PNG)),
        ),
        (
            "32FC1; compressedDepth",
            struct.pack("<iff", 0, math.inf, 1) + PNG,
            Ros1Wording.DEPTH_CODE_INVALID(scale=math.inf, offset=1.0),
        ),
        ("32FC1; compressedDepth", bytes(12) + PNG, Ros1Wording.DEPTH_CODE_INVALID(scale=0.0, offset=0.0)),
        ("x" * 999, b"x", Ros1Wording.COMPRESSED_UNKNOWN(format="x" * 40)),
    ],
)
def test_a_compressed_picture_that_can_not_be_read_says_why(text: str, data: bytes, said: Sentence) -> None:
    with pytest.raises(DecodeError, check=says(said.code, **said.values)):
        compressed(text, data)


@pytest.mark.parametrize(
    ("text", "data", "code"),
    [
        (RVL, bytes(12) + struct.pack("<ii", 1 << 30, 1), MessageWording.IMAGE_TOO_LARGE),
        ("32FC1; compressedDepth", struct.pack("<iff", 0, math.nan, 1) + PNG, Ros1Wording.DEPTH_CODE_INVALID),
    ],
)
def test_a_compressed_picture_beyond_all_bounds_is_refused(text: str, data: bytes, code: Catalogue) -> None:
    with pytest.raises(DecodeError, check=says(code)):
        compressed(text, data)


@given(text=st.text(max_size=30), head=st.sampled_from(["", "16UC1; ", "32FC1; compressedDepth"]), data=st.binary())
def test_whatever_is_sent_is_a_picture_or_an_error(text: str, head: str, data: bytes) -> None:
    for payload in (data, bytes(12) + PNG + data):
        try:
            picture = compressed(head + text, payload)
        except DecodeError:
            continue
        assert isinstance(picture, CompressedImage)


def test_a_log_message_is_a_line_with_its_place() -> None:
    value = {
        "header": STAMP,
        "level": 4,
        "name": "/drive",
        "msg": "slow",
        "file": "drive.cpp",
        "line": 41,
        "function": "on",
    }

    assert seen("rosgraph_msgs/Log", value) == LogLine(
        3_000_000_500, LogLevel.WARN, "/drive", "slow", "drive.cpp:41 (on)"
    )


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        ({}, ""),
        ({"file": "a.py"}, "a.py"),
        ({"function": "f"}, "f"),
        ({"line": 3}, ""),
        ({"file": "a", "line": 3}, "a:3"),
    ],
)
def test_a_place_says_what_is_known(fields: dict[str, Any], place: str) -> None:
    assert seen("rosgraph_msgs/Log", fields).place == place


@pytest.mark.parametrize(
    ("number", "level"),
    [
        (-5, LogLevel.DEBUG),
        (0, LogLevel.DEBUG),
        (1, LogLevel.DEBUG),
        (3, LogLevel.INFO),
        (8, LogLevel.ERROR),
        (100, LogLevel.FATAL),
    ],
)
def test_any_number_is_a_level(number: int, level: LogLevel) -> None:
    assert seen("rosgraph_msgs/Log", {"level": number}).level is level


def test_a_status_array_is_goals() -> None:
    value = {"status_list": [{"goal_id": {"id": "/g-1", **STAMP}, "status": 6, "text": "going"}, {"status": 3}]}

    assert seen("actionlib_msgs/GoalStatusArray", value) == Goals(
        (
            Goal("/g-1", GoalState.CANCELLING, "going", 3_000_000_500),
            Goal("", GoalState.SUCCEEDED),
        )
    )


def test_a_state_that_is_none_is_refused() -> None:
    with pytest.raises(DecodeError, check=says(Ros1Wording.GOAL_STATE_UNKNOWN, number=10)):
        seen("actionlib_msgs/GoalStatusArray", {"status_list": [{"status": 10}]})


@pytest.mark.parametrize("type_name", READERS)
def test_a_type_of_the_same_name_that_is_defined_otherwise_is_a_fault(type_name: str) -> None:
    made = Ros1Schema(parse_message(type_name, "uint8 header\nuint8 status_list"), READERS[type_name])

    for role in READERS[type_name]:
        with pytest.raises(DecodeError, check=says(RosMessageWording.ROLE_MISFIT)):
            made.read(role, b"\1\1")


@pytest.mark.parametrize(
    ("value", "battery"),
    [
        ({"percentage": 0.5, "voltage": 12.5, "power_supply_status": 2}, Battery(0.5, 12.5, False)),
        ({"percentage": 1.0, "voltage": 12.5, "power_supply_status": 4}, Battery(1.0, 12.5, False)),
        ({"percentage": 0.25, "voltage": math.nan, "power_supply_status": 1}, Battery(0.25, None, True)),
        ({"percentage": math.nan, "voltage": 24.0, "power_supply_status": 0}, Battery(None, 24.0, None)),
        # a share of 0 to 1, by its definition: what else it may mean can't be known
        ({"percentage": 87.0, "voltage": 24.0, "power_supply_status": 0}, Battery(None, 24.0, None)),
    ],
)
def test_a_battery_state_tells_its_charge(value: dict[str, Any], battery: Battery) -> None:
    assert seen("sensor_msgs/BatteryState", value) == battery


def test_a_battery_state_that_tells_nothing_is_refused() -> None:
    with pytest.raises(DecodeError, check=says(Ros1Wording.BATTERY_UNKNOWN, voltage_v=0.0)):
        seen("sensor_msgs/BatteryState", {"percentage": math.nan, "voltage": 0.0})


STATUS = {
    "level": 1,
    "name": "/Base/rover: Battery",
    "message": "low",
    "hardware_id": "rover-7",
    "values": [{"key": "voltage", "value": "21.3"}],
}
BATTERY_LOW = DiagnosticStatus("/Base/rover: Battery", DiagnosticLevel.WARN, "low", "rover-7", (("voltage", "21.3"),))


def test_diagnostics_tell_the_state_of_each_part() -> None:
    header = {"stamp": {"secs": 3, "nsecs": 500}}
    told = seen("diagnostic_msgs/DiagnosticArray", {"header": header, "status": [STATUS, {**STATUS, "name": ""}]})

    assert told == Diagnostics((BATTERY_LOW,), 3_000_000_500, 1)
    assert seen("diagnostic_msgs/DiagnosticStatus", STATUS) == Diagnostics((BATTERY_LOW,))


@pytest.mark.parametrize(
    ("number", "level"),
    [(0, DiagnosticLevel.OK), (2, DiagnosticLevel.ERROR), (3, DiagnosticLevel.STALE), (4, DiagnosticLevel.ERROR)],
)
def test_a_level_that_is_none_is_an_error(number: int, level: DiagnosticLevel) -> None:
    told: Diagnostics = seen("diagnostic_msgs/DiagnosticStatus", {**STATUS, "level": number})

    assert [status.level for status in told.statuses] == [level]


def test_long_diagnostics_are_cut() -> None:
    pairs = [{"key": str(number), "value": "x" * 5000} for number in range(500)]
    told: Diagnostics = seen("diagnostic_msgs/DiagnosticStatus", {**STATUS, "message": "y" * 5000, "values": pairs})
    (status,) = told.statuses

    assert (len(status.text), len(status.values), len(status.values[0][1])) == (1000, 200, 1000)
