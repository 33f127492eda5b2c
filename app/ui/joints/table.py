"""The table of joints, painted in one go: to ask a delegate for each cell costs several times as much."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QRegion
from PySide6.QtWidgets import QAbstractItemView, QApplication

from app.model.topics import TopicKey
from app.ui.base.theme import Themes
from app.ui.joints.painting import ColumnPlace, JointPainter
from app.ui.joints.rows import JointRow
from app.ui.joints.table_model import FIGURES, JointColumn, JointTableModel
from app.ui.time_axis.fields import FieldDrag
from app.ui.widgets.row_delegates import row_height
from app.ui.widgets.table_view import TableView

_POSITION: Final = 0


class JointTable(TableView):
    """The table of joints. A number can be dragged to a plot; elsewhere in a row the position is dragged.

    Signals:
        plot_asked: the key for plotting was pressed.
    """

    plot_asked: Final = Signal()

    def __init__(self, model: JointTableModel, themes: Themes) -> None:
        super().__init__(row_height(QFontMetrics(QApplication.font())))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self._joints = model
        self._themes = themes
        self._painter = JointPainter(model, themes)
        self._dragging = FieldDrag(self, self._fields_at)
        self.setModel(model)

    def row_at(self, place: QPoint) -> JointRow | None:
        """The joint at a point of the viewport; None where there is none."""
        index = self.indexAt(place)
        return self._joints.rows[index.row()] if index.isValid() else None

    def repaint_columns(self, columns: Iterable[JointColumn]) -> None:
        """Repaint some columns."""
        header, viewport = self.horizontalHeader(), self.viewport()
        region = QRegion()
        for column in columns:
            if not header.isSectionHidden(column):
                left, width = self.columnViewportPosition(column), self.columnWidth(column)
                region += QRect(left, 0, width, viewport.height())
        viewport.update(region)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint all cells that need it in one go."""
        viewport, region, model = self.viewport(), event.region(), self._joints
        header, height = self.horizontalHeader(), self.verticalHeader().defaultSectionSize()
        painter = QPainter(viewport)
        painter.fillRect(event.rect(), self._themes.current.color("base"))
        self._painter.prepare(painter)
        places = [
            ColumnPlace(column, self.columnViewportPosition(column), self.columnWidth(column))
            for column in JointColumn
            if not header.isSectionHidden(column)
        ]
        places = [place for place in places if region.intersects(QRect(place.left, 0, place.width, viewport.height()))]
        chosen = {index.row() for index in self.selectionModel().selectedRows()}
        row = max(self.rowAt(0), 0)
        top, bottom, rows = self.rowViewportPosition(row), viewport.height(), model.rows
        while row < len(rows) and top < bottom:
            if region.intersects(QRect(0, top, viewport.width(), height)):
                self._painter.paint(painter, rows[row], places, top, height, selected=row in chosen)
            row, top = row + 1, top + height
        painter.end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Plot the selected joints on P, as in the inspector."""
        if event.key() == Qt.Key.Key_P and not event.modifiers():
            self.plot_asked.emit()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember the point where a drag may begin."""
        self._dragging.press(event)
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Begin to drag a number to a plot."""
        if not self._dragging.move(event):
            super().mouseMoveEvent(event)

    def _fields_at(self, place: QPoint) -> list[tuple[TopicKey, str]]:
        row, column = self.row_at(place), self.columnAt(place.x())
        if row is None:
            return []
        number = FIGURES.index(JointColumn(column)) if column in FIGURES else _POSITION
        return [(row.key, row.fields[number])] if row.fields[number] else []
