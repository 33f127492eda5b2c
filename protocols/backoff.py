"""Delays before the next attempt: exponential, capped, jittered; the caller gives the random numbers."""

from __future__ import annotations

from collections.abc import Callable
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
