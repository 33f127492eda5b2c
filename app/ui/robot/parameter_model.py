"""Parameters of a robot as a tree of rows, and their values as text that an operator reads and writes.

Rows stay while parameters change; what is new or has changed is marked for a moment. The type of a parameter is kept
when its value is edited.
"""

from __future__ import annotations

import enum
import json
import math
from collections.abc import Iterator, Mapping
from typing import Any, Final

from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont

from app.model.graph import Parameter
from app.model.value_text import jsonable
from app.ui.base.text import format_count, say, say_error
from app.ui.base.theme import Themes
from app.wording.ui.robot import ParametersWording

Index = QModelIndex | QPersistentModelIndex

# how long a change is marked
MARK_S: Final = 3.0

_DISPLAY = int(Qt.ItemDataRole.DisplayRole)
_EDIT = int(Qt.ItemDataRole.EditRole)
_FOREGROUND = int(Qt.ItemDataRole.ForegroundRole)
_FONT = int(Qt.ItemDataRole.FontRole)
_TOOL_TIP = int(Qt.ItemDataRole.ToolTipRole)
_DECORATION = int(Qt.ItemDataRole.DecorationRole)
_NO_INDEX = QModelIndex()
_LONGEST_TIP: Final = 2000


class ParameterKind(enum.Enum):
    """The type of a parameter."""

    BOOLEAN = "boolean"
    INTEGER = "integer"
    FLOAT = "float"
    TEXT = "text"
    LIST = "list"
    BYTES = "bytes"
    NAMESPACE = "namespace"
    OTHER = "other"


# types that can be edited by hand
WRITABLE_KINDS = (
    *(ParameterKind.BOOLEAN, ParameterKind.INTEGER, ParameterKind.FLOAT, ParameterKind.TEXT, ParameterKind.LIST),
)


def parameter_kind(value: Parameter) -> ParameterKind:
    """Return the type of a value."""
    # True and False are numbers to Python
    for types, kind in (
        (bool, ParameterKind.BOOLEAN),
        (int, ParameterKind.INTEGER),
        (float, ParameterKind.FLOAT),
        (str, ParameterKind.TEXT),
        (list | tuple, ParameterKind.LIST),
        (bytes | bytearray | memoryview, ParameterKind.BYTES),
        (dict, ParameterKind.NAMESPACE),
    ):
        if isinstance(value, types):
            return kind
    return ParameterKind.OTHER


def parameter_kind_word(kind: ParameterKind) -> str:
    """Return a type as text for the operator."""
    return {
        ParameterKind.BOOLEAN: say(ParametersWording.BOOLEAN()),
        ParameterKind.INTEGER: say(ParametersWording.INTEGER()),
        ParameterKind.FLOAT: say(ParametersWording.NUMBER()),
        ParameterKind.TEXT: say(ParametersWording.TEXT()),
        ParameterKind.LIST: say(ParametersWording.LIST()),
        ParameterKind.BYTES: say(ParametersWording.BYTES()),
        ParameterKind.NAMESPACE: "",
        ParameterKind.OTHER: say(ParametersWording.NOTHING()),
    }[kind]


def edit_text(value: Parameter) -> str:
    """Return a value as text to edit: exact, so that `parse_parameter` returns the same value."""
    if isinstance(value, str):
        return value
    return json.dumps(jsonable(value, with_bytes=True), ensure_ascii=False)


def shown_text(value: Parameter) -> str:
    """Return a value on one line."""
    if isinstance(value, bytes | bytearray | memoryview):
        return say(ParametersWording.BYTES_TEXT(count=format_count(len(value))))
    # files that were read into parameters end with a line end, behind which nothing is left out
    text = edit_text(value).rstrip("\r\n").partition("\n")
    return f"{text[0]} …" if text[1] else text[0]


def parse_parameter(kind: ParameterKind, text: str) -> Parameter:
    """Return the value of a type that is written as `text`. Raises ValueError with a sentence."""
    if kind is ParameterKind.TEXT:
        return text
    word = text.strip()
    if kind is ParameterKind.BOOLEAN and word.lower() in {"true", "false"}:
        return word.lower() == "true"
    try:
        if kind is ParameterKind.INTEGER:
            return int(word)
        if kind is ParameterKind.FLOAT:
            return _number(word)
        if kind is ParameterKind.LIST:
            return _list(word)
    except ValueError as error:
        raise ValueError(say(_refusal(kind)(text=word[:80]))) from error
    raise ValueError(say(_refusal(kind)(text=word[:80])))


def _number(word: str) -> float:
    value = float(word)
    # inf and nan are no numbers for a robot's motor
    if not math.isfinite(value):
        raise ValueError(word)
    return value


def _list(word: str) -> list[Parameter]:
    try:
        value = json.loads(word)
    except RecursionError as error:
        raise ValueError(word) from error
    if not isinstance(value, list):
        raise ValueError(word)  # noqa: TRY004 - what is written is wrong, not what is called
    return value


def _refusal(kind: ParameterKind) -> ParametersWording:
    return {
        ParameterKind.BOOLEAN: ParametersWording.NO_BOOLEAN,
        ParameterKind.INTEGER: ParametersWording.NO_INTEGER,
        ParameterKind.FLOAT: ParametersWording.NO_NUMBER,
        ParameterKind.LIST: ParametersWording.NO_LIST,
    }.get(kind, ParametersWording.NOT_WRITABLE)


class ParameterColumn(enum.IntEnum):
    """The columns."""

    NAME = 0
    VALUE = 1
    TYPE = 2


class ParameterItem:
    """A row: a parameter, or a namespace with rows below it."""

    __slots__ = ("changed_s", "children", "key", "name", "parent", "row", "value")

    def __init__(self, parent: ParameterItem | None, name: str, value: Parameter) -> None:
        self.parent = parent
        self.name = name
        self.key: str = f"{parent.key.rstrip('/')}/{name}" if parent is not None else "/"
        self.value = value
        self.row = 0
        self.changed_s = -math.inf
        self.children: list[ParameterItem] = []

    @property
    def is_namespace(self) -> bool:
        """Whether the row is a namespace."""
        return isinstance(self.value, Mapping)


class ParameterTreeModel(QAbstractItemModel):
    """Model of parameters.

    Signals:
        edited: the operator wants a key to have another value.
        refused: the text is no value of the parameter; a sentence.
    """

    edited: Final = Signal(str, object)
    refused: Final = Signal(str)

    def __init__(self, themes: Themes, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._root = ParameterItem(None, "", {})
        self._now = 0.0
        self._marks_end_s = -math.inf
        self._font = QFont()
        self._font.setBold(True)
        self.editable = False
        # Qt's indexes point at rows without holding them: removed rows are kept until views have surely dropped them
        self._going: list[ParameterItem] = []
        self._gone: list[ParameterItem] = []

    @property
    def is_empty(self) -> bool:
        """Whether there is no parameter at all."""
        return not self._root.children

    def item(self, index: Index) -> ParameterItem:
        """Return the row at an index; the root for an invalid one."""
        found = index.internalPointer() if index.isValid() else None
        return found if isinstance(found, ParameterItem) else self._root

    def index_of(self, key: str) -> QModelIndex:
        """Return the index of a key; invalid if there is no such key."""
        item = self._root
        for name in (part for part in key.split("/") if part):
            found = next((child for child in item.children if child.name == name), None)
            if found is None:
                return QModelIndex()
            item = found
        return self._index_of(item)

    def remove_all(self) -> None:
        """Remove all rows, for another robot."""
        self.beginResetModel()
        self._going.append(self._root)
        self._root = ParameterItem(None, "", {})
        self._marks_end_s = -math.inf
        self.endResetModel()

    def set_parameters(self, tree: Mapping[str, Parameter], now: float) -> None:
        """Show these parameters; `now` in seconds."""
        first, self._now = self.is_empty, now
        self._going, self._gone = [], self._going
        self._update(self._root, tree, first=first)
        if not first and self._marks_end_s < now:
            self._marks_end_s = max((item.changed_s + MARK_S for item in self._all(self._root)), default=-math.inf)

    def set_time(self, now: float) -> None:
        """Remove expired marks."""
        self._now = now
        if self._marks_end_s != -math.inf and now >= self._marks_end_s:
            self._marks_end_s = -math.inf
            for item in self._all(self._root):
                if item.changed_s != -math.inf:
                    item.changed_s = -math.inf
                    self._repaint(item)

    def is_marked(self, item: ParameterItem) -> bool:
        """Whether the row changed a moment ago."""
        return self._now - item.changed_s < MARK_S

    # internals

    def _update(self, item: ParameterItem, tree: Mapping[str, Parameter], *, first: bool) -> None:
        item.value = tree
        for row in range(len(item.children) - 1, -1, -1):
            if item.children[row].name not in tree:
                self.beginRemoveRows(self._index_of(item), row, row)
                self._going.append(item.children.pop(row))
                self._number(item, row)
                self.endRemoveRows()
        known = {child.name: child for child in item.children}
        for row, name in enumerate(sorted(tree)):
            child, value = known.get(name), tree[name]
            if child is None:
                child = self._insert(item, row, name, value, first=first)
            elif child.is_namespace != isinstance(value, Mapping) or not (
                child.is_namespace or _same(child.value, value)
            ):
                self._change(child, value)
            if isinstance(value, Mapping):
                self._update(child, value, first=first)

    def _insert(self, item: ParameterItem, row: int, name: str, value: Parameter, *, first: bool) -> ParameterItem:
        child = ParameterItem(item, name, {} if isinstance(value, Mapping) else value)
        child.changed_s = -math.inf if first else self._now
        self.beginInsertRows(self._index_of(item), row, row)
        item.children.insert(row, child)
        self._number(item, row)
        self.endInsertRows()
        return child

    def _change(self, item: ParameterItem, value: Parameter) -> None:
        if item.children:
            self.beginRemoveRows(self._index_of(item), 0, len(item.children) - 1)
            self._going += item.children
            item.children.clear()
            self.endRemoveRows()
        item.value = {} if isinstance(value, Mapping) else value
        item.changed_s = self._now
        self._repaint(item)

    def _number(self, item: ParameterItem, start: int) -> None:
        for row in range(start, len(item.children)):
            item.children[row].row = row

    def _all(self, item: ParameterItem) -> Iterator[ParameterItem]:
        for child in item.children:
            yield child
            yield from self._all(child)

    def _repaint(self, item: ParameterItem) -> None:
        index = self._index_of(item)
        self.dataChanged.emit(index, index.siblingAtColumn(ParameterColumn.TYPE))

    def _index_of(self, item: ParameterItem) -> QModelIndex:
        return QModelIndex() if item is self._root else self.createIndex(item.row, 0, item)

    # QAbstractItemModel

    def index(self, row: int, column: int, parent: Index = _NO_INDEX) -> QModelIndex:
        """See QAbstractItemModel."""
        children = self.item(parent).children
        if not 0 <= row < len(children) or not 0 <= column < len(ParameterColumn):
            return QModelIndex()
        return self.createIndex(row, column, children[row])

    def parent(self, index: Index = _NO_INDEX) -> QModelIndex:  # type: ignore[override] # QObject has another one
        """See QAbstractItemModel."""
        above = self.item(index).parent if index.isValid() else None
        return self._index_of(above) if above is not None else QModelIndex()

    def rowCount(self, parent: Index = _NO_INDEX) -> int:
        """See QAbstractItemModel."""
        return 0 if parent.column() > 0 else len(self.item(parent).children)

    def columnCount(self, parent: Index = _NO_INDEX) -> int:
        """See QAbstractItemModel."""
        del parent
        return len(ParameterColumn)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _DISPLAY) -> Any:
        """See QAbstractItemModel."""
        if role != _DISPLAY or orientation is not Qt.Orientation.Horizontal:
            return None
        return {
            ParameterColumn.NAME: say(ParametersWording.PARAMETER()),
            ParameterColumn.VALUE: say(ParametersWording.VALUE()),
            ParameterColumn.TYPE: say(ParametersWording.TYPE()),
        }[ParameterColumn(section)]

    def flags(self, index: Index) -> Qt.ItemFlag:
        """See QAbstractItemModel."""
        flags = super().flags(index)
        writable = index.isValid() and parameter_kind(self.item(index).value) in WRITABLE_KINDS
        if self.editable and writable and index.column() == ParameterColumn.VALUE:
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags

    def setData(self, index: Index, value: Any, role: int = _EDIT) -> bool:
        """Request the new value: the row changes when the robot reports it."""
        if role != _EDIT or not self.flags(index) & Qt.ItemFlag.ItemIsEditable:
            return False
        item = self.item(index)
        try:
            wanted = parse_parameter(parameter_kind(item.value), str(value))
        except ValueError as error:
            self.refused.emit(say_error(error))
            return False
        if not _same(wanted, item.value):
            self.edited.emit(item.key, wanted)
        return True

    def data(self, index: Index, role: int = _DISPLAY) -> Any:
        """See QAbstractItemModel."""
        if not index.isValid():
            return None
        item, column = self.item(index), index.column()
        if role == _DISPLAY:
            return self._text(item, column)
        if role == _DECORATION:
            return self._sign(item, column)
        if role == _TOOL_TIP:
            return item.key if column == ParameterColumn.NAME or item.is_namespace else _tip(item.value)
        if column == ParameterColumn.TYPE:
            return self._themes.current.color("muted") if role == _FOREGROUND else None
        return self._value_data(item, role) if column == ParameterColumn.VALUE else None

    def _value_data(self, item: ParameterItem, role: int) -> Any:
        if role == _EDIT:
            return edit_text(item.value)
        return self._font if role == _FONT and self.is_marked(item) else None

    def _text(self, item: ParameterItem, column: int) -> str:
        if column == ParameterColumn.NAME:
            return item.name
        if item.is_namespace:
            return ""
        return (
            shown_text(item.value)
            if column == ParameterColumn.VALUE
            else parameter_kind_word(parameter_kind(item.value))
        )

    def _sign(self, item: ParameterItem, column: int) -> Any:
        if column == ParameterColumn.NAME and item.is_namespace:
            return self._themes.icon("namespace", "muted")
        if column == ParameterColumn.VALUE and not item.is_namespace and self.is_marked(item):
            return self._themes.icon("dot", "accent")
        return None

    def filter_text(self, row: int, parent: Index) -> str:
        """Return the text of a row that a filter is about."""
        item = self.item(parent).children[row]
        return f"{item.key} {'' if item.is_namespace else shown_text(item.value)}"


def _same(one: Parameter, other: Parameter) -> bool:
    # 1, 1.0 and True are equal, and not the same parameter
    return type(one) is type(other) and (one == other or (one != one and other != other))  # noqa: PLR0124 - NaN


def _tip(value: Parameter) -> str:
    text = edit_text(value)
    return text if len(text) <= _LONGEST_TIP else f"{text[:_LONGEST_TIP]}…"
