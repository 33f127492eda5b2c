"""Field paths in ROS 1 messages, resolved to the fields that they lead through."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from protocols.errors import UnknownFieldError
from protocols.ros1.messages.definitions import FIXED_SIZES, MessageField, MessageType
from protocols.ros1.wording import RosMessageWording
from protocols.schema import Field, FieldKind, FieldPath, unknown_field
from protocols.wording import FieldWording

# time and duration are shown as messages of two numbers
TIMES: Final[Mapping[str, tuple[Field, ...]]] = {
    "time": (Field("secs", FieldKind.INTEGER, "uint32"), Field("nsecs", FieldKind.INTEGER, "uint32")),
    "duration": (Field("secs", FieldKind.INTEGER, "int32"), Field("nsecs", FieldKind.INTEGER, "int32")),
}


@dataclass(frozen=True, slots=True)
class PathStep:
    """One named field on a path.

    Attributes:
        message: the type that has the field.
        position: the number of the field among the fields of the type.
        index: the number of the element that the path takes of a list.
    """

    message: MessageType
    position: int
    index: int | None = None

    @property
    def field(self) -> MessageField:
        """The definition of the field."""
        return self.message.fields[self.position]

    @property
    def is_list(self) -> bool:
        """Whether the path stops at the list, not at an element of it."""
        return self.field.is_array and self.index is None


@dataclass(frozen=True, slots=True)
class ResolvedPath:
    """A path with the fields that it leads through.

    Attributes:
        part: 0 for the seconds of a time or duration, 1 for its nanoseconds, None for other fields.
    """

    path: FieldPath
    steps: tuple[PathStep, ...]
    part: int | None = None

    @property
    def field(self) -> Field:
        """The field that the path leads to; the last step may be an element of it."""
        last = self.steps[-1].field
        return schema_field(last) if self.part is None else TIMES[last.type_name][self.part]


def schema_field(field: MessageField) -> Field:
    """Return the field of a schema for a field of a definition; uint8[] is bytes."""
    if field.is_array and field.type_name == "uint8":
        return Field(field.name, FieldKind.BYTES, f"uint8[{'' if field.length is None else field.length}]")
    if field.message is not None or field.type_name in TIMES:
        kind = FieldKind.MESSAGE
    elif field.type_name == "string":
        kind = FieldKind.STRING
    elif field.type_name == "bool":
        kind = FieldKind.BOOLEAN
    else:
        kind = FieldKind.FLOAT if field.type_name.startswith("float") else FieldKind.INTEGER
    unit = field.unit if kind in {FieldKind.FLOAT, FieldKind.INTEGER} else ""
    return Field(field.name, kind, field.type_name, repeated=field.is_array, length=field.length, unit=unit)


def resolve_path(message: MessageType, path: FieldPath) -> ResolvedPath:
    """Resolve `path` in a type. Raises UnknownFieldError, naming the nearest field."""
    steps: list[PathStep] = []
    below: MessageType | None = message
    part = None
    for step in path.steps:
        last = steps[-1] if steps else None
        if isinstance(step, int):
            if last is None or not last.is_list or part is not None:
                raise UnknownFieldError(FieldWording.NO_LIST(field=last.field.name if last else step, path=path))
            length = last.field.length
            if length is not None and step >= length:
                raise UnknownFieldError(
                    RosMessageWording.TOO_FEW_ELEMENTS(field=last.field.name, length=length, path=path)
                )
            steps[-1] = PathStep(last.message, last.position, step)
            continue
        if last is not None and last.is_list:
            name = last.field.name
            raise UnknownFieldError(
                FieldWording.IS_LIST(field=name, path=path), FieldWording.NAME_ELEMENT_TIP(field=name)
            )
        if last is not None and part is None and last.field.type_name in TIMES:
            part = _part(path, last.field.type_name, step)
        elif below is None or part is not None:
            raise UnknownFieldError(FieldWording.NO_FIELDS(field=last.field.name if last else step, path=path))
        else:
            steps.append(_named(path, below, step))
            below = steps[-1].field.message
    return ResolvedPath(path, tuple(steps), part)


def _part(path: FieldPath, type_name: str, step: str) -> int:
    names = [field.name for field in TIMES[type_name]]
    if step not in names:
        raise unknown_field(path, type_name, step, names)
    return names.index(step)


def _named(path: FieldPath, message: MessageType, name: str) -> PathStep:
    for position, field in enumerate(message.fields):
        if field.name == name:
            return PathStep(message, position)
    raise unknown_field(path, message.name, name, (field.name for field in message.fields))


def is_scalar(way: ResolvedPath) -> bool:
    """Whether a path leads to a single value: a number, a text, bytes."""
    last = way.steps[-1]
    if way.part is not None:
        return True
    if last.field.is_array and last.index is None:
        return last.field.type_name == "uint8"
    return last.field.type_name == "string" or (
        last.field.type_name in FIXED_SIZES and last.field.type_name not in TIMES
    )
