"""The rules of driving that are about the values of free axes, checked from outside: see `drive_rules`."""

from __future__ import annotations

import math
from collections.abc import Sequence

from app.config.profile import FreeAxis
from app.drive.control.values import OutgoingCommand
from tests.tools.drive_wire_rules import require

_EPS = 1e-9
# whoever commands nothing for longer has stopped, and the axis is pushed anew
_LONGEST_S = 0.15
# zeros of one stop are no further apart
_ONE_STOP_S = 0.5


class AxisRules:
    """Give it every command that is sent; it raises RuleBrokenError at the first that breaks a rule."""

    def __init__(self, axes: Sequence[FreeAxis]) -> None:
        self._axes = axes
        # by the last command that was written for each axis: None before the first
        self._told: list[float | None] = [None] * len(axes)
        self._shares = [0.0] * len(axes)
        # how long it may have been pushed since then
        self._since_s = [0.0] * len(axes)
        self._sent_at = -math.inf
        # the last zero of a stop, while no axis was pushed since
        self._stop: tuple[float, Sequence[float]] | None = None

    def check(
        self,
        send: OutgoingCommand,
        values: Sequence[float],
        positions: Sequence[float | None],
        unwritten: frozenset[int],
        now: float,
    ) -> None:
        """Whether the values of all axes with a command broke a rule; `unwritten` are those that were not written."""
        elapsed, self._sent_at = now - self._sent_at, now
        is_stop = send.velocity.is_zero and not send.released
        stop = self._stop if self._stop is not None and 0.0 <= now - self._stop[0] <= _ONE_STOP_S else None
        shares = [*send.velocity.free, *[0.0] * len(self._axes)][: len(self._axes)]
        for number, (axis, value, share) in enumerate(zip(self._axes, values, shares, strict=True)):
            self._since_s[number] += elapsed if 0.0 <= elapsed <= _LONGEST_S else _LONGEST_S
            require(axis.least <= value <= axis.most, "an axis never leaves its range")
            stopped = self._stopped(number, positions[number])
            if is_stop and stop is not None:
                require(value == stop[1][number], "all zeros of a stop are the same")
            elif is_stop:
                require(value == stopped, "at a stop an axis has its value for that, or holds where it is")
            elif share:
                self._pushed(number, value, share, stopped)
            else:
                require(value == self._standing(number, stopped), "an axis that nobody pushes stays, or is neutral")
        written = [number for number in range(len(self._axes)) if number not in unwritten]
        for number in written:
            self._told[number], self._shares[number], self._since_s[number] = values[number], shares[number], 0.0
        if is_stop:
            self._stop = now, values
        elif any(shares[number] for number in written):
            self._stop = None

    def _stopped(self, number: int, position: float | None) -> float:
        axis, told = self._axes[number], self._told[number]
        if not axis.holds:
            return axis.neutral if axis.zero is None else axis.zero
        if position is not None:
            return min(max(position, axis.least), axis.most)
        return axis.stop_value if told is None else told

    def _standing(self, number: int, stopped: float) -> float:
        axis, told = self._axes[number], self._told[number]
        if told is None:
            return stopped if axis.holds else axis.neutral
        return axis.neutral if self._shares[number] else told

    def _pushed(self, number: int, value: float, share: float, stopped: float) -> None:
        axis, told = self._axes[number], self._told[number]
        before = self._standing(number, stopped) if told is None else told
        wanted = axis.neutral + share * (axis.most - axis.neutral if share > 0.0 else axis.neutral - axis.least)
        least, most = min(before, wanted) - _EPS, max(before, wanted) + _EPS
        require(least <= value <= most, "an axis that is pushed goes to its share")
        was, is_now = before - axis.neutral, value - axis.neutral
        if was * is_now < 0.0:
            takes_s = abs(was) / (2 * axis.rate_s) + abs(is_now) / axis.rate_s
        else:
            takes_s = max((abs(is_now) - abs(was)) / axis.rate_s, (abs(was) - abs(is_now)) / (2 * axis.rate_s))
        require(takes_s <= self._since_s[number] + 1e-6, "an axis goes no faster than its profile says")
