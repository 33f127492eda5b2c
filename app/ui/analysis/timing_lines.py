"""Lines that show the intervals of a timing, made in the calculating thread: of a million it takes 0.2 s."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from app.model.analysis.progress import ProgressCallback, ignore_progress
from app.model.analysis.timing import Timing
from app.model.timeseries.series import Floats
from app.ui.analysis.report import receipt_times

# more than any screen has columns; the lowest and the highest of each column are drawn
_MOST_DRAWN: Final = 6000
_BINS: Final = 80


@dataclass(frozen=True, slots=True, eq=False)
class IntervalLines:
    """The intervals by one clock, in ms.

    Attributes:
        ends_s: the ends of the intervals that are drawn, `(n,)`, in seconds since the first message.
        intervals_ms: `(n,)`, one for each end.
        counts: the number of all intervals in each bin, `(nbins,)`.
    """

    ends_s: Floats
    intervals_ms: Floats
    counts: Floats


@dataclass(frozen=True, slots=True, eq=False)
class TimingLines:
    """The lines of a timing.

    Attributes:
        began_s: when the first message came.
        edges_ms: of the bins, `(nbins + 1,)`.
        received: the intervals by receipt.
        stamped: the intervals by stamp; None without stamps.
    """

    began_s: float
    edges_ms: Floats
    received: IntervalLines
    stamped: IntervalLines | None


def timing_lines(result: Timing, step: ProgressCallback = ignore_progress) -> TimingLines:
    """Make the lines of a timing. Raises what `step` raises."""
    stamped = result.stamp_intervals_s
    rows = [result.intervals_s] if stamped is None or not len(stamped) else [result.intervals_s, stamped]
    ends = [end for row in rows for end in (float(row.min()), float(row.max()))]
    step(0.2)
    edges = np.linspace(min(*ends, 0.0) * 1e3, max(ends) * 1e3 or 1.0, _BINS + 1)
    made = []
    for number, row in enumerate(rows):
        # an interval is drawn at its end; those by stamp begin where those by receipt do
        ends_s, intervals_s = decimate(np.cumsum(row), row)
        step(0.4 + 0.3 * number)
        made.append(IntervalLines(ends_s, intervals_s * 1e3, np.histogram(row, edges / 1e3)[0].astype(np.float64)))
    step(1.0)
    return TimingLines(float(receipt_times(result)[0]), edges, made[0], made[1] if len(made) > 1 else None)


def decimate(x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """A line that looks the same with no more points than are worth drawing: least and greatest of each piece."""
    step = -(-2 * len(y) // _MOST_DRAWN)
    if step <= 2:
        return x, y
    count = len(y) // step * step
    pieces = y[:count].reshape(-1, step)
    rows = np.arange(len(pieces)) * step
    ends = np.sort(np.stack((rows + np.argmin(pieces, axis=1), rows + np.argmax(pieces, axis=1)), axis=1), axis=1)
    places = np.append(ends.ravel(), np.arange(count, len(y)))
    return x[places], y[places]
