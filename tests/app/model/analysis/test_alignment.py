"""The alignment of two runs by a curve that both have."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.model.analysis.alignment import Alignment, align_by_correlation, alignment_sentences
from app.model.analysis.progress import AnalysisError, CalculationCancelled
from app.wording.analysis import AnalysisWording
from tests.tools.sentences import says, shows

Floats = npt.NDArray[np.float64]
RATE_HZ = 50.0


class Rover:
    """The speed of a rover that changes at random, at any time of the world."""

    def __init__(self, seed: int) -> None:
        self.random = np.random.default_rng(seed)
        self._times = np.cumsum(self.random.uniform(0.3, 3.0, 400))
        self._speeds = np.repeat(self.random.uniform(-1, 1, 201), 2)[:400]

    def speed(self, world_s: Floats) -> Floats:
        """The speed at some times."""
        return np.interp(world_s, self._times, self._speeds)

    def noisy(self, world_s: Floats, noise: float) -> Floats:
        """The speed as a sensor tells it."""
        return self.speed(world_s) + self.random.normal(0, noise, world_s.size)


def times(begin_s: float, end_s: float) -> Floats:
    """Times at even distances."""
    return np.arange(begin_s, end_s, 1 / RATE_HZ)


def error_in_samples(alignment: Alignment, theirs_s: Floats, world_s: Floats) -> float:
    """How far the second run lies from where it should, at most."""
    return float(np.abs(alignment.to_first(theirs_s) - world_s).max()) * RATE_HZ


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("offset_s", [-1000.0, 0.0, 0.013, 33.3])
def test_runs_are_aligned_within_a_sample_whatever_their_clocks_say(seed: int, offset_s: float) -> None:
    rover = Rover(seed)
    world_s = times(20.0, 110.0)

    found = align_by_correlation(
        times(0.0, 100.0), rover.noisy(times(0.0, 100.0), 0.02), world_s - offset_s, rover.noisy(world_s, 0.02)
    )

    assert error_in_samples(found, world_s - offset_s, world_s) < 1.0
    assert found.coefficient == pytest.approx(1.0, abs=0.05)


@pytest.mark.parametrize("seed", range(4))
def test_what_is_missing_of_either_is_left_out(seed: int) -> None:
    rover = Rover(seed)
    ours_s, world_s = times(0.0, 120.0), times(10.0, 130.0)
    ours_s = ours_s[(ours_s < 40) | (ours_s > 55)]
    world_s = world_s[(world_s < 70) | (world_s > 80)]

    found = align_by_correlation(ours_s, rover.noisy(ours_s, 0.02), world_s + 7.0, rover.noisy(world_s, 0.02))

    assert error_in_samples(found, world_s + 7.0, world_s) < 1.0


@pytest.mark.parametrize("drift", [-3e-4, 1e-4, 5e-4])
def test_a_clock_that_runs_at_another_rate_is_found(drift: float) -> None:
    rover = Rover(1)
    world_s = times(5.0, 400.0)
    theirs_s = (world_s - 60.0) * (1 + drift)
    ours_s = times(0.0, 420.0)

    found = align_by_correlation(ours_s, rover.noisy(ours_s, 0.02), theirs_s, rover.noisy(world_s, 0.02))

    assert error_in_samples(found, theirs_s, world_s) < 1.0
    assert found.drift_s_per_s == pytest.approx(-drift, abs=5e-5)


def test_clocks_that_run_at_one_rate_get_no_drift() -> None:
    rover = Rover(2)
    world_s = times(0.0, 200.0)

    found = align_by_correlation(world_s, rover.noisy(world_s, 0.05), world_s, rover.noisy(world_s, 0.05))

    assert found.drift_s_per_s == 0.0


def test_another_height_and_a_steady_rise_do_not_matter() -> None:
    rover = Rover(3)
    world_s = times(0.0, 100.0)

    found = align_by_correlation(
        world_s, rover.speed(world_s), world_s + 12.0, 3 * rover.speed(world_s) + 50.0 + 0.02 * world_s
    )

    assert found.offset_s == pytest.approx(-12.0, abs=1 / RATE_HZ)


def test_a_short_run_is_found_within_a_long_one() -> None:
    rover = Rover(4)
    world_s = times(200.0, 230.0)

    found = align_by_correlation(
        times(0.0, 400.0), rover.speed(times(0.0, 400.0)), world_s - 200.0, rover.speed(world_s)
    )

    assert found.offset_s == pytest.approx(200.0, abs=1 / RATE_HZ)


def test_runs_at_different_rates_are_aligned() -> None:
    rover = Rover(5)
    ours_s, world_s = np.arange(0.0, 100.0, 0.1), np.arange(10.0, 90.0, 0.013)

    found = align_by_correlation(ours_s, rover.speed(ours_s), world_s - 10.0, rover.speed(world_s))

    assert found.offset_s == pytest.approx(10.0, abs=0.02)


def test_what_repeats_is_said_to_repeat() -> None:
    world_s = times(0.0, 60.0)

    found = align_by_correlation(world_s, np.sin(2 * np.pi * world_s / 3), world_s, np.sin(2 * np.pi * world_s / 3))

    assert found.repeats_s == pytest.approx(3.0, abs=0.1)


def test_curves_that_are_not_alike_are_not_aligned() -> None:
    random = np.random.default_rng(0)
    with pytest.raises(AnalysisError) as raised:
        align_by_correlation(times(0, 60), random.normal(0, 1, 3000), times(0, 60), random.normal(0, 1, 3000))
    assert says(AnalysisWording.NOT_ALIGNED)(raised.value)


@pytest.mark.parametrize(
    ("ours", "theirs", "reason"),
    [
        (([], []), ([0.0, 1.0], [0.0, 1.0]), AnalysisWording.FEW_OF_BOTH),
        ((range(100), [1.0] * 100), (range(100), range(100)), AnalysisWording.ONE_IS_CONSTANT),
        (([5.0] * 100, range(100)), (range(100), range(100)), AnalysisWording.ONE_TIME),
    ],
)
def test_curves_that_can_not_be_aligned_say_why(
    ours: tuple[npt.ArrayLike, npt.ArrayLike], theirs: tuple[npt.ArrayLike, npt.ArrayLike], reason: AnalysisWording
) -> None:
    with pytest.raises(AnalysisError) as raised:
        align_by_correlation(*map(list, ours), *map(list, theirs))  # type: ignore[arg-type]
    assert says(reason)(raised.value)


def test_it_ends_where_it_is_cancelled() -> None:
    def step(share: float) -> None:
        if share > 0.5:
            raise CalculationCancelled

    ours = Rover(0).speed(times(0, 60))
    with pytest.raises(CalculationCancelled):
        align_by_correlation(times(0, 60), ours, times(0, 60), ours, step)


NUMBERS = st.lists(st.floats(width=32), min_size=0, max_size=60)


@pytest.mark.parametrize(
    ("found", "codes"),
    [
        (Alignment(1.5), [AnalysisWording.MOVED]),
        (Alignment(1.5, coefficient=0.9), [AnalysisWording.MOVED_TO_BEST]),
        (
            Alignment(1.5, 2.0, 1e-4, 0.9, 3.0),
            [AnalysisWording.MOVED_TO_BEST, AnalysisWording.CLOCK_CORRECTED, AnalysisWording.PLACE_REPEATS],
        ),
    ],
)
def test_what_became_of_an_alignment_is_told(found: Alignment, codes: list[AnalysisWording]) -> None:
    told = alignment_sentences("yard", found)
    assert len(told) == len(codes)
    assert all(shows(sentence, code) for sentence, code in zip(told, codes, strict=True))


@settings(max_examples=100, deadline=None)
@given(NUMBERS, NUMBERS, NUMBERS, NUMBERS)
def test_any_numbers_are_aligned_or_refused(
    times_a: list[float], a: list[float], times_b: list[float], b: list[float]
) -> None:
    ours, theirs = min(len(times_a), len(a)), min(len(times_b), len(b))
    try:
        found = align_by_correlation(times_a[:ours], a[:ours], times_b[:theirs], b[:theirs])
    except AnalysisError:
        return
    assert np.isfinite([found.offset_s, found.origin_s, found.drift_s_per_s]).all()
