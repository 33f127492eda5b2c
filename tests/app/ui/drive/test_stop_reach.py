from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QDialog, QLabel, QMenu, QPushButton, QVBoxLayout, QWidget

from app.drive.control.values import Stage
from app.ui.base import dialogs
from app.ui.drive.guard import DriveGuard
from app.ui.drive.stop_button import StopButton
from tests.app.ui.drive.conftest import CHOICE, Cockpit

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support|occurs outside target window")

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton


class Deck:
    """A window with STOP at its right end, and what stands beside it."""

    def __init__(self, cockpit: Cockpit) -> None:
        self.cockpit, self.window = cockpit, cockpit.window
        self.window.setGeometry(0, 0, 700, 420)
        self.stop = StopButton(30, 1.1, self.window)
        self.stop.setGeometry(560, 10, 120, 30)
        self.beside = QPushButton("Beside", self.window)
        self.beside.setGeometry(20, 200, 120, 30)
        for widget in (self.stop, self.beside):
            widget.show()
        self.stop.pressed.connect(cockpit.pilot.stop)

    @property
    def said(self) -> list[object]:
        """What the drive process was told."""
        return [word for word in self.cockpit.handle.said if word == "stop"]

    def press(self, widget: QWidget, button: Qt.MouseButton = LEFT) -> None:
        """Press where a widget is; as the window system tells it, to whoever has the mouse."""
        popup = QApplication.activePopupWidget()
        told = (popup or widget.window()).windowHandle()
        assert told is not None
        QTest.mousePress(told, button, pos=told.mapFromGlobal(self.middle(widget)))

    def release(self, widget: QWidget, button: Qt.MouseButton = LEFT) -> None:
        """It comes up."""
        told = widget.window().windowHandle()
        assert told is not None
        QTest.mouseRelease(told, button, pos=told.mapFromGlobal(self.middle(widget)))

    @staticmethod
    def middle(widget: QWidget) -> QPoint:
        """Where it is on the screen."""
        return widget.mapToGlobal(widget.rect().center())


@pytest.fixture
async def deck(cockpit: Cockpit) -> AsyncIterator[Deck]:
    deck = Deck(cockpit)
    guard = DriveGuard(cockpit.pilot, cockpit.window, cockpit.mode)
    cockpit.pilot.select(CHOICE)
    await asyncio.sleep(0)
    cockpit.handle.tell(stage=Stage.ARMED)
    yield deck
    guard.close()
    dialogs.close_all_dialogs()


def _menu(deck: Deck) -> QMenu:
    menu = QMenu(deck.window)
    menu.addAction("Something")
    below = QMenu("More", menu)
    below.addAction("Something else")
    menu.addMenu(below)
    menu.popup(QPoint(100, 250))
    return menu


async def test_with_a_menu_open_the_first_press_counts_once_and_closes_it(deck: Deck) -> None:
    menu = _menu(deck)
    deck.press(deck.stop)
    assert deck.said == ["stop"]
    assert not menu.isVisible()
    deck.release(deck.stop)
    assert deck.said == ["stop"]


async def test_with_a_menu_below_a_menu_open_both_are_closed(deck: Deck) -> None:
    menu = _menu(deck)
    below = menu.findChild(QMenu)
    assert below is not None
    below.popup(QPoint(200, 280))
    deck.press(deck.stop)
    assert deck.said == ["stop"]
    assert QApplication.activePopupWidget() is None
    deck.release(deck.stop)


async def test_with_the_list_of_a_combo_box_open_too(deck: Deck) -> None:
    box = QComboBox(deck.window)
    box.addItems(["one", "two"])
    box.setGeometry(20, 300, 120, 30)
    box.show()
    box.showPopup()
    assert QApplication.activePopupWidget() is not None
    deck.press(deck.stop)
    assert deck.said == ["stop"]
    assert QApplication.activePopupWidget() is None
    assert box.currentText() == "one"
    deck.release(deck.stop)


async def test_a_press_elsewhere_closes_a_menu_as_ever(deck: Deck) -> None:
    menu = _menu(deck)
    deck.press(deck.beside)
    assert deck.said == []
    assert not menu.isVisible()
    deck.release(deck.beside)


async def test_what_lies_over_stop_is_what_is_pressed(deck: Deck) -> None:
    chosen: list[str] = []
    menu = QMenu(deck.window)
    menu.addAction("Something", lambda: chosen.append("something"))
    menu.popup(deck.stop.mapToGlobal(QPoint(-20, -5)))
    deck.press(deck.stop)
    told = menu.windowHandle()
    assert told is not None
    QTest.mouseRelease(told, LEFT, pos=told.mapFromGlobal(deck.middle(deck.stop)))
    assert deck.said == []
    assert chosen == ["something"]


async def test_below_a_tip_it_is_pressed_all_the_same(deck: Deck) -> None:
    tip = QLabel("A tip", deck.window, Qt.WindowType.ToolTip)
    tip.setGeometry(540, 0, 160, 60)
    tip.show()
    told = tip.windowHandle()
    assert told is not None
    QTest.mousePress(told, LEFT, pos=told.mapFromGlobal(deck.middle(deck.stop)))
    assert deck.said == ["stop"]
    QTest.mouseRelease(told, LEFT)


async def test_while_a_button_is_held_elsewhere_another_one_presses_it(deck: Deck) -> None:
    deck.press(deck.beside)
    deck.press(deck.stop, RIGHT)
    assert deck.said == ["stop"]
    deck.release(deck.stop, RIGHT)
    deck.release(deck.beside)


async def test_a_second_finger_presses_it_while_a_menu_is_open(deck: Deck) -> None:
    window, screen = deck.window.windowHandle(), QTest.createTouchDevice()
    assert window is not None
    held, stop = QPoint(300, 380), deck.stop.geometry().center()
    QTest.touchEvent(window, screen).press(1, held).commit()
    menu = _menu(deck)
    assert deck.said == []
    QTest.touchEvent(window, screen).stationary(1).press(2, stop).commit()
    assert deck.said == ["stop"]
    QTest.touchEvent(window, screen).release(1, held).release(2, stop).commit()
    assert not menu.isVisible()


def _ask(deck: Deck, about: str) -> QDialog:
    dialog = QDialog(deck.window)
    QVBoxLayout(dialog).addWidget(QLabel("A question"))
    return dialogs.show_dialog(dialog, about)


async def test_a_dialog_that_is_open_leaves_stop_to_be_pressed_and_has_one_of_its_own(deck: Deck) -> None:
    dialog = _ask(deck, "")
    deck.press(deck.stop)
    deck.release(deck.stop)
    assert deck.said == ["stop"]
    own = dialog.findChild(StopButton)
    assert own is not None
    assert own.isVisible()
    deck.press(own)
    deck.release(own)
    assert deck.said == ["stop"] * 2


async def test_its_own_is_there_only_while_something_is_driven(deck: Deck) -> None:
    early = _ask(deck, "early")
    deck.cockpit.pilot.deselect()
    await asyncio.sleep(0)
    deck.cockpit.pilot.beat()
    late = _ask(deck, "late")
    own = early.findChild(StopButton)
    assert own is not None
    assert not own.isVisible()
    assert late.findChild(StopButton) is None

    deck.cockpit.pilot.select(CHOICE)
    await asyncio.sleep(0)
    for dialog in (early, late):
        shown = dialog.findChild(StopButton)
        assert shown is not None
        assert shown.isVisible()
    assert early.findChildren(StopButton) == [own]


async def test_it_never_takes_the_keys_from_a_dialog(deck: Deck) -> None:
    own = _ask(deck, "").findChild(StopButton)
    assert own is not None
    assert own.focusPolicy() is Qt.FocusPolicy.NoFocus
