"""Export of a plot: its values as CSV, and its image as PNG or SVG with a legend below, in any thread."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from PySide6.QtCore import QBuffer, QIODevice, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator

from app.config.atomic_file import write_atomically
from app.model.marks import MarkLine
from app.ui.base.saving import encode_image
from app.ui.base.text import listed_names, say
from app.ui.base.theme import Theme
from app.ui.time_axis.axis import draw_labels, is_calendar
from app.ui.time_axis.colors import draw_bar
from app.ui.time_axis.plots.csv_table import CsvTable
from app.ui.time_axis.plots.curves import PlotCurve, RunCurve
from app.ui.time_axis.plots.dashes import CurveLook
from app.ui.time_axis.plots.painting import (
    Axes,
    axes_of,
    curve_look,
    draw_background,
    draw_threshold_labels,
    draw_traces,
    first_of_dashes,
    fit_axes,
    laid_traces,
    plot_frame,
    traces,
)
from app.ui.time_axis.plots.plot import Plot, PlotKind, ThresholdMarks
from app.ui.time_axis.plots.readings import sample_range
from app.ui.time_axis.plots.trace import Trace
from app.ui.time_axis.ranges import TimeWindow
from app.ui.widgets.marks import draw_marks, mark_labels, marks_within
from app.wording.ui.time_axis import PlotWording

_PAD: Final = 6
_BETWEEN: Final = 18
_SWATCH_WIDTH: Final = 12
_SWATCH_HEIGHT: Final = 4

# lines in the clipboard; beyond it other programs take long to paste them
MAX_COPIED_LINES: Final = 100_000

# physical pixels for each logical pixel of an image, for print
_SCALE = 2.0

# logical pixels below the last line of the legend
_BELOW: Final = 6

# a job is given a function that says whether it was cancelled
BackgroundJob = Callable[[Callable[[], bool]], Any]


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """Entry of an image's legend: a text and its place.

    Attributes:
        place: in logical pixels.
        look: that of the curve; None for a text without a curve.
    """

    place: QRect
    text: str
    look: CurveLook | None


def day_of(at_s: float) -> str:
    """Return the date of a time; empty for one that has none."""
    return time.strftime("%Y-%m-%d", time.localtime(at_s)) if is_calendar(at_s) else ""


def place_entries(
    words: Iterable[tuple[str, CurveLook | None]], top: int, left: int, right: int, metrics: QFontMetrics
) -> Iterator[LegendEntry]:
    """Place texts one after the other, in as many lines as they need; texts longer than a line are elided."""
    x, height = left, metrics.height() + 2
    for text, look in words:
        before = _swatch_width(look) + _PAD if look is not None else 0
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, right - left - before)
        width = before + metrics.horizontalAdvance(shown)
        if x > left and x + width > right:
            x, top = left, top + height
        yield LegendEntry(QRect(x, top, width, height), shown, look)
        x += width + _BETWEEN


def draw_entries(painter: QPainter, entries: Iterable[LegendEntry], theme: Theme) -> None:
    """Draw the entries of a legend."""
    for entry in entries:
        place = entry.place
        if entry.look is not None:
            swatch = _swatch_width(entry.look)
            bar = QRect(place.left(), place.center().y() - _SWATCH_HEIGHT // 2, swatch, _SWATCH_HEIGHT)
            draw_bar(painter, bar, entry.look.color, entry.look.dashes, theme)
            place = place.adjusted(swatch + _PAD, 0, 0, 0)
        painter.setPen(theme.color("text" if entry.look is not None else "muted"))
        # a last letter may reach a little further than its advance
        sides = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(place.adjusted(0, 0, _PAD, 0), sides, entry.text)


def _swatch_width(look: CurveLook) -> int:
    """Return the width of the line before a name, long enough for all of its dashes."""
    return max(_SWATCH_WIDTH, sum(look.dashes))


class ExportCancelledError(Exception):
    """Raised in a job that the operator cancelled."""


def table_of(plot: Plot, window: TimeWindow) -> CsvTable:
    """Return the values in the time shown as a table, a line for each sample time; later values are not in it."""
    columns = []
    for curve, _ in _exported(plot):
        samples = curve.samples
        if samples is None:
            columns.append((np.empty(0), np.empty(0)))
            continue
        first, end = 0, len(samples.times)
        if plot.kind is not PlotKind.PROFILE:
            first, end = sample_range(samples, *window.shown)
        columns.append((samples.times[first:end], samples.values[first:end]))
    by_place = plot.kind is PlotKind.PROFILE
    names = (name for _, name in _exported(plot))
    return CsvTable(("index" if by_place else "time_s", *names), tuple(columns), by_place)


def write_csv(table: CsvTable, file: Path, cancelled: Callable[[], bool] = lambda: False) -> int:
    """Write a table to a file, in any thread; return the number of its lines.

    Raises:
        OSError: the file can't be written; nothing was written.
        CancelledError: `cancelled` said so; nothing was written.
    """
    count = 0

    def pieces() -> Iterator[bytes]:
        nonlocal count
        for lines, text in table.pieces():
            if cancelled():
                raise ExportCancelledError
            count += lines
            yield text.encode()

    write_atomically(file, pieces())
    return count


def csv_text(table: CsvTable, most: int, cancelled: Callable[[], bool] = lambda: False) -> str | None:
    """Return a table as CSV text; None if it has more than `most` lines.

    Raises:
        CancelledError: `cancelled` said so.
    """
    if table.min_lines > most:
        return None
    texts, count = [], 0
    for lines, text in table.pieces():
        if cancelled():
            raise ExportCancelledError
        count += lines
        if count > most:
            return None
        texts.append(text)
    return "".join(texts)


@dataclass(frozen=True, slots=True)
class PictureLook:
    """How a plot is drawn in a file.

    Attributes:
        size: in logical pixels; None for that of the plot in the window, with the legend below it.
        light: whether it is drawn on a light ground, as on paper, whatever the theme of the window.
    """

    size: QSize | None = None
    light: bool = False


@dataclass(frozen=True, slots=True)
class PlotSnapshot:
    """Snapshot of a plot with all that any thread needs to draw it.

    Attributes:
        ratio: physical pixels for each logical pixel of the image.
        first_dash: the column from which dashes are counted; None in a plot without time.
        entries: the legend: the day, and the name of each curve in its colour.
        marks: the thresholds, and those that a curve was beyond.
        flags: the moments that were marked.
        names: what these are called, each in its box, where there is room.
    """

    title: str
    size: QSize
    ratio: float
    theme: Theme
    font: QFont
    axes: Axes
    shown: tuple[tuple[Trace, CurveLook], ...]
    first_dash: int | None
    marks: ThresholdMarks
    entries: tuple[LegendEntry, ...]
    flags: tuple[MarkLine, ...] = ()
    names: tuple[tuple[QRectF, str], ...] = ()

    @property
    def points(self) -> int:
        """Number of points, lines and columns to draw: a measure of the time that it takes."""
        return sum(
            len(one.columns) + len(one.slants) + sum(len(piece) for piece in one.pieces) + len(one.dots)
            for one, _ in self.shown
        )

    def draw(self, painter: QPainter, cancelled: Callable[[], bool]) -> None:
        """Draw the plot and its legend.

        Raises:
            CancelledError: `cancelled` said so, between two curves.
        """
        painter.setFont(self.font)
        painter.fillRect(QRect(0, 0, self.size.width(), self.size.height()), self.theme.color("window"))
        draw_background(painter, self.axes, self.theme, self.marks)
        if self.flags:
            area = self.axes.area
            draw_marks(painter, self.theme, self.flags, self.axes.x_of, [(area.top() + 1, area.bottom() - 1)])
        draw_traces(painter, self.axes, self._unless(cancelled), self.ratio, self.first_dash)
        draw_labels(painter, self.theme, self.names)
        draw_threshold_labels(painter, self.axes, self.theme, self.marks)
        draw_entries(painter, self.entries, self.theme)

    def _unless(self, cancelled: Callable[[], bool]) -> Iterator[tuple[Trace, CurveLook, bool]]:
        for one, look in self.shown:
            if cancelled():
                raise ExportCancelledError
            # whatever that takes
            yield one, look, True
            # Qt holds the GIL while it draws: the interface thread gets its turn between two curves
            time.sleep(0)


def snapshot_of(
    plot: Plot,
    window: TimeWindow,
    size: QSize,
    theme: Theme,
    font: QFont,
    ratio: float = _SCALE,
    *,
    whole: bool = False,
) -> PlotSnapshot:
    """Return a snapshot of a plot and its legend; call it in the interface thread.

    `size` is that of the plot, or with `whole` that of plot and legend.
    """
    held = TimeWindow(window.span_s)
    held.set_now(window.now_s)
    # the axis of an image shows clock times, not “seconds ago”: nobody could tell later when that was
    held.end_s = window.shown[1]
    fit_axes(plot, held)
    metrics = QFontMetrics(font)
    axes = axes_of(plot, held, size, metrics)
    entries = _entries(plot, held, axes, size, metrics, theme)
    bottom = max((entry.place.bottom() + _BELOW for entry in entries), default=0)
    if whole:
        # the legend is as wide in a lower plot, unless its values need other words
        least = max(size.height() // 2, size.height() - max(bottom - size.height(), 0))
        size = QSize(size.width(), least)
        axes = axes_of(plot, held, size, metrics)
        entries = _entries(plot, held, axes, size, metrics, theme)
        bottom = max((entry.place.bottom() + _BELOW for entry in entries), default=0)
    flags = marks_within(window.marks, axes.across) if plot.kind is PlotKind.TIME else ()
    laid = laid_traces(plot, plot_frame(axes, ratio), plot_frame(axes, ratio, right=True))
    # Qt caches metrics in a font: two threads must not share one
    own_font = QFont(font.family())
    own_font.fromString(font.toString())
    own_font.setFamilies(font.families())
    return PlotSnapshot(
        listed_names(curve.spec.label for curve in plot.curves),
        QSize(size.width(), max(size.height(), bottom)),
        ratio,
        theme,
        own_font,
        axes,
        tuple((one, curve_look(curve, theme)) for curve, one in [*laid, *traces(plot, axes, ratio)]),
        first_of_dashes(plot, axes, ratio),
        plot.marks,
        entries,
        tuple(flags),
        tuple(mark_labels(metrics, flags, axes.x_of, axes.area)),
    )


def render_image(drawing: PlotSnapshot, cancelled: Callable[[], bool] = lambda: False) -> QImage:
    """Return the image of a snapshot; may be called in any thread.

    Raises:
        CancelledError: `cancelled` said so.
    """
    image = QImage(drawing.size * drawing.ratio, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(drawing.ratio)
    painter = QPainter(image)
    try:
        drawing.draw(painter, cancelled)
    finally:
        painter.end()
    return image


def write_png(drawing: PlotSnapshot, file: Path, cancelled: Callable[[], bool] = lambda: False) -> None:
    """Write a snapshot as PNG, in any thread.

    Raises:
        OSError: the file can't be written; nothing was written.
        CancelledError: `cancelled` said so; nothing was written.
    """
    content = encode_image(render_image(drawing, cancelled))
    if cancelled():
        raise ExportCancelledError
    write_atomically(file, [content])


def write_svg(drawing: PlotSnapshot, file: Path, cancelled: Callable[[], bool] = lambda: False) -> None:
    """Write a snapshot as SVG, in any thread.

    Raises:
        OSError: the file can't be written; nothing was written.
        CancelledError: `cancelled` said so; nothing was written.
    """
    # in memory first: Qt would not report a full disk
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(drawing.size)
    generator.setViewBox(QRect(0, 0, drawing.size.width(), drawing.size.height()))
    generator.setTitle(drawing.title)
    painter = QPainter(generator)
    try:
        drawing.draw(painter, cancelled)
    finally:
        painter.end()
    write_atomically(file, [bytes(buffer.data().data())])


def _entries(
    plot: Plot, window: TimeWindow, axes: Axes, size: QSize, metrics: QFontMetrics, theme: Theme
) -> tuple[LegendEntry, ...]:
    day = day_of(window.shown[0]) if plot.kind is PlotKind.TIME else ""
    words: list[tuple[str, CurveLook | None]] = [(day, None)] if day and plot.curves else []
    drawn = {*plot.drawn, *plot.laid}
    for curve, name in _exported(plot):
        is_below = plot.kind is PlotKind.XY and plot.curves[0] in {curve, getattr(curve, "live", None)}
        if is_below and curve is plot.curves[0]:
            words.append((say(PlotWording.AXIS_BELOW(name=name)), None))
        elif curve in drawn and not is_below:
            words.append((name, curve_look(curve, theme)))
    return tuple(place_entries(words, size.height(), axes.area.left(), axes.area.right(), metrics))


def _exported(plot: Plot) -> Iterator[tuple[PlotCurve, str]]:
    """Yield the curves, with those of runs, and the names of their columns, each of them unique."""
    specs = [curve.spec for curve in plot.curves]
    robots = len({spec.key.connection for spec in specs}) > 1
    known: set[str] = set()
    for curve in plot.listed:
        spec = curve.live.spec if isinstance(curve, RunCurve) else curve.spec
        name = f"{spec.key.topic}:{spec.label}"
        # the robot before the topic, which begins with a slash
        name = spec.name or (f"{spec.key.connection} {name}" if robots else name)
        if isinstance(curve, RunCurve):
            words = PlotWording.RUN_OF_CURVE if curve.difference is None else PlotWording.RUN_LESS_CURVE
            name = say(words(run=curve.run.name, curve=name))
        plain, number = name, 2
        while name in known:
            name, number = f"{plain} ({number})", number + 1
        known.add(name)
        yield curve, name
