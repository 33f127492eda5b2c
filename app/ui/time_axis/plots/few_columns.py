"""Columns of a curve computed one by one, for the few that are new in a frame; `trace` computes many at once.

A step in an array costs as much as ten numbers, and a frame brings few. The result is that of the arrays to the last
bit, which a property test checks.
"""

from __future__ import annotations

import math
from typing import Final

from app.model.timeseries.series import Samples

# up to these numbers it is faster than arrays
MAX_FEW_COLUMNS: Final = 16
MAX_FEW_SAMPLES: Final = 160

LinkLine = tuple[float, float, float, float]
ColumnRow = tuple[int, int, int]


def few_columns(
    samples: Samples, per_s: float, shift: float, begin: int, end: int
) -> tuple[list[float], list[float], list[LinkLine]] | None:
    """Return the lowest and highest values of the line in each column, and the lines from no neighbour column.

    A line is (time_s, value, time_s, value). None if the columns have too many samples.
    """
    edges = [column / per_s + shift for column in range(begin, end + 1)]
    first, stop = samples.index_at(edges[0]), samples.index_at(edges[-1])
    if stop - first > MAX_FEW_SAMPLES:
        return None
    base = max(first - 1, 0)
    # with the sample before the columns, and the first one behind them
    times, values = samples.times[base : stop + 1].tolist(), samples.values[base : stop + 1].tolist()
    gaps = _gaps_from(samples, first, base)
    count = end - begin
    low, high = [math.nan] * count, [math.nan] * count
    links: list[LinkLine] = []
    # the left edge of a column before the first, at index -1
    edges.append(edges[0] - 1 / per_s)
    column, before = 0, -1
    for at in range(first - base, len(times)):
        time_s, value = times[at], values[at]
        while column < count and time_s >= edges[column + 1]:
            column += 1
        if column < count:
            _stretch(low, high, column, value)
        entered, before = column != before, column
        if not entered or not at or at in gaps or not (math.isfinite(value) and math.isfinite(values[at - 1])):
            continue
        was_s, was = times[at - 1], values[at - 1]
        if was_s >= edges[column - 1]:
            share = (edges[column] - was_s) / ((time_s - was_s) or 1.0)
            share = min(max(share, 0.0), 1.0)
            met = was * (1 - share) + value * share
            for beside in (column - 1, column):
                if 0 <= beside < count:
                    _stretch(low, high, beside, met)
        elif column < count:
            links.append((was_s, was, time_s, value))
    return low, high, links


def few_rows(low: list[float], high: list[float], top: float, per_unit: float, height: int) -> list[ColumnRow]:
    """Return (column, upper row, lower row) of each column that has values."""
    rows = []
    # rows further outside look the same
    above, below = -2.0, height + 1.0
    for column, (lowest, highest) in enumerate(zip(low, high, strict=True)):
        if math.isnan(lowest):
            continue
        upper, lower = (top - highest) * per_unit, (top - lowest) * per_unit
        upper = above if upper < above else min(upper, below)
        lower = above if lower < above else min(lower, below)
        rows.append((column, math.floor(upper), math.floor(lower)))
    return rows


def _stretch(low: list[float], high: list[float], column: int, value: float) -> None:
    """Stretch a column to a value; a value that is not finite changes nothing."""
    if not math.isfinite(value):
        return
    # a column without values holds NaN, for which every comparison is false
    if not low[column] <= value:
        low[column] = value
    if not high[column] >= value:
        high[column] = value


def _gaps_from(samples: Samples, first: int, base: int) -> set[int]:
    """Return the gaps from a sample on, counted from `base`; most are long past."""
    gaps = samples.gaps
    if not len(gaps) or gaps[-1] < first:
        return set()
    return {gap - base for gap in gaps[gaps.searchsorted(first) :].tolist()}
