"""Label of one line that is elided where there is no room, with the whole text as a tool tip."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QWidget

from app.ui.base.text import plain_tip


class ElidedLabel(QLabel):
    """Label with plain text on one line, elided to its width."""

    def __init__(
        self, text: str = "", mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight, parent: QWidget | None = None
    ) -> None:
        super().__init__(text, parent)
        self._mode = mode
        self._kept = 4
        self.setTextFormat(Qt.TextFormat.PlainText)

    def set_min_characters(self, count: int) -> None:
        """Keep at least the room for about so many characters."""
        self._kept = count
        self.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        """Return the room for a few characters."""
        hint = super().minimumSizeHint()
        return QSize(min(hint.width(), self.fontMetrics().averageCharWidth() * self._kept), hint.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the elided text."""
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
