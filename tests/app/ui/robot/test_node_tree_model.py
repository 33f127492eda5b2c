from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from pytestqt.modeltest import ModelTester

from app.model.graph import Graph, GraphNode
from app.ui.base.preferences import ThemeChoice
from app.ui.base.theme import Themes
from app.ui.robot.node_tree_model import MARK_S, NodeFilter, NodeRowKind, NodeTreeModel

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
    assert rows(model) == {
        "/listener": {"publishes (0)": {}, "subscribes to (1)": {"/chatter": {}}, "offers services (0)": {}},
        "/talker": {
            "publishes (1)": {"/chatter": {}},
            "subscribes to (0)": {},
            "offers services (1)": {"/talker/log": {}},
        },
    }
    talker = model.index_of("/talker")
    assert talker.siblingAtColumn(1).data() == "publishes 1, offers 1 service"
    topic = model.index(0, 0, model.index(0, 0, talker))
    assert (model.kind(topic), model.name(topic), model.node(topic)) == (NodeRowKind.TOPIC, "/chatter", "/talker")
    assert topic.siblingAtColumn(1).data() == "std_msgs/String"
    assert not model.index_of("/nobody").isValid()


def test_what_is_new_and_what_has_gone_is_marked_for_a_while(model: NodeTreeModel) -> None:
    assert not is_bold(model, "/talker")
    model.set_graph(replace(GRAPH, revision=2, nodes=(LISTENER, GraphNode("/new"))), 100.0)
    assert is_bold(model, "/new")
    assert model.index_of("/talker").data(Qt.ItemDataRole.FontRole).strikeOut()
    assert "gone" in model.index_of("/talker").data(Qt.ItemDataRole.ToolTipRole)

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
    shown = NodeFilter(model)
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
