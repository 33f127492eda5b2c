from __future__ import annotations

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow, QMenu, QToolButton
from pytestqt.qtbot import QtBot

from app.ui.base.theme import Themes
from app.ui.window.actions import Actions, fill_menu_bar, make_tool_bar


@pytest.fixture
def window(qtbot: QtBot) -> QMainWindow:
    window = QMainWindow()
    qtbot.addWidget(window)
    return window


def test_every_action_stands_in_a_menu_under_letters_that_differ(window: QMainWindow, themes: Themes) -> None:
    actions, toggle = Actions(themes, window), QAction("&Log", window)
    fill_menu_bar(window.menuBar(), actions, [toggle])
    menus = window.menuBar().findChildren(QMenu)
    found = [action for menu in menus for action in menu.actions() if not action.isSeparator()]

    assert {*actions.all, toggle} <= set(found)
    assert len(found) == len(set(found))
    for menu in menus:
        letters = [_letter(action) for action in menu.actions() if not action.isSeparator()]
        assert "" not in letters
        assert len(letters) == len(set(letters)), letters


def test_the_tool_bar_has_the_toggles_at_its_end(window: QMainWindow, themes: Themes) -> None:
    toggle = QAction("Log", window)
    bar = make_tool_bar(window, Actions(themes, window), [toggle])
    window.addToolBar(bar)
    window.resize(900, 300)
    window.show()
    button = bar.widgetForAction(toggle)

    assert isinstance(button, QToolButton)
    assert button.geometry().right() > 850


def _letter(action: QAction) -> str:
    return action.text().partition("&")[2][:1].lower()
