"""How the spectrum of a curve changes with time, no larger than a picture on a screen."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from app.model.analysis.cleaning import clean
from app.model.analysis.progress import Step, no_step, part
from app.model.analysis.sampling import EvenSamples
from app.model.analysis.spectrum import SpectrumOptions, levels
from app.model.analysis.windows import Windows, plan, powers
from app.model.series_pyramid import Floats

# no screen shows more
MOST_TIMES: Final = 1024
MOST_LINES: Final = 513

# lengths of a window that is chosen, in samples
_LEAST_CHOSEN: Final = 64
_MOST_CHOSEN: Final = 1024

# shares of the work that are done when samples were cleaned, and looked at
_CLEANED: Final = 0.03
_LOOKED_AT: Final = 0.1


@dataclass(frozen=True, slots=True, eq=False)
class Spectrogram:
    """Spectra one after the other.

    Attributes:
        times_s: the middle of each, evenly.
        frequencies_hz: of its lines, evenly, from 0.
        levels: `(ntimes, nfrequencies)`, amplitudes or densities as in a spectrum; NaN where samples are missing.
        sample_rate_hz: of the samples, or of what they were resampled to.
        window_s: length of a window that was used.
        gap_share: of the time, from 0 to 1, in which samples are missing.
        resampled: whether the samples came too irregularly to be taken as they are.
        notes: what to know about it, as sentences.
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
    times_s: npt.ArrayLike, values: npt.ArrayLike, options: SpectrumOptions, step: Step = no_step
) -> Spectrogram:
    """Spectra of a curve in the course of time, with its mean taken away window by window.

    At most `MOST_TIMES` of them, each the mean of some windows if there are more, and of `MOST_LINES` lines, each the
    strongest of some. Raises AnalysisError and what `step` raises.
    """
    cleaned = clean(times_s, values, part(step, 0.0, _CLEANED))
    samples = EvenSamples(cleaned, part(step, _CLEANED, _LOOKED_AT))
    windows = plan(samples, options.window_s, options.overlap, _most_chosen(samples.count))
    total = (samples.count - windows.length) // windows.hop + 1
    ntimes = min(total, MOST_TIMES)
    squares, together = _squares(samples, windows, ntimes, part(step, _LOOKED_AT, 1.0), density=options.density)
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


def _squares(samples: EvenSamples, windows: Windows, ntimes: int, step: Step, *, density: bool) -> tuple[Floats, int]:
    """Squares of amplitudes, or densities, by time and line, and of how many lines each is the strongest."""
    factors = windows.squares_by_line(samples.rate_hz, density=density)
    together = -(-factors.size // MOST_LINES)
    nlines = -(-factors.size // together)
    sums, counts = np.zeros((ntimes, nlines)), np.zeros(ntimes)
    total = (samples.count - windows.length) // windows.hop + 1
    at_times = windows.firsts // windows.hop * ntimes // total
    for begin, power in powers(samples, windows):
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
    """The longest window that is chosen by itself: as many lines as there are times, if there are few samples."""
    return min(max(1 << round(math.log2(1.5 * math.sqrt(count))), _LEAST_CHOSEN), _MOST_CHOSEN)
