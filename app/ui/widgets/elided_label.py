"""A line of text that gives way when there is no room, and tells the whole as a tool tip."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QWidget

from app.ui.text import plain_tip


class ElidedLabel(QLabel):
    """Plain text on one line, shortened to the width it gets."""

    def __init__(
        self, text: str = "", mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight, parent: QWidget | None = None
    ) -> None:
        super().__init__(text, parent)
        self._mode = mode
        self._kept = 4
        self.setTextFormat(Qt.TextFormat.PlainText)

    def keep_characters(self, count: int) -> None:
        """Never give way below the room for about so many."""
        self._kept = count
        self.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        """The room for a few characters: giving way is what it is for."""
        hint = super().minimumSizeHint()
        return QSize(min(hint.width(), self.fontMetrics().averageCharWidth() * self._kept), hint.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw as much as fits."""
        del event
        rect = self.contentsRect()
        text = self.fontMetrics().elidedText(self.text(), self._mode, rect.width())
        tool_tip = "" if text == self.text() else plain_tip(self.text())
        if tool_tip != self.toolTip():
            self.setToolTip(tool_tip)
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(rect, self.alignment() | Qt.TextFlag.TextSingleLine, text)
        painter.end()
