from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.model.analysis.clean_samples import clean
from app.model.analysis.peaks import MAX_PEAKS, find_peaks, fit_sines
from app.model.analysis.progress import CalculationCancelled, ignore_progress
from app.model.analysis.windows import hann
from tests.fakes.curves import BEGAN_S, FAST, FAST_HZ, SLOW, SLOW_HZ, Floats, Steps, noise, two_sines

LENGTH = 1024


def _power(values: Floats) -> Floats:
    """Half the square of a sine's amplitude on each line, the mean of windows without overlap."""
    parts = values.reshape(-1, LENGTH) * hann(LENGTH)
    squares = np.abs(np.fft.rfft(parts)) ** 2
    power: Floats = 2 * squares.mean(axis=0) / (LENGTH / 2) ** 2
    return power


def _sine(line: float, amplitude: float, nwindows: int = 8) -> Floats:
    return amplitude * np.sin(2 * np.pi * line * np.arange(nwindows * LENGTH) / LENGTH + 0.3)


@given(st.floats(4, LENGTH / 2 - 8), st.floats(1e-6, 1e6))
def test_a_sine_is_found_between_the_lines(line: float, amplitude: float) -> None:
    found = find_peaks(_power(_sine(line, amplitude)), 8, 0.0)

    assert len(found) == 1
    assert found[0][0] == pytest.approx(line, abs=0.02)
    assert found[0][1] == pytest.approx(amplitude, rel=0.01)


def test_two_sines_six_lines_apart_are_two() -> None:
    found = find_peaks(_power(_sine(100.4, 1.0) + _sine(106.7, 0.8) + 0.01 * noise(8 * LENGTH)), 8, 0.0)

    assert [line for line, _ in found] == pytest.approx([100.4, 106.7], abs=0.05)
    assert [amplitude for _, amplitude in found] == pytest.approx([1.0, 0.8], rel=0.01)


def test_a_weak_sine_is_found_beside_a_strong_one() -> None:
    found = find_peaks(_power(_sine(50.5, 1.0) + _sine(90.3, 0.002)), 8, 0.0)

    assert [line for line, _ in found] == pytest.approx([50.5, 90.3], abs=0.05)


@pytest.mark.parametrize("nwindows", [1, 2, 8, 50])
def test_noise_has_no_peaks(nwindows: int) -> None:
    found = [find_peaks(_power(noise(nwindows * LENGTH, seed)), nwindows, 0.0) for seed in range(40)]

    assert sum(map(len, found)) <= 1


@pytest.mark.parametrize("nwindows", [1, 8, 50])
def test_drift_has_no_peaks(nwindows: int) -> None:
    walks = (np.cumsum(noise(nwindows * LENGTH, seed)) for seed in range(40))

    assert sum(len(find_peaks(_power(walk), nwindows, 0.0)) for walk in walks) <= 2


def test_no_more_peaks_than_can_be_named() -> None:
    many = sum((_sine(30 + 30 * number, 1 + number / 10) for number in range(12)), np.zeros(8 * LENGTH))

    found = find_peaks(_power(many), 8, 0.0)

    assert len(found) == MAX_PEAKS
    assert found[0][0] == pytest.approx(30 + 30 * 11, abs=0.05)
    assert found == sorted(found, key=lambda peak: -peak[1])


def test_what_is_less_than_rounding_is_no_peak() -> None:
    assert find_peaks(_power(_sine(50.0, 1e-14)), 8, 1e-13) == []


def test_a_spectrum_without_anything_has_no_peaks() -> None:
    assert find_peaks(np.zeros(513), 8, 0.0) == []
    assert find_peaks(np.zeros(3), 8, 0.0) == []


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
