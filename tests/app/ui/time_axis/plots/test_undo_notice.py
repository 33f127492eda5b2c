from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from app.ui.base.theme import Themes
from app.ui.time_axis.plots.undo_notice import UndoNotice


@pytest.fixture
def telling(qtbot: QtBot, themes: Themes) -> UndoNotice:
    telling = UndoNotice(themes)
    qtbot.addWidget(telling)
    return telling


def test_it_stands_there_only_while_there_is_something_to_tell(telling: UndoNotice) -> None:
    assert telling.isHidden()
    telling.show_message("the disk is full", fault=True)
    assert telling.texts == ("Not done", "", "The disk is full", "")
    assert telling.button.text() == "Dismiss"
    telling.button.click()

    assert telling.isHidden()


def test_what_was_removed_is_put_back_once(telling: UndoNotice) -> None:
    done: list[str] = []
    telling.offer_undo("Removed", "x", lambda: done.append("back"), lambda: done.append("gone"))
    assert telling.button.text() == "Undo"
    telling.button.click()
    telling.button.click()
    telling.clear()

    assert done == ["back"]


def test_what_was_removed_before_is_let_go(telling: UndoNotice) -> None:
    done: list[str] = []
    telling.offer_undo("Removed", "x", lambda: done.append("x back"), lambda: done.append("x gone"))
    telling.offer_undo("Removed", "y", lambda: done.append("y back"), lambda: done.append("y gone"))
    assert done == ["x gone"]
    telling.show_message("something else", fault=False)

    assert done == ["x gone", "y gone"]
    assert telling.texts[0] == "Note"


def test_undo_puts_back_what_was_removed_and_does_nothing_else(telling: UndoNotice) -> None:
    done: list[str] = []
    telling.undo()
    telling.offer("x is text", "Show as states", lambda: done.append("states"))
    telling.undo()
    assert not telling.isHidden()
    telling.offer_undo("Removed", "x", lambda: done.append("back"), lambda: done.append("gone"))
    telling.undo()
    telling.undo()

    assert done == ["back"]
    assert telling.isHidden()
