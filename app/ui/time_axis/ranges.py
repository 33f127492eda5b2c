"""Ranges that axes show: the time window of a panel, and the value range of a plot."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final

from app.model.marks import MarkLine

_ROOM: Final = 0.06
_SHRINK: Final = 0.6
_WIDEST: Final = 1e307
_LOOK_S: Final = 0.1

SHORTEST_S: Final = 1.0
LONGEST_S: Final = 3600.0

SPANS_S: Final = (1, 5, 10, 30, 60, 120, 300, 600, 1800, 3600)


class TimeWindow:
    """Time that all views of a panel show: the last seconds, or a span that is held while data goes on coming.

    Attributes:
        span_s: the length of the shown time.
        end_s: the end of the shown time while it is paused; None while it follows the data.
        marks: the marks by its time base, in the order of time.
    """

    def __init__(self, span_s: float = 30.0) -> None:
        self.span_s = span_s
        self.end_s: float | None = None
        self.marks: tuple[MarkLine, ...] = ()
        self._now_s = 0.0

    @property
    def live(self) -> bool:
        """Whether the window follows the data."""
        return self.end_s is None

    @property
    def now_s(self) -> float:
        """End of the data."""
        return self._now_s

    @property
    def shown(self) -> tuple[float, float]:
        """First and last time that are shown."""
        end_s = self._now_s if self.end_s is None else self.end_s
        return end_s - self.span_s, end_s

    def set_now(self, now_s: float) -> None:
        """Set the end of the data."""
        self._now_s = now_s

    def set_span(self, span_s: float) -> None:
        """Set the length of the shown time, within the limits; its end stays."""
        self.span_s = _within(span_s)

    def pause(self) -> None:
        """Stop following the data, and hold the shown time."""
        if self.end_s is None:
            self.end_s = self._now_s

    def resume(self) -> None:
        """Follow the data again."""
        self.end_s = None

    def pan(self, seconds: float) -> None:
        """Move the shown time by seconds and hold it; beyond the end of the data it follows again."""
        end_s = self.shown[1] + seconds
        self.end_s = None if end_s >= self._now_s else max(end_s, self._now_s - 2 * LONGEST_S)

    def zoom(self, factor: float, at_s: float | None = None) -> None:
        """Multiply the span by `factor`; `at_s` keeps its place, or the end does while following the data."""
        before, (first, last) = self.span_s, self.shown
        self.span_s = _within(before * factor)
        if self.end_s is not None and at_s is not None:
            share = (last - at_s) / (last - first)
            self.end_s = min(at_s + share * self.span_s, self._now_s)

    def show(self, first_s: float, last_s: float) -> None:
        """Show and hold the time between two times."""
        first_s, last_s = sorted((first_s, last_s))
        self.span_s = _within(last_s - first_s)
        self.end_s = min((first_s + last_s + self.span_s) / 2, self._now_s)


def _within(span_s: float) -> float:
    return min(max(span_s, SHORTEST_S), LONGEST_S) if math.isfinite(span_s) else LONGEST_S


class ValueRange:
    """Range of values on an axis: that of the data with a little room, or a fixed one.

    Attributes:
        fixed: the fixed lowest and highest value; None while the range follows the data.
    """

    def __init__(self) -> None:
        self.fixed: tuple[float, float] | None = None
        self._shown = (-1.0, 1.0)
        self._looked_s = (0.0, 0.0)
        self._histories: object = None
        # the next `fit` replaces the range, whatever it was
        self._anew = True

    def is_within(self, shown_s: tuple[float, float], newest: Iterable[float], histories: object = None) -> bool:
        """Whether the range can stay: the newest values are within, and nearly the same time is shown.

        So most frames need no search for extremes. Otherwise `shown_s` is noted, as the caller searches now. Where
        values before the newest may be others, `histories` are.
        """
        low, high = self._shown
        first, last = self._looked_s
        near = abs(shown_s[0] - first) < _LOOK_S and abs(shown_s[1] - last) < _LOOK_S
        if (
            near
            and histories == self._histories
            and all(low <= value <= high for value in newest if math.isfinite(value))
        ):
            return True
        self._looked_s, self._histories = shown_s, histories
        return False

    @property
    def shown(self) -> tuple[float, float]:
        """Lowest and highest value that are shown."""
        return self._shown if self.fixed is None else self.fixed

    def fit(self, low: float, high: float) -> None:
        """Fit the range to the extremes of the data: it grows at once, and shrinks where much of it would be empty."""
        if not (math.isfinite(low) and math.isfinite(high)):
            return
        wanted = _roomy(low, high)
        first, last = self._shown
        if self._anew or low < first or high > last or (wanted[1] - wanted[0]) < _SHRINK * (last - first):
            self._shown = wanted
            self._anew = False

    def fix(self, low: float, high: float) -> bool:
        """Fix the range; return False if the two values form no range that can be drawn."""
        low, high = sorted((low, high))
        if not (math.isfinite(low) and math.isfinite(high)) or not _distinct(low, high) or high - low > _WIDEST:
            return False
        self.fixed = (low, high)
        return True

    def zoom(self, factor: float, at: float) -> None:
        """Fix the range to `factor` times its size; `at` keeps its place."""
        low, high = self.shown
        self.fix(at + (low - at) * factor, at + (high - at) * factor)

    def pan(self, share: float) -> None:
        """Move a fixed range up by a share of its size."""
        if self.fixed is not None:
            low, high = self.fixed
            self.fix(low + share * (high - low), high + share * (high - low))

    def set_auto(self) -> None:
        """Return to the range of the data."""
        self.fixed = None
        self._anew = True
        self._looked_s = (0.0, 0.0)


def _distinct(low: float, high: float) -> bool:
    # between closer values there are too few floats to draw
    return high - low > 1e-12 * max(abs(low), abs(high), 1e-280)


def _roomy(low: float, high: float) -> tuple[float, float]:
    low, high = max(low, -_WIDEST / 4), min(high, _WIDEST / 4)
    if not _distinct(low, high):
        room = abs(high) * 0.05 or 1.0
        return low - room, high + room
    room = (high - low) * _ROOM
    return low - room, high + room
