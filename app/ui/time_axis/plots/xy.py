"""XY plots, curves over the values of another curve: which values belong together, and their traces.

Values of one topic belong together when they are of one message. To a value of another topic belongs the last value
before it, unless there was a silence. No line leads over a missing value, nor over a gap in either curve.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from app.model.timeseries.curve_values import CurveValues
from app.model.timeseries.series import Floats, Numbers, Samples
from app.ui.time_axis.plots.readings import extremes_within, sample_range
from app.ui.time_axis.plots.trace import PlotFrame, Trace

# more can't be told apart
_MOST_POINTS: Final = 20_000

_NO_COLUMNS: Final = np.empty((0, 3), dtype=np.int32)
_NO_SLANTS: Final = np.empty((0, 4))

Range = tuple[float, float]


@dataclass(frozen=True, slots=True)
class XyPoints:
    """Pairs of values that belong together.

    Attributes:
        across: values of the curve on the axis below, of shape (n,).
        up: values of the other curve, of shape (n,).
        breaks: indices of pairs that no line connects with the pair before.
    """

    across: Floats
    up: Floats
    breaks: Numbers


def paired_points(below: CurveValues, curve: CurveValues, window_s: Range | None) -> XyPoints:
    """Return the values of a curve in a time, None for all, paired with those of the curve on the axis below."""
    first, samples = below.series.samples(), curve.series.samples()
    begin, end, shift = _places(below, curve, window_s)
    across, up = first.values, samples.values[begin:end]
    if shift is not None:
        gaps = np.union1d(samples.gaps, first.gaps - shift)
        breaks = gaps[(gaps > begin) & (gaps < end)] - begin
        return XyPoints(across[begin + shift : end + shift], up, breaks)
    times = samples.times[begin:end]
    nexts = np.searchsorted(first.times, times, side="right")
    known = across[np.maximum(nexts - 1, 0)] if len(across) else np.full(len(times), np.nan)
    silent = (nexts == 0) | _is_silent(first, nexts, times)
    breaks = samples.gaps[(samples.gaps > begin) & (samples.gaps < end)] - begin
    passed = np.flatnonzero(np.diff(np.searchsorted(first.gaps, nexts))) + 1
    return XyPoints(np.where(silent, np.nan, known), up, np.union1d(breaks, passed))


def xy_ranges(below: CurveValues, curve: CurveValues, window_s: Range | None) -> tuple[Range | None, Range | None]:
    """Return the lowest and highest value of the curve on the axis below and of the other; None without values."""
    begin, end, shift = _places(below, curve, window_s)
    up = extremes_within(curve.series, begin, end)
    if shift is not None:
        return extremes_within(below.series, begin + shift, end + shift), up
    across = paired_points(below, curve, window_s).across
    across = across[np.isfinite(across)]
    return ((float(across.min()), float(across.max())) if len(across) else None), up


def xy_trace(points: XyPoints, frame: PlotFrame) -> Trace:
    """Return the trace of pairs of values in a frame."""
    good = np.isfinite(points.across) & np.isfinite(points.up)
    begins = ~good
    begins[points.breaks] = True
    parts: Numbers = np.cumsum(begins)
    # values that are too large become infinite, and are clipped
    with np.errstate(all="ignore"):
        x, y = frame.x(points.across), frame.y(points.up)
    if not good.all():
        x, y, parts = x[good], y[good], parts[good]
    kept = _seen(x, y, parts)
    found, parts = np.column_stack((x[kept], y[kept])), parts[kept]
    pieces = np.split(found, np.flatnonzero(np.diff(parts)) + 1)
    dots = np.concatenate((*(piece for piece in pieces if len(piece) == 1), found[-1:]))
    return Trace(False, _NO_COLUMNS, _NO_SLANTS, tuple(piece for piece in pieces if len(piece) > 1), dots)


def _places(below: CurveValues, curve: CurveValues, window_s: Range | None) -> tuple[int, int, int | None]:
    """Return the indices [begin, end) of samples with a partner on the axis below, and the shift to its index.

    The shift is None for curves of two topics, whose partners are found by time.
    """
    first, samples = below.series.samples(), curve.series.samples()
    begin, end = sample_range(samples, *window_s) if window_s is not None else (0, len(samples.times))
    mine, other = curve.sample_origin, below.sample_origin
    if mine.feed is not other.feed:
        return begin, end, None
    shift = samples.first + mine.shift - first.first - other.shift
    begin = max(begin, mine.since - samples.first, other.since - first.first - shift, -shift)
    end = min(end, len(first.times) - shift)
    return begin, max(begin, end), shift


def _is_silent(samples: Samples, nexts: Numbers, times: Floats) -> npt.NDArray[np.bool_]:
    """Return a mask of the times whose last sample is too old to count; `nexts` are the indices after those samples."""
    before = np.append(samples.times, math.nan)[nexts - 1]
    in_gap = np.append(np.zeros(len(samples.times), dtype=np.bool_), False)
    in_gap[samples.gaps] = True
    behind = (nexts == len(samples.times)) & (times - before > samples.silence_s)
    found = (in_gap[nexts] & (times > before)) | behind
    return np.asarray(found, dtype=np.bool_)


def _seen(x: Floats, y: Floats, parts: Numbers) -> Numbers:
    """Return the indices of points that don't share the pixel of the point before; only some if they are too many."""
    if not len(x):
        return np.empty(0, dtype=np.int64)
    columns, rows = np.floor(x), np.floor(y)
    # a part may begin in the pixel where the one before ended
    begins = np.append(True, parts[1:] != parts[:-1])
    other = (columns[1:] != columns[:-1]) | (rows[1:] != rows[:-1])
    kept = np.flatnonzero(begins | np.append(True, other))
    stride = -(-len(kept) // _MOST_POINTS)
    if stride == 1:
        return kept
    begins = begins[kept]
    if np.count_nonzero(begins) > _MOST_POINTS:
        return kept[::stride]
    chosen = begins | np.append(begins[1:], True)
    chosen[::stride] = True
    some: Numbers = kept[chosen]
    return some
