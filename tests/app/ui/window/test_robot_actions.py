from __future__ import annotations

import pytest
from PySide6.QtCore import QObject

from app.ui.base.action_base import PALETTE_NAME_PROPERTY
from app.ui.base.theme import Themes
from app.ui.window.actions import RobotActions


@pytest.fixture
def actions(themes: Themes, qapp: QObject) -> RobotActions:
    actions = RobotActions(themes, qapp)
    actions.enable_icons()
    return actions


def test_every_one_has_a_key_a_sign_and_a_name_for_the_palette(actions: RobotActions) -> None:
    for action in actions.all:
        assert action.isCheckable()
        assert not action.shortcut().isEmpty()
        assert not action.icon().isNull()
        assert str(action.property(PALETTE_NAME_PROPERTY)).startswith("Robot: ")
