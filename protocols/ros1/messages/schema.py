"""Schemas of ROS 1 types: how to read and write their messages, and the names of the numbers in them.

ROS 1 has no enumerations, but people write some with constants. A constant belongs to the field whose name its own
begins with (`POWER_SUPPLY_STATUS_FULL` to `power_supply_status`), or else whose last words it begins with, if no other
field of its type ends so (`STATE_IDLE` to `robot_state`). Constants that are left belong to the only field of their
type (`ACTIVE` and others to `status` of a GoalStatus).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from typing_extensions import override

from protocols.errors import DecodeError, EncodeError, UnknownFieldError
from protocols.ros1.messages import codec
from protocols.ros1.messages.definitions import ALIASES, MessageField, MessageType
from protocols.ros1.messages.encoder import Stamp, encode
from protocols.ros1.messages.field_path import TIMES, resolve_path, schema_field
from protocols.ros1.wording import RosMessageWording
from protocols.schema import Extractor, Field, FieldKind, FieldPath, Payload, RecordedSchema, Role, Schema
from protocols.wording import FieldWording

EnumNames = tuple[tuple[str, int], ...]

_INTEGERS: Final = frozenset(f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64))


# the most names of one enumeration: nobody reads more
_MOST: Final = 256


# takes the decoded message; a KeyError, TypeError or ValueError says that the type has another definition than usual
Reader = Callable[[Mapping[str, Any]], object]

# paths at which the time of a message may stand, first choice first
_STAMP_PATHS = tuple(FieldPath.parse(path) for path in ("header.stamp", "stamp", "clock"))
_BYTES: Final = "bytes"
# the word for these messages in recordings
_ROS1: Final = "ros1"


def enum_names_in(message: MessageType) -> dict[str, EnumNames]:
    """Return the names of the numbers of every field that is an enumeration, in the order of the definition."""
    fields = [each for each in message.fields if _is_number(each)]
    owners = _owners(fields)
    found: dict[str, list[tuple[str, int]]] = {}
    left: dict[str, list[tuple[str, int]]] = {}
    for constant in message.constants:
        value, type_name = constant.value, ALIASES.get(constant.type_name, constant.type_name)
        if not isinstance(value, int) or type_name not in _INTEGERS:
            continue
        for before in _beginnings(constant.name):
            name = owners.get((before, "")) or owners.get((before, type_name))
            if name:
                found.setdefault(name, []).append((constant.name[len(before) + 1 :], value))
                break
        else:
            left.setdefault(type_name, []).append((constant.name, value))
    for type_name, names in left.items():
        alone = [field for field in fields if field.type_name == type_name]
        if len(alone) == 1:
            found.setdefault(alone[0].name, names)
    # a constant alone is a limit, or an offset
    return {name: tuple(names[:_MOST]) for name, names in found.items() if len({value for _, value in names}) > 1}


def _is_number(field: MessageField) -> bool:
    return not field.is_array and field.type_name in _INTEGERS


def _owners(fields: Sequence[MessageField]) -> dict[tuple[str, str], str]:
    """Return the names of fields by what a constant of theirs may begin with, and the type that it must have then.

    A whole name is enough for any type; where several fields of a type end alike, the name is empty.
    """
    owners: dict[tuple[str, str], str] = {}
    for field in fields:
        name = field.name.upper()
        owners[name, ""] = field.name
        while "_" in name:
            name = name.partition("_")[2]
            key = name, field.type_name
            owners[key] = "" if key in owners else field.name
    return owners


def _beginnings(name: str) -> Iterator[str]:
    """Yield the first words of a constant's name, all but the last one first."""
    while "_" in name:
        name = name.rpartition("_")[0]
        yield name


class Ros1Schema(Schema):
    """The schema of a type whose definition is known.

    No field is ever left out of a decoded message. Arrays of numbers are decoded as read-only memoryviews into the
    payload, without a copy; a time or a duration as {"secs": …, "nsecs": …}; a text that isn't UTF-8 with surrogates
    for its bytes, which `encode` writes back as they were.

    Args:
        message_type: the definition.
        readers: the roles of the type, each with the function that reads a decoded message in that role.
    """

    known = True

    def __init__(self, message_type: MessageType, readers: Mapping[Role, Reader] | None = None) -> None:
        self.name = message_type.name
        self._type = message_type
        self._readers = dict(readers or {})
        self._types = {each.name: each for each in (message_type, *message_type.dependencies)}
        self._names: dict[str, dict[str, EnumNames]] = {}
        self._stamp: tuple[Extractor, Extractor] | None = self._stamp_parts()

    @property
    def message_type(self) -> MessageType:
        """The definition."""
        return self._type

    @override
    def fields(self, type_name: str | None = None) -> tuple[Field, ...]:
        if type_name is None:
            type_name = self._type.name
        if type_name in TIMES:
            return TIMES[type_name]
        message = self._types[type_name]
        return tuple(self._named(message, schema_field(field)) for field in message.fields)

    @override
    def check(self, path: FieldPath) -> Field:
        way = resolve_path(self._type, path)
        return way.field if way.part is not None else self._named(way.steps[-1].message, way.field)

    @override
    def extractor(self, path: FieldPath) -> Extractor:
        # None where a list has fewer elements; bytes behind the value are not looked at
        return codec.extractor(self._type, path)

    def _named(self, message: MessageType, field: Field) -> Field:
        """Return the field with the names of its numbers."""
        names = self._names.get(message.name)
        if names is None:
            names = self._names[message.name] = enum_names_in(message)
        return replace(field, enum_names=names[field.name]) if field.name in names else field

    @override
    def decode(self, payload: Payload) -> dict[str, Any]:
        # The decoder is generated when it is first needed, and takes the place of this method: a method around the
        # generated function would cost half as much again for small messages.
        decoder = codec.decoder(self._type)
        self.decode = decoder  # type: ignore[assignment, method-assign]
        return decoder(payload)

    @override
    def stamp_ns(self, payload: Payload) -> int | None:
        # a stamp of zero is one that was never set
        if self._stamp is None:
            return None
        secs, nsecs = (part(payload) for part in self._stamp)
        # both are whole numbers by their definition
        return (int(secs or 0) * 1_000_000_000 + int(nsecs or 0)) or None

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
            reason = RosMessageWording.ROLE_MISFIT(type_name=self.name, role=role.value)
            raise DecodeError(reason, FieldWording.FIELDS_SHOWN_TIP()) from error

    @override
    def recorded(self) -> RecordedSchema:
        return RecordedSchema(self.name, _ROS1, "ros1msg", self._type.definition.encode("utf-8", "surrogateescape"))

    def encode(self, value: Mapping[str, Any] | Payload, now: Stamp | None = None) -> bytes:
        """Encode a message from its fields, or check a payload that is encoded already.

        Args:
            value: the fields, or the payload.
            now: the seconds and nanoseconds that "now" stands for as a stamp.

        Raises:
            EncodeError: a value does not fit; the error names its path.
            UnknownFieldError: a name that the type does not have.
        """
        if not isinstance(value, bytes | bytearray | memoryview):
            return encode(self._type, value, now)
        try:
            self.decode(value)
        except DecodeError as error:
            raise EncodeError(RosMessageWording.BYTES_INVALID(reason=error.reason)) from error
        return bytes(value)

    def _stamp_parts(self) -> tuple[Extractor, Extractor] | None:
        for path in _STAMP_PATHS:
            try:
                way = resolve_path(self._type, path)
            except UnknownFieldError:
                continue
            if way.field.type_name == "time" and not way.field.repeated:
                secs, nsecs = (FieldPath((*path.steps, part.name)) for part in TIMES["time"])
                return codec.extractor(self._type, secs), codec.extractor(self._type, nsecs)
        return None


def _view(payload: Payload) -> memoryview:
    return memoryview(payload).toreadonly()


class UnknownRosSchema(Schema):
    """The schema of a type without a definition: its messages are shown as {"bytes": view}."""

    known = False

    def __init__(self, name: str) -> None:
        self.name = name

    @override
    def fields(self, type_name: str | None = None) -> tuple[Field, ...]:
        del type_name
        return ()

    @override
    def check(self, path: FieldPath) -> Field:
        # only the whole payload has a name
        if path.steps == (_BYTES,):
            return Field(_BYTES, FieldKind.BYTES, "")
        raise UnknownFieldError(
            FieldWording.TYPE_UNKNOWN(type_name=self.name, field=path), RosMessageWording.NO_DEFINITION_TIP()
        )

    @override
    def extractor(self, path: FieldPath) -> Extractor:
        self.check(path)
        return _view

    @override
    def decode(self, payload: Payload) -> dict[str, Any]:
        return {_BYTES: _view(payload)}

    @override
    def stamp_ns(self, payload: Payload) -> int | None:
        del payload
        return None

    @override
    def roles(self) -> frozenset[Role]:
        return frozenset()

    @override
    def read(self, role: Role, payload: Payload) -> object:
        del payload
        raise KeyError(role)

    @override
    def recorded(self) -> RecordedSchema:
        return RecordedSchema(self.name, _ROS1)
