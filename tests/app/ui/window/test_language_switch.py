from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import cast

import pytest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.config.preference_values import LanguageChoice
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.widgets.notices import WindowNotices
from app.ui.window import language_switch
from app.ui.window.language_switch import LanguageSwitch
from app.ui.window.main_window import MainWindow


class Window(QWidget):
    """As much of a window as has its language changed."""

    def __init__(self, themes: Themes) -> None:
        super().__init__()
        self.news = WindowNotices(themes)
        QVBoxLayout(self).addWidget(self.news)
        self.wants_successor = False
        self._closed = False
        self.in_danger = False
        self.disarms = 0
        self.unsaved: list[Callable[[], object]] | None = None
        self.still_moves = False
        self.docks = SimpleNamespace(drive=self, may_close=self.may_close)

    @property
    def needs_window(self) -> bool:
        return self.in_danger

    def may_close(self, then: Callable[[], object]) -> bool:
        if self.unsaved is None:
            return True
        self.unsaved.append(then)
        return False

    def disarm_all(self) -> None:
        self.disarms += 1
        self.in_danger = self.still_moves

    def close_at_once(self) -> None:
        self._closed = True

    def is_closed(self) -> bool:
        return self._closed

    @property
    def notice(self) -> bool:
        return "language" in self.news.bars


class Case:
    def __init__(self, window: Window) -> None:
        self.window = window
        self.preferences = Preferences()
        self.switch = LanguageSwitch(cast("MainWindow", window), self.preferences)

    def choose(self, choice: LanguageChoice) -> None:
        self.preferences.set_value("language", choice)


@pytest.fixture
def case(qtbot: QtBot, themes: Themes, monkeypatch: pytest.MonkeyPatch) -> Case:
    monkeypatch.setattr(language_switch, "_DISARM_MS", 0)
    monkeypatch.setattr(language_switch, "_WAIT_MS", 1)
    window = Window(themes)
    qtbot.addWidget(window)
    window.show()
    return Case(window)


def test_the_window_is_made_anew_in_another_language(case: Case, qtbot: QtBot) -> None:
    case.choose(LanguageChoice.CHINESE)
    # the dialog in which it is chosen is not taken away while it says so
    assert not case.window.is_closed()

    qtbot.waitUntil(case.window.is_closed)
    assert case.window.wants_successor
    assert not case.window.disarms


def test_nothing_happens_where_the_language_stays_the_same(case: Case, qtbot: QtBot) -> None:
    case.choose(LanguageChoice.ENGLISH)
    qtbot.wait(20)

    assert not case.window.is_closed()
    assert not case.window.notice


def test_a_robot_that_is_armed_or_drives_keeps_its_window_until_the_operator_disarms(case: Case, qtbot: QtBot) -> None:
    window = case.window
    window.in_danger = True
    case.choose(LanguageChoice.CHINESE)
    qtbot.waitUntil(lambda: window.notice)
    assert not window.is_closed()

    window.news.bars["language"].buttons[0].click()
    qtbot.waitUntil(window.is_closed)
    assert window.disarms == 1
    assert window.wants_successor


def test_a_robot_that_is_disarmed_otherwise_has_the_language_changed(case: Case, qtbot: QtBot) -> None:
    window = case.window
    window.in_danger = True
    case.choose(LanguageChoice.CHINESE)
    qtbot.waitUntil(lambda: window.notice)
    # by OK it goes, and is not said again and again
    window.news.bars["language"].buttons[1].click()
    qtbot.wait(30)
    assert not window.notice
    assert not window.is_closed()

    window.in_danger = False
    qtbot.waitUntil(window.is_closed)
    assert window.wants_successor
    assert not window.disarms


def test_a_window_that_is_closed_while_it_waits_has_no_successor(case: Case, qtbot: QtBot) -> None:
    window = case.window
    window.in_danger = True
    case.choose(LanguageChoice.CHINESE)
    qtbot.waitUntil(lambda: window.notice)
    window.hide()
    window.in_danger = False
    qtbot.wait(30)

    assert not window.wants_successor


def test_a_robot_that_still_moves_after_it_was_disarmed_keeps_its_window(case: Case, qtbot: QtBot) -> None:
    window = case.window
    window.in_danger = window.still_moves = True
    case.choose(LanguageChoice.CHINESE)
    qtbot.waitUntil(lambda: window.notice)
    window.news.bars["language"].buttons[0].click()
    qtbot.waitUntil(lambda: window.notice)

    assert not window.is_closed()


def test_the_notice_goes_where_the_language_is_chosen_back(case: Case, qtbot: QtBot) -> None:
    case.window.in_danger = True
    case.choose(LanguageChoice.CHINESE)
    qtbot.waitUntil(lambda: case.window.notice)
    case.choose(LanguageChoice.ENGLISH)

    qtbot.waitUntil(lambda: not case.window.notice)
    assert not case.window.is_closed()


def test_what_is_unsaved_is_asked_about_as_at_closing(case: Case, qtbot: QtBot) -> None:
    window = case.window
    window.unsaved = []
    case.choose(LanguageChoice.CHINESE)
    qtbot.waitUntil(lambda: bool(window.unsaved))
    assert not window.is_closed()

    # once, and what it has asked for meanwhile keeps its window
    qtbot.wait(30)
    assert len(window.unsaved) == 1
    then, window.unsaved = window.unsaved[0], None
    window.in_danger = True
    then()
    assert window.notice
    assert not window.is_closed()

    window.in_danger = False
    qtbot.waitUntil(window.is_closed)
    assert window.wants_successor
