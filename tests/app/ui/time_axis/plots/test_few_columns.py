from __future__ import annotations

import math
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.model.timeseries.budget import SeriesBudget
from app.model.timeseries.series import Floats, Series
from app.ui.time_axis.plots import trace as trace_module
from app.ui.time_axis.plots.trace import (
    MAX_FEW_COLUMNS,
    MAX_FEW_SAMPLES,
    PlotFrame,
    few_columns,
    few_lines,
    few_rows,
    trace,
)

PER_S = 10.0
# more than are taken one by one
WIDTH = 3 * MAX_FEW_COLUMNS


def _series(times: Floats, values: Floats) -> Series:
    series = Series(SeriesBudget())
    series.extend(times, values)
    series.drain()
    return series


def test_a_column_reaches_from_its_lowest_to_its_highest_value_and_to_its_neighbour() -> None:
    series = _series(np.array([0.01, 0.05, 0.09, 0.11, 0.19]), np.array([1.0, 5.0, 2.0, 4.0, 3.0]))

    found = few_columns(series.samples(), PER_S, 0.0, 0, 2)

    assert found is not None
    low, high, links = found
    # half way between 2 and 4 is the border
    np.testing.assert_allclose(low, [1.0, 3.0])
    np.testing.assert_allclose(high, [5.0, 4.0])
    assert links == []


def test_a_line_over_columns_without_samples_leads_from_sample_to_sample() -> None:
    series = _series(np.array([0.05, 0.45]), np.array([1.0, 2.0]))

    found = few_columns(series.samples(), PER_S, 0.0, 0, 5)

    assert found is not None
    assert found[2] == [(0.05, 1.0, 0.45, 2.0)]
    assert [math.isnan(value) for value in found[0]] == [False, True, True, True, False]


def test_too_many_samples_are_left_to_the_other_way() -> None:
    series = _series(np.linspace(0.0, 1.0, MAX_FEW_SAMPLES + 10), np.zeros(MAX_FEW_SAMPLES + 10))

    assert few_columns(series.samples(), PER_S, 0.0, 0, 11) is None


def test_no_sample_is_nothing() -> None:
    found = few_columns(_series(np.empty(0), np.empty(0)).samples(), PER_S, 0.0, 0, 2)

    assert found is not None
    assert all(map(math.isnan, (*found[0], *found[1])))
    assert found[2] == []


def test_rows_are_those_of_columns_that_have_a_value_and_end_just_outside() -> None:
    nan, largest = math.nan, sys.float_info.max

    rows = few_rows([0.2, nan, -1e9, 0.0, 0.0], [0.8, nan, 1e9, largest, 1.0], 1.0, 100.0, 100)

    assert rows == [(0, 19, 80), (2, -2, 101), (3, -2, 100), (4, 0, 100)]


def test_a_column_is_a_line_where_it_meets_both_neighbours_and_has_no_extreme_between() -> None:
    nan = math.nan
    # falls, stands, is a spike, has an end
    low = [0.8, 0.6, 0.6, 0.6, 0.6, nan, 0.2, 0.2]
    high = [0.9, 0.8, 0.6, 0.9, 0.6, nan, 0.2, 0.2]

    lines = few_lines(low, high, 1.0, 100.0)

    assert [pytest.approx(line) for line in lines] == [(0.0, 20.0, 1.0, 40.0), (1.0, 40.0, 2.0, 40.0)]


@settings(max_examples=200, deadline=None)
@given(
    seed=st.integers(0, 10_000),
    each=st.integers(2, 9),
    missing=st.sampled_from([0.0, 0.05]),
    silent=st.floats(0.0, 0.9),
    began=st.integers(0, WIDTH - MAX_FEW_COLUMNS),
    swing=st.sampled_from([1.0, 0.02]),
)
def test_they_are_those_that_are_made_many_at_once(
    seed: int, each: int, missing: float, silent: float, began: int, swing: float
) -> None:
    random = np.random.default_rng(seed)
    times = np.sort(random.random(each * WIDTH) * WIDTH / PER_S)
    # noise, and what is drawn as lines
    values = np.cumsum(random.normal(size=len(times)) * swing)
    values[random.random(len(times)) < missing] = random.choice([np.nan, np.inf, -np.inf, 1e308])
    # a silence, which may be a gap or not
    kept = (times < 2.0) | (times > 2.0 + silent)
    series = _series(times[kept], values[kept])
    first, last = began / PER_S, (began + MAX_FEW_COLUMNS) / PER_S
    frame = PlotFrame.of(first, last, -20.0, 20.0, MAX_FEW_COLUMNS, 50)

    few = trace(series, frame)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(trace_module, "MAX_FEW_COLUMNS", 0)
        many = trace(series, frame)

    assert few.dense == many.dense
    np.testing.assert_array_equal(few.columns, many.columns)
    np.testing.assert_array_equal(few.slants, many.slants)
    np.testing.assert_array_equal(few.smooth, many.smooth)
