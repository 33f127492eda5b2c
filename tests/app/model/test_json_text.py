"""Decoded messages as JSON."""

from __future__ import annotations

import base64
import json
import math
from array import array
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.model.json_text import ABSENT, json_line, jsonable, message_json_line


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


@pytest.mark.parametrize(("value", "text"), [(math.nan, "nan"), (math.inf, "inf"), (-math.inf, "-inf")])
def test_numbers_that_are_not_finite_are_words(value: float, text: str) -> None:
    assert jsonable([value, {"x": value}]) == [text, {"x": text}]


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_bytes_are_their_count_and_with_bytes_also_base64(kind: Any) -> None:
    assert jsonable({"data": kind(b"\x00\xff\x10")}) == {"data": {"bytes": 3}}
    assert jsonable({"data": kind(b"\x00\xff\x10")}, with_bytes=True) == {"data": {"bytes": 3, "base64": "AP8Q"}}


def test_integers_and_floats_are_exact() -> None:
    line = json_line(jsonable([2**64 - 1, -(2**63), 0.1, 1 / 3, 5e-324, 1.7976931348623157e308, 1e22]))

    assert line == (
        "[18446744073709551615,-9223372036854775808,0.1,0.3333333333333333,5e-324,1.7976931348623157e+308,1e+22]"
    )


def test_a_line_is_ascii_and_one_line_whatever_the_text_is() -> None:
    line = json_line({"text": "grüße\n日本\u2028\x9b"})

    assert line.isascii()
    assert line.isprintable()
    assert json.loads(line) == {"text": "grüße\n日本\u2028\x9b"}


def test_truth_values_and_nothing_keep_their_type() -> None:
    assert json_line(jsonable({"a": True, "b": None, "c": 1})) == '{"a":true,"b":null,"c":1}'


@given(decoded)
def test_every_decoded_value_is_one_line_of_strict_json(value: Any) -> None:
    line = json_line(jsonable(value, with_bytes=True))

    assert line.isascii()
    assert "\n" not in line
    json.loads(line, parse_constant=pytest.fail)


def test_base64_is_what_decoders_take() -> None:
    data = bytes(range(256))
    assert base64.b64decode(jsonable(data, with_bytes=True)["base64"]) == data


def test_a_message_is_a_line_and_an_absent_value_is_left_out() -> None:
    line = message_json_line("/a", {"x": math.nan, "data": view(b"ab")}, 5, None)
    assert line == '{"topic":"/a","received_ns":5,"stamp_ns":null,"value":{"x":"nan","data":{"bytes":2}}}'
    assert message_json_line("/a", ABSENT, 5, 6) == '{"topic":"/a","received_ns":5,"stamp_ns":6}'


def test_a_view_of_numbers_is_a_list() -> None:
    views = {
        "d": memoryview(array("d", [0.5, math.nan])),
        "b": memoryview(b"\xff\0").cast("b"),
        "e": memoryview(b"").cast("d"),
    }

    assert jsonable(views, with_bytes=True) == {"d": [0.5, "nan"], "b": [-1, 0], "e": []}
