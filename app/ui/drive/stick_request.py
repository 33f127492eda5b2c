"""Request of an input in the window, as fractions of the fastest motion that is allowed now. No I/O."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from app.drive.control.limits import shaped_stick
from app.drive.control.values import Stick, Velocity


@dataclass(frozen=True, slots=True)
class StickRequest:
    """Motion that an input asks for.

    Attributes:
        forward, turn: fractions of the maximum, -1 to 1, forward and counter-clockwise positive.
        held: whether the input is held.
    """

    forward: float = 0.0
    turn: float = 0.0
    held: bool = False

    def velocity(self, cap: Velocity) -> Velocity:
        """Return the velocity in SI units, scaled by the cap; zero where nothing is held."""
        if not self.held:
            return Velocity()
        return Velocity(self.forward * cap.linear_m_s + 0.0, self.turn * cap.angular_rad_s + 0.0)


NO_REQUEST: Final = StickRequest()


def request_from_stick(right: float, up: float) -> StickRequest:
    """Return the request of a held stick, shaped with deadzone and expo, without corners.

    `right` and `up` are its position, in radii from the middle. To the right is clockwise.
    """
    forward, turn = shaped_stick(Stick(up, -right))
    return StickRequest(forward, turn, held=True)
