from __future__ import annotations

import pytest

from app.model.messages.field_units import field_unit


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
    ],
)
def test_the_unit_is_what_the_names_tell(path: str, unit: str) -> None:
    assert field_unit([name for name in path.split(".") if name]) == unit
