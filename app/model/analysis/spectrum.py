"""The spectrum of a curve by Welch's method with the frequencies that stand out, and its change with time."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from app.model.analysis.clean_samples import CleanSamples, clean, largest_magnitude, scaled_up, scaled_up_number
from app.model.analysis.peaks import MIN_SHARE, find_peaks, fit_sines
from app.model.analysis.progress import ProgressCallback, ignore_progress, progress_part
from app.model.analysis.sampling import EvenSamples
from app.model.analysis.windows import HannWindows, plan_windows, window_powers
from app.model.timeseries.series import Floats
from app.wording.analysis import AnalysisWording

# the fractions of the work that are done when samples are cleaned, resampled, and their windows averaged
CLEANED_SHARE: Final = 0.03
SAMPLED_SHARE: Final = 0.1
_AVERAGED: Final = 0.9

# amplitudes below this fraction of the values are errors of rounding
_ROUNDING: Final = 1e-13

# no screen shows more
MAX_TIMES: Final = 1024
MAX_LINES: Final = 513

# limits of a window's length that is chosen automatically, in samples
_MIN_CHOSEN: Final = 64
_MAX_CHOSEN: Final = 1024


@dataclass(frozen=True, slots=True)
class SpectrumOptions:
    """The options of a spectrum.

    Attributes:
        window_s: length of a window; None: chosen by the number of samples.
        overlap: the fraction of a window that it has in common with the next one, from 0 to 0.95.
        density: whether to give the power in unit^2/Hz instead of the amplitude in the curve's unit.
    """

    window_s: float | None = None
    overlap: float = 0.5
    density: bool = False


@dataclass(frozen=True, slots=True)
class Peak:
    """A peak: a frequency that stands out.

    Attributes:
        frequency_hz: found between the lines of the spectrum.
        amplitude: of the sine there, in the curve's unit, whatever the spectrum shows. Of samples at uneven times it is
            theirs, not that of the interpolated ones, which lose some of what is fast.
    """

    frequency_hz: float
    amplitude: float


@dataclass(frozen=True, slots=True, eq=False)
class Spectrum:
    """The one-sided spectrum of a curve.

    Attributes:
        frequencies_hz: `(n,)`, from 0 to half the sample rate, at even distances.
        amplitudes: `(n,)`, of a sine in the curve's unit, or with `density` the power in unit^2/Hz.
        peaks: the strongest first.
        sample_rate_hz: of the samples, or after resampling.
        window_s: length of the windows.
        nwindows: the number of windows that were averaged.
        gap_share: the fraction of the time, 0 to 1, in which samples are missing.
        resampled: whether the samples came at uneven times and were interpolated.
        notes: remarks for the operator, as sentences.
        density: whether `amplitudes` are densities.
    """

    frequencies_hz: Floats
    amplitudes: Floats
    peaks: tuple[Peak, ...]
    sample_rate_hz: float
    window_s: float
    nwindows: int
    gap_share: float
    resampled: bool
    notes: tuple[str, ...]
    density: bool


def spectrum(
    times_s: npt.ArrayLike, values: npt.ArrayLike, options: SpectrumOptions, step: ProgressCallback = ignore_progress
) -> Spectrum:
    """The spectrum of a curve, whose mean is subtracted window by window.

    It takes a few MB beside the samples, if they are clean. Raises AnalysisError and what `step` raises.
    """
    cleaned = clean(times_s, values, progress_part(step, 0.0, CLEANED_SHARE))
    samples = EvenSamples(cleaned, progress_part(step, CLEANED_SHARE, SAMPLED_SHARE))
    windows = plan_windows(samples, options.window_s, options.overlap)
    power = _mean_power(samples, windows, progress_part(step, SAMPLED_SHARE, _AVERAGED))
    is_constant = samples.is_constant
    peaks = () if is_constant else _peaks(cleaned, samples, windows, power, progress_part(step, _AVERAGED, 1.0))
    step(1.0)
    frequencies_hz: Floats = np.arange(power.size, dtype=np.float64) * (samples.rate_hz / windows.length)
    return Spectrum(
        frequencies_hz=frequencies_hz,
        amplitudes=levels(
            power * windows.squares_by_line(samples.rate_hz, density=options.density),
            samples.exponent,
            density=options.density,
        ),
        peaks=peaks,
        sample_rate_hz=samples.rate_hz,
        window_s=windows.length / samples.rate_hz,
        nwindows=windows.firsts.size,
        gap_share=samples.gap_share,
        resampled=samples.resampled,
        notes=samples.notes + windows.notes + ((AnalysisWording.CONSTANT(),) if is_constant else ()),
        density=options.density,
    )


def levels(squares: Floats, exponent: int, *, density: bool) -> Floats:
    """Amplitudes from their squares, or densities as they are, of a curve that was divided by 2 to a power."""
    return scaled_up(squares, 2 * exponent) if density else scaled_up(np.sqrt(squares), exponent)


def _mean_power(samples: EvenSamples, windows: HannWindows, step: ProgressCallback) -> Floats:
    total = np.zeros(windows.length // 2 + 1)
    for begin, power in window_powers(samples, windows):
        total += power.sum(axis=0)
        step(begin / windows.firsts.size)
    mean: Floats = total / windows.firsts.size
    return mean


def _peaks(
    cleaned: CleanSamples, samples: EvenSamples, windows: HannWindows, power: Floats, step: ProgressCallback
) -> tuple[Peak, ...]:
    halves = power * windows.squares_by_line(samples.rate_hz, density=False) / 2
    min_amplitude = _ROUNDING * math.ldexp(largest_magnitude(cleaned.values), -samples.exponent)
    found = find_peaks(halves, windows.independent, min_amplitude)
    frequencies = [line * samples.rate_hz / windows.length for line, _ in found]
    amplitudes = [amplitude for _, amplitude in found]
    if samples.resampled and found:
        begins_s = samples.begin_s + windows.firsts / samples.rate_hz
        fitted = fit_sines(cleaned, samples.exponent, frequencies, begins_s, windows.length / samples.rate_hz, step)
        amplitudes = amplitudes if fitted is None else fitted
    # weaker peaks can be artefacts of the interpolation
    min_amplitude = max(amplitudes, default=0.0) * MIN_SHARE
    peaks = [Peak(*pair) for pair in zip(frequencies, amplitudes, strict=True) if pair[1] > min_amplitude]
    peaks.sort(key=lambda peak: -peak.amplitude)
    return tuple(replace(peak, amplitude=scaled_up_number(peak.amplitude, samples.exponent)) for peak in peaks)


@dataclass(frozen=True, slots=True, eq=False)
class Spectrogram:
    """A spectrogram: spectra one after the other.

    Attributes:
        times_s: the middle of each, `(ntimes,)`, at even distances.
        frequencies_hz: of its lines, `(nfrequencies,)`, at even distances from 0.
        levels: `(ntimes, nfrequencies)`, amplitudes or densities as in a spectrum; NaN where samples are missing.
        sample_rate_hz: of the samples, or after resampling.
        window_s: length of the windows.
        gap_share: the fraction of the time, 0 to 1, in which samples are missing.
        resampled: whether the samples came at uneven times and were interpolated.
        notes: remarks for the operator, as sentences.
        density: whether `levels` are densities.
    """

    times_s: Floats
    frequencies_hz: Floats
    levels: Floats
    sample_rate_hz: float
    window_s: float
    gap_share: float
    resampled: bool
    notes: tuple[str, ...]
    density: bool


def spectrogram(
    times_s: npt.ArrayLike, values: npt.ArrayLike, options: SpectrumOptions, step: ProgressCallback = ignore_progress
) -> Spectrogram:
    """The spectrogram of a curve, whose mean is subtracted window by window.

    It has at most `MAX_TIMES` spectra, each the mean of some windows if there are more, of at most `MAX_LINES` lines,
    each the strongest of some. Raises AnalysisError and what `step` raises.
    """
    cleaned = clean(times_s, values, progress_part(step, 0.0, CLEANED_SHARE))
    samples = EvenSamples(cleaned, progress_part(step, CLEANED_SHARE, SAMPLED_SHARE))
    windows = plan_windows(samples, options.window_s, options.overlap, _max_window(samples.count))
    total = (samples.count - windows.length) // windows.hop + 1
    ntimes = min(total, MAX_TIMES)
    squares, together = _squares(
        samples, windows, ntimes, progress_part(step, SAMPLED_SHARE, 1.0), density=options.density
    )
    step(1.0)
    middles: Floats = (np.arange(ntimes, dtype=np.float64) + 0.5) * (total / ntimes) - 0.5
    lines: Floats = np.arange(squares.shape[1], dtype=np.float64) * together + (together - 1) / 2
    middles_s: Floats = samples.begin_s + (middles * windows.hop + windows.length / 2) / samples.rate_hz
    frequencies_hz: Floats = lines * (samples.rate_hz / windows.length)
    return Spectrogram(
        times_s=middles_s,
        frequencies_hz=frequencies_hz,
        levels=levels(squares, samples.exponent, density=options.density),
        sample_rate_hz=samples.rate_hz,
        window_s=windows.length / samples.rate_hz,
        gap_share=samples.gap_share,
        resampled=samples.resampled,
        notes=samples.notes + windows.notes,
        density=options.density,
    )


def _squares(
    samples: EvenSamples, windows: HannWindows, ntimes: int, step: ProgressCallback, *, density: bool
) -> tuple[Floats, int]:
    """Squared amplitudes, or densities, by time and line, and the number of lines that each one is the strongest of."""
    factors = windows.squares_by_line(samples.rate_hz, density=density)
    together = -(-factors.size // MAX_LINES)
    nlines = -(-factors.size // together)
    sums, counts = np.zeros((ntimes, nlines)), np.zeros(ntimes)
    total = (samples.count - windows.length) // windows.hop + 1
    at_times = windows.firsts // windows.hop * ntimes // total
    for begin, power in window_powers(samples, windows):
        filled = np.zeros((len(power), nlines * together))
        np.multiply(power, factors, filled[:, : factors.size])
        strongest = filled.reshape(len(power), nlines, together).max(axis=2) if together > 1 else filled
        rows = at_times[begin : begin + len(power)]
        (starts,) = np.nonzero(np.diff(rows, prepend=-1))
        sums[rows[starts]] += np.add.reduceat(strongest, starts, axis=0)
        counts[rows[starts]] += np.diff(starts, append=rows.size)
        step(begin / windows.firsts.size)
    return np.divide(sums, counts[:, None], out=np.full_like(sums, np.nan), where=counts[:, None] > 0), together


def _max_window(count: int) -> int:
    """The longest automatic window: if samples are few, as many lines as times."""
    return min(max(1 << round(math.log2(1.5 * math.sqrt(count))), _MIN_CHOSEN), _MAX_CHOSEN)
