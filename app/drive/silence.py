"""How long somebody has been silent, for who may have been asleep meanwhile. Pure.

What is counted is the time in which somebody was there to hear: of a look that comes late, only as much as a look
takes. So a machine that stood still, or a program that did, makes nobody else seem silent.
"""

from __future__ import annotations

from typing import Final

# reports come every 50 ms: eight are missing
SILENT_S: Final = 0.4
LOOK_S: Final = 0.025
# a look that is late by more than another one heard nothing for a reason of its own
MOST_LOOK_S: Final = 0.05


class Silence:
    """See the module. `look` every `LOOK_S`, or more often.

    Args:
        limit_s: what lasts too long.
    """

    def __init__(self, now: float, limit_s: float = SILENT_S) -> None:
        self._limit_s = limit_s
        self._looked_at = now
        self._silent_s = 0.0

    @property
    def seconds(self) -> float:
        """How long it has lasted."""
        return self._silent_s

    def look(self, now: float, *, heard: bool) -> bool:
        """Whether it has lasted too long; `heard`: something came since the last look."""
        elapsed_s, self._looked_at = now - self._looked_at, now
        self._silent_s = 0.0 if heard else self._silent_s + min(max(0.0, elapsed_s), MOST_LOOK_S)
        return self._silent_s >= self._limit_s
