"""Plans of protobuf types for reading the wire: the tag, conversion and name of each field."""

from __future__ import annotations

import functools
import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from google.protobuf.descriptor import Descriptor, FieldDescriptor

from protocols.protobuf import wire
from protocols.protobuf.wire import FieldBudget, WireFormatError
from protocols.protobuf.wording import ProtobufWording
from protocols.schema import Field, FieldKind

_KINDS: Final = {
    FieldDescriptor.CPPTYPE_BOOL: FieldKind.BOOLEAN,
    FieldDescriptor.CPPTYPE_DOUBLE: FieldKind.FLOAT,
    FieldDescriptor.CPPTYPE_FLOAT: FieldKind.FLOAT,
    FieldDescriptor.CPPTYPE_ENUM: FieldKind.ENUM,
    FieldDescriptor.CPPTYPE_INT32: FieldKind.INTEGER,
    FieldDescriptor.CPPTYPE_INT64: FieldKind.INTEGER,
    FieldDescriptor.CPPTYPE_UINT32: FieldKind.INTEGER,
    FieldDescriptor.CPPTYPE_UINT64: FieldKind.INTEGER,
    FieldDescriptor.CPPTYPE_MESSAGE: FieldKind.MESSAGE,
    FieldDescriptor.CPPTYPE_STRING: FieldKind.STRING,
}

_TYPE_NAMES: Final = {
    FieldDescriptor.TYPE_BOOL: "bool",
    FieldDescriptor.TYPE_BYTES: "bytes",
    FieldDescriptor.TYPE_DOUBLE: "double",
    FieldDescriptor.TYPE_FIXED32: "fixed32",
    FieldDescriptor.TYPE_FIXED64: "fixed64",
    FieldDescriptor.TYPE_FLOAT: "float",
    FieldDescriptor.TYPE_INT32: "int32",
    FieldDescriptor.TYPE_INT64: "int64",
    FieldDescriptor.TYPE_SFIXED32: "sfixed32",
    FieldDescriptor.TYPE_SFIXED64: "sfixed64",
    FieldDescriptor.TYPE_SINT32: "sint32",
    FieldDescriptor.TYPE_SINT64: "sint64",
    FieldDescriptor.TYPE_STRING: "string",
    FieldDescriptor.TYPE_UINT32: "uint32",
    FieldDescriptor.TYPE_UINT64: "uint64",
}


def _signed(bits: int) -> Callable[[int], int]:
    half, mask = 1 << (bits - 1), (1 << bits) - 1
    return lambda value: ((value + half) & mask) - half


def _zigzag(bits: int) -> Callable[[int], int]:
    mask = (1 << bits) - 1
    return lambda value: ((value & mask) >> 1) ^ -(value & 1)


to_int32: Final = _signed(32)

_VARINTS: Final[Mapping[int, Callable[[int], Any]]] = {
    FieldDescriptor.TYPE_BOOL: bool,
    FieldDescriptor.TYPE_ENUM: to_int32,
    FieldDescriptor.TYPE_INT32: to_int32,
    FieldDescriptor.TYPE_INT64: _signed(64),
    FieldDescriptor.TYPE_SINT32: _zigzag(32),
    FieldDescriptor.TYPE_SINT64: _zigzag(64),
    FieldDescriptor.TYPE_UINT32: lambda value: value & 0xFFFF_FFFF,
    FieldDescriptor.TYPE_UINT64: lambda value: value,
}

_FIXED: Final[Mapping[int, str]] = {
    FieldDescriptor.TYPE_DOUBLE: "d",
    FieldDescriptor.TYPE_FIXED32: "I",
    FieldDescriptor.TYPE_FIXED64: "Q",
    FieldDescriptor.TYPE_FLOAT: "f",
    FieldDescriptor.TYPE_SFIXED32: "i",
    FieldDescriptor.TYPE_SFIXED64: "q",
}

_WIRE_OF_SIZE: Final = {0: wire.LENGTH, 4: wire.FIXED32, 8: wire.FIXED64}


@dataclass(frozen=True, slots=True)
class FieldPlan:
    """The plan for reading one field.

    Attributes:
        field: the field as schemas show it.
        number, wire, tag: the number, wire type and tag that announce the field on the wire, unpacked.
        convert: makes the value of a varint; None if the field is no varint.
        code, size: the struct code and size of a fixed-size value; empty and 0 for other fields.
        names: the names of an enum by number; the first declared name where a number has several.
        numbers: the numbers of an enum by name.
        message: the type of a message field.
        oneof: the names of the other members of the field's oneof.
        has_presence: whether the library can tell that the field was not sent.
    """

    field: Field
    number: int
    wire: int
    tag: bytes
    convert: Callable[[int], Any] | None
    code: str
    size: int
    names: Mapping[int, str]
    numbers: Mapping[str, int]
    message: Descriptor | None
    oneof: tuple[str, ...]
    has_presence: bool

    @property
    def is_packable(self) -> bool:
        """Whether several values may come packed into one field."""
        return self.field.repeated and self.wire != wire.LENGTH

    def value(self, raw: Any) -> Any:
        """Convert one raw value that is no message; an enum gives its name, or its number if that has no name."""
        if self.convert is not None:
            value = self.convert(raw)
            return self.names.get(value, value) if self.names else value
        if self.code:
            return struct.unpack("<" + self.code, raw)[0]
        if self.field.kind is FieldKind.STRING:
            try:
                return str(raw, "utf-8")
            except UnicodeDecodeError:
                return raw
        return raw

    def packed(self, raw: memoryview, budget: FieldBudget) -> list[Any]:
        """Return the values of a packed field; a writer may pack where the definition doesn't say so."""
        if self.convert is None:
            if len(raw) % self.size:
                raise WireFormatError(ProtobufWording.PACKED_SIZE, length_bytes=len(raw), size_bytes=self.size)
            return list(struct.unpack(f"<{len(raw) // self.size}{self.code}", raw))
        values, position = [], 0
        while position < len(raw):
            budget.spend(1)
            value, position = wire.read_varint(raw, position)
            values.append(self.value(value))
        return values


@dataclass(frozen=True, slots=True)
class MessagePlan:
    """The plans of the fields of one message type."""

    fields: tuple[Field, ...]
    by_number: Mapping[int, FieldPlan]
    by_name: Mapping[str, FieldPlan]


def _plan_field(descriptor: FieldDescriptor) -> FieldPlan:
    kind = FieldKind.BYTES if descriptor.type == FieldDescriptor.TYPE_BYTES else _KINDS[descriptor.cpp_type]
    message, enum = descriptor.message_type, descriptor.enum_type
    named = message or enum
    names = tuple((value.name, value.number) for value in enum.values) if enum is not None else ()
    field = Field(
        name=descriptor.name,
        kind=kind,
        type_name=named.full_name if named is not None else _TYPE_NAMES[descriptor.type],
        repeated=descriptor.is_repeated,
        enum_names=names,
    )
    code = _FIXED.get(descriptor.type, "")
    size = struct.calcsize("<" + code)
    convert = _VARINTS.get(descriptor.type)
    wire_type = wire.VARINT if convert else _WIRE_OF_SIZE[size]
    oneof = descriptor.containing_oneof
    return FieldPlan(
        field=field,
        number=descriptor.number,
        wire=wire_type,
        tag=wire.encode_varint(descriptor.number << 3 | wire_type),
        convert=convert,
        code=code,
        size=size,
        names={number: name for name, number in reversed(names)},
        numbers=dict(names),
        message=message,
        oneof=tuple(other.name for other in oneof.fields if other is not descriptor) if oneof is not None else (),
        has_presence=descriptor.has_presence,
    )


@functools.lru_cache(maxsize=4096)
def plan_of(descriptor: Descriptor) -> MessagePlan:
    """Return the plan of a message type, made once for each type."""
    plans = [_plan_field(field) for field in descriptor.fields]
    return MessagePlan(
        fields=tuple(plan.field for plan in plans),
        by_number={plan.number: plan for plan in plans},
        by_name={plan.field.name: plan for plan in plans},
    )
