"""A top view on a session made by hand."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QMainWindow
from pytestqt.qtbot import QtBot

from app.model.status import ConnectionState
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.top_view.panel import TopViewPanel
from tests.fakes.session import FakeSession
from tests.fakes.view_services import ViewServices, view_services


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[QMainWindow]:
    window = QMainWindow()
    qtbot.addWidget(window)
    window.resize(900, 600)
    yield window
    window.close()


@pytest.fixture
def tools(session: FakeSession, themes: Themes, preferences: Preferences, window: QMainWindow) -> ViewServices:
    session.set_state(ConnectionState.CONNECTED)
    return view_services(session, themes, preferences, window)


@pytest.fixture
def panel(tools: ViewServices, window: QMainWindow) -> Iterator[TopViewPanel]:
    # whoever holds up the machine makes no layer wait for its turn
    panel = TopViewPanel(
        tools.links,
        tools.topics,
        tools.runs,
        tools.robot,
        tools.themes,
        tools.preferences,
        tools.spawn,
        tools.show_topic,
        tools.goals,
        "topview-1",
        lambda: 0.0,
    )
    window.setCentralWidget(panel)
    window.show()
    yield panel
    panel.close_down()
