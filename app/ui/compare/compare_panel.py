"""The panel that compares runs: their list, and pages on where they lie and how far they are apart."""

from __future__ import annotations

import functools
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import (
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QHideEvent,
    QKeySequence,
    QResizeEvent,
    QShortcut,
    QShowEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTabBar, QToolButton, QVBoxLayout, QWidget
from shiboken6 import Shiboken

from app.model.errors import UserFacingError
from app.model.marks import Marks
from app.model.reference_runs import MAX_RUNS, ReferenceRun, RunPlace
from app.model.timeseries.curve_spec import CurveSpec
from app.model.timeseries.feeds import TimeBase
from app.record.addresses import SCHEME, SUFFIXES, is_recording, recording_name, recording_paths
from app.ui.base import dialogs
from app.ui.base.dialogs import FileDialog
from app.ui.base.refresh import Spawn
from app.ui.base.text import followed, listed_names, say, with_tip
from app.ui.base.theme import Themes
from app.ui.base.view_keys import ViewKey, key_name
from app.ui.compare.alignment_page import AlignmentPage
from app.ui.compare.events_page import EventsPage, LiveEvents
from app.ui.compare.figures_page import FiguresPage
from app.ui.compare.run_curves import Panels, RunCurves
from app.ui.compare.run_list import SWATCH, RunColumn, RunListModel
from app.ui.widgets.item_views import ColumnHider, ColumnPriority, EditTree, size_columns
from app.ui.widgets.menus import MenuButton, add_entry, context_menu, empty_menu
from app.ui.widgets.notices import OfferNotice
from app.ui.widgets.pages import EmptyState, PageStack, ScrolledPage
from app.ui.widgets.splitters import KeySplitter
from app.ui.widgets.tool_row import ToolRow
from app.ui.widgets.undo import Removals
from app.wording.ui.compare import AlignmentPageWording, EventsWording, FiguresWording, RunListWording
from app.wording.ui.playback import PlaybackBarWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.links import Links
    from app.session.recordings import Recordings
    from app.session.reference_runs import ReferenceRuns
    from app.session.topics import Topics

_LAYOUT: Final = "compare"
_TAB: Final = "compare page"
_TABS: Final = ("alignment", "figures", "events")
_ADD_KEY: Final = "Ins"
# the list changes with what is read; where runs lie is shown at once
_LIST_S: Final = 0.5
# nobody reads figures faster
_FIGURES_S: Final = 0.1
# with less room the pages stand below the list
_CHARACTERS_BESIDE: Final = 110
_LINES: Final = 19
# of list and pages, in the ratio of these
_SHARES: Final = (4000, 6000)
_FILTERS: Final = " ".join(f"*{suffix}" for suffix in SUFFIXES)

# one that nobody may look into is none
_is_folder: Final = os.path.isdir

# makes a recording of the last minutes, and then does something with its file
Keep = Callable[[Callable[[Path], object]], object]


@dataclass(frozen=True, slots=True)
class CompareTools:
    """The tools that the panel needs of a window.

    Attributes:
        panels: returns the open panels of plots.
        recent: returns the addresses that were used last, newest first.
        go_to: has all views show a time in seconds, which is that of a stamp or of receipt.
        events: the events of now.
    """

    runs: ReferenceRuns
    links: Links
    topics: Topics
    recordings: Recordings
    marks: Marks
    themes: Themes
    spawn: Spawn
    panels: Panels
    recent: Callable[[], Sequence[str]]
    keep: Keep
    go_to: Callable[[float, bool], object]
    events: LiveEvents


class ComparePanel(QWidget):
    """Panel with a row for each run, and pages on the selected one and on all.

    Args:
        now_ns: gives the time of the wall clock.
    """

    # while views show the past
    is_of_now = True

    VIEW_KEYS: ClassVar[tuple[ViewKey, ...]] = (
        ViewKey(_ADD_KEY, RunListWording.KEY_ADD),
        ViewKey("F2", RunListWording.KEY_RENAME),
        ViewKey("Space", RunListWording.KEY_SHOW),
        ViewKey("Del", RunListWording.KEY_REMOVE),
        ViewKey("Ctrl+Z", RunListWording.KEY_UNDO),
    )

    def __init__(
        self, tools: CompareTools, now_ns: Callable[[], int] = time.time_ns, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._tools = tools
        self._runs = tools.runs
        self._listed_s = self._figures_s = float("-inf")
        self._compared: list[tuple[CurveSpec, TimeBase]] = []
        self._listed: tuple[ReferenceRun, ...] | None = None
        self.curves = RunCurves(tools.links, tools.topics, tools.runs, tools.panels)
        self.model = RunListModel(tools.runs, tools.themes, self._place, self._live_types, self)
        self.tree = self._make_tree()
        words = RunListWording
        self.add_button = _button(words.ADD(), words.ADD_TIP(key=key_name(_ADD_KEY)))
        self.recent = MenuButton()
        self.recent.setText(say(words.RECENT()))
        self.recent.setToolTip(say(words.RECENT_TIP()))
        self.keep_button = _button(words.ADD_LAST(), words.ADD_LAST_TIP())
        self.cancel_button = _button(words.CANCEL_READING(), words.CANCEL_READING_TIP())
        self.remove_button = _button(words.REMOVE(), words.REMOVE_TIP(key=key_name("Del")))
        self.clear_button = _button(words.REMOVE_ALL(), words.REMOVE_ALL_TIP())
        self.notice = OfferNotice(tools.themes, "delete")
        self.removals = Removals(self, self.notice)
        self.empty = EmptyState(tools.themes, "layers", say(words.NONE_TITLE()), say(words.NONE_HINT(most=MAX_RUNS)))
        self.alignment = AlignmentPage(
            tools.runs, self.curves, tools.marks, tools.links, tools.recordings, tools.spawn, self._put, now_ns
        )
        self.figures = FiguresPage(tools.runs, self.curves, tools.themes, tools.spawn)
        self.events = EventsPage(tools.runs, self.curves, tools.events, tools.themes, tools.spawn)
        self.tabs, self._tab_pages = QTabBar(), PageStack()
        self._splitter = KeySplitter(Qt.Orientation.Horizontal)
        self._pages = PageStack()
        self._lay_out()
        self.setFocusProxy(self.tree)
        self.setAcceptDrops(True)
        self._connect()
        tools.themes.changed.connect(self._draw)
        self._draw()
        self._show()

    @property
    def current(self) -> ReferenceRun | None:
        """The selected run."""
        return self.model.run(self.tree.currentIndex())

    def can_be_seen(self) -> bool:
        """Whether the panel is visible."""
        return self.isVisible() and not self.window().isMinimized()

    def refresh(self, now: float) -> None:
        """Show the runs as they are now, and go on with what is calculated; `now` is monotonic, in seconds."""
        has_figures = self._tab_pages.currentWidget() is self.figures
        is_due = has_figures and now - self._figures_s >= _FIGURES_S
        if is_due or not has_figures:
            self._compared = self.figures.wanted() if has_figures else []
        self.curves.want({*self.alignment.wanted(), *self._compared})
        self.alignment.refresh()
        if is_due:
            self._figures_s = now
            self.figures.refresh()
        if self._runs.runs is not self._listed or now - self._listed_s >= _LIST_S:
            self._listed_s = now
            self._show()
            if self._tab_pages.currentWidget() is self.events:
                self.events.refresh(now)

    def save(self) -> None:
        """Save the columns."""
        self.figures.save()
        self._tools.themes.preferences.set_widget_state(_LAYOUT, self._columns.save_state())

    def close_down(self) -> None:
        """End what is calculated, and let go of the curves of runs."""
        self.alignment.close_down()
        self.figures.close_down()
        self.curves.close()

    # what the operator does

    def ask_to_add(self) -> None:
        """Ask for recordings, in the folder of the last one; each becomes a run."""
        parents = [path.parent for uri in self._recent_uris() for path in recording_paths(uri)]
        folder = next((parent for parent in parents if _is_folder(parent)), Path.home())
        kinds = f"{say(PlaybackBarWording.KINDS())} ({_FILTERS});;{say(PlaybackBarWording.ALL_FILES())} (*)"
        dialog = FileDialog(self.window(), say(RunListWording.ADD_TITLE()), folder, kinds)
        dialog.setFileMode(FileDialog.FileMode.ExistingFiles)
        dialog.filesSelected.connect(lambda files: self.add([(Path(file),) for file in files]))
        dialogs.show_dialog(dialog, "run")

    def add(self, recordings: Sequence[Sequence[Path]]) -> None:
        """Lay recordings beneath what views show, each of one or more files."""
        self._tools.spawn(self._add([tuple(paths) for paths in recordings]), "add runs")

    def add_last(self) -> None:
        """Make a recording of the last minutes, and add it."""
        self._tools.keep(lambda path: self.add([(path,)]))

    def rename(self) -> None:
        """Edit the name of the selected run."""
        cell = self.tree.currentIndex().siblingAtColumn(RunColumn.NAME)
        if cell.isValid():
            self.tree.edit(cell)

    def toggle_shown(self) -> None:
        """Show the selected run in views, or hide it."""
        if (run := self.current) is not None:
            self._runs.change(run.id, is_shown=not run.is_shown)
            self._show()

    def remove(self) -> None:
        """Take the selected run away; that can be undone."""
        if (run := self.current) is not None:
            self._remove([run])

    def remove_all(self) -> None:
        """Take all runs away; that can be undone."""
        self._remove(list(self._runs.runs))

    def cancel_reading(self) -> None:
        """End all that is read of the selected run."""
        run = self.current
        for reading in self._runs.readings:
            if run is not None and reading.run_id == run.id:
                reading.cancel()

    def copy(self) -> None:
        """Copy the selected row."""
        if self.current is not None:
            QGuiApplication.clipboard().setText(self.model.row_text(self.tree.currentIndex()))

    # overrides of QWidget

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files."""
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Add the recordings, and folders of them, that are dropped."""
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        recordings = [path for path in paths if is_recording(path.name) or _is_folder(path)]
        event.acceptProposedAction()
        if recordings:
            self.add([(path,) for path in recordings])
        else:
            names = listed_names(path.name for path in paths)
            self.notice.show_message(say(RunListWording.NO_RECORDINGS(names=names)), fault=True)

    def sizeHint(self) -> QSize:
        """Return no more than room for some lines: the rest scrolls, and views need theirs."""
        hint = super().sizeHint()
        return QSize(hint.width(), min(hint.height(), _LINES * self.fontMetrics().height()))

    def showEvent(self, event: QShowEvent) -> None:
        """Give the rows the height that they have in the style of the window, which is known now."""
        super().showEvent(event)
        self.tree.scheduleDelayedItemsLayout()

    def hideEvent(self, event: QHideEvent) -> None:
        """Let go of the curves of runs: they are read again when they are seen."""
        super().hideEvent(event)
        if not self.alignment.is_searching:
            self.curves.close()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the pages beside the list, or below it."""
        super().resizeEvent(event)
        is_wide = self.width() >= _CHARACTERS_BESIDE * self.fontMetrics().averageCharWidth()
        wanted = Qt.Orientation.Horizontal if is_wide else Qt.Orientation.Vertical
        if self._splitter.orientation() is not wanted:
            self._splitter.setOrientation(wanted)
            self._splitter.setSizes(_SHARES)

    # runs

    async def _add(self, recordings: Sequence[Sequence[Path]], like: Sequence[ReferenceRun] = ()) -> None:
        """Add runs, as others were if these are given."""
        faults, added = list[str](), list[str]()
        for number, paths in enumerate(recordings):
            old = like[number] if like else None
            try:
                run = await self._runs.add(paths, old.name if old is not None else "")
            except UserFacingError as error:
                faults.append(with_tip(say(error.reason), say(error.tip)))
                continue
            added.append(run.id)
            if old is not None:
                self._runs.change(run.id, is_shown=old.is_shown, place=old.place, stamp_place=old.stamp_place)
        if not Shiboken.isValid(self):
            return
        self._show()
        if faults:
            self.notice.show_message(followed(*dict.fromkeys(faults)), fault=True)
        for run_id in added:
            self.tree.setCurrentIndex(self.model.index_of(run_id))
            if not like:
                self.alignment.lay_in_sight(run_id)

    def _remove(self, runs: Sequence[ReferenceRun]) -> None:
        if not runs:
            return
        # as they are when they are removed
        removed = list(runs)

        def remove() -> None:
            # those that were put back may have other ids
            now = {run.paths: run for run in self._runs.runs}
            removed[:] = [
                known
                if (known := self._runs.get(run.id)) is not None and known.paths == run.paths
                else now.get(run.paths, run)
                for run in removed
            ]
            for run in removed:
                self._runs.remove(run.id)
            self._show()

        def put_back() -> bool:
            is_room = len(self._runs.runs) + len(removed) <= MAX_RUNS
            if is_room:
                self._tools.spawn(self._add([run.paths for run in removed], removed), "add runs again")
            return is_room

        remove()
        names = listed_names(run.name for run in runs)
        self.removals.add(say(RunListWording.REMOVED()), names, remove, put_back)

    def _put(self, run: ReferenceRun, place: RunPlace, base: TimeBase) -> None:
        """Lay a run somewhere; that can be undone."""
        by_stamp, run_id = base is TimeBase.STAMP, run.id
        before = run.stamp_place if by_stamp else run.place

        def lay(where: RunPlace | None) -> bool:
            if by_stamp:
                self._runs.change(run_id, stamp_place=where)
            elif where is not None:
                self._runs.change(run_id, place=where)
            self._show()
            return self._runs.get(run_id) is not None

        lay(place)
        self.removals.add_change(functools.partial(lay, place), functools.partial(lay, before))

    def _place(self, run: ReferenceRun) -> RunPlace:
        return self.curves.place(run, self.curves.base)

    def _live_types(self) -> Mapping[str, str]:
        return {topic.key.topic: topic.info.type_name for topic in self._tools.topics.live.topics}

    def _recent_uris(self) -> list[str]:
        return [uri for uri in self._tools.recent() if uri.startswith(f"{SCHEME}:")]

    # inside

    def _show(self) -> None:
        """Show the runs, the selected one stays selected."""
        runs = self._runs.runs
        self._listed = runs
        # a field that is edited would be lost with its row
        if self.tree.state() is QAbstractItemView.State.EditingState:
            return
        current = self.current
        self.model.refresh()
        if runs and self.current is None:
            chosen = self.model.index_of(current.id) if current is not None else self.model.index(0, 0)
            self.tree.setCurrentIndex(chosen if chosen.isValid() else self.model.index(0, 0))
        self._pages.setCurrentWidget(self._body if runs else self.empty)
        self._show_current()

    def _show_current(self) -> None:
        run = self.current
        self.remove_button.setEnabled(run is not None)
        self.clear_button.setEnabled(bool(self._runs.runs))
        is_full = len(self._runs.runs) >= MAX_RUNS
        for button in (self.add_button, self.recent, self.keep_button):
            button.setEnabled(not is_full)
        is_read = run is not None and any(each.run_id == run.id and each.topics for each in self._runs.readings)
        self.cancel_button.setVisible(is_read)
        self.alignment.show_run(run)

    def _fill_recent(self) -> None:
        menu = self.recent.choices
        empty_menu(menu)
        for uri in self._recent_uris():
            text = recording_name(uri).replace("&", "&&")
            add_entry(menu, text, functools.partial(self.add, [recording_paths(uri)]))
        if menu.isEmpty():
            add_entry(menu, say(RunListWording.NO_RECENT()), lambda: None, enabled=False)

    def _show_menu(self, place: QPoint) -> None:
        run = self.current
        if run is None:
            return
        menu = context_menu(self)
        add_entry(menu, say(RunListWording.SHOW()), self.toggle_shown, key=key_name("Space"), checked=run.is_shown)
        add_entry(menu, say(RunListWording.RENAME()), self.rename, key=key_name("F2"))
        add_entry(menu, say(RunListWording.COPY()), self.copy, icon=self._tools.themes.icon("copy"))
        is_read = any(reading.run_id == run.id for reading in self._runs.readings)
        add_entry(menu, say(RunListWording.CANCEL_READING()), self.cancel_reading, enabled=is_read)
        menu.addSeparator()
        icon = self._tools.themes.icon("delete")
        add_entry(menu, say(RunListWording.REMOVE()), self.remove, key=key_name("Del"), icon=icon)
        menu.popup(self.tree.viewport().mapToGlobal(place))

    def _make_tree(self) -> EditTree:
        tree = EditTree(Qt.TextElideMode.ElideMiddle, 0, RunColumn.NAME)
        tree.setRootIsDecorated(False)
        tree.setIconSize(SWATCH)
        tree.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        tree.setAccessibleName(say(RunListWording.LIST_LABEL()))
        tree.setModel(self.model)
        header = tree.header()
        size_columns(header, {RunColumn.NAME: 34, RunColumn.OFFSET: 20, RunColumn.LENGTH: 12, RunColumn.FILE: 24})
        header.restoreState(self._tools.themes.preferences.widget_state(_LAYOUT))
        header.setSectionResizeMode(RunColumn.STATE, QHeaderView.ResizeMode.Stretch)
        self._columns = ColumnHider(header, ColumnPriority(RunColumn.STATE, 12, (RunColumn.FILE, RunColumn.LENGTH)))
        return tree

    def _lay_out(self) -> None:
        row = ToolRow()
        for button in (self.add_button, self.recent, self.keep_button):
            row.add_button(button)
        row.add_stretch()
        for button in (self.cancel_button, self.remove_button, self.clear_button):
            row.add_button(button)
        # in a dock that is too small for both, they scroll
        self._body = ScrolledPage(self._splitter)
        self._splitter.addWidget(self.tree)
        self._splitter.addWidget(self._make_tabs())
        self._splitter.setSizes(_SHARES)
        self._pages.addWidget(self.empty)
        self._pages.addWidget(self._body)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(6, 6, 6, 6)
        layout.setSpacing(6)
        layout.addWidget(row)
        layout.addWidget(self.notice)
        layout.addWidget(self._pages, 1)

    def _make_tabs(self) -> QWidget:
        for title, tip, page in (
            (AlignmentPageWording.TITLE(), AlignmentPageWording.TIP(), ScrolledPage(self.alignment)),
            (FiguresWording.TITLE(), FiguresWording.TIP(), self.figures),
            (EventsWording.TITLE(), EventsWording.TIP(), self.events),
        ):
            self.tabs.setTabToolTip(self.tabs.addTab(say(title)), say(tip))
            self._tab_pages.addWidget(page)
        self.tabs.setExpanding(False)
        self.tabs.setDrawBase(False)
        chosen = self._tools.themes.preferences.choice(_TAB)
        self.tabs.setCurrentIndex(_TABS.index(chosen) if chosen in _TABS else 0)
        self._tab_pages.setCurrentIndex(self.tabs.currentIndex())
        beside = QWidget()
        layout = QVBoxLayout(beside)
        layout.setContentsMargins(4, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.tabs)
        layout.addWidget(self._tab_pages, 1)
        return beside

    def _choose_tab(self, number: int) -> None:
        self._tab_pages.setCurrentIndex(number)
        self._tools.themes.preferences.set_choice(_TAB, _TABS[number])
        now, self._listed, self._figures_s = self._listed_s, None, float("-inf")
        self.refresh(now)

    def _connect(self) -> None:
        self.tabs.currentChanged.connect(self._choose_tab)
        self.figures.told.connect(lambda text, bad: self.notice.show_message(text, fault=bad))
        self.figures.time_asked.connect(self._tools.go_to)
        self.events.time_asked.connect(self._tools.go_to)
        self.add_button.clicked.connect(self.ask_to_add)
        self.recent.choices.aboutToShow.connect(self._fill_recent)
        self.keep_button.clicked.connect(self.add_last)
        self.cancel_button.clicked.connect(self.cancel_reading)
        self.remove_button.clicked.connect(self.remove)
        self.clear_button.clicked.connect(self.remove_all)
        self.tree.selectionModel().currentChanged.connect(self._show_current)
        self.tree.copy_requested.connect(self.copy)
        self.tree.customContextMenuRequested.connect(self._show_menu)
        context = Qt.ShortcutContext.WidgetShortcut
        QShortcut(QKeySequence(Qt.Key.Key_Space), self.tree, self.toggle_shown, context=context)
        QShortcut(QKeySequence.StandardKey.Delete, self.tree, self.remove, context=context)
        within = Qt.ShortcutContext.WidgetWithChildrenShortcut
        QShortcut(QKeySequence(Qt.Key.Key_Insert), self, self.ask_to_add, context=within)
        QShortcut(QKeySequence.StandardKey.Undo, self, self.removals.undo_last, context=within)
        QShortcut(QKeySequence.StandardKey.Redo, self, self.removals.redo, context=within)

    def _draw(self) -> None:
        icons = {"add": self.add_button, "history": self.recent, "record": self.keep_button}
        icons |= {"reset": self.cancel_button, "delete": self.remove_button, "cancel-all": self.clear_button}
        for name, button in icons.items():
            button.setIcon(self._tools.themes.icon(name))


def _button(text: str, tip: str) -> QToolButton:
    button = QToolButton()
    button.setText(say(text))
    button.setToolTip(say(tip))
    return button
