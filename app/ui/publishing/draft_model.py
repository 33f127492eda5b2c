"""A message being edited, as a model of rows that can be changed."""

from __future__ import annotations

import enum
from typing import Any, Final

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QFont

from app.model.schema import FieldKind, Schema
from app.ui.base.text import format_count, say, say_error
from app.ui.base.theme import Themes
from app.ui.publishing.message_draft import DraftError, DraftItem, new_draft
from app.wording.ui.publishing import PublishingWording

Index = QModelIndex | QPersistentModelIndex

_DISPLAY = int(Qt.ItemDataRole.DisplayRole)
_EDIT = int(Qt.ItemDataRole.EditRole)
_FOREGROUND = int(Qt.ItemDataRole.ForegroundRole)
_FONT = int(Qt.ItemDataRole.FontRole)
_TOOL_TIP = int(Qt.ItemDataRole.ToolTipRole)
_NO_INDEX = QModelIndex()


class DraftColumn(enum.IntEnum):
    """The columns."""

    FIELD = 0
    VALUE = 1
    UNIT = 2
    TYPE = 3


class DraftModel(QAbstractItemModel):
    """Model of a message draft.

    Signals:
        changed: a value was set, or left out.
        refused: the text is no value of its field; a sentence.
    """

    changed: Final = Signal()
    refused: Final = Signal(str)

    def __init__(self, themes: Themes, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._root: DraftItem | None = None
        self._font = QFont()
        self._font.setBold(True)
        # Qt's indexes point at rows without holding them: removed rows are kept as long as this message
        self._gone: list[DraftItem] = []

    @property
    def value(self) -> dict[str, Any]:
        """The message, as far as it is given."""
        return self._root.given if self._root is not None else {}

    def start_message(self, schema: Schema | None) -> None:
        """Start an empty message of this type."""
        self.beginResetModel()
        before, self._root = self._root, None if schema is None else new_draft(schema)
        self._gone = [before] if before is not None else []
        self.endResetModel()
        self.changed.emit()

    def set_message(self, value: Any) -> None:
        """Set the message to this value. Raises DraftError, and then it stays as it was."""
        if self._root is None:
            return
        before = self._root.given
        self.beginResetModel()
        self._gone += self._root.children
        try:
            self._root.set_value(value)
        except DraftError:
            self._root.set_value(before)
            raise
        finally:
            self.endResetModel()
        self.changed.emit()

    def item_at(self, index: Index) -> DraftItem | None:
        """Return the row at an index."""
        found = index.internalPointer() if index.isValid() else None
        return found if isinstance(found, DraftItem) else self._root

    def add_element(self, index: Index) -> QModelIndex:
        """Add an element to the list at an index, or to the list of the element there; return its index."""
        item = self.list_at(index)
        if item is None or not item.may_grow:
            return QModelIndex()
        parent = self._index_of(item)
        row = len(item.children)
        self.beginInsertRows(parent, row, row)
        item.add_element()
        self.endInsertRows()
        self._emit_changed(item)
        return self.index(row, 0, parent)

    def remove_element(self, index: Index) -> bool:
        """Remove the element at an index from its list; whether it was one."""
        item = self.item_at(index)
        if item is None or not item.is_element or item.parent is None or item.field.length is not None:
            return False
        parent, row = item.parent, item.row
        self.beginRemoveRows(self._index_of(parent), row, row)
        self._gone.append(parent.remove_element(row))
        self.endRemoveRows()
        above = self._index_of(parent)
        # the elements behind it have other numbers now
        self.dataChanged.emit(self.index(row, 0, above), self.index(len(parent.children) - 1, 0, above))
        self._emit_changed(parent)
        return True

    def leave_out(self, index: Index) -> None:
        """Leave out the field at an index, and all below it."""
        item = self.item_at(index)
        if item is None or item is self._root or not item.is_given:
            return
        if not item.is_leaf:
            index_of_item = self._index_of(item)
            # elements of a list of fixed length are created again, empty
            keeps_rows = item.is_message or item.field.length is not None
            if keeps_rows:
                for child in item.children:
                    self.leave_out(self._index_of(child))
            elif item.children:
                self.beginRemoveRows(index_of_item, 0, len(item.children) - 1)
                self._gone += item.children
                item.clear()
                self.endRemoveRows()
        else:
            item.value = None
        self._emit_changed(item)

    def list_at(self, index: Index) -> DraftItem | None:
        """Return the list at an index, or the list of the element there."""
        item = self.item_at(index) if index.isValid() else None
        if item is not None and item.is_element:
            item = item.parent
        return item if item is not None and item.is_list else None

    # internals

    def _emit_changed(self, item: DraftItem) -> None:
        above: DraftItem | None = item
        while above is not None and above is not self._root:
            index = self._index_of(above)
            self.dataChanged.emit(index, index.siblingAtColumn(DraftColumn.TYPE))
            above = above.parent
        self.changed.emit()

    def _index_of(self, item: DraftItem) -> QModelIndex:
        return QModelIndex() if item is self._root else self.createIndex(item.row, 0, item)

    # QAbstractItemModel

    def index(self, row: int, column: int, parent: Index = _NO_INDEX) -> QModelIndex:
        """See QAbstractItemModel."""
        item = self.item_at(parent)
        if item is None or not 0 <= row < len(item.children) or not 0 <= column < len(DraftColumn):
            return QModelIndex()
        return self.createIndex(row, column, item.children[row])

    def parent(self, index: Index = _NO_INDEX) -> QModelIndex:  # type: ignore[override] # QObject has another one
        """See QAbstractItemModel."""
        item = self.item_at(index) if index.isValid() else None
        return self._index_of(item.parent) if item is not None and item.parent is not None else QModelIndex()

    def hasChildren(self, parent: Index = _NO_INDEX) -> bool:
        """See QAbstractItemModel: the rows below are not created to answer this."""
        item = self.item_at(parent)
        if item is None or parent.column() > 0:
            return False
        return item.is_message or (item.is_list and bool(item.children))

    def rowCount(self, parent: Index = _NO_INDEX) -> int:
        """See QAbstractItemModel."""
        item = self.item_at(parent)
        return 0 if item is None or parent.column() > 0 or item.is_leaf else len(item.children)

    def columnCount(self, parent: Index = _NO_INDEX) -> int:
        """See QAbstractItemModel."""
        del parent
        return len(DraftColumn)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _DISPLAY) -> Any:
        """See QAbstractItemModel."""
        if role != _DISPLAY or orientation is not Qt.Orientation.Horizontal:
            return None
        return {
            DraftColumn.FIELD: say(PublishingWording.FIELD()),
            DraftColumn.VALUE: say(PublishingWording.VALUE()),
            DraftColumn.UNIT: say(PublishingWording.UNIT()),
            DraftColumn.TYPE: say(PublishingWording.TYPE()),
        }[DraftColumn(section)]

    def flags(self, index: Index) -> Qt.ItemFlag:
        """See QAbstractItemModel."""
        flags = super().flags(index)
        item = self.item_at(index) if index.isValid() else None
        if item is not None and item.is_leaf and index.column() == DraftColumn.VALUE:
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags

    def setData(self, index: Index, value: Any, role: int = _EDIT) -> bool:
        """Set a leaf to the text that was typed."""
        item = self.item_at(index) if index.isValid() else None
        if item is None or role != _EDIT or not self.flags(index) & Qt.ItemFlag.ItemIsEditable:
            return False
        try:
            item.set_text(str(value))
        except DraftError as error:
            self.refused.emit(say_error(error))
            return False
        self._emit_changed(item)
        return True

    def data(self, index: Index, role: int = _DISPLAY) -> Any:
        """See QAbstractItemModel."""
        item = self.item_at(index) if index.isValid() else None
        if item is None:
            return None
        column = index.column()
        if role == _DISPLAY:
            return _text(item, column)
        if role == _EDIT and column == DraftColumn.VALUE:
            return leaf_text(item)
        if role == _FONT and column == DraftColumn.FIELD and item.is_given:
            return self._font
        if role == _FOREGROUND and (column > DraftColumn.VALUE or not item.is_given) and column != DraftColumn.FIELD:
            return self._themes.current.color("muted")
        return item.path if role == _TOOL_TIP and column == DraftColumn.FIELD else None


def leaf_text(item: DraftItem) -> str:
    """Return the value of a leaf as text to edit."""
    value = item.given
    if item.field.kind is FieldKind.BYTES:
        return str(value["base64"])
    return str(value).lower() if isinstance(value, bool) else str(value)


def _text(item: DraftItem, column: int) -> str:
    if column == DraftColumn.FIELD:
        return f"[{item.row}]" if item.is_element else item.name
    if column == DraftColumn.UNIT:
        return item.unit
    return _type_text(item) if column == DraftColumn.TYPE else _value_text(item)


def _type_text(item: DraftItem) -> str:
    if not item.is_list:
        return item.field.type_name
    return f"{item.field.type_name}[{'' if item.field.length is None else item.field.length}]"


def _value_text(item: DraftItem) -> str:
    if item.is_leaf:
        return leaf_text(item).replace("\n", " ")
    if item.is_message:
        return ""
    count = len(item.children)
    return say(PublishingWording.ONE_ELEMENT() if count == 1 else PublishingWording.ELEMENTS(count=format_count(count)))
