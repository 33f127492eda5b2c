from __future__ import annotations

import bisect
import math

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.model.timeseries.budget import SeriesBudget
from app.model.timeseries.series import Floats, Samples, Series
from app.ui.time_axis.plots.trace import CurveColumns, PlotFrame, Trace, trace

WIDTH, HEIGHT = 60, 40

_LEFT_S = 0.0501237

Pixels = npt.NDArray[np.bool_]


def _series(times: Floats, values: Floats) -> Series:
    series = Series(SeriesBudget())
    series.extend(times, values)
    series.drain()
    return series


def _frame(first_s: float, last_s: float, low: float = -3.0, high: float = 3.0) -> PlotFrame:
    return PlotFrame.of(first_s, last_s, low, high, WIDTH, HEIGHT)


def _shown(series: Series, frame: PlotFrame) -> Trace:
    return trace(series, frame)


def _pixels(shown: Trace) -> Pixels:
    pixels = np.zeros((HEIGHT, WIDTH), dtype=np.bool_)
    for x, upper, lower in shown.columns.tolist():
        pixels[max(upper, 0) : max(lower + 1, 0), x] = True
    return pixels


def _naive(samples: Samples, frame: PlotFrame) -> Pixels:
    """Every pixel that the line through all samples touches, column by column and line by line."""
    pixels = np.zeros((HEIGHT, WIDTH), dtype=np.bool_)
    times, values, gaps = samples.times.tolist(), samples.values.tolist(), set(samples.gaps.tolist())
    for column in range(WIDTH):
        left, right = (frame.left_s + edge / frame.per_s for edge in (column, column + 1))
        met: list[float] = []
        first, last = bisect.bisect_left(times, left), bisect.bisect_left(times, right)
        for at in range(max(first - 1, 0), min(last + 1, len(times))):
            time, value = times[at], values[at]
            if left <= time < right:
                met.append(value)
            if at == 0 or at in gaps:
                continue
            before, was = times[at - 1], values[at - 1]
            for border in (left, right):
                if before < border <= time:
                    share = (border - before) / (time - before)
                    met.append(was * (1 - share) + value * share)
        met = [value for value in met if math.isfinite(value)]
        if met:
            upper, lower = (int(np.floor((frame.top - value) * frame.per_unit)) for value in (max(met), min(met)))
            pixels[max(upper, 0) : max(lower + 1, 0), column] = True
    return pixels


@settings(max_examples=50, deadline=None)
@given(
    seed=st.integers(0, 10_000),
    count=st.integers(400, 1500),
    zoom=st.floats(0.3, 1.2),
    missing=st.sampled_from([0.0, 0.02, 0.2]),
)
def test_columns_are_those_pixels_that_the_line_through_every_sample_touches(
    seed: int, count: int, zoom: float, missing: float
) -> None:
    random = np.random.default_rng(seed)
    # no column without a sample: lines over several of them are drawn by Qt
    times = np.sort(np.concatenate((np.linspace(0.0, 1.0, 241), random.random(count))))
    values = np.cumsum(random.normal(size=len(times))) * 0.1
    values[random.random(len(times)) < missing] = random.choice([np.nan, np.inf, -np.inf])
    series = _series(times, values)
    # no sample lies just on a border, which it may be on either side of
    zoom *= 1.000917
    frame = _frame(_LEFT_S, _LEFT_S + zoom)

    shown = _shown(series, frame)

    assert shown.dense == (np.count_nonzero((times >= _LEFT_S) & (times < _LEFT_S + zoom)) >= 2 * WIDTH)
    if shown.dense:
        # what leaves the frame to the right or comes from the left is a slant where it is long
        inner = slice(1, min(WIDTH, int(0.95 / zoom * WIDTH)) - 1)
        np.testing.assert_array_equal(_pixels(shown)[:, inner], _naive(series.samples(), frame)[:, inner])


@pytest.mark.parametrize("missing", [None, np.nan, np.inf, -np.inf])
def test_the_pixels_of_a_long_history_are_those_of_every_sample(missing: float | None) -> None:
    random = np.random.default_rng(7)
    times = np.linspace(0.0, 40.0, 40_000)
    values = np.sin(times) * 2 + random.normal(size=len(times)) * 0.2
    if missing is not None:
        values[::5] = missing
    series = _series(times, values)
    frame = _frame(1.0, 39.0)

    np.testing.assert_array_equal(_pixels(_shown(series, frame)), _naive(series.samples(), frame))


@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 10_000),
    steps=st.lists(st.tuples(st.integers(0, 300), st.integers(-40, 40)), min_size=2, max_size=12),
    jumps=st.sampled_from([0.0, 0.001]),
)
def test_what_was_drawn_before_makes_no_difference(seed: int, steps: list[tuple[int, int]], jumps: float) -> None:
    random = np.random.default_rng(seed)
    series = Series(SeriesBudget())
    known, per_s, end = CurveColumns(), WIDTH / 2.0, 0
    last_s = 1_700_000_000.0
    for count, move in ((1500, 0), *steps):
        waits = random.random(count) * 2e-3 + (random.random(count) < jumps) * 0.4
        times, values = last_s + np.cumsum(waits), random.normal(size=count)
        values[random.random(count) < 0.01] = random.choice([np.nan, np.inf, -np.inf])
        series.extend(times, values)
        series.drain()
        last_s = float(times[-1]) if count else last_s
        end = math.ceil(last_s * per_s) + min(move, 0)
        frame = _frame((end - WIDTH) / per_s, end / per_s)

        slid, anew = trace(series, frame, known), trace(series, frame)

        assert slid.dense == anew.dense
        np.testing.assert_array_equal(slid.columns, anew.columns)
        np.testing.assert_array_equal(slid.smooth, anew.smooth)
        np.testing.assert_allclose(sorted(slid.slants.tolist()), sorted(anew.slants.tolist()), atol=1e-3)


def test_columns_through_which_a_curve_only_rises_or_falls_are_lines_from_border_to_border() -> None:
    times = np.linspace(0.0, 1.0, 3001)
    shown = _shown(_series(times, 2 * np.sin(times * 6)), _frame(_LEFT_S, _LEFT_S + 0.9))

    assert shown.filled is not None
    # the first and the last, one neighbour of which is not known or not there
    assert set(shown.filled[:, 0].tolist()) <= {0, WIDTH - 1}
    x, y, end_x, end_y = shown.smooth.T
    np.testing.assert_array_equal(end_x - x, 1)
    np.testing.assert_allclose(y[1:], end_y[:-1], atol=0.02)
    places = _LEFT_S + x / WIDTH * 0.9
    np.testing.assert_allclose(y, (3 - 2 * np.sin(places * 6)) / 6 * HEIGHT, atol=0.1)


def test_a_column_in_which_a_curve_goes_up_and_down_again_is_filled_up_to_its_extremes() -> None:
    times = np.linspace(0.0, 1.0, 3001)
    values = np.zeros(len(times))
    values[1500] = 2.0
    shown = _shown(_series(times, values), _frame(0.0, 1.0))

    assert shown.filled is not None
    spike = shown.filled[shown.filled[:, 0] == WIDTH // 2][0, 1:]
    assert spike.tolist() == pytest.approx([HEIGHT / 6, HEIGHT / 2], abs=1)
    assert WIDTH // 2 not in shown.smooth[:, 0].tolist()


def test_a_noisy_curve_is_filled() -> None:
    times = np.linspace(0.0, 1.0, 3001)
    values = np.random.default_rng(1).normal(size=len(times))

    assert not len(_shown(_series(times, values), _frame(0.0, 1.0)).smooth)


# what may happen to a curve between two drawings of it, and how much of it
_MOVES = st.one_of(
    st.tuples(st.just("receive"), st.integers(0, 600)),
    st.tuples(st.just("begin anew"), st.sampled_from((0, 50))),
    st.tuples(st.just("pan"), st.integers(-80, 80) | st.sampled_from((0.25, 0.5))),
    st.tuples(st.just("follow"), st.just(0)),
    st.tuples(st.just("zoom"), st.sampled_from((15, 30, 60))),
    st.tuples(st.just("resize"), st.integers(20, 120)),
    st.tuples(st.just("scale"), st.sampled_from((1, 3))),
)


class _Moved:
    """A curve that gets values, and a frame that is moved over it."""

    def __init__(self, seed: int, budget: int, gaps: float) -> None:
        self.series = Series(SeriesBudget(budget))
        self._random = np.random.default_rng(seed)
        self._gaps = gaps
        self._last_s = 1_700_000_000.0
        self._per_s, self._width, self._high = 30.0, WIDTH, 3.0
        self._receive(1500)
        self._end = float(math.ceil(self._last_s * self._per_s))

    def move(self, what: str, much: float) -> None:
        if what == "receive":
            self._receive(int(much))
        elif what == "begin anew":
            self.series.clear()
            self._last_s -= much
            self._receive(800)
        elif what == "pan":
            self._end += much
        elif what == "follow":
            self._end = float(math.ceil(self._last_s * self._per_s))
        elif what == "zoom":
            self._end = float(round(self._end / self._per_s * much))
            self._per_s = much
        elif what == "resize":
            self._width = int(much)
        else:
            self._high = much

    @property
    def frame(self) -> PlotFrame:
        begin_s, end_s = (self._end - self._width) / self._per_s, self._end / self._per_s
        return PlotFrame.of(begin_s, end_s, -self._high, self._high, self._width, HEIGHT)

    def _receive(self, count: int) -> None:
        waits = self._random.random(count) * 2e-3 + (self._random.random(count) < self._gaps) * 0.4
        times, values = self._last_s + np.cumsum(waits), self._random.normal(size=count)
        values[self._random.random(count) < 0.01] = self._random.choice([np.nan, np.inf, -np.inf])
        self.series.extend(times, values)
        self.series.drain()
        self._last_s = float(times[-1]) if count else self._last_s


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 10_000),
    moves=st.lists(_MOVES, min_size=3, max_size=25),
    budget=st.sampled_from((256_000_000, 60_000, 40_000)),
    gaps=st.sampled_from((0.0, 0.002)),
)
def test_wherever_a_curve_is_moved_it_looks_as_if_drawn_from_nothing(
    seed: int, moves: list[tuple[str, float]], budget: int, gaps: float
) -> None:
    moved, known = _Moved(seed, budget, gaps), CurveColumns()
    trace(moved.series, moved.frame, known)
    for what, much in moves:
        moved.move(what, much)
        slid, anew = trace(moved.series, moved.frame, known), trace(moved.series, moved.frame)

        assert slid.dense == anew.dense
        np.testing.assert_array_equal(slid.columns, anew.columns)
        old, new = (np.array(sorted(shown.slants.tolist())).reshape(-1, 4) for shown in (slid, anew))
        np.testing.assert_allclose(old, new, atol=2e-3)


def test_nothing_is_drawn_over_a_gap() -> None:
    times = np.concatenate((np.arange(500) * 1e-2, 10 + np.arange(500) * 1e-2))
    series = _series(times, np.ones(1000))

    shown = _shown(series, _frame(0.0, 15.0))

    assert shown.dense
    assert not len(shown.slants)
    assert set(shown.columns[:, 0]) == {*range(20), *range(40, 60)}


def test_a_line_leads_over_columns_without_samples_where_there_is_no_gap() -> None:
    series = Series(SeriesBudget())
    series.extend(np.concatenate((np.arange(500) * 1e-4, 0.25 + np.arange(500) * 1e-4)), np.repeat([0.0, 1.0], 500))
    series.drain()

    shown = _shown(series, _frame(0.0, 0.3))

    assert shown.dense
    ((x, y, to_x, to_y),) = shown.slants.tolist()
    assert (round(x), round(to_x)) == (10, 50)
    assert (y, to_y) == (pytest.approx(HEIGHT / 2), pytest.approx(HEIGHT / 3))


def test_few_samples_are_a_line_with_dots() -> None:
    series = _series(np.array([1.0, 2.0]), np.array([0.0, 3.0]))

    shown = _shown(series, _frame(0.0, 4.0))

    assert not shown.dense
    (piece,) = shown.pieces
    np.testing.assert_allclose(piece, [[15.0, 20.0], [30.0, 0.0]])
    np.testing.assert_allclose(shown.dots, piece)


def test_a_value_between_two_gaps_is_seen_as_a_dot() -> None:
    values = np.ones(40)
    values[[9, 11]] = np.nan
    series = _series(np.arange(40.0) / 40, values)

    shown = _shown(series, _frame(0.0, 1.0))

    assert [len(piece) for piece in shown.pieces] == [9, 28]
    np.testing.assert_allclose(shown.dots, [[15.0, HEIGHT / 3]])


def test_a_line_is_broken_at_a_gap() -> None:
    times = np.concatenate((np.arange(10) * 0.1, 5 + np.arange(10) * 0.1))
    series = _series(times, np.ones(20))

    shown = _shown(series, _frame(0.0, 10.0))

    assert [len(piece) for piece in shown.pieces] == [10, 10]


def test_a_line_to_samples_outside_ends_at_the_edges_with_the_right_slope() -> None:
    series = _series(np.array([0.0, 1000.0]), np.array([-1000.0, 1000.0]))

    shown = _shown(series, _frame(499.5, 500.5))

    (piece,) = shown.pieces
    assert piece[0][0] == pytest.approx(-1.0)
    assert piece[1][0] == pytest.approx(WIDTH + 1)
    # two units a second, 6 units in 40 rows
    assert piece[0][1] - piece[1][1] == pytest.approx(2.0 * (WIDTH + 2) / WIDTH * HEIGHT / 6)


@pytest.mark.parametrize("value", [1e308, -1e308, np.inf, -np.inf, np.nan])
def test_values_that_are_no_place_on_the_screen_do_no_harm(value: float) -> None:
    for count in (5, 1000):
        times, values = np.linspace(0.0, 1.0, count), np.zeros(count)
        values[count // 2] = value
        shown = _shown(_series(times, values), _frame(0.0, 1.0))

        for numbers in (shown.slants, shown.dots, *shown.pieces):
            assert np.isfinite(numbers).all()


@pytest.mark.parametrize("value", [1e308, -1e308])
def test_a_value_that_is_far_outside_leaves_its_column_to_the_others(value: float) -> None:
    times, values = np.linspace(0.0, 1.0, 1000), np.zeros(1000)
    values[500] = value

    shown = _shown(_series(times, values), _frame(0.0, 1.0))

    assert shown.columns[:, 0].tolist() == list(range(WIDTH))


def test_no_sample_is_nothing() -> None:
    series = Series(SeriesBudget())

    shown = trace(series, _frame(0.0, 1.0))

    assert [len(part) for part in (shown.columns, shown.slants, shown.pieces, shown.dots)] == [0, 0, 0, 0]
