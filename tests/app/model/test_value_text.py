from __future__ import annotations

import base64
import json
import math
from array import array
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.model.value_text import ABSENT, json_line, jsonable, message_json_line, yaml_text


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


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "true"),
        (None, "null"),
        (12, "12"),
        (0.5, "0.5"),
        (1e-05, "1.0e-05"),
        (float("inf"), ".inf"),
        (float("-inf"), "-.inf"),
        (float("nan"), ".nan"),
        ("/dev/ttyUSB0", "/dev/ttyUSB0"),
        ("two words", '"two words"'),
        ("yes", '"yes"'),
        ("Null", '"Null"'),
        ("12", '"12"'),
        ("", '""'),
        ("a: b", '"a: b"'),
        ("größer", '"größer"'),
        ("a\nb", '"a\\nb"'),
        ("ä\n\U0001f600\u2028", '"ä\\n\U0001f600\\U00002028"'),
        (b"ab", '!!binary "YWI="'),
        ([1, "a b", [True]], '[1, "a b", [true]]'),
        ([{"a": 1}], "[{a: 1}]"),
        ({}, "{}"),
        ([], "[]"),
    ],
)
def test_a_value_is_written_so_that_it_is_read_as_the_same(value: Any, text: str) -> None:
    assert yaml_text(value) == text


def test_namespaces_are_indented() -> None:
    assert yaml_text({"base": {"radius": 0.5, "ports": ["a"]}, "no": {}, "x y": "z"}) == (
        'base:\n  radius: 0.5\n  ports: [a]\n"no": {}\n"x y": z'
    )


@given(st.text())
def test_a_text_in_quotes_is_one_line_that_can_be_printed(text: str) -> None:
    written = yaml_text(text)

    assert written.isprintable()
    if written.startswith('"') and text.isascii():
        assert json.loads(written) == text
