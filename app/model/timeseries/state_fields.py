"""Fields that have states, not values: which fields of a schema have them, and the names of their values."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from app.model.schema import Field, FieldKind, FieldPath, Schema, UnknownFieldError

_DEPTH: Final = 4
_MOST_FIELDS: Final = 8
_LOOKED_AT: Final = 400

# fields of these names hold no state, or never change
_LEFT_OUT: Final = frozenset({"header", "stamp", "time", "seq", "frame_id", "child_frame_id", "covariance"})

# parts of the usual names of fields that hold a state
_STATES: Final = ("state", "status", "mode", "activity", "phase", "health", "level", "paused", "present", "enabled")

TRUE_WORD: Final = "true"
FALSE_WORD: Final = "false"

# gives the name of a value that an extractor returned
StateNamer = Callable[[object], str]


class NotAStateError(Exception):
    """A field has no states.

    Attributes:
        path: the path of the field.
        is_number: whether the field can be plotted.
    """

    def __init__(self, path: FieldPath, *, is_number: bool) -> None:
        super().__init__(f"{path} has no states")
        self.path = str(path)
        self.is_number = is_number


def state_namer(schema: Schema, path: FieldPath) -> StateNamer:
    """A function that gives the names of a field's values.

    Raises:
        NotAStateError: the field holds a number without names, or no single value.
        UnknownFieldError: there is no such field.
    """
    field = schema.check(path)
    if field.repeated and isinstance(path.steps[-1], str):
        raise NotAStateError(path, is_number=field.kind in {FieldKind.FLOAT, FieldKind.INTEGER})
    if field.enum_names and field.kind in {FieldKind.ENUM, FieldKind.INTEGER}:
        return _by_names(field)
    if field.kind is FieldKind.BOOLEAN:
        return _truth
    if field.kind in {FieldKind.STRING, FieldKind.ENUM}:
        return _text
    raise NotAStateError(path, is_number=field.kind in {FieldKind.FLOAT, FieldKind.INTEGER})


def has_states(field: Field) -> bool:
    """Whether a field has states."""
    if field.repeated:
        return False
    return field.kind in {FieldKind.ENUM, FieldKind.BOOLEAN, FieldKind.STRING} or bool(field.enum_names)


def state_fields(schema: Schema) -> list[str]:
    """The paths of the fields that have states, the most likely by name first: what is shown of a topic as a whole."""
    if not schema.known:
        return []
    found: list[tuple[int, str]] = []
    for looked, (path, field) in enumerate(_walk(schema, None, "", 0)):
        if looked >= _LOOKED_AT:
            break
        if has_states(field):
            found.append((_rank(field), path))
    # fields of the same rank stay in the order of the type
    found.sort(key=lambda each: each[0])
    return [path for _, path in found[:_MOST_FIELDS]]


def is_state_name(path: str) -> bool:
    """Whether the name of a field, or a topic, is one that usually stands for a state."""
    # “model” does not stand for “mode”
    last = path.rsplit("/", 1)[-1].rsplit(".", 1)[-1].lower().replace("model", "")
    return any(name in last for name in _STATES)


def _walk(schema: Schema, type_name: str | None, before: str, depth: int) -> Iterator[tuple[str, Field]]:
    for field in schema.fields(type_name):
        if field.name in _LEFT_OUT or not _is_plain(field.name):
            continue
        if field.has_fields:
            if depth < _DEPTH and not field.repeated:
                yield from _walk(schema, field.type_name, f"{before}{field.name}.", depth + 1)
        else:
            yield before + field.name, field


def _is_plain(name: str) -> bool:
    """Whether a name can be part of a path as it is: JSON allows any name."""
    try:
        return FieldPath.parse(name).steps == (name,)
    except UnknownFieldError:
        return False


def _rank(field: Field) -> int:
    if is_state_name(field.name):
        return 0
    return 2 if field.kind is FieldKind.STRING else 1


def _by_names(field: Field) -> StateNamer:
    names = {number: name for name, number in reversed(field.enum_names)}

    def word(value: object) -> str:
        return names.get(value, str(value)) if isinstance(value, int) else _text(value)

    return word


def _truth(value: object) -> str:
    return TRUE_WORD if value else FALSE_WORD


def _text(value: object) -> str:
    if isinstance(value, bytes | memoryview):
        return bytes(value).decode(errors="replace")
    return value if isinstance(value, str) else _truth(value) if isinstance(value, bool) else str(value)
