"""Which transforms of a robot no longer come, of those that came again and again.

What was told but once, or now and then, stands where it was told to; it is never silent.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Final

# what came so often, at different moments, is expected to go on
_TOLD: Final = 8
# what comes together counts once: who tells of what stands still may repeat it for all who are new
_APART_S: Final = 0.1
# what comes more seldom than this can't be told from what stands still
_MOST_APART_S: Final = 2.0
# nobody is silent before this, nor before as many were missed
LEAST_S: Final = 2.0
_MISSED: Final = 4


@dataclass(frozen=True, slots=True)
class Silence:
    """A frame of which nothing has been told for some seconds."""

    frame: str
    age_s: float


class Silences:
    """See the module; times are monotonic, in seconds."""

    def __init__(self) -> None:
        self._heard: dict[str, deque[float]] = {}

    def hear(self, frame: str, now: float) -> None:
        """Something told where a frame stands."""
        heard = self._heard.setdefault(frame, deque(maxlen=_TOLD))
        if heard and now - heard[-1] < _APART_S:
            return
        heard.append(now)

    def begin_again(self, now: float) -> None:
        """Nobody listened for a while: count from now on."""
        for heard in self._heard.values():
            late_s = now - heard[-1]
            for number, moment_s in enumerate(heard):
                heard[number] = moment_s + late_s

    def at(self, now: float) -> dict[str, Silence]:
        """Those that are silent, by frame."""
        found: dict[str, Silence] = {}
        for frame, heard in self._heard.items():
            if len(heard) < _TOLD or now - heard[-1] <= LEAST_S:
                continue
            apart_s = (heard[-1] - heard[0]) / (_TOLD - 1)
            age_s = now - heard[-1]
            if apart_s <= _MOST_APART_S and age_s > _MISSED * apart_s:
                found[frame] = Silence(frame, age_s)
        return found
