"""The distribution of a curve's values, and the figures that sum it up.

Percentiles of many values are found without a copy of all of them, and without one step that takes long.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from app.model.analysis.clean_samples import (
    CHUNK,
    CleanSamples,
    clean,
    finite_values,
    scale_exponent,
    scaled_down,
    scaled_up,
    scaled_up_number,
    sum_of_products,
)
from app.model.analysis.progress import AnalysisError, ProgressCallback, ignore_progress, progress_part
from app.model.timeseries.series import Floats
from app.wording.analysis import AnalysisWording

# values that are sorted at once; of more values they give bounds for the percentiles
_SORTED_AT_ONCE: Final = 1 << 16

# the uncertainty of those bounds: six standard deviations of a rank, at its worst for one half
_RANK_TOLERANCE: Final = 6 * 0.5 / math.sqrt(_SORTED_AT_ONCE)

# no screen shows more
MAX_BINS: Final = 1000
# of values that have the bins of others
_MOST_BESIDE: Final = 4 * MAX_BINS

PERCENTS: Final = (1.0, 5.0, 25.0, 50.0, 75.0, 95.0, 99.0)

# values that the width of bins is found from
_MAX_SAMPLED: Final = 1 << 18

_HOUR_S: Final = 3600.0


def percentiles(
    values: Floats, exponent: int, percents: Sequence[float], step: ProgressCallback = ignore_progress
) -> Floats:
    """The percentiles of values divided by 2 to the power of `exponent`, as numpy defines them by default.

    There must be at least one value. Raises what `step` raises.
    """
    every = -(-values.size // _SORTED_AT_ONCE)
    sampled = np.sort(scaled_down(values[::every], exponent))
    if every == 1:
        return np.percentile(sampled, percents)
    ends = [_ends(sampled, percent / 100) for percent in percents]
    below = [0] * len(ends)
    within: list[list[Floats]] = [[] for _ in ends]
    for begin in range(0, values.size, CHUNK):
        piece = scaled_down(values[begin : begin + CHUNK], exponent)
        for number, (low, high) in enumerate(ends):
            are_below = piece < low
            below[number] += int(np.count_nonzero(are_below))
            within[number].append(piece[(piece <= high) & ~are_below])
        step(begin / values.size)
    found = [
        _at_rank(np.concatenate(parts), (values.size - 1) * percent / 100 - count)
        for parts, percent, count in zip(within, percents, below, strict=True)
    ]
    if any(map(math.isnan, found)):
        # the sampled values are not like the others: their order is periodic
        return np.percentile(scaled_down(values, exponent), percents)
    return np.array(found)


def _ends(sampled: Floats, fraction: float) -> tuple[float, float]:
    """Bounds of the value that a fraction of all values, 0 to 1, is below."""
    low = math.floor((fraction - _RANK_TOLERANCE) * sampled.size) - 1
    high = math.ceil((fraction + _RANK_TOLERANCE) * sampled.size) + 1
    return float(sampled[low]) if low >= 0 else -math.inf, float(sampled[high]) if high < sampled.size else math.inf


def _at_rank(values: Floats, rank: float) -> float:
    """The value interpolated between the ranks below and above; NaN if one of them is not among these values."""
    low = math.floor(rank)
    high = min(low + 1, values.size - 1) if low == rank else low + 1
    if low < 0 or high >= values.size:
        return math.nan
    placed = np.partition(values, (low, high))
    return float(placed[low] + (placed[high] - placed[low]) * (rank - low))


@dataclass(frozen=True, slots=True, eq=False)
class Histogram:
    """The number of values in each bin.

    Attributes:
        edges: of the bins, `(nbins + 1,)`.
        counts: `(nbins,)`; a value on an edge counts in the bin above it, the greatest in the last.
    """

    edges: Floats
    counts: npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Percentile:
    """The value that `percent` of the values are below."""

    percent: float
    value: float


@dataclass(frozen=True, slots=True)
class Duty:
    """The duty of a threshold: how long a curve was above it.

    Attributes:
        threshold: in the curve's unit.
        above_share: the fraction of the time, 0 to 1; each value holds until the next.
        rises: how often the curve went from below to above.
    """

    threshold: float
    above_share: float
    rises: int


@dataclass(frozen=True, slots=True)
class CurveFigures:
    """The figures of a curve, in its unit.

    Attributes:
        count: of the samples that are usable.
        mean: of the values, whatever time is between them.
        standard_deviation: of the values, divided by their count.
        rms: root of the mean square, with the mean in it.
        least: of all values.
        greatest: of all values.
        percentiles: 1, 5, 25, 50, 75, 95, 99 percent.
        drift_per_hour: slope of the straight line through the samples; None if no time is between them.
        duties: one for each threshold, in the order given.
    """

    count: int
    mean: float
    standard_deviation: float
    rms: float
    least: float
    greatest: float
    percentiles: tuple[Percentile, ...]
    drift_per_hour: float | None
    duties: tuple[Duty, ...]


def histogram(values: npt.ArrayLike, bins: int | None = None, step: ProgressCallback = ignore_progress) -> Histogram:
    """Count values by bins: `bins` of them, or as many as the rule of Freedman and Diaconis gives.

    There are at most `MAX_BINS`, and fewer if floats between the least and the greatest value are too few. Raises
    AnalysisError and what `step` raises.
    """
    if bins is not None and not 1 <= bins <= MAX_BINS:
        raise AnalysisError(AnalysisWording.BAD_BINS(limit=MAX_BINS))
    numbers = _non_empty(finite_values(values))
    step(0.1)
    exponent = scale_exponent(numbers)
    lowest, highest = (math.ldexp(float(end), -exponent) for end in (numbers.min(), numbers.max()))
    if lowest == highest:
        half = max(0.5, abs(lowest) / 1000)
        lowest, highest = lowest - half, highest + half
        bins = bins or 1
    if bins is None:
        step(0.2)
        bins = _freedman_diaconis(scaled_down(numbers[:: -(-numbers.size // _MAX_SAMPLED)], exponent), numbers.size)
    distinct = (highest - lowest) / float(np.spacing(max(abs(lowest), abs(highest)))) / 2
    bins = int(max(1, min(bins, MAX_BINS, distinct)))
    counts, edges = np.zeros(bins, np.int64), np.empty(0)
    for begin in range(0, numbers.size, CHUNK):
        piece = scaled_down(numbers[begin : begin + CHUNK], exponent)
        counted, edges = np.histogram(piece, bins, (lowest, highest))
        counts += counted
        step(0.3 + 0.7 * begin / numbers.size)
    step(1.0)
    return Histogram(scaled_up(edges, exponent), counts)


def histogram_beside(values: npt.ArrayLike, other: Histogram, step: ProgressCallback = ignore_progress) -> Histogram:
    """Count values by bins of the same size and place as those of another histogram, as many as there is need for.

    The bins are their own where too many would be needed. Raises AnalysisError and what `step` raises.
    """
    numbers = _non_empty(finite_values(values))
    bins, first, last = other.counts.size, float(other.edges[0]), float(other.edges[-1])
    width = (last - first) / bins
    # a difference of the largest floats is infinite
    below, above = (max(math.inf if width <= 0 else far / width, 0.0) for far in _outside(numbers, first, last))
    if not bins + below + above <= _MOST_BESIDE:
        return histogram(numbers, None, step)
    before, behind = math.ceil(below), math.ceil(above)
    bins += before + behind
    ends = first - before * width, last + behind * width
    counts, edges = np.zeros(bins, np.int64), np.empty(0)
    for begin in range(0, numbers.size, CHUNK):
        counted, edges = np.histogram(numbers[begin : begin + CHUNK], bins, ends)
        counts += counted
        step(begin / numbers.size)
    step(1.0)
    return Histogram(edges, counts)


def curve_figures(
    times_s: npt.ArrayLike,
    values: npt.ArrayLike,
    thresholds: Sequence[float] = (),
    step: ProgressCallback = ignore_progress,
) -> CurveFigures:
    """The figures of a curve. Raises AnalysisError and what `step` raises."""
    if not all(map(math.isfinite, thresholds)):
        raise AnalysisError(AnalysisWording.BAD_THRESHOLD())
    cleaned = clean(times_s, values, progress_part(step, 0.0, 0.1))
    numbers, exponent = _non_empty(cleaned.values), scale_exponent(cleaned.values)
    step(0.1)
    mean, deviation, slope = _moments(cleaned, exponent, progress_part(step, 0.1, 0.4))
    ranked = percentiles(numbers, exponent, PERCENTS, progress_part(step, 0.4, 0.8))
    step(0.8)
    duties = tuple(
        _duty(
            cleaned,
            threshold,
            progress_part(step, 0.8 + 0.2 * number / len(thresholds), 0.8 + 0.2 * (number + 1) / len(thresholds)),
        )
        for number, threshold in enumerate(thresholds)
    )
    step(1.0)
    return CurveFigures(
        count=numbers.size,
        mean=scaled_up_number(mean, exponent),
        standard_deviation=scaled_up_number(deviation, exponent),
        rms=scaled_up_number(math.hypot(mean, deviation), exponent),
        least=float(numbers.min()),
        greatest=float(numbers.max()),
        percentiles=tuple(map(Percentile, PERCENTS, scaled_up(ranked, exponent).tolist())),
        drift_per_hour=None if slope is None else scaled_up_number(slope * _HOUR_S, exponent),
        duties=duties,
    )


def _outside(numbers: Floats, first: float, last: float) -> tuple[float, float]:
    """How far numbers go below the first and above the last edge; less than 0 where they do not."""
    return first - float(numbers.min()), float(numbers.max()) - last


def _non_empty(values: Floats) -> Floats:
    if not values.size:
        raise AnalysisError(AnalysisWording.NO_VALUES())
    return values


def _freedman_diaconis(sampled: Floats, count: int) -> int:
    """The number of bins for `count` values, by the quartiles of the sampled ones."""
    low, high = np.percentile(sampled, (25, 75))
    width = 2 * (high - low) / count ** (1 / 3)
    if width == 0:
        # half of the values are the same: the rule of Scott
        width = (24 * math.sqrt(math.pi) / count) ** (1 / 3) * float(sampled.std())
    if width == 0:
        return 1
    return math.ceil(min(float(sampled.max() - sampled.min()) / float(width), MAX_BINS))


def _moments(samples: CleanSamples, exponent: int, step: ProgressCallback) -> tuple[float, float, float | None]:
    """Mean, standard deviation and slope per second."""
    count = samples.values.size
    pieces = [slice(begin, begin + CHUNK) for begin in range(0, count, CHUNK)]
    begin_s = samples.times_s[0]
    mean = math.fsum(float(scaled_down(samples.values[piece], exponent).sum()) for piece in pieces) / count
    mean_s = math.fsum(float((samples.times_s[piece] - begin_s).sum()) for piece in pieces) / count
    sums = np.zeros(3)
    for piece in pieces:
        off = scaled_down(samples.values[piece], exponent) - mean
        off_s = samples.times_s[piece] - begin_s - mean_s
        sums += [sum_of_products(*pair) for pair in ((off, off), (off_s, off), (off_s, off_s))]
        step(piece.start / count)
    squares, products, squares_s = map(float, sums)
    return mean, math.sqrt(squares / count), products / squares_s if squares_s > 0 else None


def _duty(samples: CleanSamples, threshold: float, step: ProgressCallback) -> Duty:
    times, values = samples.times_s, samples.values
    above_s, nabove, rises = 0.0, 0, 0
    for begin in range(0, values.size, CHUNK):
        above = values[begin : begin + CHUNK + 1] > threshold
        rises += int(np.count_nonzero(above[1:] & ~above[:-1]))
        above_s += float(np.diff(times[begin : begin + CHUNK + 1])[above[:-1]].sum())
        nabove += int(np.count_nonzero(above[:CHUNK]))
        step(begin / values.size)
    span_s = float(times[-1] - times[0])
    return Duty(threshold, min(above_s / span_s, 1.0) if span_s > 0 else nabove / values.size, rises)
