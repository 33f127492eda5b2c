"""The values of a curve: read from its field, or computed from several fields and transformed as samples arrive."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
from typing_extensions import override

from app.model.schema import FieldPath
from app.model.timeseries.budget import SeriesBudget
from app.model.timeseries.curve_spec import CurveSpec, CurveTransform, CurveTransformKind, FieldRef
from app.model.timeseries.feeds import SeriesFeed, TimeBase
from app.model.timeseries.series import Floats, Numbers, Samples, Series

# up to the work of so many passes over all values, pieces are summed up one by one
_FEW_PASSES: Final = 8

# values that were scaled down by this have sums that a float can hold
_SMALLER: Final = 2.0**-64

Flags = npt.NDArray[np.bool_]

# a message arrives no later than this after a message of another topic with the same stamp
WAIT_S: Final = 0.5


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
        begin = int(starts[-1])
        self._times, self._values = all_times[begin:].copy(), all_values[begin:].copy()
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
    indices, size, paired = starts.copy(), 1, values
    # each piece is composed of parts of 1, 2, 4, … values
    while True:
        having = np.flatnonzero(lengths & size)
        sums[having] += paired[indices[having]]
        indices[having] += size
        if not (lengths >= 2 * size).any():
            return sums
        paired = paired[:-size] + paired[size:]
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


@dataclass(frozen=True, slots=True)
class CurveSource:
    """A field with its history."""

    feed: SeriesFeed
    path: FieldPath
    series: Series

    @classmethod
    def of(cls, feed: SeriesFeed, field: FieldRef) -> CurveSource:
        """The source of a field that the feed of its topic reads."""
        return cls(feed, field.path, feed.series(field.path))


@dataclass(frozen=True, slots=True)
class SampleOrigin:
    """The relation of the samples of a curve to messages.

    Attributes:
        feed: the feed of the messages' topic.
        shift: the offset from the number of a sample to that of its message.
        since: the number of the first sample that this is valid for.
    """

    feed: SeriesFeed
    shift: int
    since: int = 0


class CurveValues:
    """The values of a curve: those of its field, or computed from several fields as samples arrive.

    For another `spec` another object is made, which starts from all samples that are kept.

    Fields of one topic are combined message by message; of another topic the last value before is taken. By stamp that
    value may be still to come: the newest samples are held back until all topics have come as far, but no longer than
    `WAIT_S`.

    Args:
        clock: monotonic, in seconds.

    Attributes:
        series: the samples to be drawn; drained by `drain`.
    """

    def __init__(
        self, spec: CurveSpec, sources: Sequence[CurveSource], budget: SeriesBudget, clock: Callable[[], float]
    ) -> None:
        self.spec = spec
        self._sources = tuple(sources)
        self._expression = spec.parsed
        self._own = None
        if self._expression is not None or not spec.transform.is_identity:
            self._own = Series(budget)
        self.series = self._own or self._sources[0].series
        self._step = make_transform_step(spec.transform)
        self._messages: SampleOrigin | None = None
        self._done = 0
        self._seen = (0, 0)
        first = self._sources[0].feed
        self._others = tuple(index for index, source in enumerate(self._sources) if source.feed is not first)
        # by receipt, samples of an earlier time always arrive earlier
        self._waiting = _HoldBack(clock) if self._others and first.base is TimeBase.STAMP else None
        self._resets = (self._sources[0].series.resets, self._replacements)

    def close(self) -> None:
        """Release the memory of its own samples; its sources belong to others."""
        if self._own is not None:
            self._own.close()

    @property
    def sample_origin(self) -> SampleOrigin:
        """The relation of the samples to messages; for an expression to those of the topic of its first field."""
        first = self._sources[0]
        return self._messages or SampleOrigin(first.feed, first.feed.message_offset(first.path))

    def drain(self) -> bool:
        """Take the new samples of its fields; return whether there were any."""
        # first: what was replaced by then is drained
        replacements = self._replacements
        for source in self._sources:
            source.series.drain()
        if self._own is not None:
            self._make(self._own, self._sources[0], replacements)
            self._own.drain()
        seen, self._seen = self._seen, self.series.drained
        return seen != self._seen

    @property
    def _replacements(self) -> int:
        """A number that grows whenever the history of a source is replaced."""
        return sum(source.feed.replacements for source in self._sources)

    def _make(self, own: Series, first: CurveSource, replacements: int) -> None:
        resets = (first.series.resets, replacements)
        if resets != self._resets:
            self._resets = resets
            self._step = make_transform_step(self.spec.transform)
            self._done = 0
            own.clear()
        histories = [source.series.samples() for source in self._sources]
        begin, end = max(self._done, histories[0].first), histories[0].first + len(histories[0].times)
        offset = first.feed.message_offset(first.path)
        # messages that arrived together are processed together
        end = min(end, first.feed.complete_messages - offset)
        for source, samples in zip(self._sources[1:], histories[1:], strict=True):
            if source.feed is first.feed:
                # the link thread may be half way through a message
                shift = source.feed.message_offset(source.path) - offset
                begin = max(begin, samples.first + shift)
                end = min(end, samples.first + len(samples.times) + shift)
        if self._waiting is not None:
            until_s = min(_last_s(histories[index]) for index in self._others)
            sure = histories[0].first + int(np.searchsorted(histories[0].times, until_s, side="right"))
            end = self._waiting.ready(end, sure)
        if end <= begin:
            return
        self._done = end
        times = _cut(histories[0].times, histories[0].first, begin, end)
        columns = [
            self._aligned(source, samples, times, begin + offset, end + offset)
            for source, samples in zip(self._sources, histories, strict=True)
        ]
        values = columns[0] if self._expression is None else self._expression.evaluate(columns)
        transform = self.spec.transform
        gaps = _gaps_within(histories[0], begin - histories[0].first, end - histories[0].first)
        # numbers that are too large become infinite, without a warning
        with np.errstate(all="ignore"):
            values = transform.scale * self._step.apply(times, values, gaps) + transform.offset
        before = own.written
        own.extend(times, values)
        # there may be no room for all of them
        shift = end + offset - own.written
        if self._messages is None or self._messages.shift != shift:
            self._messages = SampleOrigin(first.feed, shift, before)

    def _aligned(self, source: CurveSource, samples: Samples, times: Floats, begin: int, end: int) -> Floats:
        """The values of a source for the messages `begin` to `end` of the first source."""
        if source.feed is self._sources[0].feed:
            shift = source.feed.message_offset(source.path)
            return _cut(samples.values, samples.first + shift, begin, end)
        if not len(samples.times):
            return np.full(len(times), np.nan)
        indices = np.searchsorted(samples.times, times, side="right") - 1
        return np.where(indices >= 0, samples.values[np.maximum(indices, 0)], np.nan)


class _HoldBack:
    """Decides which samples need not be held back any more; samples are identified by their numbers."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        # (time, number): when samples up to a number were first there
        self._came: deque[tuple[float, int]] = deque()
        self._overdue = 0

    def ready(self, end: int, sure: int) -> int:
        """The end of the samples up to `end` that can be taken, where those up to `sure` need not wait."""
        now = self._clock()
        if not self._came or self._came[-1][1] < end:
            self._came.append((now, end))
        while self._came and self._came[0][0] <= now - WAIT_S:
            self._overdue = self._came.popleft()[1]
        return min(end, max(sure, self._overdue))


def _gaps_within(samples: Samples, begin: int, end: int) -> Numbers:
    gaps = samples.gaps
    # most gaps are long past
    if not len(gaps) or gaps[-1] < begin:
        return gaps[:0]
    return gaps[(gaps >= begin) & (gaps < end)] - begin


def _last_s(samples: Samples) -> float:
    return float(samples.times[-1]) if len(samples.times) else -math.inf


def _cut(values: Floats, first: int, begin: int, end: int) -> Floats:
    return values[begin - first : end - first]
