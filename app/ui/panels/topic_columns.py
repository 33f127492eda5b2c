"""Columns of topics that give way where there is no room for all: the name of a topic is never squeezed out."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QHeaderView

from app.ui.models.topic_tree_cells import Column

# of the name, in characters
_LEAST: Final = 22
# which goes first; the tool tip of a row tells its type
_ORDER: Final = (Column.TYPE, Column.BANDWIDTH, Column.AGE)


class ColumnFit(QObject):
    """Hides columns of a header while it is narrow, and shows them again."""

    def __init__(self, header: QHeaderView) -> None:
        super().__init__(header)
        self._header = header
        self._widths: dict[int, int] = {}
        header.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """See QObject."""
        if event.type() == QEvent.Type.Resize:
            self._fit()
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        header = self._header
        for column in range(header.count()):
            if not header.isSectionHidden(column):
                self._widths[column] = header.sectionSize(column)
        hint = header.fontMetrics().averageCharWidth()
        others = sum(self._widths.get(column, header.defaultSectionSize()) for column in Column if column)
        room = header.width() - others - _LEAST * hint
        for column in _ORDER:
            header.setSectionHidden(column, room < 0)
            if room < 0:
                room += self._widths.get(column, header.defaultSectionSize())
