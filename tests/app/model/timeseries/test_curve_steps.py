from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.model.timeseries.curve_spec import CurveTransform, CurveTransformKind
from app.model.timeseries.curve_steps import make_transform_step
from app.model.timeseries.series_pyramid import Floats

NO_GAPS = np.empty(0, dtype=np.int64)

KINDS = [kind for kind in CurveTransformKind if kind is not CurveTransformKind.YAW]


def _made(kind: CurveTransformKind, times: list[float], values: list[float], window_s: float = 1.0) -> list[float]:
    step = make_transform_step(CurveTransform(kind, window_s=window_s))
    found: list[float] = step.apply(np.array(times), np.array(values), NO_GAPS).tolist()
    return found


def test_the_derivative_is_the_slope_from_the_sample_before() -> None:
    first, *rest = _made(CurveTransformKind.DERIVATIVE, [0.0, 0.5, 1.0], [0.0, 1.0, 4.0])

    assert math.isnan(first)
    assert rest == [2.0, 6.0]


def test_samples_of_one_time_have_the_slope_to_the_last_of_them() -> None:
    _, *rest = _made(CurveTransformKind.DERIVATIVE, [0.0, 1.0, 1.0, 2.0], [0.0, 2.0, 9.0, 10.0])

    assert rest == [9.0, 9.0, 1.0]


def test_the_derivative_of_what_comes_in_batches_is_that_of_what_was_sent() -> None:
    step = make_transform_step(CurveTransform(CurveTransformKind.DERIVATIVE))
    values = np.linspace(0.0, 0.49, 50)
    # one a second at 100 Hz, five at a time, of which one batch comes in two pieces
    times = np.repeat(np.arange(10) * 0.05, 5)

    found = np.concatenate([step.apply(times[a:b], values[a:b], NO_GAPS) for a, b in ((0, 22), (22, 25), (25, 50))])

    np.testing.assert_allclose(np.delete(found, [20, 21])[5:], 1.0)


def test_the_integral_is_a_sum_of_trapezoids() -> None:
    assert _made(CurveTransformKind.INTEGRAL, [0.0, 1.0, 3.0], [0.0, 2.0, 2.0]) == [0.0, 1.0, 5.0]


def test_what_was_not_sent_adds_nothing_to_the_integral() -> None:
    found = _made(CurveTransformKind.INTEGRAL, [0.0, 1.0, 2.0, 3.0], [2.0, math.nan, 2.0, 2.0])

    assert math.isnan(found[1])
    assert found[2:] == [0.0, 2.0]


def test_a_gap_adds_nothing_to_the_integral_wherever_samples_are_cut() -> None:
    times, values = np.array([0.0, 1.0, 101.0, 102.0]), np.ones(4)
    for cut in (1, 2, 3):
        step = make_transform_step(CurveTransform(CurveTransformKind.INTEGRAL))
        before, behind = (np.array([2]), NO_GAPS) if cut > 2 else (NO_GAPS, np.array([2 - cut]))
        found = [*step.apply(times[:cut], values[:cut], before), *step.apply(times[cut:], values[cut:], behind)]

        assert found == [0.0, 1.0, 1.0, 2.0]


def test_the_mean_is_that_of_the_last_seconds() -> None:
    assert _made(CurveTransformKind.MEAN, [0.0, 1.0, 2.0, 3.0], [0.0, 2.0, 4.0, 6.0], 2.0) == [0.0, 1.0, 3.0, 5.0]


def test_a_mean_does_not_know_of_what_was_before_its_window() -> None:
    times, values = np.arange(21) * 0.1, [3.4e38, *[2.0] * 20]

    assert _made(CurveTransformKind.MEAN, times.tolist(), values, 0.5)[8:] == [2.0] * 13


@pytest.mark.parametrize(("rate_hz", "window_s"), [(100.0, 0.1), (100.0, 1.0), (10.0, 300.0)])
def test_means_of_large_values_are_as_exact_as_these(rate_hz: float, window_s: float) -> None:
    times: Floats = np.arange(20_000) / rate_hz
    values = 1.7e9 + np.sin(times)

    found = make_transform_step(CurveTransform(CurveTransformKind.MEAN, window_s=window_s)).apply(
        times, values, NO_GAPS
    )

    # between two floats here are 2e-7
    first = np.searchsorted(times, times - window_s, side="right")
    for at in range(0, 20_000, 997):
        assert found[at] - 1.7e9 == pytest.approx(
            math.fsum(values[first[at] : at + 1] - 1.7e9) / (at + 1 - first[at]), abs=3e-6
        )


def test_a_window_that_is_shorter_than_times_can_tell_has_the_newest_value() -> None:
    times = [1.7e9, 1.7e9, 1.7e9 + 1, 1.7e9 + 2]

    assert _made(CurveTransformKind.MEAN, times, [1.0, 2.0, 3.0, 4.0], 1e-9) == [1.0, 2.0, 3.0, 4.0]


def test_means_of_the_largest_values_are_no_larger_than_these() -> None:
    found = _made(CurveTransformKind.MEAN, [0.0, 0.1, 0.2, 0.3, 9.0], [1e308, 1e308, 1e308, math.inf, 1.0])

    assert found[:3] == pytest.approx([1e308] * 3)
    assert math.isnan(found[3])
    assert found[4] == 1.0


def test_an_angle_goes_on_beyond_a_whole_turn() -> None:
    found = _made(CurveTransformKind.UNWRAP, [0.0, 1.0, 2.0, 3.0], [3.0, -3.0, math.nan, -2.0])

    assert found[0] == 3.0
    assert found[1] == pytest.approx(2 * math.pi - 3.0)
    assert found[3] == pytest.approx(2 * math.pi - 2.0)


def _noise(count: int, seed: int) -> tuple[Floats, Floats]:
    random = np.random.default_rng(seed)
    values = random.normal(size=count) * 4
    values[random.random(count) < 0.1] = np.nan
    steps = random.random(count)
    steps[random.random(count) < 0.2] = 0.0
    return np.cumsum(steps), values


@settings(max_examples=80, deadline=None)
@given(kind=st.sampled_from(KINDS), cuts=st.lists(st.integers(1, 199), max_size=8), seed=st.integers(0, 500))
def test_it_does_not_matter_in_which_pieces_samples_come(kind: CurveTransformKind, cuts: list[int], seed: int) -> None:
    times, values = _noise(200, seed)
    whole = make_transform_step(CurveTransform(kind)).apply(times, values, NO_GAPS)
    step = make_transform_step(CurveTransform(kind))

    places = [0, *sorted(set(cuts)), 200]
    pieces = [step.apply(times[a:b], values[a:b], NO_GAPS) for a, b in itertools.pairwise(places)]

    together = np.concatenate(pieces)
    if kind in {CurveTransformKind.MEAN, CurveTransformKind.DERIVATIVE}:
        # samples of one time may come in two pieces: those of the first do not know of the second
        last = np.append(np.diff(times) > 0, True)
        whole, together = whole[last], together[last]
    np.testing.assert_allclose(together, whole, atol=1e-9)
