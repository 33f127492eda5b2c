"""Periodic deadlines as numbers, which neither drift nor catch up."""

from __future__ import annotations

import math
from collections.abc import Sequence


class PeriodicDeadline:
    """Absolute deadlines, one in each period.

    A late call does not move the deadlines behind it, and deadlines that were slept through are left out: after a stall
    there is one deadline, not a burst of them.

    Args:
        period_s: the time between deadlines.
        start: the first deadline.
        offsets_s: delays of the deadlines behind their even places, used in turn; each less than the period.

    Attributes:
        deadline: the next deadline.
    """

    def __init__(self, period_s: float, start: float, offsets_s: Sequence[float] = (0.0,)) -> None:
        self._period_s = period_s
        self._start = start
        self._offsets_s = tuple(offsets_s)
        self._number = 0
        self.deadline = self._at(0)

    def advance_if_due(self, now: float) -> bool:
        """Whether the deadline has come; if so, move it to the first one after `now`."""
        if now < self.deadline:
            return False
        passed = math.floor((now - self._start) / self._period_s)
        self._number = max(self._number + 1, passed)
        while self._at(self._number) <= now:
            self._number += 1
        self.deadline = self._at(self._number)
        return True

    def _at(self, number: int) -> float:
        return self._start + number * self._period_s + self._offsets_s[number % len(self._offsets_s)]
