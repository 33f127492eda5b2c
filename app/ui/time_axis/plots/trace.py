"""From samples to what is drawn of them, in pixels of the screen.

Where there are two samples or more for each column of pixels, a curve is a vertical line in each column, from the
lowest to the highest place that the line through all samples has there: the same pixels, whatever their number. Where
such a curve only rises or only falls through a column, it is the line between the borders of that column, which is
drawn smooth. Where there are fewer samples it is the line through them itself. Nothing is drawn over a gap.

The few columns that are new in a frame are computed one by one: a step in an array costs as much as ten numbers. The
result is that of the arrays to the last bit, which a property test checks.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Final

import numpy as np
import numpy.typing as npt

from app.model.timeseries.series import Floats, Numbers, Samples, Series

# up to these numbers it is faster than arrays
MAX_FEW_COLUMNS: Final = 16
MAX_FEW_SAMPLES: Final = 160

LinkLine = tuple[float, float, float, float]
ColumnRow = tuple[int, int, int]

DENSE_PER_COLUMN: Final = 2.0

# with fewer samples for each column, each sample is shown as a dot
_DOTS_BELOW: Final = 1 / 24

# coordinates are clipped to this: farther ones look the same, and Qt's own arithmetic has a limit
_FAR: Final = 100_000.0

_Flags = npt.NDArray[np.bool_]

_NO_LINKS: Final = np.empty((0, 4))

# a frame whose left edge is farther than this from that of a column lies between two columns
_BETWEEN: Final = 1e-3

# rows that a curve may go up and down within a column and still be drawn there as a smooth line
_SMOOTH_ROWS: Final = 1.0
# neighbour columns that a line connects meet at their border, but for the rounding of floats
_APART_ROWS: Final = 0.01

_Part = tuple[Floats, Floats, Floats]


def few_columns(
    samples: Samples, per_s: float, shift: float, begin: int, end: int
) -> tuple[list[float], list[float], list[LinkLine]] | None:
    """Return the lowest and highest values of the line in each column, and the lines from no neighbour column.

    A line is (time_s, value, time_s, value). None if the columns have too many samples.
    """
    edges = [column / per_s + shift for column in range(begin, end + 1)]
    first, stop = samples.index_at(edges[0]), samples.index_at(edges[-1])
    if stop - first > MAX_FEW_SAMPLES:
        return None
    base = max(first - 1, 0)
    # with the sample before the columns, and the first one behind them
    times, values = samples.times[base : stop + 1].tolist(), samples.values[base : stop + 1].tolist()
    gaps = _gaps_from(samples, first, base)
    count = end - begin
    low, high = [math.nan] * count, [math.nan] * count
    links: list[LinkLine] = []
    # the left edge of a column before the first, at index -1
    edges.append(edges[0] - 1 / per_s)
    column, before = 0, -1
    for at in range(first - base, len(times)):
        time_s, value = times[at], values[at]
        while column < count and time_s >= edges[column + 1]:
            column += 1
        if column < count:
            _stretch(low, high, column, value)
        entered, before = column != before, column
        if not entered or not at or at in gaps or not (math.isfinite(value) and math.isfinite(values[at - 1])):
            continue
        was_s, was = times[at - 1], values[at - 1]
        if was_s >= edges[column - 1]:
            share = (edges[column] - was_s) / ((time_s - was_s) or 1.0)
            share = min(max(share, 0.0), 1.0)
            met = was * (1 - share) + value * share
            for beside in (column - 1, column):
                if 0 <= beside < count:
                    _stretch(low, high, beside, met)
        elif column < count:
            links.append((was_s, was, time_s, value))
    return low, high, links


def few_rows(low: list[float], high: list[float], top: float, per_unit: float, height: int) -> list[ColumnRow]:
    """Return (column, upper row, lower row) of each column that has values."""
    rows = []
    # rows further outside look the same
    above, below = -2.0, height + 1.0
    for column, (lowest, highest) in enumerate(zip(low, high, strict=True)):
        if math.isnan(lowest):
            continue
        upper, lower = (top - highest) * per_unit, (top - lowest) * per_unit
        upper = above if upper < above else min(upper, below)
        lower = above if lower < above else min(lower, below)
        rows.append((column, math.floor(upper), math.floor(lower)))
    return rows


def few_lines(low: list[float], high: list[float], top: float, per_unit: float) -> list[LinkLine]:
    """Return x, y, x, y, in pixels, of each column that is drawn as a line from border to border.

    The first column, at -1, is the one before them. One with a lone end of the curve is no line, nor is one where the
    curve goes up and down: its extremes would be lost.
    """
    lines: list[LinkLine] = []
    left = math.nan
    upper, lower = (top - high[0]) * per_unit, (top - low[0]) * per_unit
    for column in range(1, len(low)):
        was_upper, was_lower = upper, lower
        upper, lower = (top - high[column]) * per_unit, (top - low[column]) * per_unit
        first, last = max(upper, was_upper), min(lower, was_lower)
        right = (first + last) / 2
        # of NaN, no value, only one side of these is false
        if not (-_APART_ROWS < last - first <= _SMOOTH_ROWS and upper <= lower and was_upper <= was_lower):
            right = math.nan
        is_line = min(left, right) - was_upper <= _SMOOTH_ROWS and was_lower - max(left, right) <= _SMOOTH_ROWS
        # Qt's arithmetic has a limit, and NaN is not within
        if is_line and abs(left) + abs(right) < _FAR:
            lines.append((column - 2, left, column - 1, right))
        left = right
    return lines


def _stretch(low: list[float], high: list[float], column: int, value: float) -> None:
    """Stretch a column to a value; a value that is not finite changes nothing."""
    if not math.isfinite(value):
        return
    # a column without values holds NaN, for which every comparison is false
    if not low[column] <= value:
        low[column] = value
    if not high[column] >= value:
        high[column] = value


def _gaps_from(samples: Samples, first: int, base: int) -> set[int]:
    """Return the gaps from a sample on, counted from `base`; most are long past."""
    gaps = samples.gaps
    if not len(gaps) or gaps[-1] < first:
        return set()
    return {gap - base for gap in gaps[gaps.searchsorted(first) :].tolist()}


@dataclass(frozen=True, slots=True)
class PlotFrame:
    """Part of time and values that is shown, and its size in physical pixels.

    Attributes:
        left_s: the time at the left edge of the first column.
        per_s: columns for each second.
        top: the value at the upper edge of the first row.
        per_unit: rows for each unit.
    """

    left_s: float
    per_s: float
    top: float
    per_unit: float
    width: int
    height: int

    @classmethod
    def of(cls, first_s: float, last_s: float, low: float, high: float, width: int, height: int) -> PlotFrame:
        """Make the frame that shows these times and values."""
        return cls(first_s, width / (last_s - first_s), high, height / (high - low), width, height)

    def x(self, times: Floats) -> Floats:
        """Return the pixel positions of times, clipped; the first column is from 0 to 1."""
        return np.clip((times - self.left_s) * self.per_s, -_FAR, _FAR)

    def y(self, values: Floats) -> Floats:
        """Return the pixel positions of values, clipped; the first row is from 0 to 1."""
        return np.clip((self.top - values) * self.per_unit, -_FAR, _FAR)


@dataclass(frozen=True, slots=True)
class Trace:
    """Drawing of a curve, in pixels.

    Attributes:
        dense: whether the curve is drawn by `columns`, `smooth` and `slants`, else by `pieces` and `dots`.
        columns: x, upper and lower row of each column, both rows included, of shape (n, 3).
        slants: x, y, x, y of lines between columns that are no neighbours, of shape (n, 4).
        pieces: the points of each unbroken part of a line with few samples, each of shape (n, 2).
        dots: samples that are drawn as dots, of shape (n, 2).
        smooth: x, y, x, y of the lines that stand for columns in which the curve only rises or falls, of shape (n, 4).
        filled: the columns that no smooth line stands for; None for all.
    """

    dense: bool
    columns: npt.NDArray[np.int32]
    slants: Floats
    pieces: tuple[Floats, ...] = ()
    dots: Floats = field(default_factory=lambda: np.empty((0, 2)))
    smooth: Floats = field(default_factory=lambda: np.empty((0, 4)))
    filled: npt.NDArray[np.int32] | None = None


def trace(series: Series, frame: PlotFrame, known: CurveColumns | None = None, since: int = 0) -> Trace:
    """Return the trace of a series in a frame; with the `known` columns of the frame before only new ones are computed.

    Where the trace is dense, columns before `since` are left out.
    """
    samples = series.samples()
    times = samples.times
    last_s = frame.left_s + frame.width / frame.per_s
    first, end = samples.index_at(frame.left_s), samples.index_at(last_s)
    # values that are too large become infinite and are clipped: no warning is wanted
    with np.errstate(all="ignore"):
        if end - first >= DENSE_PER_COLUMN * frame.width:
            return (known or CurveColumns()).trace(series, samples, frame, since)
        return _lines(samples, frame, max(first - 1, 0), min(end + 1, len(times)))


class CurveColumns:
    """Columns of a curve that were drawn before; their numbers count from time zero, and so stay while time goes on."""

    def __init__(self) -> None:
        self._of: object = None
        self._first = self._end = 0
        # the number of the oldest sample that was kept
        self._oldest = 0
        # lowest and highest value of each column, from index `_at` on; new columns are appended, mostly without a copy
        self._room = np.empty((2, 0))
        self._at = 0
        self._links = np.empty((0, 4))

    @property
    def final(self) -> int:
        """Number, counted from time zero, of the first column that may still change."""
        return self._end

    def trace(self, series: Series, samples: Samples, frame: PlotFrame, since: int) -> Trace:
        """Return the trace of a series that has two samples or more for each column, without columns before `since`."""
        exact = frame.left_s * frame.per_s
        begin = round(exact)
        made_of = (series, series.epoch, frame.per_s)
        # a frame that lies between columns shares none with others
        if self._of != made_of or abs(exact - begin) > _BETWEEN:
            self._first = self._end = begin
            self._of = made_of if abs(exact - begin) <= _BETWEEN else None
        if samples.first != self._oldest:
            # columns of samples that were dropped go too, as a trace without history would not have them
            self._oldest = samples.first
            gone = max(math.floor(samples.times[0] * frame.per_s) + 1 - self._first, 0)
            self._first, self._at = self._first + gone, self._at + gone
        # one more at the left: whether a column is smooth depends on its neighbours
        self._move(series, samples, frame, begin - 1, begin + frame.width)
        low, high = self._room[:, self._at + since : self._at + 1 + frame.width]
        columns = _rows(low[1:], high[1:], frame)
        smooth = _smooth(low, high, frame)
        filled = columns
        if len(smooth):
            is_filled = np.ones(frame.width - since, dtype=np.bool_)
            is_filled[smooth[:, 0].astype(np.intp)] = False
            filled = columns[is_filled[columns[:, 0]]]
            filled[:, 0] += since
            smooth[:, 0::2] += since
        columns[:, 0] += since
        links = _leaving(samples, frame)
        # links are in order: if the last ends before the new columns, all do
        if len(self._links) and self._links[-1, 2] >= frame.left_s + (since - 1) / frame.per_s:
            links = np.concatenate((self._links, links))
        # the column of the newest sample may still grow
        self._end = min(self._end, math.floor(samples.times[-1] * frame.per_s))
        return Trace(True, columns, _clipped(links, frame) if len(links) else links, smooth=smooth, filled=filled)

    def _move(self, series: Series, samples: Samples, frame: PlotFrame, begin: int, end: int) -> None:
        """Compute the columns [begin, end), the first before the frame, and keep those of them that are known."""
        kept, kept_end = max(self._first, begin), min(self._end, end)
        if kept_end <= kept:
            kept = kept_end = end
        shift = frame.left_s - (begin + 1) / frame.per_s
        links = self._links
        if len(links):
            columns = links[:, 2] * frame.per_s
            links = links[(columns >= kept) & (columns < kept_end)]
        self._make_room(begin, end, kept, kept_end)
        for first, stop in ((begin, kept), (kept_end, end)):
            if stop == first:
                continue
            low, high, new = _columns(series, samples, frame.per_s, shift, first, stop)
            part = self._room[:, self._at + first - begin : self._at + stop - begin]
            part[0], part[1] = low, high
            if len(new):
                links = np.concatenate((new, links) if first == begin else (links, new))
        self._links = links
        self._first, self._end = begin, end

    def _make_room(self, begin: int, end: int, kept: int, kept_end: int) -> None:
        """Make room for the columns [begin, end), and move the kept ones to their indices."""
        at = self._at + begin - self._first
        if kept == begin and kept_end > kept and at + end - begin <= self._room.shape[1]:
            self._at = at
            return
        # with spare room, as they are to be moved seldom: for a large copy numpy releases the GIL
        room = np.empty((2, 2 * (end - begin)))
        if kept_end > kept:
            room[:, kept - begin : kept_end - begin] = self._room[:, at + kept - begin : at + kept_end - begin]
        self._room, self._at = room, 0


def _rows(low: Floats, high: Floats, frame: PlotFrame) -> npt.NDArray[np.int32]:
    """Return column, upper and lower row of each column that has values, of shape (n, 3)."""
    if len(low) <= MAX_FEW_COLUMNS:
        few = few_rows(low.tolist(), high.tolist(), frame.top, frame.per_unit, frame.height)
        return np.array(few, dtype=np.int32).reshape(-1, 3)
    seen = np.arange(len(low))
    upper, lower = (frame.top - high) * frame.per_unit, (frame.top - low) * frame.per_unit
    good = ~np.isnan(low)
    if not good.all():
        seen, upper, lower = seen[good], upper[good], lower[good]
    rows = np.empty((len(seen), 3), dtype=np.int32)
    rows[:, 0] = seen
    for column, places in ((1, upper), (2, lower)):
        np.maximum(places, -2, out=places)
        np.minimum(places, frame.height + 1, out=places)
        rows[:, column] = np.floor(places, out=places)
    return rows


def _smooth(low: Floats, high: Floats, frame: PlotFrame) -> Floats:
    """Return the lines of the columns that are a line from border to border, of shape (n, 4); see `few_lines`."""
    if len(low) <= MAX_FEW_COLUMNS + 1:
        few = few_lines(low.tolist(), high.tolist(), frame.top, frame.per_unit)
        return np.array(few) if few else _NO_LINKS
    upper, lower = (frame.top - high) * frame.per_unit, (frame.top - low) * frame.per_unit
    first, last = np.maximum(upper[1:], upper[:-1]), np.minimum(lower[1:], lower[:-1])
    over = last - first
    meets = (over > -_APART_ROWS) & (over <= _SMOOTH_ROWS)
    met = (first + last) / 2
    left, right = met[:-1], met[1:]
    inner: _Flags = meets[:-1] & meets[1:]
    inner &= np.minimum(left, right) - upper[1:-1] <= _SMOOTH_ROWS
    inner &= lower[1:-1] - np.maximum(left, right) <= _SMOOTH_ROWS
    inner &= np.abs(left) + np.abs(right) < _FAR
    at = np.flatnonzero(inner)
    return np.column_stack((at, left[at], at + 1, right[at]))


def _columns(series: Series, samples: Samples, per_s: float, shift: float, begin: int, end: int) -> _Part:
    """Return lowest and highest value of the line in each column, and the lines from no neighbour column, (n, 4)."""
    few = few_columns(samples, per_s, shift, begin, end) if end - begin <= MAX_FEW_COLUMNS else None
    if few is not None:
        return np.array(few[0]), np.array(few[1]), np.array(few[2], dtype=np.float64).reshape(-1, 4)
    low, high = np.full(end - begin, np.nan), np.full(end - begin, np.nan)
    edges = np.arange(begin, end + 1) / per_s + shift
    places = samples.times.searchsorted(edges)
    filled = np.flatnonzero(places[1:] != places[:-1])
    stop = int(places[-1])
    low[filled], high[filled] = series.extremes(places[filled], stop)
    # the lines to the first sample of each column, and to the first sample behind the last column
    nexts, into = places[filled], filled
    if stop < len(samples.times):
        nexts, into = np.append(nexts, stop), np.append(filled, end - begin)
    whole = _connected(samples, nexts)
    nexts, into = nexts[whole], into[whole]
    before = samples.times[nexts - 1]
    # edges are inexact floats: a sample counts to the column that the search found
    beside = (before >= edges[into - 1]) & (into > 0)
    beside |= (into == 0) & (before >= edges[0] - 1 / per_s)
    _reach_over(samples, edges, (low, high), nexts[beside], into[beside])
    far = nexts[~beside & (into < end - begin)]
    return low, high, _links(samples, far)


def _links(samples: Samples, nexts: Numbers) -> Floats:
    times, values = samples.times, samples.values
    return np.column_stack((times[nexts - 1], values[nexts - 1], times[nexts], values[nexts]))


def _leaving(samples: Samples, frame: PlotFrame) -> Floats:
    """Return the line from the last shown sample, (1, 4), if it ends beyond the neighbour column; else (0, 4)."""
    last_s = frame.left_s + frame.width / frame.per_s
    if not len(samples.times) or samples.times[-1] < last_s:
        return _NO_LINKS
    stop = samples.times.searchsorted([last_s])
    stop = stop[_connected(samples, stop)]
    if len(stop) and samples.times[stop[0] - 1] >= last_s - 1 / frame.per_s:
        stop = stop[:0]
    return _links(samples, stop)


def _connected(samples: Samples, nexts: Numbers) -> _Flags:
    """Return a mask of the samples, in ascending order, that a line connects with the sample before."""
    result: _Flags = np.isfinite(samples.values[nexts]) & np.isfinite(samples.values[nexts - 1]) & (nexts > 0)
    # mostly few samples are asked for, and most gaps are long past
    if len(samples.gaps) and len(nexts) and samples.gaps[-1] >= nexts[0]:
        at = np.minimum(np.searchsorted(nexts, samples.gaps), len(nexts) - 1)
        result[at[nexts[at] == samples.gaps]] = False
    return result


def _reach_over(samples: Samples, edges: Floats, columns: tuple[Floats, Floats], nexts: Numbers, into: Numbers) -> None:
    """Stretch neighbour columns to where the line between their samples crosses their border."""
    low, high = columns
    times, values = samples.times, samples.values
    begin, stop = times[nexts - 1], times[nexts]
    share = np.clip((edges[into] - begin) / np.where(stop > begin, stop - begin, 1.0), 0.0, 1.0)
    met = values[nexts - 1] * (1 - share) + values[nexts] * share
    inside = into < len(low)
    low[into[inside]] = np.fmin(low[into[inside]], met[inside])
    high[into[inside]] = np.fmax(high[into[inside]], met[inside])
    inside = into > 0
    low[into[inside] - 1] = np.fmin(low[into[inside] - 1], met[inside])
    high[into[inside] - 1] = np.fmax(high[into[inside] - 1], met[inside])


def _clipped(links: Floats, frame: PlotFrame) -> Floats:
    """Return lines between samples, (n, 4), in pixels, clipped at the left and the right edge of the frame."""
    first, was, last, value = links.T
    begin = np.maximum(first, frame.left_s - 1 / frame.per_s)
    stop = np.minimum(last, frame.left_s + (frame.width + 1) / frame.per_s)
    slope = (value - was) / np.where(last > first, last - first, 1.0)
    return np.column_stack(
        (
            frame.x(begin),
            frame.y(was + slope * (begin - first)),
            frame.x(stop),
            frame.y(was + slope * (stop - first)),
        )
    )


def _lines(samples: Samples, frame: PlotFrame, first: int, end: int) -> Trace:
    none = np.empty((0, 3), dtype=np.int32)
    if end <= first:
        return Trace(False, none, np.empty((0, 4)))
    values = samples.values[first:end]
    points = np.column_stack((frame.x(samples.times[first:end]), frame.y(values)))
    good = np.isfinite(values)
    numbers = np.arange(first + 1, end)
    joined = _connected(samples, numbers) if len(numbers) else np.empty(0, dtype=np.bool_)
    alone = good & ~np.append(joined, False) & ~np.append(False, joined)
    few = end - first <= max(frame.width * _DOTS_BELOW, 2)
    dots = points[good if few else alone]
    # unbroken parts begin and end where no line connects samples
    breaks = np.flatnonzero(~joined) + 1
    pieces = tuple(piece for piece in np.split(points, breaks) if len(piece) > 1)
    edge = _clipped(_links(samples, numbers[[0, -1]]), frame) if len(numbers) else np.empty((0, 4))
    if pieces and joined[0]:
        pieces[0][0] = edge[0, :2]
    if pieces and joined[-1]:
        pieces[-1][-1] = edge[-1, 2:]
    return Trace(False, none, np.empty((0, 4)), pieces, dots)
