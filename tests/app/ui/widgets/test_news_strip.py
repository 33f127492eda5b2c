from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from app.ui.base.theme import Themes
from app.ui.widgets.notices import WindowNotices
from app.ui.widgets.question_bar import Answer


@pytest.fixture
def strip(qapp: QApplication, themes: Themes) -> Iterator[WindowNotices]:
    del qapp
    strip = WindowNotices(themes)
    yield strip
    strip.close()
    strip.deleteLater()


def test_it_is_not_there_while_there_is_nothing_to_say(strip: WindowNotices) -> None:
    assert strip.isHidden()
    strip.show_notice("a", "Something.")
    assert (strip.isHidden(), strip.bars["a"].words.text()) == (False, "Something.")
    strip.remove_notice("a")
    assert (strip.isHidden(), strip.bars) == (True, {})
    strip.remove_notice("b")


def test_each_notice_is_for_itself_and_a_newer_one_of_the_same_key_takes_the_place(strip: WindowNotices) -> None:
    strip.show_notice("a", "First.")
    strip.show_notice("b", "Second.")
    strip.show_notice("a", "Third.")
    assert {key: bar.words.text() for key, bar in strip.bars.items()} == {"a": "Third.", "b": "Second."}

    strip.remove_notice("a")
    assert (list(strip.bars), strip.isHidden()) == (["b"], False)


def test_an_answer_ends_a_notice_unless_it_says_that_it_stays(strip: WindowNotices) -> None:
    given: list[str] = []
    strip.show_notice(
        "a", "Something.", Answer("Look", lambda: given.append("look"), stays=True), Answer("Done", given.clear)
    )
    look, done = strip.bars["a"].buttons
    look.click()
    look.click()
    assert given == ["look", "look"]
    assert not strip.isHidden()

    done.click()
    assert given == []
    assert strip.isHidden()


def test_a_note_is_put_away_by_the_last_of_its_answers(strip: WindowNotices) -> None:
    strip.show_note("a", "Something.", Answer("Look", lambda: None))
    (_, agree) = strip.bars["a"].buttons
    agree.click()

    assert strip.isHidden()
