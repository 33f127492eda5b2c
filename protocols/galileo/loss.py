"""Measures of loss: the fraction of datagrams that did not arrive, and the tracker of indices."""

from __future__ import annotations

import enum
import math
from collections import deque
from dataclasses import dataclass
from typing import Final

from protocols.galileo.packets import INDEX_COUNT

WINDOW_S: Final = 120.0
# a fraction of fewer says nothing
MIN_EXPECTED: Final = 20

# how far back an index is known to have come or not
MEMORY: Final = 1024
# a larger leap is no loss but a counter that began anew: at 1000 datagrams a second this much is a minute
_MAX_LEAP: Final = 65_536
# this many in a row from long ago are a counter that began anew
_OLD_IN_A_ROW: Final = 3


@dataclass(slots=True)
class _Second:
    number: int
    expected: int = 0
    arrived: int = 0


class LossMeter:
    """Meter of the fraction of expected datagrams that did not arrive, over the last `WINDOW_S`."""

    def __init__(self) -> None:
        self._seconds: deque[_Second] = deque()

    def count(self, now: float, *, expected: int = 0, arrived: int = 0) -> None:
        """Count datagrams that were due now, and datagrams that came."""
        number = math.floor(now)
        if not self._seconds or self._seconds[-1].number < number:
            self._seconds.append(_Second(number))
            self._forget(now)
        self._seconds[-1].expected += expected
        self._seconds[-1].arrived += arrived

    def fraction(self, now: float) -> float | None:
        """The fraction that was lost, from 0 to 1; None while too few were expected."""
        self._forget(now)
        expected = sum(second.expected for second in self._seconds)
        if expected < MIN_EXPECTED:
            return None
        arrived = sum(second.arrived for second in self._seconds)
        return min(max(1 - arrived / expected, 0.0), 1.0)

    def _forget(self, now: float) -> None:
        while self._seconds and self._seconds[0].number < now - WINDOW_S:
            self._seconds.popleft()


class IndexArrival(enum.Enum):
    """The place of an index among those before it.

    Attributes:
        NEWEST: the index is beyond all others, perhaps behind a gap.
        LATE: the index fills a gap: others overtook it.
        DUPLICATE: the index came already, or is too old to know whether it did.
        RESTART: counting began anew.
    """

    NEWEST = enum.auto()
    LATE = enum.auto()
    DUPLICATE = enum.auto()
    RESTART = enum.auto()


class IndexTracker:
    """Tracker of indices of 32 bits that grow by one and wrap.

    Attributes:
        newest: the number of the newest index, without wrapping; None before the first.
        position: the number of the last index that was taken, without wrapping.
        expected, arrived: counts since the first index; a missing one is on its way, or lost.
        reordered, duplicates, restarts: the number of times that each was seen.
    """

    def __init__(self) -> None:
        self.newest: int | None = None
        self.position = 0
        self.expected = 0
        self.arrived = 0
        self.reordered = 0
        self.duplicates = 0
        self.restarts = 0
        # bit n: whether `newest - n` has come
        self._come = 0
        self._oldest = 0
        self._old_in_a_row = 0

    @property
    def missing(self) -> int:
        """The number of indices that did not come."""
        return self.expected - self.arrived

    def record(self, index: int) -> IndexArrival:
        """Take notice of the index of a datagram that came."""
        newest = self.newest
        if newest is None:
            self._begin(index)
            return IndexArrival.NEWEST
        ahead = (index - newest) % INDEX_COUNT
        if ahead >= INDEX_COUNT // 2:
            ahead -= INDEX_COUNT
        if ahead > _MAX_LEAP:
            return self._restart(newest + ahead)
        if ahead > 0:
            return self._advance(newest, ahead)
        return self._look_back(newest, -ahead)

    def _begin(self, position: int) -> None:
        self.newest = self.position = self._oldest = position
        self.expected += 1
        self.arrived += 1
        self._come = 1
        self._old_in_a_row = 0

    def _restart(self, position: int) -> IndexArrival:
        self.restarts += 1
        self._begin(position)
        return IndexArrival.RESTART

    def _advance(self, newest: int, ahead: int) -> IndexArrival:
        self.newest = self.position = newest + ahead
        self.expected += ahead
        self.arrived += 1
        self._come = ((self._come << ahead if ahead < MEMORY else 0) | 1) & ((1 << MEMORY) - 1)
        self._old_in_a_row = 0
        return IndexArrival.NEWEST

    def _look_back(self, newest: int, behind: int) -> IndexArrival:
        position = newest - behind
        if behind >= MEMORY:
            self._old_in_a_row += 1
            if self._old_in_a_row >= _OLD_IN_A_ROW:
                return self._restart(position)
            self.duplicates += 1
            return IndexArrival.DUPLICATE
        self._old_in_a_row = 0
        if self._come >> behind & 1:
            self.duplicates += 1
            return IndexArrival.DUPLICATE
        if position < self._oldest:
            self.expected += self._oldest - position
            self._oldest = position
        self._come |= 1 << behind
        self.position = position
        self.reordered += 1
        self.arrived += 1
        return IndexArrival.LATE
