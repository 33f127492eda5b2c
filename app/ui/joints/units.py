"""The units in which joints are shown, as the operator chose: angles in rad or in degrees."""

from __future__ import annotations

import enum
import functools
import math
from dataclasses import dataclass
from typing import NamedTuple

from app.model.messages.values import JointKind
from app.ui.base.text import translate

_DEGREE = "°"


class AngleUnit(enum.Enum):
    """The unit of angles."""

    RADIANS = "rad"
    DEGREES = "deg"


@dataclass(frozen=True, slots=True)
class UnitFormat:
    """The unit of a number and its format.

    Attributes:
        scale: the factor from SI units.
        digits: digits after the point.
        unit: the text of the unit after the number.
    """

    scale: float
    digits: int
    unit: str

    def number_text(self, value: float) -> str:
        """The number alone; as a power of ten if it is too long for a column."""
        told = value * self.scale
        text = f"{told:.{self.digits}f}" if abs(told) < 1e6 else f"{told:.3e}"
        # a number that is rounded to zero has no sign
        return text[1:] if text.startswith("-") and not text.strip("-0.") else text

    def text(self, value: float) -> str:
        """The number and its unit."""
        return f"{self.number_text(value)}{'' if self.unit.startswith(_DEGREE) else ' '}{self.unit}"


class JointUnits(NamedTuple):
    """The units of a joint's numbers."""

    position: UnitFormat
    velocity: UnitFormat
    effort: UnitFormat


@functools.cache
def joint_units(kind: JointKind | None, angle: AngleUnit) -> JointUnits:
    """The units of a joint; a joint of unknown kind is taken to turn, and its units have a question mark."""
    if kind is JointKind.PRISMATIC:
        return JointUnits(UnitFormat(1.0, 4, "m"), UnitFormat(1.0, 4, "m/s"), UnitFormat(1.0, 2, "N"))
    mark = "?" if kind is None else ""
    effort = UnitFormat(1.0, 2, f"N·m{mark}")
    if angle is AngleUnit.DEGREES:
        turn = math.degrees(1.0)
        return JointUnits(UnitFormat(turn, 1, f"{_DEGREE}{mark}"), UnitFormat(turn, 1, f"{_DEGREE}/s{mark}"), effort)
    return JointUnits(UnitFormat(1.0, 3, f"rad{mark}"), UnitFormat(1.0, 3, f"rad/s{mark}"), effort)


def kind_text(kind: JointKind | None) -> str:
    """The kind of a joint as a sentence."""
    if kind is None:
        return translate("Joints", "Nobody tells whether it turns or slides; its numbers are taken for angles.")
    if kind is JointKind.PRISMATIC:
        return translate("Joints", "It slides.")
    return translate("Joints", "It turns.")
