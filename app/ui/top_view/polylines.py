"""Trail of a robot: bounded, and thinned where it is old, so that a long one costs no more memory."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
import numpy.typing as npt

MAX_POINTS: Final = 10_000
# a place nearer to the last one is not added
STEP_M: Final = 0.02
# after a longer step the trail is broken: the robot was not driven but placed there
JUMP_M: Final = 5.0

Floats = npt.NDArray[np.float64]


class Trail:
    """Trail of a robot. A point of NaN stands between parts that are not joined."""

    def __init__(self, max_points: int = MAX_POINTS) -> None:
        self._points = np.empty((max_points, 2))
        self._count = 0
        self._step_m = STEP_M

    @property
    def points(self) -> Floats:
        """Points of shape (n, 2), in metres, oldest first; a view of memory that the next `add` may change."""
        return self._points[: self._count]

    def add(self, x: float, y: float) -> bool:
        """Add a place; return whether it was far enough from the last one to be added."""
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
        """Remove all points."""
        self._count = 0
        self._step_m = STEP_M

    def _append(self, x: float, y: float) -> None:
        if self._count == len(self._points):
            self._thin()
        self._points[self._count] = x, y
        self._count += 1

    def _thin(self) -> None:
        """Keep every other point and all ends of parts of the older half; if that is not enough, drop the oldest."""
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
