"""The surroundings of the joints of an arm."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from pytestqt.qtbot import QtBot

from app.net.tasks import TaskPool
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.joints.panel import JointsPanel
from tests.app.ui.robot.conftest import Surroundings
from tests.fakes.joints import ARM, arm_session


@pytest.fixture
async def arm(qtbot: QtBot, themes: Themes, preferences: Preferences) -> AsyncIterator[Surroundings]:
    tasks = TaskPool("view")
    surroundings = Surroundings(arm_session(), themes, preferences, tasks)
    surroundings.current = ARM
    qtbot.addWidget(surroundings.window)
    surroundings.window.show()
    yield surroundings
    await tasks.cancel()


@pytest.fixture
def panel(arm: Surroundings) -> JointsPanel:
    panel = JointsPanel(
        arm.tools.topics,
        arm.tools.graphs,
        arm.tools.robot_tools,
        arm.tools.show_topic,
        arm.window,
    )
    panel.resize(1000, 400)
    panel.show()
    panel.refresh(1000.0)
    return panel
