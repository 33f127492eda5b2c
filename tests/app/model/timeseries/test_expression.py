from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.model.timeseries.expression import MAX_DEPTH, MAX_FIELDS, MAX_LENGTH, Expression, ExpressionError
from app.wording.model import CurveWording
from protocols.sentence import sentence_of
from tests.tools.sentences import tells

_PYTHON: dict[str, Any] = {
    "sin": math.sin,
    "cos": math.cos,
    "tan": math.tan,
    "asin": math.asin,
    "acos": math.acos,
    "atan": math.atan,
    "floor": math.floor,
    "ceil": math.ceil,
    "atan2": math.atan2,
    "sqrt": math.sqrt,
    "abs": abs,
    "min": min,
    "max": max,
    "hypot": math.hypot,
    "deg": math.degrees,
    "rad": math.radians,
    "clamp": lambda value, low, high: min(max(value, low), high),
    "sign": lambda value: (value > 0) - (value < 0),
    "log": math.log,
    "exp": math.exp,
    "pi": math.pi,
    "e": math.e,
}


def _value(text: str, **fields: float) -> float:
    expression = Expression.parse(text)
    return float(expression.evaluate([np.array([fields[str(name.path)]]) for name in expression.fields] or [_ONE])[0])


_ONE = np.array([1.0])


@pytest.mark.parametrize(
    "text",
    [
        "1 + 2 * 3",
        "(1 + 2) * 3",
        "10 - 4 - 3",
        "100 / 10 / 5",
        "2 ** 3 ** 2",
        "-2 ** 2",
        "2 ** -1",
        "- - 3",
        "-7 % 3",
        "7 % -3",
        "1.5e3 + .25 + 2.",
        "atan2(1, -1) + deg(pi) - rad(90)",
        "hypot(3, 4) * sqrt(16) - abs(-2)",
        "min(3, 1, 2) + max(3, 1, 2) + clamp(9, 0, 5) + sign(-4)",
        "log(e) + exp(0) + sin(1) * cos(1) / tan(1)",
        "asin(0.3) + acos(0.2) * atan(-3)",
        "floor(-1.5) + ceil(2.25) * 10",
    ],
)
def test_a_number_is_what_python_makes_of_it(text: str) -> None:
    assert _value(text) == pytest.approx(eval(text, {"__builtins__": {}}, _PYTHON))  # noqa: S307 - our own text


_NUMBERS = st.floats(-100, 100, allow_nan=False).map(lambda number: round(number, 3))


def _joined(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.tuples(inner, st.sampled_from("+-*/"), inner).map(" ".join),
        st.tuples(inner, st.sampled_from(["2", "3", "-1", "0.5"])).map(lambda both: f"({both[0]}) ** {both[1]}"),
        inner.map(lambda text: f"({text})"),
        inner.map(lambda text: f"-{text}"),
        st.tuples(st.sampled_from(["sin", "cos", "abs", "sqrt", "deg", "log"]), inner).map(
            lambda both: f"{both[0]}({both[1]})"
        ),
        st.tuples(st.sampled_from(["min", "max", "hypot", "atan2"]), inner, inner).map(
            lambda parts: f"{parts[0]}({parts[1]}, {parts[2]})"
        ),
    )


# as expressions have them, floats all: Python's own 0 is no other one when its sign changes
_LEAVES = st.one_of(_NUMBERS.map(lambda number: f"{abs(number)}"), st.sampled_from(["x", "y", "pi"]))
_TEXTS = st.recursive(_LEAVES, _joined, max_leaves=8)


# always the same: now and then the last digits of two mathematical libraries differ, and an expression makes much of it
@settings(max_examples=300, deadline=None, derandomize=True)
@given(text=_TEXTS, x=_NUMBERS, y=_NUMBERS)
def test_any_expression_has_the_value_that_python_gives_it(text: str, x: float, y: float) -> None:
    if len(text) > MAX_LENGTH or text.count("(") > MAX_DEPTH // 2 or text.count("-") > MAX_DEPTH // 2:
        return
    names = {**_PYTHON, "x": x, "y": y}
    try:
        expected = eval(text, {"__builtins__": {}}, names)  # noqa: S307 - our own text
    except (ArithmeticError, ValueError):
        # no value: NaN or infinite, as numpy has it
        Expression.parse(text)
        return
    if isinstance(expected, complex) or not math.isfinite(expected):
        return

    found = _value(text, x=x, y=y)

    assert found == pytest.approx(expected, rel=1e-6, abs=1e-6)


@settings(max_examples=300, deadline=None)
@given(text=st.text("x1.(){}[]:+-*/%,e sin!\u00e4\n_", max_size=60))
def test_any_text_is_an_expression_or_an_error_that_names_a_place_in_it(text: str) -> None:
    place, shape = 0, ()
    try:
        expression = Expression.parse(text)
        shape = expression.evaluate([np.array([0.5, -2.0])] * len(expression.fields)).shape
    except ExpressionError as error:
        place = error.position

    assert 0 <= place <= len(text)
    assert shape in {(2,), ()}


def test_fields_are_named_once_and_in_order() -> None:
    expression = Expression.parse("b.y[2] * {/odom:pose.x} + b.y[2] - {e}")

    assert [(name.topic, str(name.path)) for name in expression.fields] == [
        (None, "b.y[2]"),
        ("/odom", "pose.x"),
        (None, "e"),
    ]


def test_a_topic_may_have_colons() -> None:
    (name,) = Expression.parse("{ns::odom:pose.x}").fields

    assert (name.topic, str(name.path)) == ("ns::odom", "pose.x")


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("{/gazebo/my lab/world_stats:x}", "/gazebo/my lab/world_stats"),
        ("{/robot-1/odom%20/中:x}", "/robot-1/odom%20/中"),
        ("{:x}", ""),
        ('{"": x}', ""),
        ('{ " /a:{b}\\"\\u00e4" : x }', ' /a:{b}"ä'),
    ],
)
def test_a_topic_may_have_any_name(text: str, topic: str) -> None:
    (name,) = Expression.parse(f"2 * {text}").fields

    assert (name.topic, str(name.path)) == (topic, "x")


@given(st.text(max_size=60))
def test_whatever_a_topic_is_called_an_expression_can_name_it(topic: str) -> None:
    (name,) = Expression.parse(f"{{{json.dumps(topic)}:x}}").fields

    assert name.topic == topic


@pytest.mark.parametrize(
    ("text", "place", "code"),
    [
        ('{"\\q":x}', 1, CurveWording.NO_QUOTED_NAME),
        ("", 0, CurveWording.EMPTY),
        ("1 +", 3, CurveWording.ENDS_EARLY),
        ("1 + * 2", 4, CurveWording.NO_VALUE),
        ("1 2", 2, CurveWording.NO_OPERATOR),
        ("(1 + 2", 0, CurveWording.NOT_CLOSED),
        ("2 * sin(1", 4, CurveWording.NOT_CLOSED),
        ("1 + sinus(3)", 4, CurveWording.NO_FUNCTION),
        ("sin(1, 2)", 0, CurveWording.TAKES_ONE),
        ("atan2(1)", 0, CurveWording.TAKES),
        ("min(1)", 0, CurveWording.TAKES_BETWEEN),
        ("x $ y", 2, CurveWording.NO_MEANING),
        ("x^2", 1, CurveWording.NO_CARET),
        ("__import__('os')", 11, CurveWording.NO_MEANING),
        ("x.y = 3", 4, CurveWording.NO_MEANING),
        ("(lambda: 1)()", 7, CurveWording.NO_MEANING),
    ],
)
def test_an_error_says_what_is_wrong_and_where(text: str, place: int, code: CurveWording) -> None:
    with pytest.raises(ExpressionError) as caught:
        Expression.parse(text)

    assert tells(caught.value.reason, code)
    assert caught.value.position == place


def test_what_is_no_path_of_a_field_is_told_with_its_place() -> None:
    with pytest.raises(ExpressionError) as caught:
        Expression.parse("1 + {x y}")

    assert caught.value.position == 5
    assert tells(sentence_of(caught.value), CurveWording.AT_CHARACTER, character=6)


@pytest.mark.parametrize(
    "text",
    [
        "1" * (MAX_LENGTH + 1),
        "(" * (MAX_DEPTH + 1) + "1" + ")" * (MAX_DEPTH + 1),
        "-" * 400 + "1",
        "2**" * 100 + "2",
        "+".join(f"f{number}" for number in range(MAX_FIELDS + 1)),
    ],
)
def test_what_is_too_long_or_too_deep_is_refused(text: str) -> None:
    with pytest.raises(ExpressionError):
        Expression.parse(text)


def test_the_longest_sum_can_be_evaluated() -> None:
    text = "+".join(["x"] * (MAX_LENGTH // 2))

    assert _value(text, x=2.0) == MAX_LENGTH


def test_what_has_no_value_is_no_number_and_no_warning() -> None:
    values = Expression.parse("sqrt(x) + log(x) + 1/x + x**0.5 + x % 0").evaluate([np.array([-1.0, 0.0])])

    assert np.isnan(values).all()


def test_samples_are_evaluated_together() -> None:
    found = Expression.parse("x * 2 + y").evaluate([np.array([1.0, 2.0]), np.array([10.0, 20.0])])

    assert found.tolist() == [12.0, 24.0]
