"""The chosen units of angles and speeds that are shown. Pure; whatever is kept or sent is in SI units."""

from __future__ import annotations

import enum
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


class AngleUnit(enum.Enum):
    """The unit of angles: `USUAL` is degrees for directions on a map, and radians for all that a robot tells."""

    USUAL = "usual"
    RADIANS = "rad"
    DEGREES = "deg"


class SpeedUnit(enum.Enum):
    """The unit of speeds."""

    METRES_PER_SECOND = "m/s"
    KILOMETRES_PER_HOUR = "km/h"


@dataclass(frozen=True, slots=True)
class ShownUnit:
    """The unit of a number that is shown.

    Attributes:
        factor: by which the number in SI units is multiplied.
        unit: its text behind the number.
    """

    factor: float
    unit: str

    def text(self, number: str) -> str:
        """Return a number with its unit."""
        return f"{number}{'' if self.unit.startswith('°') else ' '}{self.unit}"


_TURN: Final = math.degrees(1.0)
_CHANGED: Final[Mapping[tuple[AngleUnit | SpeedUnit, str], ShownUnit]] = {
    (AngleUnit.DEGREES, "rad"): ShownUnit(_TURN, "°"),
    (AngleUnit.DEGREES, "rad/s"): ShownUnit(_TURN, "°/s"),
    (AngleUnit.DEGREES, "rad/s²"): ShownUnit(_TURN, "°/s²"),
    (SpeedUnit.KILOMETRES_PER_HOUR, "m/s"): ShownUnit(3.6, "km/h"),
}


@dataclass(frozen=True, slots=True)
class ShownUnits:
    """The chosen units."""

    angle: AngleUnit = AngleUnit.USUAL
    speed: SpeedUnit = SpeedUnit.METRES_PER_SECOND

    def of(self, unit: str) -> ShownUnit:
        """Return how numbers of a unit are shown: in that unit, unless another was chosen for what it measures."""
        return _CHANGED.get((self.angle, unit)) or _CHANGED.get((self.speed, unit)) or ShownUnit(1.0, unit)

    def direction_text(self, angle_rad: float) -> str:
        """Return a direction on a map with a sign, in degrees unless radians were chosen."""
        if self.angle is AngleUnit.RADIANS:
            return f"{angle_rad:+.3f} rad"
        return f"{math.degrees(angle_rad):+.1f}°"
