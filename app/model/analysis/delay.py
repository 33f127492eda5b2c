"""How long after their stamps messages come, the difference of two clocks told apart from what the way adds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from app.model.series_pyramid import Floats, Numbers

# the time is divided into at most so many parts, of which each tells its least delay
_PARTS: Final = 512

# a stamp that is so much further ahead of the usual than those of most is wrong: the share of messages, and how far
_USUAL_PERCENT: Final = 5
_USUAL_TIMES: Final = 50.0
_USUAL_S: Final = 0.1
_ASKED: Final = 1 << 17

# a drift is told from so long on, of so many parts, if it makes so many times what the least delays differ by anyway
_LEAST_SPAN_S: Final = 5.0
_LEAST_PARTS: Final = 16
_ABOVE_JITTER: Final = 4.0
# stamps may be of microseconds
_COARSE_S: Final = 2e-6


@dataclass(frozen=True, slots=True)
class Delay:
    """How long after their stamps messages come, as a straight line below all delays and what is above it.

    The line is the difference of two clocks and the shortest way together: by stamps alone the two can't be told apart.

    Attributes:
        offset_s: receipt minus stamp on that line, when the first message came; less than 0: the stamps are ahead.
        drift_s_per_s: by how much the line rises: more than 0: the clock of the stamps is slow; 0 if it can't be told.
        drift_known: whether the data is long enough to tell a drift from jitter.
        jitter_s: standard deviation of what is above the line.
        median_s: the median of what is above the line.
        most_s: the most above the line.
    """

    offset_s: float
    drift_s_per_s: float
    drift_known: bool
    jitter_s: float
    median_s: float
    most_s: float


def measure_delay(received_s: Floats, stamps_s: Floats) -> Delay:
    """The delay of some messages, in the order in which they came; there must be one."""
    times = received_s - received_s[0]
    delays = received_s - stamps_s
    least_s = _least_that_is_right(delays)
    at = _least_of_parts(times, np.where(delays < least_s, np.inf, delays))
    slope, offset = _line_below(times[at], delays[at])
    above = delays[at] - offset - slope * times[at]
    rises_s = abs(slope) * float(times[-1])
    known = (
        times[-1] >= _LEAST_SPAN_S
        and at.size >= _LEAST_PARTS
        and rises_s > _ABOVE_JITTER * float(np.median(above)) + _COARSE_S
    )
    if not known:
        slope, offset = 0.0, float(delays[at].min())
    delays = (delays - offset - slope * times)[delays >= least_s]
    return Delay(
        offset_s=offset,
        drift_s_per_s=slope,
        drift_known=bool(known),
        jitter_s=float(delays.std()),
        median_s=max(float(np.median(delays)), 0.0),
        most_s=max(float(delays.max()), 0.0),
    )


def _least_that_is_right(delays: Floats) -> float:
    """The delay below which a stamp is far ahead of all others."""
    low, usual = map(float, np.percentile(delays[:: -(-delays.size // _ASKED)], (_USUAL_PERCENT, 50)))
    return usual - _USUAL_TIMES * (usual - low) - _USUAL_S


def _least_of_parts(times: Floats, delays: Floats) -> Numbers:
    """The message with the least delay of each part of the time, if there is a finite one."""
    edges = np.searchsorted(times, np.linspace(0, times[-1], _PARTS + 1)[1:-1])
    begins = np.unique(np.concatenate(([0], edges, [times.size])))
    at = [
        int(begin) + int(part.argmin())
        for begin, part in zip(begins, np.split(delays, begins[1:-1]), strict=False)
        if np.isfinite(part.min())
    ]
    return np.array(at, np.int64)


def _line_below(times: Floats, delays: Floats) -> tuple[float, float]:
    """Slope, and height at time 0, of the line that lies below all points, and as near to them as one can.

    It is the side of the points' lower convex hull below their mean time: of all lines below them, no other has a
    smaller sum of distances.
    """
    hull: list[tuple[float, float]] = []
    for time, delay in zip(times.tolist(), delays.tolist(), strict=True):
        while len(hull) > 1 and _turns_up(hull[-2], hull[-1], (time, delay)) <= 0:
            hull.pop()
        if hull and hull[-1][0] == time:
            hull[-1] = time, min(delay, hull[-1][1])
        else:
            hull.append((time, delay))
    middle = float(times.mean())
    end = next((number for number, (time, _) in enumerate(hull) if time >= middle and number), None)
    if end is None:
        return 0.0, hull[0][1]
    (begin_s, low), (end_s, high) = hull[end - 1], hull[end]
    slope = (high - low) / (end_s - begin_s)
    return slope, low - slope * begin_s


def _turns_up(first: tuple[float, float], second: tuple[float, float], third: tuple[float, float]) -> float:
    """More than 0 where the way over three points turns up."""
    along = second[0] - first[0], second[1] - first[1]
    beyond = third[0] - first[0], third[1] - first[1]
    return along[0] * beyond[1] - along[1] * beyond[0]
