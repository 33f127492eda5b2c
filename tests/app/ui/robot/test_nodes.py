from __future__ import annotations

import asyncio

import pytest
from PySide6.QtCore import QModelIndex
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QMenu

from app.model.graph import Graph
from app.model.status import ConnectionState
from app.model.topics import TopicKey
from app.session.errors import SessionError
from app.ui.robot.nodes import ASK_EVERY_S, NodesPanel
from tests.app.ui.robot.conftest import Surroundings, opens_a_menu
from tests.fakes.ros_robot import ROBOT
from tests.fakes.session import URI


@pytest.fixture
def panel(robot: Surroundings) -> NodesPanel:
    panel = NodesPanel(robot.tools, robot.window)
    panel.resize(600, 500)
    panel.show()
    panel.refresh(0.0)
    return panel


def topic_of_base(panel: NodesPanel) -> QModelIndex:
    base = panel.shown.mapFromSource(panel.model.index_of("/base"))
    return panel.shown.index(0, 0, panel.shown.index(0, 0, base))


async def test_all_nodes_are_shown(panel: NodesPanel) -> None:
    assert panel.count.text() == "3 nodes"
    assert panel.model.index_of("/move_base").isValid()
    assert not panel.answer.isVisible()


async def test_the_current_node_is_asked_and_asked_again(panel: NodesPanel, robot: Surroundings) -> None:
    panel.select("/base")
    await asyncio.sleep(0)
    assert panel.answer.text() == "/base answers within 2.3 ms at http://rover:41689, process 4711"
    assert panel.links.stringList() == ["sends /odom to /move_base", "gets /cmd_vel from /move_base"]
    panel.refresh(ASK_EVERY_S)
    await asyncio.sleep(0)
    panel.refresh(ASK_EVERY_S + 1)
    await asyncio.sleep(0)

    assert robot.session.graphs.asked == [("ask_node", ROBOT, "/base")] * 2


async def test_a_node_that_does_not_answer_is_said_to(panel: NodesPanel, robot: Surroundings) -> None:
    robot.session.graphs.error = SessionError("/base does not answer", "It may have ended.")
    panel.select("/base")
    await asyncio.sleep(0)

    assert panel.answer.text() == "/base does not answer. It may have ended."
    assert not panel.links_view.isVisible()
    assert not panel.trouble.isVisible()


async def test_a_topic_leads_to_the_topics(panel: NodesPanel, robot: Surroundings) -> None:
    panel.tree.setCurrentIndex(topic_of_base(panel))
    panel.tree.activated.emit(panel.tree.currentIndex())
    assert robot.shown_topics == [TopicKey(ROBOT, "/odom")]

    panel.select("/base")
    panel.tree.activated.emit(panel.tree.currentIndex())
    assert not panel.tree.isExpanded(panel.tree.currentIndex())
    panel.tree.activated.emit(panel.tree.currentIndex())
    assert panel.tree.isExpanded(panel.tree.currentIndex())
    await asyncio.sleep(0)


async def test_the_graph_is_asked_for_now(panel: NodesPanel, robot: Surroundings) -> None:
    panel.again.click()
    await asyncio.sleep(0)
    assert robot.session.graphs.asked == [("refresh_graph", ROBOT)]

    robot.session.graphs.error = SessionError("the master does not answer")
    panel.again.click()
    await asyncio.sleep(0)
    assert panel.trouble.isVisible()


async def test_where_there_are_none_that_is_said(panel: NodesPanel, robot: Surroundings) -> None:
    robot.session.graphs.graphs[ROBOT] = Graph()
    panel.refresh(0.0)
    assert panel.nothing.title == "No nodes yet"

    robot.session.set_state(ConnectionState.CONNECTED, connection=URI)
    robot.current = URI
    panel.refresh(0.0)
    assert panel.nothing.title == f"{URI} has no nodes"


async def test_a_filter_opens_the_way_to_what_matches(panel: NodesPanel) -> None:
    panel.filter.setText("spawn")
    panel.refresh(0.0)
    base = panel.shown.index(0, 0)
    assert panel.tree.isExpanded(base)
    assert panel.shown.rowCount() == 1

    panel.filter.setText("nothing of the kind")
    panel.refresh(0.0)
    assert panel.no_match.isVisible()


@opens_a_menu
@pytest.mark.parametrize(
    ("of_topic", "entry", "text"),
    [
        (True, "Copy name", "/odom"),
        (True, "Copy as command: echo", f"teledeck echo {ROBOT} /odom"),
        (False, "Copy as command: nodes", f"teledeck nodes {ROBOT} /base"),
    ],
)
async def test_the_menu_of_a_row_copies_what_it_is(panel: NodesPanel, of_topic: bool, entry: str, text: str) -> None:  # noqa: FBT001
    if of_topic:
        panel.tree.setCurrentIndex(topic_of_base(panel))
    else:
        panel.select("/base")
    panel.tree.scrollTo(panel.tree.currentIndex())
    panel.tree.customContextMenuRequested.emit(panel.tree.visualRect(panel.tree.currentIndex()).center())
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    next(action for action in menu.actions() if action.text() == entry).trigger()
    menu.close()
    await asyncio.sleep(0)

    assert QGuiApplication.clipboard().text() == text
