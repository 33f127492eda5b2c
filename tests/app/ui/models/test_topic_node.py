from __future__ import annotations

import pytest

from app.model.topic_store import Topic, TopicInfo, TopicKey
from app.ui.models.topic_node import Node, dragged_of, order_of, renumber, runs_of, split_topic


def _leaves(namespace: str, names: str) -> list[Node]:
    parent = Node(None, ("robot", namespace))
    leaves = [Node(parent, ("robot", namespace, name)) for name in names]
    renumber(leaves)
    return leaves


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("/a/b/c", ("/a/b", "c")),
        ("/c", ("/", "c")),
        ("c", ("", "c")),
        ("a/c", ("a", "c")),
        ("/a/", ("/a", "/a/")),
        ("", ("", "")),
    ],
)
def test_a_topic_is_split_at_its_last_slash(name: str, parts: tuple[str, str]) -> None:
    assert split_topic(name) == parts


def test_rows_are_sorted_by_name_whatever_the_case() -> None:
    nodes = _leaves("/a", "bAaB")

    assert [node.name for node in sorted(nodes, key=order_of)] == ["A", "a", "B", "b"]


def test_rows_know_where_they_stand() -> None:
    nodes = _leaves("/a", "abc")
    assert [(node.row, node.shown) for node in nodes] == [(0, True), (1, True), (2, True)]

    renumber([nodes[0], nodes[2]], 1)
    assert nodes[2].row == 1


def test_neighbours_make_runs_the_last_first() -> None:
    first, second = _leaves("/a", "abcdef"), _leaves("/b", "xy")
    gone = [first[0], first[4], first[2], first[1], *second]

    assert runs_of(gone) == [
        (first[0].parent, 4, 4),
        (first[0].parent, 0, 2),
        (second[0].parent, 0, 1),
    ]
    assert runs_of([]) == []


def test_a_filter_looks_at_name_and_type_whatever_the_case() -> None:
    node = _leaves("/a", "i")[0]
    node.tell(TopicInfo("/a/Imu", "test.msgs.IMU"))

    assert node.text == "/a/imu test.msgs.imu"


def test_a_topic_is_dragged_as_a_whole_and_a_namespace_is_not() -> None:
    key = TopicKey("robot", "/a/b")
    parent = Node(None, ("robot", "/a"))
    leaf = Node(parent, ("robot", "/a", "b"), Topic(key, TopicInfo("/a/b", "T")))

    assert dragged_of(leaf) == [(key, "")]
    assert dragged_of(parent) == []
    assert dragged_of(None) == []
