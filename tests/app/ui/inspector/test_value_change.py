from __future__ import annotations

import math
from array import array
from typing import Any

import pytest

from app.ui.inspector.value_change import values_differ


@pytest.mark.parametrize(
    ("old", "new", "changed"),
    [
        (1, 1, False),
        (1, 2, True),
        ("a", "b", True),
        (math.nan, float("nan"), False),
        (math.nan, 1.0, True),
        (1, "1", True),
        ({"x": 1}, {"x": 1}, False),
        ({"x": 1}, {"x": 2}, True),
        ({"x": 1}, {"y": 1}, True),
        ({"x": 1}, {"x": 1, "y": 1}, True),
        ([1.0, 2.0], [1.0, 2.0], False),
        ([1.0, 2.0], [1.0, 2.5], True),
        ([1.0], [1.0, 1.0], True),
        ([{"x": 1}], [{"x": 1}], False),
        ([{"x": 1}], [{"x": 2}], True),
        ([], [], False),
        (memoryview(b"ab"), memoryview(b"cd"), False),
        (memoryview(b"ab"), memoryview(b"abc"), True),
    ],
)
def test_a_change_is_seen_where_it_can_be_read(old: Any, new: Any, changed: bool) -> None:  # noqa: FBT001 - a table
    assert values_differ(old, new) is changed


def test_what_lies_too_deep_or_too_far_is_not_compared() -> None:
    deep_old: dict[str, Any] = {"x": 1}
    deep_new: dict[str, Any] = {"x": 2}
    for _ in range(20):
        deep_old, deep_new = {"in": deep_old}, {"in": deep_new}
    assert not values_differ(deep_old, deep_new)

    assert not values_differ([0] * 100_000 + [1], [0] * 100_000 + [2])


def test_views_of_numbers_are_compared_by_their_numbers_and_bytes_by_their_count() -> None:
    one, other = (memoryview(array("f", [1.5, last])) for last in (2.5, 3.5))

    assert values_differ(one, other)
    assert not values_differ(one, memoryview(array("f", [1.5, 2.5])))
    assert values_differ(one, one[:1])
    assert not values_differ(memoryview(b"ab"), memoryview(b"xy"))
