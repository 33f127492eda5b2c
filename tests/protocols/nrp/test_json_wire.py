from __future__ import annotations

import json
import math
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocols.errors import DecodeError, EngineError, UnknownPackError
from protocols.nrp.json_wire import decode_answer, encode_request, rebuilt_w
from protocols.nrp.packs import DataPack, PackType, values_of
from protocols.nrp.wording import NrpWireWording
from tests.tools.sentences import Said, says

LINK = {"pos": [1.5, -2.0, 0.25], "rot": [0.0, 0.0, 0.6], "lin_vel": [0.5, 0.0, 0.0], "ang_vel": [0.0, 0.0, 0.125]}
JOINT = {"position": 0.5, "velocity": 1.5, "effort": -2.0}
CAMERA = {"image_height": 1, "image_width": 2, "image_depth": 3, "image_data": [1, 2, 3, 253, 254, 255]}


def body(**data: Any) -> bytes:
    entries = {name: {"engine_name": "gazebo", "type": "N8nlohmann", "data": held} for name, held in data.items()}
    return json.dumps(entries).encode()


def one(data: Any) -> DataPack:
    said = decode_answer(body(a=data), ("a",))["a"]
    assert isinstance(said, DataPack), said
    return said


def fault(data: Any) -> DecodeError:
    said = decode_answer(body(a=data), ("a",))["a"]
    assert isinstance(said, DecodeError), said
    return said


def test_question_is_an_object_with_the_names_as_keys() -> None:
    assert json.loads(encode_request(("a::b", "ü"))) == {"a::b": {}, "ü": {}}
    assert encode_request(()) == b"{}"


def test_link_is_the_message_of_the_other_wire_with_its_w_rebuilt() -> None:
    pack = one(LINK)

    assert (pack.type, pack.w_rebuilt, pack.engine) == (PackType.LINK, True, "gazebo")
    values = values_of(PackType.LINK, pack.payload)
    assert values["position"] == [1.5, -2.0, 0.25]
    assert values["rotation"] == pytest.approx([0.0, 0.0, 0.6, 0.8], abs=1e-6)
    assert values["linear_velocity"] == [0.5, 0.0, 0.0]
    assert values["angular_velocity"] == [0.0, 0.0, 0.125]


def test_rotation_with_its_w_is_taken_as_it_is() -> None:
    pack = one(LINK | {"rot": [0.0, 0.0, 0.5, -0.5]})

    assert not pack.w_rebuilt
    assert values_of(PackType.LINK, pack.payload)["rotation"] == [0.0, 0.0, 0.5, -0.5]


def test_w_of_a_rotation_that_is_too_long_is_zero() -> None:
    assert rebuilt_w(0.8, 0.8, 0.8) == 0.0
    assert rebuilt_w(0.0, 0.0, 0.0) == 1.0


@given(st.tuples(*[st.floats(-1, 1)] * 4).filter(lambda q: math.hypot(*q) > 1e-3))
def test_w_is_that_of_the_rotation_but_for_its_sign(rotation: tuple[float, ...]) -> None:
    length = math.hypot(*rotation)
    x, y, z, w = (part / length for part in rotation)

    assert rebuilt_w(x, y, z) == pytest.approx(abs(w), abs=1e-7)


def test_spellings_of_the_documentation_and_of_the_messages_are_one_field() -> None:
    spelled = {"position": LINK["pos"], "rotation": LINK["rot"], "linearVelocity": LINK["lin_vel"]}

    assert one({**spelled, "angularVelocity": LINK["ang_vel"]}) == one(LINK)


def test_joint_and_camera_are_read() -> None:
    assert values_of(PackType.JOINT, one(JOINT).payload) == JOINT
    values = values_of(PackType.CAMERA, one(CAMERA).payload)
    assert (values["image_width"], values["image_height"], values["image_depth"]) == (2, 1, 3)
    assert bytes(values["image_data"]) == bytes(CAMERA["image_data"])  # type: ignore[call-overload]


def test_pictures_longer_than_a_piece_are_read_whole() -> None:
    pixels = [(7 * index) % 256 for index in range(64 * 1000)]
    camera = {"image_height": 1000, "image_width": 64, "image_depth": 1, "image_data": pixels}

    answer = decode_answer(body(a=camera, b=JOINT, c=camera | {"image_data": pixels[::-1]}), ("a", "b", "c"))

    read = [values_of(said.type, said.payload) for said in answer.values() if isinstance(said, DataPack)]
    assert bytes(read[0]["image_data"]) == bytes(pixels)
    assert bytes(read[2]["image_data"]) == bytes(pixels[::-1])


def test_null_is_a_name_that_the_engine_does_not_have() -> None:
    answer = decode_answer(b'{"a": null, "b": {"engine_name": "g", "type": "x"}, "c": {"data": {}}}', ("a", "b", "c"))

    assert isinstance(answer["a"], UnknownPackError)
    assert answer["b"] is None
    assert answer["c"] is None


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (
            LINK | {"pos": [1.0, 2.0]},
            says(NrpWireWording.LIST_LENGTH, field="position", type_name="Link", count=2, length=3),
        ),
        (
            LINK | {"rot": [1.0, 0.0]},
            says(NrpWireWording.LIST_LENGTH, field="rotation", type_name="Link", count=2, length=4),
        ),
        (
            LINK | {"lin_vel": [0.0] * 5},
            says(NrpWireWording.LIST_LENGTH, field="linear_velocity", type_name="Link", count=5, length=3),
        ),
        (
            LINK | {"ang_vel": [0.0, None, 0.0]},
            says(NrpWireWording.NO_FINITE_NUMBER, field="angular_velocity[1]", type_name="Link"),
        ),
        (
            LINK | {"pos": [math.nan, 0.0, 0.0]},
            says(NrpWireWording.NO_FINITE_NUMBER, field="position[0]", type_name="Link"),
        ),
        (
            LINK | {"pos": [0.0, math.inf, 0.0]},
            says(NrpWireWording.NO_FINITE_NUMBER, field="position[1]", type_name="Link"),
        ),
        (
            LINK | {"pos": [1e300, 0.0, 0.0]},
            says(NrpWireWording.NOT_FINITE_32, field="position", type_name="Link", number=1e300),
        ),
        (LINK | {"rot": "turned"}, says(NrpWireWording.NO_LIST, field="rotation", type_name="Link")),
        (
            {key: value for key, value in LINK.items() if key != "pos"},
            says(NrpWireWording.FIELD_MISSING, type_name="Link", field="position"),
        ),
        (JOINT | {"effort": None}, says(NrpWireWording.NO_FINITE_NUMBER, field="effort", type_name="Joint")),
        (JOINT | {"velocity": True}, says(NrpWireWording.NO_FINITE_NUMBER, field="velocity", type_name="Joint")),
        (JOINT | {"position": 10**400}, says(NrpWireWording.NO_FINITE_NUMBER, field="position", type_name="Joint")),
        ({"velocity": 1.0}, says(NrpWireWording.FIELD_MISSING, type_name="Joint", field="position")),
        (
            CAMERA | {"image_data": [1, 2, 3, 4, 5]},
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
        (CAMERA | {"image_data": [1, 2, 3, 4, 5, 256]}, says(NrpWireWording.NO_PIXEL)),
        (CAMERA | {"image_data": [1, 2, 3, 4, 5, -1]}, says(NrpWireWording.NO_INTEGER_PIXEL)),
        (CAMERA | {"image_data": [1, 2, 3, 4, 5, 0.5]}, says(NrpWireWording.NO_INTEGER_PIXEL)),
        (CAMERA | {"image_data": "AQID"}, says(NrpWireWording.NO_PIXEL_LIST, field="image_data", type_name="Camera")),
        (CAMERA | {"image_data": 0}, says(NrpWireWording.NO_PIXEL_LIST, field="image_data", type_name="Camera")),
        (CAMERA | {"image_width": 2.0}, says(NrpWireWording.NO_SIDE, field="image_width", type_name="Camera")),
        (CAMERA | {"image_depth": -3}, says(NrpWireWording.NO_SIDE, field="image_depth", type_name="Camera")),
        (
            CAMERA | {"image_depth": 0, "image_data": []},
            says(NrpWireWording.PICTURE_SIDE, field="image_depth", type_name="Camera", number=0),
        ),
        ({"spikes": [1, 2]}, says(NrpWireWording.DATA_FIELDS)),
        ([1, 2], says(NrpWireWording.DATA_NO_OBJECT)),
    ],
)
def test_data_that_cannot_be_is_refused_by_the_name_of_its_field(data: Any, said: Said) -> None:
    assert said(fault(data))


def test_what_is_wrong_with_one_pack_spoils_no_other() -> None:
    answer = decode_answer(body(bad=JOINT | {"effort": None}, good=JOINT), ("bad", "good"))

    assert isinstance(answer["bad"], DecodeError)
    assert isinstance(answer["good"], DataPack)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"<html><body>It works!</body></html>", says(NrpWireWording.NO_JSON, what=NrpWireWording.THE_ANSWER())),
        (b"", says(NrpWireWording.NO_JSON, what=NrpWireWording.THE_ANSWER())),
        (b"[]", says(NrpWireWording.NO_OBJECT, what=NrpWireWording.THE_ANSWER())),
        (b'{"a": ', says(NrpWireWording.NO_JSON, what=NrpWireWording.THE_ANSWER())),
        (b"[" * 100_000, says(NrpWireWording.NO_JSON, what=NrpWireWording.THE_ANSWER())),
        (b"\xff\xfe\x00", says(NrpWireWording.NO_JSON, what=NrpWireWording.THE_ANSWER())),
        (b'{"b": null}', says(NrpWireWording.NOT_ASKED_FOR, pack="b")),
        (b'{"a": {"data": {"image_data": [1, 2', says(NrpWireWording.NO_JSON, what=NrpWireWording.THE_ANSWER())),
    ],
)
def test_what_is_no_answer_is_refused(text: bytes, said: Said) -> None:
    with pytest.raises(EngineError, check=said):
        decode_answer(text, ("a",))


def test_megabytes_that_are_no_picture_are_not_even_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json, "loads", lambda *_, **__: pytest.fail("it was parsed"))

    with pytest.raises(EngineError, check=says(NrpWireWording.TEXT_TOO_LONG, what=NrpWireWording.THE_ANSWER())):
        decode_answer(b'{"a": {"data": {"numbers": [' + b"1," * 3_000_000 + b"1]}}}", ("a",))


def test_lists_that_never_end_are_looked_through_once() -> None:
    begun = b'{"image_data":['
    text = b'{"a": ' + begun * 2000 + b"1," * 16_000_000 + b"1]"

    began = time.thread_time()
    with pytest.raises(EngineError, check=says(NrpWireWording.NO_JSON, what=NrpWireWording.THE_ANSWER())):
        decode_answer(text, ("a",))

    assert time.thread_time() - began < 1.0


def test_picture_that_is_only_a_text_is_none() -> None:
    text = b'{"a": {"engine_name": "\\"image_data\\":[1,2]", "data": {"position":0,"velocity":0,"effort":0}}}'

    said = decode_answer(text, ("a",))["a"]

    assert isinstance(said, DataPack)
    assert said.engine == '"image_data":[1,2]'


@given(st.binary(max_size=200))
def test_any_bytes_are_an_answer_or_refused(data: bytes) -> None:
    try:
        answer = decode_answer(data, ("a",))
    except EngineError:
        return
    assert set(answer) == {"a"}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=10,
)
FIELD = st.sampled_from((*LINK, *JOINT, *CAMERA, "rotation", "imageData"))


@given(st.sampled_from((LINK, JOINT, CAMERA, {})), st.dictionaries(FIELD, JSON, max_size=3))
def test_any_data_is_a_whole_pack_or_refused(data: dict[str, Any], changes: dict[str, Any]) -> None:
    said = decode_answer(body(a=data | changes), ("a",))["a"]

    assert said is None or isinstance(said, DecodeError | DataPack)
    if isinstance(said, DataPack):
        values_of(said.type, said.payload)
