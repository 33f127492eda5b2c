"""Decoded messages as text."""

from __future__ import annotations

import math
from array import array
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.cli.output import counted, printable, text_lines


def view(data: bytes) -> memoryview:
    """Bytes as decoders give them."""
    return memoryview(data)


scalars: st.SearchStrategy[Any] = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.binary().map(view)
)
decoded: st.SearchStrategy[Any] = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(min_size=1), inner, max_size=4),
    max_leaves=12,
)


class TestText:
    def test_a_message_is_a_line_a_field_and_inner_ones_are_indented(self) -> None:
        value = {
            "name": "rover",
            "pose": {"position": {"x": 1.5, "y": -0.0}, "empty": {}},
            "ranges": [0.5, math.inf, math.nan],
            "links": [{"id": 1}, {"id": 2}],
            "on": True,
            "none": [],
        }

        assert list(text_lines(value)) == [
            'name: "rover"',
            "pose:",
            "  position:",
            "    x: 1.5",
            "    y: -0.0",
            "  empty: {}",
            "ranges: [0.5, inf, nan]",
            "links:",
            "  [0]:",
            "    id: 1",
            "  [1]:",
            "    id: 2",
            "on: true",
            "none: []",
        ]

    def test_bytes_are_counted_and_with_bytes_shown(self) -> None:
        value = {"data": memoryview(b"abc"), "one": memoryview(b"a")}

        assert list(text_lines(value)) == ["data: <3 bytes>", "one: <1 byte>"]
        assert list(text_lines(value, with_bytes=True)) == ["data: <3 bytes> YWJj", "one: <1 byte> YQ=="]

    def test_a_field_named_bytes_is_a_field(self) -> None:
        assert list(text_lines({"usage": {"bytes": 5}})) == ["usage:", "  bytes: 5"]

    @pytest.mark.parametrize(
        ("value", "lines"),
        [(1.5, ["1.5"]), ("a", ['"a"']), ([1, 2], ["[1, 2]"]), ([{"a": 1}], ["[0]:", "  a: 1"]), ({}, ["{}"])],
    )
    def test_a_single_field_is_shown_alone(self, value: Any, lines: list[str]) -> None:
        assert list(text_lines(value)) == lines

    def test_texts_can_not_act_on_the_terminal(self) -> None:
        assert list(text_lines({"s": 'a"b\x1b[2J\x9b2J\u202e\n'})) == ['s: "a\\"b\\u001b[2J\\x9b2J\\u202e\\n"']

    @given(decoded)
    def test_every_decoded_value_is_printable_lines(self, value: Any) -> None:
        # field names come from schemas; only values come from the wire unchecked
        if isinstance(value, dict):
            value = list(value.values())
        for line in text_lines(jsonable_names(value), with_bytes=True):
            assert line.isprintable()


def jsonable_names(value: Any) -> Any:
    """`value` with names as schemas have them."""
    if isinstance(value, dict):
        return {f"field{index}": jsonable_names(item) for index, item in enumerate(value.values())}
    if isinstance(value, list):
        return [jsonable_names(item) for item in value]
    return value


def test_what_can_be_printed_is_left_as_it_is() -> None:
    assert printable("“grüße” 日本 a b") == "“grüße” 日本 a b"
    assert printable("/a\x1b]0;x\x07\n\u202e\x7f") == "/a\\x1b]0;x\\x07\\n\\u202e\\x7f"


@pytest.mark.parametrize(
    ("number", "text"), [(0, "0 messages"), (1, "1 message"), (2, "2 messages"), (12345, "12,345 messages")]
)
def test_things_are_counted_in_the_right_number(number: int, text: str) -> None:
    assert counted(number, "message") == text


def test_a_view_of_numbers_is_printed_as_a_list() -> None:
    views = {"a": memoryview(array("h", [1, -2])), "b": memoryview(b"ab")}

    assert list(text_lines(views)) == ["a: [1, -2]", "b: <2 bytes>"]
