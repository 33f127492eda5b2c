"""Salvage of damaged JSON values: every part that can be understood is taken, and the others are named."""

from __future__ import annotations

import dataclasses
import functools
import json
import sys
import typing
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple, TypeVar

import msgspec
from msgspec import UNSET

from app.wording.config import JsonWording
from protocols.sentence import sentence_of

if TYPE_CHECKING:
    from app.model.topics import TopicKey

_T = TypeVar("_T")

# a text that names something; no robot has longer ones
SavedName = Annotated[str, msgspec.Meta(max_length=1024)]
# the name of a connection or a field is not empty, but that of a topic may be
GivenName = Annotated[str, msgspec.Meta(min_length=1, max_length=1024)]
FiniteNumber = Annotated[float, msgspec.Meta(ge=-sys.float_info.max, le=sys.float_info.max)]

# more than anybody reads; each is as long as a line
_MAX_FAULTS: Final = 100
_LONGEST_WHERE: Final = 120


class SavedKey(NamedTuple):
    """A topic that is saved as a list of two texts."""

    connection: GivenName
    topic: SavedName

    @property
    def key(self) -> TopicKey:
        """The key of the topic."""
        from app.model.topics import TopicKey  # noqa: PLC0415 - settings are read before a window, which needs no topics

        return TopicKey(*self)


class Fault(NamedTuple):
    """A part of a value that had to be left out.

    Attributes:
        where: the names and indices that lead to it; empty for the whole value.
        reason: why it can't be used.
    """

    where: str
    reason: str


def plain_json(value: object) -> Any:
    """Convert a value to what JSON knows: tables, lists, texts, numbers, true, false and None."""
    # msgspec leaves tuples, and its own encoder refuses half of a surrogate pair, as a command line may have it
    return json.loads(json.dumps(msgspec.to_builtins(value)))


def salvage_json(value: object, kind: type[_T]) -> tuple[_T | None, list[Fault]]:
    """Convert a decoded JSON value to a type as far as possible; never raises.

    Of an object the fields that can't be converted have their defaults, of lists and tables such items are left out,
    and of a list that is too long the rest.

    Returns:
        The converted value, None if nothing of it can be converted; and its faults, up to a limit.
    """
    faults: list[Fault] = []
    found = _salvaged(value, kind, "", faults)
    return None if found is UNSET else found, faults


def _salvaged(value: Any, kind: Any, where: str, faults: list[Fault]) -> Any:
    try:
        return msgspec.convert(value, kind)
    except (ValueError, RecursionError) as error:
        reason = str(error).partition(" - at ")[0]
    told = len(faults)
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin is Annotated and isinstance(value, list) and (limit := arguments[1].max_length):
        if len(value) > limit:
            _add(faults, JsonWording.AND_LATER(field=f"{where}[{limit}]"), JsonWording.TOO_MANY(limit=limit))
        return _salvaged(value[:limit], arguments[0], where, faults)
    if isinstance(value, list) and (origin is list or arguments[1:] == (...,)):
        items = [_salvaged(item, arguments[0], f"{where}[{place}]", faults) for place, item in enumerate(value)]
        return origin(item for item in items if item is not UNSET)
    if isinstance(value, Mapping) and (origin is dict or _is_class(kind)):
        kinds = dict.fromkeys(value, arguments[1]) if origin is dict else _field_kinds(kind)
        within = f"{where} > " if where else ""
        parts = {
            key: _salvaged(part, kinds[key], f"{within}{key}", faults) for key, part in value.items() if key in kinds
        }
        good = {key: part for key, part in parts.items() if part is not UNSET}
        try:
            return good if origin is dict else kind(**good)
        except (TypeError, ValueError) as error:
            # TypeError: a field that it needs is missing, as the reason says, or was named already
            reason = sentence_of(error) if isinstance(error, ValueError) else reason
    if len(faults) == told:
        _add(faults, where, reason)
    return UNSET


def _add(faults: list[Fault], where: str, reason: str) -> None:
    if len(faults) < _MAX_FAULTS:
        faults.append(Fault(where[:_LONGEST_WHERE], reason))


@functools.cache
def _field_kinds(kind: type[Any]) -> Mapping[str, Any]:
    return typing.get_type_hints(kind, include_extras=True)


def _is_class(kind: object) -> bool:
    return isinstance(kind, type) and (issubclass(kind, msgspec.Struct) or dataclasses.is_dataclass(kind))
