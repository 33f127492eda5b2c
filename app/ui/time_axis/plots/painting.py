"""Painting of a plot: background, axes, curves, cursors and the hint of an empty plot, on a screen or in an image."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen

from app.model.timeseries.curve_values import CurveValues
from app.ui.base.text import begin_sentence, translate
from app.ui.base.theme import Theme
from app.ui.time_axis.axis import TIME_GAP, Tick, time_axis, value_ticks
from app.ui.time_axis.colors import curve_color, mixed
from app.ui.time_axis.plots.data import samples_to_series
from app.ui.time_axis.plots.drawing import draw_trace
from app.ui.time_axis.plots.plot import Plot, PlotCurve, PlotKind, ThresholdMarks
from app.ui.time_axis.plots.readings import extremes_of, number_text, value_at
from app.ui.time_axis.plots.trace import PlotFrame, Trace, trace
from app.ui.time_axis.plots.xy import paired_points, xy_ranges, xy_trace
from app.ui.time_axis.ranges import TimeWindow

_PAD: Final = 6
_TICK: Final = 4

_ROWS_PER_TICK: Final = 34
_MORE_TICKS: Final = 5

_OLD_SHARE: Final = 0.45

_BESIDE: Final = 8
_BETWEEN: Final = 4


@dataclass(frozen=True, slots=True)
class Axes:
    """Axes of a plot: its area in pixels, the ranges of both axes and their ticks.

    Attributes:
        area: the part of the image that has curves, in logical pixels.
        across: the values at the left and the right edge: seconds, values of the first curve, or indices in a list.
        up: the values at the lower and the upper edge.
        below: ticks of the axis below.
        beside: ticks of the axis of values, at the left.
    """

    area: QRect
    across: tuple[float, float]
    up: tuple[float, float]
    below: tuple[Tick, ...]
    beside: tuple[Tick, ...]

    def x_of(self, value: float) -> float:
        """Return the pixel column of a value on the axis below."""
        return self.area.left() + (value - self.across[0]) / (self.across[1] - self.across[0]) * self.area.width()

    def y_of(self, value: float) -> float:
        """Return the pixel row of a value on the axis of values."""
        return self.area.top() + (self.up[1] - value) / (self.up[1] - self.up[0]) * self.area.height()

    def tick_boxes(self, metrics: QFontMetrics) -> list[QRect]:
        """Return the boxes of the texts on the axis below."""
        boxes = []
        for tick in self.below:
            width = metrics.horizontalAdvance(tick.text)
            left = min(max(round(self.x_of(tick.value)) - width // 2, 0), self.area.right() + 2 * _PAD - width)
            boxes.append(QRect(left, self.area.bottom() + _TICK + 1, width, metrics.height()))
        return boxes

    def at_x(self, x: float) -> float:
        """Return the value on the axis below at a pixel column."""
        return self.across[0] + (x - self.area.left()) / self.area.width() * (self.across[1] - self.across[0])

    def at_y(self, y: float) -> float:
        """Return the value at a pixel row."""
        return self.up[1] - (y - self.area.top()) / self.area.height() * (self.up[1] - self.up[0])


def fit_axes(plot: Plot, window: TimeWindow) -> None:
    """Fit the value axes of a plot to the values in a time window."""
    if plot.kind is PlotKind.XY:
        _fit_xy(plot, window)
        return
    first_s, last_s = window.shown
    if plot.values.is_within(window.shown, [curve.newest_value for curve in plot.curves if curve.spec.visible]):
        return
    lows, highs = [], []
    for curve in plot.curves:
        if not curve.spec.visible:
            continue
        if curve.values is not None:
            found = extremes_of(curve.values.series, first_s, last_s)
        else:
            found = _extremes_of_list(curve)
        if found is not None:
            lows.append(found[0])
            highs.append(found[1])
    if lows:
        plot.values.fit(min(lows), max(highs))


def axes_of(plot: Plot, window: TimeWindow, size: QSize, metrics: QFontMetrics) -> Axes:
    """Return the axes of a plot in an image of this size, in logical pixels."""
    up = plot.values.shown
    height = metrics.height()
    rows = max(size.height() - 2 * _PAD - _TICK - height, 10)
    beside = _beside(up, rows, height)
    gutter = max((metrics.horizontalAdvance(tick.text) for tick in beside), default=0) + _TICK + 2 * _PAD
    # in steps, so that it does not change with every digit
    gutter = -(-gutter // 12) * 12
    area = QRect(gutter, _PAD, max(size.width() - gutter - 2 * _PAD, 10), rows)
    across, below = _below(plot, window, area.width(), metrics)
    return Axes(area, across, up, below, beside)


def draw_background(painter: QPainter, axes: Axes, theme: Theme, marks: ThresholdMarks) -> None:
    """Draw background, grid, ticks and the areas beyond thresholds."""
    area = axes.area
    painter.fillRect(area, theme.color("base"))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(QPen(mixed(theme.color("border"), theme.color("base"), 0.6), 1))
    below = [round(axes.x_of(tick.value)) for tick in axes.below]
    beside = [(round(axes.y_of(tick.value)), tick.text) for tick in axes.beside]
    for x in below:
        painter.drawLine(x, area.top(), x, area.bottom())
    for y, _ in beside:
        painter.drawLine(area.left(), y, area.right(), y)
    painter.setPen(QPen(theme.color("border"), 1))
    painter.drawRect(area.adjusted(0, 0, -1, -1))
    painter.setPen(theme.color("muted"))
    metrics = painter.fontMetrics()
    for y, text in beside:
        place = QRect(0, y - metrics.height(), area.left() - _TICK - _PAD // 2, 2 * metrics.height())
        painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)
    for tick, box in zip(axes.below, axes.tick_boxes(metrics), strict=True):
        painter.drawText(box.left(), box.top() + metrics.ascent(), tick.text)
    _draw_thresholds(painter, axes, theme, marks)


def draw_curves(
    painter: QPainter,
    axes: Axes,
    theme: Theme,
    plot: Plot,
    ratio: float,
    width: float = 1.0,
    shown: list[tuple[PlotCurve, Trace]] | None = None,
) -> None:
    """Draw all visible curves.

    Args:
        painter: in logical pixels.
        axes: of the plot.
        theme: for the colours.
        plot: whose curves they are.
        ratio: physical pixels for each logical pixel.
        width: of a line, in logical pixels.
        shown: traces of the curves where they are known, else they are computed.
    """
    if shown is None:
        shown = traces(plot, plot_frame(axes, ratio))
    draw_traces(painter, axes, ((one, shown_color(curve, theme)) for curve, one in shown), ratio, width)


def draw_traces(
    painter: QPainter, axes: Axes, shown: Iterable[tuple[Trace, QColor]], ratio: float, width: float = 1.0
) -> None:
    """Draw traces, each in its colour; arguments as for `draw_curves`."""
    painter.save()
    painter.setClipRect(axes.area.adjusted(1, 1, -1, -1))
    painter.translate(axes.area.topLeft())
    painter.scale(1 / ratio, 1 / ratio)
    try:
        for one, color in shown:
            draw_trace(painter, one, color, round(width * ratio))
    finally:
        painter.restore()


def plot_frame(axes: Axes, ratio: float) -> PlotFrame:
    """Return the frame of a plot in physical pixels, of which `ratio` make a logical one."""
    columns, rows = round(axes.area.width() * ratio), round(axes.area.height() * ratio)
    return PlotFrame.of(*axes.across, *axes.up, columns, rows)


def shown_color(curve: PlotCurve, theme: Theme) -> QColor:
    """Return the colour of a curve, paler while its robot is not connected."""
    color = curve_color(theme, curve.spec.color)
    return mixed(color, theme.color("base"), _OLD_SHARE) if curve.is_lost else color


def draw_threshold_labels(painter: QPainter, axes: Axes, theme: Theme, marks: ThresholdMarks) -> None:
    """Draw the labels of thresholds, over the curves."""
    area, metrics = axes.area, painter.fontMetrics()
    for threshold in marks.thresholds:
        y = round(axes.y_of(threshold.value))
        if not area.top() <= y <= area.bottom():
            continue
        words = translate("Plot", "above {value}") if threshold.above else translate("Plot", "below {value}")
        text = words.format(value=number_text(threshold.value))
        height = metrics.height() + 2
        top = y - height - 2 if threshold.above else y + 3
        top = min(max(top, area.top() + 2), area.bottom() - height - 2)
        box = QRect(area.left() + _PAD, top, metrics.horizontalAdvance(text) + 2 * _PAD, height)
        color = theme.color("error" if threshold in marks.exceeded else "warn")
        painter.setPen(QPen(color, 1))
        painter.setBrush(theme.color("base"))
        painter.drawRoundedRect(box, 3, 3)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)


def draw_cursor(painter: QPainter, axes: Axes, theme: Theme, plot: Plot, at: float) -> None:
    """Draw a cursor: a vertical line at `at`, and a dot on each curve."""
    x = axes.x_of(at)
    area = axes.area
    if not area.left() <= x <= area.right():
        return
    painter.setPen(QPen(theme.color("muted"), 1, Qt.PenStyle.DashLine))
    painter.drawLine(round(x), area.top(), round(x), area.bottom())
    painter.save()
    painter.setClipRect(area)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.color("base"), 1))
    for curve in plot.curves:
        samples = curve.samples
        if samples is None or not curve.spec.visible or plot.kind is PlotKind.XY:
            continue
        value = value_at(samples, at)
        if math.isfinite(value):
            painter.setBrush(curve_color(theme, curve.spec.color))
            painter.drawEllipse(QRectF(x - 4, axes.y_of(value) - 4, 8, 8))
    painter.restore()


def traces(plot: Plot, frame: PlotFrame, since: int = 0) -> list[tuple[PlotCurve, Trace]]:
    """Return the trace of each visible curve; of curves with many samples only from the column `since` on."""
    if plot.kind is PlotKind.XY:
        return _xy_traces(plot, frame)
    found = []
    for curve in plot.curves:
        if not curve.spec.visible:
            continue
        if curve.values is not None:
            series = curve.values.series
        elif curve.list_now is not None:
            series = samples_to_series(curve.list_now)
        else:
            continue
        found.append((curve, trace(series, frame, curve.columns if curve.values is not None else None, since)))
    return found


def _beside(up: tuple[float, float], rows: int, height: int) -> tuple[Tick, ...]:
    """Return ticks of the value axis: at least two if their words fit, as nobody reads a scale from one."""
    most = max(rows // _ROWS_PER_TICK, 1)
    found = tuple(value_ticks(*up, most))
    for more in range(most + 1, most + _MORE_TICKS):
        if len(found) > 1:
            break
        closer = tuple(value_ticks(*up, more))
        apart = (closer[1].value - closer[0].value) / (up[1] - up[0]) * rows if len(closer) > 1 else math.inf
        if apart >= height:
            found = closer
    return found


def _below(
    plot: Plot, window: TimeWindow, width: int, metrics: QFontMetrics
) -> tuple[tuple[float, float], tuple[Tick, ...]]:
    most = max(width // (metrics.horizontalAdvance("-00:00") + TIME_GAP), 1)
    if plot.kind is PlotKind.XY:
        across = plot.across.shown
        return across, tuple(value_ticks(*across, most))
    if plot.kind is PlotKind.PROFILE:
        count = max((len(c.list_now.values) for c in plot.curves if c.list_now is not None), default=1)
        across = (-0.5, max(count, 2) - 0.5)
        whole = [tick.value for tick in value_ticks(*across, most) if tick.value == round(tick.value)]
        return across, tuple(Tick(place, f"{place:.0f}") for place in whole)
    return time_axis(window, width, metrics)


def _draw_thresholds(painter: QPainter, axes: Axes, theme: Theme, marks: ThresholdMarks) -> None:
    area = axes.area
    for threshold in marks.thresholds:
        y = round(axes.y_of(threshold.value))
        color = theme.color("error" if threshold in marks.exceeded else "warn")
        ground = QColor(color)
        ground.setAlpha(38 if threshold in marks.exceeded else 16)
        beyond = QRect(area.left(), area.top(), area.width(), y - area.top())
        if not threshold.above:
            beyond = QRect(area.left(), y, area.width(), area.bottom() - y)
        painter.fillRect(beyond.intersected(area), ground)
        if area.top() <= y <= area.bottom():
            painter.setPen(QPen(color, 1, Qt.PenStyle.DashLine))
            painter.drawLine(area.left(), y, area.right(), y)


def _extremes_of_list(curve: PlotCurve) -> tuple[float, float] | None:
    if curve.list_now is None:
        return None
    values = curve.list_now.values[np.isfinite(curve.list_now.values)]
    return (float(values.min()), float(values.max())) if len(values) else None


def _fit_xy(plot: Plot, window: TimeWindow) -> None:
    plot.window_s = window.shown
    found = [xy_ranges(below, values, plot.window_s) for _, below, values in _over_first(plot)]
    for axis, ranges in ((plot.across, [across for across, _ in found]), (plot.values, [up for _, up in found])):
        known = [one for one in ranges if one is not None]
        if known:
            axis.fit(min(low for low, _ in known), max(high for _, high in known))


def _xy_traces(plot: Plot, frame: PlotFrame) -> list[tuple[PlotCurve, Trace]]:
    return [
        (curve, xy_trace(paired_points(below, values, plot.window_s), frame))
        for curve, below, values in _over_first(plot)
    ]


def _over_first(plot: Plot) -> list[tuple[PlotCurve, CurveValues, CurveValues]]:
    """Return each curve but the first, with the values of the first and its own values."""
    below = plot.curves[0].values if plot.curves else None
    return [
        (curve, below, curve.values)
        for curve in plot.curves[1:]
        if below is not None and curve.values is not None and curve.spec.visible
    ]


def draw_hint(painter: QPainter, area: QRect, theme: Theme, fault: str) -> None:
    """Draw how to add a curve to an empty plot; with `fault`, why its curves have no values."""
    words = [
        (translate("Plot", "Nothing plotted yet"), "text"),
        (translate("Plot", "Drag a field here, or select it in the inspector and press P."), "muted"),
    ]
    if fault:
        words = [(translate("Plot", "Nothing to plot"), "text"), (begin_sentence(fault), "error")]
    metrics = painter.fontMetrics()
    top = area.center().y() - metrics.lineSpacing()
    for line, (text, role) in enumerate(words):
        below = line * (metrics.lineSpacing() + _BETWEEN)
        place = QRect(area.left() + _BESIDE, top + below, area.width() - 2 * _BESIDE, metrics.height())
        ground = QRect(place)
        ground.setWidth(min(metrics.horizontalAdvance(text) + 12, place.width()))
        ground.moveCenter(place.center())
        # the grid must not run through the words
        painter.fillRect(ground, theme.color("base"))
        painter.setPen(theme.color(role))
        elided = metrics.elidedText(text, Qt.TextElideMode.ElideRight, place.width())
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, elided)
