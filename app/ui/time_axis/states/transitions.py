"""List of all states of a row, with start, end and duration, to be read and copied."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialogButtonBox, QHeaderView, QLabel, QPushButton, QVBoxLayout, QWidget

from app.model.timeseries.states import StateHistory
from app.ui.base.tab_order import OrderedDialog
from app.ui.base.text import format_stamp, say, topic_text
from app.ui.time_axis.states.blocks import state_text
from app.ui.time_axis.states.rows import StateRow
from app.ui.time_axis.states.run_rows import RunStateRow
from app.ui.widgets.item_views import TableView, size_columns
from app.ui.widgets.menus import add_entry, context_menu
from app.wording.ui.time_axis import StatesWording, TimeAxisWording

# rows of the table: nobody reads more; all states are copied
LISTED: Final = 2000

Index = QModelIndex | QPersistentModelIndex

_NUMBERS: Final = frozenset({0, 1, 3})

# characters of the columns, the dates of other days being cut first; what is left is for the state
_COLUMNS: Final = {0: 18, 1: 18, 3: 14}
_STATE_CHARACTERS: Final = 38
_LINES: Final = 26

# of the dialog in pixels, where its text needs no more; and what is left of a screen for the frame of a window
_LEAST: Final = QSize(620, 420)
_FRAME: Final = QSize(20, 40)


@dataclass(frozen=True, slots=True)
class Transition:
    """State with its start, end and duration.

    Attributes:
        to_s: the end; None while the state lasts.
    """

    from_s: float
    to_s: float | None
    word: str
    duration_s: float

    @property
    def cells(self) -> tuple[str, str, str, str]:
        """Texts of the four columns."""
        until = "" if self.to_s is None else format_stamp(round(self.to_s * 1e9))
        return (
            format_stamp(round(self.from_s * 1e9)),
            until or say(StatesWording.STILL_SO()),
            self.word,
            f"{self.duration_s:,.3f} s",
        )


def transitions_of(history: StateHistory, until_s: float) -> list[Transition]:
    """Return all states that are kept, oldest first; `until_s` is the end of the last one as far as is known."""
    found = []
    for run in history.runs:
        end_s = max(until_s, run.start_s) if run.end_s is None else run.end_s
        found.append(Transition(run.start_s, run.end_s, state_text(history, run), end_s - run.start_s))
    return found


def as_csv(transitions: Sequence[Transition]) -> str:
    """Format transitions as CSV with a title line; times in seconds since 1970, or of the simulation."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("from_s", "to_s", "word", "duration_s"))
    for each in transitions:
        to_s = "" if each.to_s is None else f"{each.to_s:.6f}"
        writer.writerow((f"{each.from_s:.6f}", to_s, _harmless(each.word), f"{each.duration_s:.6f}"))
    return out.getvalue()


def as_text(transitions: Sequence[Transition]) -> str:
    """Format transitions as they are shown, with tabs between columns."""
    return "\n".join("\t".join(each.cells) for each in transitions)


def _harmless(word: str) -> str:
    # a spreadsheet takes a cell that begins so for a formula
    return f"'{word}" if word[:1] in {"=", "+", "-", "@", "\t", "\r"} else word


class TransitionsModel(QAbstractTableModel):
    """Table model of transitions, the newest first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.shown: list[Transition] = []

    def show_transitions(self, transitions: Sequence[Transition]) -> None:
        """Show transitions, given oldest first; rows that stay are not reset."""
        new = list(reversed(transitions[-LISTED:]))
        before = self.shown
        # all rows but the newest of before are unchanged
        grown = len(new) - len(before)
        if before and grown >= 0 and [each.from_s for each in new[grown:]] == [each.from_s for each in before]:
            if grown:
                self.beginInsertRows(QModelIndex(), 0, grown - 1)
                self.shown = new
                self.endInsertRows()
            self.shown = new
            self.dataChanged.emit(self.index(0, 0), self.index(min(grown, len(new) - 1), 3))
        elif new or before:
            self.beginResetModel()
            self.shown = new
            self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of transitions."""
        return 0 if parent.isValid() else len(self.shown)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of columns."""
        return 0 if parent.isValid() else 4

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return text and alignment of a cell."""
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.shown[index.row()].cells[index.column()]
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() in _NUMBERS:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return title and alignment of a column."""
        if role == Qt.ItemDataRole.TextAlignmentRole and section in _NUMBERS:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role != Qt.ItemDataRole.DisplayRole or orientation is not Qt.Orientation.Horizontal:
            return None
        return (
            say(StatesWording.FROM()),
            say(StatesWording.TO()),
            say(StatesWording.STATE()),
            say(StatesWording.DURATION()),
        )[section]


class TransitionsDialog(OrderedDialog):
    """Dialog of all transitions of a row. It is updated while it is open: its owner calls `refresh` now and then.

    Args:
        lane: the row.
        until_s: returns until when the newest state of the row lasts, as far as is known.
        parent: the panel.
    """

    def __init__(self, lane: StateRow, until_s: Callable[[StateRow], float], parent: QWidget) -> None:
        super().__init__(parent)
        self.row = lane
        self._until_s = until_s
        self._taken: object = None
        self.model = TransitionsModel(self)
        title = StatesWording.TITLE(path=lane.spec.path)
        if isinstance(lane, RunStateRow):
            title = TimeAxisWording.OF_RUN(run=lane.run.name, what=title)
        self.setWindowTitle(say(title))
        self.summary = QLabel()
        self.summary.setProperty("muted", True)
        self.summary.setTextFormat(Qt.TextFormat.PlainText)
        self.table = TableView(self.fontMetrics().height() + 6)
        self.table.setSelectionMode(TableView.SelectionMode.ExtendedSelection)
        self.table.setModel(self.model)
        self.table.setAccessibleName(self.windowTitle())
        header = self.table.horizontalHeader()
        size_columns(header, _COLUMNS)
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
        self.copy_csv = QPushButton(say(StatesWording.COPY_AS_CSV()))
        self.copy_text = QPushButton(say(StatesWording.COPY_AS_TEXT()))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        for button in (self.copy_csv, self.copy_text):
            button.setAutoDefault(False)
            button.setToolTip(say(StatesWording.COPY_TIP()))
            buttons.addButton(button, QDialogButtonBox.ButtonRole.ActionRole)
        layout = QVBoxLayout(self)
        layout.addWidget(self.summary)
        layout.addWidget(self.table, 1)
        layout.addWidget(buttons)
        metrics = self.fontMetrics()
        wanted = QSize(
            metrics.averageCharWidth() * (sum(_COLUMNS.values()) + _STATE_CHARACTERS), metrics.height() * _LINES
        )
        self.resize(wanted.expandedTo(_LEAST).boundedTo(self.screen().availableGeometry().size() - _FRAME))
        self.copy_csv.clicked.connect(lambda: self.copy(as_csv))
        self.copy_text.clicked.connect(lambda: self.copy(as_text))
        self.table.copy_requested.connect(lambda: self.copy(as_text))
        self.table.customContextMenuRequested.connect(self._show_menu)
        buttons.rejected.connect(self.reject)
        self.refresh()

    def refresh(self) -> None:
        """Show the transitions of now."""
        history, until_s = self.row.history, self._until_s(self.row)
        newest = history.newest
        # the duration of the present state is shown in tenths of a second
        taken = (newest.start_s if newest else None, newest.code if newest else None, round(until_s, 1), history.resets)
        if taken == self._taken:
            return
        self._taken = taken
        found = transitions_of(history, until_s)
        self.model.show_transitions(found)
        text = say(StatesWording.SUMMARY(topic=topic_text(self.row.spec.key.topic), count=f"{len(found):,}"))
        if len(found) > LISTED:
            text += say(StatesWording.SUMMARY_LISTED(count=f"{LISTED:,}"))
        self.summary.setText(text)

    def copy(self, written: Callable[[Sequence[Transition]], str]) -> None:
        """Copy the selected rows to the clipboard, oldest first; all transitions if none is selected."""
        rows = sorted({index.row() for index in self.table.selectionModel().selectedRows()}, reverse=True)
        chosen = [self.model.shown[row] for row in rows if row < len(self.model.shown)]
        QGuiApplication.clipboard().setText(
            written(chosen or transitions_of(self.row.history, self._until_s(self.row)))
        )

    def _show_menu(self, place: Any) -> None:
        menu = context_menu(self)
        add_entry(menu, say(StatesWording.COPY_AS_TEXT_WORD()), lambda: self.copy(as_text))
        add_entry(menu, say(StatesWording.COPY_AS_CSV_WORD()), lambda: self.copy(as_csv))
        menu.popup(self.table.viewport().mapToGlobal(place))
