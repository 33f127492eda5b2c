"""Every view has room in a small window, and in a dock that is as small as views ever are."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication, QDockWidget, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.window.main_window import MainWindow
from tests.scenes.analysis import ANALYSIS_SCENES, analysis_session_of
from tests.scenes.compare import COMPARE_SCENES, compare_session_of
from tests.scenes.images import IMAGE_SCENES, picture_session_of
from tests.scenes.joints import JOINT_SCENES, joint_session_of
from tests.scenes.plots import PLOT_SCENES, plot_session_of
from tests.scenes.robots import ROBOT_SCENES, robot_session_of
from tests.scenes.states import STATE_SCENES, lane_session_of
from tests.scenes.top_view import TOP_VIEW_SCENES, top_view_session_of
from tests.scenes.window import SCENES, Stage, session_of
from tests.tools.room import room_faults

SMALL_WINDOW = QSize(840, 600)
SMALL_DOCK = QSize(300, 200)

VIEWS = {
    "rover": (SCENES, session_of),
    "log": (SCENES, session_of),
    "world": (SCENES, session_of),
    "pictures": (IMAGE_SCENES, picture_session_of),
    "top-view": (TOP_VIEW_SCENES, top_view_session_of),
    "plots-held-with-cursors": (PLOT_SCENES, plot_session_of),
    "lanes": (STATE_SCENES, lane_session_of),
    "analysis-spectrum": (ANALYSIS_SCENES, analysis_session_of),
    "analysis-histogram": (ANALYSIS_SCENES, analysis_session_of),
    "compare": (COMPARE_SCENES, compare_session_of),
    "compare-figures": (COMPARE_SCENES, compare_session_of),
    "joints-moved": (JOINT_SCENES, joint_session_of),
    "console": (ROBOT_SCENES, robot_session_of),
    "parameters": (ROBOT_SCENES, robot_session_of),
    "nodes": (ROBOT_SCENES, robot_session_of),
    "goals": (ROBOT_SCENES, robot_session_of),
    "frames": (ROBOT_SCENES, robot_session_of),
    "frames-as-list": (ROBOT_SCENES, robot_session_of),
    "diagnostics": (ROBOT_SCENES, robot_session_of),
    "diagnostics-worse": (ROBOT_SCENES, robot_session_of),
    "call": (ROBOT_SCENES, robot_session_of),
    "publish": (ROBOT_SCENES, robot_session_of),
}

# the scene of the log has something logged
_LOGS = [pytest.mark.expects_log("something failed"), pytest.mark.expects_log("was lost")]


@pytest.fixture(params=[1.0, 1.5], ids=["100%", "150%"])
def text_size(qapp: QApplication, request: pytest.FixtureRequest) -> Iterator[float]:
    before = qapp.font()
    larger = qapp.font()
    larger.setPointSizeF(before.pointSizeF() * request.param)
    qapp.setFont(larger)
    yield request.param
    qapp.setFont(before)


@pytest.fixture
async def show(
    text_size: float,  # noqa: ARG001 - set before any widget is made
    qtbot: QtBot,
    themes: Themes,
    preferences: Preferences,
) -> AsyncIterator[Callable[[str], Awaitable[MainWindow]]]:
    """What opens a small window with a view."""
    windows: list[MainWindow] = []

    async def show_one(name: str) -> MainWindow:
        scenes, session_for = VIEWS[name]
        window = MainWindow(themes, preferences)
        qtbot.addWidget(window)
        windows.append(window)
        window.resize(SMALL_WINDOW)
        window.show()
        stage = Stage(window, themes, preferences, session_for(name))
        stage.open()
        await stage.look(0.1)
        await scenes[name](stage)
        await stage.look(0.1)
        return window

    yield show_one
    for window in windows:
        window.close_at_once()
    await asyncio.sleep(0)


def _views(window: MainWindow) -> list[QWidget]:
    """The views that are not behind another, and what is in the middle of the window."""
    docks = [dock for dock in window.findChildren(QDockWidget) if not dock.visibleRegion().isEmpty()]
    middle = [view for view in (window.topics, window.world) if view.isVisible()]
    return [dock.widget() for dock in docks if dock.widget() is not None] + middle


@pytest.mark.parametrize("name", [pytest.param(name, marks=_LOGS if name == "log" else ()) for name in VIEWS])
async def test_nothing_of_a_view_is_cut_or_covered(
    show: Callable[[str], Awaitable[MainWindow]], qtbot: QtBot, name: str
) -> None:
    window = await show(name)
    # what is too small for its dock is told below: the room of docks is the window's affair
    there = [view for view in _views(window) if view.width() >= SMALL_DOCK.width()]
    faults = [fault for view in there if view.height() >= SMALL_DOCK.height() for fault in room_faults(view)]
    assert not faults

    host = QWidget()
    qtbot.addWidget(host)
    layout = QVBoxLayout(host)
    layout.setContentsMargins(0, 0, 0, 0)
    for view in _views(window):
        least = view.minimumSizeHint().expandedTo(view.minimumSize())
        assert least.boundedTo(SMALL_DOCK) == least, type(view).__name__
        layout.addWidget(view)
        host.resize(SMALL_DOCK)
        host.show()
        for _ in range(5):
            await asyncio.sleep(0.02)
            window.refresher.tick()
        assert host.size() == SMALL_DOCK, type(view).__name__
        assert room_faults(host) == []
        view.setParent(window)
