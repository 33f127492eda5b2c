from __future__ import annotations

import pytest
from PySide6.QtCore import QObject

from app.ui.base.theme import Themes
from app.ui.window.actions import MessageActions


@pytest.fixture
def actions(themes: Themes, qapp: QObject) -> MessageActions:
    return MessageActions(themes, qapp)


def test_every_action_has_a_key_of_its_own_and_none_takes_the_space_bar(actions: MessageActions) -> None:
    keys = [action.shortcut().toString() for action in actions.all]

    assert all(keys)
    assert len(keys) == len(set(keys)) == 8
    assert "Space" not in keys


def test_what_can_be_done_depends_on_what_is_there(actions: MessageActions) -> None:
    actions.enable(topic=True, message=False, field=False)
    assert [action for action in actions.copying if action.isEnabled()] == [actions.copy_topic]
    assert not actions.pause.isEnabled()

    actions.enable(topic=True, message=True, field=True)
    assert all(action.isEnabled() for action in actions.all)
