from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import signal, stats

from app.model.analysis import pairs
from app.model.analysis.pairs import MAX_CELLS, Correlation, correlation, pair_density, pair_values
from app.model.analysis.progress import AnalysisError, CalculationCancelled
from app.wording.analysis import AnalysisWording
from tests.fakes.curves import BEGAN_S, Floats, Steps, even_times, noise
from tests.tools.sentences import says, tells

TIMES_S = even_times(10_000, 100.0)
_WALK = np.cumsum(noise(30_000))


def _walk(times_s: Floats) -> Floats:
    """A curve that is like itself at one lag only."""
    return np.interp(times_s, np.arange(-10_000, 20_000) / 100, _WALK)


def _at_random(count: int, span_s: float, seed: int) -> Floats:
    return np.sort(np.random.default_rng(seed).uniform(0, span_s, count))


def test_pairs_are_of_the_times_of_the_first_where_both_are() -> None:
    found = pair_values([0, 1, 2, 3, 4], [0, 10, 20, 30, 40], [0.5, 2.5, 3.5], [5, 25, 35])

    assert found.x.tolist() == [10, 20, 30]
    assert found.y.tolist() == [10, 20, 30]


def test_curves_without_a_common_time_are_told() -> None:
    with pytest.raises(AnalysisError, check=says(AnalysisWording.ONE_IS_EMPTY)):
        pair_values([], [], TIMES_S, TIMES_S)
    with pytest.raises(AnalysisError, check=says(AnalysisWording.NO_COMMON_TIME)):
        pair_values(TIMES_S, TIMES_S, TIMES_S + 1000, TIMES_S)
    with pytest.raises(AnalysisError, check=says(AnalysisWording.FEW_OF_BOTH, least=8)):
        correlation(TIMES_S, TIMES_S, TIMES_S + 99.95, TIMES_S)


@pytest.mark.parametrize("bins", [1, 7, 100])
def test_densities_are_those_of_numpy(bins: int) -> None:
    x, y = noise(300_000, 1), 5 + 1e-3 * noise(300_000, 2)

    found = pair_density(x, y, bins)

    counts, x_edges, y_edges = np.histogram2d(x, y, bins)
    assert found.x_edges == pytest.approx(x_edges)
    assert found.y_edges == pytest.approx(y_edges)
    # a value on an edge may be rounded to either side
    assert np.abs(found.counts - counts).sum() <= 4


@pytest.mark.parametrize(("count", "bins"), [(10, 16), (10_000, 50), (1_000_000, 256)])
def test_fields_are_as_many_as_pairs_suit(count: int, bins: int) -> None:
    assert pair_density(noise(count), noise(count)).counts.shape == (bins, bins)


def test_pairs_that_are_no_numbers_are_left_out() -> None:
    assert pair_density([1, math.nan, 2, 3], [1, 2, math.inf, 4], 2).counts.tolist() == [[1, 0], [0, 1]]


def test_a_density_that_can_not_be_is_told() -> None:
    for bins in (0, MAX_CELLS + 1):
        with pytest.raises(AnalysisError, check=says(AnalysisWording.BAD_CELLS, limit=1024)):
            pair_density([1, 2], [1, 2], bins)
    with pytest.raises(AnalysisError, check=says(AnalysisWording.VALUES_DIFFER, columns=2, rows=1)):
        pair_density([1, 2], [1])
    with pytest.raises(AnalysisError, check=says(AnalysisWording.NO_PAIRS)):
        pair_density([math.nan], [1])


@given(
    st.lists(
        st.tuples(st.floats(allow_nan=False, allow_infinity=False), st.floats(allow_nan=False, allow_infinity=False)),
        min_size=1,
        max_size=40,
    )
)
def test_each_pair_is_counted_once(samples: list[tuple[float, float]]) -> None:
    x, y = zip(*samples, strict=True)

    found = pair_density(x, y, 9)

    assert found.counts.sum() == len(samples)
    assert (np.diff(found.x_edges) > 0).all()


@pytest.mark.parametrize("lag_s", [0.25, -1.5, 0.0, 12.0])
@pytest.mark.parametrize("factor", [1.0, -3.0])
def test_who_follows_whom_is_found_in_samples_that_come_at_any_time(lag_s: float, factor: float) -> None:
    first, second = _at_random(10_000, 100.0, 1), _at_random(7_000, 100.0, 2)

    found = correlation(first + BEGAN_S, _walk(first), second + BEGAN_S, 4 + factor * _walk(second - lag_s))

    assert found.lag_s == pytest.approx(lag_s, abs=0.003)
    assert found.coefficient == pytest.approx(math.copysign(1.0, factor), abs=0.01)
    assert found.repeats_s is None


def test_the_words_say_who_follows_whom_by_how_much() -> None:
    def words(lag_s: float, factor: float = 1.0) -> str:
        (sentence,) = correlation(TIMES_S, _walk(TIMES_S), TIMES_S, factor * _walk(TIMES_S - lag_s)).words
        return sentence

    assert tells(words(0.25), AnalysisWording.SECOND_FOLLOWS, lag="250 ms")
    assert tells(words(0.25, -1.0), AnalysisWording.SECOND_FOLLOWS_INVERTED, lag="250 ms")
    assert tells(words(-0.25), AnalysisWording.FIRST_FOLLOWS, lag="250 ms")
    assert tells(words(-0.25, -1.0), AnalysisWording.FIRST_FOLLOWS_INVERTED, lag="250 ms")
    assert tells(words(0.0), AnalysisWording.TOGETHER)
    assert tells(words(0.0, -1.0), AnalysisWording.TOGETHER_INVERTED)


@pytest.mark.parametrize("seconds", [2.0, 3.3, 10.0, 47.1])
@pytest.mark.parametrize("lag_s", [0.05, -0.05])
def test_of_swings_that_are_as_alike_upside_down_the_upright_is_told(seconds: float, lag_s: float) -> None:
    times = even_times(round(seconds * 100), 100.0)
    turn = 2 * math.pi * 5
    found = correlation(times, np.sin(turn * times), times, np.sin(turn * (times - lag_s)))

    assert found.coefficient > 0.99
    assert found.lag_s == pytest.approx(lag_s, abs=0.003)


def test_coefficients_are_those_of_pearson_at_each_lag() -> None:
    ours, theirs = noise(500, 1) + np.arange(500) / 100, noise(500, 2) + np.arange(500) / 80
    times = even_times(500, 10.0)

    found = correlation(times, ours, times, theirs)

    # on the grid of the calculation, which has a sample fewer
    grid = found.lags_s[1] - found.lags_s[0]
    at = (np.arange(round(times[-1] / grid)) + 0.5) * grid
    ours, theirs = np.interp(at, times, ours), np.interp(at, times, theirs)
    middle = found.lags_s.size // 2
    for lag in (-200, -31, 0, 1, 77, 240):
        overlap = ours.size - abs(lag)
        pearson = stats.pearsonr(ours[max(-lag, 0) :][:overlap], theirs[max(lag, 0) :][:overlap]).statistic
        assert found.coefficients[middle + lag] == pytest.approx(pearson, abs=1e-9)
    assert found.lags_s[middle] == 0.0


def test_the_lag_is_that_of_scipy() -> None:
    rng = np.random.default_rng(5)
    ours = rng.normal(size=TIMES_S.size)
    theirs = np.roll(ours, 137) + rng.normal(size=TIMES_S.size)

    found = correlation(TIMES_S, ours, TIMES_S, theirs, max_lag_s=5.0)

    lags = signal.correlation_lags(theirs.size, ours.size)
    assert lags[signal.correlate(theirs, ours).argmax()] == 137
    assert found.lag_s == pytest.approx(1.37, abs=0.005)
    assert found.lags_s[[0, -1]] == pytest.approx([-5, 5], abs=0.02)
    # half of the second is noise; between samples, lines take some of it away
    assert found.coefficient == pytest.approx(math.sqrt(0.5), abs=0.1)


def test_what_swings_has_a_lag_that_is_one_of_many() -> None:
    found = correlation(TIMES_S, np.sin(3 * TIMES_S), TIMES_S, np.sin(3 * (TIMES_S - 0.1)))

    assert found.lag_s == pytest.approx(0.1, abs=0.001)
    assert found.repeats_s == pytest.approx(2 * math.pi / 3, rel=0.01)
    assert tells(found.words[1], AnalysisWording.REPEATS, period="2.09 s")


def test_curves_that_have_nothing_to_do_with_each_other_are_told() -> None:
    found = correlation(TIMES_S, noise(10_000, 1), TIMES_S, noise(10_000, 2))

    assert abs(found.coefficient) < 0.1
    assert tells(found.words[0], AnalysisWording.HARDLY_ALIKE)


def test_a_longer_time_than_the_grid_holds_is_looked_at_more_coarsely(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairs, "MAX_GRID", 1000)

    found = correlation(TIMES_S, _walk(TIMES_S), TIMES_S, _walk(TIMES_S - 2.0))

    assert found.lags_s.size == 1001
    assert found.lag_s == pytest.approx(2.0, abs=0.02)
    assert found.coefficient > 0.99


@pytest.mark.parametrize("scale", [1e-310, 1e300])
def test_huge_and_small_values_are_as_alike(scale: float) -> None:
    found = correlation(TIMES_S, scale * _walk(TIMES_S), TIMES_S, _walk(TIMES_S - 1))

    assert found.lag_s == pytest.approx(1.0, abs=0.001)
    assert found.coefficient == pytest.approx(1.0, abs=0.001)


@pytest.mark.parametrize("value", [0.0, 0.1, 1e300])
def test_a_constant_curve_is_told(value: float) -> None:
    for first, second in (((_walk(TIMES_S)), np.full(10_000, value)), (np.full(10_000, value), _walk(TIMES_S))):
        with pytest.raises(AnalysisError, check=says(AnalysisWording.ONE_IS_CONSTANT)):
            correlation(TIMES_S, first, TIMES_S, second)


@pytest.mark.parametrize("max_lag_s", [0.0, -1.0, math.nan, math.inf])
def test_a_limit_that_is_none_is_told(max_lag_s: float) -> None:
    with pytest.raises(AnalysisError, check=says(AnalysisWording.BAD_LAG)):
        correlation(TIMES_S, TIMES_S, TIMES_S, TIMES_S, max_lag_s)


def test_it_tells_how_far_it_is_and_can_be_ended() -> None:
    def run(step: Steps) -> Correlation:
        return correlation(TIMES_S, _walk(TIMES_S), TIMES_S, _walk(TIMES_S), step=step)

    steps = Steps()
    run(steps)
    assert steps.shares == sorted(steps.shares)
    assert steps.shares[-1] == 1.0
    with pytest.raises(CalculationCancelled):
        run(Steps(lambda share: share >= 0.6, CalculationCancelled))
    with pytest.raises(CalculationCancelled):
        pair_density(TIMES_S, TIMES_S, step=Steps(lambda _share: True, CalculationCancelled))


SAMPLES = st.lists(st.tuples(st.floats(width=64), st.floats(width=64)), max_size=40)


@given(SAMPLES, SAMPLES)
def test_whatever_comes_is_told_or_within_bounds(
    ours: list[tuple[float, float]], theirs: list[tuple[float, float]]
) -> None:
    first, second = (np.array(samples).reshape(-1, 2) for samples in (ours, theirs))
    try:
        found = correlation(first[:, 0], first[:, 1], second[:, 0], second[:, 1])
    except AnalysisError:
        return
    assert (np.abs(found.coefficients) <= 1).all()


@given(st.lists(st.tuples(st.floats(0.001, 10), st.floats(-1e9, 1e9)), min_size=20, max_size=60), st.floats(-5, 5))
def test_however_curves_go_they_are_alike_within_bounds(samples: list[tuple[float, float]], lag_s: float) -> None:
    times = np.cumsum([interval for interval, _ in samples])
    values = np.array([value for _, value in samples])
    try:
        found = correlation(times, values, times + lag_s, values)
    except AnalysisError:
        return
    assert (np.abs(found.coefficients) <= 1).all()
    assert abs(found.coefficient) <= 1
    assert found.lags_s.size == found.coefficients.size
