"""Converters from Galileo's JSON to poses, as far as the shape of the JSON allows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from app.model.messages.checks import checked_frame_name, checked_twist, transform_from, twist_from
from app.model.messages.geometry import Transform
from app.model.messages.values import Pose
from protocols.errors import DecodeError
from protocols.galileo.json_schema import JsonSchema, Reader
from protocols.schema import FieldKind, FieldPath, Role

Decoded = Mapping[str, Any]

# the frame of the position in the status: the map of the robot
MAP: Final = "map"

NUMBER_KINDS: Final = frozenset((FieldKind.INTEGER, FieldKind.FLOAT))
_POSITION: Final = ("currentPosX", "currentPosY", "currentAngle")
_SPEED: Final = ("currentSpeedX", "currentSpeedTheta")
_ODOMETRY: Final = (
    "header.frame_id",
    *(f"pose.pose.position.{axis}" for axis in "xyz"),
    *(f"pose.pose.orientation.{axis}" for axis in "xyzw"),
)
_POSE: Final = ("header.frame_id", *(path.removeprefix("pose.") for path in _ODOMETRY[1:]))


def pose_readers(schema: JsonSchema) -> dict[Role, Reader]:
    """The reader of messages of this shape as a pose; empty if they are none."""
    for paths, reader in ((_POSITION, read_status), (_ODOMETRY, read_odometry), (_POSE, read_pose_stamped)):
        if all(_is_scalar(schema, path) for path in paths):
            return {Role.POSE: reader}
    return {}


def read_status(message: Decoded) -> Pose:
    """Read the pose in galileo/status. Raises DecodeError, KeyError, TypeError, ValueError, as all readers here do."""
    x, y, yaw = (float(message[name]) for name in _POSITION)
    velocity = None
    if all(name in message for name in _SPEED):
        linear, angular = (float(message[name]) for name in _SPEED)
        velocity = checked_twist("a velocity", (linear, 0.0, 0.0), (0.0, 0.0, angular))
    try:
        return Pose(Transform.from_xy_yaw(x, y, yaw), MAP, velocity=velocity)
    except ValueError as error:
        raise DecodeError(f"the pose of the robot can't be shown: {error}") from error


def read_odometry(message: Decoded) -> Pose:
    """Read a message with the shape of a nav_msgs/Odometry; its velocity may be left out."""
    velocity = None
    if "twist" in message:
        velocity = twist_from("a velocity", message["twist"]["twist"])
    where = transform_from("an odometry", message["pose"]["pose"])
    name = checked_frame_name(message.get("child_frame_id", ""))
    return Pose(where, _frame(message), name, velocity=velocity)


def read_pose_stamped(message: Decoded) -> Pose:
    """Read a message with the shape of a geometry_msgs/PoseStamped."""
    return Pose(transform_from("a pose", message["pose"]), _frame(message))


def _frame(message: Decoded) -> str:
    return checked_frame_name(message["header"]["frame_id"])


def _is_scalar(schema: JsonSchema, path: str) -> bool:
    field = schema.find(FieldPath.parse(path))
    wanted = {FieldKind.STRING} if path.endswith("frame_id") else NUMBER_KINDS
    return field is not None and field.kind in wanted and not field.repeated
