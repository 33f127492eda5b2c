"""Columns that are hidden where there is no room for all, so that the stretched column keeps its room."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QHeaderView
from typing_extensions import override


class ColumnHider(QObject):
    """Hides columns of a header while it is narrow, and shows them again.

    Args:
        stretched: the column that takes the room that the others leave.
        least: minimum room of that column, in characters.
        order: columns that are hidden, in this order.
    """

    def __init__(self, header: QHeaderView, stretched: int, least: int, order: Sequence[int]) -> None:
        super().__init__(header)
        self._header = header
        self._stretched = stretched
        self._least = least
        self._order = order
        self._absent: frozenset[int] = frozenset()
        self._widths: dict[int, int] = {}
        header.installEventFilter(self)

    def set_hidden_columns(self, columns: Collection[int]) -> None:
        """Hide these columns whatever room there is, and show the others in `order` where there is room."""
        absent = frozenset(columns)
        if absent != self._absent:
            self._absent = absent
            self._fit()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._fit()
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        header = self._header
        for column in range(header.count()):
            if not header.isSectionHidden(column):
                self._widths[column] = header.sectionSize(column)
        there = [column for column in range(header.count()) if column not in self._absent]
        others = sum(self._width(column) for column in there if column != self._stretched)
        room = header.width() - others - self._least * header.fontMetrics().averageCharWidth()
        for column in self._order:
            hidden = column in self._absent or room < 0
            header.setSectionHidden(column, hidden)
            if hidden and column not in self._absent:
                room += self._width(column)

    def _width(self, column: int) -> int:
        return self._widths.get(column, self._header.defaultSectionSize())
