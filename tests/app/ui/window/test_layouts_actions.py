from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.window.actions import LayoutActions, fill_layout_menu
from app.ui.window.keys import ActionKeys


def test_the_first_nine_layouts_have_keys_and_all_can_be_chosen(themes: Themes, qapp: QObject) -> None:
    actions, chosen = LayoutActions(themes, qapp), list[str]()
    names = [f"layout & {number}" for number in range(1, 12)]
    actions.offer_layouts(dict(zip(names, names, strict=True)), chosen.append)
    actions.enable_icons()
    keys = [action.shortcut().toString() for action in actions.choices]
    actions.choices[10].trigger()

    assert keys == [*(f"Ctrl+{number}" for number in range(1, 10)), "", ""]
    assert chosen == ["layout & 11"]
    assert actions.choices[0].text() == "layout && 1"
    assert not actions.choices[0].icon().isNull()


def test_layouts_that_are_gone_are_not_offered(themes: Themes, qapp: QObject, qtbot: QtBot) -> None:
    actions, menu = LayoutActions(themes, qapp), QMenu()
    qtbot.addWidget(menu)
    actions.offer_layouts({"one": "one", "two": "two"}, print)
    actions.offer_layouts({"three": "three"}, print)
    fill_layout_menu(menu, actions)

    assert [action.text() for action in menu.actions()][:1] == ["three"]
    assert {"one", "two"}.isdisjoint(action.text() for action in menu.actions())
    assert not actions.back.isEnabled()


def test_the_key_of_a_place_stays_whatever_layout_comes_there(
    themes: Themes, qapp: QObject, preferences: Preferences
) -> None:
    actions, chosen = LayoutActions(themes, qapp), list[str]()
    keys = ActionKeys(actions.with_keys, preferences)
    actions.offer_layouts({"one": "one", "two": "two"}, chosen.append)
    keys.assign("number_2", [QKeySequence("F12")])
    assert keys.name("number_2").endswith("two")
    actions.offer_layouts({"zero": "zero", "one": "one", "two": "two"}, chosen.append)
    assert [action.shortcut().toString() for action in actions.choices] == ["Ctrl+1", "F12", "Ctrl+3"]
    actions.choices[1].trigger()
    assert chosen == ["one"]
    # a key that no layout has opens nothing
    actions.offer_layouts({"zero": "zero"}, chosen.append)
    assert not actions.with_keys["number_2"].isVisible()
