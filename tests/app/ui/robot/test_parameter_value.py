from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.ui.robot.parameter_value import (
    WRITABLE_KINDS,
    ParameterKind,
    edit_text,
    parameter_kind,
    parameter_kind_word,
    parse_parameter,
    shown_text,
)

_LISTS = st.lists(
    st.recursive(st.booleans() | st.integers() | st.text() | st.floats(allow_nan=False, allow_infinity=False), st.lists)
)


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (True, ParameterKind.BOOLEAN),
        (1, ParameterKind.INTEGER),
        (1.0, ParameterKind.FLOAT),
        ("1", ParameterKind.TEXT),
        ([1], ParameterKind.LIST),
        (b"1", ParameterKind.BYTES),
        ({"a": 1}, ParameterKind.NAMESPACE),
        (None, ParameterKind.OTHER),
    ],
)
def test_a_value_is_of_one_kind(value: Any, kind: ParameterKind) -> None:
    assert parameter_kind(value) is kind
    assert bool(parameter_kind_word(kind)) == (kind is not ParameterKind.NAMESPACE)


@given(
    st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text() | _LISTS,
)
def test_what_is_edited_and_not_changed_is_the_same(value: Any) -> None:
    again = parse_parameter(parameter_kind(value), edit_text(value))

    assert again == value
    assert type(again) is type(value)


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (ParameterKind.BOOLEAN, " True ", True),
        (ParameterKind.INTEGER, "-3", -3),
        (ParameterKind.FLOAT, "3", 3.0),
        (ParameterKind.FLOAT, "1e-3", 0.001),
        (ParameterKind.TEXT, " as it is ", " as it is "),
        (ParameterKind.LIST, "[1, 0.5]", [1, 0.5]),
    ],
)
def test_what_is_written_becomes_what_it_was_before(kind: ParameterKind, text: str, value: Any) -> None:
    parsed = parse_parameter(kind, text)

    assert parsed == value
    assert type(parsed) is type(value)


@pytest.mark.parametrize(
    ("kind", "text", "reason"),
    [
        (ParameterKind.BOOLEAN, "1", "neither true nor false"),
        (ParameterKind.INTEGER, "0.5", "no whole number"),
        (ParameterKind.INTEGER, "", "no whole number"),
        (ParameterKind.FLOAT, "fast", "no number"),
        (ParameterKind.FLOAT, "nan", "no number"),
        (ParameterKind.FLOAT, "inf", "no number"),
        (ParameterKind.LIST, "{}", "no list"),
        (ParameterKind.LIST, "[" * 100_000, "no list"),
        (ParameterKind.BYTES, "AA==", "can't be written here"),
    ],
)
def test_what_is_none_of_the_kind_is_refused_in_a_sentence(kind: ParameterKind, text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason) as caught:
        parse_parameter(kind, text)
    assert len(str(caught.value)) < 200


def test_bytes_and_lines_are_shown_on_one_line() -> None:
    assert shown_text(b"abc") == "3 bytes"
    assert shown_text("one\ntwo") == "one …"
    assert shown_text(math.pi) == "3.141592653589793"
    assert ParameterKind.BYTES not in WRITABLE_KINDS
