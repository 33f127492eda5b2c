from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.model.value_text import yaml_text


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
