"""Transforms of the values of a curve, applied step by step: each turns new samples into as many values."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final

import numpy as np
import numpy.typing as npt
from typing_extensions import override

from app.model.timeseries.curve_spec import CurveTransform, CurveTransformKind
from app.model.timeseries.series_pyramid import Floats, Numbers

# up to the work of so many passes over all values, pieces are summed up one by one
_FEW_PASSES: Final = 8

# values that were scaled down by this have sums that a float can hold
_SMALLER: Final = 2.0**-64

Flags = npt.NDArray[np.bool_]


class TransformStep(ABC):
    """A transform that keeps what it needs of earlier samples."""

    @abstractmethod
    def apply(self, times: Floats, values: Floats, gaps: Numbers) -> Floats:
        """Return the values for new samples, at least one; `gaps` are indices of samples that follow a gap."""


def make_transform_step(transform: CurveTransform) -> TransformStep:
    """Make the step of a transform, without its scale and offset."""
    if transform.kind is CurveTransformKind.DERIVATIVE:
        return _Derivative()
    if transform.kind is CurveTransformKind.INTEGRAL:
        return _Integral()
    if transform.kind is CurveTransformKind.MEAN:
        return _Mean(transform.window_s)
    if transform.kind is CurveTransformKind.UNWRAP:
        return _Unwrap()
    return _Same()


class _Same(TransformStep):
    @override
    def apply(self, times: Floats, values: Floats, gaps: Numbers) -> Floats:
        del times, gaps
        return values


class _Derivative(TransformStep):
    """The slope between the last samples of successive times; all samples of one time have the same slope.

    Samples of the same time came together: there is no time between them, and so no slope.
    """

    def __init__(self) -> None:
        # the last sample of the time before the newest, and the newest sample
        self._times = self._values = np.full(2, np.nan)

    @override
    def apply(self, times: Floats, values: Floats, gaps: Numbers) -> Floats:
        del gaps
        all_times = np.concatenate((self._times, times))
        all_values = np.concatenate((self._values, values))
        later = np.diff(all_times) != 0
        ends = np.flatnonzero(np.append(later, True))
        with np.errstate(all="ignore"):
            slopes = np.diff(all_values[ends]) / np.diff(all_times[ends])
        self._times, self._values = all_times[ends[-2:]], all_values[ends[-2:]]
        found: Floats = slopes[np.cumsum(later)[1:] - 1]
        return found


class _Integral(TransformStep):
    """The sum of trapezoids; nothing is added over a missing value or a gap. A missing value gives NaN."""

    def __init__(self) -> None:
        self._time = self._value = np.nan
        self._sum = 0.0

    @override
    def apply(self, times: Floats, values: Floats, gaps: Numbers) -> Floats:
        good = np.isfinite(values)
        all_times = np.concatenate(([self._time], times))
        all_values = np.concatenate(([self._value], np.where(good, values, np.nan)))
        parts = np.diff(all_times) * (all_values[1:] + all_values[:-1]) / 2
        parts[np.isnan(parts)] = 0.0
        parts[gaps] = 0.0
        sums = self._sum + np.cumsum(parts)
        self._time, self._value, self._sum = float(times[-1]), float(all_values[-1]), float(sums[-1])
        return np.where(good, sums, np.nan)


class _Mean(TransformStep):
    """The mean of the samples of the last `window_s` seconds, including the newest."""

    def __init__(self, window_s: float) -> None:
        self._window_s = window_s
        self._times = np.empty(0)
        self._values = np.empty(0)

    @override
    def apply(self, times: Floats, values: Floats, gaps: Numbers) -> Floats:
        del gaps
        before = len(self._times)
        all_times = np.concatenate((self._times, times))
        all_values = np.concatenate((self._values, values))
        good = np.isfinite(all_values)
        ends = np.arange(before + 1, len(all_times) + 1)
        # the newest sample is in the window even if that is shorter than the steps between floats
        starts = np.minimum(np.searchsorted(all_times, times - self._window_s, side="right"), ends - 1)
        means = _means(all_values, good, starts, ends)
        kept = int(starts[-1])
        self._times, self._values = all_times[kept:].copy(), all_values[kept:].copy()
        return np.where(np.isfinite(values), means, np.nan)


def _means(values: Floats, good: Flags, starts: Numbers, ends: Numbers) -> Floats:
    """The means of the good values of each piece, NaN where a piece has none."""
    counts = np.concatenate(([0], np.cumsum(good)))
    known = np.where(good, values, 0.0)
    with np.errstate(all="ignore"):
        counted = counts[ends] - counts[starts]
        means: Floats = _sums(known, starts, ends) / counted
        large = np.isinf(means)
        if large.any():
            means[large] = _sums(known * _SMALLER, starts[large], ends[large]) / counted[large] / _SMALLER
    return means


def _sums(values: Floats, starts: Numbers, ends: Numbers) -> Floats:
    """The sum of each piece by its own values alone: differences of running sums have the errors of all before."""
    lengths = ends - starts
    if int(lengths.sum()) <= _FEW_PASSES * len(values):
        # `reduceat` also sums up what is between two pieces; a zero is appended for the end of the last piece
        pairs = np.column_stack((starts, ends)).ravel()
        sums: Floats = np.add.reduceat(np.append(values, 0.0), pairs)[::2]
        return sums
    sums = np.zeros(len(starts))
    at, size, together = starts.copy(), 1, values
    # each piece is composed of parts of 1, 2, 4, … values
    while True:
        having = np.flatnonzero(lengths & size)
        sums[having] += together[at[having]]
        at[having] += size
        if not (lengths >= 2 * size).any():
            return sums
        together = together[:-size] + together[size:]
        size *= 2


class _Unwrap(TransformStep):
    """Angles in radians without their jumps by a whole turn."""

    def __init__(self) -> None:
        self._last: float | None = None

    @override
    def apply(self, times: Floats, values: Floats, gaps: Numbers) -> Floats:
        del times, gaps
        good = np.isfinite(values)
        result = np.full(len(values), np.nan)
        if good.any():
            known = [] if self._last is None else [self._last]
            unwrapped = np.unwrap(np.concatenate((known, values[good])))
            result[good] = unwrapped[len(known) :]
            self._last = float(unwrapped[-1])
        return result
