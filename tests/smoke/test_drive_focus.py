"""Driving on a real screen, from which another program takes the focus: run under xvfb-run with QT_QPA_PLATFORM=xcb."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.drive.control.values import DriveSource, Reason, Stage
from app.ui.window.main_window import MainWindow
from tests.app.ui.drive.conftest import ROBOT
from tests.fakes.session import FakeSession
from tests.fakes.waiting import eventually
from tests.fakes.x11 import Screen


async def test_another_program_that_takes_the_focus_lets_go_and_disarms(
    screen: Screen, window: tuple[MainWindow, FakeSession]
) -> None:
    main, session = window
    handle, station = session.driving.handle, main.docks.drive
    screen.give_focus(int(main.winId()))
    await eventually(main.isActiveWindow, "the focus")
    main.command_switch.allow(ROBOT, allowed=True)
    panel = station.show_panel()
    await eventually(lambda: station.client.selection, "a robot that is driven")
    handle.tell(stage=Stage.ARMED)
    panel.refresh(0.0)
    panel.ui.surface.setFocus()
    QTest.keyPress(panel.ui.surface, Qt.Key.Key_W)
    assert handle.moves[DriveSource.KEYBOARD] is not None
    assert Reason.UNFOCUSED not in handle.said

    screen.take_focus()

    await eventually(lambda: Reason.UNFOCUSED in handle.said, "disarmed")
    assert handle.moves[DriveSource.KEYBOARD] is None
    # the key goes up where nobody tells us, and back here nothing moves by itself
    screen.give_focus(int(main.winId()))
    await eventually(main.isActiveWindow, "the focus")
    assert handle.moves[DriveSource.KEYBOARD] is None
