"""The model of the list of runs: a row for each, whose name is edited and which is shown or hidden in place."""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QGuiApplication, QIcon
from typing_extensions import override

from app.model.reference_runs import ReferenceRun, RunPlace, are_same_type
from app.ui.base.run_colors import run_swatch
from app.ui.base.text import format_stamp, listed, plain_tip, say, topic_text
from app.ui.base.theme import Themes
from app.ui.record.texts import format_length
from app.wording import Catalogue
from app.wording.analysis import AnalysisWording
from app.wording.ui.compare import RunListWording

if TYPE_CHECKING:
    # importing it at run time would load every protocol before the first window is shown
    from app.session.reference_runs import ReferenceRuns

_Index = QModelIndex | QPersistentModelIndex
_NO_INDEX: Final = QModelIndex()
# nobody reads more in a tip
_MOST_TOLD: Final = 8
SWATCH: Final = QSize(48, 12)


class RunColumn(enum.IntEnum):
    """The columns of the list."""

    NAME = 0
    OFFSET = 1
    LENGTH = 2
    FILE = 3
    STATE = 4


_TITLES: Final[Mapping[RunColumn, Catalogue]] = {
    RunColumn.NAME: RunListWording.NAME,
    RunColumn.OFFSET: RunListWording.OFFSET,
    RunColumn.LENGTH: RunListWording.LENGTH,
    RunColumn.FILE: RunListWording.FILE,
    RunColumn.STATE: RunListWording.STATE,
}


class RunListModel(QAbstractTableModel):
    """Model of the runs.

    Args:
        place: returns where a run lies by the time that plots show.
        live_types: returns the types of all live topics, by their names.
    """

    def __init__(
        self,
        runs: ReferenceRuns,
        themes: Themes,
        place: Callable[[ReferenceRun], RunPlace],
        live_types: Callable[[], Mapping[str, str]],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._runs = runs
        self._themes = themes
        self._place = place
        self._live_types = live_types
        self._shown: tuple[ReferenceRun, ...] = ()
        self._cells: tuple[tuple[str, ...], ...] = ()
        self._differing: dict[str, tuple[str, ...]] = {}
        self._swatches: dict[int, QIcon] = {}
        themes.changed.connect(self._redraw)

    def refresh(self) -> None:
        """Show the runs as they are now; the selection is lost where runs come or go."""
        runs, types = self._runs.runs, self._live_types()
        self._differing = {run.id: self._other_types(run, types) for run in runs}
        cells = tuple(tuple(self._text(run, column, types) for column in RunColumn) for run in runs)
        are_same = [run.id for run in runs] == [run.id for run in self._shown]
        if runs is self._shown and cells == self._cells:
            return
        if not are_same:
            self.beginResetModel()
        self._shown, self._cells = runs, cells
        if not are_same:
            self.endResetModel()
        elif runs:
            self.dataChanged.emit(self.index(0, 0), self.index(len(runs) - 1, len(RunColumn) - 1))

    def run(self, index: _Index) -> ReferenceRun | None:
        """Return the run of a row."""
        return self._shown[index.row()] if index.isValid() and index.row() < len(self._shown) else None

    def index_of(self, run_id: str) -> QModelIndex:
        """Return the row of a run."""
        ids = [run.id for run in self._shown]
        return self.index(ids.index(run_id), RunColumn.NAME) if run_id in ids else QModelIndex()

    def row_text(self, index: _Index) -> str:
        """Return the cells of a row, to be copied."""
        return "\t".join(self._cells[index.row()])

    @override
    def rowCount(self, parent: _Index = _NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._shown)

    @override
    def columnCount(self, parent: _Index = _NO_INDEX) -> int:
        return 0 if parent.isValid() else len(RunColumn)

    @override
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return say(_TITLES[RunColumn(section)]())
        return None

    @override
    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        run = self.run(index)
        if run is None:
            return None
        column = RunColumn(index.column())
        is_name = column is RunColumn.NAME
        told: Any = None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                told = self._cells[index.row()][column]
            case Qt.ItemDataRole.EditRole if is_name:
                told = run.name
            case Qt.ItemDataRole.CheckStateRole if is_name:
                told = Qt.CheckState.Checked if run.is_shown else Qt.CheckState.Unchecked
            case Qt.ItemDataRole.DecorationRole if is_name:
                told = self._swatch(run.number)
            case Qt.ItemDataRole.ToolTipRole:
                told = plain_tip(self._tip(run, column))
            case Qt.ItemDataRole.TextAlignmentRole if column in (RunColumn.OFFSET, RunColumn.LENGTH):
                told = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        return told

    @override
    def flags(self, index: _Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        if index.column() == RunColumn.NAME:
            flags |= Qt.ItemFlag.ItemIsEditable | Qt.ItemFlag.ItemIsUserCheckable
        return flags

    @override
    def setData(self, index: _Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        run = self.run(index)
        if run is None or index.column() != RunColumn.NAME:
            return False
        if role == Qt.ItemDataRole.CheckStateRole:
            self._runs.change(run.id, is_shown=Qt.CheckState(value) is Qt.CheckState.Checked)
        elif role == Qt.ItemDataRole.EditRole and str(value).strip():
            self._runs.change(run.id, name=" ".join(str(value).split()))
        else:
            return False
        self.refresh()
        return True

    # inside

    def _text(self, run: ReferenceRun, column: RunColumn, types: Mapping[str, str]) -> str:
        is_open = bool(run.topics)
        match column:
            case RunColumn.NAME:
                return run.name
            case RunColumn.FILE:
                return listed(path.name for path in run.paths)
            case RunColumn.LENGTH:
                return format_length((run.end_ns - run.start_ns) / 1e9) if is_open else ""
            case RunColumn.OFFSET:
                return offset_text(self._place(run)) if is_open else ""
        return self._state(run, types)

    def _state(self, run: ReferenceRun, types: Mapping[str, str]) -> str:
        if not run.topics:
            return say(RunListWording.OPENING())
        # what is looked through for events holds up nothing
        shares = [reading.share for reading in self._runs.readings if reading.run_id == run.id and reading.topics]
        told = [say(RunListWording.READING(share=min(shares)))] if shares else []
        if damaged := self._runs.damaged(run.id):
            told.append(say(RunListWording.DAMAGED(count=damaged)))
        if types and not types.keys() & run.topics.keys():
            told.append(say(RunListWording.NO_COMMON_TOPIC()))
        if differing := self._differing[run.id]:
            told.append(say(RunListWording.OTHER_TYPES(count=len(differing))))
        return listed(told)

    @staticmethod
    def _other_types(run: ReferenceRun, types: Mapping[str, str]) -> tuple[str, ...]:
        """Return the topics of a run that have another type than those of their names that are live."""
        return tuple(
            topic
            for topic, theirs in run.topics.items()
            if theirs and (ours := types.get(topic)) and not are_same_type(ours, theirs)
        )

    def _tip(self, run: ReferenceRun, column: RunColumn) -> str:
        if column is RunColumn.FILE:
            return "\n".join(str(path) for path in run.paths)
        if column is RunColumn.LENGTH and run.topics:
            return "\n".join(format_stamp(at_ns) for at_ns in (run.start_ns, run.end_ns))
        if column is RunColumn.OFFSET and (drift := self._place(run).drift):
            return say(AnalysisWording.CLOCK_CORRECTED(drift=drift * 1e6))
        if column is not RunColumn.STATE:
            return ""
        types, differing = self._live_types(), self._differing.get(run.id, ())
        lines = [
            say(RunListWording.OTHER_TYPE(topic=topic_text(topic), theirs=run.topics[topic], ours=types[topic]))
            for topic in differing[:_MOST_TOLD]
            if topic in types
        ]
        if len(differing) > _MOST_TOLD:
            lines.append(say(RunListWording.MORE(count=len(differing) - _MOST_TOLD)))
        return "\n".join(lines)

    def _swatch(self, number: int) -> QIcon:
        if number not in self._swatches:
            app = QGuiApplication.instance()
            ratio = app.devicePixelRatio() if isinstance(app, QGuiApplication) else 1.0
            self._swatches[number] = QIcon(run_swatch(self._themes.current, number, SWATCH.height(), ratio))
        return self._swatches[number]

    def _redraw(self) -> None:
        self._swatches.clear()
        if self._shown:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._shown) - 1, len(RunColumn) - 1))


def offset_text(place: RunPlace) -> str:
    """Return how far a run is moved, in seconds."""
    return f"{place.offset_ns / 1e9:+,.3f} s" if place.offset_ns else "0 s"
