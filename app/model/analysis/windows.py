"""Hann windows of a curve, and their powers by frequency."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from app.model.analysis.clean_samples import sum_of_products
from app.model.analysis.progress import AnalysisError
from app.model.analysis.sampling import MIN_SAMPLES, EvenSamples
from app.model.timeseries.series import Floats, Numbers
from app.wording.analysis import AnalysisWording

MAX_OVERLAP: Final = 0.95

# limits of the automatic length, in samples
_MIN_CHOSEN: Final = 64
_MAX_CHOSEN: Final = 1 << 16
# a longer window would take too long between two calls for progress
_MAX_LENGTH: Final = 1 << 20

# samples of windows that are processed together
_TOGETHER: Final = 1 << 17

# a window is left out if more than this fraction of it is missing, as long as there are others
_MAX_MISSING: Final = 0.02
# the number of complete windows, and their fraction of those that there would be without gaps, that are enough
_ENOUGH_WHOLE: Final = 4
_ENOUGH_WHOLE_SHARE: Final = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class HannWindows:
    """The Hann windows of a curve.

    Attributes:
        length: in samples.
        hop: from the begin of a window to the begin of the next, in samples.
        firsts: the first sample of each window that is used, ascending.
        notes: remarks for the operator, as sentences.
    """

    length: int
    hop: int
    firsts: Numbers
    notes: tuple[str, ...]

    @property
    def shape(self) -> Floats:
        """The weights of one window, `(length,)`."""
        return hann(self.length)

    def squares_by_line(self, rate_hz: float, *, density: bool) -> Floats:
        """The factors of each line that turn squares of the Fourier transform into squared amplitudes, or densities."""
        shape = self.shape
        factors: Floats = np.full(self.length // 2 + 1, 1 / (rate_hz * sum_of_products(shape, shape)))
        # all lines but the first and that of half the sample rate have a mirror image, which is added
        mirrored = slice(1, (self.length + 1) // 2)
        factors[mirrored] *= 2
        if not density:
            factors[:] = 1 / float(shape.sum()) ** 2
            factors[mirrored] *= 4
        return factors

    @property
    def independent(self) -> float:
        """The equivalent number of windows without overlap."""
        shape, count = self.shape, self.firsts.size
        whole = sum_of_products(shape, shape)
        excess = 0.0
        for number in range(1, min(math.ceil(self.length / self.hop), count)):
            common = sum_of_products(shape[number * self.hop :], shape[: -number * self.hop]) / whole
            excess += 2 * (1 - number / count) * common**2
        return count / (1 + excess)


def hann(length: int) -> Floats:
    """The weights of a Hann window, as one period of it, `(length,)`."""
    shape: Floats = 0.5 - 0.5 * np.cos(np.arange(length) * (2 * math.pi / length))
    return shape


def plan_windows(samples: EvenSamples, window_s: float | None, overlap: float, limit: int = _MAX_CHOSEN) -> HannWindows:
    """Plan the windows: of the given length, or of a suitable one with no more than `limit` samples.

    Raises AnalysisError.
    """
    if not 0 <= overlap <= MAX_OVERLAP:
        raise AnalysisError(AnalysisWording.BAD_OVERLAP(limit=MAX_OVERLAP))
    notes: tuple[str, ...] = ()
    if window_s is None:
        length = _automatic_length(samples, overlap, limit)
    else:
        length, notes = _given_length(samples, window_s)
    firsts, hop = _firsts(samples, length, overlap)
    missing = samples.missing_share(firsts, length)
    whole = missing <= _MAX_MISSING
    if whole.any():
        if not whole.all():
            notes += (AnalysisWording.WINDOWS_LEFT_OUT(left_out=np.count_nonzero(~whole), count=whole.size),)
        firsts = firsts[whole]
    else:
        notes += (AnalysisWording.GAPS_EVERYWHERE(),)
    return HannWindows(length, hop, firsts, notes)


def window_powers(samples: EvenSamples, windows: HannWindows) -> Iterator[tuple[int, Floats]]:
    """Yield squared absolute values of the Fourier transforms, `(k, length // 2 + 1)` for the next k windows.

    Each comes with the number of its first window. The mean of each window is subtracted.
    """
    shape = windows.shape
    limit = max(1, _TOGETHER // windows.length)
    begin = 0
    while begin < windows.firsts.size:
        firsts = windows.firsts[begin : begin + limit]
        # windows that follow one another
        breaks = np.flatnonzero(np.diff(firsts) != windows.hop)
        count = int(breaks[0]) + 1 if breaks.size else firsts.size
        read = samples.read(int(firsts[0]), (count - 1) * windows.hop + windows.length)
        parts = np.lib.stride_tricks.sliding_window_view(read, windows.length)[:: windows.hop]
        parts = parts - parts.mean(axis=1, keepdims=True)
        parts *= shape
        lines = np.fft.rfft(parts, axis=1)
        power = np.square(lines.real)
        power += np.square(lines.imag)
        yield begin, power
        begin += count


def _automatic_length(samples: EvenSamples, overlap: float, limit: int) -> int:
    """The automatic length: long enough to separate frequencies, short enough for some windows, also between gaps."""
    present = samples.count * (1 - samples.gap_share)
    length = 1 << max(0, math.floor(math.log2(max(present / 4, 1))))
    length = min(max(length, _MIN_CHOSEN), limit, samples.count)
    shorter = length
    while shorter >= _MIN_CHOSEN:
        firsts, _ = _firsts(samples, shorter, overlap)
        whole = np.count_nonzero(samples.missing_share(firsts, shorter) <= _MAX_MISSING)
        wanted = _ENOUGH_WHOLE_SHARE * (1 - samples.gap_share) * firsts.size
        if whole >= max(wanted, min(_ENOUGH_WHOLE, firsts.size)):
            return shorter
        shorter //= 2
    return length


def _given_length(samples: EvenSamples, window_s: float) -> tuple[int, tuple[str, ...]]:
    """The length in samples of a window given in seconds, and notes on it."""
    if not (math.isfinite(window_s) and window_s > 0):
        raise AnalysisError(AnalysisWording.BAD_WINDOW())
    wanted = window_s * samples.rate_hz
    if round(min(wanted, MIN_SAMPLES)) < MIN_SAMPLES:
        least_s = MIN_SAMPLES / samples.rate_hz
        raise AnalysisError(AnalysisWording.SHORT_WINDOW(window_s=window_s, count=wanted, least_s=least_s))
    length = round(min(wanted, samples.count, _MAX_LENGTH))
    if wanted < length + 1:
        return length, ()
    code = AnalysisWording.NO_LONGER_CURVE if length == samples.count else AnalysisWording.NO_LONGER_WINDOW
    return length, (code(window_s=length / samples.rate_hz),)


def _firsts(samples: EvenSamples, length: int, overlap: float) -> tuple[Numbers, int]:
    """The begins of all windows, and their distance."""
    hop = length - int(length * overlap)
    return np.arange(0, samples.count - length + 1, hop), hop
