"""Steady display of a link: words and figures that can be read, however often its quality changes. Pure.

A link that is slow for a moment now and then would be called good and slow by turns. So it is called slow once it was
slow for most of a few seconds, and good when it was good for longer. What is urgent is shown at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

# of a link that is slow all the time, and of one that is good again
SLOW_AFTER_S: Final = 1.2
GOOD_AFTER_S: Final = 3.0
# figures that change more often can't be read
FIGURE_S: Final = 1.0


@dataclass(frozen=True, slots=True)
class ShownLink:
    """A link as it is shown: its level, and the round trip; None where that is not known."""

    level: int
    round_trip_s: float | None = None


class SteadyLink:
    """The link of one robot as it is shown.

    Args:
        urgent: the level from which on a change is shown at once; levels below it are 0 (good) and 1 (slow).

    Attributes:
        shown: what is shown now.
    """

    def __init__(self, urgent: int = 2) -> None:
        self._urgent = urgent
        self.shown = ShownLink(0)
        # from 0, known to be good, to 1, known to be slow; None before the first step
        self._slowness: float | None = None
        self._stepped_s = 0.0
        self._figure_s = 0.0

    def step(self, level: int, round_trip_s: float | None, now: float) -> ShownLink:
        """Take in the state of the link since the step before; `now` is in seconds."""
        before, level_before = self._slowness, self.shown.level
        shown = level
        if before is None or max(level, level_before) >= self._urgent:
            self._slowness = float(level > 0)
        else:
            elapsed_s = max(0.0, now - self._stepped_s)
            change = elapsed_s / SLOW_AFTER_S if level else -elapsed_s / GOOD_AFTER_S
            self._slowness = min(1.0, max(0.0, before + change))
            shown = level_before if 0.0 < self._slowness < 1.0 else round(self._slowness)
        self._stepped_s = now
        told = self.shown.round_trip_s
        is_due = not 0.0 <= now - self._figure_s < FIGURE_S
        if is_due or shown != level_before or (told is None) != (round_trip_s is None):
            told, self._figure_s = round_trip_s, now
        self.shown = ShownLink(shown, told)
        return self.shown
