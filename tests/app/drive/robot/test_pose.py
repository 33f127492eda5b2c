"""Commands as poses."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.config.profile import Profile
from app.drive.control.values import Velocity
from app.drive.robot.targets import pose_message
from protocols.gazebo.message_types import message_types

PROFILE = Profile()


def yaw_of(message: dict[str, dict[str, float]]) -> float:
    """As Gazebo's drive plugins read it."""
    orientation = message["orientation"]
    return 2 * math.atan2(orientation["z"], orientation["w"])


@given(st.floats(-3.1, 3.1), st.floats(-2, 2))
def test_speed_is_x_and_the_turn_is_the_yaw(angular: float, linear: float) -> None:
    message = dict(pose_message(Velocity(linear, angular), PROFILE))

    assert message["position"] == {"x": linear, "y": 0.0, "z": 0.0}
    assert yaw_of(message) == pytest.approx(angular, abs=1e-9)


@given(st.floats(3.2, 100))
def test_a_turn_of_more_than_half_a_turn_a_second_stays_on_its_side(angular: float) -> None:
    assert 3.1 < yaw_of(dict(pose_message(Velocity(0, angular), PROFILE))) < math.pi
    assert -math.pi < yaw_of(dict(pose_message(Velocity(0, -angular), PROFILE))) < -3.1


def test_it_is_a_whole_message_of_gazebo() -> None:
    types = message_types(())
    payload = types.encode("gazebo.msgs.Pose", pose_message(Velocity(0.25, -0.5), PROFILE), 0)

    read = types.schema("gazebo.msgs.Pose", {}).decode(payload)

    assert read["position"]["x"] == 0.25
    assert yaw_of(read) == pytest.approx(-0.5)
