"""Samples that calculations can rely on: finite, in the order of their times, and scaled so that squares fit a float.

Values so large or so small that their squares are no numbers are scaled by a power of two, which rounds nothing.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from app.model.analysis.progress import AnalysisError, ProgressCallback, ignore_progress, progress_part
from app.model.timeseries.series import Floats
from app.wording.analysis import AnalysisWording

# the sum of ten million squares of 2 to this power is still a number, and that of its inverse is not denormal
_MAX_EXPONENT: Final = 300

MAX_FLOAT: Final = float(np.finfo(np.float64).max)

# samples that are processed at once: intermediate results stay in the processor's cache
CHUNK: Final = 1 << 18

# larger times are not seconds: it is longer than the age of the universe
MAX_TIME_S: Final = 1e18


def scale_exponent(values: Floats) -> int:
    """The power of two to divide values by: 0 for most. There must be at least one value."""
    exponent = math.frexp(largest_magnitude(values))[1]
    return exponent if abs(exponent) > _MAX_EXPONENT else 0


def largest_magnitude(values: Floats) -> float:
    """The largest absolute value. There must be at least one value."""
    return max(float(values.max()), -float(values.min()))


def sum_of_products(ours: Floats, theirs: Floats) -> float:
    """The dot product of two arrays `(n,)`, without the threads of a library that would keep others from running."""
    return float(np.multiply(ours, theirs).sum())


def scaled_down(values: Floats, exponent: int) -> Floats:
    """The values divided by 2 to the power; not copied for 0."""
    return np.ldexp(values, -exponent) if exponent else values


def scaled_up(values: Floats, exponent: int) -> Floats:
    """The values times 2 to the power, limited to what floats can hold; not copied for 0."""
    if not exponent:
        return values
    with np.errstate(over="ignore", under="ignore"):
        return np.clip(np.ldexp(values, exponent), -MAX_FLOAT, MAX_FLOAT)


def scaled_up_number(number: float, exponent: int) -> float:
    """One number times 2 to the power, limited to what floats can hold."""
    return float(scaled_up(np.array(number), exponent))


@dataclass(frozen=True, slots=True, eq=False)
class CleanSamples:
    """Samples with finite values at times that never go back.

    Attributes:
        times_s: `(n,)`, ascending; two may be equal.
        values: `(n,)`, one for each time.
        dropped_not_finite: the number of samples whose time or value was NaN or infinite, or whose time has no meaning.
        dropped_backwards: the number of samples that were against the order of time.
    """

    times_s: Floats
    values: Floats
    dropped_not_finite: int
    dropped_backwards: int


def clean(times_s: npt.ArrayLike, values: npt.ArrayLike, step: ProgressCallback = ignore_progress) -> CleanSamples:
    """The samples without those that no calculation can use; clean samples are not copied.

    Where time goes back, either samples older than one before them or samples newer than one after them are dropped,
    whichever are fewer. Raises AnalysisError if there are not as many values as times, and what `step` raises.
    """
    times, numbers = as_floats(times_s), as_floats(values)
    if times.size != numbers.size:
        raise AnalysisError(AnalysisWording.TIMES_DIFFER(times=times.size, values=numbers.size))
    count = times.size
    if not (is_within(times, MAX_TIME_S) and is_within(numbers)):
        finite = np.empty(count, np.bool_)
        for begin in range(0, count, CHUNK):
            piece = slice(begin, begin + CHUNK)
            finite[piece] = (np.abs(times[piece]) <= MAX_TIME_S) & np.isfinite(numbers[piece])
            step(0.2 * begin / count)
        times, numbers = times[finite], numbers[finite]
    not_finite = count - times.size
    if not is_ascending(times):
        keep = in_order(times, progress_part(step, 0.2, 1.0))
        times, numbers = times[keep], numbers[keep]
    step(1.0)
    return CleanSamples(times, numbers, not_finite, count - not_finite - times.size)


def finite_values(values: npt.ArrayLike) -> Floats:
    """The values that are finite; not copied if all are."""
    numbers = as_floats(values)
    return numbers if is_within(numbers) else numbers[np.isfinite(numbers)]


def as_floats(numbers: npt.ArrayLike) -> Floats:
    """The numbers as an array `(n,)`, not copied if they are one. Raises AnalysisError for anything but numbers."""
    try:
        return np.ascontiguousarray(numbers, np.float64).ravel()
    except (TypeError, ValueError) as error:
        raise AnalysisError(AnalysisWording.NO_NUMBERS()) from error


def is_within(numbers: Floats, limit: float = MAX_FLOAT) -> bool:
    """Whether all are finite and no larger than `limit`, whatever their signs."""
    pieces = (numbers[begin : begin + CHUNK] for begin in range(0, numbers.size, CHUNK))
    return all(bool((piece.max() <= limit) & (piece.min() >= -limit)) for piece in pieces)


def is_ascending(times: Floats) -> bool:
    """Whether times never fall."""
    pieces = (times[begin : begin + CHUNK + 1] for begin in range(0, times.size, CHUNK))
    return all(bool((piece[1:] >= piece[:-1]).all()) for piece in pieces)


def in_order(times: Floats, step: ProgressCallback = ignore_progress) -> npt.NDArray[np.bool_]:
    """Flags `(n,)` of the samples to keep so that times never fall: as many as one rule for all can leave."""
    not_older, not_newer = np.empty(times.size, np.bool_), np.empty(times.size, np.bool_)
    newest, oldest = -np.inf, np.inf
    begins = range(0, times.size, CHUNK)
    for done, (begin, begin_of_last) in enumerate(zip(begins, reversed(begins), strict=True)):
        piece = times[begin : begin + CHUNK]
        until = np.maximum(np.maximum.accumulate(piece), newest)
        np.greater_equal(piece, until, not_older[begin : begin + CHUNK])
        newest = until[-1]
        piece = times[begin_of_last : begin_of_last + CHUNK]
        since = np.minimum(np.minimum.accumulate(piece[::-1])[::-1], oldest)
        np.less_equal(piece, since, not_newer[begin_of_last : begin_of_last + CHUNK])
        oldest = since[0]
        step(done / len(begins))
    return not_older if np.count_nonzero(not_older) >= np.count_nonzero(not_newer) else not_newer
