from __future__ import annotations

import pytest
from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.window.keys import ActionKeys
from app.ui.window.keys_page import KeysPage
from app.wording.config import KeyWording
from tests.tools.sentences import shows

_CONTROL = Qt.KeyboardModifier.ControlModifier
_SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def page(keys: ActionKeys, themes: Themes, qtbot: QtBot) -> KeysPage:
    page = KeysPage(themes, keys)
    qtbot.addWidget(page)
    page.show()
    return page


def _texts(keys: ActionKeys, name: str) -> list[str]:
    return [key.toString() for key in keys.keys(name)]


def _row(page: KeysPage, name: str) -> list[str]:
    return [page._items[name].text(column) for column in range(3)]


def _answer(page: KeysPage, number: int) -> None:
    page.question.buttons[number].click()


def test_all_actions_stand_there_with_their_keys(page: KeysPage) -> None:
    assert [_row(page, name) for name in ("log", "open", "quit")] == [
        ["log", "", ""],
        ["open", "Ctrl+O", "F3"],
        ["quit", "Ctrl+Q", ""],
    ]


def test_the_keys_that_are_pressed_are_those_of_the_current_action_from_then_on(
    page: KeysPage, keys: ActionKeys
) -> None:
    page.select("log")
    QTest.keyClick(page.field, Qt.Key.Key_L, _CONTROL | _SHIFT)

    assert (_texts(keys, "log"), _row(page, "log")) == (["Ctrl+Shift+L"], ["log", "Ctrl+Shift+L", ""])
    QTest.keyClick(page.second_field, Qt.Key.Key_F9)
    assert _texts(keys, "log") == ["Ctrl+Shift+L", "F9"]
    QTest.keyClick(page.field, Qt.Key.Key_F11)
    assert _texts(keys, "log") == ["F11", "F9"]


def test_a_modifier_alone_is_no_key_yet_and_tab_leaves_the_field(page: KeysPage, keys: ActionKeys) -> None:
    page.select("log")
    for key in (Qt.Key.Key_Control, Qt.Key.Key_Shift, Qt.Key.Key_Tab):
        QTest.keyClick(page.field, key)

    assert (_texts(keys, "log"), page.question.isVisible()) == ([], False)


@pytest.mark.parametrize(
    ("key", "why"),
    [
        (Qt.Key.Key_Space, KeyWording.STOPS),
        (Qt.Key.Key_W, KeyWording.DRIVES),
        (Qt.Key.Key_Up, KeyWording.DRIVES),
        (Qt.Key.Key_O, KeyWording.NEEDS_CONTROL),
    ],
)
def test_a_reserved_key_is_refused_with_the_reason(
    page: KeysPage, keys: ActionKeys, key: Qt.Key, why: KeyWording, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(page.question, "show_message", lambda words, bad: told.append(words) if bad else None)
    page.select("quit")
    QTest.keyClick(page.field, key)

    assert ([shows(words, why) for words in told], _texts(keys, "quit")) == ([True], ["Ctrl+Q"])
    assert page.field.text() == "Ctrl+Q"


def test_a_key_of_another_action_is_swapped_only_when_asked_for(page: KeysPage, keys: ActionKeys) -> None:
    page.select("quit")
    page.set_key(0, QKeySequence("Ctrl+O"))
    assert page.question.asking
    assert "open" in page.question.words.text()
    _answer(page, 1)
    assert (_texts(keys, "quit"), _texts(keys, "open"), page.field.text()) == (["Ctrl+Q"], ["Ctrl+O", "F3"], "Ctrl+Q")

    page.set_key(0, QKeySequence("Ctrl+O"))
    _answer(page, 0)
    assert (_texts(keys, "quit"), _texts(keys, "open")) == (["Ctrl+O"], ["Ctrl+Q", "F3"])
    assert not page.question.isVisible()


def test_escape_declines_a_question_and_another_row_does_too(page: KeysPage, keys: ActionKeys) -> None:
    page.select("quit")
    page.set_key(0, QKeySequence("Ctrl+O"))
    QTest.keyClick(page, Qt.Key.Key_Escape)
    assert not page.question.asking

    page.set_key(0, QKeySequence("Ctrl+O"))
    page.select("log")
    assert not page.question.asking
    assert _texts(keys, "quit") == ["Ctrl+Q"]


def test_keys_are_taken_away_and_reset(page: KeysPage, keys: ActionKeys) -> None:
    page.select("open")
    assert not page.reset.isEnabled()
    page.clear.click()
    assert (_texts(keys, "open"), page.clear.isEnabled(), page.reset.isEnabled()) == ([], False, True)
    assert page._items["open"].font(0).bold()
    assert "Ctrl+O" in page._items["open"].toolTip(0)

    page.reset.click()
    assert (_texts(keys, "open"), page._items["open"].font(0).bold()) == (["Ctrl+O", "F3"], False)


def test_a_reset_that_takes_a_key_from_another_action_asks_first(page: KeysPage, keys: ActionKeys) -> None:
    keys.assign("quit", [QKeySequence("F3")])
    page.select("open")
    page.reset.click()
    assert page.question.asking
    _answer(page, 0)

    assert (_texts(keys, "open"), _texts(keys, "quit")) == (["Ctrl+O", "F3"], [])


def test_all_are_reset_after_a_question(page: KeysPage, keys: ActionKeys, preferences: Preferences) -> None:
    assert not page.reset_all.isEnabled()
    keys.assign("quit", [QKeySequence("F3")])
    page.reset_all.click()
    _answer(page, 0)

    assert (preferences.action_keys, _texts(keys, "quit")) == ({}, ["Ctrl+Q"])


def test_actions_are_found_by_name_and_by_key(page: KeysPage) -> None:
    for words, found in (("f3", {"open"}), ("OPEN", {"open"}), ("ctrl+q", {"quit"}), ("ctrl q", {"quit"}), ("", None)):
        page.filter.setText(words)
        shown = {name for name, item in page._items.items() if not item.isHidden()}
        assert shown == (found if found is not None else set(page._items))


def test_without_a_row_there_is_nothing_to_change(page: KeysPage) -> None:
    page.filter.setText("no such action")

    assert page.current is None
    assert not any(widget.isEnabled() for widget in (page.field, page.second_field, page.clear, page.reset))
    page.set_key(0, QKeySequence(QKeyCombination(_CONTROL, Qt.Key.Key_J)))


def test_the_keys_of_an_action_are_read_whole_in_text_of_twice_the_size(
    page: KeysPage, preferences: Preferences, qtbot: QtBot
) -> None:
    preferences.set_value("text_percent", 200)
    page.resize(page.minimumSizeHint())
    page.show()
    qtbot.waitUntil(page.isVisible)
    tree, metrics = page.tree, page.tree.fontMetrics()
    rows = [tree.topLevelItem(row) for row in range(tree.topLevelItemCount())]

    for column in (1, 2):
        widest = max(metrics.horizontalAdvance(row.text(column)) for row in rows if row is not None)
        assert tree.columnWidth(column) > widest
