"""Table of figures beside a chart, copied as text for a spreadsheet."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QHeaderView, QWidget

from app.ui.analysis.report import AnalysisReport
from app.ui.base.text import translate
from app.ui.widgets.table_view import TableView

_ROW: Final = 22


class FiguresTable(TableView):
    """The table of a report's rows.

    Signals:
        row_chosen: with the index of a row that was double-clicked, or on which Enter was pressed.
    """

    row_chosen: Final = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(_ROW, parent)
        self._report: AnalysisReport | None = None
        self._items = QStandardItemModel(self)
        self.setModel(self._items)
        self.setAccessibleName(translate("Analysis", "Figures"))
        self.setEditTriggers(TableView.EditTrigger.NoEditTriggers)
        self.copy_requested.connect(self.copy)
        self.activated.connect(lambda index: self.row_chosen.emit(index.row()))

    def show_report(self, report: AnalysisReport) -> None:
        """Show the rows of a report; the selection stays."""
        before, self._report = self._report, report
        items = self._items
        if before is None or before.heads != report.heads:
            items.setHorizontalHeaderLabels(report.heads)
            header = self.horizontalHeader()
            for column in range(len(report.heads)):
                stretched = QHeaderView.ResizeMode.Stretch if column == 0 else QHeaderView.ResizeMode.ResizeToContents
                header.setSectionResizeMode(column, stretched)
                side = Qt.AlignmentFlag.AlignLeft if column == 0 else Qt.AlignmentFlag.AlignRight
                items.setHeaderData(
                    column,
                    Qt.Orientation.Horizontal,
                    side | Qt.AlignmentFlag.AlignVCenter,
                    Qt.ItemDataRole.TextAlignmentRole,
                )
        items.setRowCount(len(report.rows))
        for row, cells in enumerate(report.rows):
            for column, text in enumerate(cells):
                self._put(row, column, text)

    def copy(self) -> None:
        """Copy the whole table to the clipboard."""
        if self._report is not None:
            QGuiApplication.clipboard().setText(self._report.as_text())

    def _put(self, row: int, column: int, text: str) -> None:
        # the stubs say that there is always one
        item: QStandardItem | None = self._items.item(row, column)
        if item is None:
            item = QStandardItem()
            if column:
                item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self._items.setItem(row, column, item)
        if item.text() != text:
            item.setText(text)
            item.setToolTip(text)
