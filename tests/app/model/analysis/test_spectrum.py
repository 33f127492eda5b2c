from __future__ import annotations

import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import signal

from app.model.analysis.progress import AnalysisError, CalculationCancelled
from app.model.analysis.spectrum import Spectrum, SpectrumOptions, spectrum
from app.wording.analysis import AnalysisWording
from tests.fakes.curves import BEGAN_S, FAST, FAST_HZ, SLOW, SLOW_HZ, Floats, Steps, even_times, noise, two_sines
from tests.tools.sentences import says, tells

RATE_HZ = 100.0
TIMES_S = even_times(20_000, RATE_HZ)
DENSITY = SpectrumOptions(density=True)


def _amplitudes(values: Floats, length: int, overlap: float = 0.5, rate_hz: float = RATE_HZ) -> tuple[Floats, Floats]:
    """What scipy says: of a sine in the middle of the spectrum, and as it is at both ends."""
    frequencies, power = signal.welch(
        values, rate_hz, nperseg=length, noverlap=int(length * overlap), scaling="spectrum"
    )
    power[1 : (length + 1) // 2] *= 2
    return frequencies, np.sqrt(power)


def _assert_two_sines(found: Spectrum, share: float = 0.01) -> None:
    assert [peak.frequency_hz for peak in found.peaks] == pytest.approx([SLOW_HZ, FAST_HZ], abs=0.005)
    assert [peak.amplitude for peak in found.peaks] == pytest.approx([SLOW, FAST], rel=share)


@pytest.mark.parametrize("values", [two_sines(TIMES_S), noise(20_000), two_sines(TIMES_S) + noise(20_000)])
@pytest.mark.parametrize(("window_s", "overlap"), [(None, 0.5), (10.0, 0.5), (7.77, 0.0), (2.01, 0.75)])
def test_amplitudes_and_densities_are_those_of_scipy(values: Floats, window_s: float | None, overlap: float) -> None:
    found = spectrum(TIMES_S, values, SpectrumOptions(window_s, overlap))
    dense = spectrum(TIMES_S, values, SpectrumOptions(window_s, overlap, density=True))

    length = round(found.window_s * RATE_HZ)
    frequencies, amplitudes = _amplitudes(values, length, overlap)
    _, densities = signal.welch(values, RATE_HZ, nperseg=length, noverlap=int(length * overlap))
    assert found.frequencies_hz == pytest.approx(frequencies)
    assert found.amplitudes == pytest.approx(amplitudes, rel=1e-6, abs=1e-9)
    assert dense.amplitudes == pytest.approx(densities, rel=1e-6, abs=1e-12)
    assert (found.density, dense.density) == (False, True)
    assert not found.resampled


def test_two_sines_are_named_with_frequency_and_amplitude() -> None:
    _assert_two_sines(spectrum(TIMES_S + BEGAN_S, two_sines(TIMES_S), SpectrumOptions()), share=1e-6)
    _assert_two_sines(spectrum(TIMES_S + BEGAN_S, two_sines(TIMES_S) + 0.1 * noise(20_000), DENSITY))


def test_the_density_of_noise_adds_up_to_its_power() -> None:
    found = spectrum(even_times(1_000_000, RATE_HZ), 3 * noise(1_000_000), DENSITY)

    assert found.peaks == ()
    assert found.amplitudes[1:].sum() * found.frequencies_hz[1] == pytest.approx(9.0, rel=0.01)
    assert found.amplitudes[100:-100].mean() == pytest.approx(9.0 / 50, rel=0.01)


@pytest.mark.parametrize("jitter", [0.05, 0.2, 0.45])
def test_two_sines_are_right_in_samples_that_jitter(jitter: float) -> None:
    times = TIMES_S + np.random.default_rng(1).uniform(-jitter, jitter, TIMES_S.size) / RATE_HZ

    found = spectrum(times + BEGAN_S, two_sines(times), SpectrumOptions())

    assert found.resampled
    assert found.gap_share == 0.0
    assert found.sample_rate_hz == pytest.approx(RATE_HZ, rel=0.02)
    _assert_two_sines(found)


def test_the_curve_of_jittering_samples_is_that_of_even_ones_as_far_as_a_fifth_of_their_rate() -> None:
    times = TIMES_S + np.random.default_rng(1).uniform(-0.2, 0.2, TIMES_S.size) / RATE_HZ
    low = signal.firwin(101, 18, fs=1000.0)
    # noise below 18 Hz, known at any time
    fine_times, fine = even_times(200_000, 1000.0), signal.lfilter(low, 1.0, noise(200_000))

    found = spectrum(times, np.interp(times, fine_times, fine), SpectrumOptions(window_s=2.0, density=True))
    even = signal.welch(np.interp(TIMES_S, fine_times, fine), RATE_HZ, nperseg=200)[1]

    band = slice(2, 30)
    assert found.amplitudes[band].sum() == pytest.approx(even[band].sum(), rel=0.01)


def test_two_sines_are_right_in_samples_that_come_at_random() -> None:
    times = np.cumsum(np.random.default_rng(1).exponential(1 / RATE_HZ, 20_000))

    _assert_two_sines(spectrum(times, two_sines(times), SpectrumOptions()))


def test_what_resampling_makes_is_no_peak() -> None:
    # of these times it makes two, a ten millionth as high as the sines
    rng = np.random.default_rng(252)
    rng.choice(3)
    jitter = rng.uniform(-0.5, 0.5, TIMES_S.size) * rng.choice([0.05, 0.2, 0.5, 1]) / RATE_HZ
    times = np.sort(TIMES_S + jitter)

    _assert_two_sines(spectrum(times, two_sines(times), SpectrumOptions()))


def test_two_sines_are_right_between_gaps_whose_share_is_told() -> None:
    there = TIMES_S % 20 < 17

    found = spectrum(TIMES_S[there], two_sines(TIMES_S[there]), SpectrumOptions())

    assert found.resampled
    assert found.gap_share == pytest.approx(27 / 197, rel=0.01)
    assert tells(found.notes[0], AnalysisWording.WINDOWS_LEFT_OUT)
    _assert_two_sines(found)


@pytest.mark.parametrize("share", [0.01, 0.3])
def test_two_sines_are_right_though_samples_are_lost(share: float) -> None:
    there = np.random.default_rng(1).random(TIMES_S.size) > share

    _assert_two_sines(spectrum(TIMES_S[there], two_sines(TIMES_S[there]), SpectrumOptions()))


def test_what_is_not_finite_or_goes_back_is_left_out_and_told() -> None:
    times, values = TIMES_S.copy(), two_sines(TIMES_S)
    values[[100, 5000]] = np.nan, np.inf
    times[7000] = 3.0

    found = spectrum(times, values, SpectrumOptions())

    assert found.notes == (AnalysisWording.NOT_FINITE(count=2), AnalysisWording.BACKWARDS(count=1))
    _assert_two_sines(found)


@pytest.mark.parametrize("value", [0.0, 0.1, -1e300, 5e-324])
def test_a_constant_curve_has_no_amplitudes_and_no_peaks(value: float) -> None:
    found = spectrum(TIMES_S, np.full(TIMES_S.size, value), SpectrumOptions())

    assert found.peaks == ()
    assert found.notes == (AnalysisWording.CONSTANT(),)
    assert found.amplitudes.max() <= 1e-12 * abs(value)


@pytest.mark.parametrize("scale", [1e-310, 1e-160, 1e160, 1e307])
def test_huge_and_small_values_have_the_amplitudes_of_others(scale: float) -> None:
    found = spectrum(TIMES_S, two_sines(TIMES_S) * scale, SpectrumOptions())

    plain = spectrum(TIMES_S, two_sines(TIMES_S), SpectrumOptions())
    assert [peak.amplitude / scale for peak in found.peaks] == pytest.approx([SLOW, FAST], rel=1e-3)
    assert found.amplitudes.max() / scale == pytest.approx(plain.amplitudes.max(), rel=1e-6)
    assert np.isfinite(spectrum(TIMES_S, two_sines(TIMES_S) * scale, DENSITY).amplitudes).all()


@pytest.mark.parametrize("count", [0, 1, 5])
def test_too_few_samples_are_told(count: int) -> None:
    with pytest.raises(AnalysisError, check=says(AnalysisWording.FEW_SAMPLES)):
        spectrum(TIMES_S[:count], TIMES_S[:count], SpectrumOptions())


@pytest.mark.parametrize("jitter", [0.0, 0.2])
def test_memory_is_bounded_however_many_samples_there_are(jitter: float) -> None:
    times = even_times(1_000_000, RATE_HZ)
    times += np.random.default_rng(1).uniform(-jitter, jitter, times.size) / RATE_HZ
    values = noise(times.size)
    tracemalloc.start()

    spectrum(times, values, SpectrumOptions())

    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 10_000_000


def test_progress_goes_from_nothing_to_all() -> None:
    steps = Steps()

    spectrum(TIMES_S, two_sines(TIMES_S), SpectrumOptions(window_s=1.0), steps)

    assert steps.shares[0] < 0.1
    assert steps.shares == sorted(steps.shares)
    assert steps.shares[-1] == 1.0


@pytest.mark.parametrize("share", [0.0, 0.05, 0.5, 0.9])
def test_it_can_be_ended_at_any_time(share: float) -> None:
    steps = Steps(lambda done: done >= share, CalculationCancelled)
    times = TIMES_S + np.random.default_rng(1).uniform(-0.2, 0.2, TIMES_S.size) / RATE_HZ

    with pytest.raises(CalculationCancelled):
        spectrum(times, two_sines(times), SpectrumOptions(window_s=1.0), steps)

    assert steps.shares[-1] < 1.0


@given(
    st.lists(st.tuples(st.floats(width=64), st.floats(width=64)), max_size=80),
    st.builds(SpectrumOptions, st.one_of(st.none(), st.floats()), st.floats(-0.1, 1.1), st.booleans()),
)
def test_whatever_comes_is_finite_or_told(samples: list[tuple[float, float]], options: SpectrumOptions) -> None:
    times, values = zip(*samples, strict=True) if samples else ((), ())
    try:
        found = spectrum(times, values, options)
    except AnalysisError:
        return
    assert np.isfinite(found.amplitudes).all()
    assert found.amplitudes.shape == found.frequencies_hz.shape
    assert 0 <= found.gap_share <= 1


@given(st.lists(st.floats(0.001, 2), min_size=16, max_size=200), st.floats(-1e6, 1e6))
def test_whenever_samples_come_there_is_a_spectrum(intervals: list[float], begin_s: float) -> None:
    times = begin_s + np.cumsum(intervals)

    found = spectrum(times, two_sines(times), SpectrumOptions())

    assert np.isfinite(found.amplitudes).all()
    assert found.nwindows >= 1
    assert found.sample_rate_hz > 0
