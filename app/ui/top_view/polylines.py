"""Lines of many points: the trail of a robot, and the clipping of lines. A point of NaN breaks a line."""

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


def clip_line(places: Floats, far: float) -> list[Floats]:
    """Clip a line, of shape (n, 2), to the square from -far to far; return its pieces, each in the line's direction.

    A point of NaN breaks the line. A line that lies within as a whole is returned as it is.
    """
    if len(places) < 2:
        return []
    # also false where a point is NaN
    if np.abs(places).max() <= far:
        return [places]
    with np.errstate(all="ignore"):
        starts, ways = places[:-1], np.diff(places, axis=0)
        one, other = (-far - starts) / ways, (far - starts) / ways
        enter = np.maximum(np.minimum(one, other).max(axis=1), 0.0)
        leave = np.minimum(np.maximum(one, other).min(axis=1), 1.0)
        # a segment from infinity has no direction
        seen = (enter < leave) & np.isfinite(places[:-1]).all(axis=1) & np.isfinite(places[1:]).all(axis=1)
        begins = np.clip(starts + enter[:, None] * ways, -far, far)
        ends = np.clip(starts + leave[:, None] * ways, -far, far)
    # points that were not clipped stay as they were, to the last digit
    begins = np.where((enter == 0.0)[:, None], starts, begins)
    ends = np.where((leave == 1.0)[:, None], places[1:], ends)
    numbers = np.flatnonzero(seen)
    if not len(numbers):
        return []
    joined = (np.diff(numbers) == 1) & (leave[numbers[:-1]] == 1.0) & (enter[numbers[1:]] == 0.0)
    fresh = np.concatenate(([True], ~joined))
    # the index of each end point, with a start point before the first end of each piece
    at = np.arange(len(numbers)) + np.cumsum(fresh)
    firsts = at[fresh] - 1
    cut = np.empty((at[-1] + 1, 2))
    cut[at] = ends[numbers]
    cut[firsts] = begins[numbers[fresh]]
    stops = [*firsts[1:].tolist(), len(cut)]
    return [cut[first:stop] for first, stop in zip(firsts.tolist(), stops, strict=True)]


def mapped(affine: tuple[float, float, float, float, float, float], points: Floats) -> Floats:
    """Return points, of shape (n, 2), mapped by an affine map."""
    a, b, c, d, e, f = affine
    result: Floats = points @ np.array(((a, b), (c, d))) + (e, f)
    return result
