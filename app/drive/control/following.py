"""Whether the robot follows its commands, by its own odometry. Pure.

It stands though it is told to move, moves the other way, or is much slower or faster than it is told to be: for a
second, and as long as it may take until a command shows in the odometry. That is told and stops nothing: the robot does
less harm by standing, and what it is told to do when the operator lets go is watched by `obedience`.

- A robot that gets closer to what it was told follows: it speeds up as it can.
- Nothing is judged below a speed at which odometries are not worth much, nor of what no odometry tells (the angle of a
  car's wheels, a joint that is driven by effort), nor while the link is slow.
- What was told stays told until the robot has followed for a moment, or some seconds after the motion has ended.
"""

from __future__ import annotations

import enum
import math
from typing import Final

from app.config.profile import Profile
from app.drive.control.obedience import BLIND_S
from app.drive.control.odometry_delay import CLEAR, STILL, CommandHistory, DelayMeter, OdometryDelay
from app.drive.control.values import ZERO, DriveLink, LinkLevel, Velocity

# for so long it does not follow, and gets no closer
FOR_S: Final = 1.0
# below this share of the least that it was told lately, or beyond this multiple of the most
SLOW: Final = 0.4
FAST: Final = 2.0
# below this share of the error of before it has come closer
CLOSER: Final = 0.9
# the time until a command shows in the odometry, where that was not measured; and beside what was measured
LAG_S: Final = 0.5
SPARE_S: Final = 0.3
# for so long it follows again, or does not in another way
AGAIN_S: Final = 0.5
# the motion has ended, and what was told can be read
HELD_S: Final = 5.0
_SAME_S: Final = 0.004


class FollowFault(enum.Enum):
    """The ways not to follow."""

    STANDS = "stands"
    BACKWARDS = "backwards"
    SLOW = "slow"
    FAST = "fast"


class FollowWatch:
    """The watch over a robot that is told to move. Call `observe` with every step.

    Attributes:
        fault: how the robot does not follow; None where it does, or nothing is known.
    """

    def __init__(self, profile: Profile) -> None:
        self.fault: FollowFault | None = None
        self._commands = CommandHistory()
        self._delays = DelayMeter(self._commands)
        self._epoch: int | None = None
        self._looked_at = self._seen_at = -math.inf
        # by axis: the least error so far, and since when it got no less
        self._errors: dict[int, tuple[float, float]] = {}
        # since when it follows again, or does not in another way
        self._good_since: float | None = None
        self._other_since: float | None = None
        self._bad_at = -math.inf
        self.use_profile(profile)

    def use_profile(self, profile: Profile) -> None:
        """Watch a robot that is driven by another profile."""
        self._has_speed = not profile.joint_effort
        # where a profile turns a direction round nobody knows which way the odometry has it
        self._signs = profile.linear_sign, profile.angular_sign, profile.lateral_sign
        self._forget()

    def delay(self, now: float) -> OdometryDelay | None:
        """Return how long commands took to show in the odometry within the last minute; None where it isn't known."""
        return self._delays.delay(now)

    @property
    def measured(self) -> int:
        """How often the delay was measured on this way to the robot."""
        return self._delays.measured

    def observe(self, sent: Velocity, link: DriveLink, level: LinkLevel, now: float) -> None:
        """Take in the newest command that was sent, and the velocity that the robot reports."""
        if link.epoch != self._epoch:
            self._epoch = link.epoch
            self._forget()
        since_s, self._looked_at = now - self._looked_at, now
        if not 0.0 <= since_s <= BLIND_S:
            self._miss()
        if now < self._seen_at:
            self._seen_at = self._bad_at = -math.inf
        self._commands.add(sent, now)
        if self._has_speed:
            self._delays.observe(sent, link, now)
        self._judge(link, level, now)
        if self.fault is not None and now - self._bad_at > HELD_S:
            self.fault = None

    def _judge(self, link: DriveLink, level: LinkLevel, now: float) -> None:
        measured, at = link.measured, now - link.measured_s
        if not self._has_speed or measured is None or not measured.is_finite or level is not LinkLevel.GOOD:
            self._miss()
            return
        if not self._seen_at + _SAME_S < at <= now:
            return
        self._seen_at = at
        told = self._commands.between(at - self._lag_s(link, now), at) or [ZERO]
        seen = {axis: self._compare(axis, told, measured) for axis in range(1 if link.steers else len(STILL))}
        judged = {axis: found for axis, found in seen.items() if found is not None}
        if not judged:
            self._miss()
            return
        faults = {axis: (kind, error) for axis, (kind, error) in judged.items() if kind is not None}
        stands = all(kind is FollowFault.STANDS for kind, _ in judged.values())
        self._settle(self._lasting(faults, at, stands=stands), at, follows=not faults)

    def _lag_s(self, link: DriveLink, now: float) -> float:
        found = self.delay(now)
        lag_s = LAG_S if found is None else max(LAG_S, found.most_s + SPARE_S)
        trip_s = link.round_trip_s or 0.0
        return lag_s + (trip_s if 0.0 <= trip_s < FOR_S else 0.0)

    def _compare(self, axis: int, told: list[Velocity], measured: Velocity) -> tuple[FollowFault | None, float] | None:
        """Return how an axis does not follow, and by how much of what it was told; None where that can't be judged."""
        values, still = [command.numbers[axis] for command in told], STILL[axis]
        least, most = min(map(abs, values)), max(map(abs, values))
        if least < CLEAR * still or min(values) < 0.0 < max(values):
            return None
        speed = measured.numbers[axis] * math.copysign(1.0, values[0])
        if self._signs[axis] < 0:
            speed = abs(speed)
        if speed > FAST * most:
            return FollowFault.FAST, speed / most - 1.0
        error = 1.0 - speed / least
        if abs(speed) <= still:
            return FollowFault.STANDS, error
        if speed < 0.0:
            return FollowFault.BACKWARDS, error
        return (FollowFault.SLOW, error) if speed < SLOW * least else (None, 0.0)

    def _lasting(self, faults: dict[int, tuple[FollowFault, float]], at: float, *, stands: bool) -> FollowFault | None:
        """Return the fault that has lasted for long enough; None where none has."""
        self._errors = {axis: known for axis, known in self._errors.items() if axis in faults}
        lasting: set[FollowFault] = set()
        for axis, (kind, error) in faults.items():
            known = self._errors.get(axis)
            if known is None or error <= known[0] * CLOSER:
                self._errors[axis] = error, at
            elif at - known[1] >= FOR_S:
                lasting.add(kind)
        if FollowFault.STANDS in lasting and not stands:
            # it moves, but not by each axis
            lasting = lasting - {FollowFault.STANDS} | {FollowFault.SLOW}
        order = (FollowFault.BACKWARDS, FollowFault.STANDS, FollowFault.SLOW, FollowFault.FAST)
        return next((kind for kind in order if kind in lasting), None)

    def _settle(self, fault: FollowFault | None, at: float, *, follows: bool) -> None:
        """Take over what was found, when it has lasted: nothing flickers."""
        self._good_since = None if not follows else at if self._good_since is None else self._good_since
        other = fault is not None and fault is not self.fault
        self._other_since = None if not other else at if self._other_since is None else self._other_since
        if fault is not None:
            self._bad_at = at
        if self.fault is None or (self._other_since is not None and at - self._other_since >= AGAIN_S):
            self.fault = fault or self.fault
            self._other_since = None
        if self._good_since is not None and at - self._good_since >= AGAIN_S:
            self.fault = None

    def _miss(self) -> None:
        """Begin anew with what has to last: nothing is known of this moment."""
        self._errors.clear()
        self._good_since = self._other_since = None

    def _forget(self) -> None:
        self._miss()
        self.fault = None
        self._delays = DelayMeter(self._commands)
