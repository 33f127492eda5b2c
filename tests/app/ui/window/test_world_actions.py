from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction

from app.ui.base.theme import Themes
from app.ui.window.actions import WorldActions


def test_nothing_can_be_told_before_there_is_a_world(themes: Themes, qapp: QObject) -> None:
    actions = WorldActions(themes, qapp)

    assert not any(action.isEnabled() for action in actions.commands)
    assert set(actions.findChildren(QAction)) == {*actions.commands, actions.bar}


def test_what_can_not_be_undone_says_that_it_asks_first(themes: Themes, qapp: QObject) -> None:
    actions = WorldActions(themes, qapp)

    assert all(action.text().endswith("…") == (action in actions.resets) for action in actions.commands)
