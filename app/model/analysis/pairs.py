"""The comparison of two curves: the density of their pairs of values, and which curve follows which."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from app.model.analysis.clean_samples import (
    CHUNK,
    CleanSamples,
    as_floats,
    clean,
    is_within,
    largest_magnitude,
    scale_exponent,
    scaled_down,
)
from app.model.analysis.progress import AnalysisError, ProgressCallback, ignore_progress, progress_part
from app.model.analysis.timing_findings import duration_text
from app.model.timeseries.series import Floats, Numbers
from app.wording.analysis import AnalysisWording

# no screen shows more cells on a side
MAX_CELLS: Final = 1024
_MIN_CELLS: Final = 16
_MAX_CHOSEN: Final = 256

MIN_SAMPLES: Final = 8

# points of the common grid: longer data gets a coarser grid
MAX_GRID: Final = 1 << 19

# the least coefficient of curves that are alike, and the fraction of the best that counts as equally alike
_MIN_COEFFICIENT: Final = 0.3
_REPEAT_FRACTION: Final = 0.95
# coefficients that differ by less are equally good
_COEFFICIENT_TOLERANCE: Final = 1e-3

# a lag is clearly nearer if it is less than this fraction of another one
_NEARER: Final = 0.8

# fractions of the spread that are errors of rounding
_ROUNDING: Final = 1e-12
_CONSTANT: Final = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class PairedValues:
    """The values of two curves at the same times."""

    x: Floats
    y: Floats


@dataclass(frozen=True, slots=True, eq=False)
class PairDensity:
    """The number of pairs in each cell of a grid.

    Attributes:
        x_edges: of the grid's columns, `(ncolumns + 1,)`, at even distances.
        y_edges: of its rows, `(nrows + 1,)`, at even distances.
        counts: `(ncolumns, nrows)`.
    """

    x_edges: Floats
    y_edges: Floats
    counts: npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Correlation:
    """The correlation of two curves by the lag between them.

    Attributes:
        lags_s: `(n,)`, ascending; by them the second curve is taken later than the first.
        coefficients: of correlation at each lag, `(n,)`, from -1 to 1.
        lag_s: the lag of the strongest correlation; more than 0: the second curve follows the first.
        coefficient: the correlation at that lag.
        repeats_s: the period after which the curves are as alike again, so that the lag is one of many; else None.
        words: the meaning, in English sentences.
    """

    lags_s: Floats
    coefficients: Floats
    lag_s: float
    coefficient: float
    repeats_s: float | None
    words: tuple[str, ...]


def pair_values(times_a: npt.ArrayLike, a: npt.ArrayLike, times_b: npt.ArrayLike, b: npt.ArrayLike) -> PairedValues:
    """Pair the values of the first curve with the interpolated second, where both exist. Raises AnalysisError."""
    first, second = clean(times_a, a), clean(times_b, b)
    _common_span(first, second)
    begin = np.searchsorted(first.times_s, second.times_s[0])
    end = np.searchsorted(first.times_s, second.times_s[-1], "right")
    values: Floats = np.interp(first.times_s[begin:end], second.times_s, second.values)
    return PairedValues(first.values[begin:end], values)


def pair_density(
    x: npt.ArrayLike, y: npt.ArrayLike, bins: int | None = None, step: ProgressCallback = ignore_progress
) -> PairDensity:
    """Count pairs on a grid of `bins` by `bins` cells, or as many as suit the number of pairs.

    Pairs that are not finite are left out. Raises AnalysisError and what `step` raises.
    """
    if bins is not None and not 1 <= bins <= MAX_CELLS:
        raise AnalysisError(AnalysisWording.BAD_CELLS(limit=MAX_CELLS))
    columns, rows = as_floats(x), as_floats(y)
    if columns.size != rows.size:
        raise AnalysisError(AnalysisWording.VALUES_DIFFER(columns=columns.size, rows=rows.size))
    if not (is_within(columns) and is_within(rows)):
        finite = np.isfinite(columns)
        finite &= np.isfinite(rows)
        columns, rows = columns[finite], rows[finite]
    step(0.1)
    if not columns.size:
        raise AnalysisError(AnalysisWording.NO_PAIRS())
    bins = bins or min(max(math.isqrt(columns.size) // 2, _MIN_CELLS), _MAX_CHOSEN)
    x_axis = _Axis.of(columns, bins)
    step(0.15)
    y_axis = _Axis.of(rows, bins)
    step(0.2)
    counts = np.zeros(bins * bins, np.int64)
    for begin in range(0, columns.size, CHUNK):
        piece = slice(begin, begin + CHUNK)
        cells = x_axis.indices(columns[piece])
        cells *= bins
        cells += y_axis.indices(rows[piece])
        counts += np.bincount(cells, minlength=counts.size)
        step(0.2 + 0.8 * begin / columns.size)
    step(1.0)
    return PairDensity(x_axis.edges, y_axis.edges, counts.reshape(bins, bins))


def correlation(
    times_a: npt.ArrayLike,
    a: npt.ArrayLike,
    times_b: npt.ArrayLike,
    b: npt.ArrayLike,
    max_lag_s: float | None = None,
    step: ProgressCallback = ignore_progress,
) -> Correlation:
    """The correlation of two curves by the lag between them, up to half of their common time.

    At each lag it is Pearson's coefficient of the time that the curves have in common at that lag. Raises AnalysisError
    and what `step` raises.
    """
    if max_lag_s is not None and not (math.isfinite(max_lag_s) and max_lag_s > 0):
        raise AnalysisError(AnalysisWording.BAD_LAG())
    first = clean(times_a, a, progress_part(step, 0.0, 0.05))
    second = clean(times_b, b, progress_part(step, 0.05, 0.1))
    ours, theirs, interval_s = _on_common_grid(first, second, progress_part(step, 0.1, 0.5))
    if _is_constant(ours) or _is_constant(theirs):
        raise AnalysisError(AnalysisWording.ONE_IS_CONSTANT())
    max_lag = ours.size // 2
    if max_lag_s is not None:
        max_lag = min(max_lag, max(1, math.ceil(max_lag_s / interval_s)))
    coefficients = _coefficients(ours, theirs, max_lag, progress_part(step, 0.5, 1.0))
    lags_s: Floats = np.arange(-max_lag, max_lag + 1, dtype=np.float64) * interval_s
    strongest = _strongest(coefficients)
    offset, coefficient = vertex(coefficients, strongest)
    lag_s = float(lags_s[strongest]) + offset * interval_s
    repeats_s = repeat_s(coefficients, strongest, interval_s)
    step(1.0)
    words = _sentences(lag_s, coefficient, repeats_s, interval_s)
    return Correlation(lags_s, coefficients, lag_s, coefficient, repeats_s, words)


@dataclass(frozen=True, slots=True, eq=False)
class _Axis:
    """Even bins between the least and the greatest of some values."""

    edges: Floats
    exponent: int

    @classmethod
    def of(cls, values: Floats, bins: int) -> _Axis:
        """An axis that holds all of the values."""
        exponent = scale_exponent(values)
        lowest, highest = (math.ldexp(float(end), -exponent) for end in (values.min(), values.max()))
        if highest - lowest <= bins * float(np.spacing(max(abs(lowest), abs(highest)))):
            half = max(0.5, abs(lowest) / 1000)
            lowest, highest = lowest - half, highest + half
        return cls(np.linspace(lowest, highest, bins + 1), exponent)

    def indices(self, values: Floats) -> Numbers:
        """The index of the bin of each value."""
        bins = self.edges.size - 1
        offsets = scaled_down(values, self.exponent) - self.edges[0]
        offsets *= bins / (self.edges[-1] - self.edges[0])
        indices: Numbers = offsets.astype(np.int64)
        np.clip(indices, 0, bins - 1, out=indices)
        return indices


def _common_span(first: CleanSamples, second: CleanSamples) -> tuple[float, float]:
    """The begin of the curve that begins last, and the end of the one that ends first."""
    if not (first.times_s.size and second.times_s.size):
        raise AnalysisError(AnalysisWording.ONE_IS_EMPTY())
    begin_s = max(float(first.times_s[0]), float(second.times_s[0]))
    end_s = min(float(first.times_s[-1]), float(second.times_s[-1]))
    if end_s < begin_s:
        raise AnalysisError(AnalysisWording.NO_COMMON_TIME())
    return begin_s, end_s


def _on_common_grid(first: CleanSamples, second: CleanSamples, step: ProgressCallback) -> tuple[Floats, Floats, float]:
    """Both curves on a grid of their common time, without their means, and the interval of the grid."""
    begin_s, end_s = _common_span(first, second)
    firsts, seconds = (_within(curve, begin_s, end_s) for curve in (first, second))
    interval_s = _interval_s(firsts, seconds, begin_s, end_s)
    count = int((end_s - begin_s) / interval_s)
    grid: Floats = begin_s + (np.arange(count, dtype=np.float64) + 0.5) * interval_s
    ours = on_grid(first, firsts, grid, progress_part(step, 0.0, 0.5))
    theirs = on_grid(second, seconds, grid, progress_part(step, 0.5, 1.0))
    return ours, theirs, interval_s


def _within(curve: CleanSamples, begin_s: float, end_s: float) -> slice[int, int, None]:
    """The samples of a curve between two times. Raises AnalysisError for too few."""
    begin, end = np.searchsorted(curve.times_s, (begin_s, end_s))
    if end - begin < MIN_SAMPLES:
        raise AnalysisError(AnalysisWording.FEW_OF_BOTH(least=MIN_SAMPLES))
    return slice(int(begin), int(end) + 1)


def _interval_s(first: slice[int, int, None], second: slice[int, int, None], begin_s: float, end_s: float) -> float:
    """The interval of the grid: as fine as that of the finer curve, within a limit."""
    count = max(first.stop - first.start, second.stop - second.start)
    return (end_s - begin_s) / float(min(count, MAX_GRID))


def on_grid(curve: CleanSamples, within: slice[int, int, None], grid: Floats, step: ProgressCallback) -> Floats:
    """The curve on a grid, without its mean: interpolated linearly, or by means where the curve is much finer."""
    exponent = scale_exponent(curve.values)
    step(0.0)
    times, values = curve.times_s[within], curve.values[within]
    interval_s = float(grid[-1] - grid[0]) / max(grid.size - 1, 1)
    made: Floats
    if times.size > 2 * grid.size:
        sums, counts = np.zeros(grid.size), np.zeros(grid.size, np.int64)
        for begin in range(0, times.size, CHUNK):
            piece = slice(begin, begin + CHUNK)
            indices = ((times[piece] - (grid[0] - interval_s / 2)) / interval_s).astype(np.int64)
            np.clip(indices, 0, grid.size - 1, out=indices)
            sums += np.bincount(indices, scaled_down(values[piece], exponent), grid.size)
            counts += np.bincount(indices, minlength=grid.size)
            step(begin / times.size)
        filled = counts > 0
        made = np.interp(grid, grid[filled], sums[filled] / counts[filled])
    else:
        begin, end = max(within.start - 1, 0), within.stop
        made = np.interp(grid, curve.times_s[begin:end], scaled_down(curve.values[begin:end], exponent))
    made -= made.mean()
    return made


def _is_constant(values: Floats) -> bool:
    return bool(values.max() - values.min() <= _ROUNDING * max(1e-300, largest_magnitude(np.abs(values))))


def _coefficients(ours: Floats, theirs: Floats, max_lag: int, step: ProgressCallback) -> Floats:
    """Pearson's coefficient of `ours[i]` and `theirs[i + lag]`, for lags from `-max_lag` to `max_lag`."""
    count = ours.size
    size = 1 << (count + max_lag).bit_length()
    ours, theirs = ours / ours.std(), theirs / theirs.std()
    lines = np.conj(np.fft.rfft(ours, size))
    step(0.2)
    lines *= np.fft.rfft(theirs, size)
    step(0.4)
    around = np.fft.irfft(lines, size)
    step(0.6)
    products = np.concatenate((around[size - max_lag :], around[: max_lag + 1]))
    lags = np.arange(-max_lag, max_lag + 1)
    # the samples that both have in common at each lag
    our_begin, their_begin = np.maximum(-lags, 0), np.maximum(lags, 0)
    common = count - np.abs(lags)
    our_sum, our_square = (_sums(numbers, our_begin, common) for numbers in (ours, ours * ours))
    their_sum, their_square = (_sums(numbers, their_begin, common) for numbers in (theirs, theirs * theirs))
    step(0.9)
    spread = (our_square - our_sum**2 / common) * (their_square - their_sum**2 / common)
    # a constant curve has no correlation
    defined = spread > (_CONSTANT * common) ** 2
    covariances = products - our_sum * their_sum / common
    found: Floats = np.zeros(lags.size)
    np.divide(covariances, np.sqrt(spread, where=defined, out=np.ones(lags.size)), out=found, where=defined)
    return np.clip(found, -1.0, 1.0)


def _sums(numbers: Floats, begins: Numbers, counts: Numbers) -> Floats:
    sums = np.concatenate(([0.0], np.cumsum(numbers)))
    total: Floats = sums[begins + counts] - sums[begins]
    return total


def _strongest(coefficients: Floats) -> int:
    """The index of the strongest correlation: of equally good ones, the one with the least lag.

    Oscillations are equally alike, but inverted, half a period off: that one is taken only where it is clearly nearer.
    """
    strength = np.abs(coefficients)
    (best,) = np.nonzero(strength >= strength.max() - _COEFFICIENT_TOLERANCE)
    middle = coefficients.size // 2
    distances = np.abs(best - middle) * np.where(coefficients[best] < 0, 1 / _NEARER, 1.0)
    # climb from the nearest to the top beside it
    nearest = int(best[distances.argmin()])
    while True:
        around = slice(max(nearest - 1, 0), nearest + 2)
        higher = around.start + int(strength[around].argmax())
        if strength[higher] <= strength[nearest]:
            return nearest
        nearest = higher


def vertex(coefficients: Floats, at: int) -> tuple[float, float]:
    """The vertex of a parabola through the strongest coefficient and its neighbours: its offset and its height."""
    strongest = float(coefficients[at])
    if not 0 < at < coefficients.size - 1:
        return 0.0, strongest
    left, right = float(coefficients[at - 1]), float(coefficients[at + 1])
    bend = left - 2 * strongest + right
    if bend * strongest >= 0:
        return 0.0, strongest
    offset = min(max((left - right) / (2 * bend), -0.5), 0.5)
    return offset, min(max(strongest - (left - right) * offset / 4, -1.0), 1.0)


def repeat_s(coefficients: Floats, at: int, interval_s: float) -> float | None:
    """The lag after which the curves are as alike again; None where they are not."""
    same = coefficients * math.copysign(1.0, coefficients[at])
    inner = same[1:-1]
    tops = np.flatnonzero((inner > same[:-2]) & (inner >= same[2:]) & (inner > _REPEAT_FRACTION * same[at])) + 1
    # a top counts only if the correlation is lower in between
    distances = [abs(int(top) - at) for top in tops if top != at and _dips(same, at, int(top))]
    return min(distances) * interval_s if distances else None


def _dips(same: Floats, at: int, top: int) -> bool:
    return bool(same[min(at, top) : max(at, top) + 1].min() < same[at] / 2)


def _sentences(lag_s: float, coefficient: float, repeats_s: float | None, interval_s: float) -> tuple[str, ...]:
    if abs(coefficient) < _MIN_COEFFICIENT:
        return (AnalysisWording.HARDLY_ALIKE(coefficient=coefficient),)
    if abs(lag_s) < interval_s / 2:
        upright, inverted = AnalysisWording.TOGETHER, AnalysisWording.TOGETHER_INVERTED
    elif lag_s > 0:
        upright, inverted = AnalysisWording.SECOND_FOLLOWS, AnalysisWording.SECOND_FOLLOWS_INVERTED
    else:
        upright, inverted = AnalysisWording.FIRST_FOLLOWS, AnalysisWording.FIRST_FOLLOWS_INVERTED
    first = (upright if coefficient > 0 else inverted)(coefficient=coefficient, lag=duration_text(abs(lag_s)))
    return (first,) if repeats_s is None else (first, AnalysisWording.REPEATS(period=duration_text(repeats_s)))
