"""The difference from a run while what is live goes on."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.model.analysis.clean_samples import clean
from app.model.analysis.comparison import difference
from app.model.analysis.running_difference import RunningDifference
from app.model.timeseries.budget import SeriesBudget
from app.model.timeseries.series import Floats, Series

T = np.arange(0.0, 20.0, 0.02)
CURVE = np.sin(0.7 * T) + np.sin(1.9 * T)


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
    times, values = _Pair(T, CURVE + 0.5).receive(T, CURVE)
    assert times.tolist() == T.tolist()
    assert values == pytest.approx(np.full(T.size, 0.5))


@settings(max_examples=30, deadline=None)
@given(
    st.lists(st.integers(0, T.size), max_size=4),
    st.floats(-5.0, 5.0),
    st.sampled_from([(), (300, 500), (0, 600)]),
)
def test_piece_by_piece_it_is_what_it_is_as_a_whole(cuts: list[int], shift_s: float, silence: tuple[int, ...]) -> None:
    kept = np.ones(T.size, dtype=np.bool_)
    kept[slice(*silence) if silence else slice(0)] = False
    pair = _Pair(T[kept] + shift_s, CURVE[kept])
    found = np.empty(0)
    for times in np.split(T, sorted(cuts)):
        _, found = pair.receive(times, np.cos(times))
    whole = difference(clean(T, np.cos(T)), clean(T[kept] + shift_s, CURVE[kept]))
    begin = int(np.searchsorted(T, whole.times_s[0]))
    end = begin + whole.times_s.size
    assert np.isnan(np.concatenate((found[:begin], found[end:]))).all()
    assert found[begin:end] == pytest.approx(whole.values, nan_ok=True)


def test_in_a_pause_of_the_run_and_where_a_value_was_not_sent_there_is_none() -> None:
    paused = np.concatenate((T[:300], T[600:]))
    live = np.zeros(T.size)
    live[50] = np.nan
    times, values = _Pair(paused, np.zeros(paused.size)).receive(T, live)
    assert times[np.isnan(values)].tolist() == pytest.approx([T[50], *T[300:600]])


def test_a_run_that_comes_only_when_something_changes_is_never_missing() -> None:
    changes, states = np.array([0.0, 5.0, 5.5, 12.0]), np.array([1.0, 2.0, 3.0, 1.0])
    _, values = _Pair(changes, states, is_stepped=True).receive(T, np.zeros(T.size))
    known = T < 12.0
    assert set(values[known].tolist()) == {1.0, 2.0, 3.0}


def test_all_is_compared_anew_when_the_run_lies_elsewhere() -> None:
    pair = _Pair(T, T)
    pair.receive(T[:500], T[:500])
    pair.place(T + 1.0, T)
    times, values = pair.receive(T[500:], T[500:])
    assert times.tolist() == T.tolist()
    assert values[T >= 1.0] == pytest.approx(np.full(np.count_nonzero(T >= 1.0), -1.0))
    assert np.isnan(values[T < 1.0]).all()


def test_without_samples_of_the_run_there_is_no_difference_until_there_are_some() -> None:
    pair = _Pair(np.empty(0), np.empty(0))
    assert pair.receive(T[:10], CURVE[:10])[0].size == 0
    pair.place(T, CURVE)
    assert pair.receive(T[10:20], CURVE[10:20])[0].tolist() == T[:20].tolist()
    pair.running.close()
