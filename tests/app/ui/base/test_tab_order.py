from __future__ import annotations

from collections.abc import Sequence

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QScrollArea, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.ui.base.tab_order import OrderedDialog, in_reading_order, step, stops


def _placed(dialog: QWidget, places: Sequence[tuple[int, int, int, int]]) -> list[QLineEdit]:
    fields = [QLineEdit(dialog) for _ in places]
    for field, place in zip(fields, places, strict=True):
        field.setGeometry(QRect(*place))
    return fields


@pytest.fixture
def dialog(qtbot: QtBot) -> OrderedDialog:
    dialog = OrderedDialog()
    qtbot.addWidget(dialog)
    dialog.resize(400, 300)
    return dialog


def _show(dialog: QWidget) -> None:
    dialog.show()
    dialog.activateWindow()
    assert QTest.qWaitForWindowActive(dialog)


@pytest.mark.parametrize(
    "places",
    [
        # two rows
        [(0, 0, 100, 30), (110, 0, 100, 30), (0, 33, 100, 30), (110, 33, 100, 30)],
        # a column, and what is as high as all of it beside
        [(0, 0, 100, 30), (0, 33, 100, 30), (0, 66, 100, 30), (110, 0, 100, 96)],
        # a button in the middle of a high row
        [(0, 35, 100, 30), (110, 0, 100, 100), (0, 110, 210, 30)],
        # frames that overlap a little
        [(0, 0, 100, 30), (98, 0, 100, 30), (0, 28, 100, 30), (98, 28, 100, 30)],
    ],
)
def test_tab_goes_by_place_and_not_by_age(dialog: OrderedDialog, places: list[tuple[int, int, int, int]]) -> None:
    fields = _placed(dialog, places[::-1])[::-1]
    _show(dialog)
    fields[0].setFocus()
    came = []
    for _ in fields:
        came.append(fields.index(QApplication.focusWidget()))  # type: ignore[arg-type]
        QTest.keyClick(dialog.windowHandle(), Qt.Key.Key_Tab)

    assert came == list(range(len(fields)))
    assert QApplication.focusWidget() is fields[0]
    QTest.keyClick(dialog.windowHandle(), Qt.Key.Key_Tab, Qt.KeyboardModifier.ShiftModifier)
    assert QApplication.focusWidget() is fields[-1]


def test_what_overlaps_comes_by_its_upper_edge(dialog: OrderedDialog) -> None:
    fields = _placed(dialog, [(10, 20, 100, 100), (0, 0, 100, 100)])

    assert list(in_reading_order(fields)) == fields[::-1]


def test_what_takes_no_focus_keeps_nobody_before_it(dialog: OrderedDialog) -> None:
    first, proud, last = _placed(dialog, [(0, 0, 100, 30), (0, 40, 100, 30), (0, 80, 100, 30)])
    _show(dialog)
    first.setFocus()
    proud.setEnabled(False)

    assert step([first, proud, last], first, forward=True)
    assert QApplication.focusWidget() is last
    assert not step([], None, forward=True)


def test_what_is_disabled_hidden_or_without_room_is_no_stop(dialog: OrderedDialog) -> None:
    places = [(0, 40 * number, 100, 30) for number in range(4)]
    usable, disabled, hidden, folded = _placed(dialog, places)
    disabled.setEnabled(False)
    hidden.hide()
    folded.resize(0, 0)
    _show(dialog)

    assert list(stops(dialog)) == [usable]
    assert list(stops(dialog, disabled)) == [usable, disabled]


def test_what_is_out_of_sight_is_scrolled_to_and_its_area_is_no_stop(dialog: OrderedDialog) -> None:
    page = QWidget()
    page.resize(200, 2000)
    far = QPushButton("far", page)
    far.move(0, 1900)
    area = QScrollArea()
    area.setWidget(page)
    before = QLineEdit()
    layout = QVBoxLayout(dialog)
    layout.addWidget(before)
    layout.addWidget(area)
    _show(dialog)
    before.setFocus()
    assert far.visibleRegion().isEmpty()
    QTest.keyClick(dialog.windowHandle(), Qt.Key.Key_Tab)

    assert QApplication.focusWidget() is far
    assert not far.visibleRegion().isEmpty()
