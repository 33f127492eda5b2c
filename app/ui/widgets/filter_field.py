"""A field for words by which lines are chosen: a glass in front, a cross and Escape to clear it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from app.ui.theme import Themes


class FilterField(QLineEdit):
    """See the module. Escape goes on to who holds the field, so that more may happen."""

    def __init__(self, themes: Themes, placeholder: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self.setPlaceholderText(placeholder)
        self.setAccessibleName(placeholder)
        self.setClearButtonEnabled(True)
        self._glass = self.addAction(themes.icon("search", "muted"), QLineEdit.ActionPosition.LeadingPosition)
        themes.changed.connect(self._draw)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape clears."""
        super().keyPressEvent(event)
        if event.key() == Qt.Key.Key_Escape:
            self.clear()
            event.ignore()

    def _draw(self) -> None:
        self._glass.setIcon(self._themes.icon("search", "muted"))
