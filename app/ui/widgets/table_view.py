"""Table of rows of one height, in the style of a tree."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from app.ui.widgets.cell_tips import show_cell_tip
from app.ui.widgets.column_header import ColumnHeader


class TableView(QTableView):
    """Table whose owner decides what is copied. Unlike a tree it never reads rows that are not visible.

    Signals:
        copy_requested: the key to copy was pressed.
    """

    copy_requested: Final = Signal()

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
        """Emit `copy_requested`; Qt would copy the text of one cell."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_requested.emit()
        else:
            super().keyPressEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:
        """Show tool tips of cells."""
        return show_cell_tip(self, event) or super().viewportEvent(event)
