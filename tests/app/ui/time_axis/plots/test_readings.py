from __future__ import annotations

import math

import numpy as np
import pytest

from app.model.timeseries.budget import SeriesBudget
from app.model.timeseries.series import GAP_S, Series
from app.ui.time_axis.plots.readings import (
    SpanSummary,
    extremes_of,
    last_value,
    number_text,
    sample_range,
    summarize,
    value_at,
)


def _series(*values: float, interval_s: float = 1.0) -> Series:
    series = Series(SeriesBudget())
    for number, value in enumerate(values):
        series.append(number * interval_s, value)
    series.drain()
    return series


def test_the_value_at_a_time_is_the_newest_then() -> None:
    samples = _series(1.0, 2.0, 3.0).samples()

    assert value_at(samples, 1.0) == 2.0
    assert value_at(samples, 1.9) == 2.0
    assert value_at(samples, 99.0) == 3.0
    assert math.isnan(value_at(samples, -0.1))


def test_the_last_value_until_a_time_may_be_long_ago() -> None:
    series = Series(SeriesBudget())
    series.extend(np.concatenate((np.arange(50) * 0.01, 5 + np.arange(5) * 0.01)), np.arange(55.0))
    series.drain()
    samples = series.samples()

    assert last_value(samples, 3.0) == 49.0
    assert last_value(samples, math.inf) == 54.0
    assert math.isnan(last_value(samples, -1.0))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.1 + 0.2, "0.3"),
        (99_999.949, "99999.9"),
        (1_234_567, "1234567"),
        (-4_812_345.678, "-4812345.678"),
        (1_795_381_900.17, "1795381900"),
        (1e10, "1e+10"),
        (-1.5e300, "-1.5e+300"),
        (math.inf, "inf"),
        (math.nan, ""),
    ],
)
def test_a_number_has_as_many_digits_as_tell_it_from_the_next(value: float, text: str) -> None:
    assert number_text(value) == text


def test_in_a_gap_there_is_no_value() -> None:
    series = Series(SeriesBudget())
    series.extend(np.concatenate((np.arange(50) * 0.01, 5 + np.arange(5) * 0.01)), np.ones(55))
    series.drain()
    samples = series.samples()

    assert math.isnan(value_at(samples, 3.0))
    assert value_at(samples, 0.49) == 1.0


def test_a_silence_behind_the_last_value_is_a_gap_before_it_ends() -> None:
    series = _series(*[1.0] * 100, interval_s=0.1)
    samples = series.samples()

    assert value_at(samples, 9.9 + GAP_S - 0.01) == 1.0
    assert math.isnan(value_at(samples, 9.9 + GAP_S + 0.01))
    assert math.isnan(value_at(samples, 60.0))


def test_what_was_sent_once_holds_for_good() -> None:
    assert value_at(_series(7.0).samples(), 3600.0) == 7.0


def test_the_mean_of_the_largest_numbers_is_no_larger_than_these() -> None:
    found = summarize(_series(1e308, 1e308, math.nan, 1.0, 1.0), 0.0, 9.0)

    assert found is not None
    assert found.mean == pytest.approx(5e307)


def test_both_ends_belong_to_what_is_between() -> None:
    assert sample_range(_series(*range(10)).samples(), 2.0, 4.0) == (2, 5)


def test_a_summary_leaves_out_what_was_not_sent() -> None:
    series = _series(1.0, math.nan, 5.0, math.inf, 100.0)

    assert summarize(series, 0.0, 3.0) == SpanSummary(2, 1.0, 5.0, 3.0)
    assert extremes_of(series, 0.0, 3.0) == (1.0, 5.0)


def test_where_there_is_nothing_there_is_no_summary() -> None:
    assert summarize(_series(1.0), 5.0, 6.0) is None
    assert extremes_of(_series(math.nan), 0.0, 1.0) is None
