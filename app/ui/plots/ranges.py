"""The time that all plots of a panel show: the last seconds, or some that were picked out while data goes on coming."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final

_ROOM: Final = 0.06
_SHRINK: Final = 0.6
_WIDEST: Final = 1e307
_LOOK_S: Final = 0.1

SHORTEST_S: Final = 1.0
LONGEST_S: Final = 3600.0

SPANS_S: Final = (1, 5, 10, 30, 60, 120, 300, 600, 1800, 3600)


class TimeWindow:
    """See the module.

    Attributes:
        span_s: how much is shown.
        end_s: where it ends while it is paused; None while it follows the data.
    """

    def __init__(self, span_s: float = 30.0) -> None:
        self.span_s = span_s
        self.end_s: float | None = None
        self._now_s = 0.0

    @property
    def live(self) -> bool:
        """Whether it follows the data."""
        return self.end_s is None

    @property
    def now_s(self) -> float:
        """The end of what there is."""
        return self._now_s

    @property
    def shown(self) -> tuple[float, float]:
        """The first and the last time that are shown."""
        end_s = self._now_s if self.end_s is None else self.end_s
        return end_s - self.span_s, end_s

    def follow(self, now_s: float) -> None:
        """Data goes on until now."""
        self._now_s = now_s

    def set_span(self, span_s: float) -> None:
        """Show so much, at its present end."""
        self.span_s = _within(span_s)

    def pause(self) -> None:
        """Hold what is shown."""
        if self.end_s is None:
            self.end_s = self._now_s

    def resume(self) -> None:
        """Follow the data again."""
        self.end_s = None

    def pan(self, seconds: float) -> None:
        """Show what is later by so much, and hold it; beyond now it follows again."""
        end_s = self.shown[1] + seconds
        self.end_s = None if end_s >= self._now_s else max(end_s, self._now_s - 2 * LONGEST_S)

    def zoom(self, factor: float, at_s: float | None = None) -> None:
        """Show `factor` times as much; `at_s` stays where it is, and the end while it follows the data."""
        before, (first, last) = self.span_s, self.shown
        self.span_s = _within(before * factor)
        if self.end_s is not None and at_s is not None:
            share = (last - at_s) / (last - first)
            self.end_s = min(at_s + share * self.span_s, self._now_s)

    def show(self, first_s: float, last_s: float) -> None:
        """Hold what is between these."""
        first_s, last_s = sorted((first_s, last_s))
        self.span_s = _within(last_s - first_s)
        self.end_s = min((first_s + last_s + self.span_s) / 2, self._now_s)


def _within(span_s: float) -> float:
    return min(max(span_s, SHORTEST_S), LONGEST_S) if math.isfinite(span_s) else LONGEST_S


class ValueRange:
    """The values that a plot shows: what there is, with a little room, or what was set.

    Attributes:
        fixed: what was set; None for what there is.
    """

    def __init__(self) -> None:
        self.fixed: tuple[float, float] | None = None
        self._shown = (-1.0, 1.0)
        self._looked_s = (0.0, 0.0)
        # what was shown before says nothing of what is to be shown
        self._anew = True

    def is_within(self, shown_s: tuple[float, float], newest: Iterable[float]) -> bool:
        """Whether it can stay as it is for now: the newest values are within, and nearly the same time is shown.

        Most frames need not look at all values for that.
        """
        low, high = self._shown
        first, last = self._looked_s
        near = abs(shown_s[0] - first) < _LOOK_S and abs(shown_s[1] - last) < _LOOK_S
        if near and all(low <= value <= high for value in newest if math.isfinite(value)):
            return True
        self._looked_s = shown_s
        return False

    @property
    def shown(self) -> tuple[float, float]:
        """The lowest and the highest value that are shown."""
        return self._shown if self.fixed is None else self.fixed

    def take(self, low: float, high: float) -> None:
        """Values are within these now; what is shown grows at once, and shrinks where much of it is empty."""
        if not (math.isfinite(low) and math.isfinite(high)):
            return
        wanted = _roomy(low, high)
        first, last = self._shown
        if self._anew or low < first or high > last or (wanted[1] - wanted[0]) < _SHRINK * (last - first):
            self._shown = wanted
            self._anew = False

    def fix(self, low: float, high: float) -> bool:
        """Show just this from now on; False if it is no range."""
        low, high = sorted((low, high))
        if not (math.isfinite(low) and math.isfinite(high)) or not _distinct(low, high) or high - low > _WIDEST:
            return False
        self.fixed = (low, high)
        return True

    def zoom(self, factor: float, at: float) -> None:
        """Show `factor` times as much from now on; `at` stays where it is."""
        low, high = self.shown
        self.fix(at + (low - at) * factor, at + (high - at) * factor)

    def pan(self, share: float) -> None:
        """Show what lies by a share of it further up, if it was fixed."""
        if self.fixed is not None:
            low, high = self.fixed
            self.fix(low + share * (high - low), high + share * (high - low))

    def release(self) -> None:
        """Show what there is."""
        self.fixed = None
        self._anew = True
        self._looked_s = (0.0, 0.0)


def _distinct(low: float, high: float) -> bool:
    # closer together floats have no steps between them that could be drawn
    return high - low > 1e-12 * max(abs(low), abs(high), 1e-280)


def _roomy(low: float, high: float) -> tuple[float, float]:
    low, high = max(low, -_WIDEST / 4), min(high, _WIDEST / 4)
    if not _distinct(low, high):
        room = abs(high) * 0.05 or 1.0
        return low - room, high + room
    room = (high - low) * _ROOM
    return low - room, high + room
