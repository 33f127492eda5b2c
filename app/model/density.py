"""The density of a recording: how many messages it has when, by the times of its chunks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

# where nothing was recorded for longer, there is a gap: the black box seals its chunks each second
GAP_S: Final = 2.5
# a chunk of one moment is drawn as long as this
_LEAST_S: Final = 1e-3


class Density:
    """Numbers of messages over time. It never changes.

    Args:
        starts_ns, ends_ns, counts: the first and the last time of each chunk, and the number of its messages.

    Attributes:
        gaps: the times between which nothing was recorded, in nanoseconds.
    """

    def __init__(self, starts_ns: Sequence[int], ends_ns: Sequence[int], counts: Sequence[int]) -> None:
        self._origin_ns = min(starts_ns, default=0)
        # seconds since the first time have the digits that nanoseconds since 1970 would lose
        starts = np.array([start_ns - self._origin_ns for start_ns in starts_ns], np.float64) / 1e9
        ends = np.array([end_ns - self._origin_ns for end_ns in ends_ns], np.float64) / 1e9
        self.gaps = self._gaps(starts, ends)
        ends = np.maximum(ends, starts + _LEAST_S)
        rates = np.array(counts, np.float64) / (ends - starts)
        times = np.concatenate([starts, ends])
        order = np.argsort(times, kind="stable")
        self._times = times[order]
        slopes = np.maximum(np.cumsum(np.concatenate([rates, -rates])[order]), 0.0)
        # the number of messages until each of these times
        self._totals = np.concatenate([[0.0], np.cumsum(slopes[:-1] * np.diff(self._times))]) if len(times) else times

    def rates(self, from_ns: int, until_ns: int, columns: int) -> Any:
        """Return the messages per second in each of so many equal parts of a time, as an array."""
        if not len(self._times) or until_ns <= from_ns:
            return np.zeros(columns)
        edges = np.linspace((from_ns - self._origin_ns) / 1e9, (until_ns - self._origin_ns) / 1e9, columns + 1)
        return np.diff(np.interp(edges, self._times, self._totals)) / (edges[1] - edges[0])

    def _gaps(self, starts: Any, ends: Any) -> tuple[tuple[int, int], ...]:
        if len(starts) < 2:
            return ()
        order = np.argsort(starts, kind="stable")
        reach, following = np.maximum.accumulate(ends[order])[:-1], starts[order][1:]
        found = np.flatnonzero(following - reach > GAP_S)
        return tuple(
            (self._origin_ns + round(begin * 1e9), self._origin_ns + round(end * 1e9))
            for begin, end in zip(reach[found].tolist(), following[found].tolist(), strict=True)
        )
