"""Clipping of lines far outside the view, where Qt's own arithmetic has its limits."""

from __future__ import annotations

import numpy as np

from app.ui.top_view.polylines import Floats


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
