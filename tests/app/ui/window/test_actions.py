from __future__ import annotations

import pytest
from PySide6.QtCore import QObject
from PySide6.QtGui import QKeySequence

from app.ui.base.preferences import Preferences, ThemeChoice
from app.ui.base.theme import Themes
from app.ui.window.actions import Actions


@pytest.fixture
def actions(themes: Themes, qapp: QObject) -> Actions:
    return Actions(themes, qapp)


@pytest.mark.parametrize(("name", "key"), [("connect_robot", "Ctrl+O"), ("start_demo", "Ctrl+D"), ("quit", "Ctrl+Q")])
def test_the_keys_are_these_on_every_platform(actions: Actions, name: str, key: str) -> None:
    assert QKeySequence(key) in getattr(actions, name).shortcuts()


def test_no_key_means_two_things(actions: Actions) -> None:
    keys = [key.toString() for action in actions.all for key in action.shortcuts()]

    assert len(keys) == len(set(keys))


def test_a_theme_is_chosen_and_only_one_is_ticked(actions: Actions, themes: Themes, preferences: Preferences) -> None:
    actions.themes[ThemeChoice.LIGHT].trigger()

    assert not themes.current.dark
    assert preferences.theme is ThemeChoice.LIGHT
    assert [choice for choice, action in actions.themes.items() if action.isChecked()] == [ThemeChoice.LIGHT]


def test_what_is_shown_is_remembered(actions: Actions, preferences: Preferences) -> None:
    preferences.set_switch("world", False)
    actions.restore_switches(preferences)
    assert not actions.world.bar.isChecked()
    assert actions.message.history.isChecked()

    actions.message.history.trigger()
    actions.world.bar.trigger()
    assert not preferences.switch("history")
    assert preferences.switch("world")
