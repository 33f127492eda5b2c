from __future__ import annotations

import pytest
from PySide6.QtWidgets import QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from app.ui.base import boxes
from app.ui.base.theme import Themes


@pytest.fixture
def parent(qtbot: QtBot) -> QWidget:
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.show()
    return parent


@pytest.mark.parametrize("harmful", [False, True])
def test_enter_does_only_what_can_be_undone(parent: QWidget, themes: Themes, *, harmful: bool) -> None:
    done: list[None] = []
    boxes.ask_to_confirm(parent, themes, "Shall I?", "More.", "Do it", lambda: done.append(None), harmful=harmful)
    (box,) = parent.findChildren(QMessageBox)
    assert box.defaultButton().text().replace("&", "") == ("Cancel" if harmful else "Do it")
    assert done == []

    next(button for button in box.buttons() if button.text() == "Do it").click()
    assert len(done) == 1


def test_a_question_that_is_left_does_nothing(parent: QWidget, themes: Themes) -> None:
    done: list[None] = []
    boxes.ask_to_confirm(parent, themes, "Shall I?", "More.", "Do it", lambda: done.append(None))
    parent.findChildren(QMessageBox)[0].reject()

    assert done == []


def test_a_name_from_outside_is_no_markup(parent: QWidget, themes: Themes) -> None:
    boxes.show_warning(parent, themes, "<h1>name</h1> is away", "<h1>tip</h1>")
    (box,) = parent.findChildren(QMessageBox)
    high = box.sizeHint().height()
    box.close()
    boxes.show_warning(parent, themes, "name is away", "tip")
    plain = parent.findChildren(QMessageBox)[-1]

    assert high == plain.sizeHint().height()
    plain.close()


def test_its_sign_is_of_the_look(parent: QWidget, themes: Themes) -> None:
    boxes.show_warning(parent, themes, "It could not be done", "A tip.")
    (box,) = parent.findChildren(QMessageBox)

    middle = box.iconPixmap().toImage().pixelColor(box.iconPixmap().width() // 4, box.iconPixmap().height() * 3 // 4)
    assert middle.name() == themes.current.warn
    box.close()
