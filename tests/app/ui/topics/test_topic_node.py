from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.model.topics import Topic, TopicInfo, TopicKey
from app.ui.topics.topic_node import (
    TopicNode,
    drag_payload,
    hide_all_below,
    number_rows,
    row_of,
    row_runs,
    show_all_below,
    sort_key,
    split_topic,
)


def _leaves(namespace: str, names: str) -> list[TopicNode]:
    parent = TopicNode(None, ("robot", namespace))
    parent.members = [
        TopicNode(parent, ("robot", namespace, f"/{name}"), _topic(f"{namespace}/{name}")) for name in names
    ]
    show_all_below(parent)
    return parent.children


def _topic(name: str) -> Topic:
    return Topic(TopicKey("robot", name), TopicInfo(name, "T"))


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("/a/b/c", ("/a", "/b", "/c")),
        ("/c", ("/c",)),
        ("c", ("c",)),
        ("a/c", ("a", "/c")),
        ("/a/", ("/a", "/")),
        ("//a", ("/", "/a")),
        ("", ("",)),
        ("a::b::c", ("a", "::b", "::c")),
        ("/a/b::c", ("/a", "/b", "::c")),
        ("a:::b", ("a", ":", "::b")),
        ("a::::b", ("a", ":", ":", "::b")),
        ("a::", ("a", "::")),
        ("a:b", ("a:b",)),
    ],
)
def test_a_topic_is_split_before_each_slash_and_scope(name: str, parts: tuple[str, ...]) -> None:
    assert split_topic(name) == parts


@given(st.text("a/:", max_size=30))
def test_the_parts_of_a_name_are_the_name(name: str) -> None:
    assert "".join(split_topic(name)) == name


def test_a_name_of_many_parts_stands_no_deeper_than_can_be_read() -> None:
    name = "::".join("x" * 100_000)
    parts = split_topic(name)

    assert len(parts) < 20
    assert "".join(parts) == name


def test_rows_are_sorted_by_name_whatever_the_case() -> None:
    nodes = _leaves("/a", "bAaB")

    assert [node.name for node in sorted(nodes, key=sort_key)] == ["A", "a", "B", "b"]


def test_rows_know_where_they_stand() -> None:
    nodes = _leaves("/a", "abc")
    assert [(node.row, node.shown, node.label) for node in nodes] == [(0, True, "a"), (1, True, "b"), (2, True, "c")]

    above = nodes[0].above
    assert above is not None
    del above.children[1]
    number_rows(above, 1)
    assert nodes[-1].row == 1


def test_a_namespace_with_one_member_has_no_row_and_the_member_has_both_names() -> None:
    robot = TopicNode(None, ("robot",))
    space = TopicNode(robot, ("robot", "/a"))
    inner = TopicNode(space, ("robot", "/a", "/b"))
    leaf = TopicNode(inner, ("robot", "/a", "/b", "/c"), _topic("/a/b/c"))
    robot.members, space.members, inner.members = [space], [inner], [leaf]
    show_all_below(robot)

    assert robot.children == [leaf]
    assert (leaf.label, leaf.above, leaf.full_name, space.full_name) == ("/a/b/c", robot, "/a/b/c", "/a")
    assert (row_of(space), space.shown, space.has_row) == (leaf, False, False)

    space.topic = _topic("/a")
    show_all_below(robot)
    assert (robot.children, space.children, leaf.label) == ([space], [leaf], "b/c")

    hide_all_below(robot.children)
    assert not any(node.shown for node in (space, leaf))


def test_neighbours_make_runs_the_last_first() -> None:
    assert row_runs([0, 4, 2, 1]) == [(4, 4), (0, 2)]
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
