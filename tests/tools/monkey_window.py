"""What the monkey does to the window around its views: help, palette, preferences, topics, robots, driving, quit."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QSpinBox, QWidget

from app.config.settings_bundle import SUFFIX
from app.session.session import Session
from app.ui.connect.connect_dialog import ConnectDialog
from app.ui.connect.doctor_dialog import DoctorDialog
from app.ui.diagnostics.panel import DiagnosticsPanel
from app.ui.frames.panel import FramesPanel
from app.ui.help.guide_dialog import GuideDialog
from app.ui.widgets.command_palette import CommandPalette
from app.ui.window.keys_page import KeysPage
from app.ui.window.main_window import MainWindow
from app.ui.window.preferences_dialog import PAGES, PreferencesDialog
from tests.tools.monkey_views import Note, pick, seen_in

WidgetT = TypeVar("WidgetT", bound=QWidget)

_WORDS = ("stop", "drive a robot", "zzz", "ü", "topic", "theme", "")
_HOSTS = ("", "127.0.0.1", "localhost", "ros1", "gazebo://127.0.0.1:9", "nosuch.invalid", "[::1]:1", "ü")
_KEYS = ("F7", "Ctrl+K", "Ctrl+Shift+Y", "Space")
_STEPS = (Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Up)
_PAGES = ("", "user-guide", "safety", "user-guide#driving", "nosuch")


class WindowTricks:
    """What can be done to the window around its views: each trick with its weight."""

    def __init__(self, window: MainWindow, session: Session, rng: random.Random, folder: Path, note: Note) -> None:
        self._window = window
        self._session = session
        self._rng = rng
        self._settings = folder / f"all{SUFFIX}"
        self._note = note
        self.all: list[tuple[int, Callable[[], Any]]] = [
            (4, self.read_guide),
            (3, self.tour),
            (4, self.use_palette),
            (6, self.set_preferences),
            (5, self.do_with_topic),
            (2, self.diagnose),
            (3, self.look_for_robots),
            (5, self.look_at_robot),
            (2, self.arm),
            (2, self.ask_to_quit),
        ]

    def read_guide(self) -> None:
        """Open the guide, or go about in it."""
        guide = _shown(GuideDialog)
        if guide is None:
            self._window.help_menu.show_guide()
            return
        self._do(
            lambda: guide.search.setText(self._rng.choice(_WORDS)),
            lambda: guide.show_hit(self._rng.choice((-1, 1))),
            guide.go_back,
            guide.go_forward,
            lambda: guide.open_at(self._rng.choice(_PAGES)),
            lambda: QTest.keyClick(guide.contents, self._rng.choice(_STEPS)),
            self._window.help_menu.show_guide,
            guide.close,
        )

    def tour(self) -> None:
        """Start the tour, or go on."""
        tour = self._window.help_menu.tour
        if tour is None:
            self._window.help_menu.start_tour()
            return
        card = tour.card
        self._do(card.next.click, card.next.click, card.back.click, card.offer.click, card.end.click, tour.follow)

    def use_palette(self) -> None:
        """Open the palette, look for something and choose it."""
        self._window.open_palette()
        for palette in seen_in(self._window, CommandPalette):
            palette.field.insert(self._rng.choice(("", "", *_WORDS)))
            for _ in range(self._rng.randrange(4)):
                QTest.keyClick(palette.field, self._rng.choice((Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageDown)))
            keys = (Qt.Key.Key_Return, Qt.Key.Key_Return, Qt.Key.Key_Escape)
            QTest.keyClick(palette.field, self._rng.choice(keys))

    def set_preferences(self) -> None:
        """Open the preferences, set one, export all and have them back."""
        dialog = _shown(PreferencesDialog)
        if dialog is None:
            self._window.actions_of_window.preferences.trigger()
            return
        self._do(
            lambda: dialog.show_page(self._rng.choice(PAGES).name),
            lambda: dialog.search.setText(self._rng.choice(_WORDS)),
            *(lambda: self._set_one(dialog),) * 4,
            lambda: self._change_key(dialog),
            dialog.undo_last,
            lambda: dialog.transfer.export(self._settings),
            lambda: dialog.transfer.offer(self._settings),
            *(button.click for button in dialog.question.buttons),
            dialog.close,
        )

    def do_with_topic(self) -> None:
        """Do what the bar below the list offers for a topic."""
        topics = self._session.topics.store.topics
        if topics:
            self._window.show_topic(self._rng.choice(list(topics)).key)
        bar = self._window.topics.verbs
        if bar.shown:
            verb = self._rng.choice(list(bar.shown))
            self._note(verb.name)
            bar.buttons[verb].click()

    def diagnose(self) -> None:
        """Look for what is wrong with the way to a robot."""
        dialog = _shown(DoctorDialog)
        if dialog is not None:
            self._do(dialog.again.click, dialog.copy.click, dialog.close)
            return
        connections = self._session.links.connections
        if connections:
            self._window.connections.diagnosis_asked.emit(self._rng.choice(connections).id)

    def look_for_robots(self) -> None:
        """Ask for an address, or change that of a robot, and look for robots."""
        dialog = _shown(ConnectDialog)
        if dialog is not None:
            self._do(
                lambda: dialog.edit.setText(self._rng.choice(_HOSTS)),
                dialog.look_on_this_computer,
                dialog.probe.cancel,
                *(button.click for button in dialog.probe.buttons),
                dialog.connect_button.click,
                dialog.close,
            )
            return
        connections = self._session.links.connections
        if connections and self._rng.random() < 0.5:
            self._window.connections.edit_asked.emit(self._rng.choice(connections).id)
        else:
            self._window.ask_to_connect(self._rng.choice(_HOSTS))

    def look_at_robot(self) -> None:
        """Open a panel of the robot; go about in its frames and diagnostics."""
        docks = self._window.robot_docks
        panel = docks.show(self._rng.choice([*docks.docks, "frames", "frames", "diagnostics", "diagnostics"]))
        if isinstance(panel, FramesPanel):
            names = [panel.chain.source.itemData(row) for row in range(panel.chain.source.count())]
            name = str(self._rng.choice([*names, "nosuch"]))
            self._do(
                lambda: panel.select(name),
                lambda: panel.go_to_fault(self._rng.choice((-1, 1))),
                lambda: panel.chain.choose(target=name),
                lambda: panel.chain.choose(source=name),
                panel.chain.swap.click,
                panel.chain.copy,
                panel.flat.click,
                lambda: panel.filter.setText(self._rng.choice(("odom", "zzz", "", ""))),
            )
        elif isinstance(panel, DiagnosticsPanel):
            self._do(
                lambda: panel.go_to_fault(self._rng.choice((-1, 1))),
                lambda: pick(panel.level, self._rng),
                lambda: pick(panel.topic, self._rng),
                panel.history.click,
                lambda: panel.filter.setText(self._rng.choice(("motor", "zzz", "", ""))),
            )

    def arm(self) -> None:
        """Allow commands to all robots, and arm the one that is driven."""
        for info in self._session.links.connections:
            self._window.command_switch.allow(info.id, True)
        drive = self._window.docks.drive
        drive.show_panel()
        self._window.actions_of_window.drive.arm.trigger()

    def ask_to_quit(self) -> None:
        """Ask what is asked before the window is closed, which never is."""
        self._window.docks.may_close(lambda: self._note("would quit"))

    # inside

    def _do(self, *tricks: Callable[[], Any]) -> None:
        self._rng.choice(tricks)()

    def _set_one(self, dialog: PreferencesDialog) -> None:
        editors = seen_in(dialog, QComboBox, QSpinBox, QAbstractButton)
        editor = self._rng.choice(editors or [None])
        if isinstance(editor, QComboBox):
            pick(editor, self._rng)
        elif isinstance(editor, QSpinBox):
            editor.setValue(self._rng.randint(editor.minimum(), editor.maximum()))
        elif isinstance(editor, QAbstractButton):
            self._note(editor.text() or editor.accessibleName())
            editor.click()

    def _change_key(self, dialog: PreferencesDialog) -> None:
        page = next(page for page in dialog.pages if isinstance(page, KeysPage))
        dialog.names.setCurrentRow(dialog.pages.index(page))
        page.select(self._rng.choice(list(self._window.keys.actions)))
        page.set_key(self._rng.randrange(2), QKeySequence(self._rng.choice(_KEYS)))


def _shown(kind: type[WidgetT]) -> WidgetT | None:
    """The dialog of this kind that is open."""
    return next((each for each in QApplication.topLevelWidgets() if isinstance(each, kind) and each.isVisible()), None)
