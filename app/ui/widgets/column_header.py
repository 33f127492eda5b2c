"""The titles of columns: what has no room is shortened and told as a tool tip, and no column begins narrower."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QHeaderView, QToolTip, QWidget


class ColumnHeader(QHeaderView):
    """See the module."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.setSectionsMovable(False)
        self.setHighlightSections(False)

    def cut_title(self, column: int) -> str:
        """The title of a column that has not room for it, else nothing."""
        if column < 0 or self.sectionSizeFromContents(column).width() <= self.sectionSize(column):
            return ""
        return str(self.model().headerData(column, Qt.Orientation.Horizontal) or "")

    def viewportEvent(self, event: QEvent) -> bool:
        """Tell a title that is cut."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            title = self.cut_title(self.logicalIndexAt(event.pos()))
            if title:
                QToolTip.showText(event.globalPos(), title, self.viewport())
                return True
        return super().viewportEvent(event)


def size_columns(header: QHeaderView, characters: Mapping[int, int]) -> None:
    """Give columns the room for so many characters, but never less than their titles need."""
    width = header.fontMetrics().averageCharWidth()
    for column, count in characters.items():
        header.resizeSection(column, max(width * count, header.sectionSizeHint(column)))
