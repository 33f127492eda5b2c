"""Silences: transforms of a robot that came again and again, and no longer come.

A transform that was sent only once, or now and then, keeps its place; it is never silent.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Final

# a transform that came so often, at different moments, is expected to go on
_TOLD: Final = 8
# transforms that come together count once: a static one may be repeated for each new subscriber
_APART_S: Final = 0.1
# a transform that comes more seldom can't be told from a static one
_MOST_APART_S: Final = 2.0
# a frame is silent after this time, and after so many missed periods
LEAST_S: Final = 2.0
_MISSED: Final = 4


@dataclass(frozen=True, slots=True)
class FrameSilence:
    """Silence of a frame: no transform has placed it for some seconds."""

    frame: str
    age_s: float


class SilenceTracker:
    """Finds the frames of one robot whose transforms fell silent; times are monotonic, in seconds."""

    def __init__(self) -> None:
        self._heard: dict[str, deque[float]] = {}

    def add(self, frame: str, now: float) -> None:
        """Note that a transform placed a frame."""
        heard = self._heard.setdefault(frame, deque(maxlen=_TOLD))
        if heard and now - heard[-1] < _APART_S:
            return
        heard.append(now)

    def restart(self, now: float) -> None:
        """Count from now on, after a time in which nobody listened."""
        for heard in self._heard.values():
            late_s = now - heard[-1]
            for number, moment_s in enumerate(heard):
                heard[number] = moment_s + late_s

    def silent_at(self, now: float) -> dict[str, FrameSilence]:
        """Return the silences at a time, by frame."""
        found: dict[str, FrameSilence] = {}
        for frame, heard in self._heard.items():
            if len(heard) < _TOLD or now - heard[-1] <= LEAST_S:
                continue
            apart_s = (heard[-1] - heard[0]) / (_TOLD - 1)
            age_s = now - heard[-1]
            if apart_s <= _MOST_APART_S and age_s > _MISSED * apart_s:
                found[frame] = FrameSilence(frame, age_s)
        return found
