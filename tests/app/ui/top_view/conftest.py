"""A top view on a session made by hand."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QMainWindow
from pytestqt.qtbot import QtBot

from app.model.status import ConnectionState
from app.ui.base.preferences import Preferences
from app.ui.base.robot_tools import RobotTools
from app.ui.base.theme import Themes
from app.ui.top_view.panel import TopViewPanel
from tests.fakes.images import tools_of
from tests.fakes.session import FakeSession


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[QMainWindow]:
    window = QMainWindow()
    qtbot.addWidget(window)
    window.resize(900, 600)
    yield window
    window.close()


@pytest.fixture
def tools(session: FakeSession, themes: Themes, preferences: Preferences, window: QMainWindow) -> RobotTools:
    session.set_state(ConnectionState.CONNECTED)
    return tools_of(session, themes, preferences, window)


@pytest.fixture
def panel(tools: RobotTools, window: QMainWindow) -> Iterator[TopViewPanel]:
    # whoever holds up the machine makes no layer wait for its turn
    panel = TopViewPanel(tools, "topview-1", lambda: 0.0)
    window.setCentralWidget(panel)
    window.show()
    yield panel
    panel.close_down()
