"""The comparison of one curve of two runs: how far they are apart, when, and for how long."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from app.model.analysis.clean_samples import MAX_FLOAT, CleanSamples, clean
from app.model.analysis.pairs import correlation
from app.model.analysis.progress import AnalysisError, ProgressCallback, ignore_progress, progress_part
from app.model.analysis.sampling import usual_interval_s
from app.model.schema import FieldKind
from app.model.timeseries.budget import SeriesBudget
from app.model.timeseries.series import Floats, Series
from app.wording.analysis import AnalysisWording

# between their messages they stay as they are
STEPPED_KINDS: Final = frozenset({FieldKind.INTEGER, FieldKind.BOOLEAN, FieldKind.ENUM})
# after a pause of so many usual intervals a curve is missing; what is sent together and late on its way is not
_MISSING_INTERVALS: Final = 10.0
# a lag is looked for up to this share of the common time
_MAX_LAG: Final = 0.1
# less alike curves have none
_MIN_COEFFICIENT: Final = 0.5


@dataclass(frozen=True, slots=True)
class ComparedCurve:
    """The figures of the difference of two curves, the second less the first, where both are known.

    Attributes:
        count: the number of values that were compared.
        compared_s: how long both are known.
        missing_s: how long one of them is missing between the beginning of that and the end.
        mean: the mean of the difference, by time.
        rms: its root mean square, by time.
        most: the difference that is farthest from 0.
        most_at_s: when that was, on the time of the first curve.
        lag_s: how much later the second curve does as the first, at most a tenth of the common time; None where the
            curves do not tell.
        apart_share: the share of the compared time, 0 to 1, in which they are farther apart than allowed; None where
            everything is.
    """

    count: int
    compared_s: float
    missing_s: float
    mean: float
    rms: float
    most: float
    most_at_s: float
    lag_s: float | None
    apart_share: float | None


@dataclass(frozen=True, slots=True, eq=False)
class CurveDifference:
    """The difference of two curves, the second less the first, at the times of the first, `(n,)`; NaN where missing."""

    times_s: Floats
    values: Floats


class LaidCurve:
    """The second of two curves, on the time of the first, whose values are looked up at the times of that.

    Between its samples it is a straight line, or `is_stepped`, the value before.

    Args:
        samples: one at least.
    """

    def __init__(self, samples: CleanSamples, *, is_stepped: bool = False) -> None:
        times_s = samples.times_s
        usual_s = _usual_s(times_s)
        self._samples = samples
        self._is_stepped = is_stepped
        self._limit_s = _MISSING_INTERVALS * usual_s
        self._until_s = np.append(times_s, times_s[-1] + self._limit_s)
        self._end_s = float(times_s[-1]) + usual_s
        steps_s = np.diff(times_s)
        # one that comes when something changes is never missing
        self._comes_when_changed = is_stepped and bool(steps_s[steps_s <= self._limit_s].sum() * 2 < steps_s.sum())

    def range_within(self, times_s: Floats) -> tuple[int, int]:
        """Return the indices [begin, end) of the times, `(n,)` and ascending, at which the curve is there."""
        begin, end = np.searchsorted(times_s, (self._samples.times_s[0], self._end_s))
        return int(begin), int(end)

    def at(self, times_s: Floats) -> tuple[Floats, npt.NDArray[np.bool_]]:
        """Return its values at times within its own, `(n,)`, and whether each is known: not in a pause."""
        known_s, values = self._samples.times_s, self._samples.values
        after = np.searchsorted(known_s, times_s, "right")
        before = np.maximum(after - 1, 0)
        found: Floats = values[before] if self._is_stepped else np.interp(times_s, known_s, values)
        is_known = (self._until_s[after] - known_s[before] <= self._limit_s) | (times_s == known_s[before])
        return found, is_known

    def less(self, times_s: Floats, values: Floats) -> Floats:
        """Return it less another curve, at the times of that, `(n,)` each; NaN where one of both is missing."""
        begin, end = self.range_within(times_s)
        less: Floats = np.full(len(times_s), np.nan)
        if begin < end:
            found, is_known = self.at(times_s[begin:end])
            if not self._comes_when_changed:
                found[~is_known] = np.nan
            with np.errstate(all="ignore"):
                less[begin:end] = found - values[begin:end]
        return less


def difference(first: CleanSamples, second: CleanSamples, *, is_stepped: bool = False) -> CurveDifference:
    """Return the second curve less the first, at the times of the first; both on one time.

    Between its samples the second curve is a straight line, or `is_stepped`, the value before. Raises AnalysisError for
    curves that have no time in common.
    """
    if not (first.times_s.size and second.times_s.size):
        raise AnalysisError(AnalysisWording.ONE_IS_EMPTY())
    laid = LaidCurve(second, is_stepped=is_stepped)
    begin, end = laid.range_within(first.times_s)
    if begin == end:
        raise AnalysisError(AnalysisWording.NO_COMMON_TIME())
    times = first.times_s[begin:end]
    theirs, known = laid.at(times)
    with np.errstate(over="ignore"):
        values: Floats = np.clip(theirs - first.values[begin:end], -MAX_FLOAT, MAX_FLOAT)
    if not is_stepped or np.count_nonzero(known) * 2 >= known.size:
        # one that comes when something changes is never missing
        values[~known] = np.nan
    return CurveDifference(times, values)


class RunningDifference:
    """The second of two curves less the first, at the times of the first; both are drained by others.

    What comes of the first is compared at once. All is compared anew when the second curve is another, or lies
    elsewhere on the time of the first.

    Args:
        is_stepped: whether the second is the value before between its samples, and not a straight line.

    Attributes:
        series: the difference; NaN where one of both is missing.
    """

    def __init__(self, first: Series, second: Series, budget: SeriesBudget, *, is_stepped: bool = False) -> None:
        self.series = Series(budget)
        self.is_stepped = is_stepped
        self._first = first
        self._second = second
        self._laid: LaidCurve | None = None
        self._made_of: object = None
        # the number of the first sample of the first curve that is not compared
        self._next = 0

    def close(self) -> None:
        """Release the memory of the samples."""
        self.series.close()

    def drain(self) -> bool:
        """Compare what came; return whether there was anything."""
        made_of = (self._first.epoch, self._second.drained, self.is_stepped)
        samples = self._first.samples()
        if made_of != self._made_of:
            self._made_of = made_of
            second = self._second.samples()
            known = clean(second.times, second.values)
            self._laid = LaidCurve(known, is_stepped=self.is_stepped) if len(known.times_s) else None
            self.series.clear()
            self._next = samples.first
        begin = max(self._next - samples.first, 0)
        self._next = samples.first + len(samples.times)
        if self._laid is not None and begin < len(samples.times):
            times_s = samples.times[begin:]
            self.series.extend(times_s, self._laid.less(times_s, samples.values[begin:]))
        return self.series.drain()


def compare(
    times_a: npt.ArrayLike,
    a: npt.ArrayLike,
    times_b: npt.ArrayLike,
    b: npt.ArrayLike,
    tolerance: float | None = None,
    *,
    is_stepped: bool = False,
    step: ProgressCallback = ignore_progress,
) -> ComparedCurve:
    """Compare two curves on one time, the second with the first. Raises AnalysisError and what `step` raises."""
    first = clean(times_a, a, progress_part(step, 0.0, 0.1))
    second = clean(times_b, b, progress_part(step, 0.1, 0.2))
    found = difference(first, second, is_stepped=is_stepped)
    step(0.4)
    (known,) = np.nonzero(np.isfinite(found.values))
    if not known.size:
        raise AnalysisError(AnalysisWording.NO_COMMON_TIME())
    values, times = found.values[known], found.times_s[known]
    # each value counts until the next one, unless that is missing
    usual_s = _usual_s(found.times_s)
    lasts_s = np.minimum(np.append(np.diff(found.times_s), usual_s)[known], _MISSING_INTERVALS * usual_s)
    compared_s = float(lasts_s.sum())
    weights = lasts_s / compared_s if compared_s > 0 else np.full(known.size, 1 / known.size)
    most = int(np.abs(values).argmax())
    scale = max(abs(float(values[most])), np.finfo(np.float64).tiny)
    scaled = values / scale
    step(0.5)
    apart = None if tolerance is None else float(weights[np.abs(values) > tolerance].sum())
    return ComparedCurve(
        count=int(known.size),
        compared_s=compared_s,
        missing_s=max(float(found.times_s[-1] - found.times_s[0]) + usual_s - compared_s, 0.0),
        mean=float((scaled * weights).sum() * scale),
        rms=float(np.sqrt((scaled * scaled * weights).sum()) * scale),
        most=float(values[most]),
        most_at_s=float(times[most]),
        lag_s=_lag_s(first, second, progress_part(step, 0.5, 1.0)),
        apart_share=None if apart is None else min(apart, 1.0),
    )


def _lag_s(first: CleanSamples, second: CleanSamples, step: ProgressCallback) -> float | None:
    span_s = min(float(first.times_s[-1]), float(second.times_s[-1])) - max(
        float(first.times_s[0]), float(second.times_s[0])
    )
    if span_s <= 0:
        return None
    try:
        found = correlation(first.times_s, first.values, second.times_s, second.values, _MAX_LAG * span_s, step)
    except AnalysisError:
        # too short, or constant
        return None
    is_clear = found.coefficient >= _MIN_COEFFICIENT and abs(found.lag_s) < _MAX_LAG * span_s
    return found.lag_s if is_clear else None


def _usual_s(times: Floats) -> float:
    """The usual interval of times; 0 for one time."""
    return usual_interval_s(times) if times.size > 1 and times[-1] > times[0] else 0.0
