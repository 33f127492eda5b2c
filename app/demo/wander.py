"""The wanderer that drives the demo rover until the first command: ahead, and away from near objects."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import ClassVar, Final

from app.demo import lidar
from app.demo.rover import RoverVelocity

CRUISE_M_S: Final = 0.35
TURN_RAD_S: Final = 0.7
# ahead of the laser: a rover that turns on the spot needs 0.35 m about its middle
NEAR_M: Final = 0.55
FAR_M: Final = 1.6
_SIDE_M: Final = 0.35
# half widths of the observed sectors, in rays
_AHEAD: Final = int(0.45 / lidar.ANGLE_STEP)
_SIDE: Final = int(1.5 / lidar.ANGLE_STEP)
_MIDDLE: Final = lidar.RAYS // 2
# numbers of decisions to back off, and then to turn, after a bump into an object below the laser
_BACK_OFF: Final = 7
_TURN_AWAY: Final = 8


class Wanderer:
    """Decides the rover's velocity, a few times a second."""

    EVERY_TICKS: ClassVar = 20

    def __init__(self, random: Random) -> None:
        self._random = random
        self._turning = 0.0
        self._curve = 0.0
        self._bumped = 0

    def decide(self, ranges: Sequence[float], *, bumped: bool) -> RoverVelocity:
        """The velocity until the next decision, from the lidar's ranges in metres, and whether something was hit."""
        if bumped and self._bumped <= _TURN_AWAY:
            self._bumped = _BACK_OFF + _TURN_AWAY
            self._turning = self._random.choice((TURN_RAD_S, -TURN_RAD_S))
        if self._bumped:
            self._bumped -= 1
            return (
                RoverVelocity(-CRUISE_M_S / 2, 0.0) if self._bumped >= _TURN_AWAY else RoverVelocity(0.0, self._turning)
            )
        ahead = min(ranges[_MIDDLE - _AHEAD : _MIDDLE + _AHEAD])
        right = min(ranges[_MIDDLE - _SIDE : _MIDDLE - _AHEAD])
        left = min(ranges[_MIDDLE + _AHEAD : _MIDDLE + _SIDE])
        if ahead < NEAR_M or (self._turning and ahead < FAR_M):
            # turn in one direction until the way is free: alternating in a corner would never leave it
            self._turning = self._turning or (TURN_RAD_S if left > right else -TURN_RAD_S)
            return RoverVelocity(0.0, self._turning)
        self._turning = 0.0
        self._curve = max(-0.25, min(0.25, self._curve + self._random.gauss(0.0, 0.05)))
        curve = self._curve
        if min(left, right) < _SIDE_M:
            curve = 0.35 if left > right else -0.35
        return RoverVelocity(CRUISE_M_S * min(1.0, ahead / FAR_M), curve)
