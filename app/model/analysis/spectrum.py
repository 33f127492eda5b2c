"""The spectrum of a curve by Welch's method, and the frequencies that stand out of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy.typing as npt

from app.model.analysis.progress import Step, no_step
from app.model.series_pyramid import Floats


@dataclass(frozen=True, slots=True)
class SpectrumOptions:
    """How a spectrum is made.

    Attributes:
        window_s: length of a window; None: chosen by the number of samples.
        overlap: share of a window that the next one has in common with it, from 0 to 0.95.
        density: the power in unit^2/Hz instead of the amplitude in the curve's unit.
    """

    window_s: float | None = None
    overlap: float = 0.5
    density: bool = False


@dataclass(frozen=True, slots=True)
class Peak:
    """A frequency that stands out.

    Attributes:
        frequency_hz: found between the lines of the spectrum.
        amplitude: of the sine there, in the curve's unit, whatever the spectrum shows.
    """

    frequency_hz: float
    amplitude: float


@dataclass(frozen=True, slots=True, eq=False)
class Spectrum:
    """One-sided spectrum of a curve.

    Attributes:
        frequencies_hz: from 0 to half the sample rate, evenly.
        amplitudes: of a sine in the curve's unit, or with `density` the power in unit^2/Hz.
        peaks: the strongest first.
        sample_rate_hz: of the samples, or of what they were resampled to.
        window_s: length of a window that was used.
        nwindows: how many were averaged.
        gap_share: of the time, from 0 to 1, in which samples are missing.
        resampled: whether the samples came too irregularly to be taken as they are.
        notes: what to know about it, as sentences.
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


def spectrum(times_s: npt.ArrayLike, values: npt.ArrayLike, options: SpectrumOptions, step: Step = no_step) -> Spectrum:
    """The spectrum of a curve, with its mean taken away window by window. Raises AnalysisError and what `step` raises."""
    raise NotImplementedError
