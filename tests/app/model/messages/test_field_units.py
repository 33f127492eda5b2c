from __future__ import annotations

import pytest

from app.model.messages.field_units import field_unit, with_unit


@pytest.mark.parametrize(
    ("path", "unit"),
    [
        ("linear.x", "m/s"),
        ("twist.angular.z", "rad/s"),
        ("pose.position.y", "m"),
        ("pose.orientation.w", ""),
        ("orientation.x", ""),
        ("joint.position", ""),
        ("linear_acceleration.z", "m/s²"),
        ("max_speed_mps", "m/s"),
        ("timeout_sec", "s"),
        ("pose.theta", "rad"),
        ("header.stamp.secs", "s"),
        ("voltage", "V"),
        ("name", ""),
        ("x", ""),
        ("", ""),
        ("speed_m_s", "m/s"),
        ("turn_rad_s", "rad/s"),
        ("velocity.x", "m/s"),
        ("velocity", "m/s"),
        ("joint.velocity", ""),
    ],
)
def test_the_unit_is_what_the_names_tell(path: str, unit: str) -> None:
    assert field_unit([name for name in path.split(".") if name]) == unit


@pytest.mark.parametrize(
    ("path", "types", "unit"),
    [
        ("linear.x", ("geometry_msgs/Twist", "geometry_msgs/Vector3"), "m/s"),
        ("accel.linear.x", ("geometry_msgs/AccelStamped", "geometry_msgs/Accel", "geometry_msgs/Vector3"), "m/s²"),
        ("accel.angular.z", ("geometry_msgs/AccelStamped", "geometry_msgs/Accel", "geometry_msgs/Vector3"), "rad/s²"),
        ("corner.x", ("my_msgs/Box", "geometry_msgs/Point32"), "m"),
        ("x", ("geometry_msgs/Pose2D",), "m"),
        ("range", ("sensor_msgs/Range",), "m"),
        ("fluid_pressure", ("sensor_msgs/FluidPressure",), "Pa"),
        ("velocity", ("sensor_msgs/JointState",), ""),
        ("position", ("sensor_msgs/JointState",), ""),
        ("linear_velocity.z", ("gazebo.msgs.IMU", "gazebo.msgs.Vector3d"), "m/s"),
        ("pose.orientation.x", ("my/Pose", "geometry_msgs/Pose", "geometry_msgs/Quaternion"), ""),
        ("data", ("std_msgs/Float64",), ""),
    ],
)
def test_the_unit_is_what_the_type_tells_before_the_names(path: str, types: tuple[str, ...], unit: str) -> None:
    assert field_unit(path.split("."), types) == unit


def test_a_name_has_its_unit_behind_it() -> None:
    assert [with_unit("speed", "m/s"), with_unit("count", ""), with_unit("", "m"), with_unit("", "")] == [
        "speed (m/s)",
        "count",
        "m",
        "",
    ]
