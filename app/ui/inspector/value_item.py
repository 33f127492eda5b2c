"""The rows of the tree of a message, and the text of their cells."""

from __future__ import annotations

import enum
import json
import math
from typing import Any

from app.model.schema import Field, is_list
from app.model.value_text import jsonable
from app.ui.base.text import format_count, format_scalar, say
from app.ui.base.value_texts import ValueTexts, type_word
from app.wording.ui.inspector import InspectorWording

# elements on the first page of a list, and on each further page
PAGE = 100

# lines of a tool tip
_MOST_NAMES = 32

_NO_TYPE = ValueTexts()


class ValueColumn(enum.IntEnum):
    """The columns."""

    FIELD = 0
    VALUE = 1
    TYPE = 2


class ListRemainder(enum.Enum):
    """The rows for the elements of a list before and behind those that are shown."""

    EARLIER = "earlier"
    LATER = "later"


ItemKey = str | int | ListRemainder


class ValueItem:
    """A field, an element of a list, or a row for the remaining elements of a list.

    Attributes:
        key: name, number of the element, or kind of remainder; empty for the root.
        value: as decoded; for a remainder, first and last element of the next page and the list's length.
        children: None until it was expanded.
        open: whether it is expanded now.
        first, limit: the first element of a list that is shown, and how many are.
        changed_s: when the value last changed, in the time of the messages that are shown.
        marked_until_s: until when it is marked as changed.
    """

    __slots__ = (
        *("changed_s", "children", "field", "first", "key", "limit", "marked_until_s"),
        *("open", "parent", "row", "value"),
    )

    def __init__(
        self, parent: ValueItem | None, key: ItemKey, value: Any, field: Field | None, now: float = 0.0
    ) -> None:
        self.parent = parent
        self.key = key
        self.value = value
        self.field = field
        self.row = 0
        self.children: list[ValueItem] | None = None
        self.open = False
        self.first = 0
        self.limit = PAGE
        self.changed_s = now
        self.marked_until_s = -math.inf

    @property
    def is_remainder(self) -> bool:
        """Whether the row stands for remaining elements of a list."""
        return isinstance(self.key, ListRemainder)


def is_branch(value: object) -> bool:
    """Whether a value has rows below it: a message or a list."""
    return isinstance(value, dict) or is_list(value)


def child_keys(item: ValueItem) -> list[ItemKey]:
    """Return the keys of the rows below an item: names, numbers, and the remainders of a long list."""
    value = item.value
    if isinstance(value, dict):
        return list(value)
    first, end = _shown(item)
    keys: list[ItemKey] = [*range(first, end)]
    if first > 0:
        keys.insert(0, ListRemainder.EARLIER)
    if end < len(value):
        keys.append(ListRemainder.LATER)
    return keys


def child_value(item: ValueItem, key: ItemKey) -> Any:
    """Return the value of the row below `item` with this key."""
    if isinstance(key, ListRemainder):
        first, end = _shown(item)
        length = len(item.value)
        if key is ListRemainder.EARLIER:
            return max(first - PAGE, 0), first - 1, length
        return end, min(end + PAGE, length) - 1, length
    return item.value[key]


def show_next_page(item: ValueItem, remainder: ListRemainder) -> None:
    """Show the page of a list before or behind those that are shown."""
    first, end = _shown(item)
    if remainder is ListRemainder.EARLIER:
        first = max(first - PAGE, 0)
    else:
        end += PAGE
    item.first, item.limit = first, end - first


def show_element(item: ValueItem, number: int) -> None:
    """Show the page of a list that contains an element; pages that are shown already stay."""
    first, end = _shown(item)
    if not first <= number < end:
        item.first, item.limit = number // PAGE * PAGE, PAGE


def _shown(item: ValueItem) -> tuple[int, int]:
    """Return the range of elements that are shown; a list that became short shows its last page."""
    length = len(item.value)
    first = item.first if item.first < length else max(length - 1, 0) // PAGE * PAGE
    return first, min(first + item.limit, length)


def cell_text(item: ValueItem, column: int, texts: ValueTexts = _NO_TYPE) -> str:
    """Return the text of a cell; `texts` knows the type of the message."""
    if isinstance(item.key, ListRemainder):
        return _remainder_text(item, column)
    if column == ValueColumn.FIELD:
        return f"[{item.key}]" if isinstance(item.key, int) else item.key
    if column == ValueColumn.VALUE:
        return texts.text(item.value, item.field)
    name = type_word(item.field)
    if item.field is None or not item.field.repeated or isinstance(item.key, int):
        return name
    return f"{name}[{'' if item.field.length is None else item.field.length}]"


def _remainder_text(item: ValueItem, column: int) -> str:
    first, last, length = item.value
    if column == ValueColumn.FIELD:
        earlier = item.key is ListRemainder.EARLIER
        text = InspectorWording.PREVIOUS if earlier else InspectorWording.NEXT
        return say(text(count=format_count(last - first + 1)))
    if column == ValueColumn.VALUE:
        return say(InspectorWording.PAGE(first=first, last=last, length=format_count(length)))
    return ""


def cell_tool_tip(item: ValueItem, column: int, texts: ValueTexts = _NO_TYPE) -> str | None:
    """Return the tool tip of a cell: all names of a number, all angles of a rotation, the unit and note of a field."""
    field = item.field
    if item.is_remainder or field is None:
        return None
    lines = [field.type_name] if column == ValueColumn.TYPE else []
    if column == ValueColumn.VALUE:
        lines.append(texts.tip(item.value))
    if column != ValueColumn.FIELD:
        lines += [f"{number}  {name}" for name, number in field.enum_names[:_MOST_NAMES]]
    lines += [say(InspectorWording.IN_UNIT(unit=field.unit)) if field.unit else "", field.note]
    return "\n".join(filter(None, lines)) or None


def exact_text(value: Any) -> str:
    """Return the value as exact text, but for bytes, whose number is given; JSON for messages and lists."""
    if is_branch(value):
        return json.dumps(jsonable(value), allow_nan=False, ensure_ascii=False, indent=2)
    if isinstance(value, str):
        return value
    return repr(value) if isinstance(value, float) else format_scalar(value)
