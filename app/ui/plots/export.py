"""A plot as a file: its values as CSV, its picture as PNG or SVG."""

from __future__ import annotations

import csv
import io
import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Final, TextIO

import numpy as np
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRect, QSize
from PySide6.QtGui import QFont, QFontMetrics, QImage, QImageWriter, QPainter
from PySide6.QtSvg import QSvgGenerator

from app.ui.plots.picture import axes_of, draw_curves, draw_ground, draw_limits, fit
from app.ui.plots.plot import Plot, PlotKind
from app.ui.plots.ranges import TimeWindow
from app.ui.plots.readings import between
from app.ui.theme import Theme

# lines in the clipboard; beyond it other programs take long to paste them
MOST_COPIED: Final = 100_000

# of a picture, for a page
_SCALE = 2.0


def write_csv(plot: Plot, window: TimeWindow, file: Path) -> int:
    """Write what is shown, a line for each time that a curve has a value of; how many. Raises OSError."""
    with file.open("w", encoding="utf-8", newline="") as stream:
        return _write(stream, plot, _lines(plot, window))


def csv_text(plot: Plot, window: TimeWindow, most: int) -> str | None:
    """The same as text; None if it has more lines than `most`."""
    stream = io.StringIO()
    # one more is enough to know
    count = _write(stream, plot, itertools.islice(_lines(plot, window), most + 1))
    return stream.getvalue() if count <= most else None


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
    # Qt would not say why it can't
    file.write_bytes(buffer.data().data())


def write_svg(plot: Plot, window: TimeWindow, size: QSize, theme: Theme, font: QFont, file: Path) -> None:
    """Write the picture as a drawing. Raises OSError."""
    # Qt would not say that it can't
    file.write_bytes(b"")
    generator = QSvgGenerator()
    generator.setFileName(str(file))
    generator.setSize(size)
    generator.setViewBox(QRect(0, 0, size.width(), size.height()))
    generator.setTitle(", ".join(curve.spec.label for curve in plot.curves))
    painter = QPainter(generator)
    _draw(painter, plot, window, size, theme, font, 1.0)
    painter.end()


def _write(stream: TextIO, plot: Plot, lines: Iterator[list[str]]) -> int:
    writer = csv.writer(stream)
    place = "index" if plot.kind is PlotKind.PROFILE else "time_s"
    writer.writerow([place, *(f"{curve.spec.key.topic}:{curve.spec.label}" for curve in plot.curves)])
    count = 0
    for line in lines:
        writer.writerow(line)
        count += 1
    return count


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


def _lines(plot: Plot, window: TimeWindow) -> Iterator[list[str]]:
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
    places = [0] * len(columns)
    while True:
        times = [float(times[at]) for at, (times, _) in zip(places, columns, strict=True) if at < len(times)]
        if not times:
            return
        now = min(times)
        line = [f"{now:.9f}" if plot.kind is not PlotKind.PROFILE else f"{now:.0f}"]
        for number, (known, values) in enumerate(columns):
            at = places[number]
            if at < len(known) and known[at] == now:
                line.append("" if np.isnan(values[at]) else repr(float(values[at])))
                places[number] += 1
            else:
                line.append("")
        yield line
