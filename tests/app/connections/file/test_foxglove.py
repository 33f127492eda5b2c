"""The messages of Foxglove's types, from a file of its own library and made by hand."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import pytest
from google.protobuf.descriptor_pb2 import FieldDescriptorProto, FileDescriptorSet
from mcap.reader import make_reader

from app.connections.file import foxglove
from app.connections.file.schemas import schema_of
from app.model.messages.values import CompressedImage, LogLevel, LogLine, Pose, Scan, Transforms
from app.record.opening import open_recording
from app.record.picture_files import PICTURE_SCHEMA
from app.record.recording import SegmentChannel
from protocols.errors import DecodeError
from protocols.protobuf.schema import PROTOBUF
from protocols.schema import Role, Schema
from protocols.wording import FieldWording
from tests.tools.sentences import says
from tests.tools.tracked_files import ROOT

FILES: Final = ROOT / "tests" / "data" / "mcap"
STAMP_NS: Final = 1_700_000_004_000_000_004


def last_said(name: str) -> dict[str, tuple[Schema, bytes]]:
    """Of each topic of a file the schema and the last message."""
    with contextlib.closing(open_recording(FILES / name)) as recording:
        schemas = {number: schema_of(channel) for number, channel in recording.channels.items()}
        return {
            recording.channels[one.channel].topic: (schemas[one.channel], bytes(one.payload))
            for one in recording.messages(0, 1 << 63)
        }


def read(topic: str, role: Role) -> Any:
    schema, payload = last_said("foxglove_sdk.mcap")[topic]
    return schema.read(role, payload)


@pytest.mark.parametrize("path", sorted(FILES.glob("*.mcap")), ids=lambda path: path.stem)
def test_files_of_other_writers_are_read_as_the_library_of_the_format_reads_them(path: Path) -> None:
    with path.open("rb") as file:
        theirs = [
            (channel.topic, message.log_time, message.data)
            for _, channel, message in make_reader(file, validate_crcs=True).iter_messages()
        ]
    with contextlib.closing(open_recording(path)) as recording:
        ours = [
            (recording.channels[one.channel].topic, one.time_ns, bytes(one.payload))
            for one in recording.messages(0, 1 << 63)
        ]
    assert ours == theirs
    assert ours


@pytest.mark.parametrize(
    ("name", "topic", "decoded"),
    [
        ("mcap_ros1_support.mcap", "/said", {"data": "text 4"}),
        ("mcap_protobuf_support.mcap", "/value", {"number_value": 4.0}),
        ("mcap_protobuf_support.mcap", "/time", {"seconds": 1_700_000_004, "nanos": 5}),
        ("foxglove_sdk.mcap", "/status", {"power": 20.5, "name": "röver"}),
        ("foxglove_sdk.mcap", "/free", {"n": 4}),
        ("foxglove_sdk.mcap", "/raw", {"size": 11, "bytes": b"\0\1\0\0\3\0\0\0hi\0"}),
    ],
)
def test_messages_of_other_writers_are_decoded(name: str, topic: str, decoded: Mapping[str, Any]) -> None:
    schema, payload = last_said(name)[topic]
    assert schema.decode(payload) == decoded


def test_an_image_is_shown_with_its_time() -> None:
    image = read("/image", Role.IMAGE)
    assert isinstance(image, CompressedImage)
    assert (image.format, image.stamp_ns) == ("png", STAMP_NS)
    assert bytes(image.data[1:4]) == b"PNG"


def test_small_pictures_of_the_black_box_are_shown_as_images() -> None:
    told = PICTURE_SCHEMA
    channel = SegmentChannel("/image", told.name, told.encoding, told.definition, told.message_encoding, {})
    # field 2: the data
    image = schema_of(channel).read(Role.IMAGE, b"\x12\x04\xff\xd8\xff\xe0")
    assert isinstance(image, CompressedImage)
    assert (image.format, bytes(image.data)) == ("jpeg", b"\xff\xd8\xff\xe0")


def test_a_scan_is_shown_with_the_angles_of_its_first_and_last_ray() -> None:
    scan = read("/scan", Role.SCAN)
    assert isinstance(scan, Scan)
    assert (scan.angle_min_rad, scan.angle_step_rad, list(scan.ranges)) == (-1.0, 1.0, [5.0, 2.0, 3.0])
    assert (scan.frame, scan.stamp_ns) == ("laser", STAMP_NS)


def test_a_scan_may_say_where_its_scanner_is_and_have_one_ray() -> None:
    pose = {"position": {"x": 2.0}, "orientation": {"w": 1.0}}
    scan = foxglove.read_laser_scan({"ranges": [1.5], "start_angle": 0.5, "end_angle": 0.5, "pose": pose})
    assert scan.transform.translation_m == (2.0, 0.0, 0.0)
    assert (list(scan.ranges), scan.angle_min_rad) == ([1.5], 0.5)


def test_poses_and_transforms_are_shown_in_their_frames() -> None:
    pose = read("/pose", Role.POSE)
    assert isinstance(pose, Pose)
    assert (pose.frame, pose.transform.translation_m, pose.stamp_ns) == ("map", (4.0, 0.0, 0.0), STAMP_NS)
    one, several = read("/tf", Role.TRANSFORMS), read("/tfs", Role.TRANSFORMS)
    assert isinstance(one, Transforms)
    assert one == several
    assert [(each.frame, each.name, each.transform.translation_m) for each in one.poses] == [
        ("map", "base", (4.0, 2.0, 0.0))
    ]


def test_a_line_of_a_log_is_shown() -> None:
    assert read("/log", Role.LOG_LINE) == LogLine(STAMP_NS, LogLevel.INFO, "node", "line 4")
    line = foxglove.read_log({"level": "WARNING", "file": "a.py", "line": 7})
    assert (line.level, line.place) == (LogLevel.WARN, "a.py:7")


@pytest.mark.parametrize("function", [foxglove.read_image, foxglove.read_pose, foxglove.read_frame_transform])
def test_a_message_in_which_nothing_was_sent_is_refused(function: Callable[[Mapping[str, Any]], object]) -> None:
    with pytest.raises(DecodeError):
        function({})


def test_a_type_of_another_definition_is_refused_when_it_is_shown() -> None:
    told = FileDescriptorSet()
    file = told.file.add(name="log.proto", package="foxglove", syntax="proto3")
    field = file.message_type.add(name="Log").field.add(name="timestamp", number=1)
    field.label, field.type = FieldDescriptorProto.LABEL_OPTIONAL, FieldDescriptorProto.TYPE_STRING
    schema = schema_of(SegmentChannel("/log", "foxglove.Log", PROTOBUF, told.SerializeToString(), PROTOBUF, {}))
    payload = b"\x0a\x04noon"
    assert schema.decode(payload) == {"timestamp": "noon"}
    with pytest.raises(DecodeError, check=says(FieldWording.MESSAGE_INVALID, type_name="foxglove.Log")):
        schema.read(Role.LOG_LINE, payload)
