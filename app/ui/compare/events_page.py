"""The page of events: marks, alerts, stops and incidents of now and of the runs, side by side by the time of views."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QFont, QGuiApplication
from PySide6.QtWidgets import QHeaderView, QVBoxLayout, QWidget
from typing_extensions import override

from app.model.marks import Marks
from app.model.reference_runs import ReferenceRun
from app.model.time_contents import TimeContents, TimeEvent, TimeEventKind
from app.model.timeseries.feeds import TimeBase
from app.ui.base.refresh import Spawn
from app.ui.base.run_colors import run_swatch
from app.ui.base.text import format_stamp, plain_tip, say, titled
from app.ui.base.theme import Themes
from app.ui.base.view_keys import ViewKey, key_name
from app.ui.compare.run_curves import RunCurves
from app.ui.playback.time_events import IncidentTimes
from app.ui.widgets.item_views import TreeView, size_columns
from app.ui.widgets.marks import mark_name
from app.ui.widgets.menus import add_entry, context_menu
from app.ui.widgets.pages import EmptyState, PageStack
from app.wording import Catalogue
from app.wording.ui.compare import EventsWording
from app.wording.ui.time_axis import TimeAxisWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.record.incidents import IncidentFolder
    from app.session.alerts import SessionAlerts
    from app.session.deck import Deck
    from app.session.links import Links
    from app.session.recordings import Recordings
    from app.session.reference_runs import ReferenceRuns

_Index = QModelIndex | QPersistentModelIndex
_NO_INDEX: Final = QModelIndex()
# nobody reads more; the newest are kept
MAX_EVENTS: Final = 1000
# what is live is told as long before and after the runs
_AROUND_NS: Final = 60_000_000_000
_TIME, _LIVE, _FIRST_RUN = range(3)

_KINDS: Final[Mapping[TimeEventKind, Catalogue]] = {
    TimeEventKind.ALERT: EventsWording.ALERT,
    TimeEventKind.STOP: EventsWording.STOP,
    TimeEventKind.INCIDENT: EventsWording.INCIDENT,
}


@dataclass(frozen=True, slots=True)
class ShownEvent:
    """An event at a time of views.

    Attributes:
        run_id: of the run that has it; empty for what is live.
    """

    shown_ns: int
    text: str
    run_id: str = ""


class EventsModel(QAbstractTableModel):
    """Model of events: a row for each, a column for what is live and for each run."""

    def __init__(self, themes: Themes, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._runs: tuple[ReferenceRun, ...] = ()
        self._events: tuple[ShownEvent, ...] = ()
        self._current: frozenset[int] = frozenset()
        themes.changed.connect(self._redraw)

    def show_events(self, runs: Sequence[ReferenceRun], events: Sequence[ShownEvent], shown_ns: int) -> None:
        """Show events in the order of time, and which of them came last by a time in each column."""
        ordered = tuple(sorted(events, key=lambda event: event.shown_ns)[-MAX_EVENTS:])
        last = {event.run_id: row for row, event in enumerate(ordered) if event.shown_ns <= shown_ns}
        current = frozenset(last.values())
        names = [(run.id, run.name, run.number) for run in runs]
        if names != [(run.id, run.name, run.number) for run in self._runs] or ordered != self._events:
            self.beginResetModel()
            self._runs, self._events, self._current = tuple(runs), ordered, current
            self.endResetModel()
        elif current != self._current:
            self._current = current
            self._redraw()

    def event_of(self, index: _Index) -> ShownEvent | None:
        """Return the event of a row."""
        return self._events[index.row()] if index.isValid() and index.row() < len(self._events) else None

    def is_current(self, row: int) -> bool:
        """Whether the event of a row came last in its column, by the time that views show."""
        return row in self._current

    def as_text(self) -> str:
        """Return the table as text that a spreadsheet can paste."""
        columns = range(self.columnCount())
        heads = [str(self.headerData(column, Qt.Orientation.Horizontal)) for column in columns]
        rows = [[self._text(event, column) for column in columns] for event in self._events]
        return "\n".join("\t".join(row) for row in (heads, *rows))

    @override
    def rowCount(self, parent: _Index = _NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._events)

    @override
    def columnCount(self, parent: _Index = _NO_INDEX) -> int:
        return 0 if parent.isValid() else _FIRST_RUN + len(self._runs)

    @override
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        run = self._runs[section - _FIRST_RUN] if _FIRST_RUN <= section < self.columnCount() else None
        if role == Qt.ItemDataRole.DecorationRole and run is not None:
            return run_swatch(self._themes.current, run.number)
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        if run is not None:
            return run.name
        return say((EventsWording.LIVE if section == _LIVE else EventsWording.TIME)())

    @override
    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        event = self.event_of(index)
        if event is None:
            return None
        told: Any = None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                told = self._text(event, index.column())
            case Qt.ItemDataRole.ToolTipRole:
                told = plain_tip(self._text(event, index.column()))
            case Qt.ItemDataRole.FontRole if self.is_current(index.row()):
                told = QFont()
                told.setBold(True)
            case Qt.ItemDataRole.ForegroundRole if self.is_current(index.row()):
                told = self._themes.current.color("accent")
            case Qt.ItemDataRole.AccessibleTextRole if self.is_current(index.row()):
                told = say(EventsWording.IS_CURRENT(text=self._text(event, index.column())))
        return told

    # inside

    def _text(self, event: ShownEvent, column: int) -> str:
        if column == _TIME:
            return format_stamp(event.shown_ns, with_date=False)
        owner = "" if column == _LIVE else self._runs[column - _FIRST_RUN].id
        return event.text if owner == event.run_id else ""

    def _redraw(self) -> None:
        if self._events:
            last = self.index(len(self._events) - 1, self.columnCount() - 1)
            self.dataChanged.emit(self.index(0, 0), last)


@dataclass(frozen=True, slots=True)
class LiveEvents:
    """The sources of the events of now, and of what is played.

    Attributes:
        incidents: gives the incidents of this user.
    """

    marks: Marks
    alerts: SessionAlerts
    deck: Deck
    links: Links
    recordings: Recordings
    incidents: Callable[[], IncidentFolder]


class EventsPage(QWidget):
    """Page with a row for each event.

    Signals:
        time_asked: views are to show a time in seconds; whether it is that of stamps.

    Attributes:
        incidents: those that are known, in the order of time.
    """

    VIEW_KEYS: ClassVar[tuple[ViewKey, ...]] = (ViewKey("Enter", EventsWording.KEY_TIME),)

    time_asked: Final = Signal(float, bool)

    def __init__(
        self,
        runs: ReferenceRuns,
        curves: RunCurves,
        live: LiveEvents,
        themes: Themes,
        spawn: Spawn,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._runs = runs
        self._curves = curves
        self._live = live
        self.incidents: tuple[TimeEvent, ...] = ()
        self._incident_times = IncidentTimes(live.incidents, spawn, self)
        self.model = EventsModel(themes, self)
        self.table = self._make_table()
        self.empty = EmptyState(themes, "history", say(EventsWording.NONE_TITLE()), say(EventsWording.NONE_HINT()))
        self._pages = PageStack()
        self._pages.addWidget(self.empty)
        self._pages.addWidget(self.table)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 4, 0, 0)
        layout.addWidget(self._pages, 1)
        self.table.clicked.connect(self._clicked)
        self.table.activated.connect(self.go_to)
        self.table.middle_clicked.connect(self.go_to)
        self.table.copy_requested.connect(self.copy)
        self.table.customContextMenuRequested.connect(self._show_menu)

    def refresh(self, now: float) -> None:
        """Show the events that are known; `now` is monotonic, in seconds."""
        if self._incident_times.can_be_seen():
            self._incident_times.refresh(now)
        runs = [run for run in self._runs.runs if run.is_shown and run.topics]
        events = [event for run in runs for event in self._events_of(run)]
        if runs:
            events += self._live_events(runs)
        before = self.model.columnCount()
        shown = self.model.event_of(self.table.currentIndex())
        self.model.show_events(runs, events, self._shown_ns())
        if before != self.model.columnCount():
            self._size_columns()
        if shown is not None and not self.table.currentIndex().isValid():
            self._select(shown)
        self._pages.setCurrentWidget(self.table if self.model.rowCount() else self.empty)

    def go_to(self, index: QModelIndex) -> None:
        """Show the time of an event in all views."""
        event = self.model.event_of(index)
        if event is not None:
            self.time_asked.emit(event.shown_ns / 1e9, self._by_stamp)

    def copy(self) -> None:
        """Copy the table."""
        QGuiApplication.clipboard().setText(self.model.as_text())

    # inside

    @property
    def _by_stamp(self) -> bool:
        """Whether events lie by stamps: those of a simulation have nothing to do with their times."""
        clocks = self._live.links.own_clocks.values()
        return self._curves.base is TimeBase.STAMP and all(clock.is_recorded for clock in clocks)

    def _shown_ns(self) -> int:
        """The time that views show: of the recording that is played, by stamps, else of now or the past."""
        if self._by_stamp:
            for info in self._live.links.connections:
                if (state := self._live.recordings.state(info.id)) is not None:
                    return state.position_ns
        return self._live.deck.shown_ns()

    def _events_of(self, run: ReferenceRun) -> list[ShownEvent]:
        place, contents = run.place_by(stamp=self._by_stamp), self._runs.contents(run.id)
        return [ShownEvent(place.shown_ns(at_ns), text, run.id) for at_ns, text in _told(contents)]

    def _live_events(self, runs: Sequence[ReferenceRun]) -> list[ShownEvent]:
        """Return what is live around the times of runs, each once."""
        by_stamp, live = self._by_stamp, self._live
        places = [(run.place_by(stamp=by_stamp), run) for run in runs]
        since_ns = min(place.shown_ns(run.start_ns) for place, run in places) - _AROUND_NS
        until_ns = max(place.shown_ns(run.end_ns) for place, run in places) + _AROUND_NS
        lines = live.marks.lines(by_stamp=by_stamp)
        found = [(round(line.at_s * 1e9), _of_kind(EventsWording.MARK, mark_name(line.mark))) for line in lines]
        found += [(alert.raised_ns, _of_kind(EventsWording.ALERT, say(alert.text))) for alert in live.alerts.current]
        found += [(event.time_ns, _of_kind(_KINDS[event.kind], event.text)) for event in self.incidents]
        found += _told(live.deck.contents)
        if by_stamp:
            for info in live.links.connections:
                found += _told(live.recordings.contents(info.id))
        within = dict.fromkeys((at_ns, text) for at_ns, text in found if since_ns <= at_ns <= until_ns)
        return [ShownEvent(at_ns, text) for at_ns, text in within]

    def _select(self, event: ShownEvent) -> None:
        for row in range(self.model.rowCount()):
            index = self.model.index(row, 0)
            if self.model.event_of(index) == event:
                self.table.setCurrentIndex(index)

    def _clicked(self, index: QModelIndex) -> None:
        if index.column() == _TIME:
            self.go_to(index)

    def _show_menu(self, place: QPoint) -> None:
        index = self.table.indexAt(place)
        menu = context_menu(self)
        show = say(TimeAxisWording.SHOW_TIME())
        add_entry(menu, show, lambda: self.go_to(index), key=key_name("Return"), enabled=index.isValid())
        add_entry(menu, say(EventsWording.COPY(key=key_name("Ctrl+C"))), self.copy)
        menu.popup(self.table.viewport().mapToGlobal(place))

    def _make_table(self) -> TreeView:
        table = TreeView(Qt.TextElideMode.ElideRight, 0)
        table.setRootIsDecorated(False)
        table.setAccessibleName(say(EventsWording.LABEL()))
        table.setModel(self.model)
        return table

    def _size_columns(self) -> None:
        header = self.table.header()
        size_columns(header, {_TIME: 18})
        for column in range(_LIVE, self.model.columnCount()):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)


def _told(contents: TimeContents) -> list[tuple[int, str]]:
    """Return the times and texts of what a recording has."""
    marks = [(mark.time_ns, _of_kind(EventsWording.MARK, mark_name(mark))) for mark in contents.marks]
    return marks + [(event.time_ns, _of_kind(_KINDS[event.kind], event.text)) for event in contents.events]


def _of_kind(kind: Catalogue, text: str) -> str:
    return titled(say(kind()), text)
