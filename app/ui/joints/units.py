"""The units that joints are told in, as the operator wants them: angles in rad or in degrees."""

from __future__ import annotations

import enum
import functools
import math
from dataclasses import dataclass
from typing import NamedTuple

from app.model.meaning import JointKind
from app.ui.text import translate


class AngleUnit(enum.Enum):
    """The unit of angles."""

    RADIANS = "rad"
    DEGREES = "deg"


@dataclass(frozen=True, slots=True)
class Measure:
    """How a number is told.

    Attributes:
        scale: by which it is multiplied.
        digits: behind the point.
        unit: as it stands behind the number.
    """

    scale: float
    digits: int
    unit: str

    def figure(self, value: float) -> str:
        """The number alone; one that is too long for a column by its power of ten."""
        told = value * self.scale
        text = f"{told:.{self.digits}f}" if abs(told) < 1e6 else f"{told:.3e}"
        # rounded to nothing it has no sign
        return text[1:] if text.startswith("-") and not text.strip("-0.") else text

    def text(self, value: float) -> str:
        """The number and its unit."""
        return f"{self.figure(value)}{'' if self.unit.startswith(_DEGREE) else ' '}{self.unit}"


class JointUnits(NamedTuple):
    """How the numbers of a joint are told."""

    position: Measure
    velocity: Measure
    effort: Measure


_DEGREE = "°"


@functools.cache
def units_of(kind: JointKind | None, angle: AngleUnit) -> JointUnits:
    """The units of a joint; one of which nobody said how it moves is taken to turn, with a question mark."""
    if kind is JointKind.PRISMATIC:
        return JointUnits(Measure(1.0, 4, "m"), Measure(1.0, 4, "m/s"), Measure(1.0, 2, "N"))
    mark = "?" if kind is None else ""
    effort = Measure(1.0, 2, f"N·m{mark}")
    if angle is AngleUnit.DEGREES:
        turn = math.degrees(1.0)
        return JointUnits(Measure(turn, 1, f"{_DEGREE}{mark}"), Measure(turn, 1, f"{_DEGREE}/s{mark}"), effort)
    return JointUnits(Measure(1.0, 3, f"rad{mark}"), Measure(1.0, 3, f"rad/s{mark}"), effort)


def kind_words(kind: JointKind | None) -> str:
    """How a joint moves, in words."""
    if kind is None:
        return translate("Joints", "Nobody tells whether it turns or slides; its numbers are taken for angles.")
    if kind is JointKind.PRISMATIC:
        return translate("Joints", "It slides.")
    return translate("Joints", "It turns.")
