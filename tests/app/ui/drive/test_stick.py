from __future__ import annotations

import math
import random
from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QPointingDevice,
    QTouchEvent,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.drive.control.values import DriveSource, Pace, Stick
from app.drive.messages.commands import parse_command
from app.drive.messages.lines import encode_line
from app.ui.base.theme import Themes
from app.ui.drive.stick import DriveStick
from tests.tools.mouse import move_mouse

LEFT = Qt.MouseButton.LeftButton
NO = Qt.KeyboardModifier.NoModifier


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


def paces(surface: DriveStick) -> list[Pace | None]:
    return [None if stick is None else stick.pace for stick in sticks(surface)]


def test_a_pace_that_is_switched_on_holds_for_what_is_held_then_and_later(surface: DriveStick) -> None:
    QTest.mousePress(surface, LEFT, pos=QPoint(100, 100))
    surface.switch_pace(Pace.TURBO)
    press_key(surface, Qt.Key.Key_W)
    assert paces(surface) == [Pace.TURBO, Pace.TURBO]
    press_key(surface, Qt.Key.Key_X)
    assert paces(surface) == [Pace.TURBO, Pace.SLOW]
    surface.switch_pace(Pace.USUAL)
    press_key(surface, Qt.Key.Key_X, up=True)
    assert paces(surface) == [Pace.USUAL, Pace.USUAL]


def test_of_a_pace_that_is_switched_on_and_one_that_is_held_the_slower_counts(surface: DriveStick) -> None:
    surface.switch_pace(Pace.SLOW)
    press_key(surface, Qt.Key.Key_W)
    press_key(surface, Qt.Key.Key_Shift)
    assert paces(surface) == [None, Pace.SLOW]
    surface.switch_pace(Pace.USUAL)
    assert paces(surface) == [None, Pace.TURBO]


@pytest.mark.parametrize("loss", [QEvent.Type.WindowDeactivate, QEvent.Type.UngrabMouse, QEvent.Type.WindowBlocked])
def test_whatever_lets_go_of_the_stick_ends_the_pace(surface: DriveStick, qtbot: QtBot, loss: QEvent.Type) -> None:
    surface.switch_pace(Pace.TURBO)
    with qtbot.waitSignal(surface.pace_released):
        QApplication.sendEvent(surface, QEvent(loss))

    assert surface.pace is Pace.USUAL


def test_shift_is_turbo_though_it_is_asked_first_whether_it_is_a_shortcut(surface: DriveStick) -> None:
    shift = Qt.KeyboardModifier.ShiftModifier
    for key in (Qt.Key.Key_Shift, Qt.Key.Key_W):
        for kind in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress):
            QApplication.sendEvent(surface, QKeyEvent(kind, key, shift))

    assert paces(surface) == [None, Pace.TURBO]


def test_a_pace_alone_tells_of_nothing(surface: DriveStick) -> None:
    told: list[object] = []
    surface.moved.connect(lambda *move: told.append(move))
    surface.switch_pace(Pace.TURBO)
    press_key(surface, Qt.Key.Key_Shift)
    press_key(surface, Qt.Key.Key_X)

    assert told == []


def test_plus_and_minus_make_a_step_however_long_they_are_held(surface: DriveStick) -> None:
    steps: list[int] = []
    surface.speed_stepped.connect(steps.append)
    press_key(surface, Qt.Key.Key_Plus)
    press_key(surface, Qt.Key.Key_Plus, repeated=True)
    press_key(surface, Qt.Key.Key_Minus)

    assert steps == [1, -1]


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


@pytest.mark.parametrize("loss", [QEvent.Type.WindowDeactivate, QEvent.Type.WindowBlocked])
def test_a_finger_does_not_push_on_after_a_loss_until_it_is_put_down_anew(
    surface: DriveStick, screen: QPointingDevice, loss: QEvent.Type
) -> None:
    top = QPoint(100, 2)
    QTest.touchEvent(surface, screen).press(0, QPoint(100, 40)).commit()
    QApplication.sendEvent(surface, QEvent(loss))
    assert surface.sticks[DriveSource.SCREEN] is None
    QTest.touchEvent(surface, screen).move(0, top).commit()
    assert surface.sticks[DriveSource.SCREEN] is None
    QTest.touchEvent(surface, screen).release(0, top).commit()
    QTest.touchEvent(surface, screen).press(1, QPoint(100, 40)).commit()
    assert surface.sticks[DriveSource.SCREEN] is not None
    QTest.touchEvent(surface, screen).release(1, QPoint(100, 40)).commit()
    assert surface.sticks[DriveSource.SCREEN] is None


def test_after_two_fingers_that_came_together_nothing_is_held(surface: DriveStick, screen: QPointingDevice) -> None:
    first, second = QPoint(100, 40), QPoint(100, 160)
    QTest.touchEvent(surface, screen).press(0, first).press(1, second).commit()
    QTest.touchEvent(surface, screen).move(0, second).move(1, first).commit()
    QTest.touchEvent(surface, screen).release(0, second).release(1, first).commit()
    assert surface.sticks[DriveSource.SCREEN] is None


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
        (Qt.Key.Key_E, Qt.KeyboardModifier.NoModifier),
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


def test_free_axes_are_pushed_beside_the_stick_and_let_go_with_it(surface: DriveStick, qtbot: QtBot) -> None:
    surface.set_axis_count(2)
    surface.push_axis(1, 0.5)
    assert sticks(surface) == (Stick(free=(0.0, 0.5)), None)
    QTest.mousePress(surface, LEFT, pos=QPoint(100, 5))
    assert is_pushed_ahead(surface)
    screen = surface.sticks[DriveSource.SCREEN]
    assert screen is not None
    assert screen.free == (0.0, 0.5)

    with qtbot.waitSignal(surface.axes_released):
        surface.release_all()

    assert sticks(surface) == (None, None)


def test_an_axis_that_is_let_go_of_alone_is_held_no_more(surface: DriveStick) -> None:
    surface.set_axis_count(1)
    surface.push_axis(0, -1.0)
    surface.push_axis(0, 0.0)

    assert sticks(surface) == (None, None)


def test_a_stick_that_takes_no_mouse_takes_nothing_from_beside_it(surface: DriveStick) -> None:
    surface.set_axis_count(1)
    surface.setEnabled(False)
    surface.push_axis(0, 1.0)

    assert sticks(surface) == (None, None)


def test_other_axes_are_held_by_nobody_yet(surface: DriveStick) -> None:
    surface.set_axis_count(1)
    press_key(surface, Qt.Key.Key_R)
    assert sticks(surface) == (None, Stick(radial=False, free=(1,)))

    surface.set_axis_count(0)

    assert sticks(surface) == (None, None)
    press_key(surface, Qt.Key.Key_R)
    assert sticks(surface) == (None, None)


RIGHT = Qt.MouseButton.RightButton


def deadmen(surface: DriveStick) -> list[bool | None]:
    return [None if stick is None else stick.deadman for stick in sticks(surface)]


@pytest.fixture
def deadman(surface: DriveStick) -> DriveStick:
    """The stick where K has to be held to drive."""
    surface.set_deadman("k")
    return surface


def test_the_deadman_key_counts_for_keys_and_stick_while_it_is_down(deadman: DriveStick) -> None:
    told: list[tuple[DriveSource, Stick | None]] = []
    deadman.moved.connect(lambda *move: told.append(move))
    QTest.keyPress(deadman, Qt.Key.Key_K)
    assert told == []
    QTest.mousePress(deadman, LEFT, pos=QPoint(100, 10))
    QTest.keyPress(deadman, Qt.Key.Key_W)
    assert deadmen(deadman) == [True, True]

    QTest.keyRelease(deadman, Qt.Key.Key_K)
    assert deadmen(deadman) == [False, False]
    # it is told at once
    assert {source for source, stick in told[-2:] if stick is not None and not stick.deadman} == set(deadman.sticks)


def test_the_right_mouse_button_is_a_deadman_of_the_stick_alone(deadman: DriveStick) -> None:
    QTest.mousePress(deadman, RIGHT, pos=QPoint(100, 100))
    QTest.keyPress(deadman, Qt.Key.Key_W)
    QTest.mousePress(deadman, LEFT, pos=QPoint(100, 100))
    move_mouse(deadman, QPointF(100, 10), LEFT | RIGHT)
    assert deadmen(deadman) == [True, False]
    assert is_pushed_ahead(deadman)

    QTest.mouseRelease(deadman, RIGHT, pos=QPoint(100, 10))
    assert deadmen(deadman)[0] is False
    QTest.mouseRelease(deadman, LEFT, pos=QPoint(100, 10))
    assert deadmen(deadman)[0] is None


def test_a_move_without_the_right_button_says_that_it_is_up(deadman: DriveStick) -> None:
    QTest.mousePress(deadman, RIGHT, pos=QPoint(100, 100))
    QTest.mousePress(deadman, LEFT, pos=QPoint(100, 100))
    move_mouse(deadman, QPointF(100, 12), LEFT)

    assert deadmen(deadman)[0] is False


@pytest.mark.parametrize("kind", [QEvent.Type.UngrabMouse, QEvent.Type.WindowDeactivate], ids=str)
def test_whoever_loses_the_mouse_or_the_window_has_let_go_of_the_deadman(
    deadman: DriveStick, kind: QEvent.Type
) -> None:
    QTest.keyPress(deadman, Qt.Key.Key_K)
    QTest.mousePress(deadman, RIGHT, pos=QPoint(100, 100))
    QApplication.sendEvent(deadman, QEvent(kind))
    press_key(deadman, Qt.Key.Key_K, repeated=True)
    press_key(deadman, Qt.Key.Key_W)

    assert deadmen(deadman) == [None, False]


def test_who_types_elsewhere_has_let_go_of_the_deadman(deadman: DriveStick, window: QWidget) -> None:
    QTest.keyPress(deadman, Qt.Key.Key_K)
    field = window.findChild(QLineEdit)
    assert isinstance(field, QLineEdit)
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_K)
    assert field.text() == "k"
    deadman.setFocus()
    QTest.keyPress(deadman, Qt.Key.Key_W)

    assert deadmen(deadman) == [None, False]


def test_a_deadman_beside_shift_is_one_and_shift_is_turbo(deadman: DriveStick) -> None:
    shift = Qt.KeyboardModifier.ShiftModifier
    QTest.keyPress(deadman, Qt.Key.Key_K)
    # that of QTest presses Shift beside each key once more
    for key in (Qt.Key.Key_Shift, Qt.Key.Key_W):
        QApplication.sendEvent(deadman, QKeyEvent(QEvent.Type.KeyPress, key, shift))

    assert (deadmen(deadman), paces(deadman)) == ([None, True], [None, Pace.TURBO])


def test_a_deadman_that_the_system_knows_to_be_up_and_another_layout_end_it(deadman: DriveStick) -> None:
    QTest.keyPress(deadman, Qt.Key.Key_K)
    QGuiApplication.inputMethod().localeChanged.emit()
    QTest.keyPress(deadman, Qt.Key.Key_W)

    assert deadmen(deadman) == [None, False]


def test_another_profile_lets_go_and_has_its_own_deadman(deadman: DriveStick) -> None:
    QTest.keyPress(deadman, Qt.Key.Key_K)
    QTest.keyPress(deadman, Qt.Key.Key_W)
    deadman.set_deadman("v")
    assert sticks(deadman) == (None, None)
    QTest.keyPress(deadman, Qt.Key.Key_V)
    QTest.keyPress(deadman, Qt.Key.Key_W)
    assert deadmen(deadman) == [None, True]


def test_which_key_has_to_be_held_and_whether_it_is_can_be_seen(surface: DriveStick) -> None:
    pictures = [surface.grab().toImage()]
    surface.set_deadman("k")
    pictures.append(surface.grab().toImage())
    QTest.keyPress(surface, Qt.Key.Key_K)
    pictures.append(surface.grab().toImage())

    assert all(one != other for number, one in enumerate(pictures) for other in pictures[:number])


@pytest.mark.qt_log_ignore("This plugin does not support")
@pytest.mark.parametrize("letter", ["", "k"])
def test_the_button_that_is_a_deadman_opens_no_menu(surface: DriveStick, letter: str) -> None:
    surface.set_deadman(letter)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, QPoint(5, 5), QPoint(5, 5))
    QApplication.sendEvent(surface, event)

    assert event.isAccepted() == bool(letter)


class Seconds:
    """The time of a stick."""

    now = 100.0


@pytest.fixture
def timed(window: QWidget, themes: Themes) -> tuple[DriveStick, Seconds, list[bool]]:
    """A stick by a clock of its own, a robot that can be armed, and how often that was asked for."""
    seconds, made = Seconds(), list[bool]()
    surface = DriveStick(themes, window, lambda: seconds.now)
    surface.chord.is_ready = True
    surface.chord_made.connect(lambda: made.append(True))
    field = QLineEdit(window)
    layout = QVBoxLayout(window)
    layout.addWidget(surface)
    layout.addWidget(field)
    window.show()
    window.activateWindow()
    surface.setFocus()
    QApplication.processEvents()
    return surface, seconds, made


def wait(surface: DriveStick, seconds: Seconds, duration_s: float) -> None:
    for _ in range(round(duration_s / 0.05)):
        seconds.now += 0.05
        surface.beat()


def test_two_keys_that_are_held_and_let_go_ask_to_arm(timed: tuple[DriveStick, Seconds, list[bool]]) -> None:
    surface, seconds, made = timed
    held: list[bool] = []
    surface.chord_changed.connect(held.append)
    QTest.keyPress(surface, Qt.Key.Key_Q)
    QTest.keyPress(surface, Qt.Key.Key_P)
    wait(surface, seconds, 0.6)
    QTest.keyRelease(surface, Qt.Key.Key_Q)
    assert made == []
    QTest.keyRelease(surface, Qt.Key.Key_P)

    assert made == [True]
    assert held == [True, False]
    assert sticks(surface) == (None, None)


def _to_the_field(surface: DriveStick) -> None:
    field = surface.window().findChild(QLineEdit)
    assert isinstance(field, QLineEdit)
    field.setFocus()
    surface.setFocus()


def _shortcut(surface: DriveStick) -> None:
    # which keeps the key itself from the stick
    QApplication.sendEvent(surface, QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_F9, NO))


def _push(surface: DriveStick) -> None:
    QTest.mousePress(surface, LEFT, pos=QPoint(60, 60))
    QTest.mouseRelease(surface, LEFT, pos=QPoint(60, 60))


@pytest.mark.parametrize("between", [_to_the_field, _shortcut, _push, DriveStick.release_all])
def test_what_comes_between_cancels_the_chord(
    timed: tuple[DriveStick, Seconds, list[bool]], between: Callable[[DriveStick], None]
) -> None:
    surface, seconds, made = timed
    QTest.keyPress(surface, Qt.Key.Key_Q)
    QTest.keyPress(surface, Qt.Key.Key_P)
    between(surface)
    wait(surface, seconds, 0.6)
    QTest.keyRelease(surface, Qt.Key.Key_Q)
    QTest.keyRelease(surface, Qt.Key.Key_P)

    assert made == []


def test_the_chord_is_no_chord_in_a_text_field(timed: tuple[DriveStick, Seconds, list[bool]]) -> None:
    surface, seconds, made = timed
    field = surface.window().findChild(QLineEdit)
    assert isinstance(field, QLineEdit)
    field.setFocus()
    QTest.keyPress(field, Qt.Key.Key_Q)
    QTest.keyPress(field, Qt.Key.Key_P)
    wait(surface, seconds, 0.6)
    QTest.keyRelease(field, Qt.Key.Key_Q)
    QTest.keyRelease(field, Qt.Key.Key_P)

    assert made == []
    assert field.text() == "qp"
