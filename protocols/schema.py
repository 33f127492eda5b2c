"""Schemas, the way to read a payload in any protocol: fields, field paths and roles.

A schema is made once per type by its protocol (from protobuf descriptors, a definition text, JSON) and is then asked

    fields()            for the tree that an inspector shows
    extractor(path)     for a fast function payload -> one scalar, for plots
    decode(payload)     for the whole message, as dicts, lists and scalars
    roles()             for the views that can show the message; read(role, payload) gives the value for a role

Views ask for roles and field paths, never for the name of a type.
"""

from __future__ import annotations

import enum
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeGuard

from protocols.errors import EncodeError, UnknownFieldError
from protocols.sentence import Catalogue
from protocols.wording import FieldWording

Payload = bytes | bytearray | memoryview
Scalar = float | int | bool | str | bytes | memoryview
Extractor = Callable[[Payload], Scalar | None]


class Role(enum.Enum):
    """A kind of thing that a message can be shown as; each role has a frozen value class in `app.model`."""

    IMAGE = "picture"
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
    DIAGNOSTICS = "diagnostics"


class FieldKind(enum.Enum):
    """The kind of value that a field holds."""

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
        name: the name on the wire.
        kind: the kind of the value (of one element, if repeated).
        type_name: the protocol's name of the type: "double", "gazebo.msgs.Pose".
        repeated: whether it is a list, of any length where `length` says nothing else.
        enum_names: (name, number) in order, for an enum.
        length: the number of elements of a list of fixed length.
        unit: the unit of its numbers, where the protocol tells: “m/s”.
        note: further facts for the operator, a sentence or a few.
        mark: the note in a word or two, where it must not be overlooked.
    """

    name: str
    kind: FieldKind
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
        return self.kind is FieldKind.MESSAGE


@dataclass(frozen=True, slots=True)
class RecordedSchema:
    """The description of a schema in a file, by which whoever opens the file can read the messages.

    The encodings are those of MCAP's registry.

    Attributes:
        name: the name of the type.
        message_encoding: the encoding of the payloads: "ros1", "protobuf", "json"; for other bytes a word of ours.
        encoding: the encoding of the definition: "ros1msg", "protobuf", "jsonschema"; empty without one.
        definition: the definition; empty where the type is not known.
    """

    name: str
    message_encoding: str
    encoding: str = ""
    definition: bytes = b""


class Schema(ABC):
    """The reader of the payloads of one type.

    Attributes:
        name: the type's name in the spelling of its protocol.
        known: whether the type's definition is known; if not, `decode` gives raw wire fields.
    """

    name: str
    known: bool

    @abstractmethod
    def fields(self, type_name: str | None = None) -> tuple[Field, ...]:
        """Return the fields of this type, or of a type that one of its fields names.

        Types may contain themselves: go down lazily. Raises KeyError for a type that this one does not name.
        """

    @abstractmethod
    def extractor(self, path: FieldPath) -> Extractor:
        """Return a function that reads the scalar at `path` from a payload, None where it was not sent.

        Enums give their number. The function raises DecodeError for a payload that does not fit, as far as it looks.

        Raises:
            UnknownFieldError: the path does not lead to a scalar of this type.
        """

    @abstractmethod
    def check(self, path: FieldPath) -> Field:
        """Return the field that `path` leads to. Raises UnknownFieldError, naming the nearest field."""

    @abstractmethod
    def decode(self, payload: Payload) -> dict[str, Any]:
        """Decode the whole message: dicts, lists, numbers, strings; bytes as read-only memoryviews into `payload`.

        A list of numbers may be a memoryview too, whose format is that of the numbers: ask `is_list`.

        Fields that were not sent are left out.

        Raises:
            DecodeError: the payload does not fit; the reason names the field.
        """

    @abstractmethod
    def stamp_ns(self, payload: Payload) -> int | None:
        """Return the message's own time in nanoseconds, None if it has none. Raises DecodeError."""

    @abstractmethod
    def roles(self) -> frozenset[Role]:
        """Return the roles in which messages of this type can be read."""

    @abstractmethod
    def read(self, role: Role, payload: Payload) -> object:
        """Return the message as a value of `app.model.messages` for one of its roles. Raises DecodeError, KeyError."""

    @abstractmethod
    def recorded(self) -> RecordedSchema:
        """Return the description of this schema for a recording; any thread."""


# as much of a value, and as many names, as an error shows
_SHOWN: Final = 40
_LISTED: Final = 12

_STEP = re.compile(r"(?P<name>[^.\[\]\s]+)(?P<indices>(?:\[[0-9]{1,9}\])*)")


@dataclass(frozen=True, slots=True)
class FieldPath:
    """The path to a field: names and element numbers, written `scan.ranges[0]`; it begins with a name."""

    steps: tuple[str | int, ...]

    def __post_init__(self) -> None:
        if not self.steps or isinstance(self.steps[0], int):
            raise UnknownFieldError(FieldWording.PATH_BEGINNING(), FieldWording.PATH_BEGINNING_TIP())

    @classmethod
    def parse(cls, text: str) -> FieldPath:
        """Parse a path. Raises UnknownFieldError where `text` is none."""
        steps: list[str | int] = []
        for part in text.split("."):
            match = _STEP.fullmatch(part)
            if match is None:
                raise UnknownFieldError(FieldWording.NO_PATH(text=text), FieldWording.NO_PATH_TIP())
            steps.append(match["name"])
            steps.extend(int(index) for index in re.findall(r"\d+", match["indices"]))
        return cls(tuple(steps))

    def __str__(self) -> str:
        return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in self.steps).removeprefix(".")

    def select(self, decoded: Any) -> Any:
        """Return the value at this path in a decoded message. Raises KeyError or IndexError where it was not sent."""
        for step in self.steps:
            # a text has elements too, which are no fields
            if not isinstance(decoded, list | memoryview if isinstance(step, int) else dict):
                raise KeyError(step)
            decoded = decoded[step]  # type: ignore[index] # the check above is more than mypy follows
        return decoded


def is_list(value: object) -> TypeGuard[Sequence[Any]]:
    """Whether a decoded value is a list, or a view of numbers; bytes are no list."""
    return isinstance(value, list) or (isinstance(value, memoryview) and value.format != "B")


def unknown_field(path: FieldPath, type_name: str, wanted: str, names: Iterable[str]) -> UnknownFieldError:
    """Return the error for a field that `type_name` does not have; it names the nearest field."""
    known = list(names)
    if not known:
        return UnknownFieldError(FieldWording.NO_FIELDS_AT_ALL(type_name=type_name, field=wanted, path=path))
    import difflib  # noqa: PLC0415 - only for what was asked for wrongly

    nearest = difflib.get_close_matches(wanted, known, n=1, cutoff=0.0)[0]
    return UnknownFieldError(
        FieldWording.UNKNOWN(type_name=type_name, field=wanted, path=path, nearest=nearest),
        FieldWording.NAMES_TIP(names=listed(known)),
    )


def misfit(code: Catalogue, steps: Sequence[str | int], value: object, tip: str = "", **values: object) -> EncodeError:
    """Return the error for a value that does not fit the field at the end of `steps`; it shows the value."""
    shown = "null" if value is None else repr(value)
    shown = shown if len(shown) <= _SHOWN else shown[:_SHOWN] + "…"
    return EncodeError(code(field=path_text(steps), value=shown, **values), tip)


def path_text(steps: Sequence[str | int]) -> str:
    """Return the path to a field as people read it; without steps it is the whole message."""
    return str(FieldPath(tuple(steps))) if steps else FieldWording.WHOLE_MESSAGE()


def listed(names: Sequence[str]) -> str:
    """Return the names of fields or of values as a text that is not too long."""
    return ", ".join(names[:_LISTED]) + (", …" if len(names) > _LISTED else "")
