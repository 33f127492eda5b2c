from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.ui.base.action_base import PALETTE_NAME_PROPERTY
from app.ui.base.theme import Themes
from app.ui.window import palette
from app.ui.window.actions import Actions, ImageActions, PlotActions, StateActions, TopViewActions


def test_an_image_view_can_be_opened_by_key_and_by_a_menu_with_an_icon(themes: Themes, qapp: QObject) -> None:
    actions = ImageActions(themes, qapp)
    actions.enable_icons()

    assert actions.new_view.isEnabled()
    assert all(action.shortcut().toString() for action in actions.all)
    assert not actions.new_view.icon().isNull()


def test_no_other_action_has_the_keys_of_plots(qtbot: QtBot, themes: Themes) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    keys = [action.shortcut().toString() for action in Actions(themes, window).all if not action.shortcut().isEmpty()]

    for action in PlotActions(themes, window).all:
        assert keys.count(action.shortcut().toString()) == 1


def test_those_of_plots_have_icons_once_these_are_wanted(qtbot: QtBot, themes: Themes) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    actions = PlotActions(themes, window)
    assert actions.new.icon().isNull()
    actions.enable_icons()

    assert not any(action.icon().isNull() for action in actions.all)


def test_the_palette_offers_a_new_top_view(themes: Themes, qapp: QObject) -> None:
    actions = TopViewActions(themes, qapp)
    actions.enable_icons()

    (entry,) = palette.action_entries(dict.fromkeys(actions.all, ""), themes)
    assert entry.text == actions.new_view.property(PALETTE_NAME_PROPERTY)
    assert entry.text != actions.new_view.text()
    assert not actions.new_view.icon().isNull()
    assert actions.all == [actions.new_view]


def test_the_action_of_state_panels_has_a_key_and_gets_its_icon_later(themes: Themes) -> None:
    parent = QObject()
    actions = StateActions(themes, parent)
    assert actions.new_view.icon().isNull()
    actions.enable_icons()

    assert actions.all == [actions.new_view]
    assert actions.new_view.shortcut().toString() == "Ctrl+Alt+L"
    assert not actions.new_view.icon().isNull()
