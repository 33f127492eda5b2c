"""What a hand in the window asks for, as shares of the fastest that is allowed now. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from app.drive.limits import shape
from app.drive.values import Stick, Velocity


@dataclass(frozen=True, slots=True)
class Wish:
    """See the module.

    Attributes:
        forward, turn: -1 to 1, forward and counter-clockwise positive.
        held: whether the hand is on it.
    """

    forward: float = 0.0
    turn: float = 0.0
    held: bool = False

    def velocity(self, cap: Velocity) -> Velocity:
        """In SI units; nothing where nothing is held."""
        if not self.held:
            return Velocity()
        return Velocity(self.forward * cap.linear_m_s + 0.0, self.turn * cap.angular_rad_s + 0.0)


NOTHING: Final = Wish()


def of_stick(right: float, up: float) -> Wish:
    """What a stick that is held asks for where it stands, in radii from its middle: with deadzone, expo and no corners.

    To the right is clockwise.
    """
    forward, turn = shape(Stick(up, -right))
    return Wish(forward, turn, held=True)
