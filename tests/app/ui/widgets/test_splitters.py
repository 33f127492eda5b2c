from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QSplitterHandle, QTextEdit, QWidget
from pytestqt.qtbot import QtBot

from app.ui.base.tab_order import step_within, stops
from app.ui.widgets.splitters import DIVIDER_STEP, KeySplitter

_ACROSS, _DOWN = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
_LEAST = 60


def _splitter(qtbot: QtBot, orientation: Qt.Orientation) -> tuple[KeySplitter, QSplitterHandle]:
    splitter = KeySplitter(orientation)
    qtbot.addWidget(splitter)
    for _ in range(2):
        part = QTextEdit()
        part.setMinimumSize(_LEAST, _LEAST)
        splitter.addWidget(part)
    splitter.resize(500, 500)
    splitter.show()
    return splitter, splitter.handle(1)


@pytest.mark.parametrize(
    ("orientation", "back", "forth"),
    [(_ACROSS, Qt.Key.Key_Left, Qt.Key.Key_Right), (_DOWN, Qt.Key.Key_Up, Qt.Key.Key_Down)],
)
def test_arrow_keys_move_a_divider(qtbot: QtBot, orientation: Qt.Orientation, back: Qt.Key, forth: Qt.Key) -> None:
    splitter, divider = _splitter(qtbot, orientation)
    before = splitter.sizes()
    QTest.keyClick(divider, forth)
    assert splitter.sizes() == [before[0] + DIVIDER_STEP, before[1] - DIVIDER_STEP]
    QTest.keyClick(divider, back)
    QTest.keyClick(divider, back)
    assert splitter.sizes() == [before[0] - DIVIDER_STEP, before[1] + DIVIDER_STEP]


@pytest.mark.parametrize("orientation", [_ACROSS, _DOWN])
def test_a_divider_goes_no_further_than_the_least_size_of_a_part(qtbot: QtBot, orientation: Qt.Orientation) -> None:
    splitter, divider = _splitter(qtbot, orientation)
    for key, small in ((Qt.Key.Key_Home, 0), (Qt.Key.Key_End, 1)):
        QTest.keyClick(divider, key)
        assert splitter.sizes()[small] == _LEAST
        QTest.keyClick(divider, key)
        assert splitter.sizes()[small] == _LEAST


def test_tab_comes_to_a_divider_between_its_parts_and_leaves_it(qtbot: QtBot) -> None:
    splitter, divider = _splitter(qtbot, _ACROSS)
    parts = [splitter.widget(0), splitter.widget(1)]
    assert list(stops(splitter)) == [parts[0], divider, parts[1]]

    divider.setFocus()
    assert step_within(splitter, forward=True)
    assert splitter.window().focusWidget() is parts[1]


def test_a_divider_says_what_it_is_and_shows_the_focus(qtbot: QtBot) -> None:
    splitter, divider = _splitter(qtbot, _ACROSS)
    assert QTest.qWaitForWindowActive(splitter)
    assert _name(divider)
    assert divider.accessibleDescription()
    without = divider.grab().toImage()
    divider.setFocus()
    assert divider.grab().toImage() != without


def _name(widget: QWidget) -> str:
    return QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)
