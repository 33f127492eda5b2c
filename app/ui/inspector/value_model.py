"""One decoded message as a tree that stays while messages go by.

Rows below an item are created when it is first expanded, and only expanded rows are updated. Long lists show a page,
and rows that show more. A value that changes after it was steady for a while is marked for a moment.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QFont

from app.model.schema import Field, FieldPath, Schema, is_list
from app.ui.base.text import say
from app.ui.base.theme import Themes
from app.ui.base.value_texts import HEADERS, ValueTexts, is_told_whole
from app.ui.inspector.value_change import MARK_S, STEADY_S, values_differ
from app.ui.inspector.value_item import (
    ItemKey,
    ListRemainder,
    ValueColumn,
    ValueItem,
    cell_text,
    cell_tool_tip,
    child_keys,
    child_value,
    exact_text,
    is_branch,
    show_element,
    show_next_page,
)
from app.wording.ui.inspector import InspectorWording

Index = QModelIndex | QPersistentModelIndex

_DISPLAY = int(Qt.ItemDataRole.DisplayRole)
_FOREGROUND = int(Qt.ItemDataRole.ForegroundRole)
_FONT = int(Qt.ItemDataRole.FontRole)
_TOOL_TIP = int(Qt.ItemDataRole.ToolTipRole)
_ROLES = frozenset({_DISPLAY, _FOREGROUND, _FONT, _TOOL_TIP})


class ValueTreeModel(QAbstractItemModel):
    """Model of a message."""

    def __init__(self, themes: Themes, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._schema: Schema | None = None
        self._texts = ValueTexts()
        self._old = False
        self._font: QFont | None = None
        self._marked_font: QFont | None = None
        self._now = 0.0
        self._marks_end_s = math.inf
        # Qt's indexes point at items without holding them: removed items are kept until a view has surely dropped them
        self._going: list[ValueItem] = []
        self._gone: list[ValueItem] = []
        self._root = self._new_root()

    def set_value_font(self, font: QFont) -> None:
        """Set the font of the values."""
        self._font = font
        self._marked_font = QFont(font)
        self._marked_font.setBold(True)

    @property
    def schema(self) -> Schema | None:
        """The type of the messages."""
        return self._schema

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to show."""
        return not self._root.children

    def set_schema(self, schema: Schema | None) -> None:
        """Remove all rows, and start with messages of this type."""
        self.beginResetModel()
        self._schema = schema
        self._texts = ValueTexts(schema, units=lambda: self._themes.units)
        self._marks_end_s = math.inf
        self._going.append(self._root)
        self._root = self._new_root()
        self.endResetModel()

    def set_message(self, decoded: Mapping[str, Any], now: float) -> None:
        """Show this message; `now` in seconds, by a clock that stands still while paused."""
        self.set_time(now)
        self._going, self._gone = [], self._going
        self._root.value = decoded
        self._update(self._root)

    def set_time(self, now: float) -> None:
        """Remove expired marks."""
        self._now = now
        if now >= self._marks_end_s:
            self._marks_end_s = math.inf
            self._repaint(self._root, ValueColumn.VALUE, ValueColumn.VALUE)

    def set_old(self, old: bool) -> None:  # noqa: FBT001 - a setter
        """Grey all values, or no longer."""
        if old != self._old:
            self._old = old
            self._repaint(self._root, ValueColumn.FIELD, ValueColumn.TYPE)

    def set_open(self, index: Index, opened: bool) -> None:  # noqa: FBT001 - a setter
        """Record that a view expanded or collapsed this item: collapsed rows are not updated."""
        item = self.item_at(index)
        if item is not None:
            item.open = opened
            if is_branch(item.value):
                self._update(item)

    def show_more(self, index: Index) -> bool:
        """Show the page that `index` stands for, if it is a remainder of a list; whether it is."""
        item = self.item_at(index)
        if item is None or not isinstance(item.key, ListRemainder) or item.parent is None:
            return False
        show_next_page(item.parent, item.key)
        self._update(item.parent)
        return True

    def list_at(self, index: Index) -> QModelIndex:
        """Return the list at `index`, or the nearest list around it; an invalid index where there is none."""
        item = self.item_at(index)
        while item is not None and not is_list(item.value):
            item = item.parent
        return QModelIndex() if item is None or not len(item.value) else self._index_of(item)

    def show_element(self, index: Index, number: int) -> QModelIndex:
        """Show the page of the list at `index` with element `number`, and return its index."""
        item = self.item_at(index)
        if item is None or not is_list(item.value) or not 0 <= number < len(item.value):
            return QModelIndex()
        show_element(item, number)
        item.open = True
        self._update(item)
        row = next(child.row for child in item.children or () if child.key == number)
        return self.index(row, 0, self._index_of(item))

    def item_at(self, index: Index) -> ValueItem | None:
        """Return the item at `index`."""
        return index.internalPointer() if index.isValid() else None

    def index_of(self, path: FieldPath) -> QModelIndex:
        """Return the index of a field, if it has a row now."""
        item: ValueItem | None = self._root
        for step in path.steps:
            item = next((child for child in (item.children if item else None) or () if child.key == step), None)
        return QModelIndex() if item is None else self._index_of(item)

    def field_path(self, index: Index) -> FieldPath | None:
        """Return the path of an item; None where there is no item."""
        item = self.item_at(index)
        return None if item is None else _path_of(item)

    def path(self, index: Index) -> str:
        """Return the field path of an item as text, `pose[1].position.x`."""
        return str(self.field_path(index) or "")

    def open_paths(self) -> list[str]:
        """Return the paths of all open items whose rows can be seen, outer ones first."""
        return [str(_path_of(item)) for item in _open_below(self._root)]

    def items_to_open(self, rows: int) -> list[QModelIndex]:
        """Return the items to open so that the most is seen in so many rows, outer ones first.

        Headers, lists of numbers, and what its own row tells whole are left closed.
        """
        found: list[ValueItem] = []
        waiting = deque(self._root.children or ())
        left = rows - len(waiting)
        while waiting and left > 0:
            item = waiting.popleft()
            value = item.value
            listed = is_list(value)
            if not is_branch(value) or item.key in HEADERS or is_told_whole(value):
                continue
            count = len(value)
            if not 0 < count <= left or (listed and not isinstance(value[0], dict)):
                continue
            if item.children is None:
                self._insert(item, 0, child_keys(item))
            found.append(item)
            left -= count
            waiting += item.children or ()
        return [self._index_of(item) for item in found]

    def exact_text(self, index: Index) -> str:
        """Return the value as exact text, but for bytes, whose number is given; JSON for messages and lists."""
        item = self.item_at(index)
        if item is None or item.is_remainder:
            return ""
        return exact_text(item.value)

    # updates

    def _new_root(self) -> ValueItem:
        root = ValueItem(None, "", {}, None)
        root.children = []
        root.open = True
        return root

    def _update(self, item: ValueItem) -> None:
        """Update the rows below an open item to its value."""
        if not item.open:
            return
        if item.children is None:
            # it was empty before
            item.children = []
        keys = child_keys(item)
        known = [child.key for child in item.children]
        if known != keys:
            self._align(item, keys)
        signs = False
        for child in item.children:
            value = child_value(item, child.key)
            had_rows = _has_rows(child)
            self._mark(child, value)
            child.value = value
            if is_branch(child.value):
                self._update(child)
            elif child.children is not None:
                self._replace(child, [])
                child.children, child.open = None, False
            signs = signs or had_rows != _has_rows(child)
        if item.children:
            # the sign that opens a row is beside its name
            self._changed(item, ValueColumn.FIELD if signs else ValueColumn.VALUE, ValueColumn.VALUE)
        elif item is not self._root:
            item.children = None

    def _mark(self, item: ValueItem, value: Any) -> None:
        """Mark an item that changed after it was steady; open rows below it are marked themselves."""
        old = item.value
        if item.is_remainder or (item.open and type(old) is type(value) and not _length_differs(old, value)):
            return
        if values_differ(old, value):
            if self._now - item.changed_s >= STEADY_S:
                item.marked_until_s = self._now + MARK_S
                # marks of one message end together, and the next message repaints all anyway
                self._marks_end_s = item.marked_until_s
            item.changed_s = self._now

    def _align(self, item: ValueItem, keys: Sequence[ItemKey]) -> None:
        """Remove and insert rows until the keys are these; fields and elements keep their order."""
        children = item.children or []
        wanted = set(keys)
        last = len(children) - 1
        while last >= 0:
            if children[last].key in wanted:
                last -= 1
                continue
            first = last
            while first > 0 and children[first - 1].key not in wanted:
                first -= 1
            self._remove(item, first, last)
            last = first - 1
        row = 0
        while row < len(keys):
            if row < len(children) and children[row].key == keys[row]:
                row += 1
                continue
            known = {child.key for child in children}
            end = row
            while end < len(keys) and keys[end] not in known:
                end += 1
            if end == row:
                # the order itself changed, as only with fields of unknown types
                self._replace(item, keys)
                return
            self._insert(item, row, keys[row:end])
            row = end

    def _replace(self, item: ValueItem, keys: Sequence[ItemKey]) -> None:
        if item.children:
            self._remove(item, 0, len(item.children) - 1)
        if keys:
            self._insert(item, 0, keys)

    def _insert(self, item: ValueItem, row: int, keys: Sequence[ItemKey]) -> None:
        children = item.children if item.children is not None else []
        new = [ValueItem(item, key, child_value(item, key), self._field(item, key), self._now) for key in keys]
        self.beginInsertRows(self._index_of(item), row, row + len(new) - 1)
        children[row:row] = new
        item.children = children
        for number in range(row, len(children)):
            children[number].row = number
        self.endInsertRows()

    def _remove(self, item: ValueItem, first: int, last: int) -> None:
        children = item.children or []
        self.beginRemoveRows(self._index_of(item), first, last)
        self._going += children[first : last + 1]
        del children[first : last + 1]
        for number in range(first, len(children)):
            children[number].row = number
        self.endRemoveRows()

    def _changed(self, item: ValueItem, first: ValueColumn, last: ValueColumn) -> None:
        children = item.children or []
        self.dataChanged.emit(
            self.createIndex(0, first, children[0]), self.createIndex(len(children) - 1, last, children[-1])
        )

    def _repaint(self, item: ValueItem, first: ValueColumn, last: ValueColumn) -> None:
        if item.children and item.open:
            self._changed(item, first, last)
            for child in item.children:
                self._repaint(child, first, last)

    def _index_of(self, item: ValueItem) -> QModelIndex:
        return QModelIndex() if item is self._root else self.createIndex(item.row, 0, item)

    def _field(self, parent: ValueItem, key: ItemKey) -> Field | None:
        if not isinstance(key, str):
            return parent.field
        return self._texts.fields_of(parent.field.type_name if parent.field is not None else None).get(key)

    # QAbstractItemModel

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008
        """See QAbstractItemModel."""
        children = (self.item_at(parent) or self._root).children or []
        if 0 <= row < len(children) and 0 <= column < len(ValueColumn):
            return self.createIndex(row, column, children[row])
        return QModelIndex()

    def parent(self, index: Index = QModelIndex()) -> QModelIndex:  # type: ignore[override]  # noqa: B008
        """See QAbstractItemModel."""
        item = self.item_at(index)
        return QModelIndex() if item is None or item.parent is None else self._index_of(item.parent)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """See QAbstractItemModel."""
        if parent.isValid() and parent.column() != 0:
            return 0
        return len((self.item_at(parent) or self._root).children or ())

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """See QAbstractItemModel."""
        del parent
        return len(ValueColumn)

    def hasChildren(self, parent: Index = QModelIndex()) -> bool:  # noqa: B008
        """See QAbstractItemModel: true before the rows are created."""
        item = self.item_at(parent) or self._root
        if parent.column() > 0:
            return False
        return _has_rows(item)

    def canFetchMore(self, parent: Index) -> bool:
        """See QAbstractItemModel: rows are created when they are asked for."""
        item = self.item_at(parent)
        return item is not None and item.children is None and self.hasChildren(parent)

    def fetchMore(self, parent: Index) -> None:
        """See QAbstractItemModel."""
        item = self.item_at(parent)
        if item is not None and item.children is None:
            self._insert(item, 0, child_keys(item))

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _DISPLAY) -> Any:
        """See QAbstractItemModel."""
        if orientation is not Qt.Orientation.Horizontal or role != _DISPLAY:
            return None
        return (
            say(InspectorWording.FIELD()),
            say(InspectorWording.VALUE()),
            say(InspectorWording.TYPE()),
        )[section]

    def data(self, index: Index, role: int = _DISPLAY) -> Any:
        """See QAbstractItemModel."""
        role = int(role)
        if role not in _ROLES:
            return None
        item: ValueItem = index.internalPointer()
        column = index.column()
        if role == _DISPLAY:
            return cell_text(item, column, self._texts)
        if role == _TOOL_TIP:
            return cell_tool_tip(item, column, self._texts)
        marked = column == ValueColumn.VALUE and self.is_marked(item)
        if role == _FONT:
            shown = self._marked_font if marked else self._font
            return shown if column == ValueColumn.VALUE and not item.is_remainder else None
        return self._text_color(item, column, marked=marked)

    def is_marked(self, item: ValueItem) -> bool:
        """Whether an item changed a moment ago, after it was steady."""
        return item.marked_until_s > self._now

    def _text_color(self, item: ValueItem, column: int, *, marked: bool) -> object:
        if item.is_remainder:
            return self._themes.current.color("accent")
        muted = column == ValueColumn.TYPE or self._old or (column == ValueColumn.VALUE and is_branch(item.value))
        return self._themes.current.color("muted") if muted and not marked else None


def _path_of(item: ValueItem) -> FieldPath | None:
    steps: list[str | int] = []
    above: ValueItem | None = item
    while above is not None and above.parent is not None:
        if not isinstance(above.key, ListRemainder):
            steps.insert(0, above.key)
        above = above.parent
    return FieldPath(tuple(steps)) if steps else None


def _open_below(item: ValueItem) -> Iterator[ValueItem]:
    for child in item.children or ():
        if child.open:
            yield child
            yield from _open_below(child)


def _has_rows(item: ValueItem) -> bool:
    # while rows are being removed, they still count, whatever the value
    return bool(item.children) or (item.children is None and is_branch(item.value) and len(item.value) > 0)


def _length_differs(old: Any, new: Any) -> bool:
    return is_list(old) and len(old) != len(new)
