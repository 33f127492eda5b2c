from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.ui.base.theme import Themes
from app.ui.widgets.question_bar import Answer, QuestionBar, keep_editing


@pytest.fixture
def bar(qapp: QApplication, themes: Themes) -> Iterator[QuestionBar]:
    del qapp
    bar = QuestionBar(themes)
    yield bar
    bar.close()
    bar.deleteLater()


def test_it_is_not_there_while_there_is_nothing_to_say(bar: QuestionBar) -> None:
    assert bar.isHidden()
    bar.show_message("Done.")
    assert (bar.words.text(), bar.isHidden(), bar.asking) == ("Done.", False, False)
    bar.dismiss()
    assert bar.isHidden()


def test_an_answer_is_given_once_and_it_is_put_away_before_that_is_done(bar: QuestionBar) -> None:
    seen: list[bool] = []
    bar.ask("Sure?", Answer("Yes", lambda: seen.append(bar.isHidden())), keep_editing())
    assert bar.asking
    bar.buttons[0].click()
    assert seen == [True]
    assert bar.buttons == []


def test_the_last_answer_has_the_keys_and_changes_nothing(bar: QuestionBar) -> None:
    done: list[str] = []
    turns: list[bool] = []
    bar.asking_changed.connect(turns.append)
    bar.ask("Sure?", Answer("Yes", lambda: done.append("yes")), Answer("No", lambda: done.append("no")))
    assert bar.focusWidget() is bar.buttons[-1]
    QTest.keyClick(bar.buttons[-1], Qt.Key.Key_Return)
    assert done == ["no"]
    bar.decline()
    assert done == ["no"]
    bar.ask("Sure?", Answer("Yes", lambda: done.append("yes")), Answer("No", lambda: done.append("no")))
    bar.decline()
    assert done == ["no", "no"]
    assert turns == [True, False, True, False]


def test_what_can_not_be_answered_now_says_why(bar: QuestionBar) -> None:
    bar.ask("Sure?", Answer("Yes", lambda: None, "It is wrong.", enabled=False), keep_editing())
    assert (bar.buttons[0].isEnabled(), bar.buttons[0].toolTip()) == (False, "It is wrong.")


def test_news_are_put_away_and_what_can_be_answered_stays(bar: QuestionBar) -> None:
    bar.show_message("Done.")
    bar.dismiss_message()
    assert bar.isHidden()
    bar.show_message("Deleted.", Answer("Undo", lambda: None))
    bar.dismiss_message()
    assert not bar.isHidden()


def test_names_are_no_markup(bar: QuestionBar) -> None:
    bar.show_message("<b>bold</b>")
    assert bar.words.textFormat() is Qt.TextFormat.PlainText


@pytest.mark.parametrize(("width", "below"), [(900, False), (300, True)])
def test_buttons_go_below_words_that_would_have_little_room(
    qapp: QApplication,
    themes: Themes,
    width: int,
    below: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    del qapp
    bar = QuestionBar(themes, stacks=True)
    bar.resize(width, 200)
    bar.show_message("It is there, and more can be said about it.", Answer("Drive it", bar.close), keep_editing())
    QApplication.processEvents()
    tops = [button.y() >= bar.words.geometry().bottom() for button in bar.buttons]
    bar.close()
    bar.deleteLater()

    assert tops == [below, below]
