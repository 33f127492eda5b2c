"""Arithmetic over fields of messages, as an operator writes it: `hypot(twist.linear.x, twist.linear.y) * 3.6`.

    sum      := product (("+" | "-") product)*
    product  := unary (("*" | "/" | "%") unary)*
    unary    := ("-" | "+") unary | power
    power    := primary ("**" unary)?
    primary  := number | constant | function "(" sum ("," sum)* ")" | field | "(" sum ")"
    field    := path | "{" [topic ":"] path "}"
    topic    := a name without braces and quotes | a name in quotes, as JSON writes it

A name that is followed by no parenthesis and is no constant is a path in the expression's own topic. A text is parsed
to a tree, whose nodes are evaluated by numpy: nothing of it is ever run as a program. An undefined value, such as the
root of a negative number, is NaN.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from app.model.schema import FieldPath, UnknownFieldError
from app.model.timeseries.series import Floats
from app.wording.model import CurveWording
from protocols.sentence import Sentence

MAX_LENGTH: Final = 500
MAX_DEPTH: Final = 40
MAX_FIELDS: Final = 16

CONSTANTS: Final[Mapping[str, float]] = {"pi": math.pi, "e": math.e}

Function = Callable[..., Floats]


def _clamp(value: Floats, low: Floats, high: Floats) -> Floats:
    return np.minimum(np.maximum(value, low), high)


# name: function, minimum and maximum of arguments
FUNCTIONS: Final[Mapping[str, tuple[Function, int, int]]] = {
    "sin": (np.sin, 1, 1),
    "cos": (np.cos, 1, 1),
    "tan": (np.tan, 1, 1),
    "asin": (np.arcsin, 1, 1),
    "acos": (np.arccos, 1, 1),
    "atan": (np.arctan, 1, 1),
    "atan2": (np.arctan2, 2, 2),
    "sqrt": (np.sqrt, 1, 1),
    "abs": (np.abs, 1, 1),
    "min": (lambda *values: np.minimum.reduce(np.broadcast_arrays(*values)), 2, 8),
    "max": (lambda *values: np.maximum.reduce(np.broadcast_arrays(*values)), 2, 8),
    "hypot": (np.hypot, 2, 2),
    "deg": (np.degrees, 1, 1),
    "rad": (np.radians, 1, 1),
    "clamp": (_clamp, 3, 3),
    "sign": (np.sign, 1, 1),
    "floor": (np.floor, 1, 1),
    "ceil": (np.ceil, 1, 1),
    "log": (np.log, 1, 1),
    "exp": (np.exp, 1, 1),
}

_OPERATORS: Final[Mapping[str, Function]] = {
    "+": np.add,
    "-": np.subtract,
    "*": np.multiply,
    "/": np.divide,
    "%": np.mod,
    "**": np.power,
}

_TOKEN = re.compile(
    r"\s*(?:(?P<number>(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
    r"|(?P<name>[^\W0-9]\w*(?:\[[0-9]{1,9}\])*(?:\.[^\W0-9]\w*(?:\[[0-9]{1,9}\])*)*)"
    r"|\{(?P<field>\s*\"(?:[^\"\\]|\\.)*\"[^{}\"]*|[^{}]*)\}"
    r"|(?P<sign>\*\*|[-+*/%(),]))"
)


class ExpressionError(Exception):
    """A text is not a valid expression.

    Attributes:
        reason: the error.
        position: the index of the character where the error is.
    """

    def __init__(self, reason: str, position: int) -> None:
        super().__init__(CurveWording.AT_CHARACTER(reason=reason, character=position + 1))
        self.reason = reason
        self.position = position


@dataclass(frozen=True, slots=True)
class ExpressionField:
    """A field as an expression names it; None for the expression's own topic."""

    topic: str | None
    path: FieldPath


class _Token(NamedTuple):
    kind: str
    text: str
    position: int


@dataclass(frozen=True, slots=True)
class _Number:
    value: float


@dataclass(frozen=True, slots=True)
class _Value:
    field: int


@dataclass(frozen=True, slots=True)
class _Call:
    function: Function
    arguments: tuple[_Node, ...]


_Node = _Number | _Value | _Call


@dataclass(frozen=True, slots=True)
class Expression:
    """A parsed text, or a function of fields that another part of the program builds.

    Attributes:
        text: as it was written; empty for a function.
        fields: the fields that it needs, each once, in the order of their first use.
    """

    text: str
    fields: tuple[ExpressionField, ...]
    _root: _Node

    @classmethod
    def parse(cls, text: str) -> Expression:
        """Parse `text`. Raises ExpressionError, naming the place."""
        parser = _Parser(text)
        root = parser.parse()
        return cls(text, tuple(parser.fields), root)

    @classmethod
    def from_function(cls, function: Function, paths: Sequence[FieldPath]) -> Expression:
        """The expression of a function of fields of the expression's own topic, whatever their names are."""
        arguments = tuple(_Value(number) for number in range(len(paths)))
        return cls("", tuple(ExpressionField(None, path) for path in paths), _Call(function, arguments))

    def evaluate(self, values: Sequence[Floats]) -> Floats:
        """The values for samples of its fields: arrays of one length `(n,)`, one for each of `fields`."""
        # undefined values are NaN, without a warning
        with np.errstate(all="ignore"):
            result = _evaluate(self._root, values)
            # float64, and as long as the samples even if the expression uses no field
            shape = values[0].shape if values else ()
            return np.array(np.broadcast_to(np.asarray(result, dtype=np.float64), shape))


def _evaluate(node: _Node, values: Sequence[Floats]) -> Floats:
    if isinstance(node, _Number):
        return np.float64(node.value)  # type: ignore[return-value] # broadcast like an array
    if isinstance(node, _Value):
        return values[node.field]
    return node.function(*(_evaluate(argument, values) for argument in node.arguments))


def _negative(value: Floats) -> Floats:
    result: Floats = np.negative(value)
    return result


class _Parser:
    """Parses one text, from left to right."""

    def __init__(self, text: str) -> None:
        self.fields: list[ExpressionField] = []
        if len(text) > MAX_LENGTH:
            raise ExpressionError(CurveWording.TOO_LONG(limit=MAX_LENGTH), MAX_LENGTH)
        self._tokens = _tokens(text)
        self._at = 0
        self._depth = 0

    def parse(self) -> _Node:
        if self._next.kind == "end":
            raise ExpressionError(CurveWording.EMPTY(), 0)
        root = self._sum()
        if self._next.kind != "end":
            raise ExpressionError(CurveWording.NO_OPERATOR(text=self._next.text), self._next.position)
        return root

    @property
    def _next(self) -> _Token:
        return self._tokens[self._at]

    def _advance(self) -> _Token:
        token = self._tokens[self._at]
        self._at += 1
        return token

    def _is(self, *signs: str) -> bool:
        return self._next.kind == "sign" and self._next.text in signs

    def _sum(self) -> _Node:
        node = self._product()
        while self._is("+", "-"):
            node = _Call(_OPERATORS[self._advance().text], (node, self._product()))
        return node

    def _product(self) -> _Node:
        node = self._unary()
        while self._is("*", "/", "%"):
            node = _Call(_OPERATORS[self._advance().text], (node, self._unary()))
        return node

    def _unary(self) -> _Node:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise ExpressionError(CurveWording.TOO_DEEP(), self._next.position)
        if self._is("-", "+"):
            negative = self._advance().text == "-"
            node = self._unary()
            if negative:
                node = _Call(_negative, (node,))
        else:
            node = self._primary()
            if self._is("**"):
                self._advance()
                node = _Call(_OPERATORS["**"], (node, self._unary()))
        self._depth -= 1
        return node

    def _primary(self) -> _Node:
        token = self._advance()
        if token.kind == "number":
            return _Number(float(token.text))
        if token.kind == "field":
            return self._field(token)
        if token.kind == "name":
            if self._is("("):
                return self._call(token)
            if token.text in CONSTANTS:
                return _Number(CONSTANTS[token.text])
            return self._field(token)
        if token.text == "(" and token.kind == "sign":
            node = self._sum()
            self._close("(", token.position)
            return node
        if token.kind == "end":
            raise ExpressionError(CurveWording.ENDS_EARLY(), token.position)
        raise ExpressionError(CurveWording.NO_VALUE(text=token.text), token.position)

    def _call(self, name: _Token) -> _Node:
        known = FUNCTIONS.get(name.text)
        if known is None:
            text = CurveWording.NO_FUNCTION(name=name.text, known=", ".join(sorted(FUNCTIONS)))
            raise ExpressionError(text, name.position)
        function, min_count, max_count = known
        self._advance()
        arguments = [self._sum()]
        while self._is(","):
            self._advance()
            arguments.append(self._sum())
        self._close(f"{name.text}(", name.position)
        if not min_count <= len(arguments) <= max_count:
            text = _wrong_count(name.text, min_count, max_count, len(arguments))
            raise ExpressionError(text, name.position)
        return _Call(function, tuple(arguments))

    def _close(self, opened: str, position: int) -> None:
        if not self._is(")"):
            raise ExpressionError(CurveWording.NOT_CLOSED(opened=opened), position)
        self._advance()

    def _field(self, token: _Token) -> _Node:
        topic, colon, path = token.text.rpartition(":") if token.kind == "field" else ("", "", token.text)
        try:
            name = ExpressionField(
                _topic(topic.strip(), token.position) if colon else None, FieldPath.parse(path.strip())
            )
        except UnknownFieldError as error:
            raise ExpressionError(error.reason, token.position) from error
        if name not in self.fields:
            if len(self.fields) == MAX_FIELDS:
                raise ExpressionError(CurveWording.TOO_MANY_FIELDS(limit=MAX_FIELDS), token.position)
            self.fields.append(name)
        return _Value(self.fields.index(name))


def _wrong_count(name: str, least: int, most: int, count: int) -> Sentence:
    if least != most:
        return CurveWording.TAKES_BETWEEN(name=name, least=least, most=most, count=count)
    if least == 1:
        return CurveWording.TAKES_ONE(name=name, count=count)
    return CurveWording.TAKES(name=name, wanted=least, count=count)


def _topic(text: str, position: int) -> str:
    """The topic before a colon; in quotes any name is allowed."""
    if not text.startswith('"'):
        return text
    try:
        return str(json.loads(text))
    except ValueError as error:
        raise ExpressionError(CurveWording.NO_QUOTED_NAME(text=text), position) from error


def _tokens(text: str) -> list[_Token]:
    tokens = []
    position = 0
    end = len(text.rstrip())
    while position < end:
        match = _TOKEN.match(text, position)
        if match is None or match.lastgroup is None:
            start = position + len(text[position:]) - len(text[position:].lstrip())
            is_caret = text[start] == "^"
            reason = CurveWording.NO_CARET() if is_caret else CurveWording.NO_MEANING(character=text[start])
            raise ExpressionError(reason, start)
        kind = match.lastgroup
        tokens.append(_Token(kind, match[kind], match.start(kind)))
        position = match.end()
    tokens.append(_Token("end", "", end))
    return tokens
