"""Frequencies that stand out of a spectrum, found between its lines, and their amplitudes by least squares."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import Final

import numpy as np

from app.model.analysis.clean_samples import CleanSamples, scaled_down
from app.model.analysis.progress import ProgressCallback
from app.model.timeseries.series import Floats

MAX_PEAKS: Final = 8

# amplitudes below this fraction of the strongest can be errors of rounding
MIN_SHARE: Final = 1e-4

# the probability that noise alone shows a peak
_BY_CHANCE: Final = 1e-3

# below this line a sine has too few periods in a window to be distinguished from drift, and from its mirror image
_MIN_LINE: Final = 3

# the noise around a line is the median of a block of lines; blocks grow with the frequency
_BLOCK: Final = 32
_BLOCK_GROWTH: Final = 0.3
# lines on both sides of a peak, beyond the width that the window gives it
_SIDE_BEGIN: Final = 3
_SIDE_END: Final = 11

# more windows, and more samples altogether, make no difference
_MAX_WINDOWS: Final = 16
_MAX_SAMPLES: Final = 1 << 19

# samples that are processed at once
_PIECE: Final = 1 << 14

# samples needed for each unknown
_SAMPLES_EACH: Final = 3


def find_peaks(power: Floats, independent: float, min_amplitude: float) -> list[tuple[float, float]]:
    """The fractional line and the amplitude of each peak, the strongest first.

    `power` is half the square of a sine's amplitude on each line, `(nlines,)`: the mean of `independent` Hann windows.
    No amplitude is below `min_amplitude`.
    """
    if power.size < 2 * _MIN_LINE:
        return []
    floor = _floor(power, independent)
    candidates = _candidates(power, floor, independent)
    found = [_between_lines(power, floor, line) for line in candidates]
    found = [(line, amplitude) for line, amplitude in found if amplitude > min_amplitude]
    found.sort(key=lambda peak: -peak[1])
    return [(line, amplitude) for line, amplitude in found[:MAX_PEAKS] if amplitude > MIN_SHARE * found[0][1]]


def _floor(power: Floats, independent: float) -> Floats:
    """The noise around each line: medians of blocks, interpolated linearly."""
    edges = [1]
    while edges[-1] < power.size:
        edges.append(edges[-1] + max(_BLOCK, int(_BLOCK_GROWTH * edges[-1])))
    edges[-1] = power.size
    if len(edges) > 2 and edges[-1] - edges[-2] < _BLOCK:
        del edges[-2]
    middles = [(begin + end - 1) / 2 for begin, end in itertools.pairwise(edges)]
    medians = [float(np.median(power[begin:end])) for begin, end in itertools.pairwise(edges)]
    # the median of a mean of squares is less than its mean
    floor: Floats = np.interp(np.arange(power.size), middles, medians) / (1 - 1 / (9 * independent)) ** 3
    return floor


def _candidates(power: Floats, floor: Floats, independent: float) -> list[int]:
    """Lines that are higher than their neighbours, and than noise is by chance."""
    deviation = NormalDist().inv_cdf(1 - _BY_CHANCE / power.size) / math.sqrt(9 * independent)
    # quantile of a chi-squared distribution, after Wilson and Hilferty
    ratio = (1 - 1 / (9 * independent) + deviation) ** 3
    inner = power[_MIN_LINE:-2]
    higher = (inner > power[_MIN_LINE - 1 : -3]) & (inner >= power[_MIN_LINE + 1 : -1])
    higher &= inner > ratio * floor[_MIN_LINE:-2]
    lines = (np.flatnonzero(higher) + _MIN_LINE).tolist()
    return [line for line in lines if power[line] > ratio * _beside(power, line)]


def _beside(power: Floats, line: int) -> float:
    """The lower quartile of the lines on the higher side of a line."""
    left = power[max(1, line - _SIDE_END) : max(2, line - _SIDE_BEGIN + 1)]
    right = power[line + _SIDE_BEGIN : line + _SIDE_END + 1]
    return max(float(np.quantile(side, 0.25)) for side in (left, right) if side.size)


def _between_lines(power: Floats, floor: Floats, line: int) -> tuple[float, float]:
    """The fractional line and the amplitude of the sine that makes a line and its higher neighbour."""
    side = 1 if power[line + 1] > power[line - 1] else -1
    strongest, beside = (math.sqrt(max(float(power[number] - floor[number]), 0.0)) for number in (line, line + side))
    ratio = beside / strongest if strongest else 0.0
    offset = min(max((2 * ratio - 1) / (1 + ratio), 0.0), 0.5)
    return line + side * offset, math.sqrt(2) * strongest / _hann_at(offset)


def _hann_at(offset: float) -> float:
    """The fraction of an amplitude that is left on a line at this distance from the frequency, at most half a line."""
    return float(np.sinc(offset)) / (1 - offset * offset)


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
    count = min(_MAX_WINDOWS, begins_s.size, max(1, int(_MAX_SAMPLES / each)))
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
