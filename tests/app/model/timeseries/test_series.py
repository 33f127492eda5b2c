from __future__ import annotations

import math
import sys
import threading

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.model.timeseries.budget import SeriesBudget
from app.model.timeseries.series import GAP_S, LARGEST_CHUNK, Floats, MinMaxPyramid, Series, allocate_floats
from app.ui.base.memory import resident_bytes


def _noise(count: int, seed: int = 1) -> Floats:
    values = np.random.default_rng(seed).normal(size=count)
    random = np.random.default_rng(seed + 1)
    missing = random.random(count) < 0.05
    values[missing] = random.choice([np.nan, np.inf, -np.inf], missing.sum())
    return values


def _naive(values: Floats, starts: list[int], end: int) -> list[tuple[float, float]]:
    found = []
    for start, stop in zip(starts, [*starts[1:], end], strict=True):
        piece = values[start:stop]
        piece = piece[np.isfinite(piece)]
        found.append((piece.min(), piece.max()) if len(piece) else (np.nan, np.nan))
    return found


@pytest.mark.parametrize("count", [1_000, 50_000, 300_000])
def test_extremes_are_those_of_every_sample(count: int) -> None:
    values = _noise(count)
    pyramid = MinMaxPyramid(count)
    pyramid.update(values, count)
    starts = sorted({5, *np.random.default_rng(3).integers(5, count, 300).tolist()})

    low, high = pyramid.extremes(values, np.array(starts), count - 3 if starts[-1] < count - 3 else count)

    expected = np.array(_naive(values, starts, count - 3 if starts[-1] < count - 3 else count))
    np.testing.assert_array_equal(low, expected[:, 0])
    np.testing.assert_array_equal(high, expected[:, 1])


@settings(max_examples=60, deadline=None)
@given(
    steps=st.lists(st.integers(1, 9_000), min_size=1, max_size=12),
    cuts=st.lists(st.integers(0, 40_000), min_size=1, max_size=20, unique=True),
    seed=st.integers(0, 1000),
)
def test_it_does_not_matter_in_which_steps_samples_come(steps: list[int], cuts: list[int], seed: int) -> None:
    count = sum(steps) + 20_000
    values = _noise(count, seed)
    pyramid = MinMaxPyramid(count)
    length = 0
    for step in (*steps, 20_000):
        length += step
        pyramid.update(values, length)
    starts = sorted(cut for cut in cuts if cut < length) or [0]

    low, high = pyramid.extremes(values, np.array(starts), length)

    expected = np.array(_naive(values, starts, length))
    np.testing.assert_array_equal(low, expected[:, 0])
    np.testing.assert_array_equal(high, expected[:, 1])


def test_what_was_summed_up_moves_with_its_samples() -> None:
    values = _noise(60_000)
    pyramid = MinMaxPyramid(60_000)
    pyramid.update(values, 50_000)
    shift = 3 * LARGEST_CHUNK

    moved = pyramid.moved(80_000, shift)
    kept = np.concatenate((values[shift:], _noise(10_000, 9)))
    length = 60_000 - shift
    moved.update(kept, length)
    low, high = moved.extremes(kept, np.array([0, 1_111, 20_000, 40_000]), length)

    expected = np.array(_naive(kept, [0, 1_111, 20_000, 40_000], length))
    np.testing.assert_array_equal(low, expected[:, 0])
    np.testing.assert_array_equal(high, expected[:, 1])


def test_a_piece_of_nothing_but_gaps_has_no_extremes() -> None:
    values = np.full(20_000, np.nan)
    pyramid = MinMaxPyramid(20_000)
    pyramid.update(values, 20_000)

    low, high = pyramid.extremes(values, np.array([0, 10]), 20_000)

    assert np.isnan(low).all()
    assert np.isnan(high).all()


def test_no_piece_has_no_extremes() -> None:
    low, high = MinMaxPyramid(4096).extremes(np.empty(0), np.empty(0, dtype=np.int64), 0)

    assert not len(low)
    assert not len(high)


@pytest.mark.parametrize("platform", [sys.platform, "win32"])
def test_there_is_room_for_numbers_on_each_system(monkeypatch: pytest.MonkeyPatch, platform: str) -> None:
    monkeypatch.setattr(sys, "platform", platform)

    room = allocate_floats(1000)
    room[:] = np.arange(1000.0)

    assert (len(room), room.sum()) == (1000, 499_500)


@pytest.fixture
def series() -> Series:
    return Series(SeriesBudget())


def _fill(series: Series, count: int, interval_s: float = 0.01, start_s: float = 0.0) -> None:
    for number in range(count):
        series.append(start_s + number * interval_s, float(number))


def test_what_was_appended_is_there_after_a_drain(series: Series) -> None:
    _fill(series, 3, 0.5)

    assert series.drain()
    assert series.samples().times.tolist() == [0.0, 0.5, 1.0]
    assert series.samples().values.tolist() == [0.0, 1.0, 2.0]
    assert series.span == (0.0, 1.0)
    assert not series.drain()


def test_what_was_not_drained_is_not_seen(series: Series) -> None:
    _fill(series, 3)
    series.drain()
    series.append(1.0, 9.0)

    assert len(series.samples().times) == 3


def test_a_series_without_samples_has_no_span(series: Series) -> None:
    assert series.span is None
    assert not series.drain()


def test_old_samples_go_when_the_history_is_full() -> None:
    series = Series(SeriesBudget(history_s=60.0))
    for round_ in range(20):
        _fill(series, 5_000, 0.01, round_ * 50.0)
        series.drain()

    first, last = series.span or (0.0, 0.0)
    assert last == pytest.approx(999.99)
    assert 60.0 <= last - first < 400.0
    assert series.nbytes < 2_000_000
    assert not series.shortened
    # nothing between was lost
    np.testing.assert_allclose(np.diff(series.samples().times), 0.01, atol=1e-9)


def test_extremes_are_right_over_many_moves_of_the_samples() -> None:
    series = Series(SeriesBudget(history_s=200.0))
    values = np.random.default_rng(5).normal(size=120_000)
    for number, value in enumerate(values.tolist()):
        series.append(number * 0.01, value)
        if number % 777 == 0:
            series.drain()
    series.drain()
    samples = series.samples()

    starts = np.arange(0, len(samples.values), 997)
    low, high = series.extremes(starts, len(samples.values))

    np.testing.assert_array_equal(samples.values, values[samples.first :])
    np.testing.assert_array_equal(low, np.minimum.reduceat(samples.values, starts))
    np.testing.assert_array_equal(high, np.maximum.reduceat(samples.values, starts))


def test_the_budget_is_kept_and_a_shorter_history_is_told() -> None:
    budget = SeriesBudget(2_000_000)
    series = [Series(budget) for _ in range(3)]
    for number in range(100_000):
        for one in series:
            one.append(number * 0.001, 1.0)

    assert budget.used_bytes <= 2_000_000
    assert any(one.shortened for one in series)
    for one in series:
        one.drain()
        assert one.span is not None
        assert one.span[1] == pytest.approx(99.999)
        assert one.samples().times.size >= 1_000


def test_many_series_that_got_little_keep_the_budget() -> None:
    budget = SeriesBudget(2_500_000)
    many = [Series(budget) for _ in range(200)]
    assert budget.used_bytes <= 2_500_000
    for number in range(3000):
        for series in many[:20]:
            series.append(number * 0.01, float(number))
    assert budget.used_bytes <= 2_500_000
    for series in many[:20]:
        series.drain()

    assert all(series.samples().values[-1] == 2999.0 for series in many[:20])
    assert any(series.shortened for series in many[:20])


def test_the_first_samples_are_whole_while_there_is_little_room() -> None:
    budget = SeriesBudget(0)
    series = Series(budget)
    rng = np.random.default_rng(2)
    for number in range(4000):
        # with gaps, and drained now and then
        series.append(number * 0.01 + number // 100, float(rng.integers(0, 1000)) if number % 7 else np.nan)
        if rng.random() < 0.02:
            series.drain()
            samples = series.samples()
            assert samples.first + len(samples.times) == number + 1
            assert len(samples.times) >= min(number + 1, 256)
            assert all((samples.gaps + samples.first) % 100 == 0)
            assert len(samples.gaps) == len(set(samples.gaps.tolist()))
            starts = np.array([0, len(samples.times) // 2])
            low, high = series.extremes(starts, len(samples.times))
            assert low[1] == np.nanmin(samples.values[starts[1] :])
            assert high[0] == np.nanmax(samples.values[: max(starts[1], 1)]) or starts[1] < 2


def test_a_closed_series_takes_nothing_of_the_budget() -> None:
    budget = SeriesBudget()
    series = Series(budget)
    series.close()

    assert budget.used_bytes == 0


def test_a_clock_that_was_set_back_begins_anew(series: Series) -> None:
    _fill(series, 500)
    series.drain()
    series.append(1.0, 7.0)
    series.append(1.1, 8.0)
    series.drain()

    assert series.resets == 1
    assert series.samples().times.tolist() == [1.0, 1.1]
    assert series.samples().first == 500


@pytest.mark.parametrize("drained", [LARGEST_CHUNK - 1, LARGEST_CHUNK, LARGEST_CHUNK + 1, 2 * LARGEST_CHUNK])
def test_nothing_of_before_is_left_after_a_clock_was_set_back_however_much_there_was(
    series: Series, drained: int
) -> None:
    _fill(series, drained)
    series.drain()
    epoch = series.epoch
    _fill(series, 20_000)
    series.drain()

    assert series.epoch > epoch
    assert series.samples().first == drained
    low, high = series.extremes(np.array([0]), 20_000)
    assert (low[0], high[0]) == (0.0, 19_999.0)


def test_what_began_anew_after_it_was_drained_is_not_told_before_it_is_drained(series: Series) -> None:
    _fill(series, 10)
    series.drain()
    series.append(-1.0, 1.0)

    assert series.resets == 0
    series.drain()
    assert series.resets == 1


def test_a_sample_that_is_a_little_late_counts_as_of_the_one_before(series: Series) -> None:
    series.append(1.0, 1.0)
    series.append(0.95, 2.0)
    series.drain()

    assert series.late == 1
    assert series.resets == 0
    assert series.samples().times.tolist() == [1.0, 1.0]


def test_a_silence_longer_than_usual_is_a_gap(series: Series) -> None:
    _fill(series, 100)
    _fill(series, 100, start_s=3.0)
    series.drain()

    assert series.samples().gaps.tolist() == [100]


def test_a_gap_is_found_whenever_it_is_drained(series: Series) -> None:
    _fill(series, 100)
    series.drain()
    series.append(0.99 + GAP_S + 0.1, 1.0)
    series.drain()

    assert series.samples().gaps.tolist() == [100]


def test_a_slow_topic_has_no_gaps(series: Series) -> None:
    _fill(series, 50, 5.0)
    series.drain()
    series.append(250.0 + 9.0, 1.0)
    series.drain()

    assert not len(series.samples().gaps)


def test_messages_that_come_in_bursts_have_no_gaps(series: Series) -> None:
    for burst in range(60):
        for _ in range(10):
            series.append(burst * 1.0, 0.0)
    series.drain()

    assert not len(series.samples().gaps)


def test_gaps_move_with_their_samples() -> None:
    series = Series(SeriesBudget(history_s=50.0))
    for part in range(12):
        _fill(series, 3_000, 0.01, part * 40.0)
        series.drain()
    samples = series.samples()

    silences = np.flatnonzero(np.diff(samples.times) > 1.0) + 1
    assert len(silences)
    assert samples.gaps.tolist() == silences.tolist()


def test_what_a_reader_holds_does_not_change(series: Series) -> None:
    _fill(series, 8_000)
    series.drain()
    held = series.samples()
    before = held.values.copy()
    _fill(series, 60_000, start_s=100.0)
    series.drain()

    np.testing.assert_array_equal(held.values, before)


def test_values_that_were_not_sent_are_kept_as_such(series: Series) -> None:
    for number, value in enumerate((1.0, math.nan, 3.0)):
        series.append(float(number), value)
    series.drain()
    low, high = series.extremes(np.array([0, 1]), 3)

    assert np.isnan(series.samples().values[1])
    assert (low.tolist(), high.tolist()) == ([1.0, 3.0], [1.0, 3.0])


@given(
    times=st.lists(st.floats(0, 10), max_size=40), asked_s=st.floats(-1, 11) | st.sampled_from((-math.inf, math.inf))
)
def test_the_place_of_a_time_is_behind_all_samples_before_it(times: list[float], asked_s: float) -> None:
    times = sorted(times)
    series = Series(SeriesBudget())
    series.extend(np.array(times), np.zeros(len(times)))
    series.drain()

    assert series.samples().index_at(asked_s) == sum(time_s < asked_s for time_s in times)


def test_many_samples_at_once_are_as_if_one_by_one(series: Series) -> None:
    times, values = np.linspace(0.0, 300.0, 30_000), np.arange(30_000.0)
    for first in range(0, 30_000, 7_000):
        series.extend(times[first : first + 7_000], values[first : first + 7_000])
    series.extend(times[:0], values[:0])
    series.drain()

    np.testing.assert_array_equal(series.samples().times, times)
    np.testing.assert_array_equal(series.samples().values, values)


def test_more_at_once_than_the_budget_allows_leaves_the_newest() -> None:
    series = Series(SeriesBudget(500_000))
    series.extend(np.linspace(0.0, 1000.0, 100_000), np.arange(100_000.0))
    series.drain()

    assert series.samples().values[-1] == 99_999
    assert series.nbytes <= 500_000
    assert series.shortened


def test_a_cleared_series_goes_on(series: Series) -> None:
    _fill(series, 100)
    series.clear()
    series.append(0.5, 1.0)
    series.drain()

    assert series.samples().values.tolist() == [1.0]


def test_a_reader_never_sees_half_a_sample_while_another_thread_writes() -> None:
    series = Series(SeriesBudget(history_s=1.0))
    count = 150_000
    torn: list[str] = []
    done = threading.Event()

    def write() -> None:
        for number in range(count):
            # the value tells what the time must be
            series.append(number * 1e-3, number * 2.0)
        done.set()

    writer = threading.Thread(target=write)
    writer.start()
    newest = -1.0
    while not done.is_set() or series.drain():
        ended = done.is_set()
        series.drain()
        samples = series.samples()
        if not np.array_equal(samples.values, np.arange(samples.first, samples.first + len(samples.values)) * 2.0):
            torn.append(f"values from {samples.first}")
        if not np.array_equal(samples.times * 1e3, np.rint(samples.times * 1e3)) and not np.allclose(
            samples.times, samples.values / 2e3
        ):
            torn.append(f"times from {samples.first}")
        if len(samples.values):
            low, high = series.extremes(np.array([0]), len(samples.values))
            if (low[0], high[0]) != (samples.values[0], samples.values[-1]):
                torn.append(f"extremes from {samples.first}")
            newest = samples.values[-1]
        if ended:
            break
    writer.join()
    series.drain()

    assert torn == []
    assert newest >= 0
    assert series.samples().values[-1] == (count - 1) * 2.0


def test_the_memory_of_histories_that_nobody_holds_any_more_is_given_back() -> None:
    budget = SeriesBudget(1_000_000_000)
    before = resident_bytes()
    for minutes in (17, 33, 45, 57):
        _keep_for(minutes, budget)
    after = resident_bytes()

    assert before is not None
    assert after is not None
    assert after - before < 40_000_000


def _keep_for(minutes: int, budget: SeriesBudget) -> None:
    """Twelve curves at 100 Hz, and nothing of them afterwards."""
    series = [Series(budget) for _ in range(12)]
    for start in range(0, 6000 * minutes, 1000):
        times = np.arange(start, start + 1000) / 100.0
        for one in series:
            one.extend(times, times)
            if start % 100_000 == 0:
                one.drain()
    for one in series:
        one.close()


def test_what_is_put_before_stands_before_all_and_gaps_are_found_anew(series: Series) -> None:
    _fill(series, 20, start_s=20.0)
    series.drain()
    before = series.written
    times = np.arange(10.0, 20.0, 0.01)
    series.put_before(times, times, 2000)
    series.append(20.2, 7.0)
    series.drain()
    samples = series.samples()

    assert len(samples.times) == 1021
    assert (np.diff(samples.times) >= 0).all()
    assert samples.values[-1] == 7.0
    assert not len(samples.gaps)
    # the last sample has its number, which has grown
    assert samples.first + 1020 == before + 2000
    assert series.resets == 1


def test_a_silence_before_what_has_come_is_a_gap(series: Series) -> None:
    _fill(series, 20, start_s=100.0)
    times = np.arange(10.0, 20.0, 0.01)
    series.put_before(times, times, 1020)
    series.drain()

    assert series.samples().gaps.tolist() == [1000]


def test_where_nothing_is_put_before_only_numbers_change(series: Series) -> None:
    _fill(series, 20)
    series.drain()
    held = series.samples()
    series.put_before(np.empty(0), np.empty(0), 50)
    _fill(series, 600, start_s=1.0)
    series.drain()

    assert series.samples().first == held.first + 50
    assert series.samples().values[:20].tolist() == held.values.tolist()
    assert len(series.samples().values) == 620


def test_before_what_came_there_is_no_more_than_the_history_and_the_budget() -> None:
    budget = SeriesBudget(history_s=5.0)
    series = Series(budget)
    _fill(series, 20, start_s=10.0)
    times = np.arange(0.0, 10.0, 0.01)
    series.put_before(times, times, 1020)
    series.drain()
    assert list(series.span or ()) == pytest.approx([5.19, 10.19])
    assert not series.shortened

    small = Series(SeriesBudget(30_000, history_s=100.0))
    _fill(small, 20, start_s=10.0)
    small.put_before(times, times, 1020)
    small.drain()
    assert small.shortened
    assert small.nbytes < 30_000
    # the newest of them
    assert small.samples().times[-21] == times[-1]


def test_a_reader_sees_all_or_nothing_of_what_is_put_before(series: Series) -> None:
    _fill(series, 20, start_s=20.0)
    series.drain()
    held = series.samples()
    times = np.arange(10.0, 20.0, 0.01)
    series.put_before(times, times, 1020)

    assert len(series.samples().times) == 20
    assert series.samples() is held
