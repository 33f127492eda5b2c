from __future__ import annotations

from PySide6.QtCore import QObject

from app.ui.base.theme import Themes
from app.ui.time_axis.states.actions import StateActions


def test_the_action_has_a_key_and_gets_its_icon_later(themes: Themes) -> None:
    parent = QObject()
    actions = StateActions(themes, parent)
    assert actions.new_view.icon().isNull()
    actions.enable_icons()

    assert actions.all == [actions.new_view]
    assert actions.new_view.shortcut().toString() == "Ctrl+Alt+L"
    assert not actions.new_view.icon().isNull()
