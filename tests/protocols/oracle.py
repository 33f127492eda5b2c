"""What the protobuf library makes of a payload, in the form of `Schema.decode`."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from google.protobuf import message_factory
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message

from protos.gazebo import registry


def gazebo_types() -> list[Descriptor]:
    """Every message type of gazebo.msgs, nested ones too."""
    pool = registry.load_all()
    files = {pool.FindFileByName(f"protos/gazebo/{name}.proto") for name in FILES}
    found: list[Descriptor] = []
    queue = [message for file in files for message in file.message_types_by_name.values()]
    while queue:
        descriptor = queue.pop()
        found.append(descriptor)
        queue.extend(descriptor.nested_types)
    return sorted(found, key=lambda descriptor: descriptor.full_name)


FILES = (
    "basics",
    "gui",
    "images",
    "model",
    "physics",
    "rendering",
    "scene",
    "sensor_setup",
    "sensors",
    "shapes",
    "time",
    "transport",
    "user_commands",
    "world",
)


def gazebo_type(name: str) -> Descriptor:
    """One of them, by its name without the package."""
    return registry.load_all().FindMessageTypeByName(f"gazebo.msgs.{name}")


def parse(descriptor: Descriptor, payload: bytes) -> Message:
    """The library's message. Raises its DecodeError."""
    message: Message = message_factory.GetMessageClass(descriptor).FromString(payload)
    return message


def as_dict(message: Message) -> dict[str, Any]:
    """A message of the library in the form of `Schema.decode`."""
    result: dict[str, Any] = {}
    for field, value in message.ListFields():
        if field.is_repeated:
            result[field.name] = [_value(field, element) for element in value]
        else:
            result[field.name] = _value(field, value)
    return result


def _value(field: FieldDescriptor, value: Any) -> Any:
    if field.type == FieldDescriptor.TYPE_MESSAGE:
        return as_dict(value)
    if field.type == FieldDescriptor.TYPE_ENUM:
        assert field.enum_type is not None
        named = field.enum_type.values_by_number.get(value)
        return named.name if named is not None else value
    return value


def differences(
    descriptor: Descriptor, ours: Mapping[str, Any], theirs: Mapping[str, Any], where: str = ""
) -> list[str]:
    """Where our decoded message is not what the library has, apart from what the library hides or can't compare.

    It hides the numbers of closed enums that have no name; a view of ours is its bytes; every NaN is the same.
    """
    found = []
    for field in descriptor.fields:
        path = f"{where}.{field.name}"
        if field.name not in ours and field.name not in theirs:
            continue
        mine, other = (side.get(field.name, [] if field.is_repeated else None) for side in (ours, theirs))
        if field.type == FieldDescriptor.TYPE_ENUM:
            if field.is_repeated:
                mine = [value for value in mine if isinstance(value, str)]
            elif isinstance(mine, int):
                continue
        if not field.is_repeated:
            mine, other = [mine], [other]
        if len(mine) != len(other):
            found.append(f"{path}: {len(mine)} values, not {len(other)}")
            continue
        for left, right in zip(mine, other, strict=True):
            if field.type != FieldDescriptor.TYPE_MESSAGE or left is None or right is None:
                found += [] if plain(left) == plain(right) else [f"{path}: {left!r}, not {right!r}"]
            elif field.message_type is not None:
                found += differences(field.message_type, left, right, path)
    return found + [f"{where}.{name}: unknown" for name in ours if name not in descriptor.fields_by_name]


def plain(value: Any) -> Any:
    """A scalar so that it can be compared: a view is its bytes, every NaN is the same, a boolean is no number."""
    if isinstance(value, memoryview):
        return bytes(value)
    if isinstance(value, float) and math.isnan(value):
        return "nan"
    return (type(value).__name__, value) if isinstance(value, bool | int | float) else value
