from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QInputMethodEvent, QInputMethodQueryEvent, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDockWidget, QLineEdit, QMenu, QWidget
from pytestqt.qtbot import QtBot

from app.drive.control.values import DriveSource, Pace, Reason, Stage, Stick
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.drive.drive_mode import DriveMode, ModeFrame
from app.ui.window.main_window import MainWindow
from app.wording.ui.drive import DrivePanelWording, DriveStatusWording
from tests.app.ui.drive.conftest import Window
from tests.fakes.waiting import eventually
from tests.tools.sentences import shows

LEFT = Qt.MouseButton.LeftButton
_Key = Qt.Key
CONTROL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
AHEAD = Stick(1, 0, radial=False)

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


class Seat:
    """The window with an armed robot in drive mode, and the keyboard in a text field."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.main = window.main
        self.handle = window.handle
        self.mode: DriveMode = window.station.mode
        self.field = window.main.topics.filter

    def asked(self) -> Stick | None:
        """What the keys ask for."""
        return self.handle.moves.get(DriveSource.KEYBOARD)

    @property
    def frames(self) -> list[ModeFrame]:
        """The frames that are seen."""
        return [frame for frame in self.main.findChildren(ModeFrame) if frame.isVisible()]

    def refresh(self) -> None:
        panel = self.window.station.panel
        assert panel is not None
        panel.refresh(0.0)


@pytest.fixture
async def disarmed(window: Window) -> Seat:
    await window.drive()
    return Seat(window)


@pytest.fixture
async def seat(disarmed: Seat) -> AsyncIterator[Seat]:
    disarmed.window.tell(stage=Stage.ARMED)
    disarmed.refresh()
    disarmed.main.activateWindow()
    disarmed.field.setFocus()
    disarmed.window.actions.mode.trigger()
    disarmed.handle.said.clear()
    assert disarmed.mode.is_on
    yield disarmed
    disarmed.mode.leave()


async def test_keys_drive_whatever_has_the_focus_which_does_not_get_them(seat: Seat) -> None:
    QTest.keyPress(seat.field, _Key.Key_W)
    assert seat.asked() == AHEAD
    QTest.keyRelease(seat.field, _Key.Key_W)
    assert seat.asked() is None
    QTest.keyClicks(seat.field, "hello,world7")
    QTest.keyClick(seat.field, _Key.Key_Delete)

    assert seat.field.text() == ""


async def test_a_key_stays_held_when_something_else_is_clicked(seat: Seat) -> None:
    QTest.keyPress(seat.field, _Key.Key_W)
    other = seat.main.topics.tree
    QTest.mouseClick(other.viewport(), LEFT, pos=QPoint(5, 5))
    other.setFocus()
    assert not seat.field.hasFocus()
    assert seat.asked() == AHEAD
    QTest.keyRelease(other, _Key.Key_W)

    assert seat.asked() is None


async def test_so_it_does_when_the_stick_itself_loses_the_focus(seat: Seat) -> None:
    panel = seat.window.station.panel
    assert panel is not None
    panel.ui.surface.setFocus()
    QTest.keyPress(panel.ui.surface, _Key.Key_W)
    QTest.mousePress(panel.ui.surface, LEFT, pos=QPoint(5, 5))
    seat.field.setFocus()

    assert seat.asked() == AHEAD
    assert seat.handle.moves.get(DriveSource.SCREEN) is None


async def test_shift_the_pace_and_steps_of_the_speed_work_there_too(seat: Seat) -> None:
    QTest.keyPress(seat.field, _Key.Key_X)
    QTest.keyPress(seat.field, _Key.Key_W)
    assert seat.asked() == replace(AHEAD, pace=Pace.SLOW)
    speed = seat.handle.state.speed
    QTest.keyClick(seat.field, _Key.Key_Plus)

    assert seat.handle.state.speed > speed


async def test_the_repetitions_of_a_key_never_count(seat: Seat) -> None:
    QApplication.sendEvent(seat.field, QKeyEvent(QEvent.Type.KeyPress, _Key.Key_W, CONTROL & ALT, "w", True))

    assert seat.asked() is None
    assert seat.field.text() == ""


async def test_space_stops_and_ends_it(seat: Seat) -> None:
    QTest.keyPress(seat.field, _Key.Key_W)
    QTest.keyClick(seat.field, _Key.Key_Space)

    assert "stop" in seat.handle.said
    assert not seat.mode.is_on
    assert seat.asked() is None
    assert seat.field.text() == ""


async def test_escape_lets_go_disarms_and_ends_it_and_does_nothing_else(seat: Seat) -> None:
    seat.mode.leave()
    seat.field.setText("odom")
    seat.mode.switch(True)
    QTest.keyPress(seat.field, _Key.Key_W)
    QTest.keyPress(seat.field, _Key.Key_Escape)
    assert Reason.BY_OPERATOR in seat.handle.said
    assert (seat.mode.is_on, seat.asked()) == (False, None)
    # it is held, and goes up: nobody else gets any of it
    for kind, repeated in ((QEvent.Type.KeyPress, True), (QEvent.Type.KeyRelease, False)):
        event = QKeyEvent(kind, _Key.Key_Escape, Qt.KeyboardModifier.NoModifier, "", repeated)
        QApplication.sendEvent(seat.field, event)
    assert seat.field.text() == "odom"

    QTest.keyClick(seat.field, _Key.Key_Escape)
    assert seat.field.text() == ""


async def test_a_key_that_is_still_down_when_it_ends_is_not_typed(seat: Seat) -> None:
    QTest.keyPress(seat.field, _Key.Key_W)
    seat.mode.leave()
    held = Qt.KeyboardModifier.NoModifier
    for kind in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        QApplication.sendEvent(seat.field, QKeyEvent(kind, _Key.Key_W, held, "w", True))
    QTest.keyRelease(seat.field, _Key.Key_W)
    assert (seat.field.text(), seat.asked()) == ("", None)
    QTest.keyClicks(seat.field, "ws")

    assert (seat.field.text(), seat.asked()) == ("ws", None)


async def test_function_keys_and_those_with_control_do_what_they_do_and_let_go(seat: Seat) -> None:
    pressed: list[None] = []
    record = seat.main.actions_of_window.recording.record
    record.triggered.disconnect()
    record.triggered.connect(lambda: pressed.append(None))
    QTest.keyPress(seat.field, _Key.Key_W)
    QTest.keyClick(seat.field, _Key.Key_F9)
    assert len(pressed) == 1
    assert (seat.asked(), seat.mode.is_on) == (None, True)
    seat.field.setFocus()
    QTest.keyPress(seat.field, _Key.Key_A)
    QTest.keyPress(seat.field, _Key.Key_Control)
    assert seat.asked() is None
    QTest.keyPress(seat.field, _Key.Key_V, CONTROL)

    assert seat.mode.is_on


async def test_what_alt_and_altgr_write_is_not_written(seat: Seat) -> None:
    for held in (ALT, CONTROL | ALT):
        QApplication.sendEvent(seat.field, QKeyEvent(QEvent.Type.KeyPress, _Key.Key_At, held, "@"))

    assert seat.field.text() == ""


async def test_tab_goes_on_to_what_is_next(seat: Seat) -> None:
    QTest.keyPress(seat.field, _Key.Key_W)
    QTest.keyClick(seat.field, _Key.Key_Tab)

    assert not seat.field.hasFocus()
    assert seat.asked() is None


async def test_an_input_method_writes_nothing_and_is_switched_off(seat: Seat) -> None:
    written = QInputMethodEvent()
    written.setCommitString("\u4f60")
    QApplication.sendEvent(seat.field, written)
    asked = QInputMethodQueryEvent(Qt.InputMethodQuery.ImEnabled)
    QApplication.sendEvent(seat.field, asked)
    assert (seat.field.text(), asked.value(Qt.InputMethodQuery.ImEnabled)) == ("", False)

    seat.mode.leave()
    QApplication.sendEvent(seat.field, asked)
    assert asked.value(Qt.InputMethodQuery.ImEnabled)


async def test_an_open_menu_has_the_keys_and_lets_go_of_what_was_held(seat: Seat) -> None:
    QTest.keyPress(seat.field, _Key.Key_W)
    menu = QMenu(seat.main)
    menu.addAction("One")
    menu.popup(QPoint(0, 0))
    assert seat.asked() is None
    QTest.keyPress(menu, _Key.Key_S)
    assert seat.asked() is None
    QTest.keyClick(menu, _Key.Key_Escape)
    assert not menu.isVisible()
    assert seat.mode.is_on
    QTest.keyPress(seat.field, _Key.Key_W)

    assert seat.asked() == AHEAD


def _stop(seat: Seat) -> None:
    seat.window.station.client.stop()


def _disarm(seat: Seat) -> None:
    seat.window.actions.disarm.trigger()


def _is_disarmed(seat: Seat) -> None:
    seat.window.tell(stage=Stage.DISARMED)


def _another_window(seat: Seat) -> None:
    QApplication.sendEvent(seat.main, QEvent(QEvent.Type.WindowDeactivate))


def _a_dialog(seat: Seat) -> None:
    QApplication.sendEvent(seat.main, QEvent(QEvent.Type.WindowBlocked))


def _the_panel_is_closed(seat: Seat) -> None:
    seat.window.station.dock.close()


def _the_robot_is_left(seat: Seat) -> None:
    seat.window.station.client.deselect()


def _the_same_act(seat: Seat) -> None:
    seat.window.actions.mode.trigger()


def _its_button(seat: Seat) -> None:
    panel = seat.window.station.panel
    assert panel is not None
    QTest.mouseClick(panel.ui.mode, LEFT)


@pytest.mark.parametrize(
    "end",
    [
        _stop,
        _disarm,
        _is_disarmed,
        _another_window,
        _a_dialog,
        _the_panel_is_closed,
        _the_robot_is_left,
        _the_same_act,
        _its_button,
    ],
    ids=lambda end: end.__name__.strip("_"),
)
async def test_what_ends_it_lets_go_and_letters_are_typed_again(seat: Seat, end: Callable[[Seat], None]) -> None:
    QTest.keyPress(seat.field, _Key.Key_W)
    assert seat.asked() == AHEAD
    end(seat)

    assert (seat.mode.is_on, seat.frames) == (False, [])
    assert seat.asked() is None
    assert not seat.window.actions.mode.isChecked()
    QTest.keyClick(seat.field, _Key.Key_S)
    assert seat.field.text() == "s"


async def test_to_leave_it_by_its_button_does_not_disarm(seat: Seat) -> None:
    _the_same_act(seat)

    assert not any(isinstance(said, Reason) for said in seat.handle.said)


async def test_it_begins_only_when_the_robot_is_armed_and_the_panel_is_seen(disarmed: Seat) -> None:
    disarmed.refresh()
    action, panel = disarmed.window.actions.mode, disarmed.window.station.panel
    assert panel is not None
    assert not action.isEnabled()
    assert not panel.ui.mode.isEnabled()
    disarmed.mode.switch(True)
    assert (disarmed.mode.is_on, action.isChecked()) == (False, False)

    disarmed.window.tell(stage=Stage.ARMED)
    disarmed.refresh()
    assert action.isEnabled()
    assert panel.ui.mode.isEnabled()
    disarmed.window.station.dock.hide()
    QApplication.processEvents()
    action.trigger()
    assert not disarmed.mode.is_on


async def test_its_key_does_not_repeat_and_another_window_begins_without_it(
    seat: Seat, themes: Themes, preferences: Preferences, qtbot: QtBot
) -> None:
    assert not seat.window.actions.mode.autoRepeat()
    other = MainWindow(themes, preferences)
    qtbot.addWidget(other)

    assert not other.actions_of_window.drive.mode.isChecked()


async def test_a_frame_and_words_say_so_and_the_panel_too(seat: Seat) -> None:
    seat.refresh()
    (frame,) = seat.frames
    panel = seat.window.station.panel
    assert panel is not None
    assert frame.geometry() == seat.main.rect()
    assert frame.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    assert panel.ui.mode.isChecked()
    assert shows(panel.ui.hint.text(), DriveStatusWording.HINT_MODE)
    assert shows(frame.accessibleName(), DrivePanelWording.MODE_BADGE)
    seat.main.resize(1000, 700)
    QApplication.sendPostedEvents()
    assert frame.geometry() == seat.main.rect()


async def test_its_frame_covers_no_stop(seat: Seat) -> None:
    (frame,) = seat.frames
    for room in ((840, 600), (1280, 700)):
        seat.main.resize(*room)
        QApplication.sendPostedEvents()
        button = seat.window.station.stop_button
        assert not frame.mask().intersects(button.rect().translated(button.mapTo(seat.main, QPoint(0, 0))))


def _floating(seat: Seat) -> tuple[QDockWidget, QLineEdit]:
    dock, field = QDockWidget("View", seat.main), QLineEdit()
    dock.setWidget(field)
    seat.main.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
    dock.setFloating(True)
    dock.show()
    return dock, field


async def _activate(target: QWidget) -> None:
    target.activateWindow()
    await eventually(lambda: QApplication.activeWindow() is target, "the active window")


async def test_a_floating_view_is_no_loss_and_keys_drive_there_too(seat: Seat) -> None:
    dock, field = _floating(seat)
    await _activate(seat.main)
    QTest.keyPress(seat.field, _Key.Key_W)
    await _activate(dock)
    field.setFocus()
    assert (seat.mode.is_on, seat.asked()) == (True, AHEAD)
    assert len(seat.frames) == 2
    QTest.keyRelease(field, _Key.Key_W)
    assert seat.asked() is None
    QTest.keyPress(field, _Key.Key_S)
    assert seat.asked() == Stick(-1, 0, radial=False)
    assert field.text() == ""
    other = QWidget()
    other.show()
    await _activate(other)
    assert (seat.mode.is_on, seat.asked()) == (False, None)
    assert Reason.UNFOCUSED in seat.handle.said
    other.close()
    dock.deleteLater()
