from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.drive.control.values import Stage
from app.drive.messages.report import DriveReport
from app.drive.supervisor.drive_state import DrivePhase, DriveState
from app.model.layout import Layout, LayoutView, RoleRequest
from app.model.schema import Role
from app.net.tasks import TaskPool
from app.ui.analysis.chart_library import CHART_LIBRARY
from app.ui.analysis.docks import MAX_DOCKS
from app.ui.analysis.state import AnalysisTab
from app.ui.base.preferences import Preferences, ThemeChoice
from app.ui.base.theme import Themes
from app.ui.time_axis.plots.plot import Threshold
from app.ui.window.main_window import MainWindow
from tests.fakes.analyses import BEGIN_S, IMU, NOTE
from tests.fakes.session import FakeSession

Open = Callable[[], MainWindow]


@pytest.fixture
async def open_window(
    qtbot: QtBot, session: FakeSession, themes: Themes, preferences: Preferences
) -> AsyncIterator[Open]:
    del qtbot
    windows: list[MainWindow] = []
    tasks = TaskPool("window")

    def open_one() -> MainWindow:
        window = MainWindow(themes, preferences)
        window.resize(1200, 900)
        window.show()
        window.open(session, tasks.spawn)
        windows.append(window)
        return window

    yield open_one
    for window in windows:
        for panel in window.analysis_docks.panels.values():
            panel.worker.cancel()
            assert panel.worker.wait(30)
        window.close()
        window.deleteLater()
    await tasks.cancel()


def settle(window: MainWindow) -> None:
    QApplication.sendPostedEvents()
    window.refresher.tick()


def shown(window: MainWindow, name: str = "analysis-1") -> list[str]:
    return [subject.spec.label if subject.spec else "" for subject in window.analysis_docks.panels[name].subjects]


async def test_the_curves_of_a_plot_are_analysed_in_its_span_beside_it(open_window: Open) -> None:
    window = open_window()
    window.plot_docks.plot_fields([(IMU, "x"), (IMU, "y")])
    settle(window)
    plots = window.plot_docks.show_current()
    plots.cursors.put(BEGIN_S + 1, second=False)
    plots.cursors.put(BEGIN_S + 3, second=True)
    (cell,) = plots.grid.cells
    cell.add_threshold(Threshold(0.5))
    cell.view.setFocus()
    window.actions_of_window.analysis.analyse.trigger()
    settle(window)
    panel = window.analysis_docks.panels["analysis-1"]

    assert shown(window) == ["x", "y"]
    assert panel.span == (BEGIN_S + 1, BEGIN_S + 3)
    assert panel.options.thresholds == (0.5,)
    assert window.analysis_docks.docks["analysis-1"].isVisible()
    assert window.plot_docks.docks["plots"].isVisible()


async def test_a_plot_offers_it_in_its_menu_where_it_has_curves_over_time(open_window: Open) -> None:
    window = open_window()
    window.plot_docks.show_current()
    (cell,) = window.plot_docks.show_current().grid.cells
    assert not cell.ask_to_analyse()
    assert not _action(cell.make_menu(None), "Anal&yse").isEnabled()
    window.plot_docks.plot_fields([(IMU, "x")])
    _action(cell.make_menu(None), "Anal&yse").trigger()

    assert shown(window) == ["x"]


async def test_a_topic_of_the_list_shows_its_timing_first(open_window: Open) -> None:
    window = open_window()
    window.show_topic(IMU)
    settle(window)
    window.topics.view.setFocus()
    window.actions_of_window.analysis.analyse.trigger()

    assert shown(window) == ["x", "y"]
    assert window.analysis_docks.panels["analysis-1"].tab is AnalysisTab.TIMING


async def test_a_field_of_the_inspector_is_analysed(open_window: Open, session: FakeSession) -> None:
    window = open_window()
    window.show_topic(IMU)
    session.receive(IMU.topic, {"x": 1.0, "y": 2.0})
    settle(window)
    tree = window.inspector.tree
    assert not tree.ask_to_analyse()
    tree.setCurrentIndex(tree.model().index(1, 0))

    assert tree.ask_to_analyse()
    assert shown(window) == ["y"]


async def test_the_topic_of_a_lane_is_analysed(open_window: Open) -> None:
    window = open_window()
    window.state_docks.show_topic(NOTE)
    settle(window)
    (lanes,) = window.state_docks.panels.values()

    assert lanes.ask_to_analyse()
    assert [subject.key for subject in window.analysis_docks.panels["analysis-1"].subjects] == [NOTE]
    assert not open_window().state_docks.add().ask_to_analyse()  # type: ignore[union-attr] # there is room


async def test_without_anything_an_empty_one_is_opened_once(open_window: Open) -> None:
    window = open_window()
    window.actions_of_window.analysis.analyse.trigger()
    window.actions_of_window.analysis.analyse.trigger()
    assert list(window.analysis_docks.panels) == ["analysis-1"]
    window.actions_of_window.analysis.new_dock.trigger()

    assert list(window.analysis_docks.panels) == ["analysis-1", "analysis-2"]


async def test_there_is_an_end_to_docks(open_window: Open) -> None:
    window = open_window()
    opened = [window.analysis_docks.add() for _ in range(MAX_DOCKS + 1)]

    assert opened[-1] is None
    assert None not in opened[:-1]


async def test_a_closed_one_wants_nothing_and_can_be_reopened(open_window: Open, session: FakeSession) -> None:
    window = open_window()
    window.analysis_docks.analyse_fields([(IMU, "x")])
    settle(window)
    window.analysis_docks.docks["analysis-1"].close()
    assert session.topics.wants["analysis-1"] == session.topics.wants["analysis-1 arrivals"] == frozenset()
    settle(window)
    window.actions_of_window.reopen_view.trigger()

    assert shown(window) == ["x"]


async def test_a_closed_one_is_gone_for_good_and_minds_no_other_look(open_window: Open, themes: Themes) -> None:
    window = open_window()
    window.analysis_docks.analyse_fields([(IMU, "x")])
    settle(window)
    panel = weakref.ref(window.analysis_docks.panels["analysis-1"])
    window.analysis_docks.docks["analysis-1"].close()
    await asyncio.sleep(0)
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    settle(window)
    gc.collect()
    themes.choose(ThemeChoice.LIGHT)

    assert panel() is None


async def test_analyses_are_there_again_in_the_next_run(open_window: Open) -> None:
    first = open_window()
    first.analysis_docks.analyse_fields([(IMU, "x")])
    first.analysis_docks.panels["analysis-1"].show_tab(AnalysisTab.HISTOGRAM)
    first.close()
    second = open_window()
    settle(second)

    assert shown(second) == ["x"]
    assert second.analysis_docks.panels["analysis-1"].tab is AnalysisTab.HISTOGRAM


@pytest.mark.parametrize("told", [{}, {"other": {}}, {"analysis-1": 5}, {"analysis-1": {"subjects": [[]]}}])
async def test_what_was_remembered_may_be_anything(
    open_window: Open, preferences: Preferences, told: dict[str, Any]
) -> None:
    preferences.set_views("analyses", told)
    window = open_window()

    assert all(shown(window, name) == [] for name in window.analysis_docks.panels)


async def test_a_layout_keeps_analyses(open_window: Open) -> None:
    window = open_window()
    window.analysis_docks.analyse_fields([(IMU, "x")])
    kept = window.layouts.current_layout("mine")
    waiting = LayoutView("analysis", "analysis-1", {}, (RoleRequest(Role.BATTERY),))
    window.layouts.show_layout(Layout("other", views=(waiting,), panels=()))
    window.layouts.refresh(0.0)
    assert shown(window) == []
    window.layouts.show_layout(kept)

    assert shown(window) == ["x"]


def _action(menu: Any, text: str) -> Any:
    return next(action for action in menu.actions() if action.text().startswith(text))


@pytest.mark.parametrize("stage", list(Stage))
async def test_charts_wait_while_a_robot_is_driven(open_window: Open, session: FakeSession, stage: Stage) -> None:
    open_window()
    handle = session.driving.handle
    assert not CHART_LIBRARY.must_wait()

    handle.state = DriveState(phase=DrivePhase.RUNNING, report=DriveReport(0.0, stage))
    assert CHART_LIBRARY.must_wait() is (stage not in {Stage.DISARMED, Stage.STOPPED})

    handle.state = DriveState(may_be_moving=True)
    assert CHART_LIBRARY.must_wait()
