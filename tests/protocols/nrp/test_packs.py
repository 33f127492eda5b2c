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
from protocols.nrp.wording import NrpWireWording
from protocols.protobuf.wording import ProtobufWording
from protocols.sentence import code_of
from tests.tools.sentences import Said, says


def test_name_that_was_left_out_is_said_in_its_place() -> None:
    answer = completed_answer({"a": None}, ("a", "b"))

    assert answer["a"] is None
    assert isinstance(answer["b"], DecodeError)
    assert answer["b"].reason == NrpWireWording.LEFT_OUT(pack="b")


def test_name_that_nobody_asked_for_makes_it_no_answer() -> None:
    with pytest.raises(EngineError, check=says(NrpWireWording.NOT_ASKED_FOR, pack="b")):
        completed_answer({"a": None, "b": None}, ("a",))


@pytest.mark.parametrize("name", ["rover", "rover::chassis", "rover::head::camera", "Fünf Räder::links"])
def test_name_is_kept_as_it_is(name: str) -> None:
    assert check_name(f"  {name} ") == name


@pytest.mark.parametrize("name", ["", "  ", "a,b", "a\nb", "a\x00", "\ud800", "x" * 1025])
def test_name_that_no_engine_can_have_is_refused(name: str) -> None:
    with pytest.raises(LocalProtocolError) as caught:
        check_name(name)
    assert code_of(caught.value.reason) in {NrpWireWording.PACK_UNNAMED, NrpWireWording.PACK_NAME_INVALID}


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
    ("kind", "payload", "said"),
    [
        (PackType.LINK, b"", says(NrpWireWording.LIST_LENGTH, field="position", type_name="Link", count=0, length=3)),
        (
            PackType.LINK,
            floats(1, 1.0, 2.0),
            says(NrpWireWording.LIST_LENGTH, field="position", type_name="Link", count=2, length=3),
        ),
        (
            PackType.MODEL,
            floats(1, 1.0, 2.0, 3.0) + floats(2, 0.0, 0.0, 0.0),
            says(NrpWireWording.LIST_LENGTH, field="rotation", type_name="Model", count=3),
        ),
        (
            PackType.LINK,
            STATE + floats(3, 1.0),
            says(NrpWireWording.LIST_LENGTH, field="linear_velocity", type_name="Link", count=4),
        ),
        (
            PackType.LINK,
            floats(1, 0.0, math.nan, 0.0) + STATE[14:],
            says(NrpWireWording.NOT_FINITE, field="position[1]", type_name="Link"),
        ),
        (
            PackType.LINK,
            POSE + floats(3, 0.0, 0.0, math.inf) + STATE[-14:],
            says(NrpWireWording.NOT_FINITE, field="linear_velocity[2]", type_name="Link"),
        ),
        (
            PackType.JOINT,
            b"\x1d" + struct.pack("<f", math.nan),
            says(NrpWireWording.NOT_FINITE, field="effort", type_name="Joint"),
        ),
        (PackType.JOINT, b"\x0d\x00", says(NrpWireWording.PACK_INVALID)),
        (PackType.LINK, STATE + b"\x7a\x80\x20" + bytes(4096), says(NrpWireWording.PACK_TOO_LONG, limit_bytes=4096)),
        (PackType.CAMERA, b"", says(NrpWireWording.PICTURE_SIDE, field="image_width", type_name="Camera", number=0)),
        (
            PackType.CAMERA,
            IMAGE[:-1],
            says(NrpWireWording.PACK_INVALID, reason=ProtobufWording.FIELD_CUT(number=4, size_bytes=6, left_bytes=5)),
        ),
        (
            PackType.CAMERA,
            b"\x08\x02\x10\x01\x18\x03\x22\x05abcde",
            says(
                NrpWireWording.PICTURE_BYTES,
                field="image_data",
                type_name="Camera",
                length_bytes=5,
                width=2,
                height=1,
                depth=3,
            ),
        ),
        (
            PackType.CAMERA,
            b"\x08\x02\x10\x01\x22\x06abcdef",
            says(NrpWireWording.PICTURE_SIDE, field="image_depth", type_name="Camera", number=0),
        ),
    ],
)
def test_payload_that_cannot_be_is_refused_by_the_name_of_its_field(kind: PackType, payload: bytes, said: Said) -> None:
    with pytest.raises(DecodeError, check=said):
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
    ("kind", "change", "said"),
    [
        (
            PackType.LINK,
            {"rotation": [0.0, 1.0]},
            says(NrpWireWording.LIST_LENGTH, field="rotation", type_name="Link", count=2),
        ),
        (
            PackType.LINK,
            {"position": [1e39, 0.0, 0.0]},
            says(NrpWireWording.NOT_FINITE_32, field="position", type_name="Link", number=1e39),
        ),
        (PackType.JOINT, {"effort": math.nan}, says(NrpWireWording.NOT_FINITE_32, field="effort", type_name="Joint")),
        (
            PackType.CAMERA,
            {"image_height": 2},
            says(NrpWireWording.PICTURE_BYTES, length_bytes=6, width=2, height=2, depth=3),
        ),
    ],
)
def test_what_is_no_pack_is_not_written(kind: PackType, change: dict[str, Any], said: Said) -> None:
    payload = {PackType.LINK: STATE, PackType.JOINT: b"", PackType.CAMERA: IMAGE}[kind]
    with pytest.raises(DecodeError, check=said):
        encode_values(kind, values_of(kind, payload) | change)


def test_longest_state_is_far_longer_than_a_whole_one() -> None:
    assert 10 * len(STATE) < MAX_STATE_BYTES
