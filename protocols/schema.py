"""How a payload is read, whatever the protocol: fields, field paths, schemas and roles.

A schema is made once per type by its protocol (from protobuf descriptors, a definition text, JSON) and is then asked

    fields()            for the tree that an inspector shows
    extractor(path)     for a fast function payload -> one scalar, for plots
    decode(payload)     for the whole, as dicts, lists and scalars
    roles()             for what the message can be seen as; read(role, payload) gives that view

Views ask for roles and field paths, never for the name of a type.
"""

from __future__ import annotations

import difflib
import enum
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeGuard

from protocols.errors import UnknownFieldError

Payload = bytes | bytearray | memoryview
Scalar = float | int | bool | str | bytes | memoryview
Extractor = Callable[[Payload], Scalar | None]


class Role(enum.Enum):
    """What a message can be seen as; each has a frozen value in `app.model`."""

    PICTURE = "picture"
    SCAN = "scan"
    POSE = "pose"
    TWIST = "twist"
    GRID = "grid"
    GRID_UPDATE = "grid update"
    PATH = "path"
    TRANSFORMS = "transforms"
    LOG_LINE = "log line"
    BATTERY = "battery"
    JOINT = "joint"
    WORLD = "world"
    GOALS = "goals"


class Kind(enum.Enum):
    """What a field holds."""

    FLOAT = "float"
    INTEGER = "integer"
    BOOLEAN = "boolean"
    STRING = "string"
    BYTES = "bytes"
    ENUM = "enum"
    MESSAGE = "message"


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a message type.

    Attributes:
        name: as on the wire.
        kind: what it holds (of one element, if repeated).
        type_name: as the protocol names the type: "double", "gazebo.msgs.Pose".
        repeated: a list, of any length where `length` says nothing else.
        enum_names: (name, number) in order, for an enum.
        length: the number of elements of a list that always has as many.
        unit: of its numbers, where the protocol tells: “m/s”.
        note: what else is to be known of it, a sentence or a few.
        mark: the same in a word or two, where it must not be overlooked.
    """

    name: str
    kind: Kind
    type_name: str
    repeated: bool = False
    enum_names: tuple[tuple[str, int], ...] = ()
    length: int | None = None
    unit: str = ""
    note: str = ""
    mark: str = ""

    @property
    def has_fields(self) -> bool:
        """Whether the schema knows fields below this one: ask `Schema.fields(type_name)`."""
        return self.kind is Kind.MESSAGE


class Schema(Protocol):
    """How to read the payloads of one type."""

    @property
    def name(self) -> str:
        """The type's name as its protocol writes it."""

    @property
    def known(self) -> bool:
        """Whether the type's definition is known; if not, `decode` gives raw wire fields."""

    def fields(self, type_name: str | None = None) -> tuple[Field, ...]:
        """The fields of this type, or of one that a field of it names. Types may contain themselves: go down lazily."""

    def extractor(self, path: FieldPath) -> Extractor:
        """A function that reads the scalar at `path` from a payload, None where it was not sent.

        Enums give their number. The function raises DecodeError for a payload that does not fit, as far as it looks.

        Raises:
            UnknownFieldError: the path does not lead to a scalar of this type.
        """

    def check(self, path: FieldPath) -> Field:
        """The field that `path` leads to. Raises UnknownFieldError, naming the nearest field."""

    def decode(self, payload: Payload) -> dict[str, Any]:
        """The whole message: dicts, lists, numbers, strings; bytes as read-only memoryviews into `payload`.

        A list of numbers may be a memoryview too, whose format is that of the numbers: ask `is_list`.

        Fields that were not sent are left out.

        Raises:
            DecodeError: the payload does not fit; the reason names the field.
        """

    def stamp_ns(self, payload: Payload) -> int | None:
        """The message's own time in nanoseconds, None if it has none. Raises DecodeError."""

    def roles(self) -> frozenset[Role]:
        """What messages of this type can be seen as."""

    def read(self, role: Role, payload: Payload) -> object:
        """The message as a value of `app.model.meaning` for one of its roles. Raises DecodeError, KeyError."""


_STEP = re.compile(r"(?P<name>[^.\[\]\s]+)(?P<indices>(?:\[[0-9]{1,9}\])*)")


@dataclass(frozen=True, slots=True)
class FieldPath:
    """The way to a field: names and element numbers, written `scan.ranges[0]`; it begins with a name."""

    steps: tuple[str | int, ...]

    def __post_init__(self) -> None:
        if not self.steps or isinstance(self.steps[0], int):
            raise UnknownFieldError("a field path begins with a name", "Write scan.ranges[0].")

    @classmethod
    def parse(cls, text: str) -> FieldPath:
        """The path written as `text`. Raises UnknownFieldError where it is not one."""
        steps: list[str | int] = []
        for part in text.split("."):
            match = _STEP.fullmatch(part)
            if match is None:
                raise UnknownFieldError(
                    f"“{text}” is not a field path",
                    "Write names joined by dots and [n] for an element: scan.ranges[0].",
                )
            steps.append(match["name"])
            steps.extend(int(index) for index in re.findall(r"\d+", match["indices"]))
        return cls(tuple(steps))

    def __str__(self) -> str:
        return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in self.steps).removeprefix(".")

    def select(self, decoded: Any) -> Any:
        """The value at this path in a decoded message. Raises KeyError or IndexError where it was not sent."""
        for step in self.steps:
            # a text has elements too, which are no fields
            if not isinstance(decoded, list | memoryview if isinstance(step, int) else dict):
                raise KeyError(step)
            decoded = decoded[step]  # type: ignore[index] # the check above is more than mypy follows
        return decoded


def is_list(value: object) -> TypeGuard[Sequence[Any]]:
    """Whether a decoded value is a list, of numbers perhaps in a view; bytes are none."""
    return isinstance(value, list) or (isinstance(value, memoryview) and value.format != "B")


def unknown_field(path: FieldPath, type_name: str, wanted: str, names: Iterable[str]) -> UnknownFieldError:
    """The error for a name that `type_name` does not have: it names the nearest that it has."""
    known = list(names)
    reason = f"{type_name} has no field “{wanted}” (in {path})"
    if not known:
        return UnknownFieldError(reason + ": it has no fields at all")
    nearest = difflib.get_close_matches(wanted, known, n=1, cutoff=0.0)[0]
    listed = ", ".join(known[:12]) + (", …" if len(known) > 12 else "")
    return UnknownFieldError(f"{reason}; the nearest is “{nearest}”", f"It has: {listed}.")
