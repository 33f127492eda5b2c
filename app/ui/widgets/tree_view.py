"""Tree of rows of one height."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QTreeView, QWidget

from app.ui.widgets.cell_tips import show_cell_tip
from app.ui.widgets.column_header import ColumnHeader


class TreeView(QTreeView):
    """Tree whose owner decides what is copied.

    Signals:
        copy_requested: the key to copy was pressed.
    """

    copy_requested: Final = Signal()

    def __init__(self, elide: Qt.TextElideMode, indentation: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._header = ColumnHeader(self)
        self.setHeader(self._header)
        # without it Qt asks every row for its height
        self.setUniformRowHeights(True)
        self.setAllColumnsShowFocus(True)
        self.setTextElideMode(elide)
        self.setIndentation(indentation)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.header().setStretchLastSection(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Emit `copy_requested`; Qt would copy the text of one cell."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_requested.emit()
        else:
            super().keyPressEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:
        """Show tool tips of cells."""
        return show_cell_tip(self, event) or super().viewportEvent(event)
