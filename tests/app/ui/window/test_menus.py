from __future__ import annotations

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow, QMenu, QToolButton
from pytestqt.qtbot import QtBot

from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.window.actions import Actions, fill_menu_bar, fill_recent_menu, make_tool_bar
from app.wording.ui.window import WindowWording


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
        # there is not a layout for each of the keys of layouts
        letters = [_letter(action) for action in menu.actions() if action.isVisible() and not action.isSeparator()]
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


def test_no_menu_has_icons(window: QMainWindow, themes: Themes) -> None:
    actions = Actions(themes, window)
    fill_menu_bar(window.menuBar(), actions, [])
    menus = window.menuBar().findChildren(QMenu)
    with_icon = [action for menu in menus for action in menu.actions() if not action.icon().isNull()]

    assert len(with_icon) > 10
    assert not any(action.isIconVisibleInMenu() for action in with_icon)


def test_recent_robots_are_connected_to_from_their_menu(
    window: QMainWindow, themes: Themes, preferences: Preferences
) -> None:
    actions = Actions(themes, window)
    fill_menu_bar(window.menuBar(), actions, [])
    menu, chosen = actions.recent_menu, list[str]()
    assert menu is not None
    fill_recent_menu(menu, preferences, chosen.append)
    assert [action.isEnabled() for action in menu.actions()] == [False]

    preferences.add_recent_uri("gazebo://b")
    preferences.add_recent_uri("ros1://a")
    preferences.set_robot_name("gazebo://b", "Rock & roll")
    fill_recent_menu(menu, preferences, chosen.append)
    first, second = menu.actions()
    assert first.text().endswith(WindowWording.NAME_AND_ADDRESS(name="a", address="ros1://a"))
    named = WindowWording.NAME_AND_ADDRESS(name="Rock && roll", address="gazebo://b")
    assert second.text().endswith(named)
    second.trigger()
    assert chosen == ["gazebo://b"]
