"""Schemas of the JSON that a robot sends as text: learned from the messages, and only ever widened as they come."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Final

from typing_extensions import override

from protocols.errors import DecodeError, EncodeError, UnknownFieldError
from protocols.galileo.wording import GalileoWireWording
from protocols.schema import (
    Extractor,
    Field,
    FieldKind,
    FieldPath,
    Payload,
    RecordedSchema,
    Role,
    Scalar,
    Schema,
    unknown_field,
)
from protocols.wording import FieldWording

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


# takes the decoded message; a KeyError, TypeError or ValueError says that the message does not fit the role
Reader = Callable[[Mapping[str, Any]], object]

# the field that stands for a message that is no object
VALUE: Final = "value"

# the field that stands for a message that is no JSON at all
TEXT: Final = "text"

# an int of more digits might not fit into 64 bits
_MAX_DIGITS: Final = 18
_STAMPS: Final = (("header", "stamp"), ("stamp",))
_SECONDS: Final = ("secs", "sec")
_NANOSECONDS: Final = ("nsecs", "nanosec", "nsec")


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


class JsonSchema(Schema):
    """Schema of the messages of one topic; it never changes, `widened` gives another.

    A message that is no object is decoded as {"value": …}, a message that is no JSON as {"text": …}. Text that begins
    as a JSON object or list and is not whole raises DecodeError.

    Args:
        name: the name of the topic; messages carry no type.
        readers: the roles of the messages, each with the function that reads a decoded message in that role.
        shape: the shape that was learned.
    """

    known = True

    def __init__(self, name: str, readers: Mapping[Role, Reader] | None = None, shape: JsonShape = EMPTY) -> None:
        self.name = name
        self._readers = dict(readers or {})
        self._shape = shape
        self._types: dict[str, JsonShape] | None = None
        # several fields of one message are plotted at once
        self._parsed: tuple[Payload, dict[str, Any]] | None = None

    def widened(self, payload: Payload) -> JsonSchema:
        """Return the schema that fits this message too, which is this schema if it does. Raises DecodeError."""
        shape = widen(self._shape, shape_of(self.decode(payload)))
        return self if shape is self._shape else JsonSchema(self.name, self._readers, shape)

    def seen_as(self, readers: Mapping[Role, Reader]) -> JsonSchema:
        """Return the same schema with other roles."""
        return JsonSchema(self.name, readers, self._shape)

    @override
    def fields(self, type_name: str | None = None) -> tuple[Field, ...]:
        # the type of an object is the path to it
        path = type_name or ""
        if self._types is None:
            self._types = {}
            _collect(self._shape, "", self._types)
        below = self._types[path]
        return tuple(shape.field(name, _join(path, name)) for name, shape in below.fields.items())

    @override
    def check(self, path: FieldPath) -> Field:
        shape, field = self._shape, Field("", FieldKind.MESSAGE, "")
        # the number of lists that are still around the value
        lists = 0
        way = ""
        for step in path.steps:
            if isinstance(step, int):
                if not lists:
                    raise UnknownFieldError(FieldWording.NO_LIST(field=field.name or step, path=path))
                lists -= 1
                continue
            if lists:
                raise UnknownFieldError(
                    FieldWording.IS_LIST(field=field.name, path=path), FieldWording.NAME_ELEMENT_TIP(field=field.name)
                )
            below = shape.fields.get(step)
            if below is None:
                if field.name and not shape.fields:
                    raise UnknownFieldError(FieldWording.NO_FIELDS(field=field.name, path=path))
                raise unknown_field(path, way or self.name, step, shape.fields)
            way = _join(way, step)
            shape, field, lists = below, below.field(step, way), below.depth
        return field

    def find(self, path: FieldPath) -> Field | None:
        """Return the field that a path of names leads to, None where there is none; faster than `check`."""
        shape, field, way = self._shape, None, ""
        for step in path.steps:
            is_place = isinstance(step, str) and (field is None or not field.repeated)
            below = shape.fields.get(str(step)) if is_place else None
            if below is None:
                return None
            way = _join(way, str(step))
            shape, field = below, below.field(str(step), way)
        return field

    @override
    def extractor(self, path: FieldPath) -> Extractor:
        # None where the value is no scalar in this message
        field = self.check(path)
        if field.kind is FieldKind.MESSAGE:
            reason = GalileoWireWording.IS_OBJECT(field=field.name, path=path)
            raise UnknownFieldError(reason, GalileoWireWording.IS_OBJECT_TIP())

        def extract(payload: Payload) -> Scalar | None:
            try:
                value = path.select(self._decoded(payload))
            except (KeyError, IndexError):
                return None
            return value if isinstance(value, float | int | bool | str) else None

        return extract

    @override
    def decode(self, payload: Payload) -> dict[str, Any]:
        text = str(payload, "utf-8", "replace")
        try:
            value = json.loads(text, parse_int=_integer)
        except RecursionError as error:
            reason = GalileoWireWording.NESTED_TOO_DEEPLY(topic=self.name)
            raise DecodeError(reason, GalileoWireWording.NESTED_TOO_DEEPLY_TIP()) from error
        except ValueError as error:
            if text.lstrip()[:1] in {"{", "["}:
                reason = GalileoWireWording.NO_WHOLE_JSON(topic=self.name, reason=str(error))
                raise DecodeError(reason, GalileoWireWording.NO_WHOLE_JSON_TIP()) from error
            return {TEXT: text}
        return value if isinstance(value, dict) else {VALUE: value}

    @override
    def stamp_ns(self, payload: Payload) -> int | None:
        # a stamp of zero is one that was never set
        decoded = self._decoded(payload)
        for way in _STAMPS:
            stamp: Any = decoded
            for name in way:
                stamp = stamp.get(name) if isinstance(stamp, dict) else None
            if isinstance(stamp, dict):
                secs, nsecs = _number(stamp, _SECONDS), _number(stamp, _NANOSECONDS)
                if secs is not None and nsecs is not None:
                    return secs * 1_000_000_000 + nsecs or None
        return None

    @override
    def roles(self) -> frozenset[Role]:
        return frozenset(self._readers)

    @override
    def read(self, role: Role, payload: Payload) -> object:
        reader = self._readers[role]
        decoded = self.decode(payload)
        try:
            return reader(decoded)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            reason = GalileoWireWording.ROLE_MISFIT(topic=self.name, role=role.value)
            raise DecodeError(reason, FieldWording.FIELDS_SHOWN_TIP()) from error

    @override
    def recorded(self) -> RecordedSchema:
        # what was learned by now says nothing of later messages
        return RecordedSchema(self.name, "json", "jsonschema", b'{"type":"object"}')

    def _decoded(self, payload: Payload) -> dict[str, Any]:
        """Return the decoded message, which the caller must not change."""
        parsed = self._parsed
        if parsed is not None and parsed[0] is payload:
            return parsed[1]
        decoded = self.decode(payload)
        # only bytes stay what they are
        self._parsed = (payload, decoded) if isinstance(payload, bytes) else None
        return decoded


def encode_json(value: Any) -> str:
    """Encode a value as compact JSON. Raises EncodeError for values that JSON can't hold, as NaN."""
    try:
        return json.dumps(value, allow_nan=False, ensure_ascii=False, separators=(",", ":"))
    except (TypeError, ValueError, RecursionError) as error:
        raise EncodeError(GalileoWireWording.NOT_WRITABLE(reason=str(error))) from error


def _integer(digits: str) -> int | float:
    return int(digits) if len(digits) <= _MAX_DIGITS else float(digits)


def _number(stamp: dict[str, Any], names: tuple[str, ...]) -> int | None:
    """Return the whole number under the first of these names that has one."""
    return next((value for name in names if type(value := stamp.get(name)) is int), None)


def _join(way: str, name: str) -> str:
    """Return the escaped path of a field, which no other field has."""
    escaped = name.replace("\\", "\\\\").replace(".", "\\.")
    return f"{way}.{escaped}" if way else escaped


def _collect(shape: JsonShape, way: str, types: dict[str, JsonShape]) -> None:
    types[way] = shape
    for name, below in shape.fields.items():
        if below.kind is FieldKind.MESSAGE:
            _collect(below, _join(way, name), types)
