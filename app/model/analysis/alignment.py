"""The alignment of two runs: where the time of a second one lies on that of a first, by a curve that both have."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from app.model.analysis.clean_samples import CleanSamples, clean
from app.model.analysis.pairs import MAX_GRID, MIN_SAMPLES, on_grid, repeat_s, vertex
from app.model.analysis.progress import AnalysisError, ProgressCallback, ignore_progress, progress_part
from app.model.analysis.sampling import MISSING_INTERVALS, usual_interval_s
from app.model.analysis.timing_findings import duration_text
from app.model.timeseries.series import Floats, Numbers
from app.wording.analysis import AnalysisWording

# runs that lie over each other for less than this share of the shorter one are not looked for
_LEAST_OVERLAP: Final = 0.1
# an alignment with a lower coefficient is none
MIN_COEFFICIENT: Final = 0.5
# coefficients of nearly 1 differ by rounding
_MOST_COEFFICIENT: Final = 0.9999
# the best is looked for as far as the coefficient and the overlap are about as great
_NEAR_COEFFICIENT: Final = 0.9
_NEAR_OVERLAP: Final = 0.8
# the top of a hill of coefficients: as high as this share of it, and wide from so many values on each side on
_TOP: Final = 0.95
_WIDE: Final = 3
# shares of the spread of a curve below which what is left of it is rounding
_ROUNDING: Final = 1e-9
# a curve of which more than this is missing comes when something changes, not at a rate: nothing of it is missing
_MOST_MISSING: Final = 0.5

# clocks that differ by more are broken
_MAX_DRIFT: Final = 1e-3
_START_DRIFTS: Final = (0.0, 1e-4, -1e-4, 3e-4, -3e-4, 6e-4, -6e-4, 9e-4, -9e-4)
_MIN_FITTED: Final = 32
# of a value of a smoothed curve so much must be known
_KNOWN: Final = 0.9
# a drift is known if it is so many times its standard deviation
_CLEAR_TIMES: Final = 3.0
_ROUNDS: Final = 12


@dataclass(frozen=True, slots=True)
class Alignment:
    """The place of a second run on the time of a first.

    Attributes:
        offset_s: what is added to a time of the second run at `origin_s`.
        origin_s: the time of the second run from which its drift counts.
        drift_s_per_s: what is added for each second after that.
        coefficient: how alike the runs are, to 1; None where that was not asked.
        repeats_s: the period after which they are as alike again, so that the offset is one of many; else None.
    """

    offset_s: float
    origin_s: float = 0.0
    drift_s_per_s: float = 0.0
    coefficient: float | None = None
    repeats_s: float | None = None

    def to_first(self, times_s: Floats) -> Floats:
        """Return times of the second run, `(n,)`, as times of the first."""
        return times_s + self.offset_s + self.drift_s_per_s * (times_s - self.origin_s)


def alignment_sentences(name: str, found: Alignment) -> tuple[str, ...]:
    """Sentences on what became of an alignment, by the name of the second run."""
    values = {"name": name, "offset_s": found.offset_s}
    if found.coefficient is None:
        return (AnalysisWording.MOVED(**values),)
    sentences = [AnalysisWording.MOVED_TO_BEST(**values, coefficient=found.coefficient)]
    if found.drift_s_per_s:
        sentences.append(AnalysisWording.CLOCK_CORRECTED(drift=found.drift_s_per_s * 1e6))
    if found.repeats_s is not None:
        sentences.append(AnalysisWording.PLACE_REPEATS(period=duration_text(found.repeats_s)))
    return tuple(sentences)


def align_by_correlation(
    times_a: npt.ArrayLike,
    a: npt.ArrayLike,
    times_b: npt.ArrayLike,
    b: npt.ArrayLike,
    step: ProgressCallback = ignore_progress,
) -> Alignment:
    """Find where the second curve lies over the first, however far apart their times are.

    Every offset at which they overlap is tried. A height, or a steady rise or fall, by which they differ does not
    matter; what is missing of one is left out. Clocks that run at different rates are found, too. Raises AnalysisError
    where the curves are not alike, and what `step` raises.
    """
    first = clean(times_a, a, progress_part(step, 0.0, 0.05))
    second = clean(times_b, b, progress_part(step, 0.05, 0.1))
    if min(first.times_s.size, second.times_s.size) < MIN_SAMPLES:
        raise AnalysisError(AnalysisWording.FEW_OF_BOTH(least=MIN_SAMPLES))
    interval_s = _common_interval_s(first, second)
    ours = _Gridded.of(first, interval_s, progress_part(step, 0.1, 0.2))
    theirs = _Gridded.of(second, interval_s, progress_part(step, 0.2, 0.3))
    coefficients, counts = _coefficients(ours, theirs, progress_part(step, 0.3, 0.8))
    at = _best(coefficients, counts)
    offset, coefficient = _top(coefficients, at)
    if coefficient < MIN_COEFFICIENT:
        raise AnalysisError(AnalysisWording.NOT_ALIGNED(coefficient=max(coefficient, 0.0)))
    lag = at - (ours.values.size - 1) + offset
    begin, end = _around(coefficients >= _TOP * coefficients[at], at)
    hill = end - begin
    line = _fitted(ours, theirs, lag, hill, progress_part(step, 0.8, 1.0))
    step(1.0)
    begins_s = ours.begin_s - theirs.begin_s
    repeats_s = repeat_s(np.where(counts >= _NEAR_OVERLAP * counts[at], coefficients, 0.0), at, interval_s)
    if line is None:
        return Alignment(begins_s - lag * interval_s, theirs.begin_s, 0.0, coefficient, repeats_s)
    index, lag, slope = line
    origin_s = theirs.begin_s + (index + lag) * interval_s
    return Alignment(begins_s - lag * interval_s, origin_s, -slope / (1 + slope), coefficient, repeats_s)


@dataclass(frozen=True, slots=True, eq=False)
class _Gridded:
    """A curve on a grid, `(n,)`, of mean 0 and deviation 1.

    Attributes:
        begin_s: the time of the first value.
        values: the values; 0 where they are missing.
        known: 1 where there are values, 0 where they are missing.
    """

    begin_s: float
    values: Floats
    known: Floats

    @classmethod
    def of(cls, curve: CleanSamples, interval_s: float, step: ProgressCallback) -> _Gridded:
        """Put a curve on a grid. Raises AnalysisError for one that is constant."""
        times = curve.times_s
        count = max(int((float(times[-1]) - float(times[0])) / interval_s), 1) + 1
        grid: Floats = float(times[0]) + np.arange(count, dtype=np.float64) * interval_s
        values = on_grid(curve, slice(0, times.size), grid, step)
        known = _is_known(times, grid)
        values -= values[known].mean()
        deviation = float(values[known].std())
        if not deviation > _ROUNDING * float(np.abs(curve.values).max()):
            raise AnalysisError(AnalysisWording.ONE_IS_CONSTANT())
        values /= deviation
        values[~known] = 0.0
        return cls(float(grid[0]), values, known.astype(np.float64))

    def smoothed(self, width: int) -> _Gridded:
        """Return the curve as weighted means over a number of values; missing ones have no weight."""
        if width < _WIDE:
            return self
        weights = np.hanning(width + width % 2 + 3)[1:-1]
        size = 1 << (self.values.size + weights.size).bit_length()
        by = np.fft.rfft(weights / weights.sum(), size)
        half = weights.size // 2
        values, known = (
            np.fft.irfft(np.fft.rfft(each, size) * by, size)[half : half + self.values.size]
            for each in (self.values, self.known)
        )
        return _Gridded(self.begin_s, values / np.maximum(known, _ROUNDING), known)


def _common_interval_s(first: CleanSamples, second: CleanSamples) -> float:
    """The interval of the finer curve; a greater one where the grid would get too long."""
    spans = [float(curve.times_s[-1] - curve.times_s[0]) for curve in (first, second)]
    if min(spans) <= 0:
        raise AnalysisError(AnalysisWording.ONE_TIME())
    return max(min(map(usual_interval_s, (first.times_s, second.times_s))), max(spans) / MAX_GRID)


def _is_known(times: Floats, grid: Floats) -> npt.NDArray[np.bool_]:
    """Flags of the points of a grid at which the curve is not missing."""
    usual_s = usual_interval_s(times)
    after = np.clip(np.searchsorted(times, grid, "right"), 1, times.size - 1)
    known: npt.NDArray[np.bool_] = times[after] - times[after - 1] <= MISSING_INTERVALS * usual_s
    return known if np.count_nonzero(known) >= (1 - _MOST_MISSING) * grid.size else np.ones(grid.size, np.bool_)


def _coefficients(ours: _Gridded, theirs: _Gridded, step: ProgressCallback) -> tuple[Floats, Numbers]:
    """The coefficients of `ours[i]` and `theirs[i + lag]`, from `lag = 1 - len(ours)` on, and of how many values.

    Each is the partial correlation of what is known of both, given the time: a straight line is taken from both before.
    Where too little is common it is 0.
    """
    count = ours.values.size + theirs.values.size - 1
    size = 1 << (count - 1).bit_length()
    time: Floats = np.linspace(-1.0, 1.0, ours.values.size)
    known, values = ours.known, ours.values
    of_ours = [np.conj(np.fft.rfft(each, size)) for each in (known, known * time, known * time**2)]
    step(0.2)
    of_values = [np.conj(np.fft.rfft(each, size)) for each in (values, values * time, values**2)]
    step(0.4)
    their_known, theirs_of, their_squares = (
        np.fft.rfft(each, size) for each in (theirs.known, theirs.values, theirs.values**2)
    )
    step(0.5)

    def total(of_first: npt.NDArray[np.complex128], of_second: npt.NDArray[np.complex128]) -> Floats:
        around = np.fft.irfft(of_first * of_second, size)
        begin = ours.values.size - 1
        sums: Floats = np.concatenate((around[size - begin :], around[: theirs.values.size]))
        return sums

    counts = np.rint(total(of_ours[0], their_known))
    least = max(MIN_SAMPLES, _LEAST_OVERLAP * min(float(known.sum()), float(theirs.known.sum())))
    common = counts >= least
    n = np.where(common, counts, 1.0)
    time_sum, time_square = total(of_ours[1], their_known), total(of_ours[2], their_known)
    step(0.6)
    a, a_time, a_square = (total(each, their_known) for each in of_values)
    step(0.7)
    b, b_time = total(of_ours[0], theirs_of), total(of_ours[1], theirs_of)
    step(0.8)
    products, b_square = total(of_values[0], theirs_of), total(of_ours[0], their_squares)
    step(0.9)
    spread = np.maximum(time_square - time_sum**2 / n, _ROUNDING)
    a_rise, b_rise = (a_time - a * time_sum / n), (b_time - b * time_sum / n)
    a_left = a_square - a**2 / n - a_rise**2 / spread
    b_left = b_square - b**2 / n - b_rise**2 / spread
    both = products - a * b / n - a_rise * b_rise / spread
    defined = common & (a_left > _ROUNDING * n) & (b_left > _ROUNDING * n)
    found = np.zeros(count)
    np.divide(both, np.sqrt(np.where(defined, a_left * b_left, 1.0)), out=found, where=defined)
    return np.clip(found, -1.0, 1.0), counts.astype(np.int64)


def _best(coefficients: Floats, counts: Numbers) -> int:
    """The index of the offset at which the curves are most alike; of much that is alike rather than of little."""
    alike = np.arctanh(np.clip(coefficients, 0.0, _MOST_COEFFICIENT))
    best = int((alike * np.sqrt(counts)).argmax())
    # more in common is no better beside the place where they are most alike
    begin, end = _around(
        (coefficients >= _NEAR_COEFFICIENT * coefficients[best]) & (counts >= _NEAR_OVERLAP * counts[best]), best
    )
    return begin + int(coefficients[begin:end].argmax())


def _around(flags: npt.NDArray[np.bool_], at: int) -> tuple[int, int]:
    """The begin and end of the flags that are set around one, without a gap."""
    (others,) = np.nonzero(~flags)
    edge = int(np.searchsorted(others, at))
    begin = int(others[edge - 1]) + 1 if edge else 0
    end = int(others[edge]) if edge < others.size else flags.size
    return min(begin, at), max(end, at + 1)


def _top(coefficients: Floats, at: int) -> tuple[float, float]:
    """The top of the hill whose greatest coefficient is at an index: how far from it, and its height.

    Noise of both curves makes neighbours differ, so that a parabola through the whole top is better than one through
    three of them where the hill is wide.
    """
    begin, end = _around(coefficients >= _TOP * coefficients[at], at)
    half = min(at - begin, end - 1 - at)
    if half < _WIDE:
        return vertex(coefficients, at)
    x: Floats = np.arange(-half, half + 1) / half
    bend, slope, height = np.polyfit(x, coefficients[at - half : at + half + 1], 2)
    offset = -slope / (2 * bend) if bend < 0 else math.inf
    if abs(offset) > 1:
        return vertex(coefficients, at)
    return float(offset * half), min(float(height - bend * offset**2), 1.0)


def _fitted(
    ours: _Gridded, theirs: _Gridded, lag: float, hill: int, step: ProgressCallback
) -> tuple[float, float, float] | None:
    """The lag as it changes: an index of `ours`, the lag there, and its slope; None where no fit is better.

    By least squares, `ours` is a height, a rise, and a multiple of `theirs` at a lag that changes evenly.
    """
    ours, theirs = (each.smoothed(max(hill // 2, 1)) for each in (ours, theirs))
    fit = _LagFit(ours, theirs, lag, hill)
    if fit.is_too_short:
        return None
    steady = fit.improved(_Lag(lag, 0.0), (0,))
    step(0.3)
    starts = (_Lag(lag, slope) for slope in _START_DRIFTS)
    changing = fit.improved(max(starts, key=lambda start: fit.solve(start).alike), (0, 1))
    step(1.0)
    is_clear = (
        abs(changing.slope) <= _MAX_DRIFT
        and abs(changing.slope) > _CLEAR_TIMES * fit.slope_deviation(changing)
        and fit.solve(changing).alike > fit.solve(steady).alike
    )
    found = changing if is_clear else steady
    return (fit.middle, found.lag, found.slope) if abs(found.lag - lag) <= max(2 * hill, fit.most_drift) else None


class _Lag(NamedTuple):
    """A lag at the middle of what two curves have in common, and its slope, in values of the grid."""

    lag: float
    slope: float


class _Solved(NamedTuple):
    """The best fit at a lag: the rest, what a change of lag or slope makes of it, and the share that is explained."""

    rest: Floats
    changes: Floats
    alike: float


class _LagFit:
    """The least squares of a lag between two curves on one grid."""

    def __init__(self, ours: _Gridded, theirs: _Gridded, lag: float, hill: int) -> None:
        begin, end = max(0, -round(lag)), min(ours.values.size, theirs.values.size - round(lag))
        indices: Floats = np.arange(begin, end, dtype=np.float64)
        indices = indices[ours.known[begin:end] > _KNOWN]
        self.is_too_short = indices.size < _MIN_FITTED
        self.middle = float(indices.mean()) if indices.size else 0.0
        self.most_drift = _MAX_DRIFT * (end - begin)
        self._from_middle = indices - self.middle
        self._indices = indices
        self._ours = ours.values[indices.astype(np.int64)]
        self._theirs = theirs
        self._rising = np.gradient(theirs.values) if theirs.values.size > 1 else np.zeros(theirs.values.size)
        self._alike_over = max(hill // 2, 1)

    def solve(self, at: _Lag) -> _Solved:
        """Find the best height, rise and multiple at a lag."""
        places = self._indices + at.lag + at.slope * self._from_middle
        grid = np.arange(self._theirs.values.size)
        known = np.interp(places, grid, self._theirs.known, 0.0, 0.0) > _KNOWN
        values = np.interp(places, grid, self._theirs.values)
        time = self._from_middle / max(float(np.abs(self._from_middle).max()), 1.0)
        columns = np.stack((np.ones(time.size), time, values))[:, known]
        wanted = self._ours[known]
        if wanted.size < _MIN_FITTED:
            return _Solved(np.zeros(1), np.zeros((2, 1)), 0.0)
        squares = columns @ columns.T
        best = np.linalg.lstsq(squares, columns @ wanted, rcond=None)[0]
        rest = wanted - best @ columns
        line = np.linalg.lstsq(squares[:2, :2], columns[:2] @ wanted, rcond=None)[0]
        without = wanted - line @ columns[:2]
        spread = float((without**2).sum())
        alike = 1 - float((rest**2).sum()) / spread if spread > 0 and best[2] > 0 else 0.0
        by_lag = best[2] * np.interp(places, grid, self._rising)[known]
        changes = np.stack((by_lag, by_lag * self._from_middle[known]))
        # what height, rise and multiple can make good is no change
        changes -= np.linalg.lstsq(squares, columns @ changes.T, rcond=None)[0].T @ columns
        return _Solved(rest, changes, alike)

    def improved(self, start: _Lag, which: tuple[int, ...]) -> _Lag:
        """Return the best lag from a start on; `which` of lag and slope change."""
        best, solved = start, self.solve(start)
        for _ in range(_ROUNDS):
            changes = solved.changes[list(which)]
            moves = np.zeros(2)
            moves[list(which)] = np.linalg.lstsq(changes @ changes.T, changes @ solved.rest, rcond=None)[0]
            better = _Lag(best.lag + float(moves[0]), best.slope + float(moves[1]))
            tried = self.solve(better)
            if not tried.alike > solved.alike:
                break
            best, solved = better, tried
        return best

    def slope_deviation(self, at: _Lag) -> float:
        """The standard deviation of the slope, of values that are alike beside each other since they are smoothed."""
        solved = self.solve(at)
        squares = solved.changes @ solved.changes.T
        variance = float((solved.rest**2).mean()) * self._alike_over
        try:
            return math.sqrt(max(variance * float(np.linalg.inv(squares)[1, 1]), 0.0))
        except np.linalg.LinAlgError:
            return math.inf
