"""Layouts of the window: shown, saved, shared, and filled as soon as the robot they wait for is there."""

from __future__ import annotations

import asyncio
import functools
import logging
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeySequence
from PySide6.QtWidgets import QInputDialog, QMainWindow, QMenu

from app.config.atomic_file import write_atomically
from app.config.preference_values import SaveFolder
from app.model.layout import (
    LONGEST_NAME,
    SUFFIX,
    Layout,
    LayoutFileError,
    PanelRequest,
    checked_layout_name,
    format_layout,
)
from app.model.status import ConnectionState
from app.session.connection_info import ConnectionInfo
from app.ui.base import dialogs
from app.ui.base.current_robot import CurrentRobot
from app.ui.base.dialogs import FileDialog
from app.ui.base.preferences import Preferences
from app.ui.base.refresh import Spawn
from app.ui.base.saving import write_in_thread
from app.ui.base.text import say
from app.ui.base.theme import Themes
from app.ui.widgets.dock_places import VIEW_PROPERTY, activate_layout, visible_docks
from app.ui.widgets.menus import add_entry, add_submenu
from app.ui.window.actions import LayoutActions, fill_layout_menu
from app.ui.window.layouts.arrangement import dock_places, docks_of
from app.ui.window.layouts.layout_store import LayoutStore, read_layout_file
from app.ui.window.layouts.layout_views import KINDS, LayoutViews
from app.ui.window.layouts.window_arrangement import WindowArrangement
from app.wording.ui.window import LayoutManagerWording

_LOGGER = logging.getLogger(__name__)

# a robot that was connected for so long has reported its topics
_SETTLED_S: Final = 2.0


class LayoutManager(QObject):
    """Shows, saves and shares layouts.

    Args:
        show_note: says for some seconds what was done.
        in_danger: tells whether a robot moves, may move, or may be moved by the next push.

    Signals:
        focus_left: a layout was shown whose views can't have the keyboard focus.

    Attributes:
        current: the name of the layout that was opened or saved last; empty if none was.
        missing: robots whose topics the layout shows and that are not connected.
    """

    focus_left = Signal()

    def __init__(
        self,
        window: QMainWindow,
        arrangement: WindowArrangement,
        show_note: Callable[[str], None],
        robot: CurrentRobot,
        themes: Themes,
        preferences: Preferences,
        spawn: Spawn,
        views: LayoutViews,
        actions: LayoutActions,
        folders: tuple[Path, Path],
        in_danger: Callable[[], bool],
    ) -> None:
        super().__init__(window)
        self.current = ""
        self.missing: tuple[str, ...] = ()
        self.store = LayoutStore(*folders, KINDS)
        self._window = window
        self._arrangement = arrangement
        self._show_note = show_note
        self._robot = robot
        self._themes = themes
        self._preferences = preferences
        self._spawn = spawn
        self._views = views
        self._in_danger = in_danger
        self._actions = actions
        self._menu = actions.menu or QMenu(window)
        self._before: Layout | None = None
        # panels that wait for a robot that has something to show in them, and what was looked at for that
        self._panels_later: tuple[PanelRequest, ...] = ()
        self._looked_at: tuple[str, int] | None = None
        actions.enable_icons()
        self._offer()
        actions.save.triggered.connect(self.ask_to_save)
        actions.back.triggered.connect(self.go_back)
        actions.open_file.triggered.connect(self.ask_to_open)
        actions.share.triggered.connect(self.ask_to_share)
        self._menu.aboutToShow.connect(self._fill_menu)
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    # showing

    def show_by_name(self, name: str) -> None:
        """Show a stored layout by name."""
        layout = self.store.get(name)
        if layout is not None:
            self.show_layout(layout)

    def show_layout(self, layout: Layout, remarks: list[str] | None = None) -> None:
        """Show a layout; the previous arrangement can be restored. What could not be shown is reported."""
        self._before = self.current_layout()
        problems = [*(remarks or []), *self._apply(layout)]
        self._focus_main_view()
        self._actions.back.setEnabled(True)
        if problems:
            title = say(LayoutManagerWording.NOT_ALL_SHOWN(name=self.store.title(layout.name)))
            dialogs.show_warning(self._window, self._themes, title, "\n".join(dict.fromkeys(map(say, problems))))
        else:
            key = self._actions.back.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            name = self.store.title(layout.name)
            with_key, alone = LayoutManagerWording.SHOWN_WITH_KEY, LayoutManagerWording.SHOWN
            self._show_note(say(with_key(name=name, key=key) if key else alone(name=name)))

    def go_back(self) -> None:
        """Restore the previous arrangement; a second call returns to the current one."""
        if self._before is not None:
            before, self._before = self._before, self.current_layout()
            self._apply(before)
            self._focus_main_view()

    def current_layout(self, name: str = "") -> Layout:
        """Return the current arrangement as a layout."""
        window = self._window
        views = self._views.current_views()
        panels = [dock for dock in self._arrangement.wanted_docks() if dock not in {view.name for view in views}]
        places, front = dock_places(window)
        return Layout(
            name or self.current or "-",
            places,
            tuple(panels),
            tuple(view for view in views if not self._views.is_put_away(view)),
            front,
            self._arrangement.state(),
            self._arrangement.folded(),
            self._panels_later,
        )

    def _apply(self, layout: Layout) -> list[str]:
        robot = self._robot_to_show()
        remarks = self._views.show_layout(layout, robot.id if robot is not None else None)
        shown = {*layout.panels, *(view.name for view in layout.views)}
        if not self._arrangement.show_layout(layout, shown):
            remarks.append(say(LayoutManagerWording.POSITIONS_UNREADABLE()))
        self._panels_later = tuple(request for request in layout.panel_requests if request.dock not in shown)
        self._looked_at = None
        self.current = layout.name if layout.name in self.store.names else ""
        self.refresh(0.0)
        return remarks

    def _focus_main_view(self) -> None:
        """Focus the largest view: what had the focus may be gone, and Qt gives it to any field or button then."""
        if self._arrangement.is_idle:
            return
        activate_layout(self._window)
        views = [dock.widget() for dock in visible_docks(self._window) if dock.property(VIEW_PROPERTY)]
        for view in sorted(views, key=lambda each: -each.width() * each.height()):
            # one that waits for what it shows has hidden what takes the keys
            if (view.focusProxy() or view).isVisible():
                view.setFocus(Qt.FocusReason.OtherFocusReason)
                return
        self.focus_left.emit()

    # views that wait for a topic

    def can_be_seen(self) -> bool:
        """Always true: views wait for their robot even while hidden."""
        return True

    def refresh(self, now: float) -> None:
        """Fill views that wait, and replace a robot that is not there by another."""
        del now
        robot = self._robot_to_show()
        if robot is not None:
            status = robot.status
            since_s = (time.time_ns() - status.since_ns) / 1e9
            settled = status.state is ConnectionState.CONNECTED and since_s > _SETTLED_S
            self._views.fill_waiting(robot.id, settled=settled)
            self._show_later_panels(robot.id)
        connected = [info.id for info in self._robot.connections]
        # views that were opened by hand keep their robot
        robots = self._views.robots if connected and self.current else ()
        self.missing = tuple(robot for robot in robots if robot not in connected)
        if self.missing:
            self._replace_missing_robots(connected)

    def _show_later_panels(self, robot: str) -> None:
        """Show the panels that wait for a topic that a robot has now."""
        looked_at = robot, self._views.topics_revision
        if not self._panels_later or self._arrangement.is_idle or looked_at == self._looked_at:
            return
        ready = [request for request in self._panels_later if self._views.has_topic(robot, request.role)]
        if ready and self._in_danger():
            # nothing moves, or comes to lie over the drive panel, while somebody drives
            return
        self._looked_at = looked_at
        self._panels_later = tuple(request for request in self._panels_later if request not in ready)
        docks = docks_of(self._window)
        for request in ready:
            if request.dock in docks:
                docks[request.dock].show()
                docks[request.dock].raise_()

    def _robot_to_show(self) -> ConnectionInfo | None:
        """Return the robot of the current row; else the first that is connected, or the first of all."""
        return self._robot.choose(lambda info: info.status.state is ConnectionState.CONNECTED)

    def _replace_missing_robots(self, connected: list[str]) -> None:
        used = set(self._views.robots)
        for robot in self.missing:
            scheme = robot.partition("://")[0]
            alike = [each for each in self.missing if each.partition("://")[0] == scheme]
            free = [each for each in connected if each.partition("://")[0] == scheme and each not in used]
            if len(alike) == 1 and len(free) == 1:
                self.replace_robot(robot, free[0])

    def replace_robot(self, robot: str, other: str) -> None:
        """Show the topics of `other` instead of those of `robot`."""
        self._views.change_robots({robot: other})
        name = self._preferences.robot_name
        self._show_note(say(LayoutManagerWording.SHOWS_OTHER(other=name(other), robot=name(robot))))
        self.missing = tuple(each for each in self.missing if each != robot)

    # saving

    def save(self, name: str) -> None:
        """Save the current arrangement under a name. Raises LayoutFileError."""
        name = checked_layout_name(name)
        self.store_layout(self.current_layout(name))
        self.current = name
        self._show_note(say(LayoutManagerWording.LAYOUT_SAVED(name=name)))

    def store_layout(self, layout: Layout) -> None:
        """Store a layout. Raises LayoutFileError."""
        self.store.store(layout)
        self._offer()

    def reload(self) -> None:
        """Offer the layouts that are stored by now."""
        self.store.reload()
        self._offer()

    def ask_to_save(self) -> None:
        """Ask for a name, and save the current arrangement."""
        self._ask_name(say(LayoutManagerWording.SAVE_LAYOUT()), self.current, self._save_or_replace)

    def _save_or_replace(self, name: str) -> None:
        if name in self.store.own and name != self.current:
            question = say(LayoutManagerWording.REPLACE_THE_LAYOUT(name=name))
            word = say(LayoutManagerWording.REPLACE())
            self._ask(question, word, functools.partial(self._try, functools.partial(self.save, name)))
        else:
            self._try(functools.partial(self.save, name))

    def rename(self, name: str, other: str) -> None:
        """Rename a layout. Raises LayoutFileError."""
        other = checked_layout_name(other)
        if other != name and other in self.store.names:
            raise LayoutFileError(say(LayoutManagerWording.NAME_TAKEN(name=other)))
        self.store.rename(name, other)
        self.current = other if self.current == name else self.current
        self._offer()

    def delete_layout(self, name: str) -> None:
        """Delete a layout. Raises LayoutFileError."""
        self.store.delete(name)
        self.current = "" if self.current == name else self.current
        self._offer()

    def _ask_to_rename(self, name: str) -> None:
        title = say(LayoutManagerWording.RENAME_LAYOUT())
        self._ask_name(title, name, lambda other: self._try(lambda: self.rename(name, other)))

    def _ask_to_delete(self, name: str) -> None:
        question = say(LayoutManagerWording.DELETE_THE_LAYOUT(name=name))
        self._ask(
            question,
            say(LayoutManagerWording.DELETE()),
            lambda: self._try(lambda: self.delete_layout(name)),
            harmful=True,
        )

    # sharing

    def ask_to_share(self) -> None:
        """Ask for a file, and write the current arrangement to it."""
        layout = self.current_layout(self.current or say(LayoutManagerWording.LAYOUT_WORD()))
        suggested = Path(f"{layout.name.replace('/', '-')}{SUFFIX}")
        title, write = say(LayoutManagerWording.EXPORT_LAYOUT()), functools.partial(self.share, layout)
        # a file without the suffix would be offered by no dialog, and could not be dropped
        dialogs.ask_for_save_path(self._window, self._themes, title, suggested, _kinds(), write, SUFFIX)

    def share(self, layout: Layout, file: Path) -> None:
        """Write a layout to a file, and report the result."""
        write = functools.partial(write_atomically, file, [format_layout(layout)])
        written = say(LayoutManagerWording.WRITTEN(file=file))

        def failed(reason: str, tip: str) -> None:
            why = say(LayoutManagerWording.FILE_NOT_WRITTEN(file=file.name, reason=reason))
            self._show_error(LayoutFileError(why, tip))

        self._spawn(write_in_thread(self, write, lambda: self._show_note(written), failed), f"write {file.name}")

    def ask_to_open(self) -> None:
        """Ask for a file with a layout."""
        folder = self._preferences.save_folder(SaveFolder.EXPORTS)
        dialog = FileDialog(self._window, say(LayoutManagerWording.OPEN_LAYOUT()), folder, _kinds())
        dialog.setFileMode(FileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda chosen: self.open_files([Path(chosen)]))
        dialogs.show_dialog(dialog, "open")

    def open_files(self, files: Sequence[Path]) -> None:
        """Store the layouts in files and show each; the last one stays."""
        if files:
            self._spawn(self._read_all(files), f"read {files[0].name}")

    async def _read_all(self, files: Sequence[Path]) -> None:
        for file in files:
            await self._read(file)

    async def _read(self, file: Path) -> None:
        try:
            layout, remarks = await asyncio.to_thread(read_layout_file, file, KINDS)
            known = self.store.get(layout.name)
            if known != layout:
                layout = layout.with_name(self.store.free_name(layout.name))
                self.store_layout(layout)
        except LayoutFileError as error:
            why = say(LayoutManagerWording.FILE_NOT_OPENED(file=file.name, reason=error.reason))
            self._show_error(LayoutFileError(why, error.tip))
        else:
            self.show_layout(layout, remarks)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Accept layout files that are dropped on the window."""
        if isinstance(event, QDragEnterEvent | QDropEvent) and event.mimeData().hasUrls():
            files = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
            layouts = [file for file in files if file.name.endswith(SUFFIX)]
            if layouts:
                event.acceptProposedAction()
                if event.type() == QEvent.Type.Drop:
                    self.open_files(layouts)
                return True
        return super().eventFilter(watched, event)

    # internals

    def _offer(self) -> None:
        self._actions.offer_layouts({name: self.store.title(name) for name in self.store.names}, self.show_by_name)
        self._fill_menu()

    def _fill_menu(self) -> None:
        fill_layout_menu(self._menu, self._actions)
        for action, name in zip(self._actions.choices, self.store.names, strict=True):
            action.setCheckable(True)
            action.setChecked(name == self.current)
        if self.store.own:
            self._offer_each(say(LayoutManagerWording.RENAME()), self._ask_to_rename)
            self._offer_each(say(LayoutManagerWording.DELETE_CAPTION()), self._ask_to_delete)
        robot_name = self._preferences.robot_name
        for robot in self.missing:
            menu = add_submenu(self._menu, say(LayoutManagerWording.SHOW_INSTEAD_OF(robot=robot_name(robot))))
            for info in self._robot.connections:
                add_entry(menu, robot_name(info.id), functools.partial(self.replace_robot, robot, info.id))

    def _offer_each(self, text: str, do: Callable[[str], None]) -> None:
        menu = add_submenu(self._menu, text)
        for name in self.store.own:
            add_entry(menu, name.replace("&", "&&") + "…", functools.partial(do, name))

    def _ask_name(self, title: str, name: str, on_name: Callable[[str], None]) -> None:
        dialog = QInputDialog(self._window)
        dialog.setWindowTitle(title)
        dialog.setLabelText(say(LayoutManagerWording.NAME_FIELD(count=LONGEST_NAME)))
        dialog.setTextValue(name)
        dialog.textValueSelected.connect(lambda text: self._try(lambda: on_name(checked_layout_name(text))))
        dialogs.show_dialog(dialog, f"{title}: {name}")

    def _ask(self, question: str, word: str, do: Callable[[], object], *, harmful: bool = True) -> None:
        dialogs.ask_to_confirm(self._window, self._themes, question, "", word, do, harmful=harmful)

    def _try(self, do: Callable[[], None]) -> None:
        try:
            do()
        except LayoutFileError as error:
            self._show_error(error)

    def _show_error(self, error: LayoutFileError) -> None:
        dialogs.show_warning(self._window, self._themes, error.reason, error.tip)


def _kinds() -> str:
    return say(LayoutManagerWording.LAYOUTS()) + f" (*{SUFFIX})"
