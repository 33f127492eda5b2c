"""NRP-core's messages, against their documentation and against bytes that were put together by hand."""

from __future__ import annotations

import struct

import pytest
from google.protobuf.descriptor import Descriptor, FieldDescriptor

from protos.nrp import engine_grpc_pb2, gazebo_packs_pb2

_POSE = {
    "position": (1, "float"),
    "rotation": (2, "float"),
    "linearVelocity": (3, "float"),
    "angularVelocity": (4, "float"),
}
DOCUMENTED = {
    "Camera": {
        "imageWidth": (1, "uint32"),
        "imageHeight": (2, "uint32"),
        "imageDepth": (3, "uint32"),
        "imageData": (4, "bytes"),
    },
    "Link": _POSE,
    "Model": _POSE,
    "Joint": {"position": (1, "float"), "velocity": (2, "float"), "effort": (3, "float")},
}
TYPES = {
    FieldDescriptor.TYPE_FLOAT: "float",
    FieldDescriptor.TYPE_UINT32: "uint32",
    FieldDescriptor.TYPE_BYTES: "bytes",
}


def _fields(descriptor: Descriptor) -> dict[str, tuple[int, str]]:
    return {field.name: (field.number, TYPES[field.type]) for field in descriptor.fields}


@pytest.mark.parametrize("name", DOCUMENTED)
def test_pack_has_the_fields_that_are_documented(name: str) -> None:
    assert _fields(gazebo_packs_pb2.DESCRIPTOR.message_types_by_name[name]) == DOCUMENTED[name]
    assert gazebo_packs_pb2.DESCRIPTOR.package == "Gazebo"


def test_numbers_of_a_link_are_sent_as_runs_of_floats() -> None:
    link = gazebo_packs_pb2.Link(position=(1.5, -2.0, 0.25), rotation=(0.0, 0.0, 0.0, 1.0))

    assert link.SerializeToString() == (
        b"\x0a\x0c" + struct.pack("<3f", 1.5, -2.0, 0.25) + b"\x12\x10" + struct.pack("<4f", 0.0, 0.0, 0.0, 1.0)
    )


def test_zeros_of_a_joint_are_not_sent() -> None:
    assert gazebo_packs_pb2.Joint(position=0.0, velocity=1.0).SerializeToString() == b"\x15" + struct.pack("<f", 1.0)


def test_answer_of_an_engine_is_read() -> None:
    name, url, value = b"rover::wheel", b"type.googleapis.com/Gazebo.Joint", b"\x0d" + struct.pack("<f", 0.5)
    held = b"\x0a" + bytes((len(url),)) + url + b"\x12" + bytes((len(value),)) + value
    who = b"\x0a" + bytes((len(name),)) + name + b"\x1a\x06gazebo"
    pack = b"\x0a" + bytes((len(who),)) + who + b"\x12" + bytes((len(held),)) + held

    reply = engine_grpc_pb2.GetDataPacksReply.FromString(b"\x0a" + bytes((len(pack),)) + pack)

    assert len(reply.dataPacks) == 1
    message = reply.dataPacks[0]
    assert (message.dataPackId.dataPackName, message.dataPackId.engineName) == ("rover::wheel", "gazebo")
    joint = gazebo_packs_pb2.Joint()
    assert message.data.Unpack(joint)
    assert joint.position == 0.5


def test_no_call_that_steps_resets_or_ends_an_experiment_is_known() -> None:
    service = engine_grpc_pb2.DESCRIPTOR.services_by_name["EngineGrpcService"]

    assert set(service.methods_by_name) == {"getDataPacks", "setDataPacks"}
