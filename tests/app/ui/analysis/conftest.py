"""An analysis on a session made by hand, whose clock tests turn."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QMainWindow
from pytestqt.qtbot import QtBot

from app.model.timeseries.budget import SeriesBudget
from app.ui.analysis.panel import AnalysisPanel
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.time_axis.link import TimeLink
from tests.fakes.analyses import BEGIN_S, AnalysisStage, swinging_session
from tests.fakes.session import FakeSession
from tests.fakes.view_services import ViewServices, view_services


@pytest.fixture
def session() -> FakeSession:
    return swinging_session()


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[QMainWindow]:
    window = QMainWindow()
    qtbot.addWidget(window)
    window.resize(1000, 500)
    yield window
    window.close()


@pytest.fixture
def tools(session: FakeSession, themes: Themes, preferences: Preferences, window: QMainWindow) -> ViewServices:
    return view_services(session, themes, preferences, window)


@pytest.fixture
def stage(tools: ViewServices, session: FakeSession, window: QMainWindow) -> Iterator[AnalysisStage]:
    link, clock = TimeLink(), [BEGIN_S]
    panel = AnalysisPanel(
        tools.links, tools.topics, tools.themes, tools.spawn, "analysis-1", SeriesBudget(), link, clock=lambda: clock[0]
    )
    window.setCentralWidget(panel)
    window.show()
    yield AnalysisStage(panel, session, link, clock)
    panel.close_down()
    assert panel.worker.wait(30)
