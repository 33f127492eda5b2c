"""The eight messages of ROS 1 that decoding is measured by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from protocols.ros1.messages.schema import Ros1Schema
from protocols.ros1.messages.standard_types import find_message

HEADER = {"seq": 1234, "stamp": {"secs": 1_795_235_760, "nsecs": 250_000_000}, "frame_id": "base_link"}
VECTOR = {"x": 0.5, "y": -0.25, "z": 0.125}
ROTATION = {"x": 0.0, "y": 0.0, "z": 0.6, "w": 0.8}


@dataclass(frozen=True, slots=True)
class Case:
    """A message, and the field that is wanted of it.

    Attributes:
        at_least: how many times faster than genpy the field has to be there, None where nothing is promised.
    """

    name: str
    type_name: str
    value: Mapping[str, Any]
    path: str
    at_least: float | None = None

    def schema(self) -> Ros1Schema:
        """How it is read."""
        found = find_message(self.type_name)
        assert found is not None
        return Ros1Schema(found)


def _covariant(name: str, value: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value, "covariance": [number * 0.5 for number in range(36)]}


def _transform(number: int) -> dict[str, Any]:
    return {
        "header": HEADER | {"frame_id": f"robot_{number}/base_link"},
        "child_frame_id": f"robot_{number}/sensor",
        "transform": {"translation": VECTOR | {"x": float(number)}, "rotation": ROTATION},
    }


_ODOMETRY = {
    "header": HEADER | {"frame_id": "odom"},
    "child_frame_id": "base_link",
    "pose": _covariant("pose", {"position": VECTOR, "orientation": ROTATION}),
    "twist": _covariant("twist", {"linear": VECTOR, "angular": VECTOR}),
}
_IMU = {
    "header": HEADER,
    "orientation": ROTATION,
    "angular_velocity": VECTOR,
    "linear_acceleration": VECTOR,
    **{f"{name}_covariance": [0.5] * 9 for name in ("orientation", "angular_velocity", "linear_acceleration")},
}
_SCAN = {
    "header": HEADER,
    "angle_min": -2.5,
    "angle_max": 2.5,
    "range_max": 30.0,
    "ranges": [1 + number / 64 for number in range(1080)],
    "intensities": [number / 4 for number in range(1080)],
}
_IMAGE = {
    "header": HEADER,
    "height": 1080,
    "width": 1920,
    "encoding": "rgb8",
    "step": 5760,
    "data": bytes(range(256)) * 24_300,
}
_CLOUD = {
    "header": HEADER,
    "height": 1,
    "width": 100_000,
    "fields": [{"name": name, "offset": 4 * number, "datatype": 7, "count": 1} for number, name in enumerate("xyzi")],
    "point_step": 16,
    "row_step": 1_600_000,
    "data": bytes(1_600_000),
    "is_dense": True,
}

CASES = (
    Case("Float64", "std_msgs/Float64", {"data": 1.5}, "data"),
    Case("Twist", "geometry_msgs/Twist", {"linear": VECTOR, "angular": VECTOR}, "angular.z"),
    Case("Odometry", "nav_msgs/Odometry", _ODOMETRY, "twist.twist.angular.z", 20),
    Case("LaserScan (1080)", "sensor_msgs/LaserScan", _SCAN, "ranges[540]", 100),
    Case("Imu", "sensor_msgs/Imu", _IMU, "angular_velocity.z", 20),
    Case(
        "TFMessage (50)",
        "tf2_msgs/TFMessage",
        {"transforms": [_transform(number) for number in range(50)]},
        "transforms[25].transform.translation.x",
    ),
    Case("Image (1080p)", "sensor_msgs/Image", _IMAGE, "width", 100),
    Case("PointCloud2 (100k)", "sensor_msgs/PointCloud2", _CLOUD, "width", 100),
)
