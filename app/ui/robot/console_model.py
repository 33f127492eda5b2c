"""The console lines of a robot's programs as rows: a bounded history, filtered."""

from __future__ import annotations

import enum
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.model.messages.values import LogLevel, LogLine
from app.ui.base.text import format_stamp, translate
from app.ui.widgets.line_delegate import LineCell

MAX_LINES: Final = 20_000

# number of surplus rows before they are removed: each removal lays out the view again
_SLACK: Final = 4_000

_DISPLAY = int(Qt.ItemDataRole.DisplayRole)
_TOOL_TIP = int(Qt.ItemDataRole.ToolTipRole)
_NO_INDEX = QModelIndex()


class ConsoleColumn(enum.IntEnum):
    """The columns."""

    TIME = 0
    LEVEL = 1
    NODE = 2
    TEXT = 3


# colour roles of each level: of its icon and word, and of its text
LEVEL_ROLES: Final = {
    LogLevel.DEBUG: ("muted", "muted"),
    LogLevel.INFO: ("accent", "text"),
    LogLevel.WARN: ("warn", "warn"),
    LogLevel.ERROR: ("error", "error"),
    LogLevel.FATAL: ("error", "error"),
}


@dataclass(frozen=True, slots=True)
class ConsoleFilter:
    """Filter of lines: minimum level, node (empty for any), and words that must all be in the line, lower case."""

    level: LogLevel = LogLevel.DEBUG
    node: str = ""
    words: tuple[str, ...] = ()

    def passes(self, line: LogLine) -> bool:
        """Whether a line passes the filter."""
        if line.level < self.level or (self.node and line.node != self.node):
            return False
        if not self.words:
            return True
        text = f"{line.node} {line.text}".casefold()
        return all(word in text for word in self.words)


class ConsoleModel(QAbstractTableModel):
    """Model of console lines; `append` adds all new lines, and notifies views once.

    Attributes:
        nodes: names of nodes that have logged so far.
        held_back: number of lines that pass the filter and wait, while the rows are held.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.nodes: set[str] = set()
        self.held_back = 0
        self._all: deque[LogLine] = deque(maxlen=MAX_LINES)
        self._shown: list[LogLine] = []
        self._filter = ConsoleFilter()
        self._held = False

    @property
    def is_empty(self) -> bool:
        """Whether there is no line at all, whatever the filter."""
        return not self._all

    @property
    def filter(self) -> ConsoleFilter:
        """The current filter."""
        return self._filter

    def line(self, row: int) -> LogLine:
        """Return the line of a row."""
        return self._shown[row]

    def append(self, lines: Sequence[LogLine]) -> None:
        """Add new lines; while the rows are held they only wait."""
        self._all.extend(lines)
        self.nodes.update(line.node for line in lines)
        passed = [line for line in lines if self._filter.passes(line)][-MAX_LINES:]
        if self._held:
            self.held_back += len(passed)
            return
        surplus = len(self._shown) + len(passed) - MAX_LINES
        if surplus > _SLACK:
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
            self._show_anew()

    def set_filter(self, wanted: ConsoleFilter) -> None:
        """Show only the lines that pass, of all that are kept."""
        if wanted != self._filter:
            self._filter = wanted
            self._show_anew()

    def clear(self) -> None:
        """Remove all lines."""
        self._all.clear()
        self.nodes.clear()
        self._show_anew()

    def text_of(self, row: int) -> str:
        """Return a line as it is copied."""
        line = self._shown[row]
        place = f" [{line.place}]" if line.place else ""
        return f"{format_stamp(line.stamp_ns)} {line.level.name} {line.node}: {line.text}{place}"

    def _show_anew(self) -> None:
        self.beginResetModel()
        self._shown = [line for line in self._all if self._filter.passes(line)]
        self.held_back = 0
        self.endResetModel()

    # LineSource

    def cell(self, index: QModelIndex | QPersistentModelIndex) -> LineCell:
        """Return what is painted in a cell."""
        line, column = self._shown[index.row()], index.column()
        sign, text = LEVEL_ROLES[line.level]
        if column == ConsoleColumn.TIME:
            return LineCell(format_stamp(line.stamp_ns, with_date=False), "muted")
        if column == ConsoleColumn.LEVEL:
            return LineCell(level_word(line.level), sign, f"level-{line.level.name.lower()}")
        if column == ConsoleColumn.NODE:
            return LineCell(line.node, "muted")
        return LineCell(line.text.partition("\n")[0], text)

    # QAbstractTableModel

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _NO_INDEX) -> int:
        """See QAbstractItemModel."""
        return 0 if parent.isValid() else len(self._shown)

    def columnCount(self, parent: QModelIndex | QPersistentModelIndex = _NO_INDEX) -> int:
        """See QAbstractItemModel."""
        return 0 if parent.isValid() else len(ConsoleColumn)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _DISPLAY) -> Any:
        """See QAbstractItemModel."""
        if role != _DISPLAY or orientation is not Qt.Orientation.Horizontal:
            return None
        return {
            ConsoleColumn.TIME: translate("Console", "Time"),
            ConsoleColumn.LEVEL: translate("Console", "Level"),
            ConsoleColumn.NODE: translate("Console", "Node"),
            ConsoleColumn.TEXT: translate("Console", "What it says"),
        }[ConsoleColumn(section)]

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = _DISPLAY) -> Any:
        """See QAbstractItemModel."""
        if not index.isValid():
            return None
        if role == _DISPLAY:
            return self.cell(index).text
        if role == _TOOL_TIP:
            line = self._shown[index.row()]
            when = format_stamp(line.stamp_ns)
            return f"{line.text}\n{when}, {line.place}" if line.place else f"{line.text}\n{when}"
        return None


def level_word(level: LogLevel) -> str:
    """Return a level as a word for the operator."""
    return {
        LogLevel.DEBUG: translate("Console", "Debug"),
        LogLevel.INFO: translate("Console", "Info"),
        LogLevel.WARN: translate("Console", "Warning"),
        LogLevel.ERROR: translate("Console", "Error"),
        LogLevel.FATAL: translate("Console", "Fatal"),
    }[level]
