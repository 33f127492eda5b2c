"""Readings of a curve in numbers: its value at a time, and lowest, highest and mean value of a span."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from app.model.timeseries.series import Floats, Samples, Series

# encoder counts and map coordinates: with six digits no change of them would be seen
_LONG_FROM: Final = 1e5
_LONG_UNTIL: Final = 1e10


@dataclass(frozen=True, slots=True)
class SpanSummary:
    """Summary of the values between two times.

    Attributes:
        count: the number of values, without those that were not sent.
    """

    count: int
    low: float
    high: float
    mean: float


def number_text(value: float) -> str:
    """Format a value with as many digits as fit into a table; empty for NaN."""
    if math.isnan(value):
        return ""
    return f"{value:.{10 if _LONG_FROM <= abs(value) < _LONG_UNTIL else 6}g}"


def last_value(samples: Samples, until_s: float) -> float:
    """Return the newest value at or before a time, however old it was then; NaN without any."""
    place = int(np.searchsorted(samples.times, until_s, side="right"))
    return float(samples.values[place - 1]) if place else math.nan


def value_at(samples: Samples, at_s: float) -> float:
    """Return the newest value at a time; NaN before the first, in a gap, and after a silence as long as one."""
    place = int(np.searchsorted(samples.times, at_s, side="right"))
    if place == 0:
        return math.nan
    old_s = at_s - float(samples.times[place - 1])
    if old_s > 0 and (place in samples.gaps or (place == len(samples.times) and old_s > samples.silence_s)):
        return math.nan
    return float(samples.values[place - 1])


def sample_range(samples: Samples, first_s: float, last_s: float) -> tuple[int, int]:
    """Return the indices [first, end) of the samples from one time to another, both included."""
    return samples.index_at(first_s), samples.index_at(math.nextafter(last_s, math.inf))


def extremes_of(series: Series, first_s: float, last_s: float) -> tuple[float, float] | None:
    """Return the lowest and highest value from one time to another; None without values."""
    return extremes_within(series, *sample_range(series.samples(), first_s, last_s))


def extremes_within(series: Series, first: int, end: int) -> tuple[float, float] | None:
    """Return the lowest and highest value of the indices [first, end); None without values."""
    if end <= first:
        return None
    low, high = series.extremes(np.array([first]), end)
    return None if math.isnan(low[0]) else (float(low[0]), float(high[0]))


def summarize(series: Series, first_s: float, last_s: float) -> SpanSummary | None:
    """Return the summary of the values from one time to another; None without values."""
    found = extremes_of(series, first_s, last_s)
    if found is None:
        return None
    samples = series.samples()
    first, end = sample_range(samples, first_s, last_s)
    values: Floats = samples.values[first:end]
    with np.errstate(all="ignore"):
        total = float(values.sum())
        if not math.isfinite(total):
            # some values are NaN; to search for them each time would take ten times as long
            values = values[np.isfinite(values)]
            total = float(values.sum())
        mean = total / len(values)
        if not math.isfinite(mean):
            # the sum is more than a float can hold
            mean = float((values / len(values)).sum())
    return SpanSummary(len(values), *found, mean)
