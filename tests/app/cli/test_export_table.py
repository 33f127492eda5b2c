"""Tables of decoded messages."""

from __future__ import annotations

import csv
import math
from typing import Any

import pytest

from app.cli import export_table
from app.cli.export_table import MessageTable
from app.model.schema import FieldPath


def table_of(messages: list[dict[str, Any]], *fields: str) -> tuple[MessageTable, list[list[str]]]:
    """The table, and its lines as a reader of CSV has them, without times."""
    table = MessageTable([FieldPath.parse(field) for field in fields])
    for message in messages:
        table.learn(message)
    lines = [table.head(), *(table.row(message, 7, None) for message in messages)]
    rows = list(csv.reader(lines))
    assert rows[0][:2] == ["received_ns", "stamp_ns"]
    assert all(row[:2] == ["7", ""] for row in rows[1:])
    return table, [row[2:] for row in rows]


def test_each_scalar_has_a_column_by_its_path() -> None:
    _, rows = table_of([{"a": {"b": 1.5, "c": True}, "name": "x,\ny"}])
    assert rows == [["a.b", "a.c", "name"], ["1.5", "true", "x,\ny"]]


def test_columns_of_a_list_stand_together_though_a_later_message_is_longer() -> None:
    ranges = memoryview(b"\0\0\x80\x3f").cast("f")
    _, rows = table_of([{"ranges": ranges, "z": 1}, {"ranges": [2.0, 3.0], "z": 2, "new": [{"x": 0}]}])
    assert rows == [["ranges[0]", "ranges[1]", "z", "new[0].x"], ["1.0", "", "1", ""], ["2.0", "3.0", "2", "0"]]


def test_numbers_that_are_not_finite_have_words_and_bytes_their_number() -> None:
    _, rows = table_of([{"a": math.nan, "b": -math.inf, "data": memoryview(b"abc")}])
    assert rows == [["a", "b", "data.bytes"], ["nan", "-inf", "3"]]


def test_fields_are_in_the_order_in_which_they_were_asked_for_with_all_below_them() -> None:
    message = {"a": {"x": 1, "y": 2}, "b": 3}
    _, rows = table_of([message], "b", "none.at[0]", "a", "a.x")
    assert rows == [["b", "none.at[0]", "a.x", "a.y"], ["3", "", "1", "2"]]


def test_a_table_knows_whether_any_field_was_there() -> None:
    assert table_of([{"a": 1}], "b")[0].is_empty
    assert not table_of([{"a": 1}], "b", "a")[0].is_empty


def test_lists_and_columns_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export_table, "MAX_ELEMENTS", 3)
    monkeypatch.setattr(export_table, "MAX_COLUMNS", 4)
    table, rows = table_of([{"a": list(range(5))}])
    assert rows[0] == ["a[0]", "a[1]", "a[2]"]
    assert table.is_cut

    table, rows = table_of([{f"f{number}": number for number in range(9)}])
    assert rows == [["f0", "f1", "f2", "f3"], ["0", "1", "2", "3"]]
    assert table.is_cut
    assert not table_of([{"a": [1, 2, 3]}])[0].is_cut


def test_what_is_nested_without_end_is_one_column() -> None:
    value: Any = 1
    for _ in range(300):
        value = {"a": value}
    _, rows = table_of([value])
    assert len(rows[0]) == 1
    assert rows[1][0].startswith('{"a"')


def test_a_field_may_be_a_number_here_and_an_object_there() -> None:
    _, rows = table_of([{"a": 1}, {"a": {"b": 2}}])
    assert rows == [["a", "a.b"], ["1", ""], ["", "2"]]
