"""Values of parameters as text to read and edit; their type is kept when they are changed."""

from __future__ import annotations

import enum
import json
import math

from app.model.graph import Parameter
from app.model.value_text import jsonable
from app.ui.base.text import format_count, translate


class ParameterKind(enum.Enum):
    """The type of a parameter."""

    BOOLEAN = "boolean"
    INTEGER = "integer"
    FLOAT = "float"
    TEXT = "text"
    LIST = "list"
    BYTES = "bytes"
    NAMESPACE = "namespace"
    OTHER = "other"


# types that can be edited by hand
WRITABLE_KINDS = (
    *(ParameterKind.BOOLEAN, ParameterKind.INTEGER, ParameterKind.FLOAT, ParameterKind.TEXT, ParameterKind.LIST),
)


def parameter_kind(value: Parameter) -> ParameterKind:
    """Return the type of a value."""
    # True and False are numbers to Python
    for types, kind in (
        (bool, ParameterKind.BOOLEAN),
        (int, ParameterKind.INTEGER),
        (float, ParameterKind.FLOAT),
        (str, ParameterKind.TEXT),
        (list | tuple, ParameterKind.LIST),
        (bytes | bytearray | memoryview, ParameterKind.BYTES),
        (dict, ParameterKind.NAMESPACE),
    ):
        if isinstance(value, types):
            return kind
    return ParameterKind.OTHER


def parameter_kind_word(kind: ParameterKind) -> str:
    """Return a type as text for the operator."""
    return {
        ParameterKind.BOOLEAN: translate("Parameters", "true or false"),
        ParameterKind.INTEGER: translate("Parameters", "whole number"),
        ParameterKind.FLOAT: translate("Parameters", "number"),
        ParameterKind.TEXT: translate("Parameters", "text"),
        ParameterKind.LIST: translate("Parameters", "list"),
        ParameterKind.BYTES: translate("Parameters", "bytes"),
        ParameterKind.NAMESPACE: "",
        ParameterKind.OTHER: translate("Parameters", "nothing"),
    }[kind]


def edit_text(value: Parameter) -> str:
    """Return a value as text to edit: exact, so that `parse_parameter` returns the same value."""
    if isinstance(value, str):
        return value
    return json.dumps(jsonable(value, with_bytes=True), ensure_ascii=False)


def shown_text(value: Parameter) -> str:
    """Return a value on one line."""
    if isinstance(value, bytes | bytearray | memoryview):
        return translate("Parameters", "{count} bytes").format(count=format_count(len(value)))
    text = edit_text(value).partition("\n")
    return f"{text[0]} …" if text[1] else text[0]


def parse_parameter(kind: ParameterKind, text: str) -> Parameter:
    """Return the value of a type that is written as `text`. Raises ValueError with a sentence."""
    if kind is ParameterKind.TEXT:
        return text
    word = text.strip()
    if kind is ParameterKind.BOOLEAN and word.lower() in {"true", "false"}:
        return word.lower() == "true"
    try:
        if kind is ParameterKind.INTEGER:
            return int(word)
        if kind is ParameterKind.FLOAT:
            return _number(word)
        if kind is ParameterKind.LIST:
            return _list(word)
    except ValueError as error:
        raise ValueError(_refusal(kind).format(text=word[:80])) from error
    raise ValueError(_refusal(kind).format(text=word[:80]))


def _number(word: str) -> float:
    value = float(word)
    # inf and nan are no numbers for a robot's motor
    if not math.isfinite(value):
        raise ValueError(word)
    return value


def _list(word: str) -> list[Parameter]:
    try:
        value = json.loads(word)
    except RecursionError as error:
        raise ValueError(word) from error
    if not isinstance(value, list):
        raise ValueError(word)  # noqa: TRY004 - what is written is wrong, not what is called
    return value


def _refusal(kind: ParameterKind) -> str:
    return {
        ParameterKind.BOOLEAN: translate("Parameters", "“{text}” is neither true nor false"),
        ParameterKind.INTEGER: translate("Parameters", "“{text}” is no whole number, and this parameter is one"),
        ParameterKind.FLOAT: translate("Parameters", "“{text}” is no number, and this parameter is one"),
        ParameterKind.LIST: translate("Parameters", "“{text}” is no list, as [1, 2] is one"),
    }.get(kind, translate("Parameters", "“{text}” can't be written here"))
