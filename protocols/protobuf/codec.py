"""Protobuf messages to dicts, lists and scalars and back, in the form that JSON can hold.

`decode` reads a message off the wire by the plan of its type. `encode` refuses what it would have to guess, and its
error names the field: an unknown name, another type, a number out of range, a required field that is missing. Nothing
is guessed but the time: a required `stamp` or `time` of a type `Time` that is left out is now.
"""

from __future__ import annotations

import base64
import binascii
import math
import sys
from collections.abc import Mapping, Sequence
from typing import Any, Final

from google.protobuf import message_factory
from google.protobuf.descriptor import Descriptor
from google.protobuf.message import DecodeError, Message

from protocols.errors import EncodeError
from protocols.protobuf import wire
from protocols.protobuf.plan import FieldPlan, MessagePlan, plan_of
from protocols.protobuf.wire import FieldBudget, WireFormatError
from protocols.protobuf.wording import ProtobufWording
from protocols.schema import FieldKind, FieldPath, Payload, listed, misfit, path_text, unknown_field
from protocols.wording import FieldWording

_STAMP_NAMES: Final = frozenset({"stamp", "time"})
_NOT_FINITE: Final[Mapping[str, float]] = {"nan": math.nan, "inf": math.inf, "-inf": -math.inf}

# the largest float of 32 bits
_FLOAT_MAX: Final = (2 - 2**-23) * 2.0**127
Steps = tuple[str | int, ...]


def decode(descriptor: Descriptor, data: memoryview) -> dict[str, Any]:
    """Return the fields that were sent, in the order of the definition.

    Enums are given by name, or as the number where it has no name; bytes, and strings that aren't UTF-8, as views into
    `data`. Raises WireFormatError.
    """
    return _message(descriptor, data, 0, FieldBudget())


def _message(descriptor: Descriptor, data: memoryview, depth: int, budget: FieldBudget) -> dict[str, Any]:
    found: dict[str, Any] = {}
    _collect(descriptor, data, depth, budget, found)
    return _ordered(plan_of(descriptor), found)


def _collect(descriptor: Descriptor, data: memoryview, depth: int, budget: FieldBudget, found: dict[str, Any]) -> None:
    """Read fields into `found`, over the values there already: several parts of one message are merged."""
    if depth > wire.MAX_DEPTH:
        raise WireFormatError(ProtobufWording.NESTED_TOO_DEEPLY)
    by_number = plan_of(descriptor).by_number
    position = 0
    while position < len(data):
        start = position
        number, seen_wire, position = wire.read_tag(data, position, budget)
        plan = by_number.get(number)
        try:
            if plan is not None and plan.code and plan.field.repeated and seen_wire == plan.wire:
                values, end = wire.read_run(data, start, plan.tag, plan.code, plan.size)
                if values:
                    found.setdefault(plan.field.name, []).extend(values)
                    position = end
                    continue
            raw, position = wire.read_value(data, position, number, seen_wire, budget)
            if plan is not None:
                _take(plan, seen_wire, raw, depth, budget, found)
        except WireFormatError as error:
            raise error.within(plan.field.name if plan is not None else str(number)) from None


def _take(plan: FieldPlan, seen_wire: int, raw: Any, depth: int, budget: FieldBudget, found: dict[str, Any]) -> None:
    name = plan.field.name
    if seen_wire != plan.wire:
        # a value in a form that the field can't have is passed over like an unknown field
        if plan.is_packable and seen_wire == wire.LENGTH and raw:
            found.setdefault(name, []).extend(plan.packed(raw, budget))
        return
    for other in plan.oneof:
        found.pop(other, None)
    if plan.message is None:
        if plan.field.repeated:
            found.setdefault(name, []).append(plan.value(raw))
        else:
            found[name] = plan.value(raw)
    elif plan.field.repeated:
        elements = found.setdefault(name, [])
        try:
            elements.append(_message(plan.message, raw, depth + 1, budget))
        except WireFormatError as error:
            raise error.within(f"[{len(elements)}]") from None
    else:
        _collect(plan.message, raw, depth + 1, budget, found.setdefault(name, {}))


def _ordered(plan: MessagePlan, found: dict[str, Any]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for field in plan.fields:
        if field.name not in found:
            continue
        value = found[field.name]
        message = plan.by_name[field.name].message
        if message is not None and not field.repeated:
            value = _ordered(plan_of(message), value)
        result[field.name] = value
    return result


def encode(descriptor: Descriptor, value: Mapping[str, Any], *, now_ns: int) -> bytes:
    """Serialize a message.

    Args:
        descriptor: the type of the message.
        value: the fields by name. Enums by name or number; numbers that aren't finite as such or as "nan", "inf",
            "-inf"; bytes as such or as {"base64": text}.
        now_ns: the wall-clock time in nanoseconds, for a required stamp that is left out.

    Raises:
        UnknownFieldError: a name that the type does not have; the error says the nearest.
        EncodeError: a value that does not fit, or a required field that is missing.
    """
    message = message_factory.GetMessageClass(descriptor)()
    _fill(message, value, (), now_ns)
    return message.SerializeToString(deterministic=True)


def check_payload(descriptor: Descriptor, payload: Payload) -> None:
    """Raise EncodeError if `payload` is no message of the type, or lacks a required field."""
    # the stubs lack one of its methods
    message: Any = message_factory.GetMessageClass(descriptor)()
    try:
        message.ParseFromString(bytes(payload))
    except DecodeError as error:
        raise EncodeError(ProtobufWording.BYTES_INVALID(type_name=descriptor.full_name, reason=str(error))) from error
    for path in message.FindInitializationErrors():
        raise _missing(path, descriptor.full_name)


def _fill(message: Message, value: object, steps: Steps, now_ns: int) -> None:
    descriptor = message.DESCRIPTOR
    if not isinstance(value, Mapping):
        raise misfit(
            FieldWording.OBJECT_WANTED, steps, value, FieldWording.OBJECT_WANTED_TIP(), type_name=descriptor.full_name
        )
    if len(steps) > wire.MAX_DEPTH:
        raise EncodeError(ProtobufWording.VALUE_TOO_DEEP(field=path_text(steps[:4])))
    by_name = plan_of(descriptor).by_name
    for name, item in value.items():
        plan = by_name.get(name) if isinstance(name, str) else None
        if plan is None:
            raise unknown_field(FieldPath((*steps, str(name))), descriptor.full_name, str(name), by_name)
        for other in plan.oneof:
            if other in value:
                raise EncodeError(
                    ProtobufWording.ONE_OF(field=path_text((*steps, name)), other=path_text((*steps, other)))
                )
        _set(message, plan, item, (*steps, name), now_ns)
    for field in descriptor.fields:
        if field.is_required and field.name not in value:
            if not _is_stamp(field):
                raise _missing(path_text((*steps, field.name)), descriptor.full_name)
            stamp = getattr(message, field.name)
            stamp.sec, stamp.nsec = now_ns // 1_000_000_000 & 0x7FFF_FFFF, now_ns % 1_000_000_000


def _is_stamp(field: Any) -> bool:
    time = field.message_type
    if field.name not in _STAMP_NAMES or time is None or time.name != "Time":
        return False
    return all(name in time.fields_by_name for name in ("sec", "nsec"))


def _set(message: Message, plan: FieldPlan, value: object, steps: Steps, now_ns: int) -> None:
    if plan.field.repeated:
        if isinstance(value, str | bytes) or not isinstance(value, Sequence):
            raise misfit(FieldWording.LIST_WANTED, steps, value, FieldWording.LIST_WANTED_TIP())
        for index, item in enumerate(value):
            _add(message, plan, item, (*steps, index), now_ns)
    elif plan.message is not None:
        inner = getattr(message, plan.field.name)
        # a message whose fields are all left out is sent too
        inner.SetInParent()
        _fill(inner, value, steps, now_ns)
    else:
        setattr(message, plan.field.name, _scalar(plan, value, steps))


def _add(message: Message, plan: FieldPlan, value: object, steps: Steps, now_ns: int) -> None:
    elements = getattr(message, plan.field.name)
    if plan.message is None:
        elements.append(_scalar(plan, value, steps))
    elif plan.message.GetOptions().map_entry:
        # the wire holds a map as a list of entries
        entry = message_factory.GetMessageClass(plan.message)()
        _fill(entry, value, steps, now_ns)
        data = entry.SerializeToString(deterministic=True)
        message.MergeFromString(plan.tag + wire.encode_varint(len(data)) + data)
    else:
        _fill(elements.add(), value, steps, now_ns)


def _scalar(plan: FieldPlan, value: object, steps: Steps) -> Any:
    match plan.field.kind:
        case FieldKind.BOOLEAN:
            if isinstance(value, bool):
                return value
            raise misfit(FieldWording.BOOLEAN_WANTED, steps, value)
        case FieldKind.INTEGER:
            return _integer(plan, value, steps)
        case FieldKind.FLOAT:
            return _float(plan, value, steps)
        case FieldKind.ENUM:
            return _enum(plan, value, steps)
        case FieldKind.STRING:
            return _text(value, steps)
        case _:
            return _bytes(value, steps)


def _integer(plan: FieldPlan, value: object, steps: Steps) -> int:
    kind = plan.field.type_name
    if isinstance(value, bool) or not isinstance(value, int):
        raise misfit(FieldWording.INTEGER_WANTED, steps, value, type_name=kind)
    bits = 64 if kind.endswith("64") else 32
    low, high = (0, 1 << bits) if kind.startswith(("uint", "fixed")) else (-(1 << bits - 1), 1 << bits - 1)
    if not low <= value < high:
        raise misfit(FieldWording.RANGE_WANTED, steps, value, low=low, high=high - 1, type_name=kind)
    return value


def _float(plan: FieldPlan, value: object, steps: Steps) -> float:
    if isinstance(value, str) and value in _NOT_FINITE:
        return _NOT_FINITE[value]
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise misfit(
            FieldWording.NUMBER_WANTED, steps, value, FieldWording.NUMBER_WANTED_TIP(), type_name=plan.field.type_name
        )
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    largest = _FLOAT_MAX if plan.field.type_name == "float" else sys.float_info.max
    if abs(number) > largest and not (isinstance(value, float) and math.isinf(value)):
        raise misfit(FieldWording.LARGEST_WANTED, steps, value, largest=largest, type_name=plan.field.type_name)
    return number


def _enum(plan: FieldPlan, value: object, steps: Steps) -> int:
    if isinstance(value, str) and value in plan.numbers:
        return plan.numbers[value]
    if isinstance(value, int) and not isinstance(value, bool) and value in plan.names:
        return value
    tip = FieldWording.NAMES_TIP(names=listed(tuple(plan.numbers)))
    raise misfit(ProtobufWording.ENUM_WANTED, steps, value, tip, type_name=plan.field.type_name)


def _text(value: object, steps: Steps) -> str:
    if not isinstance(value, str):
        raise misfit(FieldWording.TEXT_WANTED, steps, value)
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise misfit(FieldWording.UNICODE_WANTED, steps, value) from error
    return value


def _bytes(value: object, steps: Steps) -> bytes:
    if isinstance(value, bytes | bytearray | memoryview):
        return bytes(value)
    text = value.get("base64") if isinstance(value, Mapping) else None
    if not isinstance(text, str):
        raise misfit(FieldWording.BYTES_WANTED, steps, value, ProtobufWording.BYTES_WANTED_TIP())
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise misfit(FieldWording.BASE64_WANTED, steps, text) from error


def _missing(path: str, type_name: str) -> EncodeError:
    return EncodeError(ProtobufWording.REQUIRED(field=path, type_name=type_name))
