"""The delay of messages after their stamps: the difference of two clocks, and what the transport adds to it."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from app.model.analysis.clean_samples import CHUNK, sum_of_products
from app.model.analysis.progress import ProgressCallback, ignore_progress, progress_part
from app.model.timeseries.series import Floats

# the time is divided into at most so many parts, of which each gives its least delay
_PARTS: Final = 512

# a stamp is wrong if it is ahead of the median by this multiple of the distance between that and this percentile of
# delays, and by this time more
_USUAL_PERCENT: Final = 5
_USUAL_TIMES: Final = 50.0
_USUAL_S: Final = 0.1
_MAX_SAMPLED: Final = 1 << 17

# a drift is reported from this span and number of parts on, if it makes this multiple of the usual difference of least
# delays
_MIN_SPAN_S: Final = 5.0
_MIN_PARTS: Final = 16
_ABOVE_JITTER: Final = 4.0
# the resolution of stamps may be microseconds
_COARSE_S: Final = 2e-6


@dataclass(frozen=True, slots=True)
class Delay:
    """The delay of messages after their stamps, as a straight line below all delays and the rest above it.

    The line is the difference of two clocks and the shortest transport together: by stamps alone the two can't be
    separated.

    Attributes:
        offset_s: receipt minus stamp on that line, when the first message came; less than 0: the stamps are ahead.
        drift_s_per_s: the slope of the line; more than 0: the clock of the stamps is slow; 0 if it is not known.
        drift_known: whether the data is long enough to distinguish a drift from jitter.
        jitter_s: standard deviation of the rest above the line.
        median_s: median of the rest above the line, of some evenly chosen messages if there are many.
        most_s: maximum of the rest above the line.
    """

    offset_s: float
    drift_s_per_s: float
    drift_known: bool
    jitter_s: float
    median_s: float
    most_s: float


def measure_delay(received_s: Floats, stamps_s: Floats, step: ProgressCallback = ignore_progress) -> Delay:
    """The delay of messages, at least one, in the order in which they came. Raises what `step` raises."""
    every = -(-received_s.size // _MAX_SAMPLED)
    sampled_s, sampled = received_s[::every] - received_s[0], received_s[::every] - stamps_s[::every]
    min_valid_s = _min_valid_delay(sampled)
    times, delays = _min_of_parts(received_s, stamps_s, min_valid_s, step)
    slope, offset = _line_below(times, delays)
    span_s = float(received_s[-1] - received_s[0])
    above = delays - offset - slope * times
    known = (
        span_s >= _MIN_SPAN_S
        and times.size >= _MIN_PARTS
        and abs(slope) * span_s > _ABOVE_JITTER * float(np.median(above)) + _COARSE_S
    )
    if not known:
        slope, offset = 0.0, float(delays.min())
    sampled = sampled - offset - slope * sampled_s
    jitter_s, most_s = _above(received_s, stamps_s, (offset, slope, min_valid_s), progress_part(step, 0.5, 1.0))
    return Delay(
        offset_s=offset,
        drift_s_per_s=slope,
        drift_known=known,
        jitter_s=jitter_s,
        median_s=max(float(np.median(sampled)), 0.0),
        most_s=most_s,
    )


def _above(
    received_s: Floats, stamps_s: Floats, line: tuple[float, float, float], step: ProgressCallback
) -> tuple[float, float]:
    """Standard deviation and maximum of the delays above the line."""
    offset, slope, min_valid_s = line
    count, total, squares, maximum = 0, 0.0, 0.0, 0.0
    for begin in range(0, received_s.size, CHUNK):
        received = received_s[begin : begin + CHUNK]
        delays = received - stamps_s[begin : begin + CHUNK]
        above = delays - offset - slope * (received - received_s[0])
        above = above[delays >= min_valid_s]
        if above.size:
            count += above.size
            total += float(above.sum())
            squares += sum_of_products(above, above)
            maximum = max(maximum, float(above.max()))
        step(begin / received_s.size)
    mean = total / count
    return math.sqrt(max(squares / count - mean * mean, 0.0)), maximum


def _min_valid_delay(delays: Floats) -> float:
    """The delay below which a stamp is wrong: it is far ahead of all others."""
    low, usual = map(float, np.percentile(delays, (_USUAL_PERCENT, 50)))
    return usual - _USUAL_TIMES * (usual - low) - _USUAL_S


def _min_of_parts(
    received_s: Floats, stamps_s: Floats, min_valid_s: float, step: ProgressCallback
) -> tuple[Floats, Floats]:
    """For each part of the time, when the message with the least delay came, from the first on, and that delay.

    Messages whose stamps are wrong are left out.
    """
    edges = np.searchsorted(received_s, np.linspace(received_s[0], received_s[-1], _PARTS + 1)[1:-1])
    bounds = np.unique(np.concatenate(([0], edges, [received_s.size])))
    times, minima = [], []
    for begin, end in itertools.pairwise(bounds.tolist()):
        delays = received_s[begin:end] - stamps_s[begin:end]
        delays[delays < min_valid_s] = np.inf
        index = int(delays.argmin())
        if delays[index] < np.inf:
            times.append(float(received_s[begin + index] - received_s[0]))
            minima.append(float(delays[index]))
        step(0.5 * end / received_s.size)
    return np.array(times), np.array(minima)


def _line_below(times: Floats, delays: Floats) -> tuple[float, float]:
    """Slope, and height at time 0, of the line that is below all points and as near to them as possible.

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
    if end_s - begin_s < _COARSE_S:
        return 0.0, min(low, high)
    slope = (high - low) / (end_s - begin_s)
    return slope, low - slope * begin_s


def _turns_up(first: tuple[float, float], second: tuple[float, float], third: tuple[float, float]) -> float:
    """More than 0 where the path over three points turns up."""
    along = second[0] - first[0], second[1] - first[1]
    beyond = third[0] - first[0], third[1] - first[1]
    return along[0] * beyond[1] - along[1] * beyond[0]
