"""Drawing of traces. Arrays are handed to Qt as memory: to make an object of every point would take far longer."""

from __future__ import annotations

import threading
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import shiboken6
from PySide6.QtCore import QLineF, QRect, Qt
from PySide6.QtGui import QColor, QPaintEngine, QPainter, QPen, QPolygonF

from app.model.timeseries.series import Floats
from app.ui.time_axis.plots.trace import Trace

_DOT: Final = 4.0

# lines or rectangles in one call: more than a wide screen has columns
_TOGETHER: Final = 8192

# in vectors; on a screen an antialiased line is drawn twice, as once it looks faint
_VECTOR_WIDTH: Final = 1.4

# measured, of smooth lines: 2560 that go through 6,000 pixels take 0.6 ms, through 145,000 pixels 5.1 ms
_SMOOTH_LINE_S: Final = 0.2e-6
_SMOOTH_PIXEL_S: Final = 0.033e-6


# from this width on lines overlap
_OVERLAPPING_WIDTH: Final = 2.0


# memory that Qt reads from: it is never freed, so that no address is ever reused; for one thread at a time
_LOCK: Final = threading.Lock()
_LINES: Final = np.zeros((_TOGETHER, 4))
_FIRST_LINE: Final[Any] = shiboken6.wrapInstance(_LINES.ctypes.data, QLineF)
_RECTANGLES: Final = np.zeros((_TOGETHER, 4), dtype=np.int32)
_FIRST_RECTANGLE: Final[Any] = shiboken6.wrapInstance(_RECTANGLES.ctypes.data, QRect)


def draw_trace(painter: QPainter, shown: Trace, color: QColor, width: float = 1.0, *, smooth: bool = True) -> None:
    """Draw a trace, its lines antialiased if `smooth`; a physical pixel is the unit of the painter and of `width`."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    if shown.dense:
        _draw_columns(painter, shown.columns if shown.filled is None else shown.filled, color, round(width))
        for lines in (shown.slants, shown.smooth):
            if len(lines):
                _draw_smooth(painter, lines, color, width)
        return
    in_vectors = painter.paintEngine().type() is QPaintEngine.Type.SVG
    pen = QPen(color, max(width, _VECTOR_WIDTH) if in_vectors else round(width))
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    if smooth and not in_vectors and shown.pieces:
        # dashes are many pieces: a call for each would take longer than the lines
        points, ends = np.concatenate(shown.pieces), np.cumsum([len(piece) for piece in shown.pieces])
        lines = np.hstack((points[:-1], points[1:]))
        _draw_smooth(painter, np.delete(lines, ends[:-1] - 1, axis=0), color, width)
    else:
        for piece in shown.pieces:
            painter.drawPolyline(polygon(piece))
    if len(shown.dots):
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, smooth)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setWidthF(_DOT * width)
        painter.setPen(pen)
        painter.drawPoints(polygon(shown.dots))


def smooth_cost_s(shown: Trace) -> float:
    """Return about how long it takes to draw the lines of a trace that is not dense smooth, on a usual computer."""
    if shown.dense:
        return 0.0
    length = sum(float(np.abs(np.diff(piece[:, 1])).sum()) for piece in shown.pieces)
    return sum(map(len, shown.pieces)) * _SMOOTH_LINE_S + length * _SMOOTH_PIXEL_S


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


def _draw_smooth(painter: QPainter, lines: Floats, color: QColor, width: float) -> None:
    """Draw antialiased lines; x, y, x, y of each, of shape (n, 4).

    Qt takes ten times as long for the outline of a wide line through many points. The thin line of the second turn
    fills what the first has left between the wide lines.
    """
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for turn in (width, 1.0):
        pen = QPen(color, max(turn, 1.0))
        # the end of a thin line must not lie over the next one; short wide lines would leave gaps between them
        cap = Qt.PenCapStyle
        pen.setCapStyle(cap.FlatCap if turn < _OVERLAPPING_WIDTH else cap.SquareCap)
        painter.setPen(pen)
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
