from __future__ import annotations

import pytest

from app.model.topics import Topic, TopicInfo, TopicKey
from app.ui.topics.topic_node import TopicNode, drag_payload, path_above, renumber, row_runs, sort_key, split_topic


def _leaves(namespace: str, names: str) -> list[TopicNode]:
    parent = TopicNode(None, ("robot", namespace))
    leaves = [TopicNode(parent, ("robot", namespace, name)) for name in names]
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
        ("a::b::c", ("", "a", "b", "c")),
        ("/a/b::c", ("/a", "b", "c")),
        ("/a::b/", ("/a::b", "/a::b/")),
        ("a::::b", ("", "a::::b")),
        ("a::", ("", "a::")),
    ],
)
def test_a_topic_is_split_at_its_last_slash_or_into_the_parts_of_its_scope(name: str, parts: tuple[str, ...]) -> None:
    assert split_topic(name) == parts


def test_a_name_of_many_parts_stands_no_deeper_than_can_be_read() -> None:
    name = "::".join("x" * 100_000)
    parts = split_topic(name)

    assert len(parts) < 20
    assert "::".join(parts[1:]) == name


@pytest.mark.parametrize(
    ("path", "above"),
    [
        (("robot", "", "a", "b"), ("robot", "", "a")),
        (("robot", "", "a"), ("robot",)),
        (("robot", "/a", "b"), ("robot", "/a")),
        (("robot", "/a"), ("robot",)),
    ],
)
def test_no_row_stands_for_a_namespace_that_is_empty(path: tuple[str, ...], above: tuple[str, ...]) -> None:
    assert path_above(path) == above


def test_rows_are_sorted_by_name_whatever_the_case() -> None:
    nodes = _leaves("/a", "bAaB")

    assert [node.name for node in sorted(nodes, key=sort_key)] == ["A", "a", "B", "b"]


def test_rows_know_where_they_stand() -> None:
    nodes = _leaves("/a", "abc")
    assert [(node.row, node.shown) for node in nodes] == [(0, True), (1, True), (2, True)]

    renumber([nodes[0], nodes[2]], 1)
    assert nodes[2].row == 1


def test_neighbours_make_runs_the_last_first() -> None:
    first, second = _leaves("/a", "abcdef"), _leaves("/b", "xy")
    gone = [first[0], first[4], first[2], first[1], *second]

    assert row_runs(gone) == [
        (first[0].parent, 4, 4),
        (first[0].parent, 0, 2),
        (second[0].parent, 0, 1),
    ]
    assert row_runs([]) == []


def test_a_filter_looks_at_name_and_type_whatever_the_case() -> None:
    node = _leaves("/a", "i")[0]
    node.set_info(TopicInfo("/a/Imu", "test.msgs.IMU"))

    assert node.text == "/a/imu test.msgs.imu"


def test_a_topic_is_dragged_as_a_whole_and_a_namespace_is_not() -> None:
    key = TopicKey("robot", "/a/b")
    parent = TopicNode(None, ("robot", "/a"))
    leaf = TopicNode(parent, ("robot", "/a", "b"), Topic(key, TopicInfo("/a/b", "T")))

    assert drag_payload(leaf) == [(key, "")]
    assert drag_payload(parent) == []
    assert drag_payload(None) == []
