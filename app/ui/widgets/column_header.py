"""Header of columns: titles without room are elided, with the whole title as a tool tip."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QHeaderView, QToolTip, QWidget


class ColumnHeader(QHeaderView):
    """Horizontal header with elided titles."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.setSectionsMovable(False)
        self.setHighlightSections(False)

    def cut_title(self, column: int) -> str:
        """Return the title of a column if it is elided, else an empty text."""
        if column < 0 or self.sectionSizeFromContents(column).width() <= self.sectionSize(column):
            return ""
        return str(self.model().headerData(column, Qt.Orientation.Horizontal) or "")

    def viewportEvent(self, event: QEvent) -> bool:
        """Show the tool tip of a title that is elided."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            title = self.cut_title(self.logicalIndexAt(event.pos()))
            if title:
                QToolTip.showText(event.globalPos(), title, self.viewport())
                return True
        return super().viewportEvent(event)


def size_columns(header: QHeaderView, characters: Mapping[int, int]) -> None:
    """Size columns for so many characters each, but never narrower than their titles."""
    width = header.fontMetrics().averageCharWidth()
    for column, count in characters.items():
        header.resizeSection(column, max(width * count, header.sectionSizeHint(column)))
