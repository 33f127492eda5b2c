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
from app.model.timeseries.series import Floats
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


def difference(first: CleanSamples, second: CleanSamples, *, is_stepped: bool = False) -> CurveDifference:
    """Return the second curve less the first, at the times of the first; both on one time.

    Between its samples the second curve is a straight line, or `is_stepped`, the value before. Raises AnalysisError for
    curves that have no time in common.
    """
    if not (first.times_s.size and second.times_s.size):
        raise AnalysisError(AnalysisWording.ONE_IS_EMPTY())
    begin, end = np.searchsorted(first.times_s, (second.times_s[0], second.times_s[-1] + _usual_s(second.times_s)))
    if begin == end:
        raise AnalysisError(AnalysisWording.NO_COMMON_TIME())
    times = first.times_s[begin:end]
    after = np.searchsorted(second.times_s, times, "right")
    before = np.maximum(after - 1, 0)
    theirs = second.values[before] if is_stepped else np.interp(times, second.times_s, second.values)
    limit_s = _MISSING_INTERVALS * _usual_s(second.times_s)
    until_s = np.append(second.times_s, second.times_s[-1] + limit_s)[after]
    known = (until_s - second.times_s[before] <= limit_s) | (times == second.times_s[before])
    with np.errstate(over="ignore"):
        values: Floats = np.clip(theirs - first.values[begin:end], -MAX_FLOAT, MAX_FLOAT)
    if not is_stepped or np.count_nonzero(known) * 2 >= known.size:
        # one that comes when something changes is never missing
        values[~known] = np.nan
    return CurveDifference(times, values)


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
