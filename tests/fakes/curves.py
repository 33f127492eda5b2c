"""Curves to analyse: sines, noise, and times at which samples come."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

# of two sines, in a curve that is not around 0
SLOW_HZ, SLOW = 7.3, 2.0
FAST_HZ, FAST = 21.37, 0.5
BEGAN_S = 1_700_000_000.0


def two_sines(times_s: Floats) -> Floats:
    """Both sines, at times from 0 on."""
    return 5 + SLOW * np.sin(2 * np.pi * SLOW_HZ * times_s) + FAST * np.sin(2 * np.pi * FAST_HZ * times_s + 1)


def even_times(count: int, rate_hz: float) -> Floats:
    """Times from 0 on."""
    return np.arange(count, dtype=np.float64) / rate_hz


def noise(count: int, seed: int = 1) -> Floats:
    """White noise with a standard deviation of 1."""
    return np.random.default_rng(seed).normal(size=count)


class Steps:
    """The shares that a calculation tells, which it ends after some of them.

    Attributes:
        shares: in the order in which they were told.
    """

    def __init__(
        self, ends: Callable[[float], bool] = lambda _share: False, error: type[Exception] = Exception
    ) -> None:
        self.shares: list[float] = []
        self._ends = ends
        self._error = error

    def __call__(self, share: float) -> None:
        self.shares.append(share)
        if self._ends(share):
            raise self._error
