"""Checks of joints: whether their names and limits make sense, and are no more than can be shown."""

from __future__ import annotations

import math
from typing import Final

from app.model.messages.values import JointLimits
from protocols.errors import DecodeError

# joints of one message; a humanoid with hands has a hundred
MAX_JOINTS: Final = 2000
# characters of the name of a joint; nobody could read more
MAX_JOINT_NAME: Final = 256


def checked_joint_name(name: object) -> str:
    """The name of a joint, if it is one. Raises DecodeError."""
    if not isinstance(name, str) or not name:
        raise DecodeError("the name of a joint is no text, or empty")
    if len(name) > MAX_JOINT_NAME:
        raise DecodeError(f"the name of a joint has {len(name):,} characters, more than {MAX_JOINT_NAME}")
    return name


def finite_or_none(number: float) -> float | None:
    """The number; None for one that is not finite, by which drivers say that they have none."""
    return number if math.isfinite(number) else None


def checked_joint_limits(
    lower: float | None, upper: float | None, velocity: float | None, effort: float | None
) -> JointLimits:
    """The limits that make sense: position limits come as a pair, the others are greater than zero."""
    if lower is None or upper is None or not math.isfinite(upper - lower) or lower >= upper:
        lower = upper = None
    return JointLimits(lower, upper, _positive_or_none(velocity), _positive_or_none(effort))


def _positive_or_none(number: float | None) -> float | None:
    return number if number is not None and math.isfinite(number) and number > 0 else None
