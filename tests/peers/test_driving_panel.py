"""Driving from the window itself: the drive panel, a real drive process, the demo robot, and what is on the wire.

Each fault of the interface's, on each protocol, by the clock of the robot's end. In real time: by hand, on a machine
that has nothing else to do.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit
from pytestqt.qtbot import QtBot

from app.config.profile_folder import DEFAULT_PROFILE, save_profile
from app.drive.control.values import Reason, Stage
from app.net.link_thread import LinkThread
from app.net.tasks import TaskPool
from app.session.session import Session
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.window.main_window import MainWindow
from app.wording.ui.drive import DriveStatusWording
from tests.app.ui.conftest import preferences, themes  # noqa: F401 - fixtures
from tests.fakes.cockpit import LEFT, Cockpit
from tests.fakes.driven_robot import ESTOPS, DrivenRobot, clock, driven_robot, go_first, go_like_others
from tests.fakes.promise import kept
from tests.fakes.waiting import eventually
from tests.tools.sentences import shows

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


class Drive(Cockpit):
    """The window, and the robot that it drives."""

    def __init__(self, window: MainWindow, session: Session, robot: DrivenRobot) -> None:
        super().__init__(window, session)
        self.robot = robot

    async def moves(self) -> None:
        """Wait until it does."""
        await eventually(lambda: self.robot.moves, f"a motion; {self.panel.full_text}", 5)


@pytest.fixture(params=["ros1", "gazebo", "galileo"])
async def cockpit(
    request: pytest.FixtureRequest,
    qtbot: QtBot,
    themes: Themes,  # noqa: F811
    preferences: Preferences,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> AsyncIterator[Drive]:
    del qtbot
    # as the program has it: no window decides about the end
    QApplication.setQuitOnLastWindowClosed(False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    go_first()
    link, tasks = LinkThread(), TaskPool("window")
    link.start()
    async with driven_robot(request.param) as robot:
        session = Session(link)
        window = MainWindow(themes, preferences)
        window.resize(1366, 768)
        window.show()
        window.open(session, tasks.spawn)
        cockpit = Drive(window, session, robot)
        await cockpit.choose(robot.uri)
        # between here and the test no loop runs, but Qt's events go on: nothing may be in the middle of starting
        await cockpit.arm()
        yield cockpit
        window.close_at_once()
        window.deleteLater()
        await session.close()
        await tasks.cancel()
        link.stop()
    go_like_others()
    QApplication.setQuitOnLastWindowClosed(True)


def release(cockpit: Drive) -> None:
    QTest.mouseRelease(cockpit.panel.ui.surface, LEFT)


def key_up(cockpit: Drive) -> None:
    QTest.keyRelease(cockpit.panel.ui.surface, Qt.Key.Key_W)


def type_elsewhere(cockpit: Drive) -> None:
    cockpit.window.topics.filter.setFocus()


def press_stop(cockpit: Drive) -> None:
    QTest.mousePress(cockpit.window.docks.drive.stop_button, LEFT)
    QTest.mouseRelease(cockpit.window.docks.drive.stop_button, LEFT)


def space_in_a_text_field(cockpit: Drive) -> None:
    QTest.keyClick(cockpit.window.topics.filter, Qt.Key.Key_Space)


def space_in_a_dialog(cockpit: Drive) -> None:
    dialog = QDialog(cockpit.window)
    field = QLineEdit(dialog)
    QTest.keyClick(field, Qt.Key.Key_Space)
    assert field.text() == ""


def lose_the_focus(cockpit: Drive) -> None:
    QApplication.sendEvent(cockpit.window, QEvent(QEvent.Type.WindowDeactivate))


def minimise(cockpit: Drive) -> None:
    cockpit.window.showMinimized()


def close_the_panel(cockpit: Drive) -> None:
    cockpit.window.docks.drive.dock.close()


def look_only(cockpit: Drive) -> None:
    cockpit.window.command_switch.allow(cockpit.session.links.connections[0].id, allowed=False)


def open_the_profiles(cockpit: Drive) -> None:
    cockpit.window.docks.drive.edit_profiles()


def change_its_profile(cockpit: Drive) -> None:
    save_profile(replace(DEFAULT_PROFILE, rate_hz=50.0))
    cockpit.panel.selector.use_profile(DEFAULT_PROFILE.name)


def ask_to_quit(cockpit: Drive) -> None:
    assert not cockpit.window.close()


def close_the_window(cockpit: Drive) -> None:
    cockpit.window.close_at_once()


STICK, KEYS = Cockpit.push_the_stick, Cockpit.hold_w


@pytest.mark.parametrize(
    ("drive", "fault", "within_s", "stage"),
    [
        (STICK, release, 0.1, Stage.ARMED),
        (KEYS, key_up, 0.1, Stage.ARMED),
        (KEYS, type_elsewhere, 0.1, Stage.ARMED),
        (STICK, press_stop, 0.06, Stage.STOPPED),
        (KEYS, space_in_a_text_field, 0.06, Stage.STOPPED),
        (KEYS, space_in_a_dialog, 0.06, Stage.STOPPED),
        (STICK, lose_the_focus, 0.15, Stage.DISARMED),
        (KEYS, minimise, 0.15, Stage.DISARMED),
        (STICK, close_the_panel, 0.15, Stage.DISARMED),
        (STICK, look_only, 0.15, None),
        (KEYS, open_the_profiles, 0.15, Stage.DISARMED),
        (STICK, change_its_profile, 0.15, Stage.DISARMED),
        (KEYS, ask_to_quit, 0.15, Stage.DISARMED),
        (STICK, ask_to_quit, 0.15, Stage.DISARMED),
        (KEYS, close_the_window, 0.25, None),
    ],
)
async def test_what_happens_in_the_window_stops_the_robot_in_time(
    cockpit: Drive,
    drive: Callable[[Cockpit], None],
    fault: Callable[[Drive], None],
    within_s: float,
    stage: Stage | None,
) -> None:
    for _ in range(5):
        cockpit.panel.ui.surface.release_all()
        await cockpit.arm()
        drive(cockpit)
        await cockpit.moves()
        await asyncio.sleep(0.3)
        # a machine that stood still has disarmed
        if cockpit.robot.moves and cockpit.stage is Stage.ARMED:
            break
    assert cockpit.robot.moves, cockpit.panel.full_text
    moment = clock()
    fault(cockpit)
    took_s = await cockpit.robot.zero_after(moment)
    if stage is not None:
        await eventually(lambda: cockpit.stage is stage, f"{stage}, not {cockpit.stage}")
    await asyncio.sleep(0.3)
    late = [came for came in cockpit.robot.from_zero(moment) if not came.is_zero]
    assert late == []
    kept(took_s, within_s)


async def test_the_robots_own_estop_stops_what_the_window_drives_and_is_shown(cockpit: Drive) -> None:
    names = ESTOPS[cockpit.robot.uri.partition(":")[0]]
    save_profile(replace(DEFAULT_PROFILE, **names))
    cockpit.panel.selector.use_profile(DEFAULT_PROFILE.name)
    face = cockpit.panel.ui
    await eventually(lambda: cockpit.panel.status_text.estop and not cockpit.panel.status_text.estop_is_bad, "released")
    await cockpit.arm()
    cockpit.push_the_stick()
    await cockpit.moves()
    moment = clock()
    cockpit.robot.do("pressed")

    # it is told five times a second
    took_s = await cockpit.robot.zero_after(moment)
    await eventually(lambda: cockpit.stage is Stage.DISARMED, f"disarmed, not {cockpit.stage}")
    await eventually(lambda: not face.arm.isEnabled() and face.estop.isVisible(), cockpit.panel.full_text)
    # the panel says it with its next refresh
    await eventually(
        lambda: shows(cockpit.panel.status_text.estop, DriveStatusWording.ESTOP_PRESSED), cockpit.panel.full_text
    )
    assert str(Reason.ESTOP_PRESSED.text) in cockpit.panel.status_text.stopped
    release(cockpit)
    await eventually(lambda: Reason.ESTOP.text in cockpit.panel.status_text.hint, cockpit.panel.full_text)
    cockpit.robot.do("freed")
    await cockpit.arm()
    kept(took_s, 0.2 + 0.25)
