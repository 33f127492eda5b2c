"""The comparison of one curve of two runs."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.model.analysis.clean_samples import clean
from app.model.analysis.comparison import RunningDifference, compare, difference
from app.model.analysis.progress import AnalysisError
from app.model.timeseries.budget import SeriesBudget
from app.model.timeseries.series import Floats, Series
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


# while what is live goes on

RUN_T = np.arange(0.0, 20.0, 0.02)
RUN_CURVE = np.sin(0.7 * RUN_T) + np.sin(1.9 * RUN_T)


class _Pair:
    """A live curve, and one of a run."""

    def __init__(self, times: Floats, values: Floats, *, is_stepped: bool = False) -> None:
        self.budget = SeriesBudget()
        self.live, self.run = Series(self.budget), Series(self.budget)
        self.running = RunningDifference(self.live, self.run, self.budget, is_stepped=is_stepped)
        self.place(times, values)

    def place(self, times: Floats, values: Floats) -> None:
        """Lay the run there."""
        self.run.clear()
        self.run.extend(times, values)

    def receive(self, times: Floats, values: Floats) -> tuple[Floats, Floats]:
        """The whole difference after more has come."""
        self.live.extend(times, values)
        for series in (self.live, self.run):
            series.drain()
        self.running.drain()
        samples = self.running.series.samples()
        return samples.times, samples.values


def test_the_difference_is_the_run_less_what_is_live() -> None:
    times, values = _Pair(RUN_T, RUN_CURVE + 0.5).receive(RUN_T, RUN_CURVE)
    assert times.tolist() == RUN_T.tolist()
    assert values == pytest.approx(np.full(RUN_T.size, 0.5))


@settings(max_examples=30, deadline=None)
@given(
    st.lists(st.integers(0, RUN_T.size), max_size=4),
    st.floats(-5.0, 5.0),
    st.sampled_from([(), (300, 500), (0, 600)]),
)
def test_piece_by_piece_it_is_what_it_is_as_a_whole(cuts: list[int], shift_s: float, silence: tuple[int, ...]) -> None:
    kept = np.ones(RUN_T.size, dtype=np.bool_)
    kept[slice(*silence) if silence else slice(0)] = False
    pair = _Pair(RUN_T[kept] + shift_s, RUN_CURVE[kept])
    found = np.empty(0)
    for times in np.split(RUN_T, sorted(cuts)):
        _, found = pair.receive(times, np.cos(times))
    whole = difference(clean(RUN_T, np.cos(RUN_T)), clean(RUN_T[kept] + shift_s, RUN_CURVE[kept]))
    begin = int(np.searchsorted(RUN_T, whole.times_s[0]))
    end = begin + whole.times_s.size
    assert np.isnan(np.concatenate((found[:begin], found[end:]))).all()
    assert found[begin:end] == pytest.approx(whole.values, nan_ok=True)


def test_in_a_pause_of_the_run_and_where_a_value_was_not_sent_there_is_none() -> None:
    paused = np.concatenate((RUN_T[:300], RUN_T[600:]))
    live = np.zeros(RUN_T.size)
    live[50] = np.nan
    times, values = _Pair(paused, np.zeros(paused.size)).receive(RUN_T, live)
    assert times[np.isnan(values)].tolist() == pytest.approx([RUN_T[50], *RUN_T[300:600]])


def test_a_run_that_comes_only_when_something_changes_is_never_missing() -> None:
    changes, states = np.array([0.0, 5.0, 5.5, 12.0]), np.array([1.0, 2.0, 3.0, 1.0])
    _, values = _Pair(changes, states, is_stepped=True).receive(RUN_T, np.zeros(RUN_T.size))
    known = RUN_T < 12.0
    assert set(values[known].tolist()) == {1.0, 2.0, 3.0}


def test_all_is_compared_anew_when_the_run_lies_elsewhere() -> None:
    pair = _Pair(RUN_T, RUN_T)
    pair.receive(RUN_T[:500], RUN_T[:500])
    pair.place(RUN_T + 1.0, RUN_T)
    times, values = pair.receive(RUN_T[500:], RUN_T[500:])
    assert times.tolist() == RUN_T.tolist()
    assert values[RUN_T >= 1.0] == pytest.approx(np.full(np.count_nonzero(RUN_T >= 1.0), -1.0))
    assert np.isnan(values[RUN_T < 1.0]).all()


def test_without_samples_of_the_run_there_is_no_difference_until_there_are_some() -> None:
    pair = _Pair(np.empty(0), np.empty(0))
    assert pair.receive(RUN_T[:10], RUN_CURVE[:10])[0].size == 0
    pair.place(RUN_T, RUN_CURVE)
    assert pair.receive(RUN_T[10:20], RUN_CURVE[10:20])[0].tolist() == RUN_T[:20].tolist()
    pair.running.close()
