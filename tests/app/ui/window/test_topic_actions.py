from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence

from app.ui.base.action_base import PALETTE_NAME_PROPERTY
from app.ui.base.theme import Themes
from app.ui.window.actions import TopicActions


def test_every_action_has_a_key_and_says_outside_of_its_menu_what_it_is_about(themes: Themes, qapp: QObject) -> None:
    actions = TopicActions(themes, qapp)
    own = actions.findChildren(QAction)

    assert all(action.shortcuts() for action in own)
    assert QKeySequence("Ctrl+F") in actions.filter.shortcuts()
    assert all("topics" in str(action.property(PALETTE_NAME_PROPERTY) or action.text()).lower() for action in own)
