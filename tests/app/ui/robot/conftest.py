"""The surroundings of the views of a robot."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.model.topics import TopicKey
from app.net.tasks import TaskPool
from app.ui.base.command_switch import CommandSwitch
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.window.actions import Actions
from tests.fakes.ros_robot import ROBOT, ros_session
from tests.fakes.session import FakeSession
from tests.fakes.view_services import ViewServices

# what the offscreen platform says of every menu that opens
opens_a_menu = pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing)")


class Surroundings:
    """A window for a view of the robot, and what it is given.

    Attributes:
        current: the robot in view.
        shown_topics: those that the view went to.
    """

    def __init__(self, session: FakeSession, themes: Themes, preferences: Preferences, tasks: TaskPool) -> None:
        self.session = session
        self.window = QWidget()
        self.window.resize(1000, 600)
        self.current: str | None = ROBOT
        self.shown_topics: list[TopicKey] = []
        self.actions = Actions(themes, self.window)
        self.lock = CommandSwitch(
            session.commands, self.actions.allow_commands, themes, lambda: self.current, self.window
        )
        self.tools = ViewServices(
            session, tasks.spawn, self.lock, themes, preferences, lambda: self.current, self.shown_topics.append
        )

    def allow(self) -> None:
        """Let the robot in view be told something."""
        self.actions.allow_commands.trigger()


@pytest.fixture
async def robot(qtbot: QtBot, themes: Themes, preferences: Preferences) -> AsyncIterator[Surroundings]:
    tasks = TaskPool("view")
    surroundings = Surroundings(ros_session(), themes, preferences, tasks)
    qtbot.addWidget(surroundings.window)
    surroundings.window.show()
    yield surroundings
    await tasks.cancel()
