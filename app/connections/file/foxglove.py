"""The messages of Foxglove's types, of which recordings of other programs and pictures of the black box are made.

They say the same as messages of ROS, in other words, and are read by the same functions. Fields that are zero are not
sent.
"""

from __future__ import annotations

import array
import dataclasses
import math
from collections.abc import Callable, Mapping
from typing import Any, Final

from app.connections.ros1.converters import read_compressed_image, read_pose_stamped, read_scan, read_transform
from app.connections.ros1.converters import read_transforms as read_ros_transforms
from app.model.messages.checks import transform_from
from app.model.messages.values import CompressedImage, LogLevel, LogLine, Pose, Scan, Transforms
from app.wording.model import MessageWording
from protocols.errors import DecodeError
from protocols.protobuf.schema import ProtobufSchema, Reader
from protocols.schema import Payload, Role
from protocols.wording import FieldWording

Decoded = Mapping[str, Any]

_LEVELS: Final = {
    "DEBUG": LogLevel.DEBUG,
    "INFO": LogLevel.INFO,
    "WARNING": LogLevel.WARN,
    "ERROR": LogLevel.ERROR,
    "FATAL": LogLevel.FATAL,
}
_NOTHING: Final[Decoded] = {}


def foxglove_readers(schema: ProtobufSchema) -> dict[Role, Reader]:
    """Return the readers of the messages of a type, by the role that they are read in; none for other types."""
    return {role: _reader(schema, read) for role, read in _READERS.get(schema.name, {}).items()}


def read_image(message: Decoded) -> CompressedImage:
    """Read a foxglove.CompressedImage. Raises DecodeError, as all readers here do."""
    data = message.get("data", memoryview(b""))
    return read_compressed_image({"header": _head(message), "format": message.get("format", ""), "data": data})


def read_laser_scan(message: Decoded) -> Scan:
    """Read a foxglove.LaserScan, which has no limits of its distances."""
    ranges, start = message.get("ranges", ()), message.get("start_angle", 0.0)
    # the angles are those of the first and of the last ray
    step = (message.get("end_angle", 0.0) - start) / max(len(ranges) - 1, 1)
    scan = read_scan(
        {
            "header": _head(message),
            "ranges": _doubles(ranges),
            "angle_min": start,
            "angle_increment": step,
            "range_min": 0.0,
            "range_max": math.inf,
        }
    )
    if "pose" not in message:
        return scan
    return dataclasses.replace(scan, transform=transform_from(MessageWording.POSE, _place(message["pose"])))


def read_pose(message: Decoded) -> Pose:
    """Read a foxglove.PoseInFrame."""
    return read_pose_stamped({"header": _head(message), "pose": _place(message.get("pose", _NOTHING))})


def read_frame_transform(message: Decoded) -> Transforms:
    """Read a foxglove.FrameTransform."""
    return read_transform(_transform(message))


def read_frame_transforms(message: Decoded) -> Transforms:
    """Read a foxglove.FrameTransforms."""
    return read_ros_transforms({"transforms": [_transform(each) for each in message.get("transforms", ())]})


def read_log(message: Decoded) -> LogLine:
    """Read a foxglove.Log."""
    place = message.get("file", "")
    if place and message.get("line"):
        place += f":{message['line']}"
    level = _LEVELS.get(message.get("level", ""), LogLevel.INFO)
    return LogLine(_stamp_ns(message), level, message.get("name", ""), message.get("message", ""), place)


_READERS: Final[Mapping[str, Mapping[Role, Callable[[Decoded], object]]]] = {
    "foxglove.CompressedImage": {Role.IMAGE: read_image},
    "foxglove.LaserScan": {Role.SCAN: read_laser_scan},
    "foxglove.PoseInFrame": {Role.POSE: read_pose},
    "foxglove.FrameTransform": {Role.TRANSFORMS: read_frame_transform},
    "foxglove.FrameTransforms": {Role.TRANSFORMS: read_frame_transforms},
    "foxglove.Log": {Role.LOG_LINE: read_log},
}


def _reader(schema: ProtobufSchema, read: Callable[[Decoded], object]) -> Reader:
    def read_payload(payload: Payload) -> object:
        decoded = schema.decode(payload)
        try:
            return read(decoded)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            # the file has another definition of the type
            reason = FieldWording.MESSAGE_INVALID(type_name=schema.name)
            raise DecodeError(reason, FieldWording.FIELDS_SHOWN_TIP()) from error

    return read_payload


def _head(message: Decoded) -> Decoded:
    seconds, nanoseconds = divmod(_stamp_ns(message), 1_000_000_000)
    return {"frame_id": message.get("frame_id", ""), "stamp": {"secs": seconds, "nsecs": nanoseconds}}


def _stamp_ns(message: Decoded) -> int:
    time = message.get("timestamp", _NOTHING)
    return int(time.get("seconds", 0) * 1_000_000_000 + time.get("nanos", 0))


def _numbers(message: Decoded, name: str) -> Decoded:
    return {axis: message.get(name, _NOTHING).get(axis, 0.0) for axis in ("x", "y", "z", "w")}


def _place(pose: Decoded) -> Decoded:
    return {name: _numbers(pose, name) for name in ("position", "orientation")}


def _transform(message: Decoded) -> Decoded:
    inner = {"translation": _numbers(message, "translation"), "rotation": _numbers(message, "rotation")}
    head = {**_head(message), "frame_id": message.get("parent_frame_id", "")}
    return {"header": head, "child_frame_id": message.get("child_frame_id", ""), "transform": inner}


def _doubles(numbers: Any) -> memoryview:
    """Return numbers as a view, which they are where they were sent together."""
    if isinstance(numbers, memoryview):
        return numbers
    return memoryview(array.array("d", numbers))
