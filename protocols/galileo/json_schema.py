"""Schemas of the JSON that a robot sends as text, learned from the messages and widened as they come."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from typing_extensions import override

from protocols.errors import DecodeError, EncodeError, UnknownFieldError
from protocols.galileo.json_shape import EMPTY, JsonShape, shape_of, widen
from protocols.schema import Extractor, Field, FieldKind, FieldPath, Payload, Role, Scalar, Schema, unknown_field

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
                    raise UnknownFieldError(f"{field.name or step} is no list (in {path})")
                lists -= 1
                continue
            if lists:
                raise UnknownFieldError(f"{field.name} is a list (in {path})", f"Name an element: {field.name}[0].")
            below = shape.fields.get(step)
            if below is None:
                if field.name and not shape.fields:
                    raise UnknownFieldError(f"{field.name} has no fields (in {path})")
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
            raise UnknownFieldError(f"{field.name} is an object (in {path})", "Name a field of it.")

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
            reason = f"a message of {self.name} is nested too deeply"
            raise DecodeError(reason, "It is no message that views could show.") from error
        except ValueError as error:
            if text.lstrip()[:1] in {"{", "["}:
                reason = f"a message of {self.name} is no whole JSON: {error}"
                raise DecodeError(reason, "Long texts may be cut off on their way.") from error
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
            reason = f"a message of {self.name} can't be seen as a {role.value}: it lacks a field, or one holds else"
            raise DecodeError(reason, "Its fields are shown all the same.") from error

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
        raise EncodeError(f"this can't be written as JSON: {error}") from error


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
