"""Commands as velocities of wheels' joints: a differential drive, as a robot in an engine of NRP-core has it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.config.profile import Profile
from app.drive.values import Velocity


def wheels(velocity: Velocity, profile: Profile) -> Mapping[str, Any]:
    """The velocity of each joint in rad/s, by its name."""
    of = profile.wheels
    half = velocity.angular_rad_s * of.track_m / 2
    left = of.left_sign * (velocity.linear_m_s - half) / of.wheel_radius_m
    right = of.right_sign * (velocity.linear_m_s + half) / of.wheel_radius_m
    # without the zero that has a sign
    told = dict.fromkeys(of.left_joints, left + 0.0) | dict.fromkeys(of.right_joints, right + 0.0)
    return {joint: {"velocity": value} for joint, value in told.items()}


def measured(joints: Mapping[str, float], profile: Profile) -> Velocity | None:
    """How the robot moves whose joints have these velocities, where none slips; None where one is missing."""
    of = profile.wheels
    if not of.joints or not all(joint in joints for joint in of.joints):
        return None
    # of several on a side the fastest: one that turns is not hidden by others that stand
    left = of.left_sign * max((joints[joint] for joint in of.left_joints), key=abs) * of.wheel_radius_m
    right = of.right_sign * max((joints[joint] for joint in of.right_joints), key=abs) * of.wheel_radius_m
    linear_m_s, angular_rad_s = (left + right) / 2, (right - left) / of.track_m
    return Velocity(profile.linear_sign * linear_m_s + 0.0, profile.angular_sign * angular_rad_s + 0.0)


def topic_of(profile: Profile) -> str:
    """The joints as the topic of their commands: one name, with commas between."""
    return ",".join(profile.wheels.joints)
