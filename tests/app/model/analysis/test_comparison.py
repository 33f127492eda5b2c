"""The comparison of one curve of two runs."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.model.analysis.clean_samples import clean
from app.model.analysis.comparison import compare, difference
from app.model.analysis.progress import AnalysisError
from app.wording.analysis import AnalysisWording
from tests.tools.sentences import says

T = np.arange(0.0, 60.0, 0.02)
CURVE = np.sin(0.7 * T) + np.sin(1.9 * T)


def test_a_curve_is_not_apart_from_itself() -> None:
    found = compare(T, CURVE, T, CURVE, 0.001)

    assert (found.count, found.mean, found.rms, found.most, found.apart_share) == (T.size, 0.0, 0.0, 0.0, 0.0)
    assert found.compared_s == pytest.approx(60.0, abs=0.05)
    assert found.missing_s == pytest.approx(0.0, abs=0.05)


def test_the_difference_is_the_second_less_the_first() -> None:
    found = compare(T, CURVE, T, CURVE - 0.5)

    assert (found.mean, found.rms, found.most) == pytest.approx((-0.5, 0.5, -0.5))
    assert found.apart_share is None


def test_the_largest_difference_has_its_time() -> None:
    theirs = CURVE.copy()
    theirs[1000] += 3.0

    found = compare(T, CURVE, T, theirs)

    assert found.most == pytest.approx(3.0)
    assert found.most_at_s == pytest.approx(20.0)


def test_the_share_of_time_apart_is_by_time_not_by_number_of_values() -> None:
    times = np.concatenate((np.arange(0.0, 10.0, 0.01), np.arange(10.0, 20.0, 0.02)))
    theirs = np.where(times < 10.0, 1.0, 0.0)

    found = compare(times, np.zeros(times.size), times, theirs, 0.5)

    assert found.apart_share == pytest.approx(0.5, abs=0.01)


@pytest.mark.parametrize("lag_s", [-0.3, 0.0, 0.11])
def test_a_curve_that_follows_does_so_by_its_lag(lag_s: float) -> None:
    found = compare(T, CURVE, T + lag_s, CURVE)

    assert found.lag_s == pytest.approx(lag_s, abs=0.002)


def test_constant_curves_have_no_lag() -> None:
    assert compare(T, np.zeros(T.size), T, np.ones(T.size)).lag_s is None


def test_where_one_is_missing_nothing_is_compared() -> None:
    there = (T < 20.0) | (T > 30.0)

    found = compare(T, CURVE, T[there], CURVE[there], 0.001)

    assert found.missing_s == pytest.approx(10.0, abs=0.1)
    assert found.apart_share == 0.0
    values = difference(clean(T, CURVE), clean(T[there], CURVE[there])).values
    assert np.isnan(values[(T > 20.1) & (T < 29.9)]).all()


def test_states_stay_as_they_are_between_two_messages() -> None:
    found = compare([0.0, 1.0, 2.0, 3.0], [0, 0, 0, 0], [0.0, 2.0], [0, 1], 0.5, is_stepped=True)

    assert found.apart_share == pytest.approx(0.5)


def test_curves_without_a_common_time_are_not_compared() -> None:
    with pytest.raises(AnalysisError) as raised:
        compare(T, CURVE, T + 1000.0, CURVE)
    assert says(AnalysisWording.NO_COMMON_TIME)(raised.value)


def test_a_curve_without_samples_is_not_compared() -> None:
    with pytest.raises(AnalysisError) as raised:
        compare(T, CURVE, [], [])
    assert says(AnalysisWording.ONE_IS_EMPTY)(raised.value)


NUMBERS = st.lists(st.floats(), min_size=0, max_size=40)


@settings(max_examples=200, deadline=None)
@given(NUMBERS, NUMBERS, NUMBERS, NUMBERS, st.sampled_from((0.0, 1.0)))
def test_any_numbers_are_compared_or_refused(
    times_a: list[float], a: list[float], times_b: list[float], b: list[float], stepped: float
) -> None:
    ours, theirs = min(len(times_a), len(a)), min(len(times_b), len(b))
    try:
        found = compare(times_a[:ours], a[:ours], times_b[:theirs], b[:theirs], 1.0, is_stepped=bool(stepped))
    except AnalysisError:
        return
    assert found.count > 0
    assert found.apart_share is not None
    assert 0 <= found.apart_share <= 1
    assert np.isfinite([found.mean, found.rms, found.most, found.most_at_s]).all()
