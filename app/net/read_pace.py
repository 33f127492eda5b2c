"""Decides when a link that is read too often is left alone for a moment, so that more comes with each read.

A sender of many small messages wakes its receiver for each of them as long as that keeps up: a read then costs many
times what it brings, on both sides. A moment later ten or a hundred come at once.
"""

from __future__ import annotations

from typing import Final

# reads this long bring enough, as does each part of a long message
SHORT_READ: Final = 16 * 1024
# no message waits longer for its neighbours
REST_S: Final = 0.001
# More than these many short reads a second are too many. A sensor's topic, however fast, stays below.
MAX_SHORT_READS_HZ: Final = 2_000
# and more than these at a stroke: what is sent together may arrive in several parts
AT_A_STROKE: Final = 16


class ReadPace:
    """Of one link."""

    __slots__ = ("_at", "_left")

    def __init__(self) -> None:
        self._left = float(AT_A_STROKE)
        self._at = 0.0

    def is_too_fast(self, nbytes: int, now: float) -> bool:
        """After a read of so many bytes: whether to rest for `REST_S` before the next."""
        if nbytes >= SHORT_READ:
            return False
        self._left = min(AT_A_STROKE, self._left + (now - self._at) * MAX_SHORT_READS_HZ) - 1
        self._at = now
        return self._left < 0
