"""Sparkline: a curve of the last numbers without axes, with its minimum and maximum."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from app.ui.base.spoken import SpokenView
from app.ui.base.text import say
from app.ui.base.theme import Themes
from app.wording.ui.widgets import WidgetsWording

# in pixels: the text is indented a little from the frames above and below
_INDENT: Final = 2
_PAD: Final = 6
_DOT: Final = 3.0


class Sparkline(SpokenView, QWidget):
    """Curve of numbers over time; it is broken where a number is not finite."""

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._points: Sequence[tuple[float, float]] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        themes.changed.connect(self.update)

    @property
    def span(self) -> tuple[float, float] | None:
        """Minimum and maximum; None without finite numbers."""
        finite = [value for _, value in self._points if math.isfinite(value)]
        return (min(finite), max(finite)) if finite else None

    @override
    def spoken_text(self) -> str:
        span = self.span
        if span is None:
            return ""
        low, high = (format(number, ".6g") for number in span)
        return say(WidgetsWording.FROM_TO(low=low, high=high))

    def set_points(self, points: Sequence[tuple[float, float]]) -> None:
        """Show points (time in seconds, number), oldest first."""
        self._points = points
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, 64)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        span = self.span
        if span is None:
            return
        theme = self._themes.current
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        low, high = (format(number, ".6g") for number in span)
        metrics = self.fontMetrics()
        gutter = max(metrics.horizontalAdvance(text) for text in (low, high)) + _INDENT + _PAD
        painter.setPen(theme.color("muted"))
        labels = QRectF(_INDENT, 0, gutter - _INDENT - _PAD, self.height())
        right = Qt.AlignmentFlag.AlignRight
        if span[0] == span[1]:
            painter.drawText(labels, right | Qt.AlignmentFlag.AlignVCenter, low)
        else:
            painter.drawText(labels, right | Qt.AlignmentFlag.AlignTop, high)
            painter.drawText(labels, right | Qt.AlignmentFlag.AlignBottom, low)
        box = QRectF(self.rect()).adjusted(gutter + _PAD, _PAD, -_PAD, -_PAD)
        painter.setPen(QPen(theme.color("accent"), 1.6, j=Qt.PenJoinStyle.RoundJoin))
        lines = self._lines(box, span)
        for line in lines:
            painter.drawPolyline(line)
        if lines and math.isfinite(self._points[-1][1]):
            painter.setBrush(theme.color("accent"))
            painter.drawEllipse(lines[-1].last(), _DOT, _DOT)
        painter.end()

    def _lines(self, box: QRectF, span: tuple[float, float]) -> list[QPolygonF]:
        """Return the points in pixels, a polygon for each unbroken part."""
        first, last = self._points[0][0], self._points[-1][0]
        across = box.width() / (last - first) if last > first else 0.0
        # halves: the difference of two finite numbers need not be finite
        low, height = span[0] / 2, span[1] / 2 - span[0] / 2
        lines: list[QPolygonF] = []
        broken = True
        for time, value in self._points:
            if not math.isfinite(value):
                broken = True
                continue
            if broken:
                lines.append(QPolygonF())
                broken = False
            fraction = (value / 2 - low) / height if height > 0 else 0.5
            x = box.left() + (time - first) * across if across else box.right()
            lines[-1].append(QPointF(x, box.bottom() - fraction * box.height()))
        return lines
