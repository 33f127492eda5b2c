from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from google.protobuf.message import EncodeError
from google.protobuf.message_factory import GetMessageClass

from protos.gazebo.basics_pb2 import Pose, Quaternion, Vector3d
from protos.gazebo.registry import load_all
from protos.gazebo.time_pb2 import Time
from protos.gazebo.transport_pb2 import GzString, Packet, Subscribe

ROOT = Path(__file__).resolve().parents[2]

SUBSCRIBE = Subscribe(
    topic="/gazebo/default/world_stats",
    host="127.0.0.1",
    port=40711,
    msg_type="gazebo.msgs.WorldStatistics",
    latching=True,
)
SUBSCRIBE_PACKET = bytes.fromhex(
    "0a0408011002"
    "1209737562736372696265"
    "1a4b"
    "0a1b2f67617a65626f2f64656661756c742f776f726c645f7374617473"
    "12093132372e302e302e31"
    "1887be02"
    "221b67617a65626f2e6d7367732e576f726c6453746174697374696373"
    "2801"
)
HALF_A_METRE_A_SECOND = Pose(position=Vector3d(x=0.5, y=0, z=0), orientation=Quaternion(x=0, y=0, z=0, w=1))
POSE = bytes.fromhex(
    "1a1b09000000000000e03f110000000000000000190000000000000000"
    "222411000000000000000019000000000000000021000000000000000029000000000000f03f"
)


def modules_after(statements: str) -> set[str]:
    script = f"import sys\n{statements}\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=True, capture_output=True, text=True)
    return set(done.stdout.split())


def generated_in(modules: set[str]) -> set[str]:
    return {name.removeprefix("protos.gazebo.") for name in modules if name.endswith("_pb2") and "gazebo" in name}


def test_a_subscribe_packet_encodes_to_the_bytes_that_gazebo_sends() -> None:
    packet = Packet(stamp=Time(sec=1, nsec=2), type="subscribe", serialized_data=SUBSCRIBE.SerializeToString())

    assert packet.SerializeToString() == SUBSCRIBE_PACKET
    assert len(SUBSCRIBE_PACKET) == 0x5E


def test_a_subscribe_packet_decodes_to_what_was_encoded() -> None:
    packet = Packet.FromString(SUBSCRIBE_PACKET)

    assert (packet.stamp.sec, packet.stamp.nsec, packet.type) == (1, 2, "subscribe")
    assert Subscribe.FromString(packet.serialized_data) == SUBSCRIBE


def test_a_pose_encodes_to_the_bytes_that_gazebo_sends() -> None:
    assert HALF_A_METRE_A_SECOND.SerializeToString() == POSE
    assert len(POSE) == 0x43


def test_a_pose_decodes_to_what_was_encoded() -> None:
    assert Pose.FromString(POSE) == HALF_A_METRE_A_SECOND


def test_a_message_that_lacks_required_fields_still_parses() -> None:
    pose = Pose()

    assert pose.ParseFromString(b"\x0a\x05rover" + POSE[:29]) == 36
    assert not pose.IsInitialized()
    assert (pose.name, pose.position.x, pose.orientation.w) == ("rover", 0.5, 0.0)


def test_a_nested_message_that_lacks_required_fields_still_parses() -> None:
    packet = Packet.FromString(b"\x0a\x02\x08\x07\x12\x03sub")

    assert not packet.IsInitialized()
    assert not packet.stamp.IsInitialized()
    assert (packet.stamp.sec, packet.stamp.nsec, packet.type, packet.serialized_data) == (7, 0, "sub", b"")


def test_a_message_that_lacks_required_fields_is_not_encoded() -> None:
    with pytest.raises(EncodeError, match=r"gazebo\.msgs\.Packet"):
        Packet(type="sub").SerializeToString()


def test_a_field_that_is_not_known_survives_decoding_and_encoding() -> None:
    data = b"\x0a\x02hi" + b"\xa2\x06\x03new"

    assert GzString.FromString(data).data == "hi"
    assert GzString.FromString(data).SerializeToString() == data


def test_repeated_numbers_are_written_unpacked_and_read_either_way() -> None:
    tactile = GetMessageClass(load_all().FindMessageTypeByName("gazebo.msgs.Tactile"))

    assert tactile(collision_id=[1, 2]).SerializePartialToString() == b"\x10\x01\x10\x02"
    assert tactile.FromString(b"\x12\x02\x01\x02") == tactile.FromString(b"\x10\x01\x10\x02")


def test_importing_the_package_loads_no_protobuf() -> None:
    modules = modules_after("import protos.gazebo")

    assert "protos.gazebo" in modules
    assert not generated_in(modules)
    assert "google.protobuf" not in modules


def test_importing_the_transport_messages_loads_only_time_besides() -> None:
    assert generated_in(modules_after("import protos.gazebo.transport_pb2")) == {"time_pb2", "transport_pb2"}


def test_importing_the_registry_loads_no_message() -> None:
    assert not generated_in(modules_after("import protos.gazebo.registry"))


def test_load_all_loads_the_module_of_every_proto_file() -> None:
    want = {f"{path.stem}_pb2" for path in (ROOT / "protos/gazebo").glob("*.proto")}

    assert len(want) > 1
    assert generated_in(modules_after("from protos.gazebo.registry import load_all; load_all()")) == want
