"""The words of a mark: they are offered, typed and taken, and never take the keys of driving."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from app.model.marks import MAX_WORDS, TimeMark
from app.ui.record.mark_words import MarkWords

FIRST, SECOND = TimeMark(1_000, 1), TimeMark(2_000, 2)


class Bar:
    """Words beside something else that takes keys."""

    def __init__(self, qtbot: QtBot) -> None:
        self.is_driving = False
        self.window = QWidget()
        qtbot.addWidget(self.window)
        self.other = QLineEdit()
        self.words = MarkWords(lambda: self.is_driving)
        line = QHBoxLayout(self.window)
        line.addWidget(self.other)
        line.addWidget(self.words)
        self.words.hide()
        self.written: list[tuple[int, str]] = []
        self.words.written.connect(lambda time_ns, words: self.written.append((time_ns, words)))
        self.window.show()
        self.other.setFocus()
        qtbot.waitUntil(self.other.hasFocus)


@pytest.fixture
def bar(qtbot: QtBot) -> Bar:
    """Words, and a field that has the keys."""
    return Bar(qtbot)


def test_words_are_offered_without_taking_the_keys(bar: Bar) -> None:
    bar.words.offer(FIRST)
    assert bar.words.button.isVisible()
    assert not bar.words.field.isVisible()
    assert bar.other.hasFocus()


def test_enter_takes_the_words_and_gives_the_keys_back(bar: Bar) -> None:
    bar.words.offer(FIRST)
    QTest.mouseClick(bar.words.button, Qt.MouseButton.LeftButton)
    assert bar.words.field.hasFocus()
    QTest.keyClicks(bar.words.field, "slipped")
    QTest.keyClick(bar.words.field, Qt.Key.Key_Return)
    assert bar.written == [(FIRST.time_ns, "slipped")]
    assert bar.other.hasFocus()
    assert not bar.words.isVisible()


def test_escape_leaves_the_mark_as_it_is(bar: Bar) -> None:
    bar.words.edit(FIRST)
    QTest.keyClicks(bar.words.field, "slip")
    QTest.keyClick(bar.words.field, Qt.Key.Key_Escape)
    assert bar.written == []
    assert bar.other.hasFocus()
    bar.words.edit(FIRST)
    assert bar.words.field.text() == ""


def test_while_driving_only_a_click_in_the_field_takes_the_keys(bar: Bar) -> None:
    bar.is_driving = True
    bar.words.edit(FIRST)
    assert bar.words.field.isVisible()
    assert bar.other.hasFocus()
    QTest.mouseClick(bar.words.button, Qt.MouseButton.LeftButton)
    assert bar.other.hasFocus()
    QTest.keyClick(bar.other, Qt.Key.Key_Tab)
    assert not bar.words.field.hasFocus()
    assert bar.words.button.focusPolicy() is Qt.FocusPolicy.NoFocus


def test_a_later_mark_leaves_what_is_being_typed(bar: Bar) -> None:
    bar.words.edit(FIRST)
    QTest.keyClicks(bar.words.field, "slip")
    bar.words.offer(SECOND)
    bar.words.edit(SECOND)
    QTest.keyClick(bar.words.field, Qt.Key.Key_Return)
    assert bar.written == [(FIRST.time_ns, "slip")]


def test_an_empty_field_goes_to_the_mark_that_is_asked_for(bar: Bar) -> None:
    bar.words.edit(FIRST)
    about = bar.words.field.placeholderText()
    bar.words.edit(SECOND)
    assert bar.words.field.placeholderText() != about
    assert bar.words.field.accessibleName() == bar.words.field.placeholderText()
    QTest.keyClicks(bar.words.field, "slip")
    QTest.keyClick(bar.words.field, Qt.Key.Key_Return)
    assert bar.written == [(SECOND.time_ns, "slip")]


def test_the_words_that_a_mark_has_can_be_changed(bar: Bar) -> None:
    bar.words.edit(TimeMark(1_000, 1, "slipped"))
    assert bar.words.field.text() == "slipped"
    QTest.keyClick(bar.words.field, Qt.Key.Key_Return)
    assert bar.written == []


def test_words_that_are_shown_and_not_changed_are_not_those_of_another_mark(bar: Bar) -> None:
    bar.words.edit(TimeMark(FIRST.time_ns, 1, "slipped"))
    bar.other.setFocus()

    bar.words.edit(SECOND)
    assert bar.words.field.text() == ""
    QTest.keyClicks(bar.words.field, "stuck")
    QTest.keyClick(bar.words.field, Qt.Key.Key_Return)

    assert bar.written == [(SECOND.time_ns, "stuck")]


def test_what_is_being_typed_is_kept_when_the_window_closes(bar: Bar) -> None:
    bar.words.edit(FIRST)
    bar.words.keep()
    assert bar.written == []

    QTest.keyClicks(bar.words.field, "slipped")
    bar.words.keep()

    assert bar.written == [(FIRST.time_ns, "slipped")]


def test_an_offer_passes_but_not_what_is_being_typed(bar: Bar) -> None:
    bar.words.offer(FIRST)
    bar.words._timer.timeout.emit()
    assert not bar.words.isVisible()
    bar.words.edit(FIRST)
    QTest.keyClicks(bar.words.field, "slip")
    bar.words._timer.timeout.emit()
    assert bar.words.field.isVisible()


def test_words_are_no_longer_than_a_mark_keeps(bar: Bar) -> None:
    assert bar.words.field.maxLength() == MAX_WORDS
