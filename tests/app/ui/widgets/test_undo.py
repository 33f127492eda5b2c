from __future__ import annotations

import pytest
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.ui.base.theme import Themes
from app.ui.widgets.notices import OfferNotice
from app.ui.widgets.undo import FocusUndo, Removals
from app.wording.ui.widgets import WidgetsWording


class Shelf(QWidget):
    """Things that are removed."""

    def __init__(self, themes: Themes) -> None:
        super().__init__()
        self.things = list("xyz")
        self.full = False
        self.notice = OfferNotice(themes, "layers", self)
        self.removals = Removals(self, self.notice)

    def remove(self, thing: str) -> None:
        def put_back() -> bool:
            if not self.full:
                self.things.append(thing)
            return not self.full

        self.things.remove(thing)
        self.removals.add("Removed", thing, lambda: self.things.remove(thing), put_back)


@pytest.fixture
def shelf(qtbot: QtBot, themes: Themes) -> Shelf:
    shelf = Shelf(themes)
    qtbot.addWidget(shelf)
    return shelf


def test_what_was_removed_is_put_back_once(shelf: Shelf) -> None:
    shelf.remove("x")
    assert shelf.notice.texts == ("Removed", "x", "", "")
    assert shelf.notice.action.text() == WidgetsWording.UNDO()
    shelf.notice.action.click()
    shelf.notice.action.click()

    assert shelf.things == ["y", "z", "x"]
    assert shelf.notice.isHidden()


def test_what_was_removed_before_comes_back_too(shelf: Shelf) -> None:
    shelf.remove("x")
    shelf.remove("y")
    shelf.removals.undo_last()
    shelf.removals.undo_last()

    assert shelf.things == ["z", "y", "x"]


def test_what_was_put_back_is_removed_again_unless_something_else_was_meanwhile(shelf: Shelf) -> None:
    shelf.remove("x")
    shelf.removals.undo_last()
    shelf.removals.redo()
    assert shelf.things == ["y", "z"]
    shelf.removals.undo_last()
    shelf.remove("y")
    shelf.removals.redo()

    assert shelf.things == ["z", "x"]


def test_what_there_is_no_room_for_is_gone_for_good(shelf: Shelf) -> None:
    shelf.remove("x")
    shelf.full = True
    shelf.removals.undo_last()
    shelf.full = False
    shelf.removals.undo_last()

    assert shelf.things == ["y", "z"]
    assert not shelf.removals.canRedo()


def test_what_is_forgotten_does_not_come_back(shelf: Shelf) -> None:
    shelf.remove("x")
    shelf.removals.forget()
    shelf.removals.undo_last()

    assert shelf.things == ["y", "z"]
    assert shelf.notice.isHidden()


def test_there_is_an_end_to_what_can_be_had_back(shelf: Shelf) -> None:
    shelf.things = [str(number) for number in range(30)]
    for number in range(30):
        shelf.remove(str(number))
    while shelf.removals.canUndo():
        shelf.removals.undo_last()

    assert shelf.things == [str(number) for number in range(29, 9, -1)]


def test_undo_with_nothing_to_put_back_leaves_the_notice(shelf: Shelf) -> None:
    shelf.notice.show_message("The disk is full", fault=True)
    shelf.removals.undo_last()
    shelf.removals.redo()

    assert not shelf.notice.isHidden()


def test_what_is_put_back_by_key_leaves_another_offer(shelf: Shelf) -> None:
    cancelled: list[bool] = []
    shelf.remove("x")
    shelf.notice.offer("a file is written", "Cancel", lambda: cancelled.append(True))
    shelf.removals.undo_last()
    assert shelf.things == ["y", "z", "x"]
    assert not shelf.notice.isHidden()
    shelf.notice.action.click()

    assert cancelled == [True]


@pytest.fixture
def focus(qtbot: QtBot, themes: Themes) -> tuple[QWidget, FocusUndo, QAction, QAction]:
    """A window with a field, and a panel from which something was removed and in which a button can have the focus."""
    window = QWidget()
    qtbot.addWidget(window)
    undo, redo = QAction(window), QAction(window)
    layout = QVBoxLayout(window)
    panel = QWidget()
    panel.setObjectName("panel")
    button = QPushButton(panel)
    layout.addWidget(QLineEdit())
    layout.addWidget(panel)
    layout.addWidget(button)
    button.setParent(panel)
    Removals(panel, OfferNotice(themes, "delete")).add("Removed", "x", lambda: None, lambda: True)
    window.show()
    window.activateWindow()
    return window, FocusUndo(undo, redo, window), undo, redo


def test_undo_is_of_the_panel_that_has_the_focus(focus: tuple[QWidget, FocusUndo, QAction, QAction]) -> None:
    window, focus_undo, undo, redo = focus
    window.findChildren(QPushButton)[0].setFocus()
    focus_undo.refresh()
    assert (undo.isEnabled(), redo.isEnabled()) == (True, False)

    undo.trigger()
    focus_undo.refresh()
    assert (undo.isEnabled(), redo.isEnabled()) == (False, True)
    redo.trigger()
    focus_undo.refresh()
    assert undo.isEnabled()


def test_undo_is_of_the_text_in_a_field_that_has_the_focus(focus: tuple[QWidget, FocusUndo, QAction, QAction]) -> None:
    window, focus_undo, undo, redo = focus
    (field,) = window.findChildren(QLineEdit)
    field.setFocus()
    focus_undo.refresh()
    assert not undo.isEnabled()
    QTest.keyClicks(field, "abc")
    focus_undo.refresh()
    undo.trigger()
    assert field.text() == ""
    focus_undo.refresh()
    redo.trigger()
    assert field.text() == "abc"


def test_without_a_focus_there_is_nothing_to_undo(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    undo, redo = QAction(window), QAction(window)
    focus_undo = FocusUndo(undo, redo, window)
    focus_undo.refresh()

    assert (undo.isEnabled(), redo.isEnabled()) == (False, False)
