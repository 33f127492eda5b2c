"""A view of lanes on a session made by hand, whose clock tests turn."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QMainWindow
from pytestqt.qtbot import QtBot

from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.time_axis.link import TimeLink
from app.ui.time_axis.states.data import StateData
from app.ui.time_axis.states.panel import StatePanel
from tests.fakes.session import FakeSession
from tests.fakes.spawned import Spawned
from tests.fakes.states import BEGIN_S, StatesStage, telling_session
from tests.fakes.view_services import ViewServices, view_services


@pytest.fixture
def session() -> FakeSession:
    return telling_session()


@pytest.fixture
def data(session: FakeSession) -> StateData:
    return StateData(session.links, session.topics, "lane-1")


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[QMainWindow]:
    window = QMainWindow()
    qtbot.addWidget(window)
    window.resize(800, 400)
    yield window
    window.close()


@pytest.fixture
def tools(session: FakeSession, themes: Themes, preferences: Preferences, window: QMainWindow) -> ViewServices:
    return view_services(session, themes, preferences, window)


@pytest.fixture
def stage(tools: ViewServices, session: FakeSession, window: QMainWindow, spawned: Spawned) -> Iterator[StatesStage]:
    link, clock = TimeLink(), [BEGIN_S]
    panel = StatePanel(
        tools.links,
        tools.topics,
        tools.robot,
        tools.themes,
        tools.preferences,
        tools.show_topic,
        "lane-1",
        link,
        clock=lambda: clock[0],
        runs=tools.runs,
        spawn=spawned,
    )
    window.setCentralWidget(panel)
    window.show()
    yield StatesStage(panel, session, link, clock)
    panel.close_down()
