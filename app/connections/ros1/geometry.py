"""Converters from ROS 1's poses, transforms, velocities, scans, grids and paths."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from app.model.messages.checks import (
    check_grid,
    check_grid_update,
    check_scan,
    checked_frame_name,
    checked_transform,
    make_polyline,
    quaternion_from,
    readable_poses,
    transform_from,
    twist_from,
    vector_from,
)
from app.model.messages.geometry import Transform
from app.model.messages.values import Grid, GridUpdate, Polyline, Pose, Poses, Scan, Transforms, Twist
from protocols.errors import DecodeError
from protocols.ros1.messages.schema import Reader
from protocols.schema import Role

Decoded = Mapping[str, Any]


def read_pose(message: Decoded) -> Pose:
    """Read a geometry_msgs/Pose, which has no frame. Raises DecodeError, as all readers here do."""
    return Pose(transform_from("a pose", message))


def read_pose_2d(message: Decoded) -> Pose:
    """Read a geometry_msgs/Pose2D, which has no frame."""
    try:
        return Pose(Transform.from_xy_yaw(message["x"], message["y"], message["theta"]))
    except ValueError as error:
        raise DecodeError(f"a pose can't be shown: {error}") from error


def read_pose_stamped(message: Decoded) -> Pose:
    """Read a geometry_msgs/PoseStamped."""
    return Pose(transform_from("a pose", message["pose"]), *_head(message))


def read_pose_with_covariance(message: Decoded) -> Pose:
    """Read a geometry_msgs/PoseWithCovariance."""
    return read_pose(message["pose"])


def read_pose_with_covariance_stamped(message: Decoded) -> Pose:
    """Read a geometry_msgs/PoseWithCovarianceStamped."""
    return Pose(transform_from("a pose", message["pose"]["pose"]), *_head(message))


def read_pose_array(message: Decoded) -> Poses:
    """Read a geometry_msgs/PoseArray."""
    head = _head(message)
    return Poses(*readable_poses(message["poses"], lambda pose: Pose(transform_from("a pose", pose), *head)))


def read_odometry(message: Decoded) -> Pose:
    """Read a nav_msgs/Odometry."""
    frame, _, stamp_ns = _head(message)
    velocity = twist_from("a velocity", message["twist"]["twist"])
    where = transform_from("an odometry", message["pose"]["pose"])
    return Pose(where, frame, checked_frame_name(message["child_frame_id"]), stamp_ns, velocity)


def read_transform(message: Decoded) -> Transforms:
    """Read a geometry_msgs/TransformStamped."""
    return Transforms((_transform(message),))


def read_transforms(message: Decoded) -> Transforms:
    """Read a tf2_msgs/TFMessage or a tf/tfMessage."""
    return Transforms(*readable_poses(message["transforms"], _transform))


def _transform(message: Decoded) -> Pose:
    frame, _, stamp_ns = _head(message)
    child = checked_frame_name(message["child_frame_id"])
    if not frame or not child:
        raise DecodeError("a transform has a frame without a name")
    inner = message["transform"]
    where = checked_transform(
        f"the transform of {child}", vector_from(inner["translation"]), quaternion_from(inner["rotation"])
    )
    return Pose(where, frame, child, stamp_ns)


def read_twist(message: Decoded) -> Twist:
    """Read a geometry_msgs/Twist."""
    return twist_from("a velocity", message)


def read_twist_within(message: Decoded) -> Twist:
    """Read a geometry_msgs/TwistStamped, or a TwistWithCovariance."""
    return twist_from("a velocity", message["twist"])


def read_twist_deep_within(message: Decoded) -> Twist:
    """Read a geometry_msgs/TwistWithCovarianceStamped, or the velocity of a nav_msgs/Odometry."""
    return twist_from("a velocity", message["twist"]["twist"])


def read_scan(message: Decoded) -> Scan:
    """Read a sensor_msgs/LaserScan."""
    frame, _, stamp_ns = _head(message)
    return check_scan(
        Scan(
            message["ranges"],
            message["angle_min"],
            message["angle_increment"],
            message["range_min"],
            message["range_max"],
            frame,
            stamp_ns=stamp_ns,
        )
    )


def read_grid(message: Decoded) -> Grid:
    """Read a nav_msgs/OccupancyGrid."""
    frame, _, stamp_ns = _head(message)
    info = message["info"]
    origin = transform_from("the origin of a grid", info["origin"])
    width, height = info["width"], info["height"]
    return check_grid(Grid(width, height, info["resolution"], message["data"], frame, origin, stamp_ns))


def read_grid_update(message: Decoded) -> GridUpdate:
    """Read a map_msgs/OccupancyGridUpdate, of the map on the topic without the suffix “_updates”."""
    _, _, stamp_ns = _head(message)
    x, y, width, height = (message[name] for name in ("x", "y", "width", "height"))
    return check_grid_update(GridUpdate(x, y, width, height, message["data"], stamp_ns))


def read_path(message: Decoded) -> Polyline:
    """Read a nav_msgs/Path: its poses stand in the frame of the whole."""
    frame, _, stamp_ns = _head(message)
    positions = (pose["pose"]["position"] for pose in message["poses"])
    return make_polyline(((point["x"], point["y"]) for point in positions), frame, stamp_ns)


def read_polygon(message: Decoded) -> Polyline:
    """Read a geometry_msgs/PolygonStamped as an outline."""
    frame, _, stamp_ns = _head(message)
    points = ((point["x"], point["y"]) for point in message["polygon"]["points"])
    return make_polyline(points, frame, stamp_ns, closed=True)


def _head(message: Decoded) -> tuple[str, str, int | None]:
    """Read a header: the frame, no name, and the time in nanoseconds, None where it was not set (zero)."""
    header = message["header"]
    stamp = header["stamp"]
    stamp_ns = int(stamp["secs"]) * 1_000_000_000 + int(stamp["nsecs"])
    return checked_frame_name(header["frame_id"]), "", stamp_ns or None


GEOMETRY_READERS: Final[Mapping[str, Mapping[Role, Reader]]] = {
    "geometry_msgs/Pose": {Role.POSE: read_pose},
    "geometry_msgs/Pose2D": {Role.POSE: read_pose_2d},
    "geometry_msgs/PoseStamped": {Role.POSE: read_pose_stamped},
    "geometry_msgs/PoseWithCovariance": {Role.POSE: read_pose_with_covariance},
    "geometry_msgs/PoseWithCovarianceStamped": {Role.POSE: read_pose_with_covariance_stamped},
    "geometry_msgs/PoseArray": {Role.POSE: read_pose_array},
    "nav_msgs/Odometry": {Role.POSE: read_odometry, Role.TWIST: read_twist_deep_within},
    "geometry_msgs/TransformStamped": {Role.TRANSFORMS: read_transform},
    "tf2_msgs/TFMessage": {Role.TRANSFORMS: read_transforms},
    "tf/tfMessage": {Role.TRANSFORMS: read_transforms},
    "geometry_msgs/Twist": {Role.TWIST: read_twist},
    "geometry_msgs/TwistStamped": {Role.TWIST: read_twist_within},
    "geometry_msgs/TwistWithCovariance": {Role.TWIST: read_twist_within},
    "geometry_msgs/TwistWithCovarianceStamped": {Role.TWIST: read_twist_deep_within},
    "sensor_msgs/LaserScan": {Role.SCAN: read_scan},
    "nav_msgs/OccupancyGrid": {Role.GRID: read_grid},
    "map_msgs/OccupancyGridUpdate": {Role.GRID_UPDATE: read_grid_update},
    "nav_msgs/Path": {Role.PATH: read_path},
    "geometry_msgs/PolygonStamped": {Role.PATH: read_polygon},
}
