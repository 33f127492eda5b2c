"""Commands as velocities of wheels' joints."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.config.profile import Profile, Wheels
from app.drive.targets import Target, TargetError, choose, find, is_driven_by_joints, topic_of
from app.drive.targets.wheels import measured
from app.drive.values import ZERO, Velocity

ROVER = Profile(wheels=Wheels(("a::l",), ("a::r",), wheel_radius_m=0.1, track_m=0.4))
SPEED = st.floats(-10, 10)


def target() -> Target:
    return find("nrp+grpc", "Joint")


def velocities(message: Mapping[str, Any]) -> dict[str, float]:
    assert all(command.keys() == {"velocity"} for command in message.values())
    return {joint: command["velocity"] for joint, command in message.items()}


def test_ahead_both_sides_roll_alike() -> None:
    assert velocities(target().message(Velocity(0.3, 0.0), ROVER)) == pytest.approx({"a::l": 3.0, "a::r": 3.0})


def test_to_turn_left_the_right_side_rolls_forward() -> None:
    assert velocities(target().message(Velocity(0.0, 1.0), ROVER)) == pytest.approx({"a::l": -2.0, "a::r": 2.0})


def test_zero_is_exactly_that_and_has_no_sign() -> None:
    mirrored = Profile(linear_sign=-1, angular_sign=-1, wheels=Wheels(("l",), ("r",), left_sign=-1, right_sign=-1))

    assert str(velocities(target().message(ZERO, mirrored))) == "{'l': 0.0, 'r': 0.0}"


def test_all_joints_of_a_side_are_told_the_same_and_a_mirrored_one_the_opposite() -> None:
    profile = Profile(wheels=Wheels(("l", "l2"), ("r", "r2"), right_sign=-1))

    assert velocities(target().message(Velocity(0.1, 0.0), profile)) == pytest.approx(
        {"l": 1.0, "l2": 1.0, "r": -1.0, "r2": -1.0}
    )


@given(SPEED, SPEED, st.tuples(*[st.sampled_from([1, -1])] * 4))
def test_velocity_is_measured_as_it_was_commanded(v: float, w: float, signs: tuple[int, int, int, int]) -> None:
    wheels = Wheels(("l", "l2"), ("r",), 0.15, 0.6, signs[0], signs[1])
    profile = Profile(linear_sign=signs[2], angular_sign=signs[3], wheels=wheels)

    found = measured(velocities(target().message(Velocity(v, w), profile)), profile)

    assert found is not None
    assert (found.linear_m_s, found.angular_rad_s) == pytest.approx((v, w), abs=1e-9)


def test_one_wheel_that_turns_is_not_hidden_by_another_that_stands() -> None:
    profile = Profile(wheels=Wheels(("l", "l2"), ("r",)))

    found = measured({"l": 0.0, "l2": -2.0, "r": 0.0}, profile)

    assert found is not None
    assert found.linear_m_s == pytest.approx(-0.1)


def test_of_a_joint_that_is_missing_nothing_is_known() -> None:
    assert measured({"a::l": 0.0}, ROVER) is None
    assert measured({}, Profile()) is None


@pytest.mark.parametrize("scheme", ["nrp+grpc", "nrp+json"])
def test_what_is_driven_are_the_joints_that_the_profile_names(scheme: str) -> None:
    assert is_driven_by_joints(scheme)
    assert choose(scheme, topic_of(scheme, ROVER), "", ()) == ("a::l,a::r", find(scheme, "Joint"))
    with pytest.raises(TargetError, match="none are named"):
        choose(scheme, topic_of(scheme, Profile(topic="/cmd_vel")), "", ())
    with pytest.raises(TargetError, match="Twist"):
        choose(scheme, "a::l,a::r", "geometry_msgs/Twist", ())


def test_robots_of_other_protocols_have_a_topic_whatever_their_wheels() -> None:
    assert not is_driven_by_joints("ros1")
    assert topic_of("ros1", ROVER) == ""
    assert topic_of("ros1", Profile(topic="/joy_vel")) == "/joy_vel"
