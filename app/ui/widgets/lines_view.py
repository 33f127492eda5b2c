"""List of lines in a fixed font."""

from __future__ import annotations

from PySide6.QtCore import QAbstractListModel
from PySide6.QtGui import QFontDatabase, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget


class LinesView(QListView):
    """List of lines in a fixed font, of which the selected ones, or else all, are copied."""

    def __init__(self, model: QAbstractListModel, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("lines", True)
        self.setModel(model)
        self.setAccessibleName(name)
        # without it Qt asks every row for its height
        self.setUniformItemSizes(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy the selected lines, or else all; Qt would copy the current line alone."""
        if not event.matches(QKeySequence.StandardKey.Copy):
            super().keyPressEvent(event)
            return
        model = self.model()
        rows = sorted(index.row() for index in self.selectedIndexes()) or range(model.rowCount())
        QGuiApplication.clipboard().setText("\n".join(str(model.index(row, 0).data()) for row in rows))
