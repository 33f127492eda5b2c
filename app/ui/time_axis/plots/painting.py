"""Painting of a plot: background, axes, curves, cursors and the hint of an empty plot, on a screen or in an image."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen

from app.model.timeseries.curve_values import CurveValues
from app.ui.base.run_colors import run_dashes
from app.ui.base.text import say
from app.ui.base.theme import Theme
from app.ui.time_axis.axis import TIME_GAP, Tick, time_axis, value_ticks
from app.ui.time_axis.colors import curve_color, curve_dashes, mixed, pale
from app.ui.time_axis.plots.curves import PlotCurve, RunCurve
from app.ui.time_axis.plots.dashes import CurveLook, draw_look, first_column
from app.ui.time_axis.plots.data import samples_to_series
from app.ui.time_axis.plots.drawing import smooth_cost_s
from app.ui.time_axis.plots.plot import NO_TITLES, AxisTitles, Plot, PlotKind, ThresholdMarks
from app.ui.time_axis.plots.readings import extremes_of, number_text, value_at
from app.ui.time_axis.plots.trace import PlotFrame, Trace, trace
from app.ui.time_axis.plots.xy import Range, paired_points, xy_ranges, xy_trace
from app.ui.time_axis.ranges import TimeWindow, ValueRange
from app.wording.ui.time_axis import PlotWording

_PAD: Final = 6
_TICK: Final = 4

_ROWS_PER_TICK: Final = 34
_MORE_TICKS: Final = 8
_LEAST_TICKS: Final = 3

# in pixels: a smaller plot has no room for titles of its axes
_ROOM_FOR_TITLES: Final = 120

_OLD_SHARE: Final = 0.45
# of the colour of a curve, in that of a run beneath it, and between its dashes
_RUN_SHARE: Final = 0.7
_BETWEEN_SHARE: Final = 0.22

# of a painting: lines are smooth as long as all of them take no longer
_SMOOTH_S: Final = 2e-3
_STAYS_SMOOTH: Final = 1.5

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
        right: the values of the axis at the right, at the lower and the upper edge; None without one.
        at_right: ticks of that axis.
        titles: titles of the axes; empty for one that there is no room for.
    """

    area: QRect
    across: tuple[float, float]
    up: tuple[float, float]
    below: tuple[Tick, ...]
    beside: tuple[Tick, ...]
    right: tuple[float, float] | None = None
    at_right: tuple[Tick, ...] = ()
    titles: AxisTitles = NO_TITLES

    def x_of(self, value: float) -> float:
        """Return the pixel column of a value on the axis below."""
        return self.area.left() + (value - self.across[0]) / (self.across[1] - self.across[0]) * self.area.width()

    def y_of(self, value: float, *, right: bool = False) -> float:
        """Return the pixel row of a value on the axis of values, that at the right if there is one and `right`."""
        low, high = self.right if right and self.right is not None else self.up
        return self.area.top() + (high - value) / (high - low) * self.area.height()

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

    def at_y(self, y: float, *, right: bool = False) -> float:
        """Return the value at a pixel row; arguments as for `y_of`."""
        low, high = self.right if right and self.right is not None else self.up
        return high - (y - self.area.top()) / self.area.height() * (high - low)


def fit_axes(plot: Plot, window: TimeWindow) -> None:
    """Fit the value axes of a plot to the values in a time window."""
    if plot.kind is PlotKind.XY:
        _fit_xy(plot, window)
        return
    for values, right in ((plot.values, False), (plot.right, True)):
        own = [curve for curve in plot.drawn if curve.spec.right is right]
        # those of runs are others only with another version
        histories = [plot.runs.version, *((id(each), each.series.epoch) for each in own if each.series is not None)]
        if not values.is_within(window.shown, [curve.newest_value for curve in own], histories):
            _fit(values, [*own, *(curve for curve in plot.laid if curve.spec.right is right)], window)


def _fit(values: ValueRange, curves: Sequence[PlotCurve], window: TimeWindow) -> None:
    first_s, last_s = window.shown
    lows, highs = [], []
    for curve in curves:
        series = curve.series
        found = extremes_of(series, first_s, last_s) if series is not None else _extremes_of_list(curve)
        if found is not None:
            lows.append(found[0])
            highs.append(found[1])
    if lows:
        values.fit(min(lows), max(highs))


def axes_of(plot: Plot, window: TimeWindow, size: QSize, metrics: QFontMetrics) -> Axes:
    """Return the axes of a plot in an image of this size, in logical pixels."""
    height, titles = metrics.height(), plot.titles
    if min(size.width(), size.height()) < _ROOM_FOR_TITLES:
        titles = NO_TITLES
    rows = max(size.height() - 2 * _PAD - _TICK - height - (height if titles.below else 0), 10)
    up, right = plot.values.shown, None
    if any(curve.spec.visible for curve in plot.right_curves):
        right = plot.right.shown
    at_right = _beside(right, rows, height) if right is not None else ()
    # an axis without curves says nothing
    is_alone = right is not None and not any(curve.spec.visible for curve in plot.value_curves)
    beside = () if is_alone else _beside(up, rows, height)
    end = _gutter(at_right, titles.right, metrics) if right is not None else 2 * _PAD
    across = plot.across.shown
    # twice where the scales are equal: the range of values comes of the width, and the width of its ticks
    for _ in range(2):
        gutter = _gutter(beside, titles.left, metrics)
        area = QRect(gutter, _PAD, max(size.width() - gutter - end, 10), rows)
        if plot.kind is not PlotKind.XY or not plot.equal:
            break
        across, up = _with_one_scale(plot.across.shown, plot.values.shown, area)
        beside = _beside(up, rows, height)
    across, below = _below(plot, window, across, area.width(), metrics)
    return Axes(area, across, up, below, beside, right, at_right, titles)


def _gutter(ticks: tuple[Tick, ...], title: str, metrics: QFontMetrics) -> int:
    """Return the width beside the area that ticks and a title need."""
    widest = max((metrics.horizontalAdvance(tick.text) for tick in ticks), default=0)
    # in steps, so that it does not change with every digit
    return -(-(widest + _TICK + 2 * _PAD) // 12) * 12 + (metrics.height() if title else 0)


def _with_one_scale(across: Range, up: Range, area: QRect) -> tuple[Range, Range]:
    """Return both ranges, one of them widened about its middle so that a unit is as long across as up."""
    per_pixel = max((across[1] - across[0]) / area.width(), (up[1] - up[0]) / area.height())
    found = []
    for (low, high), pixels in ((across, area.width()), (up, area.height())):
        middle, half = (low + high) / 2, per_pixel * pixels / 2
        found.append((middle - half, middle + half) if half > (high - low) / 2 else (low, high))
    return found[0], found[1]


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
    for tick in axes.at_right:
        y = round(axes.y_of(tick.value, right=True))
        painter.drawText(area.right() + _TICK + 2, y - metrics.height() // 2 + metrics.ascent(), tick.text)
    for tick, box in zip(axes.below, axes.tick_boxes(metrics), strict=True):
        painter.drawText(box.left(), box.top() + metrics.ascent(), tick.text)
    _draw_titles(painter, axes)
    _draw_thresholds(painter, axes, theme, marks)


def _draw_titles(painter: QPainter, axes: Axes) -> None:
    area, metrics, titles = axes.area, painter.fontMetrics(), axes.titles
    top = area.bottom() + _TICK + 1 + metrics.height()
    _draw_title(painter, QRect(area.left(), top, area.width(), metrics.height()), titles.below)
    if axes.right is not None:
        widest = max((metrics.horizontalAdvance(tick.text) for tick in axes.at_right), default=0)
        _draw_upright(painter, area.right() + _TICK + 2 + widest + _PAD, area, titles.right)
    _draw_upright(painter, 0, area, titles.left)


def _draw_upright(painter: QPainter, left: int, area: QRect, title: str) -> None:
    """Draw the title of an axis of values, to be read from below upwards."""
    painter.save()
    painter.translate(left, area.bottom())
    painter.rotate(-90)
    _draw_title(painter, QRect(0, 0, area.height(), painter.fontMetrics().height()), title)
    painter.restore()


def _draw_title(painter: QPainter, place: QRect, title: str) -> None:
    text = painter.fontMetrics().elidedText(title, Qt.TextElideMode.ElideLeft, place.width())
    painter.drawText(place, Qt.AlignmentFlag.AlignCenter, text)


def draw_curves(
    painter: QPainter,
    axes: Axes,
    theme: Theme,
    plot: Plot,
    ratio: float,
    shown: list[tuple[PlotCurve, Trace]] | None = None,
) -> None:
    """Draw all visible curves, and beneath them those of runs unless the traces are given.

    Args:
        painter: in logical pixels.
        axes: of the plot.
        theme: for the colours.
        plot: whose curves they are.
        ratio: physical pixels for each logical pixel.
        shown: traces of the curves where they are known, else they are computed.
    """
    if shown is None:
        shown = [*laid_traces(plot, plot_frame(axes, ratio), plot_frame(axes, ratio, right=True))]
        shown += traces(plot, axes, ratio)
    share_s = _SMOOTH_S / max(len(shown), 1)
    for curve, one in shown:
        # one that is smooth stays so for longer: it would change with each new value
        curve.smooth = smooth_cost_s(one) <= share_s * (_STAYS_SMOOTH if curve.smooth else 1.0)
    looks = ((one, curve_look(curve, theme), curve.smooth) for curve, one in shown)
    draw_traces(painter, axes, looks, ratio, first_of_dashes(plot, axes, ratio))


def draw_traces(
    painter: QPainter, axes: Axes, shown: Iterable[tuple[Trace, CurveLook, bool]], ratio: float, first: int | None
) -> None:
    """Draw traces, each with its look, and smooth or not; see `draw_curves`, and `draw_look` for `first`."""
    painter.save()
    painter.setClipRect(axes.area.adjusted(1, 1, -1, -1))
    painter.translate(axes.area.topLeft())
    painter.scale(1 / ratio, 1 / ratio)
    try:
        for one, look, smooth in shown:
            draw_look(painter, one, look, ratio, first, smooth=smooth)
    finally:
        painter.restore()


def plot_frame(axes: Axes, ratio: float, *, right: bool = False) -> PlotFrame:
    """Return the frame of the left or the right axis in physical pixels, of which `ratio` make a logical one."""
    columns, rows = round(axes.area.width() * ratio), round(axes.area.height() * ratio)
    up = axes.right if right and axes.right is not None else axes.up
    return PlotFrame.of(*axes.across, *up, columns, rows)


def first_of_dashes(plot: Plot, axes: Axes, ratio: float) -> int | None:
    """Return the column from which dashes are counted; None in a plot without time."""
    return None if plot.kind is PlotKind.XY else first_column(plot_frame(axes, ratio))


def curve_look(curve: PlotCurve, theme: Theme) -> CurveLook:
    """Return how a curve looks in a theme; that of a run is paler, with the dashes of the run."""
    if isinstance(curve, RunCurve):
        own = curve_color(theme, curve.spec.color)
        is_strong = curve.difference is not None or theme.is_high_contrast
        color = own if is_strong else mixed(own, theme.color("base"), _RUN_SHARE)
        between = mixed(own, theme.color("base"), _BETWEEN_SHARE)
        return CurveLook(color, curve.spec.width, run_dashes(curve.run.number), between)
    color, dashes = shown_color(curve, theme), curve_dashes(theme, curve.spec.color)
    return CurveLook(color, curve.spec.width, dashes, pale(theme, color) if dashes else None)


def shown_color(curve: PlotCurve, theme: Theme) -> QColor:
    """Return the colour of a curve, paler while its robot is not connected."""
    color = curve_color(theme, curve.spec.color)
    return mixed(color, theme.color("base"), _OLD_SHARE) if curve.is_lost else color


def draw_threshold_labels(
    painter: QPainter, axes: Axes, theme: Theme, marks: ThresholdMarks, *, below_marks: bool = False
) -> None:
    """Draw the labels of thresholds, over the curves; `below_marks` leaves the upper line to names of marks."""
    area, metrics = axes.area, painter.fontMetrics()
    for threshold in marks.thresholds:
        y = round(axes.y_of(threshold.value))
        if not area.top() <= y <= area.bottom():
            continue
        words = PlotWording.ABOVE if threshold.above else PlotWording.BELOW
        text = say(words(value=number_text(threshold.value)))
        height = metrics.height() + 2
        top = y - height - 2 if threshold.above else y + 3
        first = area.top() + 2 + (height + 3 if below_marks else 0)
        top = min(max(top, first), area.bottom() - height - 2)
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
    for curve in (*plot.laid, *plot.drawn):
        samples = curve.samples
        if samples is None or plot.kind is PlotKind.XY:
            continue
        value = value_at(samples, at)
        if math.isfinite(value):
            painter.setBrush(curve_look(curve, theme).color)
            painter.drawEllipse(QRectF(x - 4, axes.y_of(value, right=curve.spec.right) - 4, 8, 8))
    painter.restore()


def traces(plot: Plot, axes: Axes, ratio: float, since: int = 0) -> list[tuple[PlotCurve, Trace]]:
    """Return the trace of each visible curve; of curves with many samples only from the column `since` on.

    `ratio` as for `plot_frame`.
    """
    if plot.kind is PlotKind.XY:
        return _xy_traces(plot, plot_frame(axes, ratio))
    frames = plot_frame(axes, ratio), plot_frame(axes, ratio, right=True)
    found = []
    for curve in plot.drawn:
        series = curve.series
        known = curve.columns if series is not None else None
        if series is None and curve.list_now is not None:
            series = samples_to_series(curve.list_now)
        if series is not None:
            found.append((curve, trace(series, frames[curve.spec.right], known, since)))
    return found


def laid_traces(plot: Plot, left: PlotFrame, right: PlotFrame) -> list[tuple[PlotCurve, Trace]]:
    """Return the trace of each curve of a run in the frames of both axes of values."""
    if plot.kind is PlotKind.XY:
        return [
            (curve, xy_trace(curve.over(below, plot.window_s).points, left)) for below, curve in plot.laid_over_first
        ]
    return [
        (curve, trace(curve.series, right if curve.spec.right else left))
        for curve in plot.laid
        if curve.series is not None
    ]


def _beside(up: tuple[float, float], rows: int, height: int) -> tuple[Tick, ...]:
    """Return ticks of a value axis: at least three if their words fit, as nobody reads a scale from fewer."""
    most = max(rows // _ROWS_PER_TICK, 1)
    found = tuple(value_ticks(*up, most))
    for more in range(most + 1, most + _MORE_TICKS):
        if len(found) >= _LEAST_TICKS:
            break
        closer = tuple(value_ticks(*up, more))
        apart = (closer[1].value - closer[0].value) / (up[1] - up[0]) * rows if len(closer) > 1 else math.inf
        if apart >= height:
            found = closer
    return found


def _below(
    plot: Plot, window: TimeWindow, across: Range, width: int, metrics: QFontMetrics
) -> tuple[Range, tuple[Tick, ...]]:
    """Return the range of the axis below, in an XY plot `across`, and its ticks."""
    most = max(width // (metrics.horizontalAdvance("-00:00") + TIME_GAP), 1)
    if plot.kind is PlotKind.XY:
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
    laid = [curve.over(below, plot.window_s) for below, curve in plot.laid_over_first]
    found += [(each.across, each.up) for each in laid]
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


def draw_note(painter: QPainter, area: QRect, theme: Theme, note: str) -> None:
    """Draw a note over the curves, in as many lines as it needs, at the upper edge."""
    room = area.adjusted(_BESIDE, _BESIDE, -_BESIDE, -_BESIDE)
    flags = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
    box = painter.boundingRect(room, flags, note)
    painter.setPen(QPen(theme.color("border"), 1))
    painter.setBrush(theme.color("button"))
    painter.drawRoundedRect(box.adjusted(-_PAD, -2, _PAD, 3), 3, 3)
    painter.setPen(theme.color("warn"))
    painter.drawText(box, flags, note)


def draw_hint(painter: QPainter, area: QRect, theme: Theme, fault: str) -> None:
    """Draw how to add a curve to an empty plot; with `fault`, why its curves have no values."""
    words = [
        (say(PlotWording.NOTHING_PLOTTED_YET()), "text"),
        (say(PlotWording.DRAG_A_FIELD_HERE()), "muted"),
    ]
    if fault:
        words = [(say(PlotWording.NOTHING_TO_PLOT()), "text"), (say(fault), "error")]
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
