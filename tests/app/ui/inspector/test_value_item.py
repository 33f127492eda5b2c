from __future__ import annotations

import json
from array import array
from typing import Any

import pytest

from app.model.schema import Field, FieldKind
from app.ui.inspector.value_item import (
    PAGE,
    Column,
    Item,
    Key,
    Rest,
    child_value,
    exact_text_of,
    keys_of,
    show_element,
    show_more,
    text_of,
    tool_tip_of,
)

_POINT = Field("point", FieldKind.MESSAGE, "test.msgs.Point")
_FLOATS = Field("ranges", FieldKind.FLOAT, "float", repeated=True)


def _item(value: Any, field: Field | None = None, key: Key = "field") -> Item:
    return Item(None, key, value, field)


@pytest.mark.parametrize(
    ("value", "keys"),
    [
        ({"b": 1, "a": 2}, ["b", "a"]),
        ([5, 6], [0, 1]),
        ([], []),
        ([0] * PAGE, list(range(PAGE))),
        ([0] * (PAGE + 1), [*range(PAGE), Rest.LATER]),
    ],
)
def test_fields_elements_and_the_rest_of_a_long_list_are_rows(value: Any, keys: list[Key]) -> None:
    item = _item(value)

    assert keys_of(item) == keys
    for key in keys:
        assert isinstance(key, Rest) or child_value(item, key) == value[key]


def test_the_rest_of_a_list_says_what_it_stands_for() -> None:
    item = _item([0] * (PAGE + 7))

    rest = _item(child_value(item, Rest.LATER), key=Rest.LATER)
    assert [text_of(rest, column) for column in Column] == ["next 7…", "[100] to [106] of 107", ""]

    show_element(item, 106)
    rest = _item(child_value(item, Rest.EARLIER), key=Rest.EARLIER)
    assert [text_of(rest, column) for column in Column] == ["previous 100…", "[0] to [99] of 107", ""]


def test_a_list_is_shown_page_by_page_from_where_it_was_gone_to() -> None:
    item = _item([0.5] * 640)
    show_element(item, 350)
    assert keys_of(item) == [Rest.EARLIER, *range(300, 400), Rest.LATER]

    show_more(item, Rest.EARLIER)
    assert keys_of(item) == [Rest.EARLIER, *range(200, 400), Rest.LATER]

    show_more(item, Rest.LATER)
    assert keys_of(item) == [Rest.EARLIER, *range(200, 500), Rest.LATER]

    show_element(item, 250)
    assert keys_of(item) == [Rest.EARLIER, *range(200, 500), Rest.LATER]

    show_element(item, 639)
    assert keys_of(item) == [Rest.EARLIER, *range(600, 640)]


@pytest.mark.parametrize(("length", "first"), [(350, 300), (300, 200), (30, 0), (0, 0)])
def test_a_list_that_became_short_shows_its_last_page(length: int, first: int) -> None:
    item = _item([0.5] * 640)
    show_element(item, 639)
    item.value = [0.5] * length

    assert keys_of(item) == [*([Rest.EARLIER] if first else []), *range(first, length)]


@pytest.mark.parametrize(
    ("value", "field", "text"),
    [
        ({"x": 1.23456, "y": -2}, _POINT, "x 1.235   y -2"),
        ({"name": "a", "inner": {}}, _POINT, ""),
        (dict.fromkeys("abcdefg", 1), _POINT, ""),
        ({}, _POINT, ""),
        ([0.1, 0.2], _FLOATS, "[2]  0.1, 0.2"),
        ([0.5] * 7, _FLOATS, "[7]  0.5, 0.5, 0.5, 0.5, 0.5, 0.5, …"),
        ([{"x": 1}], _POINT, "[1]"),
        ([], _FLOATS, "[0]"),
        (["t" * 200], None, "[1]  " + "t" * 115 + "…"),
    ],
)
def test_a_value_has_one_line(value: Any, field: Field | None, text: str) -> None:
    assert text_of(_item(value, field), Column.VALUE) == text


@pytest.mark.parametrize(
    ("key", "field", "text"),
    [("point", _POINT, "Point"), ("ranges", _FLOATS, "float[]"), (3, _FLOATS, "float"), ("7", None, "")],
)
def test_a_type_is_told_without_its_package(key: str | int, field: Field | None, text: str) -> None:
    assert text_of(_item(0, field, key), Column.TYPE) == text


def test_the_whole_name_of_a_type_is_its_tool_tip() -> None:
    assert tool_tip_of(_item({}, _POINT), Column.TYPE) == "test.msgs.Point"
    assert tool_tip_of(_item({}, _POINT), Column.FIELD) is None
    assert tool_tip_of(_item((1, 2, 3), None, Rest.LATER), Column.TYPE) is None


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
    assert exact_text_of(value) == text


def test_a_view_of_numbers_is_told_like_a_list() -> None:
    field = Field("ranges", FieldKind.FLOAT, "float32", repeated=True, length=3)
    item = Item(None, "ranges", memoryview(array("f", [0.1, 1.0, 2.5])), field)

    assert [text_of(item, column) for column in Column] == ["ranges", "[3]  0.1, 1, 2.5", "float32[3]"]
    assert keys_of(item) == [0, 1, 2]
    assert json.loads(exact_text_of(item.value)) == pytest.approx([0.1, 1.0, 2.5])


def test_unit_note_and_mark_of_a_field_are_told_where_it_has_any() -> None:
    note = "x, y, z, w\nturn in JSON"
    field = Field("turn", FieldKind.FLOAT, "my.float", repeated=True, length=2, unit="rad", note=note, mark="w rebuilt")
    item = Item(None, "turn", [0.5, 1.0], field)

    assert text_of(item, Column.VALUE) == "[2]  0.5, 1 rad   (w rebuilt)"
    assert text_of(Item(item, 0, 0.5, field), Column.VALUE) == "0.5 rad"
    assert tool_tip_of(item, Column.FIELD) == f"in rad\n{note}"
    assert tool_tip_of(item, Column.TYPE) == f"my.float\nin rad\n{note}"
