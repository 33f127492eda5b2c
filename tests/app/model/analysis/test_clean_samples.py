from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.model.analysis import clean_samples
from app.model.analysis.clean_samples import (
    as_floats,
    clean,
    finite_values,
    in_order,
    is_ascending,
    largest_magnitude,
    scale_exponent,
    scaled_down,
    scaled_up,
    scaled_up_number,
)
from app.model.analysis.progress import AnalysisError, CalculationCancelled
from app.wording.analysis import AnalysisWording
from tests.fakes.curves import Steps, even_times, noise
from tests.tools.sentences import says


@pytest.mark.parametrize("size", [5e-324, 1e-310, 1e-200, 1e-3, 1.0, 1e50, 1e200, 1.7e308])
def test_squares_of_values_that_were_taken_down_are_numbers_and_nothing_is_lost(size: float) -> None:
    values = np.array([-1.0, 0.25, 1.0]) * size

    exponent = scale_exponent(values)
    down = scaled_down(values, exponent)

    assert np.isfinite(10_000_000 * down**2).all()
    assert (down[[0, 2]] ** 2 > 0).all()
    assert (scaled_up(down, exponent) == values).all()


def test_usual_values_are_not_touched() -> None:
    values = np.array([1.0, 2.0])

    assert scale_exponent(values) == scale_exponent(np.zeros(3)) == 0
    assert scaled_down(values, 0) is values
    assert scaled_up(values, 0) is values


def test_what_is_too_large_becomes_the_largest_float() -> None:
    assert scaled_up_number(1e300, 2000) == np.finfo(np.float64).max
    assert scaled_up_number(-1e300, 2000) == -np.finfo(np.float64).max
    assert scaled_up_number(1e-300, -2000) == 0.0


def test_the_largest_may_be_below_zero() -> None:
    assert largest_magnitude(np.array([-7.0, 3.0])) == 7.0


ANY_FLOATS = st.lists(st.floats(width=64), max_size=60)


def test_clean_samples_are_not_copied() -> None:
    times, values = np.arange(5.0), np.ones(5)

    cleaned = clean(times, values)

    assert np.shares_memory(cleaned.times_s, times)
    assert np.shares_memory(cleaned.values, values)
    assert (cleaned.dropped_not_finite, cleaned.dropped_backwards) == (0, 0)


def test_a_sample_is_dropped_when_its_time_or_its_value_is_no_number() -> None:
    cleaned = clean([0, math.nan, 2, 3, math.inf], [1, 1, math.inf, 4, 5])

    assert cleaned.times_s.tolist() == [0, 3]
    assert cleaned.values.tolist() == [1, 4]
    assert cleaned.dropped_not_finite == 3


def test_a_time_longer_than_the_world_is_none() -> None:
    assert clean([0, 1e300, 2], [1, 2, 3]).values.tolist() == [1, 3]


def test_a_message_that_was_overtaken_is_dropped() -> None:
    cleaned = clean([0, 1, 3, 2, 4], [0, 1, 3, 2, 4])

    assert cleaned.times_s.tolist() == [0, 1, 3, 4]
    assert cleaned.values.tolist() == [0, 1, 3, 4]
    assert cleaned.dropped_backwards == 1


def test_one_time_far_in_the_future_does_not_drop_all_that_follows() -> None:
    cleaned = clean([0, 1, 1e9, 3, 4, 5], [0, 1, 2, 3, 4, 5])

    assert cleaned.values.tolist() == [0, 1, 3, 4, 5]
    assert cleaned.dropped_backwards == 1


def test_of_a_clock_that_was_set_back_the_longer_part_is_left() -> None:
    before, behind = np.arange(100, 104), np.arange(0, 8)

    assert clean([*before, *behind], np.zeros(12)).times_s.tolist() == behind.tolist()
    assert clean([*(behind + 100), *(before - 100)], np.zeros(12)).times_s.tolist() == (behind + 100).tolist()


def test_equal_times_are_kept() -> None:
    assert clean([1, 1, 1], [1, 2, 3]).values.tolist() == [1, 2, 3]


def test_none_and_one_are_as_they_are() -> None:
    assert clean([], []).times_s.size == 0
    assert clean([7], [8]).values.tolist() == [8]


def test_times_without_values_are_told() -> None:
    with pytest.raises(AnalysisError, check=says(AnalysisWording.TIMES_DIFFER, times=3, values=2)):
        clean([1, 2, 3], [1, 2])


def test_what_are_no_numbers_is_told() -> None:
    with pytest.raises(AnalysisError, check=says(AnalysisWording.NO_NUMBERS)):
        as_floats(["left", "right"])


def test_finite_values_are_not_copied() -> None:
    values = np.arange(4.0)

    assert np.shares_memory(finite_values(values), values)
    assert finite_values([1, math.nan, math.inf, 2]).tolist() == [1, 2]


def test_disorder_is_seen_at_the_seam_of_two_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clean_samples, "CHUNK", 4)

    for at in range(1, 12):
        times = np.arange(12.0)
        assert is_ascending(times)
        times[at] = -1
        assert not is_ascending(times)


def test_the_order_is_the_same_in_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    times = noise(101).cumsum() + even_times(101, 1.0)
    whole = [in_order(each) for each in (times, -times, times[::-1])]

    monkeypatch.setattr(clean_samples, "CHUNK", 7)

    for each, kept in zip((times, -times, times[::-1]), whole, strict=True):
        assert (in_order(each) == kept).all()


def test_it_can_be_ended() -> None:
    for times, values in (([1, 2], [math.nan, 1]), ([2, 1], [1, 1])):
        with pytest.raises(CalculationCancelled):
            clean(times, values, Steps(lambda _share: True, CalculationCancelled))


@given(ANY_FLOATS, ANY_FLOATS)
def test_whatever_comes_is_finite_in_order_and_counted(times: list[float], values: list[float]) -> None:
    count = min(len(times), len(values))

    cleaned = clean(times[:count], values[:count])

    assert np.isfinite(cleaned.times_s).all()
    assert np.isfinite(cleaned.values).all()
    assert (np.diff(cleaned.times_s) >= 0).all()
    assert cleaned.times_s.size == cleaned.values.size
    assert cleaned.times_s.size + cleaned.dropped_not_finite + cleaned.dropped_backwards == count
