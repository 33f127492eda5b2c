"""Dashes of curves: strong and pale parts that go with time, for whoever does not tell the colours apart."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QColor, QPainter

from app.model.timeseries.series import Floats
from app.ui.time_axis.plots.drawing import draw_trace
from app.ui.time_axis.plots.trace import PlotFrame, Trace

# of a line; nobody could see more dashes
_MOST_CUTS: Final = 4000
# in pixels, between the cuts of a line that may go anywhere, and what across and down add to the place in its stripes
_STEP: Final = 1.5
_SLANT: Final = np.array((1.0, 0.6))

# lengths of strong and pale parts by turns, in pixels; empty for a strong line
Dashes = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CurveLook:
    """Look of a curve.

    Attributes:
        width: in logical pixels.
        dashes: in logical pixels.
        pale: the colour between dashes: a peak that lies there is seen as well.
    """

    color: QColor
    width: float = 1.0
    dashes: Dashes = ()
    pale: QColor | None = None


def first_column(frame: PlotFrame) -> int:
    """Return the number of the first column of a frame, counted from the beginning of time; dashes begin there."""
    return round(frame.left_s * frame.per_s)


def draw_look(
    painter: QPainter, shown: Trace, look: CurveLook, ratio: float, first: int | None, *, smooth: bool = True
) -> None:
    """Draw a trace with its dashes.

    Args:
        painter: a physical pixel is its unit.
        shown: the trace.
        look: how it looks.
        ratio: physical pixels for each logical one.
        first: the number of the first column, so that dashes move with time; None for a plot without time.
        smooth: whether lines are antialiased.
    """
    if look.dashes and look.pale is not None:
        draw_trace(painter, shown, look.pale, look.width * ratio, smooth=smooth)
        shown = dashed(shown, tuple(max(round(length * ratio), 1) for length in look.dashes), first)
    draw_trace(painter, shown, look.color, look.width * ratio, smooth=smooth)


def dashed(shown: Trace, dashes: Dashes, first: int | None = 0) -> Trace:
    """Return the strong parts of a trace; lengths are in physical pixels, `first` as for `draw_look`."""
    if first is None:
        return replace(shown, pieces=tuple(part for piece in shown.pieces for part in _split_by_place(piece, dashes)))
    phase = first % sum(dashes)
    if not shown.dense:
        return replace(shown, pieces=tuple(part for piece in shown.pieces for part in _split(piece, dashes, phase)))
    columns, filled = shown.columns, shown.filled
    return replace(
        shown,
        columns=columns[_is_strong(columns[:, 0], dashes, phase)],
        filled=None if filled is None else filled[_is_strong(filled[:, 0], dashes, phase)],
        smooth=_strong_lines(shown.smooth, dashes, phase),
        slants=_strong_lines(shown.slants, dashes, phase),
    )


def _is_strong(places: npt.NDArray[np.number], dashes: Dashes, phase: int) -> npt.NDArray[np.bool_]:
    """Return whether each place lies in a dash."""
    part = np.searchsorted(np.cumsum(dashes), np.mod(places + phase, sum(dashes)), side="right")
    return np.asarray(part % 2 == 0)


def _strong_lines(lines: Floats, dashes: Dashes, phase: int) -> Floats:
    """Return the lines, x, y, x, y of each, whose middle lies in a dash."""
    strong: Floats = lines[_is_strong((lines[:, 0] + lines[:, 2]) / 2, dashes, phase)]
    return strong


def _split(points: Floats, dashes: Dashes, phase: int) -> list[Floats]:
    """Return the parts of a line over time that lie in dashes."""
    x = points[:, 0]
    period, low, high = sum(dashes), float(x[0]), float(x[-1])
    turns = np.arange((low + phase) // period, (high + phase) // period + 1)
    if len(turns) * len(dashes) > _MOST_CUTS:
        return [points]
    edges = (turns[:, None] * period + np.cumsum(dashes)[None, :] - phase).ravel()
    points = _with_cuts(points, x, edges[(edges > low) & (edges < high)])
    return _parts(points, _is_strong((points[1:, 0] + points[:-1, 0]) / 2, dashes, phase))


def _split_by_place(points: Floats, dashes: Dashes) -> list[Floats]:
    """Return the parts of any line that lie in slanting stripes: a way to and fro has its dashes in one place."""
    along = np.append(0.0, np.cumsum(np.hypot(*np.diff(points, axis=0).T)))
    count = min(int(along[-1] / _STEP), _MOST_CUTS)
    points = _with_cuts(points, along, np.linspace(0.0, along[-1], count + 2)[1:-1])
    middles = (points[1:] + points[:-1]) / 2
    return _parts(points, _is_strong(middles @ _SLANT, dashes, 0))


def _with_cuts(points: Floats, along: Floats, cuts: Floats) -> Floats:
    """Return a line with further points on it; `along` are the rising places of its points, of which `cuts` are."""
    more = np.column_stack([np.interp(cuts, along, points[:, axis]) for axis in (0, 1)])
    order = np.argsort(np.append(along, cuts), kind="stable")
    return np.asarray(np.vstack((points, more))[order])


def _parts(points: Floats, strong: npt.NDArray[np.bool_]) -> list[Floats]:
    """Return the unbroken parts of a line whose pieces between two points are `strong`."""
    bounds = np.flatnonzero(np.diff(np.concatenate(([False], strong, [False]))))
    return [points[begin : end + 1] for begin, end in zip(bounds[::2], bounds[1::2], strict=True)]
