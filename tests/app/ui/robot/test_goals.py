from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from app.model.graph import Graph
from app.model.status import ConnectionState
from app.model.topics import TopicKey
from app.session.errors import SessionError
from app.ui.robot.goals import OWNER, GoalsPanel
from app.wording.ui.robot import GoalsWording, RobotWording
from tests.app.ui.robot.conftest import Surroundings, opens_a_menu
from tests.fakes.ros_robot import GOALS, ROBOT, STATUS
from tests.fakes.session import URI
from tests.tools.sentences import shows

ACTION = "/move_base"
KEY = TopicKey(ROBOT, STATUS)


@pytest.fixture
def panel(robot: Surroundings) -> GoalsPanel:
    panel = GoalsPanel(
        robot.tools.topics,
        robot.tools.graphs,
        robot.tools.robot_tools,
        robot.tools.show_topic,
        robot.window,
    )
    panel.resize(600, 400)
    panel.show()
    panel.refresh(0.0)
    return panel


def hear(panel: GoalsPanel, robot: Surroundings) -> None:
    robot.session.receive(STATUS, GOALS, connection=ROBOT)
    panel.refresh(0.0)


async def test_what_actions_say_is_wanted_only_while_it_can_be_seen(panel: GoalsPanel, robot: Surroundings) -> None:
    assert robot.session.topics.wants[OWNER] == {KEY}

    panel.hide()
    panel.update_subscriptions()
    assert robot.session.topics.wants[OWNER] == set()


async def test_goals_are_shown_as_they_go(panel: GoalsPanel, robot: Surroundings) -> None:
    hear(panel, robot)

    assert [goal.goal_id for goal in panel.model.goals(ACTION)] == ["goal 3", "goal 2", "goal 1", "goal 0"]
    assert panel.tree.isExpanded(panel.model.index_of(ACTION))


async def test_a_message_that_can_not_be_read_changes_nothing(panel: GoalsPanel, robot: Surroundings) -> None:
    hear(panel, robot)
    robot.session.receive(STATUS, b"no goals", connection=ROBOT)
    panel.refresh(0.0)

    assert len(panel.model.goals(ACTION)) == 4


async def test_only_what_is_under_way_can_be_cancelled_and_only_where_it_is_allowed(
    panel: GoalsPanel, robot: Surroundings
) -> None:
    hear(panel, robot)
    panel.tree.setCurrentIndex(panel.model.index_of(ACTION, "goal 3"))
    assert not panel.cancel_button.isEnabled()
    assert shows(panel.cancel_button.toolTip(), RobotWording.ALLOW_FIRST)
    robot.allow()
    assert panel.cancel_button.isEnabled()
    assert panel.cancel_all_button.isEnabled()

    panel.tree.setCurrentIndex(panel.model.index_of(ACTION, "goal 1"))
    assert not panel.cancel_button.isEnabled()
    panel.cancel()
    await asyncio.sleep(0)
    assert robot.session.graphs.asked == []


async def test_one_goal_or_all_are_cancelled(panel: GoalsPanel, robot: Surroundings) -> None:
    robot.allow()
    hear(panel, robot)
    panel.tree.setCurrentIndex(panel.model.index_of(ACTION, "goal 3"))
    QTest.keyClick(panel.tree, Qt.Key.Key_Delete)
    await asyncio.sleep(0)
    panel.cancel_all_button.click()
    await asyncio.sleep(0)
    assert robot.session.graphs.asked == [("cancel_goal", ROBOT, ACTION, "goal 3"), ("cancel_goal", ROBOT, ACTION, "")]

    robot.session.graphs.error = SessionError("Nobody listens to /move_base/cancel")
    panel.cancel()
    await asyncio.sleep(0)
    assert panel.error_notice.texts[2] == "Nobody listens to /move_base/cancel"


async def test_where_there_are_none_that_is_said(panel: GoalsPanel, robot: Surroundings) -> None:
    robot.session.graphs.graphs[ROBOT] = Graph()
    panel.refresh(0.0)
    assert panel.nothing.title == GoalsWording.NONE_YET()
    robot.session.graphs.graphs[ROBOT] = Graph(5)
    panel.refresh(0.0)
    assert panel.nothing.title == GoalsWording.NONE()
    assert robot.session.topics.wants[OWNER] == set()

    robot.session.set_state(ConnectionState.CONNECTED, connection=URI)
    robot.current = URI
    panel.refresh(0.0)
    assert panel.nothing.title == GoalsWording.HAS_NONE(name="robot")


async def test_an_action_that_goes_takes_its_goals_along(panel: GoalsPanel, robot: Surroundings) -> None:
    hear(panel, robot)
    graph = robot.session.graphs.graphs[ROBOT]
    robot.session.graphs.graphs[ROBOT] = replace(graph, revision=2, actions=())
    panel.refresh(0.0)
    robot.session.graphs.graphs[ROBOT] = replace(graph, revision=3)
    panel.refresh(0.0)

    assert panel.model.rowCount() == 1
    assert panel.model.goals(ACTION) == []


@opens_a_menu
async def test_the_menu_leads_to_the_topic(panel: GoalsPanel, robot: Surroundings) -> None:
    hear(panel, robot)
    panel.tree.setCurrentIndex(panel.model.index_of(ACTION))
    panel.tree.customContextMenuRequested.emit(panel.tree.visualRect(panel.tree.currentIndex()).center())
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    next(action for action in menu.actions() if action.text() == GoalsWording.SHOW_TOPIC()).trigger()
    menu.close()

    assert robot.shown_topics == [KEY]
