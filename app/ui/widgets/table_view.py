"""A table of lines of one height that looks like a tree, and lets its owner decide what is copied."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from app.ui.widgets.cell_tips import show_cell_tip
from app.ui.widgets.column_header import ColumnHeader


class TableView(QTableView):
    """See the module: unlike a tree it never looks at rows that can't be seen.

    Signals:
        copy_asked: the key to copy was pressed.
    """

    copy_asked: Final = Signal()

    def __init__(self, row_height: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        self.setCornerButtonEnabled(False)
        rows = self.verticalHeader()
        rows.setVisible(False)
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setMinimumSectionSize(row_height)
        rows.setDefaultSectionSize(row_height)
        self._header = ColumnHeader(self)
        self._header.setStretchLastSection(False)
        self.setHorizontalHeader(self._header)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt would copy the text of one cell."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_asked.emit()
        else:
            super().keyPressEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:
        """Tool tips as in `cell_tips`."""
        return show_cell_tip(self, event) or super().viewportEvent(event)
