from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.model.layout import Layout, LayoutView, RoleRequest
from app.model.schema import Role
from app.ui.base.preferences import Preferences
from app.ui.time_axis.states.docks import MAX_VIEWS
from app.ui.topics.topic_verbs import TopicVerb
from app.ui.widgets.dock_places import split_off
from app.ui.window.main_window import MainWindow
from tests.app.ui.conftest import OpenWindow
from tests.fakes.session import URI, FakeSession
from tests.fakes.states import ODOM, STATUS


def settle(window: MainWindow) -> None:
    QApplication.sendPostedEvents()
    window.refresher.tick()


def shown(window: MainWindow, name: str = "lane-1") -> list[str]:
    return [str(lane.spec.path) for lane in window.state_docks.panels[name].rows.all]


async def test_the_action_opens_a_view_with_what_tells_how_the_robot_is(
    open_window: OpenWindow, session: FakeSession
) -> None:
    window = open_window()
    session.receive("/status", {"mode": 1, "docked": False})
    window.actions_of_window.state_timelines.new_view.trigger()
    settle(window)

    assert shown(window) == ["mode", "docked"]
    assert window.state_docks.docks["lane-1"].isVisible()
    assert session.topics.wants["lane-1"] == {STATUS}


async def test_topics_and_fields_are_shown_in_the_view_that_is_there(open_window: OpenWindow) -> None:
    window = open_window()
    window.topics.verb_asked.emit(TopicVerb.STATES, STATUS)
    window.inspector.tree.states_asked.emit([(STATUS, "note")])

    assert list(window.state_docks.panels) == ["lane-1"]
    assert shown(window) == ["mode", "docked", "note"]


async def test_states_of_a_closed_view_go_on_for_who_opens_it_again(
    open_window: OpenWindow, session: FakeSession
) -> None:
    window = open_window()
    window.state_docks.show_fields([(STATUS, "mode")])
    session.receive("/status", {"mode": 1})
    window.state_docks.close_view("lane-1")
    assert window.state_docks.can_be_seen()
    session.receive("/status", {"mode": 2})
    window.actions_of_window.reopen_view.trigger()
    (row,) = window.state_docks.panels["lane-1"].rows.all
    row.drain()

    assert row.history.words == ("DRIVE", "DOCK")


async def test_a_number_is_plotted_where_plots_are(open_window: OpenWindow) -> None:
    window = open_window()
    window.state_docks.show_fields([(STATUS, "power")])
    window.state_docks.panels["lane-1"].notice.action.click()
    (plots,) = window.plot_docks.panels.values()

    assert [curve.spec.path for cell in plots.ensure_panel().grid.cells for curve in cell.plot.curves] == ["power"]


async def test_text_that_was_taken_to_a_plot_is_shown_where_states_are(open_window: OpenWindow) -> None:
    window = open_window()
    window.plot_docks.plot_fields([(STATUS, "note")])
    (plots,) = window.plot_docks.panels.values()
    plots.ensure_panel().notice.action.click()

    assert shown(window) == ["note"]


async def test_lanes_are_a_tab_of_plots_and_split_off_below_them_have_the_same_time(open_window: OpenWindow) -> None:
    window = open_window()
    window.plot_docks.plot_fields([(ODOM, "x")])
    settle(window)
    window.state_docks.show_topic(STATUS)
    settle(window)
    plots, lanes = window.plot_docks.docks["plots"], window.state_docks.docks["lane-1"]
    assert window.tabifiedDockWidgets(plots) == [lanes]
    assert plots.visibleRegion().isEmpty()
    split_off(window, lanes, Qt.Orientation.Vertical, window.inspector_dock)
    settle(window)
    made, panel = window.plot_docks.panels["plots"].ensure_panel(), window.state_docks.panels["lane-1"]
    panel.toggle_pause()

    assert not plots.visibleRegion().isEmpty()
    assert (lanes.x(), lanes.width()) == (plots.x(), plots.width())
    assert lanes.y() > plots.y()
    assert not made.time_window.live
    assert made.time_window.shown == panel.time_window.shown


async def test_a_closed_view_wants_nothing_and_can_be_reopened(open_window: OpenWindow, session: FakeSession) -> None:
    window = open_window()
    window.state_docks.show_topic(STATUS)
    settle(window)
    window.state_docks.docks["lane-1"].close()
    assert window.state_docks.docks == {}
    assert session.topics.wants["lane-1"] == frozenset()
    settle(window)
    window.actions_of_window.reopen_view.trigger()

    assert shown(window) == ["mode", "docked", "note"]


async def test_there_is_an_end_to_views(open_window: OpenWindow) -> None:
    window = open_window()
    opened = [window.state_docks.add() for _ in range(MAX_VIEWS + 1)]

    assert opened[-1] is None
    assert None not in opened[:-1]


async def test_views_are_there_again_in_the_next_run(open_window: OpenWindow) -> None:
    first = open_window()
    first.state_docks.show_topic(STATUS)
    first.close()
    second = open_window()
    settle(second)

    assert shown(second) == ["mode", "docked", "note"]
    assert second.state_docks.docks["lane-1"].isVisible()


@pytest.mark.parametrize("told", [{}, {"other": {}}, {"lane-1": 5}, {"lane-1": {"topic": [[]]}}])
async def test_what_was_remembered_may_be_anything(
    open_window: OpenWindow, preferences: Preferences, told: dict[str, Any]
) -> None:
    preferences.set_views("lanes", told)
    window = open_window()

    assert all(shown(window, name) == [] for name in window.state_docks.panels)


async def test_a_layout_keeps_lanes_and_fills_those_that_wait(open_window: OpenWindow, session: FakeSession) -> None:
    window = open_window()
    session.receive("/status", {"mode": 1, "docked": False})
    window.state_docks.show_fields([(STATUS, "note")])
    kept = window.layouts.current_layout("mine")
    waiting = LayoutView("lane", "lane-1", {}, (RoleRequest(Role.BATTERY),))
    window.layouts.show_layout(Layout("other", views=(waiting,), panels=()))
    for _ in range(4):
        window.layouts.refresh(0.0)
    filled = shown(window)
    window.layouts.show_layout(kept)

    assert filled == ["mode", "docked"]
    assert shown(window) == ["note"]
    assert URI in window.layouts.current_layout().connections
