"""A curve resampled at even distances, piece by piece, from samples that came at any times."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
import numpy.typing as npt

from app.model.analysis.clean_samples import CHUNK, CleanSamples, scale_exponent, scaled_down
from app.model.analysis.progress import AnalysisError, ProgressCallback, ignore_progress
from app.model.timeseries.series import Floats, Numbers
from app.wording.analysis import AnalysisWording

MIN_SAMPLES: Final = 16

# samples no further from even times than this fraction of their distance are taken as they are: the effect on a sine is
# noise 30 dB below it, at half of the highest frequency that can be seen
_EVEN: Final = 0.02

# a pause of so many usual intervals is a gap
MISSING_INTERVALS: Final = 2.5

# intervals that the usual one is found from
_MAX_SAMPLED: Final = 1 << 17

# and parts of the samples, if they come in bunches
_PARTS: Final = 32
# an interval is about the usual one within this fraction
_ABOUT: Final = 0.3
# unless this fraction of intervals is, none is usual
_MIN_ABOUT: Final = 0.6
# how often the usual interval is replaced by the mean of those about it
_ROUNDS: Final = 4

# samples are interpolated in pieces that stay in the processor's cache
_PIECE: Final = 1 << 14

# a polynomial through so many samples interpolates between them, as long as intervals are within these multiples of the
# usual one
_NODES: Final = 6
_MIN_INTERVAL: Final = 0.1
_MAX_INTERVAL: Final = 2.3

# with pauses so long that more samples would be needed, the rate is lowered instead
_MAX_MADE: Final = 1 << 24
_MAX_MADE_SHARE: Final = 16


class EvenSamples:
    """A curve as samples at even distances.

    Attributes:
        begin_s: time of the first sample.
        rate_hz: of the samples.
        count: the number of samples.
        resampled: whether they are interpolated.
        gap_share: the fraction of the time, 0 to 1, in which samples are missing.
        notes: remarks for the operator, as sentences.
        exponent: `read` divides by 2 to the power of this: 0, unless squares would overflow or underflow.
    """

    def __init__(self, samples: CleanSamples, step: ProgressCallback = ignore_progress) -> None:
        """Check all samples. Raises AnalysisError if they are too few, and what `step` raises."""
        self._times, self._values = samples.times_s, samples.values
        self.count = self._times.size
        if self.count < MIN_SAMPLES:
            text = AnalysisWording.FEW_SAMPLES(count=self.count, least=MIN_SAMPLES)
            for note in _notes_on(samples):
                text = AnalysisWording.WITH_NOTE(text=text, note=note)
            raise AnalysisError(text)
        self.begin_s = float(self._times[0])
        span_s = float(self._times[-1]) - self.begin_s
        if span_s <= 0:
            raise AnalysisError(AnalysisWording.ONE_TIME())
        if not math.isfinite(span_s) or span_s < self.count * 4 * float(np.spacing(np.abs(self._times[[0, -1]]).max())):
            raise AnalysisError(AnalysisWording.NO_SECONDS())
        self.rate_hz = (self.count - 1) / span_s
        self.notes: tuple[str, ...] = _notes_on(samples)
        self.exponent = scale_exponent(self._values)
        self.gap_share = 0.0
        self._gap_begins = self._gap_ends = self._missing_s = np.empty(0)
        self.resampled = not self._is_even(step)
        if self.resampled:
            self._find_gaps(step)
        self._cached_first, self._cached = 0, np.empty(0)

    @property
    def is_constant(self) -> bool:
        """Whether all values are the same."""
        return bool(self._values.min() == self._values.max())

    def read(self, first: int, count: int) -> Floats:
        """`count` samples from number `first` on, `(count,)`, divided by 2 to the power of `exponent`; read-only."""
        if not self.resampled:
            return scaled_down(self._values[first : first + count], self.exponent)
        result = np.empty(count)
        # windows overlap: their common samples are interpolated once
        known = min(max(self._cached_first + self._cached.size - first, 0), count) if first >= self._cached_first else 0
        result[:known] = self._cached[first - self._cached_first :][:known]
        for begin in range(known, count, _PIECE):
            end = min(begin + _PIECE, count)
            result[begin:end] = self._interpolate(first + begin, end - begin)
        self._cached_first, self._cached = first, result
        return result

    def missing_share(self, firsts: Numbers, count: int) -> Floats:
        """The fraction of time in which samples are missing, for windows of `count` samples that begin at `firsts`."""
        if self._missing_s.size == 0:
            return np.zeros(firsts.size)
        begins_s = self.begin_s + firsts / self.rate_hz
        length_s = count / self.rate_hz
        fraction: Floats = (self._missing_before(begins_s + length_s) - self._missing_before(begins_s)) / length_s
        return fraction

    def _is_even(self, step: ProgressCallback) -> bool:
        interval_s = 1 / self.rate_hz
        for begin in range(0, self.count, CHUNK):
            piece = self._times[begin : begin + CHUNK] - self.begin_s
            piece -= np.arange(begin, begin + piece.size) * interval_s
            if max(piece.max(), -piece.min()) > _EVEN * interval_s:
                return False
            step(0.0)
        return True

    def _find_gaps(self, step: ProgressCallback) -> None:
        usual_s = usual_interval_s(self._times)
        begins, ends = [], []
        for begin in range(0, self.count - 1, CHUNK):
            piece = self._times[begin : begin + CHUNK + 1]
            (indices,) = np.nonzero(np.diff(piece) > MISSING_INTERVALS * usual_s)
            begins.append(piece[indices] + usual_s / 2)
            ends.append(piece[indices + 1] - usual_s / 2)
            step(0.0)
        self._gap_begins, self._gap_ends = np.concatenate(begins), np.concatenate(ends)
        self._missing_s = np.cumsum(self._gap_ends - self._gap_begins)
        span_s = float(self._times[-1]) - self.begin_s
        self.gap_share = float(self._missing_s[-1]) / span_s if self._missing_s.size else 0.0
        limit = max(_MAX_MADE, _MAX_MADE_SHARE * self.count)
        if span_s / usual_s > limit:
            usual_s = span_s / limit
            self.notes += (AnalysisWording.LONG_PAUSES(rate_hz=1 / usual_s),)
        self.rate_hz = 1 / min(usual_s, span_s / (MIN_SAMPLES - 1))
        self.count = math.floor(span_s * self.rate_hz + 1e-6) + 1

    def _missing_before(self, times_s: Floats) -> Floats:
        """The total time that samples were missing before each of the times."""
        edges = np.column_stack((self._gap_begins, self._gap_ends)).ravel()
        sums = np.column_stack((self._missing_s - (self._gap_ends - self._gap_begins), self._missing_s)).ravel()
        missing: Floats = np.interp(times_s, edges, sums)
        return missing

    def _interpolate(self, first: int, count: int) -> Floats:
        """Samples interpolated between those that came."""
        wanted = self.begin_s + np.arange(first, first + count) / self.rate_hz
        begin, end = np.searchsorted(self._times, wanted[[0, -1]], "right")
        begin, end = max(int(begin) - _NODES, 0), int(end) + _NODES
        times, values = self._times[begin:end] - wanted[0], scaled_down(self._values[begin:end], self.exponent)
        wanted = wanted - wanted[0]
        linear: Floats = np.interp(wanted, times, values)
        if times.size < _NODES or times.size > 4 * count + 4 * _NODES:
            return linear
        # the index of the first sample of each polynomial
        begins = np.searchsorted(times, wanted, "right") - _NODES // 2
        np.clip(begins, 0, times.size - _NODES, begins)
        usual = _are_usual(times, 1 / self.rate_hz)[begins]
        inside = (times[begins + _NODES // 2 - 1] <= wanted) & (wanted <= times[begins + _NODES // 2])
        result: Floats = np.where(usual & inside, _by_polynomials(times, values, begins, wanted), linear)
        return result


def usual_interval_s(times: Floats) -> float:
    """The interval between most samples, more than 0, even if some come late or are missing."""
    sampled = np.linspace(0, times.size - 2, min(times.size - 1, _MAX_SAMPLED)).astype(np.int64)
    intervals = np.sort(times[sampled + 1] - times[sampled])
    usual = float(intervals[intervals.size // 2])
    # in bunches most intervals are nearly 0: the mean interval of most parts of the samples is better there, and a long
    # gap affects only one part
    edges = np.linspace(0, times.size - 1, min(_PARTS, max(1, times.size // _PARTS)) + 1).round().astype(np.int64)
    mean = float(np.median(np.diff(times[edges]) / np.diff(edges)))
    if usual < 0.5 * mean:
        return mean
    if usual <= 0:
        return float(times[-1] - times[0]) / (times.size - 1)
    low = high = 0
    for _ in range(_ROUNDS):
        low, high = np.searchsorted(intervals, ((1 - _ABOUT) * usual, (1 + _ABOUT) * usual))
        usual = float(intervals[low:high].mean())
    return usual if high - low > _MIN_ABOUT * intervals.size else mean


def _notes_on(samples: CleanSamples) -> tuple[str, ...]:
    dropped = (
        (samples.dropped_not_finite, AnalysisWording.NOT_FINITE),
        (samples.dropped_backwards, AnalysisWording.BACKWARDS),
    )
    return tuple(code(count=count) for count, code in dropped if count)


def _are_usual(times: Floats, usual_s: float) -> npt.NDArray[np.bool_]:
    """Flags of samples from which on all intervals of a polynomial are about the usual one."""
    intervals = np.diff(times)
    good = (intervals > _MIN_INTERVAL * usual_s) & (intervals < _MAX_INTERVAL * usual_s)
    count = intervals.size - _NODES + 2
    usual = good[:count].copy()
    for number in range(1, _NODES - 1):
        usual &= good[number : number + count]
    return usual


def _by_polynomials(times: Floats, values: Floats, begins: Numbers, wanted: Floats) -> Floats:
    """Values of Newton's polynomials through `_NODES` samples from `begins` on; NaN or infinite for equal times."""
    with np.errstate(all="ignore"):
        differences = [values]
        for number in range(1, _NODES):
            differences.append(np.diff(differences[-1]) / (times[number:] - times[:-number]))
        result = differences[-1][begins]
        for number in range(_NODES - 2, -1, -1):
            result *= wanted - times[begins + number]
            result += differences[number][begins]
    return result
