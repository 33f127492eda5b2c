"""The spectrogram of a curve: its spectrum in the course of time, no larger than an image on a screen."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from app.model.analysis.clean_samples import clean
from app.model.analysis.progress import ProgressCallback, ignore_progress, progress_part
from app.model.analysis.sampling import EvenSamples
from app.model.analysis.spectrum import CLEANED_SHARE, SAMPLED_SHARE, SpectrumOptions, levels
from app.model.analysis.windows import HannWindows, plan_windows, window_powers
from app.model.timeseries.series_pyramid import Floats

# no screen shows more
MOST_TIMES: Final = 1024
MOST_LINES: Final = 513

# limits of a window's length that is chosen automatically, in samples
_LEAST_CHOSEN: Final = 64
_MOST_CHOSEN: Final = 1024


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

    It has at most `MOST_TIMES` spectra, each the mean of some windows if there are more, of at most `MOST_LINES` lines,
    each the strongest of some. Raises AnalysisError and what `step` raises.
    """
    cleaned = clean(times_s, values, progress_part(step, 0.0, CLEANED_SHARE))
    samples = EvenSamples(cleaned, progress_part(step, CLEANED_SHARE, SAMPLED_SHARE))
    windows = plan_windows(samples, options.window_s, options.overlap, _most_chosen(samples.count))
    total = (samples.count - windows.length) // windows.hop + 1
    ntimes = min(total, MOST_TIMES)
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
    together = -(-factors.size // MOST_LINES)
    nlines = -(-factors.size // together)
    sums, counts = np.zeros((ntimes, nlines)), np.zeros(ntimes)
    total = (samples.count - windows.length) // windows.hop + 1
    at_times = windows.firsts // windows.hop * ntimes // total
    for begin, power in window_powers(samples, windows):
        filled = np.zeros((len(power), nlines * together))
        np.multiply(power, factors, filled[:, : factors.size])
        strongest = filled.reshape(len(power), nlines, together).max(axis=2) if together > 1 else filled
        at = at_times[begin : begin + len(power)]
        (starts,) = np.nonzero(np.diff(at, prepend=-1))
        sums[at[starts]] += np.add.reduceat(strongest, starts, axis=0)
        counts[at[starts]] += np.diff(starts, append=at.size)
        step(begin / windows.firsts.size)
    return np.divide(sums, counts[:, None], out=np.full_like(sums, np.nan), where=counts[:, None] > 0), together


def _most_chosen(count: int) -> int:
    """The longest automatic window: if samples are few, as many lines as times."""
    return min(max(1 << round(math.log2(1.5 * math.sqrt(count))), _LEAST_CHOSEN), _MOST_CHOSEN)
