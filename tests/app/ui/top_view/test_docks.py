from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from app.model.schema import Role
from app.model.status import ConnectionState
from app.model.topics import TopicKey
from app.ui.base.preferences import Preferences
from app.ui.top_view.docks import MAX_VIEWS
from app.ui.topics.topic_verbs import TopicVerb
from app.ui.window.main_window import MainWindow
from app.wording.ui.navigation import NavigationWording
from tests.app.ui.conftest import OpenWindow
from tests.fakes.geometry import GeometrySchema, add_topic, pose, scan
from tests.fakes.session import URI, FakeSession
from tests.tools.sentences import shows

ODOM, SCAN = TopicKey(URI, "/odom"), TopicKey(URI, "/scan")


@pytest.fixture(autouse=True)
def robot(session: FakeSession) -> FakeSession:
    session.set_state(ConnectionState.CONNECTED)
    add_topic(session, "/odom", GeometrySchema(Role.POSE, pose()))
    add_topic(session, "/scan", GeometrySchema(Role.SCAN, scan(1.0)))
    return session


def settle(window: MainWindow) -> None:
    QApplication.sendPostedEvents()
    window.refresher.tick()


def topics(window: MainWindow, name: str) -> list[str]:
    return [layer.key.topic for layer in window.top_view_docks.panels[name].view_state.layers]


async def test_the_action_opens_a_view_with_what_one_looks_at_first(
    open_window: OpenWindow, robot: FakeSession
) -> None:
    window = open_window()
    assert window.top_view_docks.panels == {}
    window.actions_of_window.top_views.new_view.trigger()
    settle(window)

    assert topics(window, "topview-1") == ["/odom", "/scan"]
    assert window.top_view_docks.docks["topview-1"].isVisible()
    assert robot.topics.wants["topview-1"] == {ODOM, SCAN}


async def test_a_topic_goes_to_the_view_that_is_there(open_window: OpenWindow) -> None:
    window = open_window()
    window.topics.verb_asked.emit(TopicVerb.TOP_VIEW, SCAN)
    window.topics.verb_asked.emit(TopicVerb.TOP_VIEW, ODOM)
    window.topics.verb_asked.emit(TopicVerb.TOP_VIEW, SCAN)

    assert list(window.top_view_docks.panels) == ["topview-1"]
    assert topics(window, "topview-1") == ["/odom", "/scan"]


async def test_a_closed_view_wants_nothing_and_can_be_reopened(open_window: OpenWindow, robot: FakeSession) -> None:
    window = open_window()
    window.topics.verb_asked.emit(TopicVerb.TOP_VIEW, SCAN)
    settle(window)
    reopen = window.actions_of_window.reopen_view
    assert not reopen.isEnabled()
    window.top_view_docks.docks["topview-1"].close()
    assert window.top_view_docks.docks == {}
    assert robot.topics.wants["topview-1"] == set()
    settle(window)
    reopen.trigger()
    assert topics(window, "topview-1") == ["/scan"]
    assert not reopen.isEnabled()


async def test_there_is_an_end_to_views(open_window: OpenWindow) -> None:
    window = open_window()
    opened = [window.top_view_docks.open() for _ in range(MAX_VIEWS + 1)]

    assert opened[-1] is None
    assert None not in opened[:-1]


async def test_views_are_there_again_in_the_next_run(open_window: OpenWindow) -> None:
    first = open_window()
    first.topics.verb_asked.emit(TopicVerb.TOP_VIEW, SCAN)
    first.close()
    second = open_window()
    settle(second)

    assert topics(second, "topview-1") == ["/scan"]
    assert second.top_view_docks.docks["topview-1"].isVisible()


@pytest.mark.parametrize("told", [{}, {"other": {}}, {"topview-1": 5}, {"topview-1": {"topic": [[]]}}])
async def test_what_was_remembered_may_be_anything(
    open_window: OpenWindow, preferences: Preferences, told: dict[str, Any]
) -> None:
    preferences.set_views("topviews", told)
    window = open_window()

    assert all(topics(window, name) == [] for name in window.top_view_docks.panels)


async def test_to_look_from_a_frame_changes_the_view_of_that_robot_or_opens_one(open_window: OpenWindow) -> None:
    window = open_window()
    window.robot_docks.look_asked.emit(URI, "laser")
    settle(window)
    assert topics(window, "topview-1") == ["/odom", "/scan"]
    assert window.top_view_docks.panels["topview-1"].view_state.fixed_frame == "laser"

    window.robot_docks.look_asked.emit(URI, "base")
    assert list(window.top_view_docks.panels) == ["topview-1"]
    assert window.top_view_docks.panels["topview-1"].view_state.fixed_frame == "base"


async def test_by_menu_a_tool_for_goals_begins_in_the_view_opened_last_or_says_why_not(open_window: OpenWindow) -> None:
    window = open_window()
    drive = window.actions_of_window.drive
    drive.set_goal.trigger()
    (panel,) = window.top_view_docks.panels.values()
    assert panel.goal_tools.tool is None
    assert shows(panel.ui.goal_bar.words.text(), NavigationWording.NO_GOAL_NOW)
    drive.set_pose.trigger()
    assert shows(panel.ui.goal_bar.words.text(), NavigationWording.NO_POSE_NOW)
