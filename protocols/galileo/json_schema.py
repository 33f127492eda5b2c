"""How to read the JSON that a robot sends as text: the schema is learned from the messages and widened as they come."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from protocols.errors import DecodeError, EncodeError, UnknownFieldError
from protocols.galileo.json_shape import EMPTY, Shape, shape_of, widen
from protocols.schema import Extractor, Field, FieldPath, Kind, Payload, Role, Scalar, unknown_field

# from the decoded message; a KeyError, TypeError or ValueError says that it is not what it was taken for
Reader = Callable[[Mapping[str, Any]], object]

# what stands for a message that is no object
VALUE: Final = "value"
# what stands for one that is no JSON at all
TEXT: Final = "text"

# an int of more digits would be no number of 64 bits
_MAX_DIGITS: Final = 18
_STAMPS: Final = (("header", "stamp"), ("stamp",))
_SECONDS: Final = ("secs", "sec")
_NANOSECONDS: Final = ("nsecs", "nanosec", "nsec")


class JsonSchema:
    """What is known of the messages of one topic; it never changes, `widened` gives another.

    Args:
        name: of the topic; messages carry no type.
        readers: what the messages can be seen as, and the function that sees what was decoded so.
        shape: what was learned.
    """

    known = True

    def __init__(self, name: str, readers: Mapping[Role, Reader] | None = None, shape: Shape = EMPTY) -> None:
        self.name = name
        self._readers = dict(readers or {})
        self._shape = shape
        self._types: dict[str, Shape] | None = None
        # several fields of one message are plotted at once
        self._parsed: tuple[Payload, dict[str, Any]] | None = None

    def widened(self, payload: Payload) -> JsonSchema:
        """The schema that fits this message too: this one if it does. Raises DecodeError."""
        shape = widen(self._shape, shape_of(self.decode(payload)))
        return self if shape is self._shape else JsonSchema(self.name, self._readers, shape)

    def seen_as(self, readers: Mapping[Role, Reader]) -> JsonSchema:
        """The same, with what its messages can be seen as."""
        return JsonSchema(self.name, readers, self._shape)

    def fields(self, type_name: str | None = None) -> tuple[Field, ...]:
        """See `Schema.fields`; an object's type is the way to it. Raises KeyError for a type that is not known."""
        path = type_name or ""
        if self._types is None:
            self._types = {}
            _collect(self._shape, "", self._types)
        below = self._types[path]
        return tuple(shape.field(name, _join(path, name)) for name, shape in below.fields.items())

    def check(self, path: FieldPath) -> Field:
        """See `Schema.check`."""
        shape, field = self._shape, Field("", Kind.MESSAGE, "")
        # how many lists are still around the place
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
        """The field that a path of names leads to; None where there is none, without a look at those that are near."""
        shape, field, way = self._shape, None, ""
        for step in path.steps:
            is_place = isinstance(step, str) and (field is None or not field.repeated)
            below = shape.fields.get(str(step)) if is_place else None
            if below is None:
                return None
            way = _join(way, str(step))
            shape, field = below, below.field(str(step), way)
        return field

    def extractor(self, path: FieldPath) -> Extractor:
        """See `Schema.extractor`; None where the place holds no scalar in this message."""
        field = self.check(path)
        if field.kind is Kind.MESSAGE:
            raise UnknownFieldError(f"{field.name} is an object (in {path})", "Name a field of it.")

        def extract(payload: Payload) -> Scalar | None:
            try:
                value = path.select(self._decoded(payload))
            except (KeyError, IndexError):
                return None
            return value if isinstance(value, float | int | bool | str) else None

        return extract

    def decode(self, payload: Payload) -> dict[str, Any]:
        """See `Schema.decode`: what is no object is {"value": …}, what is no JSON {"text": …}.

        Raises:
            DecodeError: it begins as JSON and ends otherwise.
        """
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

    def stamp_ns(self, payload: Payload) -> int | None:
        """See `Schema.stamp_ns`; a stamp of zero is one that nobody set."""
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

    def roles(self) -> frozenset[Role]:
        """See `Schema.roles`."""
        return frozenset(self._readers)

    def read(self, role: Role, payload: Payload) -> object:
        """See `Schema.read`."""
        reader = self._readers[role]
        decoded = self.decode(payload)
        try:
            return reader(decoded)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            reason = f"a message of {self.name} can't be seen as a {role.value}: it lacks a field, or one holds else"
            raise DecodeError(reason, "Its fields are shown all the same.") from error

    def _decoded(self, payload: Payload) -> dict[str, Any]:
        """The decoded message, which the caller must not change."""
        parsed = self._parsed
        if parsed is not None and parsed[0] is payload:
            return parsed[1]
        decoded = self.decode(payload)
        # only bytes stay what they are
        self._parsed = (payload, decoded) if isinstance(payload, bytes) else None
        return decoded


def encode_json(value: Any) -> str:
    """A value as compact JSON. Raises EncodeError for one that JSON has no words for, as NaN."""
    try:
        return json.dumps(value, allow_nan=False, ensure_ascii=False, separators=(",", ":"))
    except (TypeError, ValueError, RecursionError) as error:
        raise EncodeError(f"this can't be written as JSON: {error}") from error


def _integer(digits: str) -> int | float:
    return int(digits) if len(digits) <= _MAX_DIGITS else float(digits)


def _number(stamp: dict[str, Any], names: tuple[str, ...]) -> int | None:
    """A whole number by one of these names."""
    return next((value for name in names if type(value := stamp.get(name)) is int), None)


def _join(way: str, name: str) -> str:
    """The way to a field, unlike that to any other."""
    escaped = name.replace("\\", "\\\\").replace(".", "\\.")
    return f"{way}.{escaped}" if way else escaped


def _collect(shape: Shape, way: str, types: dict[str, Shape]) -> None:
    types[way] = shape
    for name, below in shape.fields.items():
        if below.kind is Kind.MESSAGE:
            _collect(below, _join(way, name), types)
