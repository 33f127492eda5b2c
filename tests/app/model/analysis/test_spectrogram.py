from __future__ import annotations

import numpy as np
import pytest
from scipy import signal

from app.model.analysis.progress import AnalysisError, CalculationCancelled
from app.model.analysis.spectrum import MAX_LINES, MAX_TIMES, SpectrumOptions, spectrogram
from app.wording.analysis import AnalysisWording
from tests.fakes.curves import BEGAN_S, Steps, even_times, noise, two_sines
from tests.tools.sentences import says

RATE_HZ = 100.0


@pytest.mark.parametrize("density", [False, True])
def test_levels_are_those_of_scipy(*, density: bool) -> None:
    times = even_times(10_000, RATE_HZ)
    values = two_sines(times) + noise(10_000)

    found = spectrogram(times + BEGAN_S, values, SpectrumOptions(2.0, 0.5, density))

    scaling = "density" if density else "spectrum"
    frequencies, middles, power = signal.spectrogram(
        values, RATE_HZ, "hann", nperseg=200, noverlap=100, scaling=scaling
    )
    if not density:
        power[1:-1] *= 2
    assert found.frequencies_hz == pytest.approx(frequencies)
    assert found.times_s - BEGAN_S == pytest.approx(middles)
    assert found.levels == pytest.approx((power if density else np.sqrt(power)).T, rel=1e-6, abs=1e-9)


def test_a_chirp_goes_up() -> None:
    times = even_times(10_000, RATE_HZ)

    found = spectrogram(times, signal.chirp(times, 5.0, 100.0, 45.0), SpectrumOptions())

    strongest = found.frequencies_hz[found.levels.argmax(axis=1)]
    assert strongest == pytest.approx(5.0 + 0.4 * found.times_s, abs=2 * found.frequencies_hz[1])
    # as many of one as of the other, by and large
    assert 0.5 < found.levels.shape[0] / found.levels.shape[1] < 4


def test_it_is_no_larger_than_a_picture_and_the_mean_of_more_windows() -> None:
    times = even_times(1_000_000, RATE_HZ)
    values = np.sqrt(2) * np.sin(2 * np.pi * 12.5 * times) * np.where(times < 5000, 1, 3)

    found = spectrogram(times, values, SpectrumOptions(window_s=1.28))

    assert found.levels.shape == (MAX_TIMES, 65)
    assert np.diff(found.times_s) == pytest.approx(found.times_s[1] - found.times_s[0])
    assert found.levels[:511, 16] == pytest.approx(np.sqrt(2))
    assert found.levels[513:, 16] == pytest.approx(3 * np.sqrt(2))
    assert found.times_s[0] > 0
    assert found.times_s[-1] < times[-1]


def test_a_sine_is_seen_though_lines_are_put_together() -> None:
    times = even_times(40_000, RATE_HZ)

    found = spectrogram(times, np.sin(2 * np.pi * 31.25 * times), SpectrumOptions(window_s=100.0))

    assert found.levels.shape[1] <= MAX_LINES
    assert found.levels.max() == pytest.approx(1.0, rel=0.01)
    assert found.frequencies_hz[found.levels[0].argmax()] == pytest.approx(31.25, abs=0.1)
    assert found.frequencies_hz[-1] == pytest.approx(50.0, abs=0.2)


def test_times_without_samples_are_empty() -> None:
    times = even_times(20_000, RATE_HZ)
    there = (times < 80) | (times > 120)

    found = spectrogram(times[there], two_sines(times[there]), SpectrumOptions(window_s=2.0))

    empty = np.isnan(found.levels).all(axis=1)
    assert (empty == np.isnan(found.levels).any(axis=1)).all()
    assert found.times_s[empty].min() == pytest.approx(80, abs=2)
    assert found.times_s[empty].max() == pytest.approx(120, abs=2)
    assert found.gap_share == pytest.approx(0.2, rel=0.01)
    assert found.resampled


def test_one_window_is_a_spectrogram_of_one_time() -> None:
    times = even_times(30, RATE_HZ)

    found = spectrogram(times, two_sines(times), SpectrumOptions())

    assert found.levels.shape == (1, 16)
    assert found.times_s == pytest.approx([0.15])


def test_too_few_samples_are_told() -> None:
    with pytest.raises(AnalysisError, check=says(AnalysisWording.FEW_SAMPLES)):
        spectrogram([1.0], [1.0], SpectrumOptions())


def test_it_tells_how_far_it_is_and_can_be_ended() -> None:
    times = even_times(200_000, RATE_HZ)
    steps = Steps()
    spectrogram(times, two_sines(times), SpectrumOptions(), steps)
    assert steps.shares == sorted(steps.shares)
    assert steps.shares[-1] == 1.0

    with pytest.raises(CalculationCancelled):
        spectrogram(times, two_sines(times), SpectrumOptions(), Steps(lambda share: share > 0.4, CalculationCancelled))
