"""The robot's obedience to a stop, by its own odometry. Pure.

That a zero was confirmed, or read, is no proof that the base obeys it. So after the first zero of a stop the odometry
is watched until it shows that the robot stands:

- A robot that moves on for a second, and a round trip, and is not a tenth slower than it was before, does not obey. A
  robot that coasts gets slower, second by second; a robot that only sways does not keep its direction for so long.
- A robot that has stood once has obeyed, whoever moves it afterwards.
- Where nothing is known of its velocity, or others send on the base's topic, nothing is known of its obedience either:
  the second begins anew, unless the zeros ended long ago. Disobedience that is known stays known, until the robot
  stands.
- A command that moves free axes alone tells the base to stand, as a zero does.
"""

from __future__ import annotations

import math
from typing import Final

from app.drive.control.values import DriveLink, Velocity

# the velocity that an odometry may show of a base that stands
STILL_M_S: Final = 0.01
STILL_RAD_S: Final = 0.02

# the time for which a robot may move on without getting slower, beside a round trip
OBEY_S: Final = 1.0
# the share of the speed before: below it the robot has become slower
SLOWER: Final = 0.9
# a base that had not begun to move when it was told to stand may still do so
REACTION_S: Final = 0.3
# this long after the last zero others may move the robot, unless it was observed all the time
SILENT_S: Final = 2.0
# after a longer time between two observations this process was asleep, or frozen: the time between is unknown
BLIND_S: Final = 0.2


def is_moving(measured: Velocity | None) -> bool:
    """Whether the robot reports that it moves, or something that isn't a number."""
    if measured is None:
        return False
    stands = abs(measured.linear_m_s) <= STILL_M_S and abs(measured.lateral_m_s) <= STILL_M_S
    return not (stands and abs(measured.angular_rad_s) <= STILL_RAD_S)


class StopObedience:
    """The observer of a stop. Call `observe` with every step.

    Attributes:
        unobeyed: the robot was told to stand, and reports that it moves on.
    """

    def __init__(self) -> None:
        self.unobeyed = False
        # the time of the first zero; None while no stop is observed
        self._told_at: float | None = None
        # from this time on a reading of a robot that stands counts
        self._stands_from = 0.0
        # the time of the speed below, in multiples of what a base that stands may show
        self._fast_at = 0.0
        self._fast: float | None = None
        # the directions that it has kept since the last gap
        self._ways: frozenset[str] = frozenset()
        self._zero_at = -math.inf
        self._looked_at = -math.inf
        self._before: Velocity | None = None

    def begin_stop(self, now: float) -> None:
        """Note the first zero of a stop; while a stop is observed already it is one zero more."""
        if self._told_at is None:
            self._told_at = now
            self._stands_from = now if is_moving(self._before) else now + REACTION_S
            self._fast, self._fast_at = None, now

    def record_zero(self, now: float) -> None:
        """Note that the base is told to stand once more."""
        self._zero_at = now

    def end_stop(self) -> None:
        """End the stop: a motion of the base was commanded, or the operator says that the robot stands."""
        self._told_at = None
        self.unobeyed = False

    def is_slowing(self, link: DriveLink) -> bool:
        """Whether the robot was told to stand and still moves, as far as is known."""
        return self._told_at is not None and not link.is_base_shared and is_moving(link.measured)

    def observe(self, link: DriveLink, now: float) -> None:
        """Take in the velocity that the robot reports."""
        measured, told_at = link.measured, self._told_at
        since_s, self._looked_at = now - self._looked_at, now
        self._before = measured
        if told_at is None:
            return
        if not 0.0 <= since_s <= BLIND_S:
            self._told_at = self._stands_from = told_at = now
            self._miss(now)
        stands = measured is not None and not is_moving(measured)
        if measured is None or not measured.is_finite or (link.is_base_shared and not (self.unobeyed and stands)):
            self._miss(now)
            return
        at = now - link.measured_s
        if self._told_at is None or not at > told_at:
            return
        if stands:
            if at >= self._stands_from:
                self.end_stop()
            return
        self._stands_from = told_at
        self._compare(measured, link, now)

    def _compare(self, measured: Velocity, link: DriveLink, now: float) -> None:
        at, round_trip_s = now - link.measured_s, link.round_trip_s or 0.0
        # in multiples of what a base that stands may show
        forward, turn = measured.linear_m_s / STILL_M_S, measured.angular_rad_s / STILL_RAD_S
        aside = measured.lateral_m_s / STILL_M_S
        speeds = {"forward": forward, "back": -forward, "left": turn, "right": -turn, "there": aside, "here": -aside}
        speed, ways = max(speeds.values()), frozenset(way for way in speeds if speeds[way] > 1.0)
        self._ways = ways if self._fast is None else self._ways & ways
        if not self._ways:
            self._miss(now)
        elif self._fast is None:
            self._fast = speed
        elif speed <= self._fast * SLOWER:
            self._fast, self._fast_at = speed, at
        elif at - self._fast_at >= OBEY_S + round_trip_s:
            self.unobeyed = True

    def _miss(self, now: float) -> None:
        """Begin the comparison anew: the velocity is not known now, or the robot turned round."""
        self._fast, self._fast_at = None, now
        if not (self.unobeyed or 0.0 <= now - self._zero_at <= SILENT_S):
            self.end_stop()
