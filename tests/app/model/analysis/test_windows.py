from __future__ import annotations

import numpy as np
import pytest
from scipy import signal

from app.model.analysis.clean_samples import clean
from app.model.analysis.progress import AnalysisError
from app.model.analysis.sampling import EvenSamples
from app.model.analysis.windows import HannWindows, hann, plan_windows, window_powers
from app.wording.analysis import AnalysisWording
from tests.fakes.curves import even_times, noise, two_sines
from tests.tools.sentences import says, tells


def _samples(count: int, rate_hz: float = 100.0) -> EvenSamples:
    times = even_times(count, rate_hz)
    return EvenSamples(clean(times, two_sines(times)))


def _with_gaps(count: int, every_s: float, there_s: float) -> EvenSamples:
    times = even_times(count, 100.0)
    times = times[times % every_s < there_s]
    return EvenSamples(clean(times, two_sines(times)))


def test_the_window_is_that_of_hann() -> None:
    assert hann(64) == pytest.approx(signal.get_window("hann", 64))


@pytest.mark.parametrize(("count", "length"), [(20, 20), (100, 64), (20_000, 4096), (1_000_000, 65_536)])
def test_a_length_is_chosen_by_the_number_of_samples(count: int, length: int) -> None:
    assert plan_windows(_samples(count), None, 0.5).length == length


def test_a_given_length_is_taken_in_samples() -> None:
    windows = plan_windows(_samples(1000), 2.5, 0.2)

    assert (windows.length, windows.hop) == (250, 200)
    assert windows.firsts.tolist() == [0, 200, 400, 600]
    assert windows.notes == ()


def test_a_window_longer_than_the_curve_is_shortened_and_told() -> None:
    windows = plan_windows(_samples(1000), 60.0, 0.5)

    assert windows.length == 1000
    (note,) = windows.notes
    assert tells(note, AnalysisWording.NO_LONGER_CURVE, window_s=10.0)


def test_a_window_of_too_few_samples_is_told_with_the_least() -> None:
    with pytest.raises(AnalysisError, check=says(AnalysisWording.SHORT_WINDOW, window_s=0.1, least_s=0.16)):
        plan_windows(_samples(1000), 0.1, 0.5)


@pytest.mark.parametrize("window_s", [0.0, -1.0, float("nan"), float("inf")])
def test_a_window_without_a_length_is_told(window_s: float) -> None:
    with pytest.raises(AnalysisError, check=says(AnalysisWording.BAD_WINDOW)):
        plan_windows(_samples(1000), window_s, 0.5)


@pytest.mark.parametrize("overlap", [-0.1, 0.96, 1.0, float("nan")])
def test_an_overlap_that_can_not_be_is_told(overlap: float) -> None:
    with pytest.raises(AnalysisError, check=says(AnalysisWording.BAD_OVERLAP, limit=0.95)):
        plan_windows(_samples(1000), None, overlap)


def test_windows_with_gaps_are_left_out_and_told() -> None:
    windows = plan_windows(_with_gaps(10_000, 20.0, 17.0), 4.0, 0.5)

    (note,) = windows.notes
    assert tells(note, AnalysisWording.WINDOWS_LEFT_OUT)
    assert all(first % 2000 + windows.length <= 1710 for first in windows.firsts.tolist())


def test_a_window_is_chosen_that_fits_between_gaps() -> None:
    windows = plan_windows(_with_gaps(20_000, 4.0, 3.5), None, 0.5)

    assert windows.length <= 350
    assert windows.firsts.size > 4


def test_gaps_in_every_window_are_told() -> None:
    windows = plan_windows(_with_gaps(10_000, 0.5, 0.4), 4.0, 0.5)

    assert windows.firsts.size == 48
    assert tells(windows.notes[0], AnalysisWording.GAPS_EVERYWHERE)


@pytest.mark.parametrize("overlap", [0.0, 0.5, 0.75, 0.95])
def test_the_number_of_independent_windows_is_that_by_which_noise_varies(overlap: float) -> None:
    length, nwindows = 64, 40
    windows = plan_windows(_samples(length + (nwindows - 1) * (length - int(length * overlap))), length / 100, overlap)
    means = [
        signal.welch(noise(windows.firsts[-1] + length, seed), nperseg=length, noverlap=length - windows.hop)[1][5:-5]
        for seed in range(200)
    ]

    varies = float(np.mean(np.var(means, axis=0) / np.mean(means, axis=0) ** 2))

    assert windows.firsts.size == nwindows
    assert 1 / varies == pytest.approx(windows.independent, rel=0.1)


def test_powers_are_those_of_each_window_whatever_is_read_together() -> None:
    values = noise(3000)
    samples = EvenSamples(clean(even_times(3000, 100.0), values))
    firsts = np.array([0, 50, 100, 1000, 1050, 2900])
    windows = HannWindows(100, 50, firsts, ())

    found = np.vstack([power for _, power in window_powers(samples, windows)])

    parts = np.stack([values[first : first + 100] for first in firsts])
    parts -= parts.mean(axis=1, keepdims=True)
    assert found == pytest.approx(np.abs(np.fft.rfft(parts * hann(100))) ** 2)
