"""The table model of joints: the rows that pass a filter, in the chosen order."""

from __future__ import annotations

import enum
import re
from collections.abc import Callable, Sequence
from typing import Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from typing_extensions import override

from app.model.messages.shown_units import ShownUnits
from app.ui.base.text import format_age, say, topic_text, with_tip
from app.ui.joints.rows import JointRow, JointStatus
from app.ui.joints.units import JointUnits, joint_units, kind_text
from app.wording.ui.joints import JointsWording

Index = QModelIndex | QPersistentModelIndex

_DISPLAY: Final = int(Qt.ItemDataRole.DisplayRole)
_TOOL_TIP: Final = int(Qt.ItemDataRole.ToolTipRole)
_ALIGNMENT: Final = int(Qt.ItemDataRole.TextAlignmentRole)
_RIGHT: Final = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
_NO_INDEX: Final = QModelIndex()
_DIGITS: Final = re.compile(r"(\d+)")


class JointColumn(enum.IntEnum):
    """The columns of the table of joints."""

    NAME = 0
    POSITION = 1
    RANGE = 2
    VELOCITY = 3
    EFFORT = 4
    TRACE = 5
    AGE = 6


FIGURES: Final = (JointColumn.POSITION, JointColumn.VELOCITY, JointColumn.EFFORT)


class JointTableModel(QAbstractTableModel):
    """The table model of joints.

    Attributes:
        shown_units: the units of angles and speeds.
        now_s: the present time, for ages; set by the panel.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.shown_units = ShownUnits()
        self.now_s = 0.0
        self._all: Sequence[JointRow] = ()
        self._shown: list[JointRow] = []
        self._words: list[str] = []
        self._column = -1
        self._descending = False

    @property
    def rows(self) -> Sequence[JointRow]:
        """The rows that are shown, from the top."""
        return self._shown

    def set_rows(self, rows: Sequence[JointRow]) -> None:
        """Set all rows, before the filter."""
        self._all = rows
        self._renew()

    def set_filter(self, text: str) -> None:
        """Show only rows with all words of the text in their name or topic, whatever the case."""
        self._words = text.casefold().split()
        self._renew()

    def sort_again(self) -> None:
        """Sort the rows again, if they are sorted by a value that changes."""
        if self._column > JointColumn.NAME:
            self._renew()

    def units(self, row: JointRow) -> JointUnits:
        """The units in which a joint is shown."""
        return joint_units(row.kind, self.shown_units)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; -1 is the order in which the robot lists joints."""
        self._column, self._descending = column, order is Qt.SortOrder.DescendingOrder
        self._renew()

    def _renew(self) -> None:
        rows = [row for row in self._all if self._passes(row)]
        if self._column >= 0:
            key = _KEYS[JointColumn(self._column)]
            # rows without a number are last in both orders
            rows.sort(key=lambda row: (key(row) is None, *_ordered(key(row), descending=self._descending)))
            if self._column == JointColumn.NAME and self._descending:
                rows.reverse()
        if rows == self._shown:
            return
        if set(map(id, rows)) != set(map(id, self._shown)):
            self.beginResetModel()
            self._shown = rows
            self.endResetModel()
            return
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        places = {id(row): place for place, row in enumerate(rows)}
        after = [self.index(places[id(self._shown[index.row()])], index.column()) for index in before]
        self._shown = rows
        self.changePersistentIndexList(before, after)
        self.layoutChanged.emit()

    def _passes(self, row: JointRow) -> bool:
        text = f"{row.name} {row.key.topic}".casefold() if self._words else ""
        return all(word in text for word in self._words)

    # Qt's side

    @override
    def rowCount(self, parent: Index = _NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._shown)

    @override
    def columnCount(self, parent: Index = _NO_INDEX) -> int:
        return 0 if parent.isValid() else len(JointColumn)

    @override
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _DISPLAY) -> Any:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == _ALIGNMENT:
            return _RIGHT if section in {*FIGURES, JointColumn.AGE} else None
        if role != _DISPLAY:
            return None
        return {
            JointColumn.NAME: say(JointsWording.JOINT()),
            JointColumn.POSITION: say(JointsWording.POSITION()),
            JointColumn.RANGE: say(JointsWording.LIMITS()),
            JointColumn.VELOCITY: say(JointsWording.VELOCITY()),
            JointColumn.EFFORT: say(JointsWording.EFFORT()),
            JointColumn.TRACE: say(JointsWording.LAST_10_S()),
            JointColumn.AGE: say(JointsWording.AGE()),
        }[JointColumn(section)]

    @override
    def data(self, index: Index, role: int = _DISPLAY) -> Any:
        if not index.isValid():
            return None
        row, column = self._shown[index.row()], JointColumn(index.column())
        if role == _DISPLAY:
            return self.cell_text(row, column)
        if role == _TOOL_TIP:
            return self.tool_tip(row, column)
        return _RIGHT if role == _ALIGNMENT and column in {*FIGURES, JointColumn.AGE} else None

    # what is shown

    def cell_text(self, row: JointRow, column: JointColumn) -> str:
        """The present text of a cell."""
        if column is JointColumn.NAME:
            return topic_text(row.name)
        if column is JointColumn.AGE:
            return self.age_text(row)
        if column is JointColumn.RANGE:
            return self.range_text(row)
        if column is JointColumn.TRACE:
            return ""
        number = FIGURES.index(column)
        value, measure = row.numbers[number], self.units(row)[number]
        return "" if value is None else measure.text(value)

    def range_text(self, row: JointRow) -> str:
        """The limits of a joint's position as text; empty where they are not known."""
        lower, upper = row.limits.lower, row.limits.upper
        if lower is None or upper is None:
            return ""
        measure = self.units(row).position
        return say(JointsWording.TO(lower=measure.number_text(lower), upper=measure.text(upper)))

    def age_text(self, row: JointRow) -> str:
        """The age of a joint's values, or why there are none."""
        age_s = row.age_s(self.now_s)
        if row.status is JointStatus.UNREADABLE:
            return say(JointsWording.UNREADABLE())
        if row.is_topic and age_s is not None:
            return say(JointsWording.NO_JOINTS())
        if age_s is None:
            return {
                JointStatus.AWAY: say(JointsWording.AWAY()),
                JointStatus.UNPUBLISHED: say(JointsWording.NO_PUBLISHER()),
            }.get(row.status, say(JointsWording.WAITING()))
        return format_age(age_s)

    def tool_tip(self, row: JointRow, column: JointColumn) -> str:
        """All about a joint, and the path of a number in its message."""
        lines = [topic_text(row.name)]
        if row.name != row.key.topic:
            lines.append(say(JointsWording.FROM_TOPIC(topic=topic_text(row.key.topic))))
        if column in FIGURES and row.fields[FIGURES.index(column)]:
            path = row.fields[FIGURES.index(column)]
            lines.append(say(JointsWording.IN_MESSAGE(path=path)))
        if column is JointColumn.TRACE and row.trace.extent is not None:
            lower, upper = row.trace.extent
            measure = self.units(row).position
            shown = JointsWording.TRACE_RANGE(lower=measure.number_text(lower), upper=measure.text(upper))
            lines.append(say(shown))
        if not row.is_topic:
            lines += [kind_text(row.kind), *self._limit_lines(row)]
        lines.append(_explanation(row))
        return "\n".join(filter(None, lines))

    def _limit_lines(self, row: JointRow) -> list[str]:
        units, limits = self.units(row), row.limits
        lines = [say(JointsWording.POSITION_RANGE(range=self.range_text(row)))]
        if not self.range_text(row):
            lines = [say(JointsWording.NO_POSITION_LIMITS_KNOWN())]
        for code, measure, most in (
            (JointsWording.MOST_VELOCITY, units.velocity, limits.velocity),
            (JointsWording.MOST_EFFORT, units.effort, limits.effort),
        ):
            if most is not None:
                lines.append(say(code(most=measure.text(most))))
        return lines


def _natural(row: JointRow) -> tuple[Any, ...]:
    """The sort key of a name, by which joint2 comes before joint10."""
    parts = _DIGITS.split(row.name.casefold())
    return tuple((int(part), "") if part.isdecimal() else (-1, part) for part in parts)


def _ordered(value: Any, *, descending: bool) -> tuple[Any, ...]:
    if isinstance(value, float):
        return (-value if descending else value,)
    return (value,) if value is not None else ()


_KEYS: Final[dict[JointColumn, Callable[[JointRow], Any]]] = {
    JointColumn.NAME: _natural,
    JointColumn.POSITION: lambda row: row.position,
    # the joint that is nearest to one of its limits first
    JointColumn.RANGE: lambda row: (
        None if row.limit_fraction() is None else 0.5 - abs((row.limit_fraction() or 0.0) - 0.5)
    ),
    JointColumn.VELOCITY: lambda row: None if row.velocity is None else abs(row.velocity),
    JointColumn.EFFORT: lambda row: None if row.effort is None else abs(row.effort),
    # the joint that moved most first
    JointColumn.TRACE: lambda row: -row.trace.span if row.trace.span is not None else None,
    JointColumn.AGE: lambda row: None if row.heard_s is None else -row.heard_s,
}


def _explanation(row: JointRow) -> str:
    if row.error is not None:
        return with_tip(row.error.reason, row.error.tip)
    if row.is_topic and row.heard_s is not None:
        return say(JointsWording.THE_NEWEST_MESSAGE_HAS())
    if row.status is JointStatus.LIVE and row.trace.holds:
        return say(JointsWording.ONLY_CHANGES())
    return {
        JointStatus.WAITING: say(JointsWording.NO_MESSAGE()),
        JointStatus.STALE: say(JointsWording.STALE_TIP()),
        JointStatus.AWAY: say(JointsWording.AWAY_TIP()),
        JointStatus.UNPUBLISHED: say(JointsWording.NO_PUBLISHER_TIP()),
    }.get(row.status, "")


def table_text(model: JointTableModel, rows: Sequence[JointRow]) -> str:
    """Joints as text for a spreadsheet: tab-separated, with a line of titles, and numbers with all of their digits."""
    titles = (
        say(JointsWording.JOINT()),
        say(JointsWording.POSITION()),
        say(JointsWording.UNIT()),
        say(JointsWording.VELOCITY()),
        say(JointsWording.UNIT()),
        say(JointsWording.EFFORT()),
        say(JointsWording.UNIT()),
        say(JointsWording.LOWER_LIMIT()),
        say(JointsWording.UPPER_LIMIT()),
        say(JointsWording.AGE_S()),
        say(JointsWording.TOPIC()),
    )
    return "\n".join("\t".join(line) for line in (titles, *(_cells(model, row) for row in rows)))


def _cells(model: JointTableModel, row: JointRow) -> tuple[str, ...]:
    units = model.units(row)
    cells: list[str] = []
    for value, measure in (
        (row.position, units.position),
        (row.velocity, units.velocity),
        (row.effort, units.effort),
    ):
        cells += ["", ""] if value is None else [repr(value * measure.scale), measure.unit]
    for limit in (row.limits.lower, row.limits.upper):
        cells.append("" if limit is None else repr(limit * units.position.scale))
    age_s = row.age_s(model.now_s)
    return (_plain(row.name), *cells, "" if age_s is None else f"{age_s:.3f}", _plain(row.key.topic))


def _plain(name: str) -> str:
    """A name, which comes from the wire, without characters that would begin another cell."""
    return " ".join(name.split())
