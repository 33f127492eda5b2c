from __future__ import annotations

import numpy as np
import pytest

from app.model.analysis.clean_samples import clean
from app.model.analysis.progress import CalculationCancelled, ignore_progress
from app.model.analysis.sine_fit import fit_sines
from tests.fakes.curves import BEGAN_S, FAST, FAST_HZ, SLOW, SLOW_HZ, Steps, two_sines

TIMES_S = np.cumsum(np.random.default_rng(1).exponential(0.01, 10_000))
SAMPLES = clean(TIMES_S + BEGAN_S, two_sines(TIMES_S))


def test_amplitudes_are_right_whenever_samples_came() -> None:
    fitted = fit_sines(SAMPLES, 0, (SLOW_HZ, FAST_HZ), BEGAN_S + np.arange(9.0) * 10, 10.0, ignore_progress)

    assert fitted == pytest.approx([SLOW, FAST], rel=1e-4)


def test_a_sine_that_is_not_looked_for_changes_little() -> None:
    times = np.arange(10_000) / 100
    other = 2 * np.sin(2 * np.pi * 7.55 * times)

    fitted = fit_sines(
        clean(times, two_sines(times) + other), 0, (SLOW_HZ, FAST_HZ), np.arange(7.0) * 10, 33.0, ignore_progress
    )

    assert fitted == pytest.approx([SLOW, FAST], rel=2e-4)


def test_windows_without_samples_are_left_out() -> None:
    fitted = fit_sines(SAMPLES, 0, (SLOW_HZ, FAST_HZ), BEGAN_S + np.array([0.0, 5000.0]), 10.0, ignore_progress)

    assert fitted == pytest.approx([SLOW, FAST], rel=1e-4)


def test_too_few_samples_fit_nothing() -> None:
    assert fit_sines(SAMPLES, 0, (SLOW_HZ, FAST_HZ), np.array([BEGAN_S]), 0.05, ignore_progress) is None


def test_it_can_be_ended() -> None:
    with pytest.raises(CalculationCancelled):
        fit_sines(SAMPLES, 0, (1.0,), np.array([BEGAN_S]), 10.0, Steps(lambda _share: True, CalculationCancelled))
