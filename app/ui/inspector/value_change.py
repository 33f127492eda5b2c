"""Comparison of values of a message, at a bounded cost."""

from __future__ import annotations

from itertools import islice
from typing import Any, Final

from app.model.schema import is_list

# a value that changes more often than this is read as a figure, and marking it would only flicker
STEADY_S: Final = 2.0

# long enough to be found with the eye
MARK_S: Final = 1.5

# deeper, or with more fields or elements, a closed row is not compared
_DEPTH: Final = 6
_FIELDS: Final = 64
_ELEMENTS: Final = 2000


def values_differ(old: Any, new: Any, depth: int = _DEPTH) -> bool:
    """Whether two values differ. Bytes differ by length only: comparing an image costs as much as showing it."""
    if old is new:
        return False
    if isinstance(old, dict) and isinstance(new, dict):
        return _messages_differ(old, new, depth)
    if isinstance(old, list) and isinstance(new, list):
        return _lists_differ(old, new, depth)
    if isinstance(old, memoryview) and isinstance(new, memoryview):
        if not is_list(old) or not is_list(new):
            return len(old) != len(new)
        return len(old) != len(new) or bool(old[:_ELEMENTS] != new[:_ELEMENTS])
    # NaN after NaN is no change
    return bool(old != new) and not (_is_nan(old) and _is_nan(new))


def _messages_differ(old: dict[str, Any], new: dict[str, Any], depth: int) -> bool:
    if len(old) != len(new):
        return True
    fields = islice(old, _FIELDS if depth else 0)
    return any(key not in new or values_differ(old[key], new[key], depth - 1) for key in fields)


def _lists_differ(old: list[Any], new: list[Any], depth: int) -> bool:
    if len(old) != len(new):
        return True
    if old and isinstance(old[0], dict | list | memoryview):
        return depth > 0 and any(
            values_differ(a, b, depth - 1) for a, b in zip(old[:_FIELDS], new[:_FIELDS], strict=True)
        )
    return old[:_ELEMENTS] != new[:_ELEMENTS]


def _is_nan(value: Any) -> bool:
    return isinstance(value, float) and value != value  # noqa: PLR0124 - what NaN is known by
