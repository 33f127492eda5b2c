from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import QComboBox, QLabel, QToolButton
from pytestqt.qtbot import QtBot

from app.ui.widgets.tool_row import ToolRow


class Row:
    """A row with one of each."""

    def __init__(self, qtbot: QtBot) -> None:
        self.row = ToolRow()
        qtbot.addWidget(self.row)
        self.button, self.choice, self.fact = QToolButton(), QComboBox(), QLabel("12 MB of 200 MB")
        picture = QPixmap(16, 16)
        picture.fill(Qt.GlobalColor.black)
        self.button.setIcon(QIcon(picture))
        self.button.setText("Pause")
        self.choice.addItem("By stamp of the message")
        self.row.add_button(self.button)
        self.row.add(self.choice)
        self.row.add_stretch()
        self.row.add_fact(self.fact)
        self.row.show()

    def resize(self, width: int) -> None:
        self.row.resize(width, self.row.sizeHint().height())
        layout = self.row.layout()
        assert layout is not None
        layout.activate()

    @property
    def words(self) -> bool:
        return self.button.toolButtonStyle() is Qt.ToolButtonStyle.ToolButtonTextBesideIcon


@pytest.fixture
def row(qtbot: QtBot) -> Row:
    return Row(qtbot)


def test_with_room_for_everything_everything_is_told(row: Row) -> None:
    wanted = row.row.sizeHint().width()
    row.resize(wanted)

    assert row.words
    assert row.fact.isVisible()
    assert row.choice.width() >= row.choice.sizeHint().width()


def test_facts_go_first_then_words_then_choices_are_cut(row: Row) -> None:
    wanted = row.row.sizeHint().width()
    row.resize(wanted - 1)
    assert (row.words, row.fact.isVisible()) == (True, False)
    without_fact = wanted - row.fact.sizeHint().width() - 6
    row.resize(without_fact)
    assert (row.words, row.choice.width()) == (True, row.choice.sizeHint().width())
    row.resize(without_fact - 1)
    assert not row.words
    assert row.choice.width() == row.choice.sizeHint().width()
    row.resize(row.row.minimumSizeHint().width())
    assert row.choice.width() < row.choice.sizeHint().width()


def test_nothing_overlaps_at_its_narrowest(row: Row) -> None:
    row.resize(row.row.minimumSizeHint().width())

    assert row.button.geometry().right() < row.choice.geometry().left()
    assert row.choice.geometry().right() < row.row.width()


def test_everything_comes_back_with_the_room(row: Row) -> None:
    wanted = row.row.sizeHint().width()
    row.resize(row.row.minimumSizeHint().width())
    # how wide words are is known to a pixel while they are not shown
    assert abs(row.row.sizeHint().width() - wanted) <= 1
    row.resize(wanted)

    assert row.words
    assert row.fact.isVisible()


def test_longer_words_are_looked_at_anew(row: Row, qtbot: QtBot) -> None:
    row.resize(row.row.sizeHint().width())
    row.button.setText("Follow the robot again")

    qtbot.waitUntil(row.fact.isHidden)
