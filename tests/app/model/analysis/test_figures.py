from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from app.model.analysis.clean_samples import MAX_TIME_S
from app.model.analysis.figures import MAX_BINS, PERCENTS, Histogram, curve_figures, histogram, histogram_beside
from app.model.analysis.progress import AnalysisError, CalculationCancelled
from app.wording.analysis import AnalysisWording
from tests.fakes.curves import BEGAN_S, Steps, even_times, noise
from tests.tools.sentences import says

TIMES_S = even_times(50_000, 100.0)


def test_bins_are_those_of_freedman_and_diaconis() -> None:
    values = noise(50_000)

    found = histogram(values)

    counts, edges = np.histogram(values, "fd")
    assert found.edges == pytest.approx(edges)
    assert (found.counts == counts).all()


def test_bins_by_hand_are_those_of_numpy() -> None:
    values = noise(600_000)

    found = histogram(values, 37)

    counts, edges = np.histogram(values, 37)
    assert found.edges == pytest.approx(edges)
    assert (found.counts == counts).all()


def test_the_number_of_bins_has_an_end() -> None:
    values = noise(100_000)
    values[0] = 1e9

    assert histogram(values).counts.size == MAX_BINS


def test_mostly_equal_values_have_bins_by_their_spread() -> None:
    values = np.zeros(10_000)
    values[:1000] = noise(1000)

    assert 20 < histogram(values).counts.size < 200


@pytest.mark.parametrize("value", [0.0, 3.0, -1e300, 1e-310, 1.7e308])
def test_a_constant_has_one_bin_around_it(value: float) -> None:
    found = histogram(np.full(10, value))

    assert found.counts.tolist() == [10]
    assert found.edges[0] <= value <= found.edges[1]
    assert found.edges[0] < found.edges[1]


def test_neighbouring_floats_do_not_get_more_bins_than_there_are_numbers() -> None:
    found = histogram([1e16, 1e16 + 2, 1e16 + 4, 1e16 + 6], 100)

    assert found.counts.sum() == 4
    assert (np.diff(found.edges) > 0).all()


def test_what_is_not_finite_is_not_counted() -> None:
    assert histogram([1, 2, math.nan, math.inf, 3], 3).counts.tolist() == [1, 1, 1]


@pytest.mark.parametrize("bins", [0, -1, MAX_BINS + 1])
def test_a_number_of_bins_that_can_not_be_is_told(bins: int) -> None:
    with pytest.raises(AnalysisError, check=says(AnalysisWording.BAD_BINS, limit=1000)):
        histogram([1, 2, 3], bins)


@pytest.mark.parametrize("values", [[], [math.nan, math.inf]])
def test_no_values_are_told(values: list[float]) -> None:
    with pytest.raises(AnalysisError, check=says(AnalysisWording.NO_VALUES)):
        histogram(values)
    with pytest.raises(AnalysisError, check=says(AnalysisWording.NO_VALUES)):
        curve_figures(range(len(values)), values)


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=50), st.integers(1, 60))
def test_each_value_is_counted_once(values: list[float], bins: int) -> None:
    for found in (histogram(values), histogram(values, bins)):
        assert found.counts.sum() == len(values)
        assert found.edges.size == found.counts.size + 1
        assert np.isfinite(found.edges).all()


def test_figures_are_those_of_numpy_and_scipy() -> None:
    values = 3 + 2 * noise(50_000) + 0.01 * TIMES_S

    found = curve_figures(TIMES_S + BEGAN_S, values)

    assert found.count == 50_000
    assert found.mean == pytest.approx(values.mean())
    assert found.standard_deviation == pytest.approx(values.std())
    assert found.rms == pytest.approx(np.sqrt(np.square(values).mean()))
    assert (found.least, found.greatest) == (values.min(), values.max())
    assert [each.percent for each in found.percentiles] == list(PERCENTS)
    assert [each.value for each in found.percentiles] == pytest.approx(np.percentile(values, PERCENTS))
    assert found.drift_per_hour == pytest.approx(3600 * stats.linregress(TIMES_S, values).slope)
    assert found.duties == ()


def test_a_small_spread_on_a_large_mean_is_right() -> None:
    values = 1e9 + noise(50_000)

    assert curve_figures(TIMES_S, values).standard_deviation == pytest.approx((values - 1e9).std(), rel=1e-6)


def test_duty_is_by_time_not_by_samples() -> None:
    found = curve_figures([0, 1, 2, 10, 11], [0, 5, 5, 0, 5], (1.0, 5.0, -1.0)).duties

    # above from 1 to 10, and for no time at 11
    assert [duty.above_share for duty in found] == pytest.approx([9 / 11, 0, 1])
    assert [duty.rises for duty in found] == [2, 0, 0]
    assert [duty.threshold for duty in found] == [1.0, 5.0, -1.0]


def test_duty_is_right_across_chunks() -> None:
    times = even_times(600_000, 100.0)
    values = np.sin(2 * np.pi * times)

    (duty,) = curve_figures(times, values, (0.0,)).duties

    assert duty.above_share == pytest.approx(0.5, abs=0.01)
    assert duty.rises == int(np.count_nonzero((values[1:] > 0) & (values[:-1] <= 0)))


def test_one_sample_has_figures_without_a_drift() -> None:
    found = curve_figures([3.0], [7.0], (1.0,))

    assert (found.mean, found.standard_deviation, found.rms, found.drift_per_hour) == (7.0, 0.0, 7.0, None)
    assert found.duties[0].above_share == 1.0


def test_samples_at_one_time_have_a_duty_by_their_number() -> None:
    found = curve_figures([1, 1, 1, 1], [0, 0, 0, 9], (5.0,))

    assert found.drift_per_hour is None
    assert found.duties[0].above_share == 0.25


@pytest.mark.parametrize("scale", [1e-310, 1e-170, 1e170, 1e307])
def test_huge_and_small_values_have_figures(scale: float) -> None:
    values = (3 + 2 * noise(50_000)) * scale

    found = curve_figures(TIMES_S, values)

    assert found.mean / scale == pytest.approx(3, rel=0.01)
    assert found.standard_deviation / scale == pytest.approx(2, rel=0.01)
    assert found.percentiles[3].value / scale == pytest.approx(3, rel=0.02)


def test_a_threshold_that_is_no_number_is_told() -> None:
    with pytest.raises(AnalysisError, check=says(AnalysisWording.BAD_THRESHOLD)):
        curve_figures([0, 1], [0, 1], (math.nan,))


def test_they_tell_how_far_they_are_and_can_be_ended() -> None:
    steps = Steps()
    curve_figures(TIMES_S, TIMES_S, (1.0, 2.0), steps)
    histogram(TIMES_S, step=steps)
    assert steps.shares.count(1.0) >= 2

    with pytest.raises(CalculationCancelled):
        curve_figures(TIMES_S, TIMES_S, (1.0,), Steps(lambda share: share >= 0.8, CalculationCancelled))
    with pytest.raises(CalculationCancelled):
        histogram(TIMES_S, step=Steps(lambda _share: True, CalculationCancelled))


@given(st.lists(st.tuples(st.floats(width=64), st.floats(width=64)), max_size=50))
def test_whatever_comes_has_finite_figures_or_is_told(samples: list[tuple[float, float]]) -> None:
    times, values = zip(*samples, strict=True) if samples else ((), ())
    try:
        found = curve_figures(times, values, (0.0,))
    except AnalysisError:
        assert not any(abs(time) <= MAX_TIME_S and math.isfinite(value) for time, value in samples)
        return
    assert np.isfinite([found.mean, found.standard_deviation, found.rms, found.least, found.greatest]).all()
    assert 0 <= found.duties[0].above_share <= 1


def test_the_bins_beside_a_histogram_are_of_its_size_and_place_and_hold_all_values() -> None:
    other = Histogram(np.array([0.0, 0.5, 1.0]), np.zeros(2, np.int64))
    found = histogram_beside([-0.7, 0.1, 0.2, 0.6, 1.9, math.nan], other)

    assert found.edges.tolist() == [-1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 2.0]
    assert found.counts.tolist() == [1, 0, 2, 1, 0, 1]


@pytest.mark.parametrize("far", [1e6, 1e300, 1.7e308])
def test_values_that_lie_too_far_away_from_a_histogram_have_bins_of_their_own(far: float) -> None:
    other = Histogram(np.array([0.0, 0.5, 1.0]), np.zeros(2, np.int64))
    found = histogram_beside([-far, 0.1, 0.2, far], other)

    assert found.counts.size <= MAX_BINS
    assert found.counts.sum() == 4


def test_a_histogram_of_no_size_leaves_values_beside_it_their_own_bins() -> None:
    assert histogram_beside([1.0, 2.0], Histogram(np.array([3.0, 3.0]), np.zeros(1, np.int64))).counts.sum() == 2


def test_no_values_have_no_bins_beside_a_histogram() -> None:
    with pytest.raises(AnalysisError):
        histogram_beside([math.nan], histogram(TIMES_S))
