"""Menus of a state panel: fields to add, pause and undo, and the actions of a row."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPoint
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QMenu

from app.ui.base.text import topic_text, translate
from app.ui.time_axis.states.default_fields import default_fields, topics_with_states
from app.ui.time_axis.states.rows import StateRow
from app.ui.time_axis.states.transitions import as_csv, transitions_of
from app.ui.widgets.menus import add_submenu, empty_menu

if TYPE_CHECKING:
    from app.ui.time_axis.states.panel import StatePanel

# entries of one menu: nobody reads more
_MOST: Final = 120


class StateMenu:
    """Menus of a state panel, filled when they are opened."""

    def __init__(self, panel: StatePanel) -> None:
        self._panel = panel

    def fill_add(self, menu: QMenu) -> None:
        """Fill a menu with every field that has states and is not shown."""
        panel = self._panel
        empty_menu(menu)
        shown = {(lane.spec.key, str(lane.spec.path)) for lane in panel.rows.all}
        found = topics_with_states(panel.tools.session)
        robots = list(dict.fromkeys(key.connection for key in found))
        for robot in robots:
            below = add_submenu(menu, panel.tools.preferences.robot_name(robot)) if len(robots) > 1 else menu
            if default_fields(panel.tools.session, robot):
                _offer(
                    below,
                    translate("Lane", "What tells how the robot is"),
                    functools.partial(panel.add_defaults, robot),
                )
                below.addSeparator()
            fields = [(key, path) for key in found if key.connection == robot for path in found[key]]
            fields = [field for field in fields if field not in shown]
            for key, path in sorted(fields, key=lambda field: field[0].topic)[:_MOST]:
                text = f"{topic_text(key.topic)}\t{path}".replace("&", "&&")
                _offer(below, text, functools.partial(panel.add_fields, [(key, path)]))
        if not robots:
            menu.addAction(translate("Lane", "No field with states is known yet")).setEnabled(False)

    def open(self, lane: StateRow | None, place: QPoint) -> None:
        """Open the context menu at a place of the screen."""
        menu = self.make(lane)
        menu.popup(place)

    def make(self, lane: StateRow | None) -> QMenu:
        """Make the context menu, with the actions of a row first if there is one."""
        panel = self._panel
        menu = QMenu(panel)
        menu.aboutToHide.connect(menu.deleteLater)
        if lane is not None:
            self._offer_lane(menu, lane)
            menu.addSeparator()
        add = menu.addMenu(translate("Lane", "&Add"))
        add.aboutToShow.connect(lambda: self.fill_add(add))
        _offer(
            menu,
            translate("Lane", "&Pause") if panel.time_window.live else translate("Lane", "&Follow"),
            panel.toggle_pause,
        )
        if panel.rows.removed is not None:
            _offer(menu, translate("Lane", "&Undo removal\tCtrl+Z"), panel.undo_removal)
        return menu

    def _offer_lane(self, menu: QMenu, lane: StateRow) -> None:
        panel = self._panel
        _offer(menu, translate("Lane", "All &transitions…\tEnter"), lambda: panel.show_transitions(lane))
        _offer(menu, translate("Lane", "&Copy the state\tCtrl+C"), lambda: panel.copy_state(lane))
        _offer(menu, translate("Lane", "Copy all as C&SV"), lambda: self._copy_all(lane))
        _offer(
            menu, translate("Lane", "Copy the p&ath"), lambda: QGuiApplication.clipboard().setText(str(lane.spec.path))
        )
        menu.addSeparator()
        place = panel.rows.all.index(lane) if lane in panel.rows.all else 0
        up = _offer(menu, translate("Lane", "Move &up\tAlt+Up"), lambda: panel.move_row(lane, -1))
        down = _offer(menu, translate("Lane", "Move &down\tAlt+Down"), lambda: panel.move_row(lane, 1))
        up.setEnabled(place > 0)
        down.setEnabled(place < len(panel.rows) - 1)
        analyse = translate("Lane", "Anal&yse the topic\tCtrl+Shift+Y")
        _offer(menu, analyse, lambda: panel.analyse_asked.emit([(lane.spec.key, "")]))
        _offer(menu, translate("Lane", "&Go to the topic"), lambda: panel.tools.show_topic(lane.spec.key))
        _offer(menu, translate("Lane", "&Remove\tDel"), lambda: panel.remove_row(lane))

    def _copy_all(self, lane: StateRow) -> None:
        until_s = lane.known_until_s(self._panel.time_window.now_s)
        QGuiApplication.clipboard().setText(as_csv(transitions_of(lane.history, until_s)))


def _offer(menu: QMenu, text: str, do: Callable[[], object]) -> QAction:
    action = menu.addAction(text)
    # the signal passes the checked state, which `do` does not take
    action.triggered.connect(functools.partial(_call, do))
    return action


def _call(do: Callable[[], object], *_: object) -> None:
    do()
