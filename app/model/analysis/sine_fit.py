"""Amplitudes of sines of known frequencies by least squares, of samples that came at any times."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np

from app.model.analysis.clean_samples import CleanSamples
from app.model.analysis.progress import ProgressCallback
from app.model.analysis.scaling import scaled_down
from app.model.timeseries.series_pyramid import Floats

# more windows, and more samples altogether, make no difference
_MOST_WINDOWS: Final = 16
_MOST_SAMPLES: Final = 1 << 19

# samples that are processed at once
_PIECE: Final = 1 << 14

# samples needed for each unknown
_SAMPLES_EACH: Final = 3


def fit_sines(
    samples: CleanSamples,
    exponent: int,
    frequencies_hz: Sequence[float],
    begins_s: Floats,
    length_s: float,
    step: ProgressCallback,
) -> list[float] | None:
    """The amplitude of each sine, its mean over some of the windows that begin at `begins_s`; None for too few samples.

    All sines and the mean are fitted at once, with the weights of a Hann window. Values are divided by 2 to the power
    of `exponent`, and so are amplitudes.
    """
    each = max(1.0, samples.times_s.size * length_s / float(samples.times_s[-1] - samples.times_s[0]))
    count = min(_MOST_WINDOWS, begins_s.size, max(1, int(_MOST_SAMPLES / each)))
    chosen = begins_s[np.linspace(0, begins_s.size - 1, count).round().astype(np.int64)]
    squares, fits = np.zeros(len(frequencies_hz)), 0
    for number, begin_s in enumerate(chosen):
        begin, end = np.searchsorted(samples.times_s, (begin_s, begin_s + length_s))
        if end - begin >= _SAMPLES_EACH * (2 * len(frequencies_hz) + 1):
            times_s = samples.times_s[begin:end] - begin_s
            squares += _fit(times_s, scaled_down(samples.values[begin:end], exponent), frequencies_hz, length_s, step)
            fits += 1
        step(number / count)
    return [math.sqrt(square / fits) for square in squares] if fits else None


def _fit(
    times_s: Floats, values: Floats, frequencies_hz: Sequence[float], length_s: float, step: ProgressCallback
) -> Floats:
    """The squared amplitudes in one window, whose samples have times from 0 to its length."""
    unknown = 2 * len(frequencies_hz) + 1
    products, wanted = np.zeros((unknown, unknown)), np.zeros(unknown)
    mean = float(values.mean())
    for begin in range(0, times_s.size, _PIECE):
        piece = times_s[begin : begin + _PIECE]
        angles = np.outer(2 * math.pi * np.asarray(frequencies_hz), piece)
        parts = np.vstack((np.cos(angles), np.sin(angles), np.ones(piece.size)))
        weighted = parts * (0.5 - 0.5 * np.cos(piece * (2 * math.pi / length_s)))
        # not by `@`: its library would do it in threads of its own
        products += np.einsum("ik,jk->ij", weighted, parts)
        wanted += np.einsum("ik,k->i", weighted, values[begin : begin + _PIECE] - mean)
        step(0.0)
    found = np.linalg.lstsq(products, wanted, rcond=None)[0]
    cosines, sines = found[:-1].reshape(2, -1)
    squares: Floats = cosines**2 + sines**2
    return squares
