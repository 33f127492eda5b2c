from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.modeltest import ModelTester

from app.model.graph import Graph, GraphNode
from app.model.status import ConnectionState
from app.model.topics import TopicKey
from app.session.errors import SessionError
from app.ui.base.preferences import ThemeChoice
from app.ui.base.theme import Themes
from app.ui.robot.nodes import ASK_EVERY_S, MARK_S, NodeRowKind, NodesPanel, NodeTreeModel
from app.ui.widgets.filtered_rows import TreeFilter
from app.wording.connections import Ros1Wording
from app.wording.ui.robot import NodesWording
from tests.app.ui.robot.conftest import Surroundings, opens_a_menu
from tests.fakes.ros_robot import ROBOT
from tests.fakes.session import URI
from tests.tools.sentences import shows

TALKER = GraphNode("/talker", ("/chatter",), (), ("/talker/log",))
LISTENER = GraphNode("/listener", (), ("/chatter",))
GRAPH = Graph(1, (LISTENER, TALKER), types=(("/chatter", "std_msgs/String"),))


@pytest.fixture
def model(themes: Themes, qtmodeltester: ModelTester) -> NodeTreeModel:
    model = NodeTreeModel(themes)
    qtmodeltester.check(model)  # type: ignore[no-untyped-call]
    model.set_graph(GRAPH, 0.0)
    return model


def rows(model: Any, parent: QModelIndex | None = None) -> dict[str, Any]:
    """The rows as texts within texts."""
    top = parent if parent is not None else QModelIndex()
    return {
        str(model.index(row, 0, top).data()): rows(model, model.index(row, 0, top))
        for row in range(model.rowCount(top))
    }


def is_bold(model: NodeTreeModel, name: str) -> bool:
    font = model.index_of(name).data(Qt.ItemDataRole.FontRole)
    return font is not None and font.bold()


def test_below_a_node_stands_what_it_does(model: NodeTreeModel) -> None:
    publishes, subscribes = NodesWording.PUBLISHES(), NodesWording.SUBSCRIBES()
    services = NodesWording.OFFERS_SERVICES()
    assert rows(model) == {
        "/listener": {f"{publishes} (0)": {}, f"{subscribes} (1)": {"/chatter": {}}, f"{services} (0)": {}},
        "/talker": {
            f"{publishes} (1)": {"/chatter": {}},
            f"{subscribes} (0)": {},
            f"{services} (1)": {"/talker/log": {}},
        },
    }
    talker = model.index_of("/talker")
    assert talker.siblingAtColumn(1).data() == f"{NodesWording.PUBLISHES_COUNT(count=1)}, {NodesWording.OFFERS_ONE()}"
    topic = model.index(0, 0, model.index(0, 0, talker))
    assert (model.kind(topic), model.name(topic), model.node(topic)) == (NodeRowKind.TOPIC, "/chatter", "/talker")
    assert topic.siblingAtColumn(1).data() == "std_msgs/String"
    assert not model.index_of("/nobody").isValid()


def test_what_is_new_and_what_has_gone_is_marked_for_a_while(model: NodeTreeModel) -> None:
    assert not is_bold(model, "/talker")
    model.set_graph(replace(GRAPH, revision=2, nodes=(LISTENER, GraphNode("/new"))), 100.0)
    assert is_bold(model, "/new")
    assert model.index_of("/talker").data(Qt.ItemDataRole.FontRole).strikeOut()
    assert shows(model.index_of("/talker").data(Qt.ItemDataRole.ToolTipRole), NodesWording.GONE, name="/talker")

    model.set_time(100.0 + MARK_S)
    assert not is_bold(model, "/new")
    assert list(rows(model)) == ["/listener", "/new"]


def test_a_node_that_comes_back_stands_as_before(model: NodeTreeModel) -> None:
    model.set_graph(replace(GRAPH, revision=2, nodes=(LISTENER,)), 1.0)
    model.set_graph(replace(GRAPH, revision=3), 2.0)
    model.set_time(100.0)

    assert list(rows(model)) == ["/listener", "/talker"]
    assert not model.index_of("/talker").data(Qt.ItemDataRole.FontRole).strikeOut()


def test_rows_stay_while_a_node_changes(model: NodeTreeModel) -> None:
    before = QPersistentModelIndex(model.index_of("/talker"))
    model.set_graph(
        replace(GRAPH, revision=2, nodes=(GraphNode("/a"), LISTENER, replace(TALKER, publishes=("/b", "/c")))), 1.0
    )

    assert before.isValid()
    assert (before.row(), before.data()) == (2, "/talker")
    assert list(rows(model)) == ["/a", "/listener", "/talker"]
    assert rows(model)["/talker"]["publishes (2)"] == {"/b": {}, "/c": {}}


def test_a_type_that_becomes_known_is_shown(model: NodeTreeModel) -> None:
    model.set_graph(replace(GRAPH, revision=2, types=(("/chatter", "my/Type"),)), 1.0)
    topic = model.index(0, 0, model.index(0, 0, model.index_of("/talker")))

    assert topic.siblingAtColumn(1).data() == "my/Type"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("talker log", {"/talker": {"offers services (1)": {"/talker/log": {}}}}),
        ("std_msgs", ["/listener", "/talker"]),
        ("LISTEN", ["/listener"]),
        ("publishes (", []),
        ("nothing", []),
    ],
)
def test_a_filter_keeps_what_matches_and_the_way_there(model: NodeTreeModel, text: str, expected: Any) -> None:
    shown = TreeFilter(model, model.filter_text)
    shown.set_text(text)
    found = rows(shown)

    assert (list(found) if isinstance(expected, list) else found) == expected


def test_another_look_keeps_all_rows(model: NodeTreeModel, themes: Themes) -> None:
    before = rows(model)
    themes.choose(ThemeChoice.LIGHT)

    assert rows(model) == before
    color = model.index_of("/talker").siblingAtColumn(1).data(Qt.ItemDataRole.ForegroundRole).color()
    assert color == themes.current.color("muted")


def test_another_robot_begins_afresh(model: NodeTreeModel) -> None:
    model.remove_all()
    assert model.is_empty
    model.set_graph(GRAPH, 5.0)
    assert not is_bold(model, "/talker")


@pytest.fixture
def panel(robot: Surroundings) -> NodesPanel:
    panel = NodesPanel(
        robot.tools.graphs,
        robot.tools.robot_tools,
        robot.tools.show_topic,
        robot.window,
    )
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
    assert panel.answer.text() == NodesWording.ANSWERS(name="/base", time="2.3", address="http://rover:41689", pid=4711)
    assert panel.links.stringList() == [
        Ros1Wording.LINK_SENDS(topic="/odom", peer="/move_base", transport="TCPROS"),
        Ros1Wording.LINK_READS(topic="/cmd_vel", peer="/move_base", transport="TCPROS"),
    ]
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
    assert not panel.error_notice.isVisible()


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

    robot.session.graphs.error = SessionError("The master does not answer")
    panel.again.click()
    await asyncio.sleep(0)
    assert panel.error_notice.isVisible()


async def test_where_there_are_none_that_is_said(panel: NodesPanel, robot: Surroundings) -> None:
    robot.session.graphs.graphs[ROBOT] = Graph()
    panel.refresh(0.0)
    assert panel.nothing.title == NodesWording.NONE_YET()

    robot.session.set_state(ConnectionState.CONNECTED, connection=URI)
    robot.current = URI
    panel.refresh(0.0)
    assert panel.nothing.title == NodesWording.HAS_NONE(name="robot")


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
