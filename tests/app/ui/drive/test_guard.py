from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, Qt
from PySide6.QtGui import QDragEnterEvent, QInputMethodEvent, QKeyEvent, QShortcut
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QDialog, QDockWidget, QLineEdit, QPushButton, QVBoxLayout, QWidget

from app.drive.control.values import Reason, Stage, Velocity
from app.ui.drive.drive_button import DriveButton
from app.ui.drive.guard import DriveGuard
from app.ui.drive.stick import DriveStick
from app.ui.drive.stop_button import StopButton
from app.ui.widgets.docks import DockTitleBar
from tests.app.ui.drive.conftest import CHOICE, Cockpit
from tests.fakes.waiting import eventually

SPACE = Qt.Key.Key_Space


class _Now:
    seconds = 1000.0


NOW = _Now()


@pytest.fixture
async def guarded(cockpit: Cockpit) -> AsyncIterator[Cockpit]:
    layout = QVBoxLayout(cockpit.window)
    layout.addWidget(QLineEdit())
    layout.addWidget(QPushButton("Press"))
    layout.addWidget(DriveStick(cockpit.themes))
    layout.addWidget(DriveButton(["Arm"], "Arms."))
    stop = StopButton(30, 1.1)
    stop.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    layout.addWidget(stop)
    guard = DriveGuard(cockpit.pilot, cockpit.window, cockpit.mode, lambda: NOW.seconds)
    cockpit.pilot.select(CHOICE)
    await asyncio.sleep(0)
    cockpit.handle.tell()
    cockpit.window.activateWindow()
    yield cockpit
    guard.close()


def widget(cockpit: Cockpit, kind: type[Any]) -> Any:
    found: Any = cockpit.window.findChild(kind)
    found.setFocus()
    assert QApplication.focusWidget() is found
    return found


def space(target: QWidget, *, repeated: bool = False, up: bool = False, override: bool = False) -> bool:
    """Whether whoever it was meant for did not get it."""
    kind = QEvent.Type.ShortcutOverride if override else QEvent.Type.KeyRelease if up else QEvent.Type.KeyPress
    event = QKeyEvent(kind, SPACE, Qt.KeyboardModifier.NoModifier, " ", repeated)
    event.ignore()
    QApplication.sendEvent(target, event)
    return event.isAccepted()


def press(target: QWidget) -> None:
    space(target, override=True)
    space(target)
    space(target, up=True)


async def test_while_it_is_armed_space_stops_in_a_text_field_which_does_not_get_it(guarded: Cockpit) -> None:
    guarded.handle.tell(stage=Stage.ARMED)
    field = widget(guarded, QLineEdit)
    press(field)

    assert guarded.handle.said == ["stop"]
    assert field.text() == ""


async def test_on_a_button_and_in_a_dialog_too(guarded: Cockpit) -> None:
    guarded.handle.tell(stage=Stage.ARMED)
    pressed: list[bool] = []
    button = widget(guarded, QPushButton)
    button.clicked.connect(lambda: pressed.append(True))
    press(button)
    dialog = QDialog(guarded.window)
    field = QLineEdit(dialog)
    dialog.show()
    press(field)
    dialog.close()

    assert guarded.handle.said.count("stop") == 2
    assert field.text() == ""
    assert pressed == []


async def test_its_repetitions_are_eaten_too_and_stop_only_once(guarded: Cockpit) -> None:
    guarded.handle.tell(stage=Stage.ARMED)
    field = widget(guarded, QLineEdit)
    space(field)
    # by now it is latched, and nothing moves any more
    guarded.handle.tell(stage=Stage.STOPPED)
    for _ in range(3):
        space(field, repeated=True, up=True)
        space(field, repeated=True)
    assert field.text() == ""
    space(field, up=True)
    assert guarded.handle.said == ["stop"]

    NOW.seconds += 1.1
    press(field)
    assert field.text() == " "


async def test_one_that_is_held_on_a_busy_system_or_hammered_is_not_typed_either(guarded: Cockpit) -> None:
    guarded.handle.tell(stage=Stage.ARMED)
    field = widget(guarded, QLineEdit)
    press(field)
    guarded.handle.tell(stage=Stage.STOPPED)
    for _ in range(5):
        # the system says that it was let go of
        NOW.seconds += 0.5
        press(field)
    assert field.text() == ""
    assert guarded.handle.said == ["stop"] * 6


async def test_a_repetition_that_began_before_stops_too(guarded: Cockpit) -> None:
    field = widget(guarded, QLineEdit)
    space(field)
    guarded.handle.tell(stage=Stage.ARMED)
    space(field, repeated=True)
    assert field.text() == " "
    assert guarded.handle.said == ["stop"]


@pytest.mark.parametrize(
    "changes",
    [
        {"stage": Stage.ARMING},
        {"stage": Stage.STOPPING, "owed": True},
        {"measured": Velocity(0.2, 0.0)},
        {"stage": Stage.STOPPED, "measured": Velocity(0.0, 0.1)},
        {"measured": Velocity(math.nan, 0.0)},
    ],
)
async def test_it_stops_as_long_as_the_robot_moves_or_may(guarded: Cockpit, changes: dict[str, Any]) -> None:
    guarded.handle.tell(**changes)
    press(widget(guarded, QLineEdit))
    assert guarded.handle.said == ["stop"]


async def test_while_nothing_can_move_space_is_a_key_as_any_other(guarded: Cockpit) -> None:
    field = widget(guarded, QLineEdit)
    press(field)
    assert field.text() == " "
    pressed: list[bool] = []
    button = widget(guarded, QPushButton)
    button.clicked.connect(lambda: pressed.append(True))
    press(button)
    assert pressed == [True]
    assert guarded.handle.said == []


@pytest.mark.parametrize("measured", [Velocity(0.0, 1e-6), Velocity(-0.009, 0.019)], ids=str)
async def test_an_odometry_that_is_not_quite_zero_leaves_space_to_be_typed(
    guarded: Cockpit, measured: Velocity
) -> None:
    guarded.handle.tell(measured=measured)
    field = widget(guarded, QLineEdit)
    press(field)
    assert field.text() == " "
    assert guarded.handle.said == []


@pytest.mark.parametrize("kind", [DriveStick, DriveButton, StopButton])
async def test_on_the_stick_and_on_buttons_that_drive_it_stops_always(guarded: Cockpit, kind: type[Any]) -> None:
    pressed: list[bool] = []
    button = widget(guarded, DriveButton)
    button.clicked.connect(lambda: pressed.append(True))
    press(widget(guarded, kind))
    assert guarded.handle.said == ["stop"]
    assert pressed == []


async def test_no_shortcut_gets_it_first(guarded: Cockpit) -> None:
    shortcut = QShortcut(SPACE, guarded.window)
    fired: list[bool] = []
    shortcut.activated.connect(lambda: fired.append(True))
    guarded.handle.tell(stage=Stage.ARMED)
    assert space(widget(guarded, QPushButton), override=True)
    assert fired == []


class Greedy(QObject):
    """What the system's way of dragging does with keys."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - of Qt
        del watched
        return event.type() in {QEvent.Type.KeyPress, QEvent.Type.KeyRelease, QEvent.Type.ShortcutOverride}


async def test_while_something_is_dragged_nothing_is_held_and_space_stops(guarded: Cockpit) -> None:
    guarded.handle.tell(stage=Stage.ARMED)
    released = QSignalSpy(guarded.pilot.released)
    field, greedy, app, dragged = widget(guarded, QLineEdit), Greedy(), QApplication.instance(), QMimeData()
    assert app is not None
    copy, button = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    app.installEventFilter(greedy)
    try:
        enter = QDragEnterEvent(QPoint(5, 5), copy, dragged, button, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(guarded.window.windowHandle(), enter)
        press(field)
    finally:
        app.removeEventFilter(greedy)

    assert released.count() > 0
    assert guarded.handle.said == ["stop"]


async def test_other_keys_pass(guarded: Cockpit) -> None:
    guarded.handle.tell(stage=Stage.ARMED)
    field = widget(guarded, QLineEdit)
    event = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_X, Qt.KeyboardModifier.NoModifier, "x")
    QApplication.sendEvent(field, event)
    assert field.text() == "x"
    assert guarded.handle.said == []


@pytest.mark.parametrize("kind", [QEvent.Type.WindowDeactivate, QEvent.Type.WindowBlocked], ids=str)
async def test_a_window_that_loses_the_focus_disarms(guarded: Cockpit, kind: QEvent.Type) -> None:
    guarded.handle.tell(stage=Stage.ARMED)
    QApplication.sendEvent(guarded.window, QEvent(kind))
    assert guarded.handle.said == [Reason.UNFOCUSED]


floats = pytest.mark.qt_log_ignore("This plugin does not support")


def floating(cockpit: Cockpit) -> QDockWidget:
    """A dock of the window in a window of its own."""
    dock = QDockWidget("View", cockpit.window)
    dock.setTitleBarWidget(DockTitleBar(dock, cockpit.themes))
    dock.setWidget(QLineEdit())
    dock.setWindowFlags(Qt.WindowType.Tool)
    dock.show()
    return dock


async def _activate(target: QWidget) -> None:
    target.activateWindow()
    await eventually(lambda: QApplication.activeWindow() is target, "the active window")


@floats
async def test_a_floating_dock_is_no_loss_of_the_focus_but_another_window_is(guarded: Cockpit) -> None:
    await _activate(guarded.window)
    guarded.handle.tell(stage=Stage.ARMED)
    dock = floating(guarded)
    await _activate(dock)
    assert guarded.handle.said == []
    await _activate(guarded.window)
    assert guarded.handle.said == []
    await _activate(dock)
    other = QWidget()
    other.show()
    await _activate(other)
    assert guarded.handle.said == [Reason.UNFOCUSED]
    other.close()


@floats
async def test_a_floating_dock_that_goes_back_with_the_focus_hands_it_to_the_window(guarded: Cockpit) -> None:
    dock = floating(guarded)
    await _activate(dock)
    guarded.handle.tell(stage=Stage.ARMED)
    released = QSignalSpy(guarded.pilot.released)
    dock.hide()
    assert released.count() == 1
    await eventually(guarded.window.isActiveWindow, "the focus")
    for _ in range(2):
        guarded.pilot.beat()
        NOW.seconds += 1.0

    assert guarded.handle.said == []


@floats
async def test_one_whose_focus_is_not_handed_to_the_window_disarms(
    guarded: Cockpit, monkeypatch: pytest.MonkeyPatch
) -> None:
    dock = floating(guarded)
    await _activate(dock)
    guarded.handle.tell(stage=Stage.ARMED)
    monkeypatch.setattr(guarded.window, "activateWindow", lambda: None)
    dock.hide()
    NOW.seconds += 0.25
    guarded.pilot.beat()
    assert guarded.handle.said == []
    NOW.seconds += 0.1
    guarded.pilot.beat()

    assert guarded.handle.said == [Reason.UNFOCUSED]


@floats
async def test_a_floating_dock_that_a_dialog_blocks_disarms(guarded: Cockpit) -> None:
    dock = floating(guarded)
    guarded.handle.tell(stage=Stage.ARMED)
    QApplication.sendEvent(dock, QEvent(QEvent.Type.WindowBlocked))

    assert guarded.handle.said == [Reason.UNFOCUSED]


@floats
async def test_space_in_a_floating_dock_stops(guarded: Cockpit) -> None:
    dock = floating(guarded)
    await _activate(dock)
    guarded.handle.tell(stage=Stage.ARMED)
    field = dock.widget()
    assert isinstance(field, QLineEdit)
    field.setFocus()
    press(field)

    assert guarded.handle.said == ["stop"]
    assert field.text() == ""


@floats
async def test_a_floating_dock_has_a_stop_while_a_robot_is_driven(guarded: Cockpit) -> None:
    dock = floating(guarded)
    (stop,) = dock.findChildren(StopButton)
    assert stop.isVisible()
    QTest.mousePress(stop, Qt.MouseButton.LeftButton)
    assert guarded.handle.said == ["stop"]
    guarded.pilot.deselect()
    await eventually(lambda: not stop.isVisible(), "nothing to stop")


async def test_a_window_that_is_minimised_or_hidden_disarms(guarded: Cockpit) -> None:
    guarded.handle.tell(stage=Stage.ARMED)
    guarded.window.showMinimized()
    QApplication.processEvents()
    assert Reason.MINIMISED in guarded.handle.said
    guarded.handle.said.clear()
    guarded.window.showNormal()
    guarded.window.hide()
    assert Reason.MINIMISED in guarded.handle.said


async def test_a_robot_that_is_driven_no_more_leaves_space_alone(guarded: Cockpit) -> None:
    guarded.pilot.deselect()
    await asyncio.sleep(0)
    guarded.handle.said.clear()
    field = widget(guarded, QLineEdit)
    press(field)
    assert field.text() == " "
    assert guarded.handle.said == []


async def test_a_robot_that_was_left_and_may_be_moving_is_stopped_by_space_too(guarded: Cockpit) -> None:
    guarded.handle.tell(stage=Stage.STOPPING, owed=True)
    moving = guarded.handle.state
    guarded.pilot.deselect()
    await asyncio.sleep(0)
    guarded.handle.state = moving
    guarded.pilot.beat()
    guarded.handle.said.clear()
    press(widget(guarded, QLineEdit))
    assert guarded.handle.said == ["stop"]


async def test_space_stops_who_was_left_a_moment_ago_before_anything_is_said_of_it(guarded: Cockpit) -> None:
    guarded.handle.tell(stage=Stage.ARMED)
    guarded.driving.ended.clear()
    guarded.pilot.deselect()
    guarded.pilot.beat()
    guarded.handle.said.clear()
    field = widget(guarded, QLineEdit)
    press(field)
    assert guarded.handle.said == ["stop"]
    assert field.text() == ""
    guarded.driving.ended.set()


def write(target: QWidget, text: str, composed: str = "") -> None:
    """What an input method does when a key has come to something."""
    event = QInputMethodEvent(composed, [])
    event.setCommitString(text)
    QApplication.sendEvent(target, event)


@pytest.mark.parametrize("text", [" ", "\N{IDEOGRAPHIC SPACE}", "\N{NO-BREAK SPACE}", "  "])
async def test_a_space_that_an_input_method_writes_stops_too(guarded: Cockpit, text: str) -> None:
    guarded.handle.tell(stage=Stage.ARMED)
    field = widget(guarded, QLineEdit)
    write(field, text)
    assert guarded.handle.said == ["stop"]
    assert field.text() == ""

    guarded.handle.tell(stage=Stage.STOPPED)
    NOW.seconds += 0.5
    write(field, text)
    assert guarded.handle.said == ["stop"] * 2
    assert field.text() == ""
    NOW.seconds += 1.1
    write(field, text)
    assert guarded.handle.said == ["stop"] * 2
    assert field.text() == text


async def test_what_an_input_method_writes_beside_is_typed(guarded: Cockpit) -> None:
    field = widget(guarded, QLineEdit)
    write(field, " ")
    guarded.handle.tell(stage=Stage.ARMED)
    for text in ("\u4f60\u597d", "a b", ""):
        write(field, text)
    assert field.text() == " \u4f60\u597da b"
    assert guarded.handle.said == []


async def test_what_is_being_composed_is_not_left_standing_by_a_space_that_stops(guarded: Cockpit) -> None:
    guarded.handle.tell(stage=Stage.ARMED)
    field = widget(guarded, QLineEdit)
    write(field, "", composed="ni")
    shown = field.grab().toImage()
    write(field, " ")
    assert guarded.handle.said == ["stop"]
    assert field.text() == ""
    assert field.grab().toImage() != shown
