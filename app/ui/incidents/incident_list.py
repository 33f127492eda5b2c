"""The model of the list of incidents: a row for each, newest first, whose note is edited in place."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from typing_extensions import override

from app.record.incident_story import stop_code
from app.record.incidents import Incident, IncidentReason
from app.ui.base.text import format_size, format_stamp, plain_tip, say
from app.ui.base.theme import Themes
from app.wording import Catalogue
from app.wording.ui.incidents import IncidentListWording

_REASONS: Final[Mapping[IncidentReason, Catalogue]] = {
    IncidentReason.STOP: IncidentListWording.STOP,
    IncidentReason.FAULT: IncidentListWording.FAULT,
    IncidentReason.LINK: IncidentListWording.LINK,
    IncidentReason.ALERT: IncidentListWording.ALERT,
    IncidentReason.CRASH: IncidentListWording.CRASH,
}
_Index = QModelIndex | QPersistentModelIndex
_NO_INDEX: Final = QModelIndex()


class IncidentColumn(enum.IntEnum):
    """The columns of the list."""

    TIME = 0
    ROBOT = 1
    REASON = 2
    LENGTH = 3
    SIZE = 4
    NOTE = 5


_TITLES: Final[Mapping[IncidentColumn, Catalogue]] = {
    IncidentColumn.TIME: IncidentListWording.TIME,
    IncidentColumn.ROBOT: IncidentListWording.ROBOT,
    IncidentColumn.REASON: IncidentListWording.REASON,
    IncidentColumn.LENGTH: IncidentListWording.LENGTH,
    IncidentColumn.SIZE: IncidentListWording.SIZE,
    IncidentColumn.NOTE: IncidentListWording.NOTE,
}


class IncidentListModel(QAbstractTableModel):
    """Model of the incidents.

    Signals:
        note_edited: the operator has written another note for an incident.
    """

    note_edited: Final = Signal(object, str)

    def __init__(self, themes: Themes, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._incidents: list[Incident] = []
        themes.changed.connect(self._redraw)

    def set_incidents(self, incidents: list[Incident]) -> bool:
        """Show these incidents; whether they are others than before. Selections are lost where rows come or go."""
        before, self._incidents = self._incidents, incidents
        if before == incidents:
            return False
        if [one.name for one in before] == [one.name for one in incidents]:
            self._redraw()
        else:
            self.beginResetModel()
            self.endResetModel()
        return True

    def incident(self, index: _Index) -> Incident | None:
        """Return the incident of a row."""
        return self._incidents[index.row()] if index.isValid() and index.row() < len(self._incidents) else None

    def index_of(self, name: str) -> QModelIndex:
        """Return the row of an incident, by its name."""
        names = [one.name for one in self._incidents]
        return self.index(names.index(name), IncidentColumn.TIME) if name in names else QModelIndex()

    @override
    def rowCount(self, parent: _Index = _NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._incidents)

    @override
    def columnCount(self, parent: _Index = _NO_INDEX) -> int:
        return 0 if parent.isValid() else len(IncidentColumn)

    @override
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return say(_TITLES[IncidentColumn(section)]())
        return None

    @override
    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        incident = self.incident(index)
        if incident is None:
            return None
        column = IncidentColumn(index.column())
        shows_kept = column is IncidentColumn.TIME and incident.facts.is_kept
        told: Any = None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                told = cell_text(incident, column).replace("\n", " ")
            case Qt.ItemDataRole.EditRole:
                told = cell_text(incident, column)
            case Qt.ItemDataRole.ToolTipRole:
                told = plain_tip(self._tip(incident, column))
            case Qt.ItemDataRole.DecorationRole if shows_kept:
                told = self._themes.icon("lock", "accent")
            case Qt.ItemDataRole.AccessibleTextRole if shows_kept:
                told = f"{cell_text(incident, column)} {say(IncidentListWording.KEPT_TIP())}"
            case Qt.ItemDataRole.TextAlignmentRole if column in (IncidentColumn.LENGTH, IncidentColumn.SIZE):
                told = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        return told

    @override
    def flags(self, index: _Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsEditable if index.column() == IncidentColumn.NOTE else flags

    @override
    def setData(self, index: _Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        incident = self.incident(index)
        if incident is None or role != Qt.ItemDataRole.EditRole or str(value) == incident.facts.note:
            return False
        self.note_edited.emit(incident, str(value))
        return True

    def _tip(self, incident: Incident, column: IncidentColumn) -> str:
        if column is IncidentColumn.TIME:
            code = IncidentListWording.KEPT_TIP if incident.facts.is_kept else IncidentListWording.LOST_TIP
            return say(code())
        if column is IncidentColumn.LENGTH and incident.facts.left_out:
            return say(IncidentListWording.LEFT_OUT(count=incident.facts.left_out))
        return cell_text(incident, column)

    def _redraw(self) -> None:
        if self._incidents:
            last = self.index(len(self._incidents) - 1, len(IncidentColumn) - 1)
            self.dataChanged.emit(self.index(0, 0), last)


def cell_text(incident: Incident, column: IncidentColumn) -> str:
    """Return what a cell says."""
    facts = incident.facts
    if column is IncidentColumn.TIME:
        # nobody looks for an incident by its milliseconds
        return format_stamp(facts.time_ns).partition(".")[0]
    if column is IncidentColumn.ROBOT:
        return facts.robot or say(IncidentListWording.NO_ROBOT())
    if column is IncidentColumn.REASON:
        return reason_text(incident)
    if column is IncidentColumn.LENGTH:
        if not facts.is_complete:
            code = IncidentListWording.STILL_RECORDING if incident.is_recorded else IncidentListWording.NOT_MADE
            return say(code())
        seconds = IncidentListWording.SECONDS_INCOMPLETE if facts.left_out else IncidentListWording.SECONDS
        return say(seconds(length_s=max(facts.until_ns - facts.from_ns, 0) / 1e9))
    return format_size(incident.nbytes) if column is IncidentColumn.SIZE else facts.note


def reason_text(incident: Incident) -> str:
    """Return the reason of an incident in words; that of driving in the language of the window."""
    words = incident.facts.words
    code = stop_code(words)
    if code is not None:
        return say(code())
    return words or say(_REASONS[incident.facts.reason]())
