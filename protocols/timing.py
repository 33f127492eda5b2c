"""Deadlines and delays as numbers: periodic deadlines that neither drift nor catch up, and the delays of a backoff."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BackoffPolicy:
    """Delays in seconds: the first attempt waits `first_s`, each further one `factor` times longer, up to `cap_s`."""

    first_s: float = 0.1
    factor: float = 1.8
    cap_s: float = 2.0
    jitter: float = 0.5

    def delay_s(self, attempt: int, random: Callable[[], float]) -> float:
        """Return the seconds before attempt number `attempt`, from 0, spread by `random()` in [0, 1) over ±`jitter`/2.

        The spread keeps many clients of one robot from coming back in step.
        """
        # the exponent is bounded so that a week of attempts cannot overflow a float
        base = min(self.cap_s, self.first_s * self.factor ** min(attempt, 64))
        return base * (1 + self.jitter * (random() - 0.5))


class Backoff:
    """The delays between the attempts at one link, which is made anew whenever it has ended.

    Args:
        random: returns a number in [0, 1).
        attempt: the number of the attempt that comes first; with 0 it counts as one that has a good link behind it.
    """

    def __init__(self, policy: BackoffPolicy, random: Callable[[], float], attempt: int = 1) -> None:
        self._policy = policy
        self._random = random
        self._attempt = attempt

    def next_s(self, *, is_good: bool) -> float:
        """Return the seconds before the next attempt; after a link that was good they are few again."""
        if is_good:
            self._attempt = 0
        delay_s = self._policy.delay_s(self._attempt, self._random)
        self._attempt += 1
        return delay_s


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
