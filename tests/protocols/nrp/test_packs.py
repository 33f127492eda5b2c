"""Payloads of each type; those that are right are put together by hand, byte by byte."""

from __future__ import annotations

import math
import struct
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocols.errors import DecodeError, EngineError, LocalProtocolError
from protocols.nrp.packs import (
    FIELDS,
    MAX_STATE_BYTES,
    PackType,
    check_name,
    completed_answer,
    encode_values,
    may_be_camera,
    values_of,
)


def test_name_that_was_left_out_is_said_in_its_place() -> None:
    answer = completed_answer({"a": None}, ("a", "b"))

    assert answer["a"] is None
    assert isinstance(answer["b"], DecodeError)
    assert "left “b” out" in answer["b"].reason


def test_name_that_nobody_asked_for_makes_it_no_answer() -> None:
    with pytest.raises(EngineError, match="“b”, which was not asked for"):
        completed_answer({"a": None, "b": None}, ("a",))


@pytest.mark.parametrize("name", ["rover", "rover::chassis", "rover::head::camera", "Fünf Räder::links"])
def test_name_is_kept_as_it_is(name: str) -> None:
    assert check_name(f"  {name} ") == name


@pytest.mark.parametrize("name", ["", "  ", "a,b", "a\nb", "a\x00", "\ud800", "x" * 1025])
def test_name_that_no_engine_can_have_is_refused(name: str) -> None:
    with pytest.raises(LocalProtocolError, match="DataPack"):
        check_name(name)


@given(st.text())
def test_any_text_is_a_name_or_refused_in_one_line(text: str) -> None:
    try:
        name = check_name(text)
    except LocalProtocolError as error:
        reason = error.reason
    else:
        assert check_name(name) == name
        reason = ""
    assert reason == "" or reason.isprintable()


def test_camera_is_told_by_three_parts() -> None:
    assert may_be_camera("rover::head::camera")
    assert not may_be_camera("rover::chassis")
    assert not may_be_camera("rover")


def floats(number: int, *values: float) -> bytes:
    return bytes((number << 3 | 2, 4 * len(values))) + struct.pack(f"<{len(values)}f", *values)


POSE = floats(1, 1.5, -2.0, 0.25) + floats(2, 0.0, 0.0, 0.6, 0.8)
STATE = POSE + floats(3, 0.5, 0.0, 0.0) + floats(4, 0.0, 0.0, 0.125)
IMAGE = b"\x08\x02\x10\x01\x18\x03\x22\x06abcdef"


@pytest.mark.parametrize("kind", [PackType.LINK, PackType.MODEL])
def test_state_of_a_link_and_a_model_is_read(kind: PackType) -> None:
    assert values_of(kind, STATE) == {
        "position": [1.5, -2.0, 0.25],
        "rotation": [0.0, 0.0, pytest.approx(0.6), pytest.approx(0.8)],
        "linear_velocity": [0.5, 0.0, 0.0],
        "angular_velocity": [0.0, 0.0, 0.125],
    }


def test_numbers_of_a_joint_that_were_not_sent_are_zero() -> None:
    assert values_of(PackType.JOINT, b"\x15" + struct.pack("<f", 1.5)) == {
        "position": 0.0,
        "velocity": 1.5,
        "effort": 0.0,
    }


def test_image_is_a_view_into_the_payload() -> None:
    values = values_of(PackType.CAMERA, IMAGE)

    assert (values["image_width"], values["image_height"], values["image_depth"]) == (2, 1, 3)
    assert values["image_data"].obj is IMAGE
    assert bytes(values["image_data"]) == b"abcdef"


def test_fields_that_are_not_known_are_passed_over() -> None:
    assert values_of(PackType.JOINT, b"\xfa\x01\x03new") == {"position": 0.0, "velocity": 0.0, "effort": 0.0}
    assert values_of(PackType.CAMERA, IMAGE + b"\xfa\x01\x03new")["image_width"] == 2


@pytest.mark.parametrize(
    ("kind", "payload", "reason"),
    [
        (PackType.LINK, b"", "position of a Link holds 0 numbers, not 3"),
        (PackType.LINK, floats(1, 1.0, 2.0), "position of a Link holds 2 numbers, not 3"),
        (PackType.MODEL, floats(1, 1.0, 2.0, 3.0) + floats(2, 0.0, 0.0, 0.0), "rotation of a Model holds 3 numbers"),
        (PackType.LINK, STATE + floats(3, 1.0), "linear_velocity of a Link holds 4 numbers"),
        (PackType.LINK, floats(1, 0.0, math.nan, 0.0) + STATE[14:], r"position\[1\] of a Link is nan"),
        (PackType.LINK, POSE + floats(3, 0.0, 0.0, math.inf) + STATE[-14:], r"linear_velocity\[2\] of a Link is inf"),
        (PackType.JOINT, b"\x1d" + struct.pack("<f", math.nan), "effort of a Joint is nan"),
        (PackType.JOINT, b"\x0d\x00", "no valid Gazebo.Joint"),
        (PackType.LINK, STATE + b"\x7a\x80\x20" + bytes(4096), "longer than 4,096"),
        (PackType.CAMERA, b"", "image_width of a Camera is 0"),
        (PackType.CAMERA, IMAGE[:-1], "no valid Gazebo.Camera"),
        (
            PackType.CAMERA,
            b"\x08\x02\x10\x01\x18\x03\x22\x05abcde",
            "image_data of a Camera holds 5 bytes, not 2 x 1 x 3",
        ),
        (PackType.CAMERA, b"\x08\x02\x10\x01\x22\x06abcdef", "image_depth of a Camera is 0"),
    ],
)
def test_payload_that_cannot_be_is_refused_by_the_name_of_its_field(
    kind: PackType, payload: bytes, reason: str
) -> None:
    with pytest.raises(DecodeError, match=reason):
        values_of(kind, payload)


@given(st.sampled_from(PackType), st.binary(max_size=200))
def test_any_bytes_are_a_whole_pack_or_refused(kind: PackType, payload: bytes) -> None:
    try:
        values = values_of(kind, payload)
    except DecodeError:
        return
    assert list(values) == [field.name for field in FIELDS[kind]]


@given(st.sampled_from((PackType.LINK, PackType.MODEL)), st.integers(0, len(STATE) - 1), st.integers(0, 255))
def test_one_wrong_byte_gives_a_whole_pack_or_is_refused(kind: PackType, index: int, byte: int) -> None:
    payload = bytearray(STATE)
    payload[index] = byte
    try:
        values = values_of(kind, payload)
    except DecodeError:
        return
    assert [len(values[field.name]) for field in FIELDS[kind]] == [3, 4, 3, 3]
    assert all(math.isfinite(number) for numbers in values.values() for number in numbers)


@pytest.mark.parametrize(("kind", "payload"), [(PackType.LINK, STATE), (PackType.JOINT, b""), (PackType.CAMERA, IMAGE)])
def test_what_was_read_is_written_as_it_was(kind: PackType, payload: bytes) -> None:
    assert encode_values(kind, values_of(kind, payload)) == payload


@pytest.mark.parametrize(
    ("kind", "change", "reason"),
    [
        (PackType.LINK, {"rotation": [0.0, 1.0]}, "rotation of a Link holds 2 numbers"),
        (PackType.LINK, {"position": [1e39, 0.0, 0.0]}, "position of a Link is 1e\\+39"),
        (PackType.JOINT, {"effort": math.nan}, "effort of a Joint is nan"),
        (PackType.CAMERA, {"image_height": 2}, "holds 6 bytes, not 2 x 2 x 3"),
    ],
)
def test_what_is_no_pack_is_not_written(kind: PackType, change: dict[str, Any], reason: str) -> None:
    payload = {PackType.LINK: STATE, PackType.JOINT: b"", PackType.CAMERA: IMAGE}[kind]
    with pytest.raises(DecodeError, match=reason):
        encode_values(kind, values_of(kind, payload) | change)


def test_longest_state_is_far_longer_than_a_whole_one() -> None:
    assert 10 * len(STATE) < MAX_STATE_BYTES
