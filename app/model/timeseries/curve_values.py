"""The values of a curve: those of its field, or computed from several fields as samples arrive."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from app.model.schema import FieldPath
from app.model.timeseries.budget import SeriesBudget
from app.model.timeseries.curve_spec import CurveSpec, FieldRef
from app.model.timeseries.curve_steps import make_transform_step
from app.model.timeseries.feeds import SeriesFeed, TimeBase
from app.model.timeseries.series import Samples, Series
from app.model.timeseries.series_pyramid import Floats, Numbers

# a message arrives no later than this after a message of another topic with the same stamp
WAIT_S: Final = 0.5


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
        self._others = tuple(place for place, source in enumerate(self._sources) if source.feed is not first)
        # by receipt, samples of an earlier time always arrive earlier
        self._waiting = _HoldBack(clock) if self._others and first.base is TimeBase.STAMP else None
        self._resets = self._sources[0].series.resets

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
        for source in self._sources:
            source.series.drain()
        if self._own is not None:
            self._make(self._own, self._sources[0])
            self._own.drain()
        seen, self._seen = self._seen, self.series.drained
        return seen != self._seen

    def _make(self, own: Series, first: CurveSource) -> None:
        if first.series.resets != self._resets:
            self._resets = first.series.resets
            self._step = make_transform_step(self.spec.transform)
            own.clear()
        taken = [source.series.samples() for source in self._sources]
        begin, end = max(self._done, taken[0].first), taken[0].first + len(taken[0].times)
        offset = first.feed.message_offset(first.path)
        # messages that arrived together are processed together
        end = min(end, first.feed.complete_messages - offset)
        for source, samples in zip(self._sources[1:], taken[1:], strict=True):
            if source.feed is first.feed:
                # the link thread may be half way through a message
                shift = source.feed.message_offset(source.path) - offset
                begin = max(begin, samples.first + shift)
                end = min(end, samples.first + len(samples.times) + shift)
        if self._waiting is not None:
            until_s = min(_last_s(taken[place]) for place in self._others)
            sure = taken[0].first + int(np.searchsorted(taken[0].times, until_s, side="right"))
            end = self._waiting.ready(end, sure)
        if end <= begin:
            return
        self._done = end
        times = _cut(taken[0].times, taken[0].first, begin, end)
        columns = [
            self._aligned(source, samples, times, begin + offset, end + offset)
            for source, samples in zip(self._sources, taken, strict=True)
        ]
        values = columns[0] if self._expression is None else self._expression.evaluate(columns)
        transform = self.spec.transform
        gaps = _gaps_within(taken[0], begin - taken[0].first, end - taken[0].first)
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
        places = np.searchsorted(samples.times, times, side="right") - 1
        return np.where(places >= 0, samples.values[np.maximum(places, 0)], np.nan)


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
