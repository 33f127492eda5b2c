"""JSON that people and other programs wrote: strictly decoded, then converted to the types that it should have. Pure.

A type is a `msgspec.Struct`, a frozen dataclass or one of their parts; ranges are `msgspec.Meta` in its annotations.
"""

from __future__ import annotations

import json
import math
from typing import Any, Final, TypeVar

import msgspec

from app.wording.config import JsonWording

_Value = TypeVar("_Value")

# a whole number of more digits is larger than any float
_MOST_DIGITS: Final = 308

# the reason may quote the document
_LONGEST_REASON: Final = 120


class JsonError(ValueError):
    """JSON that can't be decoded, or that is not what it should be. The only argument is a sentence.

    Attributes:
        reason: what is wrong.
        field: the path of what is wrong, such as `limits.linear_m_s` or `axes[1]`; empty for the whole.
    """

    def __init__(self, reason: str, field: str = "") -> None:
        super().__init__(JsonWording.IN_FIELD(field=field, reason=reason) if field else reason)
        self.reason = reason
        self.field = field


class NotFiniteError(JsonError):
    """JSON that has a number that is not finite, or larger than any float."""


def decode_json(data: bytes) -> Any:
    """Decode JSON in UTF-8 that has each key once, and finite numbers only. Raises JsonError."""
    try:
        return json.loads(
            data.decode("utf-8"),
            object_pairs_hook=_object,
            parse_int=_whole_number,
            parse_float=_number,
            parse_constant=_number,
        )
    except JsonError:
        raise
    except (ValueError, RecursionError) as error:
        raise JsonError(str(error)[:_LONGEST_REASON]) from error


def convert_json(value: Any, kind: type[_Value]) -> _Value:
    """Convert decoded JSON to a type. Raises JsonError, and what the type itself raises for wrong values."""
    try:
        return msgspec.convert(value, kind)
    except (msgspec.ValidationError, UnicodeEncodeError, RecursionError) as error:
        # UnicodeEncodeError: half of a surrogate pair in a key, or in a word of a choice
        # “… - at `$.limits.linear_m_s`”
        reason, _, path = str(error).partition(" - at ")
        raise JsonError(reason[:_LONGEST_REASON], path.rpartition("$")[2].strip(".`")[:_LONGEST_REASON]) from error


def changed_values(value: msgspec.Struct) -> dict[str, Any]:
    """Return what is no default in a struct, and in structs in it, as JSON has it; converted, it is the same struct.

    A struct in it has to be one of defaults by default.
    """
    found: dict[str, Any] = {}
    for field in msgspec.structs.fields(value):
        said = getattr(value, field.name)
        changed = _changed(said)
        if changed if isinstance(said, msgspec.Struct) else said != field.default:
            found[field.name] = changed
    return found


def _changed(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_changed(each) for each in value]
    return changed_values(value) if isinstance(value, msgspec.Struct) else msgspec.to_builtins(value)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make an object of pairs; of two values for one key nobody knows which is meant."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in found if keys.count(key) > 1)
        raise JsonError(JsonWording.KEY_TWICE(key=twice[:_LONGEST_REASON]))
    return found


def _whole_number(text: str) -> int:
    if len(text) > _MOST_DIGITS:
        raise NotFiniteError(JsonWording.TOO_LARGE())
    return int(text)


def _number(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise NotFiniteError(JsonWording.NOT_FINITE(number=text[:_LONGEST_REASON]))
    return value
