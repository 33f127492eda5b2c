"""When a robot's own E-stop counts as pressed, and what does not tell."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.config.estop_condition import MAX_LENGTH, parse_condition

VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(),
    st.binary(),
    st.lists(st.booleans()),
    st.complex_numbers(),
)


def pressed(when: str, value: object, name: str = "") -> bool | None:
    condition = parse_condition(when)
    assert condition is not None
    return condition.is_pressed(value, name)


@pytest.mark.parametrize(
    ("when", "yes", "no"),
    [
        ("", True, False),
        ("true", 1, 0),
        ("TRUE", 2.5, 0.0),
        ("false", False, True),
        ("false", 0, -1),
        ("not false", True, False),
        ("bit 0", 1, 2),
        ("bit 3", 0b1000, 0b0111),
        ("Bit 3", 8.0, 7.0),
        ("bit 63", -1, 1),
        ("not bit 3", 0b0111, 0b1000),
        ("2", 2, 3),
        ("-1", -1.0, -1.5),
        ("not 0", 7, 0),
        ("EMERGENCY", "state: emergency!", "emergency_stop"),
        ("emergency_stop", "EMERGENCY_STOP", "emergency"),
        ("not ok", "stopped", "OK."),
        ("e-stop (front)", "E-Stop (front) pressed", "e-stop"),
    ],
)
def test_a_condition_holds_or_does_not(when: str, yes: object, no: object) -> None:
    assert pressed(when, yes) is True
    assert pressed(when, no) is False


def test_the_name_of_a_value_of_an_enum_counts_for_words() -> None:
    assert pressed("estop", 3, "ESTOP") is True
    assert pressed("estop", 1, "RUN") is False
    assert pressed("3", 3, "ESTOP") is True


@pytest.mark.parametrize(
    ("when", "value"),
    [
        ("", "true"),
        ("true", math.nan),
        ("true", math.inf),
        ("true", [True]),
        ("true", None),
        ("bit 3", True),
        ("bit 3", 8.5),
        ("bit 3", "8"),
        ("2", True),
        ("2", math.nan),
        ("ESTOP", 3),
        ("ESTOP", b"ESTOP"),
        ("not ESTOP", 3),
        ("not true", math.nan),
    ],
)
def test_a_value_of_another_kind_tells_nothing_whatever_is_asked(when: str, value: object) -> None:
    assert pressed(when, value) is None


@pytest.mark.parametrize(
    "when", ["bit", "bit x", "bit 64", "bit 999", "not", "not bit", "a\nb", "\x00", "x" * (MAX_LENGTH + 1)]
)
def test_what_is_more_likely_a_slip_is_no_condition(when: str) -> None:
    assert parse_condition(when) is None


@given(when=st.text(max_size=80), value=VALUES, name=st.text(max_size=10))
def test_nothing_raises_and_the_opposite_is_the_opposite(when: str, value: object, name: str) -> None:
    condition, opposite = parse_condition(when), parse_condition(f"not {when}") if when.strip() else None
    if condition is None:
        return
    found = condition.is_pressed(value, name)
    assert found in {True, False, None}
    if opposite is not None and not when.strip().lower().startswith("not "):
        assert opposite.is_pressed(value, name) is (None if found is None else not found)
