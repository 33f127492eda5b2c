"""A plot as a file: its values as CSV, its picture as PNG or SVG."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import numpy as np
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRect, QSize
from PySide6.QtGui import QFont, QFontMetrics, QImage, QImageWriter, QPainter
from PySide6.QtSvg import QSvgGenerator

from app.ui.plots.picture import axes_of, draw_curves, draw_ground, draw_limits, fit
from app.ui.plots.plot import Plot, PlotKind
from app.ui.plots.ranges import TimeWindow
from app.ui.plots.readings import between
from app.ui.plots.table import Table
from app.ui.theme import Theme
from app.ui.whole_file import write_file

# lines in the clipboard; beyond it other programs take long to paste them
MOST_COPIED: Final = 100_000

# of a picture, for a page
_SCALE = 2.0


class CancelledError(Exception):
    """The operator does not want it any more."""


def table_of(plot: Plot, window: TimeWindow) -> Table:
    """What is shown, a line for each time that a curve has a value of. What comes later is not in it."""
    columns = []
    for curve in plot.curves:
        samples = curve.samples
        if samples is None:
            columns.append((np.empty(0), np.empty(0)))
            continue
        first, end = 0, len(samples.times)
        if plot.kind is not PlotKind.PROFILE:
            first, end = between(samples, *window.shown)
        columns.append((samples.times[first:end], samples.values[first:end]))
    by_place = plot.kind is PlotKind.PROFILE
    return Table(("index" if by_place else "time_s", *_names(plot)), tuple(columns), by_place)


def write_csv(table: Table, file: Path, cancelled: Callable[[], bool] = lambda: False) -> int:
    """Write a table, in any thread; how many lines it has. Raises OSError or CancelledError, and then wrote nothing."""
    count = 0

    def pieces() -> Iterator[bytes]:
        nonlocal count
        for lines, text in table.pieces():
            if cancelled():
                raise CancelledError
            count += lines
            yield text.encode()

    write_file(file, pieces())
    return count


def csv_text(table: Table, most: int, cancelled: Callable[[], bool] = lambda: False) -> str | None:
    """The same as text; None if it has more lines than `most`. Raises CancelledError."""
    if table.least > most:
        return None
    texts, count = [], 0
    for lines, text in table.pieces():
        if cancelled():
            raise CancelledError
        count += lines
        if count > most:
            return None
        texts.append(text)
    return "".join(texts)


def image_of(plot: Plot, window: TimeWindow, size: QSize, theme: Theme, font: QFont) -> QImage:
    """The picture, with more pixels than on the screen."""
    image = QImage(size * _SCALE, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(_SCALE)
    painter = QPainter(image)
    _draw(painter, plot, window, size, theme, font, _SCALE)
    painter.end()
    return image


def write_png(plot: Plot, window: TimeWindow, size: QSize, theme: Theme, font: QFont, file: Path) -> None:
    """Write the picture. Raises OSError."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"png")).write(image_of(plot, window, size, theme, font))
    write_file(file, [bytes(buffer.data().data())])


def write_svg(plot: Plot, window: TimeWindow, size: QSize, theme: Theme, font: QFont, file: Path) -> None:
    """Write the picture as a drawing. Raises OSError."""
    # Qt would not say where there is no more room
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(size)
    generator.setViewBox(QRect(0, 0, size.width(), size.height()))
    generator.setTitle(", ".join(curve.spec.label for curve in plot.curves))
    painter = QPainter(generator)
    _draw(painter, plot, window, size, theme, font, 1.0)
    painter.end()
    write_file(file, [bytes(buffer.data().data())])


def _names(plot: Plot) -> Iterator[str]:
    """What the columns are called, each otherwise."""
    specs = [curve.spec for curve in plot.curves]
    robots = len({spec.key.connection for spec in specs}) > 1
    known: set[str] = set()
    for spec in specs:
        name = f"{spec.key.topic}:{spec.label}"
        # a word before the topic, which begins with a slash
        name = plain = f"{spec.key.connection} {name}" if robots else name
        number = 2
        while name in known:
            name, number = f"{plain} ({number})", number + 1
        known.add(name)
        yield name


def _draw(
    painter: QPainter, plot: Plot, window: TimeWindow, size: QSize, theme: Theme, font: QFont, ratio: float
) -> None:
    fit(plot, window)
    axes = axes_of(plot, window, size, QFontMetrics(font))
    painter.setFont(font)
    painter.fillRect(QRect(0, 0, size.width(), size.height()), theme.color("window"))
    draw_ground(painter, axes, theme, plot)
    draw_curves(painter, axes, theme, plot, ratio)
    draw_limits(painter, axes, theme, plot)
