from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDoubleSpinBox,
    QLabel,
    QLineEdit,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.ui.widgets.menus import MenuButton
from app.ui.widgets.tool_row import ToolRow
from tests.tools.room import room_faults


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

    qtbot.waitUntil(lambda: not row.fact.isVisible())


# what the offscreen platform says of every popup
opens_a_panel = pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing)")


class FullRow:
    """A row with more than a narrow dock has room for, between two fields of a window."""

    def __init__(self, qtbot: QtBot) -> None:
        self.window = QWidget()
        qtbot.addWidget(self.window)
        self.before, self.after, self.row = QLineEdit(), QLineEdit(), ToolRow()
        self.filter, self.number, self.switch = QLineEdit(), QDoubleSpinBox(), QToolButton()
        self.choice, self.copy, self.menu = QComboBox(), QToolButton(), MenuButton()
        self.choice.addItems(["By time of receipt", "By stamp"])
        self.switch.setText("Follow")
        self.switch.setCheckable(True)
        self.copy.setText("Copy")
        self.menu.setText("Reset")
        self.menu.choices.addAction("Time")
        self.tools = (self.choice, self.number, self.switch, self.copy, self.menu)
        self.row.add(self.filter, 1)
        for tool in self.tools:
            self.row.add(tool)
        layout = QVBoxLayout(self.window)
        for widget in (self.before, self.row, self.after):
            layout.addWidget(widget)
        self.window.show()
        self.wide = self.row.sizeHint().width() + 40

    def resize(self, width: int) -> None:
        self.window.resize(width, 200)
        QApplication.processEvents()

    @property
    def more(self) -> QToolButton:
        assert self.row.more is not None
        return self.row.more

    def open(self) -> None:
        QTest.keyClick(self.more, Qt.Key.Key_Space)
        QApplication.processEvents()

    def in_panel(self) -> list[QWidget]:
        return [tool for tool in self.tools if tool.window() is not self.window]

    def tab_order(self) -> list[QWidget | None]:
        """What Tab comes to from the first field on."""
        self.before.setFocus()
        order: list[QWidget | None] = []
        while order[-1:] != [self.after] and len(order) < 20:
            QTest.keyClick(QApplication.focusWidget() or self.window, Qt.Key.Key_Tab)
            order.append(QApplication.focusWidget())
        return order


@pytest.fixture
def full(qtbot: QtBot) -> FullRow:
    return FullRow(qtbot)


def test_with_room_for_all_there_is_no_panel(full: FullRow) -> None:
    full.resize(full.wide)

    assert full.row.more is None
    assert all(tool.isVisible() for tool in full.tools)


def test_where_it_is_narrow_tools_go_into_the_panel_from_the_right_end(full: FullRow) -> None:
    count = 0
    for width in range(full.wide, 180, -20):
        full.resize(width)
        gone = full.in_panel()
        assert gone == list(full.tools[len(full.tools) - len(gone) :])
        assert len(gone) >= count
        assert room_faults(full.window) == []
        count = len(gone)

    assert count >= 4
    assert full.more.isVisible()
    assert full.filter.isVisible()

    full.resize(full.wide)
    assert full.in_panel() == []
    assert not full.more.isVisible()
    places = [tool.x() for tool in full.tools]
    assert places == sorted(places)


@opens_a_panel
def test_the_panel_opens_and_closes_by_key_and_has_the_same_tools(full: FullRow, qtbot: QtBot) -> None:
    full.switch.setChecked(True)
    full.copy.setEnabled(False)
    full.resize(200)
    full.open()

    assert all(tool.isVisible() for tool in full.in_panel())
    assert full.switch.isChecked()
    assert not full.copy.isEnabled()
    assert room_faults(full.switch.window()) == []

    QTest.keyClick(full.switch, Qt.Key.Key_Escape)
    assert not full.switch.isVisible()
    qtbot.waitUntil(full.more.isVisible)


@opens_a_panel
def test_a_button_in_the_panel_does_its_work_and_closes_the_panel(full: FullRow) -> None:
    pressed = []
    full.copy.clicked.connect(lambda: pressed.append("copy"))
    full.resize(200)
    full.open()

    QTest.mouseClick(full.copy, Qt.MouseButton.LeftButton)
    QApplication.processEvents()
    assert pressed == ["copy"]
    assert not full.copy.isVisible()


@opens_a_panel
def test_a_field_in_the_panel_keeps_the_panel_open(full: FullRow) -> None:
    full.resize(200)
    full.open()
    full.number.setValue(4.0)
    full.choice.setCurrentIndex(1)
    QApplication.processEvents()

    assert full.number.isVisible()
    assert full.choice.isVisible()


@opens_a_panel
def test_what_its_owner_hides_is_hidden_in_row_and_panel(full: FullRow) -> None:
    full.resize(200)
    full.copy.hide()
    full.open()
    assert not full.copy.isVisible()
    QTest.keyClick(full.switch, Qt.Key.Key_Escape)

    full.resize(full.wide)
    assert not full.copy.isVisible()
    full.copy.show()
    QApplication.processEvents()
    assert full.copy.isVisible()
    assert full.copy.window() is full.window


def test_tab_goes_through_the_row_in_its_order_also_after_tools_came_back(full: FullRow) -> None:
    full.resize(full.wide)
    order = full.tab_order()
    assert order == [full.filter, *full.tools, full.after]

    full.resize(200)
    narrow = [tool for tool in full.tools if tool not in full.in_panel()]
    assert full.tab_order() == [full.filter, *narrow, full.more, full.after]
    full.resize(full.wide)
    assert full.tab_order() == order


def test_the_focus_goes_to_the_button_of_the_panel_with_the_tool_that_had_it(full: FullRow) -> None:
    full.resize(full.wide)
    full.copy.setFocus()

    full.resize(200)
    assert full.more.hasFocus()


def test_a_button_keeps_the_room_of_the_widest_text_that_it_may_have(qtbot: QtBot) -> None:
    row, button, beside = ToolRow(), QToolButton(), QToolButton()
    qtbot.addWidget(row)
    picture = QPixmap(16, 16)
    picture.fill(Qt.GlobalColor.black)
    button.setIcon(QIcon(picture))
    button.setText("Pause")
    row.add_button(button, "Pause", "Follow the robot")
    row.add(beside)
    row.add_stretch()
    row.resize(600, 40)
    row.show()
    QApplication.processEvents()
    place = beside.x()

    button.setText("Follow the robot")
    QApplication.processEvents()
    assert beside.x() == place
