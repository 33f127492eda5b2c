"""The way that a robot came: bounded, and thinned where it is old, so that its length costs no memory."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
import numpy.typing as npt

MAX_POINTS: Final = 10_000
# a place nearer to the last one is no new one
STEP_M: Final = 0.02
# a jump is no way that anybody drove: the robot was set somewhere else
JUMP_M: Final = 5.0

Floats = npt.NDArray[np.float64]


class Trail:
    """See the module. Between parts of the way that are not joined stands a point that is not a number."""

    def __init__(self, max_points: int = MAX_POINTS) -> None:
        self._points = np.empty((max_points, 2))
        self._count = 0
        self._step_m = STEP_M

    @property
    def points(self) -> Floats:
        """X and y of each, oldest first; a view that the next `add` may change."""
        return self._points[: self._count]

    def add(self, x: float, y: float) -> bool:
        """The robot is there; whether that was far enough from the last place to count."""
        if self._count:
            last_x, last_y = self._points[self._count - 1]
            distance = math.hypot(x - last_x, y - last_y)
            if distance < self._step_m:
                return False
            if distance > max(JUMP_M, 4 * self._step_m):
                self._append(math.nan, math.nan)
        self._append(x, y)
        return True

    def clear(self) -> None:
        """Forget the way."""
        self._count = 0
        self._step_m = STEP_M

    def _append(self, x: float, y: float) -> None:
        if self._count == len(self._points):
            self._thin()
        self._points[self._count] = x, y
        self._count += 1

    def _thin(self) -> None:
        """Keep every other place, but all ends of parts, of the older half; the oldest go where that is not enough."""
        half = self._count // 2
        older = self._points[:half]
        keep = np.zeros(half, dtype=np.bool_)
        keep[::2] = True
        breaks = np.flatnonzero(np.isnan(older[:, 0]))
        for near in (-1, 0, 1):
            keep[np.clip(breaks + near, 0, half - 1)] = True
        kept = older[keep]
        kept = kept[max(len(kept) - half * 3 // 4, 0) :]
        newer = self._points[half : self._count].copy()
        self._points[: len(kept)] = kept
        self._points[len(kept) : len(kept) + len(newer)] = newer
        self._count = len(kept) + len(newer)
