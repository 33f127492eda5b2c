"""The rule of stops that are not obeyed, checked from outside: see `drive_rules`."""

from __future__ import annotations

import math

from app.drive.control.values import DriveLink, Velocity


class ObedienceRule:
    """What all readings of the odometry since the first zero of a stop say, taken together, with every step.

    Attributes:
        unobeyed: the robot moved on for a second, and a round trip, without a gap, without getting a tenth slower and
            without turning round; and has not stood since. After a gap that is longer than 2 s from the last zero on,
            nobody asks any more.
    """

    def __init__(self) -> None:
        self.unobeyed = False
        self._told_at: float | None = None
        self._moves = self._moved_before = False
        self._step_at = self._zero_at = -math.inf
        # since when nothing is missing
        self._since = 0.0
        self._readings: list[tuple[float, Velocity]] = []
        # the ways that all of them go
        self._common: set[tuple[str, bool]] = set()

    def told_to_stand(self, now: float) -> None:
        """A zero is sent with which a stop begins."""
        if self._told_at is None:
            self._told_at = now
            self._moved_before = self._moves
            self._since = now
            self._readings.clear()

    def zero(self, now: float) -> None:
        """A zero is sent, whichever, or a command of free axes with which the base has to stand."""
        self._zero_at = now

    def over(self) -> None:
        """The stop is none any more."""
        self._told_at = None
        self.unobeyed = False

    def look(self, link: DriveLink, now: float) -> None:
        """What the robot says now."""
        slept = not 0.0 <= now - self._step_at <= 0.2
        self._step_at = now
        self._moves = link.measured is not None and not _stands(link.measured)
        if self._told_at is None:
            return
        if slept:
            self._told_at = now
            self._moved_before = True
            if self._forget(now):
                return
        said = link.measured
        # what moves it may be others, and so may be what brings it to stand
        others = set(link.others_sending) - set(link.others_on_axes)
        unclear = bool(others) and (self._moves or not self.unobeyed)
        if said is None or not said.is_finite or unclear:
            self._forget(now)
            return
        at = now - link.measured_s
        if at <= self._told_at:
            return
        if not self._moves:
            # one that had not begun to move may do so yet
            if self._moved_before or at >= self._told_at + 0.3:
                self.over()
            return
        self._moved_before = True
        self._common = self._common & _ways(said) if self._readings else _ways(said)
        self._readings.append((at, said))
        if not self._common:
            # one that turned round is not on its way
            self._forget(now)
            return
        self.unobeyed = self.unobeyed or self._goes_on(1.0 + (link.round_trip_s or 0.0))

    def _goes_on(self, seconds: float) -> bool:
        since, (_, said) = self._since, self._readings[0]
        fast = _speed(said)
        for at, said in self._readings[1:]:
            if _speed(said) <= 0.9 * fast:
                since, fast = at, _speed(said)
            elif at - since >= seconds:
                return True
        return False

    def _forget(self, now: float) -> bool:
        """Begin anew; or not, where nobody has told it to stand for long, and nobody has seen what it did."""
        self._since = now
        self._readings.clear()
        over = not self.unobeyed and not 0.0 <= now - self._zero_at <= 2.0
        if over:
            self.over()
        return over


def _speed(said: Velocity) -> float:
    return max(abs(said.linear_m_s) / 0.01, abs(said.angular_rad_s) / 0.02, abs(said.lateral_m_s) / 0.01)


def _ways(said: Velocity) -> set[tuple[str, bool]]:
    ways = set()
    if abs(said.linear_m_s) / 0.01 > 1.0:
        ways.add(("linear", said.linear_m_s > 0.0))
    if abs(said.angular_rad_s) / 0.02 > 1.0:
        ways.add(("angular", said.angular_rad_s > 0.0))
    if abs(said.lateral_m_s) / 0.01 > 1.0:
        ways.add(("lateral", said.lateral_m_s > 0.0))
    return ways


def _stands(said: Velocity) -> bool:
    return abs(said.linear_m_s) <= 0.01 and abs(said.lateral_m_s) <= 0.01 and abs(said.angular_rad_s) <= 0.02
