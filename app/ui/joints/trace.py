"""The trace of a joint's last seconds, in a fixed number of parts, so that the cost of drawing never grows."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from app.model.timeseries.series import Floats

SPAN_S: Final = 10.0
PARTS: Final = 100
PART_S: Final = SPAN_S / PARTS

# parts without a position that interrupt the line
_GAP: Final = round(2.0 / PART_S)


class JointTrace:
    """The least and the greatest position in each part of the last seconds. Times are monotonic, in seconds.

    Attributes:
        holds: whether the joint stays at its last position until another comes.
    """

    def __init__(self) -> None:
        self.holds = False
        # ring buffers by the number of the part; NaN where no position came
        self._low = np.full(PARTS, math.nan)
        self._high = np.full(PARTS, math.nan)
        self._newest = 0
        self._last = math.nan

    def add(self, at_s: float, position: float) -> None:
        """Add a position at a time."""
        number = int(at_s / PART_S)
        self._go_on(number)
        place = self._newest % PARTS
        low = self._low[place]
        if not low <= position:
            self._low[place] = position
        if not self._high[place] >= position:
            self._high[place] = position
        self._last = position

    @property
    def extent(self) -> tuple[float, float] | None:
        """The least and the greatest position; None where none is known."""
        low, high = float(np.fmin.reduce(self._low)), float(np.fmax.reduce(self._high))
        return None if math.isnan(low) else (low, high)

    @property
    def span(self) -> float | None:
        """The range of the joint's motion; None where no position is known."""
        extent = self.extent
        return extent[1] - extent[0] if extent is not None else None

    def lines(self, now_s: float) -> list[Floats]:
        """The lines to draw: arrays `(n, 2)` of the fraction of the span and the position, in order of time."""
        end = int(now_s / PART_S)
        if self.holds:
            self._go_on(end)
        first = end - PARTS + 1
        parts = np.arange(max(first, self._newest - PARTS + 1), self._newest + 1)
        low, high = self._low[parts % PARTS], self._high[parts % PARTS]
        there = np.flatnonzero(~np.isnan(low))
        if not len(there):
            return []
        parts, low, high = parts[there], low[there], high[there]
        points = _points((parts - first) / (PARTS - 1), low, high)
        breaks = np.flatnonzero(np.diff(parts) > _GAP) + 1
        return np.split(points, 2 * breaks) if len(breaks) else [points]

    def _go_on(self, number: int) -> None:
        """Advance to a part; skipped parts hold the last position if `holds`, else they are unknown."""
        if number <= self._newest:
            return
        passed = np.arange(max(self._newest, number - PARTS) + 1, number + 1) % PARTS
        self._low[passed] = self._high[passed] = self._last if self.holds else math.nan
        self._newest = number


def _points(at: Floats, low: Floats, high: Floats) -> Floats:
    """Points `(2n, 2)`: both extremes of each part, in the order in which the joint probably passed them."""
    middle = low + high
    rises = np.empty(len(at), dtype=bool)
    rises[0] = True
    np.greater_equal(middle[1:], middle[:-1], out=rises[1:])
    points = np.empty((2 * len(at), 2))
    points[0::2, 0] = points[1::2, 0] = at
    points[0::2, 1] = np.where(rises, low, high)
    points[1::2, 1] = np.where(rises, high, low)
    return points
