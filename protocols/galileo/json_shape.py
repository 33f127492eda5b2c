"""The shape of JSON: the fields and the kinds of their values, learned from messages and only ever widened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Final

from protocols.schema import Field, FieldKind

MAX_FIELDS: Final = 2000
MAX_DEPTH: Final = 24
# the number of elements of a list that are looked at
MAX_ELEMENTS: Final = 256

NULL: Final = "null"
_NAMES: Final = {
    FieldKind.BOOLEAN: "boolean",
    FieldKind.INTEGER: "integer",
    FieldKind.FLOAT: "number",
    FieldKind.STRING: "string",
    FieldKind.MESSAGE: "object",
}
# a field that holds two kinds has the later one
_ORDER: Final = (FieldKind.BOOLEAN, FieldKind.INTEGER, FieldKind.FLOAT, FieldKind.STRING, FieldKind.MESSAGE)


@dataclass(frozen=True, slots=True)
class JsonShape:
    """The shape of one value in a message.

    Attributes:
        kind: the kind of the value; None where nothing but null was seen.
        depth: the number of lists around it: 1 for a list, 2 for a list of lists.
        fields: the fields of an object, in the order in which they were first seen.
    """

    kind: FieldKind | None = None
    depth: int = 0
    fields: MappingProxyType[str, JsonShape] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def size(self) -> int:
        """The number of fields on all levels."""
        return sum(1 + shape.size for shape in self.fields.values())

    def field(self, name: str, type_name: str) -> Field:
        """Return the field of a schema for this value; `type_name` is used where the value is an object."""
        kind = self.kind or FieldKind.STRING
        shown = type_name if kind is FieldKind.MESSAGE else _NAMES[kind] if self.kind else NULL
        return Field(name, kind, shown, repeated=self.depth > 0)


EMPTY: Final = JsonShape()


def shape_of(value: Any, depth: int = 0) -> JsonShape:
    """Return the shape of one value, down to `MAX_DEPTH` levels."""
    if isinstance(value, dict):
        if depth >= MAX_DEPTH:
            return JsonShape(FieldKind.MESSAGE)
        fields = {name: shape_of(below, depth + 1) for name, below in value.items()}
        return JsonShape(FieldKind.MESSAGE, 0, MappingProxyType(fields))
    if isinstance(value, list):
        element = _element(value, depth)
        return replace(element, depth=element.depth + 1)
    return JsonShape(_scalar(value))


def widen(known: JsonShape, seen: JsonShape) -> JsonShape:
    """Return a shape that both fit; `known` itself where there is nothing new.

    There are never more than `MAX_FIELDS` fields: further fields are not learned.
    """
    return _widen(known, seen, _Budget(MAX_FIELDS - known.size))


def _element(values: Sequence[Any], depth: int) -> JsonShape:
    if depth >= MAX_DEPTH:
        return EMPTY
    element = EMPTY
    for kind in dict.fromkeys(map(type, values)):
        if kind in {dict, list}:
            for value in _looked_at(values, kind):
                element = widen(element, shape_of(value, depth + 1))
        else:
            element = widen(element, JsonShape(_scalar(kind())))
    return element


def _looked_at(values: Sequence[Any], kind: type) -> Iterator[Any]:
    return (value for value in values[:MAX_ELEMENTS] if type(value) is kind)


def _scalar(value: object) -> FieldKind | None:
    if isinstance(value, bool):
        return FieldKind.BOOLEAN
    if isinstance(value, int):
        return FieldKind.INTEGER
    if isinstance(value, float):
        return FieldKind.FLOAT
    return FieldKind.STRING if isinstance(value, str) else None


class _Budget:
    def __init__(self, fields: int) -> None:
        self.fields = fields


def _widen(known: JsonShape, seen: JsonShape, budget: _Budget) -> JsonShape:
    if known is seen or (not seen.fields and seen == EMPTY):
        return known
    if known.kind is None or seen.kind is None:
        kind = known.kind or seen.kind
    else:
        kind = max(known.kind, seen.kind, key=_ORDER.index)
    depth = max(known.depth, seen.depth)
    fields = _widen_fields(known, seen, budget)
    if kind is known.kind and depth == known.depth and fields is known.fields:
        return known
    return JsonShape(kind, depth, fields)


def _widen_fields(known: JsonShape, seen: JsonShape, budget: _Budget) -> MappingProxyType[str, JsonShape]:
    fields: dict[str, JsonShape] | None = None
    for name, shape in seen.fields.items():
        before = known.fields.get(name)
        if before is None:
            if budget.fields <= 0:
                continue
            budget.fields -= 1
            # the fields below count too
            after = _widen(EMPTY, shape, budget)
        else:
            after = _widen(before, shape, budget)
        if after is not before:
            fields = fields if fields is not None else dict(known.fields)
            fields[name] = after
    return known.fields if fields is None else MappingProxyType(fields)
