"""How the spectrum of a curve changes with time, no larger than a picture on a screen."""

from __future__ import annotations

from dataclasses import dataclass

import numpy.typing as npt

from app.model.analysis.progress import Step, no_step
from app.model.analysis.spectrum import SpectrumOptions
from app.model.series_pyramid import Floats


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
    """Spectra of a curve in the course of time. Raises AnalysisError and what `step` raises."""
    raise NotImplementedError
