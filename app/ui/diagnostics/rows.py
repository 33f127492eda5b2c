"""The rows of diagnostics: parts of a robot as a tree, filtered by level and words; and what got worse, as lines."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import QObject, Qt
from typing_extensions import override

from app.model.messages.diagnostic_tree import MAX_CHANGES, DiagnosticChange, DiagnosticPart, DiagnosticTree
from app.model.messages.values import DiagnosticLevel
from app.ui.base.text import format_age, format_count, format_stamp, listed, say
from app.ui.base.theme import Themes
from app.ui.widgets.filtered_rows import FilteredLines, LineFilter, has_words
from app.ui.widgets.named_rows import Index, NamedRows
from app.ui.widgets.row_delegates import LineCell
from app.wording.ui.diagnostics import DiagnosticsWording

_DISPLAY: Final = int(Qt.ItemDataRole.DisplayRole)
_DECORATION: Final = int(Qt.ItemDataRole.DecorationRole)
_FOREGROUND: Final = int(Qt.ItemDataRole.ForegroundRole)
_TOOL_TIP: Final = int(Qt.ItemDataRole.ToolTipRole)

# icon of each level and its colour: each has a shape of its own
LEVEL_SIGNS: Final = {
    DiagnosticLevel.OK: ("state-connected", "ok"),
    DiagnosticLevel.WARN: ("level-warn", "warn"),
    DiagnosticLevel.ERROR: ("level-error", "error"),
    DiagnosticLevel.STALE: ("state-stale", "warn"),
}


class DiagnosticColumn(enum.IntEnum):
    """The columns of parts."""

    NAME = 0
    LEVEL = 1
    MESSAGE = 2
    AGE = 3
    HARDWARE = 4
    WORSENED = 5


@dataclass(frozen=True, slots=True)
class DiagnosticRowsWanted:
    """The rows that the operator wants to see.

    Attributes:
        topics: whose states are shown; the rows of several topics stand below their names.
        level: the lowest level that a part must have itself.
        words: that its name, its message or its hardware must all have.
    """

    topics: tuple[str, ...] = ()
    level: DiagnosticLevel = DiagnosticLevel.OK
    words: tuple[str, ...] = ()


class DiagnosticRows(NamedRows):
    """Model of the parts of a robot; the names of rows are the keys of a `DiagnosticTree`, or topics.

    Attributes:
        parts: the parts of the robot.
        worst: the worst level of each row and of all below it.
        faults: the keys of the shown parts that are not well themselves.
        now_ns: the time for ages.
    """

    def __init__(self, themes: Themes, parent: QObject | None = None) -> None:
        titles = (
            say(DiagnosticsWording.PART()),
            say(DiagnosticsWording.LEVEL()),
            say(DiagnosticsWording.MESSAGE()),
            say(DiagnosticsWording.AGE()),
            say(DiagnosticsWording.HARDWARE()),
            say(DiagnosticsWording.WORSENED()),
        )
        super().__init__(titles, parent)
        self._themes = themes
        self.parts = DiagnosticTree()
        self.worst: Mapping[str, DiagnosticLevel] = {}
        self.faults: list[str] = []
        self.now_ns = 0

    def show_parts(self, wanted: DiagnosticRowsWanted) -> bool:
        """Show the parts as they are now; whether the rows changed."""
        parts = self.parts.parts
        self.worst = self.parts.worst_levels(self.now_ns)
        chosen: set[str] = set()
        self.faults = []
        for key, part in parts.items():
            if part.topic not in wanted.topics or part.status is None:
                continue
            level = part.level(self.now_ns) or DiagnosticLevel.OK
            if level < wanted.level or not _has_words(part, wanted.words):
                continue
            if level is not DiagnosticLevel.OK:
                self.faults.append(key)
            while key and key not in chosen:
                chosen.add(key)
                key = parts[key].above  # noqa: PLW2901 - from the part up to the top
        children = {key: [below for below in parts[key].below if below in chosen] for key in chosen}
        tops = [key for key in self.parts.tops if key in chosen]
        topics = dict.fromkeys(parts[key].topic for key in tops)
        if len(topics) > 1:
            children |= {topic: [key for key in tops if parts[key].topic == topic] for topic in topics}
            tops = list(topics)
            self.worst = {**self.worst, **{topic: self._worst_of(children[topic]) for topic in topics}}
        return self.arrange({**children, "": tops})

    def part(self, key: str) -> DiagnosticPart | None:
        """Return the part of a row; None for a topic."""
        return self.parts.parts.get(key)

    def text(self, key: str, column: int) -> str:
        """Return the text of a cell."""
        part = self.part(key)
        if column == DiagnosticColumn.NAME:
            return part.name if part is not None else key
        if column == DiagnosticColumn.LEVEL:
            return level_word(self.worst.get(key, DiagnosticLevel.OK))
        if part is None or part.status is None:
            return ""
        if column == DiagnosticColumn.MESSAGE:
            return part.status.text.partition("\n")[0]
        if column == DiagnosticColumn.AGE:
            return format_age((self.now_ns - part.received_ns) / 1e9)
        return part.status.hardware_id if column == DiagnosticColumn.HARDWARE else _count(part.worsened)

    def tip(self, key: str) -> str:
        """Return all that is known of a part, a line each."""
        part = self.part(key)
        if part is None or part.status is None:
            return part.name if part is not None else key
        lines = [part.status.name, level_word(part.level(self.now_ns) or part.status.level)]
        lines += [text for text in (part.status.text,) if text]
        if part.status.hardware_id:
            lines.append(say(DiagnosticsWording.TIP_HARDWARE(hardware=part.status.hardware_id)))
        age = format_age((self.now_ns - part.received_ns) / 1e9)
        lines.append(say(DiagnosticsWording.TIP_TOPIC(topic=part.topic, age=age)))
        if part.worsened:
            lines.append(say(DiagnosticsWording.TIP_WORSENED(count=format_count(part.worsened))))
        return "\n".join(lines)

    @override
    def data(self, index: Index, role: int = _DISPLAY) -> Any:
        if not index.isValid():
            return None
        key, column = self.name(index), index.column()
        if role == _DISPLAY:
            return self.text(key, column)
        if role == _FOREGROUND:
            return self._themes.current.color(self._color(key, column))
        if role == _DECORATION and column == DiagnosticColumn.NAME:
            return self._themes.icon(*LEVEL_SIGNS[self.worst.get(key, DiagnosticLevel.OK)])
        return self.tip(key) if role == _TOOL_TIP else None

    def _color(self, key: str, column: int) -> str:
        if column == DiagnosticColumn.NAME:
            return "text"
        worst = self.worst.get(key, DiagnosticLevel.OK)
        if column == DiagnosticColumn.LEVEL and worst is not DiagnosticLevel.OK:
            return LEVEL_SIGNS[worst][1]
        if column == DiagnosticColumn.MESSAGE:
            part = self.part(key)
            own = part.level(self.now_ns) if part is not None else None
            return LEVEL_SIGNS[own][1] if own else "text"
        return "muted"

    def _worst_of(self, keys: Iterable[str]) -> DiagnosticLevel:
        return max((self.worst[key] for key in keys), default=DiagnosticLevel.OK)


class ChangeColumn(enum.IntEnum):
    """The columns of changes."""

    TIME = 0
    LEVEL = 1
    NAME = 2
    MESSAGE = 3


class DiagnosticChanges(FilteredLines[DiagnosticChange]):
    """Model of what got worse, oldest first."""

    def __init__(self, parent: QObject | None = None) -> None:
        titles = (
            say(DiagnosticsWording.TIME()),
            say(DiagnosticsWording.CHANGE()),
            say(DiagnosticsWording.PART()),
            say(DiagnosticsWording.MESSAGE()),
        )
        super().__init__(titles, MAX_CHANGES, 0, parent)

    @override
    def passes(self, line: DiagnosticChange, wanted: LineFilter) -> bool:
        return wanted.passes(line.level, "", f"{line.name} {line.text}")

    @override
    def text_of(self, row: int) -> str:
        line = self.line(row)
        return f"{format_stamp(line.at_ns)} {line.before.name} {line.level.name} {line.name}: {line.text}"

    @override
    def cell(self, index: Index) -> LineCell:
        line, column = self.line(index.row()), index.column()
        if column == ChangeColumn.TIME:
            return LineCell(format_stamp(line.at_ns, with_date=False), "muted")
        if column == ChangeColumn.LEVEL:
            before, level = level_word(line.before), level_word(line.level)
            return LineCell(say(DiagnosticsWording.CHANGED(before=before, level=level)), LEVEL_SIGNS[line.level][1])
        if column == ChangeColumn.NAME:
            # the levels in words are hidden where there is little room
            sign, color = LEVEL_SIGNS[line.level]
            return LineCell(line.name, color, sign)
        return LineCell(_said(line).partition("\n")[0], "text")

    @override
    def tip(self, index: Index) -> str:
        line = self.line(index.row())
        words = DiagnosticsWording.CHANGED(before=level_word(line.before), level=level_word(line.level))
        return f"{line.name}\n{listed((format_stamp(line.at_ns), say(words)))}\n{_said(line)}"


def level_word(level: DiagnosticLevel) -> str:
    """Return a level as a word for the operator."""
    return {
        DiagnosticLevel.OK: say(DiagnosticsWording.OK()),
        DiagnosticLevel.WARN: say(DiagnosticsWording.WARN()),
        DiagnosticLevel.ERROR: say(DiagnosticsWording.ERROR()),
        DiagnosticLevel.STALE: say(DiagnosticsWording.STALE()),
    }[level]


def _said(change: DiagnosticChange) -> str:
    return change.text or (say(DiagnosticsWording.SILENT()) if change.level is DiagnosticLevel.STALE else "")


def _has_words(part: DiagnosticPart, words: tuple[str, ...]) -> bool:
    status = part.status
    return not words or (status is not None and has_words(f"{status.name} {status.text} {status.hardware_id}", words))


def _count(number: int) -> str:
    return format_count(number) if number else ""
