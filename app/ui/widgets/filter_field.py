"""Line edit for words that filter a list."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from app.ui.base.theme import Themes


class FilterField(QLineEdit):
    """Line edit with a magnifying glass; a cross and Escape clear it. Escape is also passed on to the parent."""

    def __init__(self, themes: Themes, placeholder: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self.setPlaceholderText(placeholder)
        self.setAccessibleName(placeholder)
        self.setClearButtonEnabled(True)
        self._glass = self.addAction(themes.icon("search", "muted"), QLineEdit.ActionPosition.LeadingPosition)
        themes.changed.connect(self._draw)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Clear the field by Escape."""
        super().keyPressEvent(event)
        if event.key() == Qt.Key.Key_Escape:
            self.clear()
            event.ignore()

    def _draw(self) -> None:
        self._glass.setIcon(self._themes.icon("search", "muted"))
