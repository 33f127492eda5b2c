from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocols.errors import DecodeError, LocalProtocolError, UnknownPackError
from protocols.nrp.mqtt_wire import check_engine, decode_message, is_text, pack_name_of, topic_filter
from protocols.nrp.packs import DataPack, PackAnswer, PackType, values_of
from protocols.nrp.wording import NrpWireWording
from tests.fakes.nrp_broker import pack_message
from tests.fakes.nrp_engine import block, camera, joint, link
from tests.tools.sentences import Said, says

STREAM = "lab/nrp_simulation/7/data"
TOPIC = "gazebo/get/rover::hinge"


def pack_in(said: PackAnswer) -> DataPack:
    assert isinstance(said, DataPack), said
    return said


def test_an_engine_publishes_below_its_name() -> None:
    assert topic_filter("gazebo") == "gazebo/get/#"
    assert pack_name_of("gazebo", "gazebo/get/rover::chassis") == "rover::chassis"
    assert pack_name_of("gazebo", "gazebo/get/odd/name") == "odd/name"


def test_all_engines_are_told_apart_by_their_names() -> None:
    assert topic_filter("") == "+/get/#"
    assert pack_name_of("", "gazebo/get/rover::chassis") == "gazebo/rover::chassis"


def test_a_data_transfer_engine_publishes_below_its_topic() -> None:
    assert check_engine(f"/{STREAM}/") == STREAM
    assert check_engine("nrp_simulation/7/data") == "nrp_simulation/7/data"
    assert topic_filter(STREAM) == f"{STREAM}/#"
    assert pack_name_of(STREAM, f"{STREAM}/rover") == "rover"
    # the list of its topics
    assert not pack_name_of(STREAM, STREAM)


@pytest.mark.parametrize("topic", ["gazebo/set/rover", "gazebo/get/", "gazebo/get", "other/get/rover", "", "/get/x"])
def test_a_topic_of_something_else_holds_no_pack(topic: str) -> None:
    assert not pack_name_of("gazebo", topic)
    assert not pack_name_of("", topic.removeprefix("other"))


@pytest.mark.parametrize("engine", ["a/b", "a+", "#", "a\x00b", "a" * 2000, "nrp_simulation/7/data/more"])
def test_what_can_be_no_engine_is_refused(engine: str) -> None:
    with pytest.raises(LocalProtocolError, check=says(NrpWireWording.ENGINE_INVALID)):
        check_engine(engine)


def test_message_of_an_engine_over_grpc_is_read() -> None:
    pack = pack_in(decode_message(TOPIC, pack_message("rover::hinge", joint(0.5, 0.0, -2.0))))

    assert (pack.type, pack.engine) == (PackType.JOINT, "gazebo")
    assert values_of(pack.type, pack.payload) == {"position": 0.5, "velocity": 0.0, "effort": -2.0}


JOINT = {"position": 0.5, "velocity": 0.0, "effort": -2.0}


@pytest.mark.parametrize(
    "value",
    [
        {"engine_name": "json", "type": "N8nlohmann", "data": JOINT},
        {"rover::hinge": {"engine_name": "json", "type": "N8nlohmann", "data": JOINT}},
        JOINT,
    ],
)
def test_message_of_an_engine_over_json_is_the_same_payload(value: object) -> None:
    pack = pack_in(decode_message(TOPIC, json.dumps(value).encode()))

    assert pack.payload == pack_in(decode_message(TOPIC, pack_message("rover::hinge", joint(0.5, 0.0, -2.0)))).payload


def test_rotation_without_w_is_rebuilt_and_said_to_be() -> None:
    data = {"pos": [1, 2, 0.25], "rot": [0, 0, 0.6], "lin_vel": [0, 0, 0], "ang_vel": [0, 0, 0.5]}

    pack = pack_in(decode_message("json/get/rover", json.dumps({"data": data}).encode()))

    assert pack.w_rebuilt
    assert pack.payload == pack_in(decode_message("a/get/rover", pack_message("rover", link(1.0, 0.6, 0.8)))).payload


@pytest.mark.parametrize("payload", [b"", b"reset", pack_message("rover", None), b'{"rover::hinge": {"data": null}}'])
def test_message_without_news_is_no_fault(payload: bytes) -> None:
    assert decode_message(TOPIC, payload) is None


@pytest.mark.parametrize(
    ("payload", "said"),
    [
        (b"\xff\xff\xff", says(NrpWireWording.NEITHER_JSON_NOR_PACK)),
        (b"hello", says(NrpWireWording.NEITHER_JSON_NOR_PACK)),
        (pack_message("a", joint(1.0))[:-3], says(NrpWireWording.NEITHER_JSON_NOR_PACK)),
        # the bare message of a joint
        (b"\x0d\x00\x00\x80\x3f", says(NrpWireWording.NO_PACK_MESSAGE)),
        (b'{"position": 1', says(NrpWireWording.NO_JSON, what=NrpWireWording.THE_MESSAGE())),
        (b"{" * 100_000, says(NrpWireWording.NO_JSON, what=NrpWireWording.THE_MESSAGE())),
        (b'{"a": 1}', says(NrpWireWording.DATA_FIELDS)),
        (b'{"position": 1e400, "velocity": 0, "effort": 0}', says(NrpWireWording.NO_FINITE_NUMBER)),
        (b'{"data": [1]}', says(NrpWireWording.DATA_NO_OBJECT)),
        (b'{"rover::hinge": null}', says(NrpWireWording.NO_SUCH_PACK)),
        (b'{"x": "' + b"y" * 5_000_000 + b'"}', says(NrpWireWording.TEXT_TOO_LONG, what=NrpWireWording.THE_MESSAGE())),
        (pack_message("a", camera(2, 2, 3, b"short")), says(NrpWireWording.PICTURE_BYTES, length_bytes=5)),
        (block(1, block(1, b"a")) + block(2, block(1, b"x/Gazebo.Wheel")), says(NrpWireWording.DATA_TYPE)),
    ],
)
def test_what_is_no_pack_is_a_fault_in_words(payload: bytes, said: Said) -> None:
    error = decode_message(TOPIC, payload)

    assert isinstance(error, DecodeError | UnknownPackError)
    assert said(error)


@given(st.text(max_size=60), st.binary(max_size=200) | st.text(max_size=80).map(lambda text: ("{" + text).encode()))
def test_any_message_is_a_pack_nothing_or_a_fault(topic: str, payload: bytes) -> None:
    said = decode_message(topic, payload)

    assert said is None or isinstance(said, DataPack | DecodeError)
    assert is_text(payload) == payload.startswith(b"{")


@given(st.text(), st.text())
def test_any_topic_names_a_pack_or_none(engine: str, topic: str) -> None:
    try:
        engine = check_engine(engine)
    except LocalProtocolError:
        return
    assert isinstance(pack_name_of(engine, topic), str)
    assert topic_filter(engine)
