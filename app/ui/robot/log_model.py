"""The filtered lines of the program's log as rows; the oldest go when there are too many."""

from __future__ import annotations

import enum
import logging
import time
from collections import deque
from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.ui.base.text import translate
from app.ui.base.theme import Themes
from app.ui.robot.log_buffer import MAX_LINES, ProgramLogLine

_DISPLAY = int(Qt.ItemDataRole.DisplayRole)
_FOREGROUND = int(Qt.ItemDataRole.ForegroundRole)
_TOOL_TIP = int(Qt.ItemDataRole.ToolTipRole)
_NO_INDEX = QModelIndex()


class LogColumn(enum.IntEnum):
    """The columns."""

    TIME = 0
    LEVEL = 1
    SOURCE = 2
    TEXT = 3


class LogModel(QAbstractTableModel):
    """Model of log lines; `append` adds a batch at a time."""

    def __init__(self, themes: Themes, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._all: deque[ProgramLogLine] = deque(maxlen=MAX_LINES)
        self._shown: list[ProgramLogLine] = []
        self._level = logging.INFO
        self._words: list[str] = []

    @property
    def is_empty(self) -> bool:
        """Whether there is no line at all, whatever the filter."""
        return not self._all

    def line(self, row: int) -> ProgramLogLine:
        """Return the line of a row."""
        return self._shown[row]

    def append(self, lines: Iterable[ProgramLogLine]) -> None:
        """Add new lines."""
        batch = list(lines)
        self._all.extend(batch)
        passed = [line for line in batch if self._passes(line)][-MAX_LINES:]
        surplus = len(self._shown) + len(passed) - MAX_LINES
        if surplus > 0:
            self.beginRemoveRows(_NO_INDEX, 0, surplus - 1)
            del self._shown[:surplus]
            self.endRemoveRows()
        if passed:
            first = len(self._shown)
            self.beginInsertRows(_NO_INDEX, first, first + len(passed) - 1)
            self._shown += passed
            self.endInsertRows()

    def set_filter(self, level: int, text: str) -> None:
        """Show only lines of this level or above with all these words."""
        self._level, self._words = level, text.casefold().split()
        self.beginResetModel()
        self._shown = [line for line in self._all if self._passes(line)]
        self.endResetModel()

    def clear(self) -> None:
        """Remove all lines."""
        self.beginResetModel()
        self._all.clear()
        self._shown.clear()
        self.endResetModel()

    def text_of(self, row: int) -> str:
        """Return a line as it is copied."""
        line = self._shown[row]
        return f"{_time(line)} {logging.getLevelName(line.level)} {line.source}: {line.text}"

    def _passes(self, line: ProgramLogLine) -> bool:
        if line.level < self._level:
            return False
        text = f"{line.source} {line.text}".casefold() if self._words else ""
        return all(word in text for word in self._words)

    # QAbstractTableModel

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _NO_INDEX) -> int:
        """See QAbstractItemModel."""
        return 0 if parent.isValid() else len(self._shown)

    def columnCount(self, parent: QModelIndex | QPersistentModelIndex = _NO_INDEX) -> int:
        """See QAbstractItemModel."""
        return 0 if parent.isValid() else len(LogColumn)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _DISPLAY) -> Any:
        """See QAbstractItemModel."""
        if role != _DISPLAY or orientation is not Qt.Orientation.Horizontal:
            return None
        return {
            LogColumn.TIME: translate("Log", "Time"),
            LogColumn.LEVEL: translate("Log", "Level"),
            LogColumn.SOURCE: translate("Log", "Source"),
            LogColumn.TEXT: translate("Log", "What happened"),
        }[LogColumn(section)]

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = _DISPLAY) -> Any:
        """See QAbstractItemModel."""
        if not index.isValid():
            return None
        line, column = self._shown[index.row()], index.column()
        if role == _DISPLAY:
            return self._cell(line, column)
        if role == _FOREGROUND:
            return self._themes.current.color(_role(line.level, column))
        return line.text if role == _TOOL_TIP and column == LogColumn.TEXT else None

    def _cell(self, line: ProgramLogLine, column: int) -> str:
        if column == LogColumn.TIME:
            return _time(line)
        if column == LogColumn.LEVEL:
            return level_word(line.level)
        if column == LogColumn.SOURCE:
            return line.source.removeprefix("app.")
        return line.text.partition("\n")[0]


def level_word(level: int) -> str:
    """Return a level as a word for the operator."""
    if level >= logging.ERROR:
        return translate("Log", "Error")
    return translate("Log", "Warning") if level >= logging.WARNING else translate("Log", "Info")


def _role(level: int, column: int) -> str:
    if level >= logging.WARNING and column in {LogColumn.LEVEL, LogColumn.TEXT}:
        return "error" if level >= logging.ERROR else "warn"
    return "text" if column == LogColumn.TEXT else "muted"


def _time(line: ProgramLogLine) -> str:
    return time.strftime("%H:%M:%S", time.localtime(line.created_s)) + f".{int(line.created_s % 1 * 1000):03d}"
