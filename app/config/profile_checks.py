"""The checks of the values of a profile, each of which raises an error that names the key of the wrong value."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from app.model.errors import UserFacingError
from app.wording.config import ProfileWording
from protocols.errors import UnknownFieldError
from protocols.names import name_fault
from protocols.schema import FieldPath

# slow enough for a base's own time-out of 0.25 s; sticks are not polled faster
MIN_RATE_HZ: Final = 5.0
MAX_RATE_HZ: Final = 100.0

# The range of each number, in the unit of its name; turbo is not less than without. The fastest is 36 km/h: to drive
# faster by hand over a network, the program should be changed, not a file.
RANGES: Final[Mapping[str, tuple[float, float]]] = {
    "linear_m_s": (0.01, 10.0),
    "angular_rad_s": (0.01, 20.0),
    "linear_m_s2": (0.05, 50.0),
    "angular_rad_s2": (0.05, 100.0),
    "turbo_linear_m_s": (0.01, 10.0),
    "turbo_angular_rad_s": (0.01, 20.0),
    "lateral_m_s": (0.01, 10.0),
    "lateral_m_s2": (0.05, 50.0),
    "steering_rad": (0.01, 1.5),
    "steering_rad_s": (0.05, 50.0),
    "wheel_base_m": (0.01, 100.0),
    "share": (0.05, 1.0),
    "turbo": (1.0, 20.0),
    "slow": (0.05, 1.0),
    "rate_hz": (MIN_RATE_HZ, MAX_RATE_HZ),
    "idle_s": (5.0, 120.0),
    "wheel_radius_m": (0.001, 10.0),
    "track_m": (0.01, 100.0),
    "joint_effort": (0.001, 10_000.0),
    "least": (-100_000.0, 100_000.0),
    "most": (-100_000.0, 100_000.0),
    "neutral": (-100_000.0, 100_000.0),
    "zero": (-100_000.0, 100_000.0),
    "rate_s": (0.001, 1_000_000.0),
}
# on each side
MAX_JOINTS: Final = 8


class ProfileError(UserFacingError):
    """A profile can't be used.

    Attributes:
        field: the key in the file whose value is wrong; empty if it is none in particular.
    """

    def __init__(self, reason: str, tip: str = "", field: str = "") -> None:
        super().__init__(reason, tip)
        self.field = field


def check_range(name: str, value: object, least: float = -math.inf, field: str = "") -> None:
    """Refuse a number out of its range, or less than `least`; `field` is its key if not `name`. Raises ProfileError."""
    low, most = RANGES[name]
    low = max(low, least)
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= most:
        raise ProfileError(ProfileWording.OUT_OF_RANGE(name=name, low=low, most=most), field=field or name)


def check_text_name(label: str, text: str, field: str) -> None:
    """Refuse a text that can be no name. Raises ProfileError."""
    if fault := name_fault(text):
        raise ProfileError(ProfileWording.BAD_VALUE(name=label, fault=fault), field=field)


def check_path(label: str, text: str, field: str) -> None:
    """Refuse a text that can be no path of a field. Raises ProfileError."""
    check_text_name(label, text, field)
    try:
        FieldPath.parse(text)
    except UnknownFieldError as error:
        raise ProfileError(ProfileWording.BAD_VALUE(name=label, fault=error.reason), error.tip, field) from error


def check_sign(name: str, value: object) -> None:
    """Refuse what is neither 1 nor -1. Raises ProfileError."""
    if value not in {1, -1}:
        raise ProfileError(ProfileWording.NO_SIGN(name=name), field=name)


def check_joints(side: str, joints: tuple[str, ...]) -> None:
    """Refuse joints of a side that are too many, named twice, or can be no names in an engine. Raises ProfileError."""
    if len(joints) > MAX_JOINTS or len(set(joints)) < len(joints):
        raise ProfileError(ProfileWording.TOO_MANY_JOINTS(side=side, limit=MAX_JOINTS), field=side)
    for joint in joints:
        # the rule for names in an engine
        fault = name_fault(joint) or ("" if joint == joint.strip() else ProfileWording.BLANK_AROUND())
        if not joint or fault or "," in joint:
            why = fault or (ProfileWording.COMMA() if joint else ProfileWording.EMPTY())
            raise ProfileError(ProfileWording.BAD_JOINT(side=side, why=why), field=side)
