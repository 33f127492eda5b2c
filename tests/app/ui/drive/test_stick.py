from __future__ import annotations

import math
import random

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QFocusEvent, QGuiApplication, QKeyEvent, QPointingDevice, QTouchEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.drive.control.values import DriveSource, Stick
from app.drive.messages.commands import parse_command
from app.drive.messages.lines import encode_line
from app.ui.base.theme import Themes
from app.ui.drive.stick import DriveStick
from tests.tools.mouse import move_mouse

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    window = QWidget()
    qtbot.addWidget(window)
    return window


@pytest.fixture
def surface(window: QWidget, themes: Themes) -> DriveStick:
    surface = DriveStick(themes)
    surface.setFixedSize(200, 200)
    layout = QVBoxLayout(window)
    layout.addWidget(surface)
    layout.addWidget(QLineEdit())
    window.show()
    window.activateWindow()
    surface.setFocus()
    # a window of the test before may only now be seen to have gone
    QApplication.processEvents()
    return surface


def is_pushed_ahead(surface: DriveStick) -> bool:
    stick = surface.sticks[DriveSource.SCREEN]
    return stick is not None and stick.forward > 0.95


def sticks(surface: DriveStick) -> tuple[Stick | None, Stick | None]:
    return surface.sticks[DriveSource.SCREEN], surface.sticks[DriveSource.KEYBOARD]


def press_key(surface: QWidget, key: Qt.Key, *, repeated: bool = False, up: bool = False) -> None:
    kind = QEvent.Type.KeyRelease if up else QEvent.Type.KeyPress
    QApplication.sendEvent(surface, QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier, "", repeated))


def test_it_is_pushed_while_it_is_held_and_springs_back(surface: DriveStick) -> None:
    told: list[tuple[DriveSource, Stick | None]] = []
    surface.moved.connect(lambda *move: told.append(move))
    QTest.mousePress(surface, LEFT, pos=QPoint(100, 100))
    assert surface.sticks[DriveSource.SCREEN] == Stick()
    move_mouse(surface, QPointF(100, 0))
    assert surface.sticks[DriveSource.SCREEN] == Stick(1.0, 0.0)
    assert surface.active_source is DriveSource.SCREEN

    QTest.mouseRelease(surface, LEFT, pos=QPoint(100, 0))
    assert surface.sticks[DriveSource.SCREEN] is None
    assert told[-1] == (DriveSource.SCREEN, None)
    assert surface.active_source is None


def test_beyond_its_edge_it_is_no_faster(surface: DriveStick) -> None:
    QTest.mousePress(surface, LEFT, pos=QPoint(100, 100))
    move_mouse(surface, QPointF(100, -4000))
    assert surface.sticks[DriveSource.SCREEN] == Stick(1.0, 0.0)
    QTest.mouseRelease(surface, LEFT)


def test_to_the_right_is_clockwise(surface: DriveStick) -> None:
    QTest.mousePress(surface, LEFT, pos=QPoint(100, 100))
    move_mouse(surface, QPointF(400, 100))
    assert surface.sticks[DriveSource.SCREEN] == Stick(0.0, -1.0)
    move_mouse(surface, QPointF(100, 400))
    assert surface.sticks[DriveSource.SCREEN] == Stick(-1.0, 0.0)
    QTest.mouseRelease(surface, LEFT)


def test_a_corner_is_no_further_than_the_edge(surface: DriveStick) -> None:
    QTest.mousePress(surface, LEFT, pos=QPoint(100, 100))
    move_mouse(surface, QPointF(0, 0))
    stick = surface.sticks[DriveSource.SCREEN]
    assert stick is not None
    assert (stick.forward, stick.turn) == pytest.approx((math.sqrt(0.5), math.sqrt(0.5)))
    QTest.mouseRelease(surface, LEFT)


def test_every_place_is_one_that_the_drive_process_takes(surface: DriveStick) -> None:
    rng = random.Random(1)
    QTest.mousePress(surface, LEFT, pos=QPoint(100, 100))
    for _ in range(500):
        move_mouse(surface, QPointF(rng.uniform(-300, 500), 100 + rng.choice((1e-9, 1.0)) * rng.uniform(-400, 400)))
        stick = surface.sticks[DriveSource.SCREEN]
        assert stick is not None
        line = {"forward": stick.forward, "turn": stick.turn, "hold": True, "from": "screen"}
        point = parse_command(encode_line(line)).set_point
        assert point is not None
        assert point.request == stick
    QTest.mouseRelease(surface, LEFT)


def test_a_move_without_a_button_lets_go_for_its_coming_up_was_lost(surface: DriveStick) -> None:
    QTest.mousePress(surface, LEFT, pos=QPoint(100, 10))
    assert surface.sticks[DriveSource.SCREEN] is not None
    move_mouse(surface, QPointF(100, 12), Qt.MouseButton.NoButton)
    assert surface.sticks[DriveSource.SCREEN] is None


def test_another_button_lets_go(surface: DriveStick) -> None:
    QTest.mousePress(surface, LEFT, pos=QPoint(100, 10))
    QTest.mousePress(surface, Qt.MouseButton.RightButton, pos=QPoint(100, 10))
    assert surface.sticks[DriveSource.SCREEN] is None


@pytest.fixture
def screen() -> QPointingDevice:
    return QTest.createTouchDevice()


def test_a_finger_drives_until_it_is_lifted(surface: DriveStick, screen: QPointingDevice) -> None:
    top, bottom = QPoint(100, 2), QPoint(100, 198)
    QTest.touchEvent(surface, screen).press(0, QPoint(100, 100)).commit()
    QTest.touchEvent(surface, screen).move(0, top).commit()
    assert is_pushed_ahead(surface)
    # a second finger is nobody's
    QTest.touchEvent(surface, screen).stationary(0).press(1, bottom).commit()
    assert is_pushed_ahead(surface)
    QTest.touchEvent(surface, screen).release(0, top).stationary(1).commit()
    assert surface.sticks[DriveSource.SCREEN] is None
    QTest.touchEvent(surface, screen).move(1, top).commit()
    assert surface.sticks[DriveSource.SCREEN] is None
    QTest.touchEvent(surface, screen).release(1, top).commit()


def test_a_finger_that_the_system_takes_away_lets_go(surface: DriveStick, screen: QPointingDevice) -> None:
    QTest.touchEvent(surface, screen).press(0, QPoint(100, 40)).commit()
    assert surface.sticks[DriveSource.SCREEN] is not None
    QApplication.sendEvent(surface, QTouchEvent(QEvent.Type.TouchCancel, screen))
    assert surface.sticks[DriveSource.SCREEN] is None
    QTest.touchEvent(surface, screen).release(0, QPoint(100, 40)).commit()


def test_a_key_drives_while_it_is_down(surface: DriveStick) -> None:
    press_key(surface, Qt.Key.Key_W)
    assert surface.sticks[DriveSource.KEYBOARD] == Stick(1, 0, radial=False)
    press_key(surface, Qt.Key.Key_W, repeated=True)
    press_key(surface, Qt.Key.Key_W, repeated=True, up=True)
    assert surface.sticks[DriveSource.KEYBOARD] is not None
    press_key(surface, Qt.Key.Key_W, up=True)
    assert surface.sticks[DriveSource.KEYBOARD] is None


@pytest.mark.parametrize("reason", [Qt.FocusReason.MouseFocusReason, Qt.FocusReason.PopupFocusReason])
def test_whoever_loses_the_focus_has_let_go(surface: DriveStick, reason: Qt.FocusReason) -> None:
    press_key(surface, Qt.Key.Key_W)
    QTest.mousePress(surface, LEFT, pos=QPoint(100, 10))
    QApplication.sendEvent(surface, QFocusEvent(QEvent.Type.FocusOut, reason))

    assert sticks(surface) == (None, None)
    # the key is still down, and repeats
    press_key(surface, Qt.Key.Key_W, repeated=True)
    assert sticks(surface) == (None, None)


def test_to_type_elsewhere_is_to_let_go(surface: DriveStick, window: QWidget) -> None:
    press_key(surface, Qt.Key.Key_W)
    field = window.findChild(QLineEdit)
    assert isinstance(field, QLineEdit)
    field.setFocus()
    assert not surface.hasFocus()
    assert sticks(surface) == (None, None)


@pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing)")
def test_a_menu_that_opens_lets_go(surface: DriveStick, window: QWidget) -> None:
    press_key(surface, Qt.Key.Key_W)
    assert surface.hasFocus()
    menu = QMenu(window)
    menu.addAction("One")
    menu.popup(QPoint(0, 0))
    assert sticks(surface) == (None, None)
    menu.close()


@pytest.mark.parametrize(
    "kind", [QEvent.Type.UngrabMouse, QEvent.Type.WindowDeactivate, QEvent.Type.WindowBlocked], ids=str
)
def test_whoever_loses_the_mouse_or_the_window_has_let_go(surface: DriveStick, kind: QEvent.Type) -> None:
    press_key(surface, Qt.Key.Key_A)
    QTest.mousePress(surface, LEFT, pos=QPoint(100, 10))
    QApplication.sendEvent(surface, QEvent(kind))
    assert sticks(surface) == (None, None)


def test_what_is_hidden_or_disabled_is_let_go(surface: DriveStick) -> None:
    QTest.mousePress(surface, LEFT, pos=QPoint(100, 10))
    surface.hide()
    assert sticks(surface) == (None, None)

    surface.show()
    QTest.mousePress(surface, LEFT, pos=QPoint(100, 10))
    surface.setEnabled(False)
    assert sticks(surface) == (None, None)


def test_it_looks_another_way_when_it_is_held_and_when_it_moves_something(surface: DriveStick) -> None:
    pictures = [surface.grab().toImage()]
    QTest.mousePress(surface, LEFT, pos=QPoint(100, 10))
    pictures.append(surface.grab().toImage())
    surface.set_live(True)
    pictures.append(surface.grab().toImage())
    QTest.mouseRelease(surface, LEFT)
    press_key(surface, Qt.Key.Key_D)
    pictures.append(surface.grab().toImage())

    assert all(one != other for number, one in enumerate(pictures) for other in pictures[:number])


def test_no_shortcut_gets_a_key_that_drives(surface: DriveStick) -> None:
    accepted = []
    for key, modifier in (
        (Qt.Key.Key_W, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier),
        (Qt.Key.Key_Q, Qt.KeyboardModifier.NoModifier),
    ):
        event = QKeyEvent(QEvent.Type.ShortcutOverride, key, modifier)
        event.ignore()
        QApplication.sendEvent(surface, event)
        accepted.append(event.isAccepted())
    assert accepted == [True, False, False]


def test_another_layout_lets_go_of_the_keys(surface: DriveStick) -> None:
    press_key(surface, Qt.Key.Key_W)
    QGuiApplication.inputMethod().localeChanged.emit()
    assert sticks(surface) == (None, None)


def test_the_key_of_a_shortcut_lets_go_of_the_keys(surface: DriveStick) -> None:
    press_key(surface, Qt.Key.Key_W)
    event = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_F5, Qt.KeyboardModifier.NoModifier)
    event.ignore()
    QApplication.sendEvent(surface, event)
    assert sticks(surface) == (None, None)
    assert not event.isAccepted()
