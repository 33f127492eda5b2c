"""Cached painting of the curves of a plot: while time goes on it is scrolled, and only what is new is drawn."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPixmap, QRegion

from app.model.timeseries.series import Samples
from app.ui.base.theme import Theme
from app.ui.time_axis.plots.curves import PlotCurve
from app.ui.time_axis.plots.dashes import draw_look
from app.ui.time_axis.plots.painting import Axes, curve_look, draw_curves, plot_frame, traces
from app.ui.time_axis.plots.plot import Plot, PlotKind
from app.ui.time_axis.plots.run_layer import RunLayer
from app.ui.time_axis.plots.trace import DENSE_PER_COLUMN, PlotFrame, Trace

# columns before the new ones that are drawn again, besides the width of the widest line: a column follows its neighbour
_MARGIN: Final = 2

# a frame whose left edge is farther than this from that of a column lies between two columns
_BETWEEN: Final = 1e-3


class CurveLayer:
    """Cached pixmap of the curves of a plot. Curves with few samples are antialiased lines, drawn anew each time.

    Where the same curves with few samples were painted again, as for a mark that moves, they have a pixmap, too.

    Attributes:
        moved: how often scrolling and drawing the new part was enough.
        cost_s: how long a plot that is not over time took when it was last drawn with new values, as a whole.
    """

    def __init__(self, stopwatch: Callable[[], float] = time.perf_counter) -> None:
        self.moved = 0
        self.cost_s = 0.0
        self._stopwatch = stopwatch
        self._runs = RunLayer()
        self._others: list[tuple[PlotCurve, Trace]] = []
        self._others_of: object = None
        self._lists: list[Samples | None] = []
        # of curves with few samples: what was painted last, how often, and whether what was before it was painted again
        self._lines: QPixmap | None = None
        self._lines_of: object = None
        self._lines_painted = 0
        self._lines_repeat = False
        self._pixmap: QPixmap | None = None
        self._of: object = None
        self._drained: list[tuple[int, int]] = []
        self._first = 0
        self._final = 0

    def draw(self, painter: QPainter, axes: Axes, theme: Theme, plot: Plot, ratio: float) -> None:
        """Paint all visible curves."""
        frame = plot_frame(axes, ratio)
        if plot.kind is not PlotKind.TIME:
            self._draw_others(painter, axes, theme, plot, ratio)
            return
        exact = frame.left_s * frame.per_s
        if not _is_dense(plot, frame) or abs(exact - round(exact)) > _BETWEEN:
            self._of = None
            self._runs.draw(painter, axes, theme, plot, ratio)
            self._draw_lines(painter, axes, theme, plot, ratio)
            return
        self._renew(plot, axes, theme, round(exact), ratio)
        if self._pixmap is None:
            return
        inside = axes.area.adjusted(1, 1, -1, -1)
        if ratio == 1:
            painter.drawPixmap(inside.topLeft(), self._pixmap, QRect(QPoint(1, 1), inside.size()))
            return
        painter.save()
        painter.setClipRect(inside)
        painter.translate(axes.area.topLeft())
        painter.scale(1 / ratio, 1 / ratio)
        painter.drawPixmap(0, 0, self._pixmap)
        painter.restore()

    def _draw_lines(self, painter: QPainter, axes: Axes, theme: Theme, plot: Plot, ratio: float) -> None:
        """Draw curves with few samples: where they were painted before, or are about to be again, by a pixmap."""
        frame = plot_frame(axes, ratio)
        looks = tuple((id(curve), curve.spec, curve.is_lost, *_forgotten(curve, frame)) for curve in plot.drawn)
        made_of = (frame, axes.area, axes.right, theme, looks, ratio, _drained(plot))
        if made_of != self._lines_of:
            self._lines_repeat = self._lines_painted > 1
            self._lines, self._lines_of, self._lines_painted = None, made_of, 0
        self._lines_painted += 1
        if self._lines_painted == 1 and not self._lines_repeat:
            draw_curves(painter, axes, theme, plot, ratio, shown=traces(plot, axes, ratio))
            return
        if self._lines is None:
            self._lines = QPixmap(axes.area.size() * ratio)
            self._lines.setDevicePixelRatio(ratio)
            self._lines.fill(Qt.GlobalColor.transparent)
            lines = QPainter(self._lines)
            lines.translate(-axes.area.topLeft())
            draw_curves(lines, axes, theme, plot, ratio, shown=traces(plot, axes, ratio))
            lines.end()
        painter.drawPixmap(axes.area.topLeft(), self._lines)

    def _draw_others(self, painter: QPainter, axes: Axes, theme: Theme, plot: Plot, ratio: float) -> None:
        """Draw a plot that is not over time; its traces are computed only when the values changed."""
        self._runs.draw(painter, axes, theme, plot, ratio)
        began, frame = self._stopwatch(), plot_frame(axes, ratio)
        curves = tuple(
            (curve.spec, values, values.series.drained if values is not None else id(curve.list_now))
            for curve, values in ((curve, curve.values) for curve in plot.curves)
        )
        made_of = (frame, axes.right, plot.kind, plot.window_s, curves)
        known = self._others_of == made_of
        if not known:
            self._others, self._others_of = traces(plot, axes, ratio), made_of
            # as long as these are held, no other list gets one of their ids
            self._lists = [curve.list_now for curve in plot.curves]
        draw_curves(painter, axes, theme, plot, ratio, shown=self._others)
        if not known:
            self.cost_s = self._stopwatch() - began

    def _renew(self, plot: Plot, axes: Axes, theme: Theme, first: int, ratio: float) -> None:
        frame = plot_frame(axes, ratio)
        shown = plot.drawn
        looks = tuple((id(curve), curve.spec, curve.is_lost, *_forgotten(curve, frame)) for curve in shown)
        place = (frame.per_s, frame.top, frame.per_unit, frame.width, frame.height, axes.right)
        made_of = (place, theme, looks, ratio, plot.runs.version if plot.laid else 0)
        margin = _MARGIN + math.ceil(max((curve.spec.width for curve in shown), default=1.0) * ratio)
        moved = first - self._first
        drained = _drained(plot)
        if self._pixmap is not None and self._of == made_of and not moved and drained == self._drained:
            # something else is painted anew, as marks are
            return
        self._drained = drained
        since = 0
        if self._pixmap is not None and self._of == made_of and 0 <= moved < frame.width // 2:
            since = min(max(self._final - first - margin, 0), frame.width)
            if moved:
                self._pixmap.scroll(-moved, 0, self._pixmap.rect(), QRegion())
            self.moved += 1
        elif self._pixmap is None or self._pixmap.size() != QSize(frame.width, frame.height):
            self._pixmap = QPixmap(frame.width, frame.height)
            self._pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(self._pixmap)
        new = QRect(since, 0, frame.width - since, frame.height)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Clear)
        painter.fillRect(new, Qt.GlobalColor.transparent)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        self._runs.draw_columns(painter, axes, theme, plot, ratio, new)
        painter.setClipRect(new)
        # some columns more, for pens that are wider than one
        for curve, trace in traces(plot, axes, ratio, max(since - margin, 0)):
            draw_look(painter, trace, curve_look(curve, theme), ratio, first)
        painter.end()
        self._of, self._first = made_of, first
        self._final = min((curve.columns.final for curve in shown), default=first)


def _drained(plot: Plot) -> list[tuple[int, int]]:
    return [curve.series.drained if curve.series is not None else (0, 0) for curve in plot.drawn]


def _forgotten(curve: PlotCurve, frame: PlotFrame) -> tuple[int, float]:
    """Return a key that changes when samples that may have been drawn are dropped."""
    samples = curve.samples
    series = curve.series
    if series is None or samples is None:
        return 0, 0.0
    shortened = samples.first > 0 and len(samples.times) and samples.times[0] > frame.left_s
    return series.epoch, float(samples.times[0]) if shortened else 0.0


def _is_dense(plot: Plot, frame: PlotFrame) -> bool:
    """Whether all visible curves have enough samples to be drawn as columns."""
    last_s = frame.left_s + frame.width / frame.per_s
    for curve in plot.drawn:
        samples = curve.samples
        if samples is None:
            return False
        if samples.index_at(last_s) - samples.index_at(frame.left_s) < DENSE_PER_COLUMN * frame.width:
            return False
    return True
