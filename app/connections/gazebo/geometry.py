"""Converters from Gazebo's poses, scans and velocities. All stand in the world, or, as links, in their model."""

from __future__ import annotations

import functools
from array import array
from collections.abc import Mapping
from typing import Any, Final

from google.protobuf import message_factory
from google.protobuf.message import DecodeError as LibraryError

from app.model.messages.checks import (
    MAX_RANGES,
    check_scan,
    checked_frame_name,
    checked_transform,
    checked_twist,
    readable_poses,
)
from app.model.messages.geometry import Quaternion, Transform, Vector
from app.model.messages.values import Pose, Poses, Scan, Twist
from protocols.errors import DecodeError
from protocols.gazebo.message_types import GAZEBO_TYPES
from protocols.protobuf.schema import Reader
from protocols.schema import Payload, Role

# the frame of everything that names no other
WORLD: Final = "world"

# the library makes an object of a hundred bytes out of an empty message of two
_MAX_POSES_BYTES: Final = 2 * 1024 * 1024
# ranges and intensities are nine bytes each
_MAX_SCAN_BYTES: Final = 2 * 9 * MAX_RANGES + 4096

_SEPARATOR: Final = "::"


def read_pose(payload: Payload) -> Pose:
    """Read a gazebo.msgs.Pose. Raises DecodeError, as all readers here do."""
    return _pose(parse("Pose", payload, _MAX_POSES_BYTES), None)


def read_pose_stamped(payload: Payload) -> Pose:
    """Read a gazebo.msgs.PoseStamped."""
    message = parse("PoseStamped", payload, _MAX_POSES_BYTES)
    return _pose(_part(message, "pose", "a stamped pose"), _stamp_ns(message))


def read_poses_stamped(payload: Payload) -> Poses:
    """Read a gazebo.msgs.PosesStamped: models in the world, and links in their models."""
    message = parse("PosesStamped", payload, _MAX_POSES_BYTES)
    stamp_ns = _stamp_ns(message)
    return Poses(*readable_poses(message.pose, lambda pose: _pose(pose, stamp_ns)))


def read_pose_v(payload: Payload) -> Poses:
    """Read a gazebo.msgs.Pose_V."""
    return Poses(*readable_poses(parse("Pose_V", payload, _MAX_POSES_BYTES).pose, lambda pose: _pose(pose, None)))


def read_scan(payload: Payload) -> Scan:
    """Read a gazebo.msgs.LaserScan."""
    return _scan(parse("LaserScan", payload, _MAX_SCAN_BYTES), None)


def read_scan_stamped(payload: Payload) -> Scan:
    """Read a gazebo.msgs.LaserScanStamped."""
    message = parse("LaserScanStamped", payload, _MAX_SCAN_BYTES)
    return _scan(_part(message, "scan", "a stamped scan"), _stamp_ns(message))


def read_twist(payload: Payload) -> Twist:
    """Read a gazebo.msgs.Twist."""
    message = parse("Twist", payload, _MAX_POSES_BYTES)
    linear, angular = (_vector(_part(message, name, "a twist")) for name in ("linear", "angular"))
    return checked_twist("a velocity", linear, angular)


def _scan(scan: Any, stamp_ns: int | None) -> Scan:
    ranges = array("d", scan.ranges)
    rows, columns = max(scan.vertical_count, 1), scan.count
    if rows > 1:
        if columns * rows != len(ranges):
            raise DecodeError(f"a scan of {rows:,} x {columns:,} rays holds {len(ranges):,} ranges")
        # the level row, or the one that comes nearest to it
        row = min(range(rows), key=lambda each: abs(scan.vertical_angle_min + each * scan.vertical_angle_step))
        ranges = ranges[row * columns : (row + 1) * columns]
    pose = _pose(_part(scan, "world_pose", "a scan"), stamp_ns)
    return check_scan(
        Scan(
            memoryview(ranges).toreadonly(),
            scan.angle_min,
            scan.angle_step,
            scan.range_min,
            scan.range_max,
            WORLD,
            pose.transform,
            stamp_ns,
        )
    )


def _pose(message: Any, stamp_ns: int | None) -> Pose:
    name = checked_frame_name(message.name)
    parent, separator, _ = name.rpartition(_SEPARATOR)
    return Pose(_place(message, name), parent if separator else WORLD, name, stamp_ns)


def _place(message: Any, name: str) -> Transform:
    what = f"the pose of {name}" if name else "a pose"
    orientation = _part(message, "orientation", what)
    rotation: Quaternion = (orientation.x, orientation.y, orientation.z, orientation.w)
    return checked_transform(what, _vector(_part(message, "position", what)), rotation)


def _part(message: Any, name: str, what: str) -> Any:
    if not message.HasField(name):
        raise DecodeError(f"{what} has no {name}")
    return getattr(message, name)


def _vector(message: Any) -> Vector:
    return message.x, message.y, message.z


def _stamp_ns(message: Any) -> int | None:
    return message.time.sec * 1_000_000_000 + message.time.nsec if message.HasField("time") else None


def parse(name: str, payload: Payload, limit: int) -> Any:
    """Parse a message of gazebo.msgs. Raises DecodeError where it is malformed, or longer than `limit` bytes."""
    if len(payload) > limit:
        raise DecodeError(
            f"a gazebo.msgs.{name} of {len(payload):,} bytes is larger than can be shown", f"At most {limit:,} are."
        )
    try:
        return _type(name).FromString(bytes(payload))
    except LibraryError as error:
        raise DecodeError(f"a message is not a valid gazebo.msgs.{name}") from error


@functools.cache
def _type(name: str) -> Any:
    # made when it is first needed: loading all types takes longer than showing a window
    return message_factory.GetMessageClass(GAZEBO_TYPES.check(f"gazebo.msgs.{name}"))


GEOMETRY_READERS: Final[Mapping[str, Mapping[Role, Reader]]] = {
    "gazebo.msgs.Pose": {Role.POSE: read_pose},
    "gazebo.msgs.PoseStamped": {Role.POSE: read_pose_stamped},
    "gazebo.msgs.PosesStamped": {Role.POSE: read_poses_stamped},
    "gazebo.msgs.Pose_V": {Role.POSE: read_pose_v},
    "gazebo.msgs.LaserScan": {Role.SCAN: read_scan},
    "gazebo.msgs.LaserScanStamped": {Role.SCAN: read_scan_stamped},
    "gazebo.msgs.Twist": {Role.TWIST: read_twist},
}
