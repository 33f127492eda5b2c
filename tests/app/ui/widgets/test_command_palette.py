from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from app.ui.base.theme import Themes
from app.ui.widgets.command_palette import MAX_SHOWN, CommandPalette, PaletteEntry

NAMES = ("Connect", "Disconnect", "Quit", "/a/imu")

Open = Callable[..., CommandPalette]


@pytest.fixture
def ran() -> list[str]:
    return []


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    window = QWidget()
    window.resize(900, 600)
    qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    return window


@pytest.fixture
def opened(window: QWidget, themes: Themes, ran: list[str]) -> Open:

    def entry(name: str) -> PaletteEntry:
        return PaletteEntry(name, "detail", themes.icon("command"), lambda: ran.append(name))

    def make(*names: str) -> CommandPalette:
        palette = CommandPalette([entry(name) for name in names or NAMES], themes, window)
        palette.open()
        return palette

    return make


def test_letters_and_enter_are_all_it_takes(opened: Open, ran: list[str]) -> None:
    palette = opened()
    QTest.keyClicks(palette.field, "quit")
    QTest.keyClick(palette.field, Qt.Key.Key_Return)

    assert ran == ["Quit"]
    assert not palette.isVisible()


def test_arrows_choose_another_and_go_round(opened: Open, ran: list[str]) -> None:
    palette = opened()
    QTest.keyClick(palette.field, Qt.Key.Key_Up)
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert ran == [NAMES[-1]]

    palette = opened()
    QTest.keyClick(palette.field, Qt.Key.Key_Down)
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert ran[1:] == [NAMES[1]]


def test_a_page_stops_at_the_end(opened: Open, ran: list[str]) -> None:
    palette = opened()
    QTest.keyClick(palette.field, Qt.Key.Key_PageDown)
    QTest.keyClick(palette.field, Qt.Key.Key_Return)

    assert ran == [NAMES[-1]]


def test_escape_does_nothing_but_close(opened: Open, ran: list[str]) -> None:
    palette = opened()
    QTest.keyClick(palette.field, Qt.Key.Key_Escape)

    assert not palette.isVisible()
    assert ran == []


def test_where_nothing_is_found_it_says_so_and_enter_does_nothing(opened: Open, ran: list[str]) -> None:
    palette = opened()
    QTest.keyClicks(palette.field, "zzz")
    QTest.keyClick(palette.field, Qt.Key.Key_Return)

    assert palette.nothing.isVisible()
    assert not palette.list.isVisible()
    assert palette.isVisible()
    assert ran == []


def test_a_click_chooses(opened: Open, ran: list[str]) -> None:
    palette = opened()
    place = palette.list.visualRect(palette.model.index(2)).center()
    QTest.mouseClick(palette.list.viewport(), Qt.MouseButton.LeftButton, pos=place)

    assert ran == [NAMES[2]]


def test_no_more_are_listed_than_can_be_read(opened: Open) -> None:
    palette = opened(*(f"/topic_{number}" for number in range(500)))

    assert palette.model.rowCount() == MAX_SHOWN


def test_the_field_has_the_focus_and_reads_out_what_it_is(opened: Open) -> None:
    palette = opened()

    assert palette.window().focusWidget() is palette.field
    text = palette.model.data(palette.model.index(0), int(Qt.ItemDataRole.AccessibleTextRole))
    assert text == "Connect, detail"


def test_the_focus_goes_back_to_where_it_was(opened: Open, window: QWidget) -> None:
    edit = QLineEdit(window)
    edit.show()
    edit.setFocus()
    palette = opened()
    assert window.focusWidget() is palette.field
    QTest.keyClick(palette.field, Qt.Key.Key_Escape)

    assert window.focusWidget() is edit


def test_it_goes_when_something_else_is_clicked(qtbot: QtBot, opened: Open, window: QWidget) -> None:
    edit = QLineEdit(window)
    edit.show()
    palette = opened()
    qtbot.waitUntil(palette.field.hasFocus, timeout=20_000)
    edit.setFocus(Qt.FocusReason.MouseFocusReason)

    assert not palette.isVisible()


def test_tab_leaves_it_which_closes_it(qtbot: QtBot, opened: Open, window: QWidget) -> None:
    edit = QLineEdit(window)
    edit.show()
    palette = opened()
    qtbot.waitUntil(palette.field.hasFocus, timeout=20_000)
    QTest.keyClick(palette.field, Qt.Key.Key_Tab)

    assert window.focusWidget() is edit
    assert not palette.isVisible()
