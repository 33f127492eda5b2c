"""Commands to joints as values, as payloads and on both wires."""

from __future__ import annotations

import json
import math
import struct
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocols.errors import EncodeError, EngineError
from protocols.nrp import grpc_wire, json_wire
from protocols.nrp.joint_commands import decode_command, encode_command, is_stop, stop_message_for
from protos.nrp import gazebo_packs_pb2 as pb
from protos.nrp.engine_grpc_pb2 import SetDataPacksRequest
from tests.fakes.nrp_engine import blocks, commanded

NAN = struct.pack("<f", math.nan)


def test_what_is_not_commanded_is_not_a_number_and_so_no_command() -> None:
    assert commanded(encode_command({"velocity": 1.5})) == {"position": None, "velocity": 1.5, "effort": None}


@pytest.mark.parametrize("quantity", ["position", "velocity", "effort"])
def test_command_to_be_zero_leaves_the_others_alone(quantity: str) -> None:
    payload = encode_command({quantity: 0})

    assert commanded(payload) == dict.fromkeys(("position", "velocity", "effort")) | {quantity: 0.0}
    assert decode_command(payload) == (quantity, 0.0)


@given(st.sampled_from(["position", "velocity", "effort"]), st.floats(width=32, allow_nan=False, allow_infinity=False))
def test_command_is_read_as_it_was_written(quantity: str, value: float) -> None:
    payload = encode_command({quantity: value})

    assert decode_command(payload) == (quantity, value)
    assert encode_command(payload) == payload


def test_null_is_left_alone_as_on_the_wire() -> None:
    value = {"position": None, "velocity": -2, "effort": None}

    assert decode_command(encode_command(value)) == ("velocity", -2.0)


@pytest.mark.parametrize(
    "value",
    [
        {},
        {"velocity": None},
        {"velocity": 1.0, "effort": 0.0},
        {"speed": 1.0},
        {"velocity": math.nan},
        {"velocity": math.inf},
        {"velocity": 1e39},
        {"velocity": "fast"},
        {"velocity": True},
        {"velocity": [1.0]},
        b"",
        b"\xff",
        bytes(1000),
        pb.Joint(velocity=1.5).SerializeToString(),
        pb.Joint(position=math.nan, velocity=math.inf, effort=math.nan).SerializeToString(),
    ],
)
def test_what_commands_not_exactly_one_quantity_is_refused(value: Any) -> None:
    with pytest.raises(EncodeError):
        encode_command(value)


@given(st.binary(max_size=300))
def test_bytes_are_a_command_or_refused(data: bytes) -> None:
    try:
        payload = encode_command(data)
    except EncodeError:
        return
    assert math.isfinite(decode_command(payload)[1])


def test_velocity_and_effort_end_with_zero_and_a_position_is_not_taken_back() -> None:
    assert stop_message_for({"velocity": -0.1}) == {"velocity": 0.0}
    assert stop_message_for({"effort": 3}) == {"effort": 0.0}
    assert stop_message_for({"position": 1.0}) is None
    assert stop_message_for({"velocity": 0.0}) is None
    assert stop_message_for({}) is None


def test_zero_of_a_velocity_or_an_effort_is_rest_and_a_position_never() -> None:
    assert is_stop(encode_command({"velocity": -0.0}))
    assert is_stop(encode_command({"effort": 0}))
    assert not is_stop(encode_command({"velocity": 1e-6}))
    assert not is_stop(encode_command({"position": 0.0}))


COMMANDS = {"a::b": encode_command({"velocity": 1.5}), "ü": encode_command({"effort": 0.0})}


def test_joints_are_commanded_together_over_grpc() -> None:
    data = grpc_wire.encode_commands(COMMANDS, "gazebo")

    assert len(list(blocks(data))) == 2
    first = SetDataPacksRequest.FromString(data).dataPacks[0]
    assert (first.dataPackId.dataPackName, first.dataPackId.engineName) == ("a::b", "gazebo")
    assert first.data.type_url == "type.googleapis.com/Gazebo.Joint"
    assert NAN in first.data.value


def test_joints_are_commanded_together_over_json() -> None:
    said = json.loads(json_wire.encode_commands(COMMANDS, "gazebo"))

    assert said["a::b"]["data"] == {"position": None, "velocity": 1.5, "effort": None}
    assert said["ü"]["data"] == {"position": None, "velocity": None, "effort": 0.0}
    assert said["a::b"]["engine_name"] == "gazebo"


def test_receipt_is_empty_and_what_is_another_answer_is_none() -> None:
    grpc_wire.check_acknowledgement(b"")
    json_wire.check_acknowledgement(b"{}")
    with pytest.raises(EngineError):
        grpc_wire.check_acknowledgement(b"\xff")
    for body in (b"<html>", b"[]", b"", b"{" + b" " * json_wire.MAX_TEXT_BYTES + b"}"):
        with pytest.raises(EngineError):
            json_wire.check_acknowledgement(body)
