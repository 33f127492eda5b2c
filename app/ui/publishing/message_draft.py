"""A message being edited: a tree of fields, created from the schema as far as it is viewed.

Only given fields are sent: a field that was left out is zero or empty, as its protocol has it.
"""

from __future__ import annotations

import base64
import binascii
import json
import math
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from app.model.messages.field_units import field_unit
from app.model.schema import Field, FieldKind, Schema
from app.ui.base.text import say
from app.wording.names import in_a_row
from app.wording.ui.publishing import PublishingWording

# longer lists can't be edited by hand; JSON takes them
MAX_ELEMENTS: Final = 1000

_INTEGER: Final = re.compile(r"(u?)int(8|16|32|64)")
_ZEROS: Final[Mapping[FieldKind, Any]] = {
    FieldKind.FLOAT: 0.0,
    FieldKind.INTEGER: 0,
    FieldKind.BOOLEAN: False,
    FieldKind.STRING: "",
    FieldKind.BYTES: {"bytes": 0, "base64": ""},
}


class DraftError(ValueError):
    """The text is no value of the field; a sentence that names the field."""


class DraftItem:
    """A row of the draft: a field, or an element of a list.

    Attributes:
        field: the field; for an element the field of its list.
        value: the given value of a leaf; None where none was given.
        is_element: whether the row is an element of a list.
    """

    __slots__ = ("_children", "_schema", "field", "is_element", "name", "parent", "row", "value")

    def __init__(
        self, schema: Schema, parent: DraftItem | None, name: str, field: Field, *, is_element: bool = False
    ) -> None:
        self._schema = schema
        self.parent = parent
        self.name = name
        self.field = field
        self.is_element = is_element
        self.row = 0
        self.value: Any = None
        self._children: list[DraftItem] | None = None

    @property
    def is_list(self) -> bool:
        """Whether the row is a list."""
        return self.field.repeated and not self.is_element

    @property
    def is_message(self) -> bool:
        """Whether the row is a message with fields."""
        return self.field.kind is FieldKind.MESSAGE and not self.is_list

    @property
    def is_leaf(self) -> bool:
        """Whether the row is a value itself."""
        return not (self.is_list or self.is_message)

    @property
    def may_grow(self) -> bool:
        """Whether an element can be added."""
        return self.is_list and self.field.length is None and len(self.children) < MAX_ELEMENTS

    @property
    def children(self) -> list[DraftItem]:
        """The rows below, created when first asked for: types may contain themselves."""
        if self._children is None:
            self._children = []
            if self.is_message:
                # of its name a schema may have another type, too
                for field in self._schema.fields(None if self.parent is None else self.field.type_name):
                    self._append(DraftItem(self._schema, self, field.name, field))
            elif self.is_list and self.field.length is not None:
                for _ in range(min(self.field.length, MAX_ELEMENTS)):
                    self.add_element()
        return self._children

    @property
    def path(self) -> str:
        """The field path of the row."""
        steps, item = [], self
        while item.parent is not None:
            steps.append(f"[{item.row}]" if item.is_element else f".{item.name}")
            item = item.parent
        return "".join(reversed(steps)).removeprefix(".")

    @property
    def unit(self) -> str:
        """The unit, where the field names tell it."""
        if self.field.kind not in {FieldKind.FLOAT, FieldKind.INTEGER} or self.is_list:
            return ""
        names: list[str] = []
        item: DraftItem | None = self
        while item is not None and item.parent is not None:
            if not item.is_element:
                names.append(item.name)
            item = item.parent
        return field_unit(names[::-1])

    @property
    def is_given(self) -> bool:
        """Whether the row, or anything below it, has a given value."""
        if self.is_leaf:
            return self.value is not None
        if self.is_list and self.field.length is None:
            return bool(self._children)
        return any(child.is_given for child in self._children or ())

    @property
    def given(self) -> Any:
        """The given value: for a message only its given fields."""
        if self.is_leaf:
            return self.zero if self.value is None else self.value
        if self.is_list:
            return [child.given for child in self.children]
        return {child.name: child.given for child in self._children or () if child.is_given}

    @property
    def zero(self) -> Any:
        """The value of a leaf that was not given."""
        if self.field.kind is FieldKind.ENUM:
            return self.field.enum_names[0][0] if self.field.enum_names else 0
        return _ZEROS[self.field.kind]

    def add_element(self) -> DraftItem:
        """Add an element to a list, and return it."""
        if self._children is None:
            self._children = []
        return self._append(DraftItem(self._schema, self, "", self.field, is_element=True))

    def remove_element(self, row: int) -> DraftItem:
        """Remove an element from a list, and return it."""
        removed = self.children.pop(row)
        for number, child in enumerate(self.children):
            child.row = number
        return removed

    def clear(self) -> None:
        """Leave out the row, and all below it."""
        self.value = None
        self._children = None

    def set_value(self, value: Any) -> None:
        """Set the row to a decoded JSON value in place of all that it has. Raises DraftError."""
        self.clear()
        if self.is_list:
            self._set_list(value)
        elif self.is_message:
            self._set_message(value)
        else:
            self.value = _leaf(self, value)

    def set_text(self, text: str) -> None:
        """Set a leaf to a typed text. Raises DraftError."""
        if self.field.kind in {FieldKind.STRING, FieldKind.ENUM}:
            value: Any = text
        elif self.field.kind is FieldKind.BYTES:
            value = {"base64": text.strip()}
        elif self.field.kind is FieldKind.FLOAT:
            value = _written_number(self, text)
        else:
            try:
                value = json.loads(text.strip().lower())
            except ValueError:
                value = text
        self.value = _leaf(self, value)

    def _append(self, child: DraftItem) -> DraftItem:
        children = self._children if self._children is not None else []
        child.row = len(children)
        children.append(child)
        self._children = children
        return child

    def _set_message(self, value: Any) -> None:
        if not isinstance(value, Mapping):
            raise DraftError(_sentence(self, PublishingWording.NO_MESSAGE))
        known = {child.name: child for child in self.children}
        for name, item in value.items():
            if name not in known:
                raise DraftError(say(PublishingWording.NO_FIELD(type=self.field.type_name, name=name)))
            known[name].set_value(item)

    def _set_list(self, value: Any) -> None:
        if not isinstance(value, Sequence) or isinstance(value, str | bytes):
            raise DraftError(_sentence(self, PublishingWording.NO_LIST))
        if len(value) > MAX_ELEMENTS:
            raise DraftError(_sentence(self, PublishingWording.TOO_MANY_ELEMENTS, count=MAX_ELEMENTS))
        if self.field.length is not None and len(value) != self.field.length:
            raise DraftError(_sentence(self, PublishingWording.FIXED_LENGTH, count=self.field.length))
        for item in value:
            self.add_element().set_value(item)


def new_draft(schema: Schema) -> DraftItem:
    """Return an empty message of a type."""
    return DraftItem(schema, None, "", Field("", FieldKind.MESSAGE, schema.name))


def _leaf(item: DraftItem, value: Any) -> Any:
    """Return the value of a leaf. Raises DraftError if it is no value of the field."""
    kind = item.field.kind
    if kind is FieldKind.BOOLEAN and isinstance(value, bool):
        return value
    if kind is FieldKind.INTEGER and isinstance(value, int) and not isinstance(value, bool):
        return _within(item, value)
    if kind is FieldKind.FLOAT and (
        (isinstance(value, int | float) and not isinstance(value, bool)) or value in ("nan", "inf", "-inf")
    ):
        return value
    if kind is FieldKind.STRING and isinstance(value, str):
        return value
    names = {known for pair in item.field.enum_names for known in pair}
    if kind is FieldKind.ENUM and not isinstance(value, bool | list | dict) and value in names:
        return value
    if kind is FieldKind.BYTES:
        return _bytes(item, value)
    raise DraftError(_misfit(item))


def _written_number(item: DraftItem, text: str) -> float | str:
    try:
        value = float(text)
    except ValueError:
        raise DraftError(_misfit(item)) from None
    if math.isfinite(value):
        return value
    return "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"


def _within(item: DraftItem, value: int) -> int:
    match = _INTEGER.fullmatch(item.field.type_name)
    if match:
        bits = int(match[2])
        lowest, highest = (0, 2**bits - 1) if match[1] else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
        if not lowest <= value <= highest:
            raise DraftError(_sentence(item, PublishingWording.OUT_OF_RANGE, lowest=lowest, highest=highest))
    return value


def _bytes(item: DraftItem, value: Any) -> dict[str, Any]:
    text = value.get("base64") if isinstance(value, Mapping) else None
    try:
        data = base64.b64decode(text, validate=True) if isinstance(text, str) else None
    except binascii.Error:
        data = None
    if data is None:
        raise DraftError(_misfit(item))
    return {"bytes": len(data), "base64": text}


def _misfit(item: DraftItem) -> str:
    """Return what a leaf must be."""
    code = {
        FieldKind.BOOLEAN: PublishingWording.NO_BOOLEAN,
        FieldKind.INTEGER: PublishingWording.NO_INTEGER,
        FieldKind.FLOAT: PublishingWording.NO_NUMBER,
        FieldKind.STRING: PublishingWording.NO_TEXT,
        FieldKind.BYTES: PublishingWording.NO_BYTES,
        FieldKind.ENUM: PublishingWording.NO_SUCH_NAME,
        FieldKind.MESSAGE: PublishingWording.NO_MESSAGE,
    }[item.field.kind]
    return _sentence(item, code, names=in_a_row(name for name, _ in item.field.enum_names[:12]))


def _sentence(item: DraftItem, code: PublishingWording, **values: object) -> str:
    return say(code(field=item.path or item.field.type_name, **values))
