from __future__ import annotations

from PySide6.QtCore import QObject

from app.ui.base.theme import Themes
from app.ui.window.actions import AnalysisActions


def test_the_action_has_a_key_and_gets_its_icon_later(themes: Themes) -> None:
    parent = QObject()
    actions = AnalysisActions(themes, parent)
    assert actions.analyse.icon().isNull()
    actions.enable_icons()

    assert actions.all == [actions.analyse, actions.new_dock]
    assert actions.analyse.shortcut().toString() == "Ctrl+Shift+Y"
    assert not any(action.icon().isNull() for action in actions.all)
