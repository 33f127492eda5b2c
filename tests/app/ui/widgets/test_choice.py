from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from app.ui.widgets.choice import ElidedComboBox


@pytest.fixture
def choice(qtbot: QtBot) -> ElidedComboBox:
    choice = ElidedComboBox()
    qtbot.addWidget(choice)
    choice.addItems(["By time of receipt", "By stamp of the message"])
    choice.setMinimumWidth(60)
    choice.show()
    return choice


def test_what_is_chosen_is_drawn_whole_where_there_is_room(choice: ElidedComboBox) -> None:
    choice.resize(choice.sizeHint())

    assert choice.drawn_text == "By time of receipt"


def test_what_has_not_room_says_so(choice: ElidedComboBox) -> None:
    choice.resize(100, choice.height())

    assert choice.drawn_text.startswith("By t")
    assert choice.drawn_text.endswith("…")


def test_what_is_none_of_the_entries_is_drawn_too(choice: ElidedComboBox) -> None:
    choice.resize(choice.sizeHint())
    choice.setCurrentIndex(-1)
    choice.setPlaceholderText("12.5 s")

    assert choice.drawn_text == "12.5 s"
    shown = choice.grab().toImage()
    choice.setPlaceholderText("")
    assert choice.grab().toImage() != shown


@pytest.mark.parametrize("text", ["Overlap 50 %", "Overlap 5 %", "iiiiiii", "WWWW", "linear_acceleration.x"])
def test_the_widest_entry_is_drawn_whole(qtbot: QtBot, text: str) -> None:
    choice = ElidedComboBox()
    qtbot.addWidget(choice)
    choice.addItem(text)
    choice.resize(choice.sizeHint())

    assert choice.drawn_text == text
