"""Label for a figure that changes many times a second.

A QLabel requests a new layout of the whole window with each text; this label does so only when it needs more room.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QStyle, QWidget
from typing_extensions import override

# characters of spare room, so that the next digit mostly fits already
_SPARE: Final = 1

# a text that needs less than this fraction of the room has the label shrink
_LITTLE: Final = 0.5

_PLACE: Final = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine


class FigureLabel(QWidget):
    """Label whose room grows with its text, and shrinks when the text needs far less or the font changes.

    Args:
        side: alignment of the text, given for languages that are read from left to right.
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
        """Return the text that is shown."""
        return self._text

    def setText(self, text: str) -> None:
        """Show another text."""
        if text == self._text:
            return
        self._text = text
        self.setAccessibleName(text)
        self._make_room()
        self.update()

    def shrink(self) -> None:
        """Shrink to the room of the current text, as wide texts are not expected any more."""
        self._width = 0
        self._make_room()

    def sizeHint(self) -> QSize:
        """Return the room for the widest text so far."""
        return QSize(self._width, self.fontMetrics().height()).grownBy(self.contentsMargins())

    def minimumSizeHint(self) -> QSize:
        """Return the same as `sizeHint`."""
        return self.sizeHint()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange}:
            self.shrink()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        side = QStyle.visualAlignment(self.layoutDirection(), self._side)
        painter.drawText(self.contentsRect(), side | _PLACE, self._text)
        painter.end()

    def _make_room(self) -> None:
        metrics = self.fontMetrics()
        wanted = metrics.horizontalAdvance(self._text)
        # far too wide after words that stood in place of a figure
        if wanted > self._width or wanted < _LITTLE * self._width:
            self._width = wanted + _SPARE * metrics.averageCharWidth()
            self.updateGeometry()
