"""The units of a joint's numbers, and their format."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import NamedTuple

from app.model.messages.shown_units import ShownUnits
from app.model.messages.values import JointKind
from app.ui.base.text import say
from app.wording.ui.joints import JointsWording

_DEGREE = "°"

# digits after the point, by the unit
_DIGITS = {"rad": 3, "rad/s": 3, "m": 4, "m/s": 4, "km/h": 3}
_OTHER_DIGITS = 1


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
def joint_units(kind: JointKind | None, chosen: ShownUnits) -> JointUnits:
    """The units of a joint; a joint of unknown kind is taken to turn, and its units have a question mark."""
    mark = "?" if kind is None else ""
    slides = kind is JointKind.PRISMATIC
    position, velocity = (_format(unit, chosen, mark) for unit in (("m", "m/s") if slides else ("rad", "rad/s")))
    return JointUnits(position, velocity, UnitFormat(1.0, 2, "N" if slides else f"N·m{mark}"))


def _format(unit: str, chosen: ShownUnits, mark: str) -> UnitFormat:
    shown = chosen.of(unit)
    return UnitFormat(shown.factor, _DIGITS.get(shown.unit, _OTHER_DIGITS), f"{shown.unit}{mark}")


def kind_text(kind: JointKind | None) -> str:
    """The kind of a joint as a sentence."""
    if kind is None:
        return say(JointsWording.KIND_UNKNOWN())
    if kind is JointKind.PRISMATIC:
        return say(JointsWording.PRISMATIC_JOINT())
    return say(JointsWording.REVOLUTE_JOINT())
