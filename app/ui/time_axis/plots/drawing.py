"""Drawing of traces. Arrays are handed to Qt as memory: to make an object of every point would take far longer."""

from __future__ import annotations

import threading
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import shiboken6
from PySide6.QtCore import QLineF, QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from app.model.timeseries.series import Floats
from app.ui.time_axis.plots.trace import Trace

_DOT: Final = 4.0

# lines or rectangles in one call: more than a wide screen has columns
_TOGETHER: Final = 8192

# antialiased joins cost too much when there are more
_SOFT_POINTS: Final = 800


# memory that Qt reads from: it is never freed, so that no address is ever reused; for one thread at a time
_LOCK: Final = threading.Lock()
_LINES: Final = np.zeros((_TOGETHER, 4))
_FIRST_LINE: Final[Any] = shiboken6.wrapInstance(_LINES.ctypes.data, QLineF)
_RECTANGLES: Final = np.zeros((_TOGETHER, 4), dtype=np.int32)
_FIRST_RECTANGLE: Final[Any] = shiboken6.wrapInstance(_RECTANGLES.ctypes.data, QRect)


def draw_trace(painter: QPainter, shown: Trace, color: QColor, width: float = 1.0) -> None:
    """Draw a trace; the painter's unit is a physical pixel, and so is that of `width`."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if shown.dense:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        _draw_columns(painter, shown.columns, color, round(width))
        if len(shown.slants):
            painter.setPen(QPen(color, round(width)))
            _draw_lines(painter, shown.slants)
        return
    points = sum(len(piece) for piece in shown.pieces)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, points <= _SOFT_POINTS)
    pen = QPen(color, max(width, 1.4) if points <= _SOFT_POINTS else round(width))
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    for piece in shown.pieces:
        painter.drawPolyline(polygon(piece))
    if len(shown.dots):
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setWidthF(_DOT * width)
        painter.setPen(pen)
        painter.drawPoints(polygon(shown.dots))


def _draw_columns(painter: QPainter, columns: npt.NDArray[np.int32], color: QColor, width: int) -> None:
    # filled rectangles: an upright line takes three times as long
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    before, behind = (width - 1) // 2, width // 2
    for first in range(0, len(columns), _TOGETHER):
        part = columns[first : first + _TOGETHER]
        with _LOCK:
            # left, top, right, bottom, all inclusive
            _RECTANGLES[: len(part), 0] = part[:, 0] - before
            _RECTANGLES[: len(part), 1] = part[:, 1] - before
            _RECTANGLES[: len(part), 2] = part[:, 0] + behind
            _RECTANGLES[: len(part), 3] = part[:, 2] + behind
            painter.drawRects(_FIRST_RECTANGLE, len(part))
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _draw_lines(painter: QPainter, lines: Floats) -> None:
    for first in range(0, len(lines), _TOGETHER):
        part = lines[first : first + _TOGETHER]
        with _LOCK:
            _LINES[: len(part)] = part
            painter.drawLines(_FIRST_LINE, len(part))


def polygon(points: Floats) -> QPolygonF:
    """Return points, of shape (n, 2), as a QPolygonF."""
    made = QPolygonF()
    made.resize(len(points))
    # the type stub knows addresses only
    void: Any = shiboken6.VoidPtr
    np.frombuffer(void(made.data(), points.size * points.itemsize, True), dtype=np.float64)[:] = points.ravel()
    return made
