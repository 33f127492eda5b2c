"""A timer of another process's silence that does not count time in which this process stood still. Pure.

Only the time in which this process could hear is counted: a check that comes late counts as much as a check that comes
in time. So a machine or a program that stood still makes no other process seem silent.
"""

from __future__ import annotations

from typing import Final

# reports come every 50 ms: eight are missing
SILENT_S: Final = 0.4
CHECK_EVERY_S: Final = 0.025
# a check that is late by more than another interval received nothing because this process stood still
MAX_CHECK_S: Final = 0.05


class SilenceTimer:
    """A timer of silence. `check` is to be called every `CHECK_EVERY_S`, or more often.

    Args:
        limit_s: the silence that is too long.
    """

    def __init__(self, now: float, limit_s: float = SILENT_S) -> None:
        self._limit_s = limit_s
        self._looked_at = now
        self._silent_s = 0.0

    @property
    def silent_s(self) -> float:
        """The duration of the silence so far."""
        return self._silent_s

    def check(self, now: float, *, heard: bool) -> bool:
        """Return whether the silence has lasted too long; `heard`: something came since the last check."""
        elapsed_s, self._looked_at = now - self._looked_at, now
        self._silent_s = 0.0 if heard else self._silent_s + min(max(0.0, elapsed_s), MAX_CHECK_S)
        return self._silent_s >= self._limit_s
