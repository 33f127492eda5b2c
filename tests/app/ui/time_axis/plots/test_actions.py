from __future__ import annotations

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.ui.base.theme import Themes
from app.ui.time_axis.plots.actions import PlotActions
from app.ui.window.actions import Actions


def test_no_other_action_has_their_keys(qtbot: QtBot, themes: Themes) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    keys = [action.shortcut().toString() for action in Actions(themes, window).all if not action.shortcut().isEmpty()]

    for action in PlotActions(themes, window).all:
        assert keys.count(action.shortcut().toString()) == 1


def test_they_have_icons_once_these_are_wanted(qtbot: QtBot, themes: Themes) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    actions = PlotActions(themes, window)
    assert actions.new.icon().isNull()
    actions.show_icons()

    assert not any(action.icon().isNull() for action in actions.all)
