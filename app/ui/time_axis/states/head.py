"""Header of a state row: the line of text above its blocks, painted anew only when it changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPixmap

from app.ui.base.theme import Theme

_SPACE: Final = 10
_SWATCH: Final = 9
_NARROWEST: Final = 40


@dataclass(frozen=True, slots=True)
class RowHeaderText:
    """Text of a row header.

    Attributes:
        name: the field.
        where: its topic, perhaps its robot.
        word: the state; empty where there is none.
        note: how long the state has lasted, or why there is none.
        color: that of the state's blocks; empty for an outdated state.
    """

    name: str
    where: str
    word: str
    note: str
    color: str


class RowHeader:
    """Header of a state row, cached as a pixmap.

    Attributes:
        painted: how often the pixmap was painted.
    """

    def __init__(self) -> None:
        self.painted = 0
        self._pixmap: QPixmap | None = None
        self._of: object = None

    def draw(
        self, painter: QPainter, place: QRect, words: RowHeaderText, theme: Theme, font: QFont, ratio: float
    ) -> None:
        """Draw the header, from the cached pixmap if nothing changed."""
        made_of = (place.size(), words, theme, font.key(), ratio)
        if self._pixmap is None or self._of != made_of:
            self._of = made_of
            self.painted += 1
            self._pixmap = QPixmap(place.size() * ratio)
            self._pixmap.setDevicePixelRatio(ratio)
            self._pixmap.fill(theme.color("window"))
            inside = QPainter(self._pixmap)
            _paint(inside, QRect(QPoint(0, 0), place.size()), words, theme, font)
            inside.end()
        painter.drawPixmap(place.topLeft(), self._pixmap)


def _paint(painter: QPainter, place: QRect, words: RowHeaderText, theme: Theme, plain: QFont) -> None:
    bold = QFont(plain)
    bold.setBold(True)
    metrics, strong = QFontMetrics(plain), QFontMetrics(bold)
    baseline = place.top() + metrics.ascent()
    # the state and its note get their room first: they matter most
    note = metrics.elidedText(words.note, Qt.TextElideMode.ElideRight, place.width() // 2)
    right = place.right() - metrics.horizontalAdvance(note)
    painter.setFont(plain)
    painter.setPen(theme.color("muted"))
    painter.drawText(QPoint(right, baseline), note)
    painter.setFont(bold)
    if words.word:
        word = strong.elidedText(words.word, Qt.TextElideMode.ElideRight, max(place.width() // 3, _NARROWEST))
        right -= strong.horizontalAdvance(word) + _SPACE
        painter.setPen(theme.color("text" if words.color else "muted"))
        painter.drawText(QPoint(right, baseline), word)
        if words.color:
            right -= _SWATCH + _SPACE // 2
            painter.fillRect(QRect(right, baseline - _SWATCH, _SWATCH, _SWATCH), QColor(words.color))
    room = right - place.left() - _SPACE
    name = strong.elidedText(words.name, Qt.TextElideMode.ElideLeft, max(room, 0))
    painter.setPen(theme.color("text"))
    painter.drawText(QPoint(place.left(), baseline), name)
    taken = strong.horizontalAdvance(name) + _SPACE
    if room - taken > 5 * _SPACE:
        painter.setFont(plain)
        painter.setPen(theme.color("muted"))
        where = metrics.elidedText(words.where, Qt.TextElideMode.ElideMiddle, room - taken)
        painter.drawText(QPoint(place.left() + taken, baseline), where)
