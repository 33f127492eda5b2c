"""Badge of the state of driving: a shape, a word and a colour."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from app.ui.base.theme import Themes
from app.ui.drive.colors import DriveTone, tone_colors
from app.ui.drive.stop_button import octagon

_SCALE: Final = 1.4
_PADDING: Final = 10


class StateBadge(QWidget):
    """Badge that shows the state of driving.

    Args:
        words: all words that it ever shows: it has room for each of them, so that its size stays.
    """

    def __init__(self, themes: Themes, words: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._words = words
        self.tone = DriveTone.AWAY
        self.word = ""
        font = self.font()
        font.setPointSizeF(font.pointSizeF() * _SCALE)
        font.setWeight(QFont.Weight.Bold)
        self.setFont(font)
        self.setSizePolicy(QSizePolicy.Policy.MinimumExpanding, QSizePolicy.Policy.Fixed)
        themes.changed.connect(self.update)

    def show_state(self, tone: DriveTone, word: str) -> None:
        """Show a state and its word."""
        if (tone, word) == (self.tone, self.word):
            return
        self.tone, self.word = tone, word
        self.setAccessibleName(word)
        self.update()

    @override
    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        widest = max(map(metrics.horizontalAdvance, self._words))
        return QSize(widest + metrics.height() + 3 * _PADDING, metrics.height() + _PADDING - 2)

    def minimumSizeHint(self) -> QSize:
        """Return the full size: the badge is never cut."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw background, shape and word."""
        del event
        colors = tone_colors(self._themes.current, self.tone)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(colors.border), 1.5))
        painter.setBrush(QColor(colors.background))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)
        size = self.fontMetrics().height() * 0.74
        color = QColor(colors.text)
        painter.setPen(QPen(color, size / 8))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        draw_tone_shape(painter, self.tone, QPointF(_PADDING + size / 2 + 2, self.height() / 2), size / 2, color)
        painter.setPen(color)
        left = 2 * _PADDING + size + 2
        painter.drawText(QRectF(left, 0, self.width() - left, self.height()), Qt.AlignmentFlag.AlignVCenter, self.word)
        painter.end()


def draw_tone_shape(painter: QPainter, tone: DriveTone, middle: QPointF, radius: float, color: QColor) -> None:
    """Draw the shape of a state: the shapes differ, for people who can't tell the colours apart."""
    x, y = middle.x(), middle.y()
    if tone is DriveTone.STOPPED:
        painter.drawPolygon(octagon(middle, radius))
        painter.drawLine(QPointF(x - radius / 2, y), QPointF(x + radius / 2, y))
    elif tone is DriveTone.ARMED:
        painter.setBrush(color)
        painter.drawPolygon(
            QPolygonF(
                [QPointF(x - radius * 0.7, y - radius), QPointF(x + radius, y), QPointF(x - radius * 0.7, y + radius)]
            )
        )
    elif tone is DriveTone.OWED:
        painter.drawPolygon(
            QPolygonF([QPointF(x, y - radius), QPointF(x + radius, y + radius), QPointF(x - radius, y + radius)])
        )
        painter.drawLine(QPointF(x, y - radius * 0.2), QPointF(x, y + radius * 0.3))
        painter.drawPoint(QPointF(x, y + radius * 0.65))
    elif tone is DriveTone.BETWEEN:
        painter.drawEllipse(middle, radius, radius)
        painter.setBrush(color)
        painter.drawPie(QRectF(x - radius, y - radius, 2 * radius, 2 * radius), 90 * 16, -180 * 16)
    elif tone is DriveTone.SAFE:
        # a square, the sign of every media player for stop
        painter.drawRoundedRect(QRectF(x - radius * 0.8, y - radius * 0.8, radius * 1.6, radius * 1.6), 2, 2)
    else:
        pen = painter.pen()
        pen.setStyle(Qt.PenStyle.DotLine)
        painter.setPen(pen)
        painter.drawEllipse(middle, radius * 0.9, radius * 0.9)
