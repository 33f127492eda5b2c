from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocols.ros1.graph.parameter_tree import ParameterTree, parameter_changes, with_slash

KEYS = st.lists(st.sampled_from("abc"), max_size=3).map(lambda parts: "/" + "/".join(parts))
VALUES = st.recursive(
    st.integers(), lambda inner: st.dictionaries(st.sampled_from("abc"), inner, max_size=3), max_leaves=5
)


def tree(value: dict[str, Any]) -> ParameterTree:
    parameters = ParameterTree()
    parameters.set("/", value)
    return parameters


def told(subscribed: list[str], key: str, value: Any) -> list[tuple[str, str, Any]]:
    return list(parameter_changes(iter(subscribed), key, value))


def test_a_value_is_found_by_its_name_and_within_its_namespaces() -> None:
    parameters = ParameterTree()
    parameters.set("/a/b/x", 1)
    parameters.set("/a/y", [1, "two"])

    assert parameters.get("/a/b/x") == 1
    assert parameters.get("/a/b") == {"x": 1}
    assert parameters.get("/") == {"a": {"b": {"x": 1}, "y": [1, "two"]}}
    assert parameters.names() == ["/a/b/x", "/a/y"]
    assert parameters.has("/a/b")
    assert not parameters.has("/a/b/x/deeper")


@pytest.mark.parametrize("key", ["/b", "/a/x", "/a/b/x/y"])
def test_what_is_not_set_is_an_error(key: str) -> None:
    parameters = tree({"a": {"b": {"x": "xy"}}})
    with pytest.raises(KeyError):
        parameters.get(key)
    with pytest.raises(KeyError):
        parameters.delete(key)


def test_a_tree_replaces_a_whole_namespace() -> None:
    parameters = tree({"a": {"b": 1, "c": 2}})
    parameters.set("/a", {"d": {}})

    assert parameters.get("/a") == {"d": {}}
    assert parameters.names() == []


def test_a_value_makes_room_for_a_namespace() -> None:
    parameters = tree({"a": 1})
    parameters.set("/a/b", 2)

    assert parameters.get("/") == {"a": {"b": 2}}


def test_the_root_is_a_tree_and_stays() -> None:
    parameters = tree({"a": 1})
    with pytest.raises(TypeError, match="non-dictionary"):
        parameters.set("/", 7)
    with pytest.raises(KeyError):
        parameters.delete("/")

    assert parameters.get("/") == {"a": 1}


def test_a_value_or_a_namespace_can_be_deleted() -> None:
    parameters = tree({"a": {"b": 1, "c": {"d": 2}}})
    parameters.delete("/a/c")
    assert parameters.get("/") == {"a": {"b": 1}}
    parameters.delete("/a")
    assert parameters.get("/") == {}


def test_what_is_given_out_and_taken_is_nobody_else_s() -> None:
    value = {"b": [1]}
    parameters = tree({"a": value})
    value["b"].append(2)
    parameters.get("/a")["b"].append(3)

    assert parameters.get("/a") == {"b": [1]}


@pytest.mark.parametrize(
    ("caller", "key", "found"),
    [
        ("/pr2/foo", "robot_description", "/pr2/robot_description"),
        ("/pr2/foo", "robot_description/arm", "/pr2/robot_description/arm"),
        ("/other", "robot_description", "/robot_description"),
        ("/other", "robot_description/base", "/robot_description/base"),
        ("/pr2/foo", "/robot_description", "/robot_description"),
        ("/pr2/foo", "/none", None),
        ("/pr2/foo", "none", None),
        ("/", "pr2", "/pr2"),
    ],
)
def test_the_nearest_parameter_is_found_upwards(caller: str, key: str, found: str | None) -> None:
    parameters = tree({"robot_description": {"arm": 1}, "pr2": {"robot_description": {"base": 2}}})

    assert parameters.search(caller, key) == found


@pytest.mark.parametrize(("caller", "key"), [("/n", ""), ("/n", "~a"), ("n", "a")])
def test_what_can_not_be_searched_is_an_error(caller: str, key: str) -> None:
    with pytest.raises(ValueError, match=r"invalid key|must be global"):
        ParameterTree().search(caller, key)


@given(KEYS, VALUES)
def test_what_is_set_is_what_is_got(key: str, value: Any) -> None:
    parameters = tree({"a": {"b": 1}, "c": 2})
    if key == "/" and not isinstance(value, dict):
        return
    parameters.set(key, value)

    assert parameters.get(key) == value
    assert all(not isinstance(parameters.get(name), dict) for name in parameters.names())


# who is told


@pytest.mark.parametrize(
    ("subscribed", "key", "value", "expected"),
    [
        ("/a/", "/a", 1, [("/a/", "/a/", 1)]),
        ("/a/", "/a/b/c", 1, [("/a/", "/a/b/c/", 1)]),
        ("/", "/a", 1, [("/", "/a/", 1)]),
        ("/", "/", {"a": 1}, [("/", "/", {"a": 1})]),
        ("/a/", "/ab", 1, []),
        ("/a/b/", "/a", 1, []),
        ("/a/b/", "/a", {"b": 2}, [("/a/b/", "/a/b/", 2)]),
        ("/a/b/", "/a", {"c": 2}, [("/a/b/", "/a/b/", {})]),
        ("/a/b/c/", "/", {"a": {"b": {"c": 3}}}, [("/a/b/c/", "/a/b/c/", 3)]),
        ("/a/b/", "/a", {}, [("/a/b/", "/a/b/", {})]),
    ],
)
def test_those_whom_a_change_concerns_are_told(
    subscribed: str, key: str, value: Any, expected: list[tuple[str, str, Any]]
) -> None:
    assert told([subscribed], key, value) == expected


def test_keys_end_with_a_slash_where_they_are_told() -> None:
    assert [with_slash(key) for key in ("/", "/a", "/a//b/")] == ["/", "/a/", "/a/b/"]
