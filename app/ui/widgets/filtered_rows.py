"""Models of rows that are filtered by words: a tree's, and those of lines that keep coming."""

from __future__ import annotations

import abc
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
)
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractItemView
from typing_extensions import override

from app.ui.widgets.row_delegates import LineCell

Index = QModelIndex | QPersistentModelIndex

_DISPLAY: Final = int(Qt.ItemDataRole.DisplayRole)
_TOOL_TIP: Final = int(Qt.ItemDataRole.ToolTipRole)
_NO_INDEX: Final = QModelIndex()


def split_words(text: str) -> tuple[str, ...]:
    """Return the words of a text that somebody typed, for `has_words`."""
    return tuple(text.casefold().split())


def has_words(text: str, words: Iterable[str]) -> bool:
    """Whether a text has all the words, in whatever case."""
    text = text.casefold()
    return all(word in text for word in words)


class TreeFilter(QSortFilterProxyModel):
    """Filter for the rows of a tree that have all the words, with all rows below them and their ancestors.

    Args:
        text_of: returns the text of a row below another one; empty if the row is never meant.
    """

    def __init__(
        self, model: QAbstractItemModel, text_of: Callable[[int, Index], str], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._text_of = text_of
        self._words: tuple[str, ...] = ()
        self.setSourceModel(model)
        self.setRecursiveFilteringEnabled(True)
        self.setAutoAcceptChildRows(True)

    def set_text(self, text: str) -> None:
        """Filter by these words."""
        self.beginFilterChange()
        self._words = split_words(text)
        self.endFilterChange()

    @override
    def filterAcceptsRow(self, row: int, parent: Index) -> bool:
        return not self._words or has_words(self._text_of(row, parent), self._words)


@dataclass(frozen=True, slots=True)
class LineFilter:
    """Filter of lines: minimum level, source (empty for any), and words that must all be in the line, lower case."""

    level: int = 0
    source: str = ""
    words: tuple[str, ...] = ()

    def passes(self, level: int, source: str, text: str) -> bool:
        """Whether a line passes the filter."""
        if level < self.level or (self.source and source != self.source):
            return False
        return not self.words or has_words(f"{source} {text}", self.words)


_LineT = TypeVar("_LineT")


class FilteredLines(QAbstractTableModel, Generic[_LineT]):
    """Table of the newest lines that pass a filter; `append` adds all new lines, and notifies views once.

    Subclasses say what `passes`, and what is in a `cell`: the methods are abstract to the type checker only, as Qt's
    classes have a metaclass of their own.

    Args:
        titles: of the columns.
        max_lines: number of lines that are kept.
        slack: number of surplus rows before they are removed: each removal lays out the view again.

    Attributes:
        held_back: number of lines that pass the filter and wait, while the rows are held.
    """

    def __init__(self, titles: Sequence[str], max_lines: int, slack: int, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.held_back = 0
        self._titles = titles
        self._max_lines = max_lines
        self._slack = slack
        self._all: deque[_LineT] = deque(maxlen=max_lines)
        self._shown: list[_LineT] = []
        self._filter = LineFilter()
        self._held = False

    @abc.abstractmethod
    def passes(self, line: _LineT, wanted: LineFilter) -> bool:
        """Whether a line passes a filter."""

    @abc.abstractmethod
    def cell(self, index: Index) -> LineCell:
        """Return what is painted in a cell."""

    @abc.abstractmethod
    def text_of(self, row: int) -> str:
        """Return a line as it is copied."""

    @abc.abstractmethod
    def tip(self, index: Index) -> str:
        """Return the tool tip of a cell."""

    @property
    def is_empty(self) -> bool:
        """Whether there is no line at all, whatever the filter."""
        return not self._all

    @property
    def lines(self) -> tuple[_LineT, ...]:
        """All lines, whatever the filter."""
        return tuple(self._all)

    def line(self, row: int) -> _LineT:
        """Return the line of a row."""
        return self._shown[row]

    def append(self, lines: Sequence[_LineT]) -> None:
        """Add new lines; while the rows are held they only wait."""
        self._all.extend(lines)
        passed = [line for line in lines if self.passes(line, self._filter)][-self._max_lines :]
        if self._held:
            self.held_back += len(passed)
            return
        surplus = len(self._shown) + len(passed) - self._max_lines
        if surplus > self._slack:
            self.beginRemoveRows(_NO_INDEX, 0, surplus - 1)
            del self._shown[:surplus]
            self.endRemoveRows()
        if passed:
            first = len(self._shown)
            self.beginInsertRows(_NO_INDEX, first, first + len(passed) - 1)
            self._shown += passed
            self.endInsertRows()

    def set_held(self, held: bool) -> None:  # noqa: FBT001 - a setter
        """Keep the rows as they are while lines come, or show what came meanwhile."""
        if held == self._held:
            return
        self._held = held
        if not held and self.held_back:
            self._reset_rows()

    def set_filter(self, wanted: LineFilter) -> None:
        """Show only the lines that pass, of all that are kept."""
        if wanted != self._filter:
            self._filter = wanted
            self._reset_rows()

    def clear(self) -> None:
        """Remove all lines."""
        self._all.clear()
        self._reset_rows()

    def copy(self, view: QAbstractItemView) -> None:
        """Copy the lines that are selected in a view of this model; all that are shown if none is."""
        rows = sorted({index.row() for index in view.selectionModel().selectedRows()})
        lines = [self.text_of(row) for row in rows or range(len(self._shown))]
        if lines:
            QGuiApplication.clipboard().setText("\n".join(lines))

    def _reset_rows(self) -> None:
        self.beginResetModel()
        self._shown = [line for line in self._all if self.passes(line, self._filter)]
        self.held_back = 0
        self.endResetModel()

    # QAbstractTableModel

    @override
    def rowCount(self, parent: Index = _NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._shown)

    @override
    def columnCount(self, parent: Index = _NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._titles)

    @override
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _DISPLAY) -> Any:
        if role != _DISPLAY or orientation is not Qt.Orientation.Horizontal:
            return None
        return self._titles[section]

    @override
    def data(self, index: Index, role: int = _DISPLAY) -> Any:
        if not index.isValid():
            return None
        if role == _DISPLAY:
            return self.cell(index).text
        return self.tip(index) or None if role == _TOOL_TIP else None
