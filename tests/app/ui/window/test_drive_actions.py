from __future__ import annotations

from PySide6.QtCore import QObject

from app.ui.base.action_base import PALETTE_NAME_PROPERTY
from app.ui.base.theme import Themes
from app.ui.window.actions import DriveActions


def test_no_key_does_anything_to_a_robot_for_keys_repeat(themes: Themes, qapp: QObject) -> None:
    actions = DriveActions(themes, qapp)
    assert all(not action.shortcuts() for action in (*actions.commands, *actions.goals))
    assert actions.panel.shortcuts()


def test_what_needs_a_robot_can_not_be_done_before_there_is_one(themes: Themes, qapp: QObject) -> None:
    actions = DriveActions(themes, qapp)
    assert not any(action.isEnabled() for action in (*actions.commands, actions.cancel_goals))
    assert all(str(action.property(PALETTE_NAME_PROPERTY)).startswith("Drive: ") for action in actions.all)


def test_icons_come_when_they_are_asked_for(themes: Themes, qapp: QObject) -> None:
    actions = DriveActions(themes, qapp)
    assert actions.panel.icon().isNull()
    actions.enable_icons()
    assert not actions.panel.icon().isNull()
    assert not actions.stop.icon().isNull()
