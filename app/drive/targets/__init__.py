"""Command targets: for each protocol the types of message that a base obeys, and how each is filled."""

from __future__ import annotations

from app.drive.robot.targets import (
    Target,
    TargetError,
    check_joint,
    choose,
    find,
    fitting,
    is_driven_by_joints,
    topic_of,
)

__all__ = ["Target", "TargetError", "check_joint", "choose", "find", "fitting", "is_driven_by_joints", "topic_of"]
