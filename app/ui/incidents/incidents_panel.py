"""The panel of incidents: what was kept around a stop, with its page, note and export."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, Final

from PySide6.QtCore import QModelIndex, QPoint, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QToolButton, QVBoxLayout, QWidget
from shiboken6 import Shiboken

from app.record.incidents import PAGE, Incident, IncidentFolder
from app.ui.base.dialogs import ask_for_save_path
from app.ui.base.refresh import Spawn
from app.ui.base.text import say
from app.ui.base.theme import Themes
from app.ui.base.view_keys import ViewKey, key_name
from app.ui.incidents.incident_list import IncidentColumn, IncidentListModel, cell_text
from app.ui.widgets.item_views import ColumnHider, ColumnPriority, EditTree, size_columns
from app.ui.widgets.menus import add_entry, context_menu
from app.ui.widgets.pages import EmptyState, PageStack
from app.ui.widgets.question_bar import Answer, QuestionBar
from app.ui.widgets.tool_row import ToolRow
from app.wording.ui.incidents import IncidentListWording
from app.wording.ui.time_axis import TimeAxisWording

_LAYOUT: Final = "incidents"
# how often the folder is read while the panel can be seen
_READ_S: Final = 2.0
_KEEP_KEY: Final = "Ins"


class IncidentsPanel(QWidget):
    """Panel with a row for each incident. The disk is read and written in threads.

    Args:
        folder: the incidents of this user.

    Signals:
        time_asked: all views are to show a time, in nanoseconds.
        compare_asked: a recording is to be laid beneath what views show, by its path.
    """

    time_asked: Final = Signal(object)
    compare_asked: Final = Signal(object)
    # while views show the past
    is_of_now = True

    VIEW_KEYS: ClassVar[tuple[ViewKey, ...]] = (
        ViewKey("Enter", IncidentListWording.OPEN_KEY),
        ViewKey("F2", IncidentListWording.NOTE_KEY),
        ViewKey(_KEEP_KEY, IncidentListWording.KEEP_KEY),
        ViewKey("Del", IncidentListWording.DELETE_KEY),
    )

    def __init__(self, folder: IncidentFolder, spawn: Spawn, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._folder = folder
        self._spawn = spawn
        self._themes = themes
        self._read_s = float("-inf")
        self._is_reading = False
        # the share of an export that is done, and whether it is to go on; None while there is none
        self._exported: float | None = None
        self._may_export = False
        self.model = IncidentListModel(themes, self)
        self.tree = self._make_tree()
        tip = IncidentListWording.OPEN_TIP(key=key_name("Return"))
        self.open_button = self._button(IncidentListWording.OPEN(), tip)
        tip = IncidentListWording.KEEP_TIP(key=key_name(_KEEP_KEY))
        self.keep_button = self._button(IncidentListWording.KEEP(), tip)
        self.export_button = self._button(IncidentListWording.EXPORT(), IncidentListWording.EXPORT_TIP())
        tip = IncidentListWording.DELETE_TIP(key=key_name("Del"))
        self.delete_button = self._button(IncidentListWording.DELETE(), tip)
        self.bar = QuestionBar(themes, stacks=True)
        title, hint = say(IncidentListWording.NONE_TITLE()), say(IncidentListWording.NONE_HINT())
        self.empty = EmptyState(themes, "history", title, hint)
        self._pages = PageStack()
        self._lay_out()
        self.setFocusProxy(self.tree)
        self._connect()
        themes.changed.connect(self._draw)
        self._draw()
        self._show_current()

    @property
    def current(self) -> Incident | None:
        """The selected incident."""
        return self.model.incident(self.tree.currentIndex())

    def can_be_seen(self) -> bool:
        """Whether the panel is visible."""
        return self.isVisible() and not self.window().isMinimized()

    def refresh(self, now: float) -> None:
        """Read the folder from time to time, and show how far an export is."""
        if self._exported is not None:
            self.bar.words.setText(say(IncidentListWording.EXPORTING(share=self._exported)))
        if now - self._read_s >= _READ_S and not self._is_reading:
            self._read_s = now
            self._is_reading = True
            self._spawn(self._read(), "read incidents")

    def save(self) -> None:
        """Save the columns."""
        self._themes.preferences.set_widget_state(_LAYOUT, self._columns.save_state())

    # what the operator does

    def open_page(self) -> None:
        """Make the page of the selected incident, in the language of the window, and open it in the browser."""
        incident = self.current
        if incident is not None and incident.facts.is_complete:
            page = incident.folder / PAGE
            self._do("open incident", functools.partial(_make_page, incident), lambda: self._open(page))

    def edit_note(self) -> None:
        """Edit the note of the selected incident."""
        cell = self.tree.currentIndex().siblingAtColumn(IncidentColumn.NOTE)
        if cell.isValid():
            self.tree.edit(cell)

    def toggle_kept(self) -> None:
        """Keep the selected incident whatever room there is, or no longer."""
        incident = self.current
        if incident is not None:
            keep = functools.partial(self._folder.keep, incident, is_kept=not incident.facts.is_kept)
            self._do("keep incident", keep)

    def export(self) -> None:
        """Ask for a file, and write all of the selected incident into it."""
        incident = self.current
        if incident is not None and incident.facts.is_complete and self._exported is None:
            title, kinds = say(IncidentListWording.EXPORT_TITLE()), say(IncidentListWording.ZIP_FILES())
            name = Path(f"teledeck-{incident.name}.zip")
            ask_for_save_path(self, self._themes, title, name, kinds, lambda path: self.export_to(incident, path))

    def export_to(self, incident: Incident, path: Path) -> None:
        """Write all of an incident into a zip file."""
        self._exported, self._may_export = 0.0, True
        cancel = Answer(say(IncidentListWording.CANCEL()), self._cancel_export, stays=True)
        self.bar.show_message(say(IncidentListWording.EXPORTING(share=0.0)), cancel)
        self._spawn(self._export(incident, path), "export incident")

    def delete(self) -> None:
        """Ask whether to delete the selected incident."""
        incident = self.current
        # what is still being recorded is not the operator's yet
        if incident is None or incident.is_recorded or self._exported is not None:
            return
        words = say(IncidentListWording.ASK_DELETE(time=cell_text(incident, IncidentColumn.TIME)))
        delete = functools.partial(self._do, "delete incident", functools.partial(self._folder.delete, incident))
        keep = Answer(say(IncidentListWording.DO_NOT_DELETE()), self._focus_list)
        self.bar.ask(words, Answer(say(IncidentListWording.DELETE()), delete), keep)

    def show_folder(self) -> None:
        """Show the folder of the selected incident."""
        incident = self.current
        if incident is not None:
            self._open(incident.folder)

    def copy(self) -> None:
        """Copy the selected row."""
        incident = self.current
        if incident is not None:
            QGuiApplication.clipboard().setText("\t".join(cell_text(incident, column) for column in IncidentColumn))

    # in threads

    async def _read(self) -> None:
        try:
            incidents = await asyncio.to_thread(self._folder.list)
        finally:
            self._is_reading = False
        # a field that is edited would be lost with its row
        if Shiboken.isValid(self) and self.tree.state() is not QAbstractItemView.State.EditingState:
            self._show(incidents)

    def _do(self, name: str, act: Callable[[], object], then: Callable[[], object] = lambda: None) -> None:
        """Do something with the disk in a thread, read the folder again, and go on."""

        async def do() -> None:
            fault = ""
            try:
                await asyncio.to_thread(act)
            except OSError as error:
                fault = error.strerror or str(error)
            if not Shiboken.isValid(self):
                return
            if fault:
                self.bar.show_message(say(IncidentListWording.FAILED(reason=fault)), bad=True)
            else:
                then()
            await self._read()

        self._spawn(do(), name)

    async def _export(self, incident: Incident, path: Path) -> None:
        def progress(share: float) -> bool:
            self._exported = share
            return self._may_export

        def export() -> bool:
            _make_page(incident)
            return self._folder.export(incident, path, progress)

        fault, is_done = "", False
        try:
            is_done = await asyncio.to_thread(export)
        except OSError as error:
            fault = error.strerror or str(error)
        finally:
            self._exported = None
        if not Shiboken.isValid(self):
            return
        self.bar.dismiss()
        if fault:
            self.bar.show_message(say(IncidentListWording.FAILED(reason=fault)), bad=True)
        elif is_done:
            show = Answer(say(IncidentListWording.SHOW_FOLDER()), lambda: self._open(path.parent))
            self.bar.show_message(say(IncidentListWording.EXPORTED(file=path.name)), show)

    # inside

    def _show(self, incidents: list[Incident]) -> None:
        current = self.current
        column = self.tree.currentIndex().column()
        if self.model.set_incidents(incidents):
            chosen = self.model.index_of(current.name) if current is not None else self.tree.currentIndex()
            if not chosen.isValid() and incidents:
                chosen = self.model.index(0, 0)
            self.tree.setCurrentIndex(chosen.siblingAtColumn(max(column, 0)))
        self._pages.setCurrentWidget(self.tree if incidents else self.empty)
        self._show_current()

    def _show_current(self) -> None:
        incident = self.current
        is_complete = incident is not None and incident.facts.is_complete
        for button in (self.open_button, self.export_button):
            button.setEnabled(is_complete)
        self.delete_button.setEnabled(incident is not None and not incident.is_recorded)
        self.keep_button.setEnabled(incident is not None)
        is_kept = incident is not None and incident.facts.is_kept
        code = IncidentListWording.DO_NOT_KEEP if is_kept else IncidentListWording.KEEP
        self.keep_button.setText(say(code()))

    def _open(self, path: Path) -> None:
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
            self.bar.show_message(say(IncidentListWording.NO_BROWSER(path=path)), bad=True)

    def _cancel_export(self) -> None:
        self._may_export = False

    def _focus_list(self) -> None:
        self.tree.setFocus(Qt.FocusReason.OtherFocusReason)

    def _activate(self) -> None:
        if self.tree.currentIndex().column() == IncidentColumn.NOTE:
            self.edit_note()
        else:
            self.open_page()

    def _show_menu(self, place: QPoint) -> None:
        incident = self.current
        if incident is None:
            return
        is_complete = incident.facts.is_complete
        keep = IncidentListWording.DO_NOT_KEEP if incident.facts.is_kept else IncidentListWording.KEEP
        menu = context_menu(self)
        add_entry(menu, say(IncidentListWording.OPEN()), self.open_page, key=key_name("Return"), enabled=is_complete)
        add_entry(menu, say(IncidentListWording.EDIT_NOTE()), self.edit_note, key=key_name("F2"))
        add_entry(menu, say(keep()), self.toggle_kept, key=key_name(_KEEP_KEY))
        add_entry(menu, say(TimeAxisWording.SHOW_TIME()), lambda: self.time_asked.emit(incident.facts.time_ns))
        compare = say(IncidentListWording.COMPARE())
        add_entry(menu, compare, lambda: self.compare_asked.emit(incident.recording), enabled=is_complete)
        menu.addSeparator()
        add_entry(menu, say(IncidentListWording.EXPORT()), self.export, enabled=is_complete)
        add_entry(menu, say(IncidentListWording.SHOW_FOLDER()), self.show_folder)
        add_entry(menu, say(IncidentListWording.COPY()), self.copy, icon=self._themes.icon("copy"))
        menu.addSeparator()
        icon = self._themes.icon("delete")
        delete, key = say(IncidentListWording.DELETE()), key_name("Del")
        add_entry(menu, delete, self.delete, key=key, icon=icon, enabled=not incident.is_recorded)
        menu.popup(self.tree.viewport().mapToGlobal(place))

    def _ask_time(self, index: QModelIndex) -> None:
        incident = self.model.incident(index)
        if incident is not None:
            self.time_asked.emit(incident.facts.time_ns)

    def _note(self, incident: Incident, text: str) -> None:
        self._do("note incident", functools.partial(self._folder.note, incident, text))
        # Enter opens the page again
        self.tree.setCurrentIndex(self.tree.currentIndex().siblingAtColumn(IncidentColumn.TIME))

    def _make_tree(self) -> EditTree:
        tree = EditTree(Qt.TextElideMode.ElideRight, 0, IncidentColumn.NOTE)
        tree.setRootIsDecorated(False)
        tree.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        tree.setAccessibleName(say(IncidentListWording.LIST_LABEL()))
        tree.setModel(self.model)
        header = tree.header()
        size_columns(header, {0: 28, 1: 16, 2: 34, 3: 14, 4: 11})
        header.restoreState(self._themes.preferences.widget_state(_LAYOUT))
        header.setSectionResizeMode(IncidentColumn.NOTE, QHeaderView.ResizeMode.Stretch)
        order = (IncidentColumn.SIZE, IncidentColumn.LENGTH, IncidentColumn.ROBOT)
        self._columns = ColumnHider(header, ColumnPriority(IncidentColumn.NOTE, 10, order))
        return tree

    def _lay_out(self) -> None:
        row = ToolRow()
        for button in (self.open_button, self.keep_button, self.export_button, self.delete_button):
            row.add_button(button)
        row.add_stretch()
        self._pages.addWidget(self.empty)
        self._pages.addWidget(self.tree)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(6, 6, 6, 6)
        layout.setSpacing(6)
        layout.addWidget(row)
        layout.addWidget(self.bar)
        layout.addWidget(self._pages, 1)

    def _connect(self) -> None:
        self.open_button.clicked.connect(self.open_page)
        self.keep_button.clicked.connect(self.toggle_kept)
        self.export_button.clicked.connect(self.export)
        self.delete_button.clicked.connect(self.delete)
        self.model.note_edited.connect(self._note)
        self.tree.selectionModel().currentChanged.connect(self._show_current)
        self.tree.activated.connect(self._activate)
        self.tree.copy_requested.connect(self.copy)
        self.tree.middle_clicked.connect(self._ask_time)
        self.tree.customContextMenuRequested.connect(self._show_menu)
        context = Qt.ShortcutContext.WidgetShortcut
        QShortcut(QKeySequence.StandardKey.Delete, self.tree, self.delete, context=context)
        QShortcut(QKeySequence(Qt.Key.Key_Insert), self.tree, self.toggle_kept, context=context)
        within = Qt.ShortcutContext.WidgetWithChildrenShortcut
        QShortcut(QKeySequence("Escape"), self.bar, self.bar.decline, context=within)

    def _button(self, text: str, tip: str) -> QToolButton:
        button = QToolButton()
        button.setText(say(text))
        button.setToolTip(say(tip))
        return button

    def _draw(self) -> None:
        icons = {"guide": self.open_button, "lock": self.keep_button, "snapshot": self.export_button}
        for name, button in {**icons, "delete": self.delete_button}.items():
            button.setIcon(self._themes.icon(name))


def _make_page(incident: Incident) -> None:
    # it imports numpy
    from app.record.incident_page import write_page  # noqa: PLC0415

    write_page(incident, say)
