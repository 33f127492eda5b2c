"""The limit on reads of a link: one that is read too often rests for a moment, so that more comes with each read.

A sender of many small messages wakes its receiver for each of them for as long as the receiver keeps up: a read then
costs many times what it brings, on both sides. A moment later ten or a hundred messages come at once.
"""

from __future__ import annotations

from typing import Final

# reads of this many bytes bring enough, as does each part of a long message
SHORT_READ: Final = 16 * 1024
# the rest; no message waits longer for its neighbours
REST_S: Final = 0.001
# the most short reads in a second; a sensor's topic, however fast, stays below
MAX_SHORT_READS_HZ: Final = 2_000
# the most short reads in a burst: messages that are sent together may arrive in several parts
MAX_BURST_READS: Final = 16


class ReadThrottle:
    """The limit on short reads of one link."""

    __slots__ = ("_at", "_left")

    def __init__(self) -> None:
        self._left = float(MAX_BURST_READS)
        self._at = 0.0

    def is_too_fast(self, nbytes: int, now: float) -> bool:
        """Take notice of a read of `nbytes`; return whether to rest for `REST_S` before the next."""
        if nbytes >= SHORT_READ:
            return False
        self._left = min(MAX_BURST_READS, self._left + (now - self._at) * MAX_SHORT_READS_HZ) - 1
        self._at = now
        return self._left < 0
