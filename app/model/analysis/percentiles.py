"""Percentiles of many values without a copy of all of them, and without one step that takes long."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np

from app.model.analysis.clean_samples import CHUNK
from app.model.analysis.progress import ProgressCallback, ignore_progress
from app.model.analysis.scaling import scaled_down
from app.model.timeseries.series_pyramid import Floats

# values that are sorted at once; of more values they give bounds for the percentiles
_SORTED_AT_ONCE: Final = 1 << 16

# the uncertainty of those bounds: six standard deviations of a rank, at its worst for one half
_OFF: Final = 6 * 0.5 / math.sqrt(_SORTED_AT_ONCE)


def percentiles(
    values: Floats, exponent: int, percents: Sequence[float], step: ProgressCallback = ignore_progress
) -> Floats:
    """The percentiles of values divided by 2 to the power of `exponent`, as numpy defines them by default.

    There must be at least one value. Raises what `step` raises.
    """
    every = -(-values.size // _SORTED_AT_ONCE)
    asked = np.sort(scaled_down(values[::every], exponent))
    if every == 1:
        return np.percentile(asked, percents)
    ends = [_ends(asked, percent / 100) for percent in percents]
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


def _ends(asked: Floats, share: float) -> tuple[float, float]:
    """Bounds of the value that has the fraction `share` of all values below it."""
    low = math.floor((share - _OFF) * asked.size) - 1
    high = math.ceil((share + _OFF) * asked.size) + 1
    return float(asked[low]) if low >= 0 else -math.inf, float(asked[high]) if high < asked.size else math.inf


def _at_rank(values: Floats, rank: float) -> float:
    """The value interpolated between the ranks below and above; NaN if one of them is not among these values."""
    low = math.floor(rank)
    high = min(low + 1, values.size - 1) if low == rank else low + 1
    if low < 0 or high >= values.size:
        return math.nan
    placed = np.partition(values, (low, high))
    return float(placed[low] + (placed[high] - placed[low]) * (rank - low))
