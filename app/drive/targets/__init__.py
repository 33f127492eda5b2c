"""Command targets: for each protocol the types of message that a base obeys, and how each is filled."""

from __future__ import annotations

from app.drive.robot.targets import (
    Target,
    TargetError,
    check_joint,
    choose_target,
    find_target,
    fitting_topics,
    is_driven_by_joints,
    profile_topic,
)

__all__ = [
    "Target",
    "TargetError",
    "check_joint",
    "choose_target",
    "find_target",
    "fitting_topics",
    "is_driven_by_joints",
    "profile_topic",
]
