"""The surroundings of driving in a window."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.config.profile import Profile
from app.model.status import ConnectionState
from app.net.tasks import TaskPool
from app.ui.base.command_switch import CommandSwitch
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.drive.client import DriveClient, DriveSelection
from app.ui.drive.dock import DriveDock
from app.ui.drive.drive_mode import DriveMode
from app.ui.drive.panel import DrivePanel
from app.ui.window.actions import Actions
from app.ui.window.main_window import MainWindow
from tests.fakes.driving_view import FakeDriving, FakeHandle
from tests.fakes.session import FakeSession, JsonSchema
from tests.fakes.view_services import ViewServices

ROBOT = "ros1://rover:11311"
OTHER = "ros1://tug:11311"
TWIST = "geometry_msgs/Twist"
CHOICE = DriveSelection(ROBOT, "/cmd_vel", TWIST, Profile())


def add_robot(session: FakeSession, name: str, *topics: str) -> None:
    """A robot that takes commands on these topics."""
    session.set_state(ConnectionState.CONNECTED, "ROS 1", connection=name, description="ROS 1")
    session.add_topics(*topics, connection=name, schema=JsonSchema(TWIST))
    for topic in topics:
        slot = session.topic(topic, name)
        assert slot.info is not None
        object.__setattr__(slot.info, "subscribers", 1)


class Cockpit:
    """A window, and a robot that can be driven from it.

    Attributes:
        handle: what the drive process is told, and tells.
        current: the robot in view.
        now: the time by which the window tells that it stood still.
    """

    def __init__(self, session: FakeSession, themes: Themes, preferences: Preferences, tasks: TaskPool) -> None:
        self.session = session
        self.window = QWidget()
        self.window.resize(1100, 420)
        self.current: str | None = ROBOT
        self.now = 0.0
        self.themes = themes
        self.driving: FakeDriving = session.driving
        self.handle: FakeHandle = self.driving.handle
        self.actions = Actions(themes, self.window)
        self.lock = CommandSwitch(
            session.commands, self.actions.allow_commands, themes, lambda: self.current, self.window
        )
        self.shown: list[object] = []
        self.tools = ViewServices(
            session, tasks.spawn, self.lock, themes, preferences, lambda: self.current, self.shown.append
        )
        self.pilot = DriveClient(
            lambda: session.driving,
            tasks.spawn,
            self.window,
            timer=lambda: self.now,
            recall=preferences.drive_share,
            remember=preferences.set_drive_share,
        )
        self.mode = DriveMode(self.pilot, self.window, themes)

    def allow(self, name: str = ROBOT) -> None:
        """Let a robot be told something."""
        self.lock.allow(name, allowed=True)


@pytest.fixture(autouse=True)
def profiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No test sees the profiles of whoever runs it."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path / "config" / "teledeck" / "profiles"


@pytest.fixture
async def cockpit(qapp: QApplication, themes: Themes, preferences: Preferences) -> AsyncIterator[Cockpit]:
    del qapp
    tasks = TaskPool("cockpit")
    session = FakeSession()
    add_robot(session, ROBOT, "/cmd_vel")
    cockpit = Cockpit(session, themes, preferences, tasks)
    cockpit.window.show()
    yield cockpit
    cockpit.pilot.close()
    # only now: the pilot is its child
    cockpit.window.close()
    cockpit.window.deleteLater()
    await tasks.cancel()


def new_panel(cockpit: Cockpit) -> DrivePanel:
    """A panel in the cockpit's window."""
    return DrivePanel(
        cockpit.tools.topics,
        cockpit.tools.commands,
        cockpit.tools.robot,
        cockpit.tools.switch,
        cockpit.tools.goals,
        cockpit.tools.themes,
        cockpit.tools.preferences,
        cockpit.tools.show_topic,
        cockpit.pilot,
        cockpit.mode,
        cockpit.window,
    )


def make_panel(cockpit: Cockpit) -> DrivePanel:
    """The panel of the cockpit's window, shown and opened."""
    panel = new_panel(cockpit)
    panel.resize(cockpit.window.size())
    panel.show()
    panel.set_open(True)
    panel.refresh(0.0)
    return panel


@pytest.fixture
def panel(cockpit: Cockpit) -> Iterator[DrivePanel]:
    panel = make_panel(cockpit)
    yield panel
    panel.ui.surface.release_all()


async def ready(panel: DrivePanel, cockpit: Cockpit, **changes: object) -> None:
    """Commands are allowed, and the drive process tells how things are."""
    cockpit.allow()
    panel.refresh(0.0)
    await asyncio.sleep(0)
    cockpit.handle.tell(**changes)
    panel.refresh(0.0)


class Window:
    """The main window with a robot that can be driven."""

    def __init__(self, window: MainWindow, session: FakeSession) -> None:
        self.main = window
        self.session = session
        self.station: DriveDock = window.docks.drive
        self.handle: FakeHandle = session.driving.handle
        self.actions = window.actions_of_window.drive

    async def drive(self, **changes: object) -> None:
        """Open the panel on a robot that may be told something."""
        self.main.command_switch.allow(ROBOT, allowed=True)
        self.station.show_panel().refresh(0.0)
        await asyncio.sleep(0)
        self.tell(**changes)

    def tell(self, **changes: object) -> None:
        """The drive process tells something, and the next beat takes it."""
        self.handle.tell(**changes)
        self.station.client.beat()


@pytest.fixture
async def window(
    qtbot: QtBot, themes: Themes, preferences: Preferences, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Window]:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    tasks = TaskPool("window")
    session = FakeSession()
    add_robot(session, ROBOT, "/cmd_vel")
    main = MainWindow(themes, preferences)
    qtbot.addWidget(main)
    main.resize(1366, 768)
    main.show()
    main.open(session, tasks.spawn)
    main.activateWindow()
    yield Window(main, session)
    main.close_at_once()
    await tasks.cancel()
