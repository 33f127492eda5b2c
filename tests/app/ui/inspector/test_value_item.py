from __future__ import annotations

import json
from array import array
from typing import Any

import pytest

from app.model.schema import Field, FieldKind
from app.ui.inspector.value_item import (
    PAGE,
    ItemKey,
    ListRemainder,
    ValueColumn,
    ValueItem,
    cell_text,
    cell_tool_tip,
    child_keys,
    child_value,
    exact_text,
    show_element,
    show_next_page,
)
from app.wording.ui.inspector import InspectorWording

_POINT = Field("point", FieldKind.MESSAGE, "test.msgs.Point")
_FLOATS = Field("ranges", FieldKind.FLOAT, "float", repeated=True)


def _item(value: Any, field: Field | None = None, key: ItemKey = "field") -> ValueItem:
    return ValueItem(None, key, value, field)


@pytest.mark.parametrize(
    ("value", "keys"),
    [
        ({"b": 1, "a": 2}, ["b", "a"]),
        ([5, 6], [0, 1]),
        ([], []),
        ([0] * PAGE, list(range(PAGE))),
        ([0] * (PAGE + 1), [*range(PAGE), ListRemainder.LATER]),
    ],
)
def test_fields_elements_and_the_rest_of_a_long_list_are_rows(value: Any, keys: list[ItemKey]) -> None:
    item = _item(value)

    assert child_keys(item) == keys
    for key in keys:
        assert isinstance(key, ListRemainder) or child_value(item, key) == value[key]


def test_the_rest_of_a_list_says_what_it_stands_for() -> None:
    item = _item([0] * (PAGE + 7))

    rest = _item(child_value(item, ListRemainder.LATER), key=ListRemainder.LATER)
    assert [cell_text(rest, column) for column in ValueColumn] == ["next 7…", "[100] to [106] of 107", ""]

    show_element(item, 106)
    rest = _item(child_value(item, ListRemainder.EARLIER), key=ListRemainder.EARLIER)
    assert [cell_text(rest, column) for column in ValueColumn] == ["previous 100…", "[0] to [99] of 107", ""]


def test_a_list_is_shown_page_by_page_from_where_it_was_gone_to() -> None:
    item = _item([0.5] * 640)
    show_element(item, 350)
    assert child_keys(item) == [ListRemainder.EARLIER, *range(300, 400), ListRemainder.LATER]

    show_next_page(item, ListRemainder.EARLIER)
    assert child_keys(item) == [ListRemainder.EARLIER, *range(200, 400), ListRemainder.LATER]

    show_next_page(item, ListRemainder.LATER)
    assert child_keys(item) == [ListRemainder.EARLIER, *range(200, 500), ListRemainder.LATER]

    show_element(item, 250)
    assert child_keys(item) == [ListRemainder.EARLIER, *range(200, 500), ListRemainder.LATER]

    show_element(item, 639)
    assert child_keys(item) == [ListRemainder.EARLIER, *range(600, 640)]


@pytest.mark.parametrize(("length", "first"), [(350, 300), (300, 200), (30, 0), (0, 0)])
def test_a_list_that_became_short_shows_its_last_page(length: int, first: int) -> None:
    item = _item([0.5] * 640)
    show_element(item, 639)
    item.value = [0.5] * length

    assert child_keys(item) == [*([ListRemainder.EARLIER] if first else []), *range(first, length)]


@pytest.mark.parametrize(
    ("value", "field", "text"),
    [
        ({"x": 1.23456, "y": -2}, _POINT, "x 1.235   y -2"),
        ({"name": "a", "inner": {}}, _POINT, "name a"),
        (dict.fromkeys("abcdefg", 1), _POINT, "a 1   b 1   c 1   d 1   e 1   f 1"),
        ({}, _POINT, ""),
        ([0.1, 0.2], _FLOATS, "[2]  0.1, 0.2"),
        ([0.5] * 7, _FLOATS, "[7]  0.5, 0.5, 0.5, 0.5, 0.5, 0.5, …"),
        ([{"x": 1}], _POINT, "1 \N{MULTIPLICATION SIGN} Point  (x 1)"),
        ([], _FLOATS, "[0]"),
        (["t" * 200], None, "[1]  " + "t" * 115 + "…"),
    ],
)
def test_a_value_has_one_line(value: Any, field: Field | None, text: str) -> None:
    assert cell_text(_item(value, field), ValueColumn.VALUE) == text


@pytest.mark.parametrize(
    ("key", "field", "text"),
    [("point", _POINT, "Point"), ("ranges", _FLOATS, "float[]"), (3, _FLOATS, "float"), ("7", None, "")],
)
def test_a_type_is_told_without_its_package(key: str | int, field: Field | None, text: str) -> None:
    assert cell_text(_item(0, field, key), ValueColumn.TYPE) == text


def test_the_whole_name_of_a_type_is_its_tool_tip() -> None:
    assert cell_tool_tip(_item({}, _POINT), ValueColumn.TYPE) == "test.msgs.Point"
    assert cell_tool_tip(_item({}, _POINT), ValueColumn.FIELD) is None
    assert cell_tool_tip(_item((1, 2, 3), None, ListRemainder.LATER), ValueColumn.TYPE) is None


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.1 + 0.2, "0.30000000000000004"),
        ("two\nlines", "two\nlines"),
        (True, "true"),
        (2**63, "9223372036854775808"),
        (memoryview(b"abc"), "3 bytes"),
        ([float("nan"), -float("inf")], '[\n  "nan",\n  "-inf"\n]'),
        ({"a": [memoryview(b"abc")]}, '{\n  "a": [\n    {\n      "bytes": 3\n    }\n  ]\n}'),
    ],
)
def test_the_exact_text_loses_nothing_but_bytes(value: Any, text: str) -> None:
    assert exact_text(value) == text


def test_a_view_of_numbers_is_told_like_a_list() -> None:
    field = Field("ranges", FieldKind.FLOAT, "float32", repeated=True, length=3)
    item = ValueItem(None, "ranges", memoryview(array("f", [0.1, 1.0, 2.5])), field)

    assert [cell_text(item, column) for column in ValueColumn] == ["ranges", "[3]  0.1, 1, 2.5", "float32[3]"]
    assert child_keys(item) == [0, 1, 2]
    assert json.loads(exact_text(item.value)) == pytest.approx([0.1, 1.0, 2.5])


def test_unit_note_and_mark_of_a_field_are_told_where_it_has_any() -> None:
    note = "x, y, z, w\nturn in JSON"
    field = Field("turn", FieldKind.FLOAT, "my.float", repeated=True, length=2, unit="rad", note=note, mark="w rebuilt")
    item = ValueItem(None, "turn", [0.5, 1.0], field)

    assert cell_text(item, ValueColumn.VALUE) == "[2]  0.5, 1 rad   (w rebuilt)"
    assert cell_text(ValueItem(item, 0, 0.5, field), ValueColumn.VALUE) == "0.5 rad"
    assert cell_tool_tip(item, ValueColumn.FIELD) == f"{InspectorWording.IN_UNIT(unit='rad')}\n{note}"
    assert cell_tool_tip(item, ValueColumn.TYPE) == f"my.float\n{InspectorWording.IN_UNIT(unit='rad')}\n{note}"
