from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.ui.top_view.panel_actions import SWITCHES, TopViewPanelActions
from app.ui.top_view.state import TopViewState


@pytest.fixture
def widget(qtbot: QtBot) -> Iterator[QWidget]:
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.show()
    widget.activateWindow()
    qtbot.waitUntil(widget.isActiveWindow, timeout=30_000)
    widget.setFocus()
    yield widget
    widget.close()


def test_keys_do_what_they_say_while_it_has_the_focus(widget: QWidget) -> None:
    ran: list[str] = []
    switched: list[tuple[str, bool]] = []
    actions = TopViewPanelActions(widget, ran.append, lambda name, on: switched.append((name, on)))
    QTest.keyClick(widget, Qt.Key.Key_Home)
    QTest.keyClick(widget, Qt.Key.Key_F)
    QTest.keyClick(widget, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)

    assert ran == ["fit", "undo"]
    assert switched == [("follow", True)]
    assert actions["follow"].isChecked()


def test_switches_show_what_is_on(widget: QWidget) -> None:
    actions = TopViewPanelActions(widget, print, lambda _name, _on: None)
    state = TopViewState(show_names=False, show_frames=True)
    actions.show_state(state)

    assert {name: actions[name].isChecked() for name in SWITCHES} == {
        name: getattr(state, field) for name, field in SWITCHES.items()
    }


def test_no_key_is_given_twice_and_each_is_told(widget: QWidget) -> None:
    actions = TopViewPanelActions(widget, print, lambda _name, _on: None)
    keys = [action.shortcut().toString() for action in actions.all if not action.shortcut().isEmpty()]

    assert len(keys) == len(set(keys)) > 10
    assert actions["measure"].toolTip() == "Measure (M)"
