"""A figure that changes many times a second, on one line.

A QLabel asks for a new layout of the whole window with each text: so does this one only when it needs more room.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QStyle, QWidget

# so many characters more than it needs: the next digit mostly has its place already
_SPARE: Final = 1

# of what needs less than this share of its room, the rest is given back
_LITTLE: Final = 0.5

_PLACE: Final = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine


class FigureLabel(QWidget):
    """See the module. Its room grows with what it shows, and shrinks when that needs far less or the font is another.

    Args:
        side: at which end of its room the text stands, as it is where one reads from left to right.
    """

    def __init__(
        self,
        text: str = "",
        side: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._text = text
        self._side = side
        self._width = 0
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(text)
        self._make_room()

    def text(self) -> str:
        """What is shown."""
        return self._text

    def setText(self, text: str) -> None:
        """Show another text."""
        if text == self._text:
            return
        self._text = text
        self.setAccessibleName(text)
        self._make_room()
        self.update()

    def give_back(self) -> None:
        """Need no more room than for what is shown now: what was wide before comes no more."""
        self._width = 0
        self._make_room()

    def sizeHint(self) -> QSize:
        """The room for the widest text so far."""
        return QSize(self._width, self.fontMetrics().height()).grownBy(self.contentsMargins())

    def minimumSizeHint(self) -> QSize:
        """See `sizeHint`."""
        return self.sizeHint()

    def changeEvent(self, event: QEvent) -> None:
        """See QWidget."""
        super().changeEvent(event)
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange}:
            self.give_back()

    def paintEvent(self, event: QPaintEvent) -> None:
        """See QWidget."""
        del event
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        side = QStyle.visualAlignment(self.layoutDirection(), self._side)
        painter.drawText(self.contentsRect(), side | _PLACE, self._text)
        painter.end()

    def _make_room(self) -> None:
        metrics = self.fontMetrics()
        wanted = metrics.horizontalAdvance(self._text)
        # words that stood for a figure while there was none
        if wanted > self._width or wanted < _LITTLE * self._width:
            self._width = wanted + _SPARE * metrics.averageCharWidth()
            self.updateGeometry()
