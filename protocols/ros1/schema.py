"""How to read and write the messages of a ROS 1 type."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from protocols.errors import DecodeError, EncodeError, UnknownFieldError
from protocols.ros1 import codec
from protocols.ros1.encoder import Stamp, encode
from protocols.ros1.enumeration import Names, names_in
from protocols.ros1.field_path import TIMES, resolve, schema_field
from protocols.ros1.msgdef import MessageType
from protocols.schema import Extractor, Field, FieldPath, Kind, Payload, Role

# from the decoded message; a KeyError, TypeError or ValueError says that the type is defined otherwise than is usual
Reader = Callable[[Mapping[str, Any]], object]

# where the time of a message may stand, first choice first
_STAMP_PATHS = tuple(FieldPath.parse(path) for path in ("header.stamp", "stamp", "clock"))


class Ros1Schema:
    """The schema of a type whose definition is known.

    Arrays of numbers are decoded as read-only memoryviews of them into the payload, without a copy; a time or a
    duration as {"secs": …, "nsecs": …}; a text that isn't UTF-8 with surrogates for its bytes, which `encode` writes as
    they were.

    Args:
        message_type: the definition.
        readers: what the type can be seen as, and the function that sees what was decoded so.

    Attributes:
        decode: see `Schema.decode`; nothing is ever left out.
    """

    known = True

    def __init__(self, message_type: MessageType, readers: Mapping[Role, Reader] | None = None) -> None:
        self._type = message_type
        self._readers = dict(readers or {})
        self._types = {each.name: each for each in (message_type, *message_type.dependencies)}
        self._names: dict[str, dict[str, Names]] = {}
        # the generated function itself: a method around it would cost half as much again for small messages
        self.decode: codec.Decoder = self._first_decode
        self._stamp: tuple[Extractor, Extractor] | None = self._stamp_parts()

    @property
    def name(self) -> str:
        """The name of the type, `pkg/Type`."""
        return self._type.name

    @property
    def message_type(self) -> MessageType:
        """The definition."""
        return self._type

    def fields(self, type_name: str | None = None) -> tuple[Field, ...]:
        """See `Schema.fields`. Raises KeyError for a type that this one does not depend on."""
        if type_name is None:
            type_name = self._type.name
        if type_name in TIMES:
            return TIMES[type_name]
        message = self._types[type_name]
        return tuple(self._named(message, schema_field(field)) for field in message.fields)

    def check(self, path: FieldPath) -> Field:
        """See `Schema.check`."""
        way = resolve(self._type, path)
        return way.field if way.part is not None else self._named(way.steps[-1].message, way.field)

    def extractor(self, path: FieldPath) -> Extractor:
        """See `Schema.extractor`: None where a list has fewer elements; what stands behind the value is not seen."""
        return codec.extractor(self._type, path)

    def _named(self, message: MessageType, field: Field) -> Field:
        """The field with the names of its numbers."""
        names = self._names.get(message.name)
        if names is None:
            names = self._names[message.name] = names_in(message)
        return replace(field, enum_names=names[field.name]) if field.name in names else field

    def _first_decode(self, payload: Payload) -> dict[str, Any]:
        """Generate the decoder, which takes the place of this method, when it is first needed."""
        self.decode = codec.decoder(self._type)
        return self.decode(payload)

    def stamp_ns(self, payload: Payload) -> int | None:
        """See `Schema.stamp_ns`; a stamp of zero is one that nobody set."""
        if self._stamp is None:
            return None
        secs, nsecs = (part(payload) for part in self._stamp)
        # they are whole numbers by their definition
        return (int(secs or 0) * 1_000_000_000 + int(nsecs or 0)) or None

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
            reason = f"a {self.name} can't be seen as a {role.value}: its definition is not the usual one"
            raise DecodeError(reason, "Its fields are shown all the same.") from error

    def encode(self, value: Mapping[str, Any] | Payload, now: Stamp | None = None) -> bytes:
        """A message from its fields (see `protocols.ros1.encoder`), or as it is, if it is whole.

        Args:
            value: the fields, or the payload.
            now: seconds and nanoseconds of what "now" means as a stamp.

        Raises:
            EncodeError: what does not fit, by its path.
            UnknownFieldError: a name that the type does not have.
        """
        if not isinstance(value, bytes | bytearray | memoryview):
            return encode(self._type, value, now)
        try:
            self.decode(value)
        except DecodeError as error:
            raise EncodeError(error.reason.replace("a message is not", "the bytes are not", 1)) from error
        return bytes(value)

    def _stamp_parts(self) -> tuple[Extractor, Extractor] | None:
        for path in _STAMP_PATHS:
            try:
                way = resolve(self._type, path)
            except UnknownFieldError:
                continue
            if way.field.type_name == "time" and not way.field.repeated:
                secs, nsecs = (FieldPath((*path.steps, part.name)) for part in TIMES["time"])
                return codec.extractor(self._type, secs), codec.extractor(self._type, nsecs)
        return None


_BYTES: Final = "bytes"


def _view(payload: Payload) -> memoryview:
    return memoryview(payload).toreadonly()


class UnknownSchema:
    """The schema of a type that nobody defined: its messages are shown as {"bytes": view}."""

    known = False

    def __init__(self, name: str) -> None:
        self.name = name

    def fields(self, type_name: str | None = None) -> tuple[Field, ...]:
        """Nothing is known of the fields."""
        del type_name
        return ()

    def check(self, path: FieldPath) -> Field:
        """Only the whole can be named. Raises UnknownFieldError for all else."""
        if path.steps == (_BYTES,):
            return Field(_BYTES, Kind.BYTES, "")
        raise UnknownFieldError(
            f"the type {self.name} is unknown: it has no field “{path}”",
            "Its publisher sent no definition. Definitions of your own come from .msg files (--msg-path).",
        )

    def extractor(self, path: FieldPath) -> Extractor:
        """The payload, under the name that `decode` gives it."""
        self.check(path)
        return _view

    def decode(self, payload: Payload) -> dict[str, Any]:
        """The payload, as bytes."""
        return {_BYTES: _view(payload)}

    def stamp_ns(self, payload: Payload) -> int | None:
        """Unknown."""
        del payload
        return None

    def roles(self) -> frozenset[Role]:
        """None."""
        return frozenset()

    def read(self, role: Role, payload: Payload) -> object:
        """Raises KeyError always: there are no roles."""
        del payload
        raise KeyError(role)
