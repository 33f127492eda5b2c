from __future__ import annotations

import functools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocols.galileo.json_schema import EMPTY, MAX_DEPTH, MAX_FIELDS, JsonShape, shape_of, widen
from protocols.schema import FieldKind

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda below: st.lists(below, max_size=4) | st.dictionaries(st.sampled_from("abc"), below, max_size=3),
    max_leaves=12,
)


def learned(*values: Any) -> JsonShape:
    return functools.reduce(widen, map(shape_of, values), EMPTY)


@pytest.mark.parametrize(
    ("values", "kind", "depth"),
    [
        ([None], None, 0),
        ([True], FieldKind.BOOLEAN, 0),
        ([1], FieldKind.INTEGER, 0),
        ([1.5], FieldKind.FLOAT, 0),
        (["a"], FieldKind.STRING, 0),
        ([{}], FieldKind.MESSAGE, 0),
        ([[]], None, 1),
        ([[1, 2.5]], FieldKind.FLOAT, 1),
        ([[[1], [2]]], FieldKind.INTEGER, 2),
        ([None, 1], FieldKind.INTEGER, 0),
        ([1, None], FieldKind.INTEGER, 0),
        ([1, 1.5], FieldKind.FLOAT, 0),
        ([1.5, 1], FieldKind.FLOAT, 0),
        ([True, 1], FieldKind.INTEGER, 0),
        ([1, "a"], FieldKind.STRING, 0),
        (["a", {}], FieldKind.MESSAGE, 0),
        ([1, [1]], FieldKind.INTEGER, 1),
    ],
)
def test_a_place_holds_what_all_values_fit(values: list[Any], kind: FieldKind | None, depth: int) -> None:
    shape = learned(*values)

    assert (shape.kind, shape.depth) == (kind, depth)


def test_fields_stay_in_the_order_in_which_they_were_first_seen() -> None:
    shape = learned({"b": 1, "a": {"x": 1}}, {"c": 1, "a": {"y": "t"}})

    assert list(shape.fields) == ["b", "a", "c"]
    assert list(shape.fields["a"].fields) == ["x", "y"]
    assert shape.size == 5


def test_elements_of_a_list_share_their_fields() -> None:
    assert list(learned([{"a": 1}, {"b": 1}]).fields) == ["a", "b"]


def test_a_message_like_those_before_changes_nothing() -> None:
    shape = learned({"a": {"b": [1.5]}, "c": None})

    assert widen(shape, shape_of({"a": {"b": [2]}})) is shape


def test_fields_without_end_are_not_learned() -> None:
    shape = learned(*({f"{number}.{below}": {"x": 1} for below in range(100)} for number in range(50)))

    assert shape.size == MAX_FIELDS


def test_depth_without_end_is_not_learned() -> None:
    value: Any = 1
    for number in range(200):
        value = [value] if number % 2 else {"a": value}

    shape, depth = learned(value), 0
    while shape.fields:
        shape, depth = shape.fields["a"], depth + 1
    assert depth <= MAX_DEPTH


@given(JSON, JSON)
def test_what_was_learned_is_never_lost(first: Any, second: Any) -> None:
    shape = learned(first, second)

    assert widen(shape, shape_of(first)) is shape
    assert widen(shape, shape_of(second)) is shape
