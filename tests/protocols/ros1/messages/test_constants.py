from __future__ import annotations

import math

import pytest

from protocols.ros1.messages.constants import parse_constant


def test_the_line_for_the_md5_is_the_text_as_it_was_written() -> None:
    assert parse_constant("float32 A = 1.50  # half", "float32 A = 1.50").md5_line == "float32 A=1.50"


def test_a_string_keeps_what_looks_like_a_comment_in_its_md5() -> None:
    line = "string  EXAMPLE = #comments \" are ' part of it  "

    assert parse_constant(line, line.partition("#")[0].strip()).md5_line == (
        "string  EXAMPLE =#comments \" are ' part of it"
    )


def test_numbers_that_are_not_finite_are_numbers() -> None:
    assert math.isnan(float(parse_constant("float64 A=nan", "float64 A=nan").value))
    assert parse_constant("float32 A=1e300", "float32 A=1e300").value == math.inf


def test_a_number_of_many_digits_is_refused_before_it_is_converted() -> None:
    text = f"uint64 A={'9' * 100_000}"

    with pytest.raises(ValueError, match="no whole number"):
        parse_constant(text, text)
