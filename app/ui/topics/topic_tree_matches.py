"""The topics that match a filter, as a flat list; the tree stays as it is meanwhile."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.model.topics import TopicKey
from app.ui.base.text import topic_text
from app.ui.topics.topic_cells import COLUMNS, DISPLAY, TopicCells, TopicTextCell
from app.ui.topics.topic_models import TopicTreeModel
from app.ui.topics.topic_node import TopicNode

Index = QModelIndex | QPersistentModelIndex


class TopicMatchesModel(QAbstractTableModel):
    """Model of matching topics. A change of the filter or of the topics is a reset, a millisecond for a table."""

    def __init__(self, tree: TopicTreeModel, cells: TopicCells, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tree = tree
        self._cells = cells
        self._words: list[str] = []
        self._seen: list[TopicNode] | None = None
        self._rows: list[TopicNode] = []

    @property
    def is_filtered(self) -> bool:
        """Whether there is a filter; without one the list is empty."""
        return bool(self._words)

    @property
    def rows(self) -> Sequence[TopicNode]:
        """The matching topics, from the top."""
        return self._rows

    def set_filter(self, text: str) -> None:
        """Show the topics with all these words in their name or type, whatever the case."""
        words = text.casefold().split()
        if words != self._words:
            self._words = words
            self._renew()

    def sync(self) -> None:
        """Follow changes of the tree."""
        if self._words and self._tree.leaves is not self._seen:
            self._renew()

    def node(self, index: Index) -> TopicNode | None:
        """Return the row at `index`."""
        return self._rows[index.row()] if index.isValid() and index.row() < len(self._rows) else None

    def index_of(self, key: TopicKey) -> QModelIndex:
        """Return the index of a topic; invalid if it isn't shown."""
        row = next((i for i, leaf in enumerate(self._rows) if leaf.topic is not None and leaf.topic.key == key), -1)
        return self.index(row, 0)

    def _renew(self) -> None:
        rows: list[TopicNode] = []
        self._seen = None
        if self._words:
            rows = self._seen = self._tree.leaves
            for word in self._words:
                rows = [leaf for leaf in rows if word in leaf.text]
        if rows != self._rows:
            self.beginResetModel()
            self._rows = rows
            self.endResetModel()

    # QAbstractItemModel

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008
        """See QAbstractItemModel."""
        if 0 <= row < len(self._rows) and 0 <= column < COLUMNS and not parent.isValid():
            return self.createIndex(row, column)
        return QModelIndex()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """See QAbstractItemModel."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """See QAbstractItemModel."""
        del parent
        return COLUMNS

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = DISPLAY) -> Any:
        """See QAbstractItemModel."""
        return self._cells.header(section, role) if orientation is Qt.Orientation.Horizontal else None

    def data(self, index: Index, role: int = DISPLAY) -> Any:
        """See QAbstractItemModel."""
        node = self._rows[index.row()]
        if int(role) == DISPLAY and index.column() == 0 and node.topic is not None:
            return topic_text(node.topic.info.name)
        return self._cells.data(node, index.column(), int(role))

    def figure(self, index: Index) -> tuple[str, bool]:
        """Return the text of a figure, and whether it is old, for the delegate that paints it."""
        return self._cells.figure(self._rows[index.row()], index.column())

    def figures(self, index: Index) -> tuple[tuple[str, ...], bool, str] | None:
        """Return all figures of a row, see `TopicCells`."""
        return self._cells.figures(self._rows[index.row()])

    def entry(self, index: Index) -> TopicTextCell:
        """Return the content of a name or type cell, for the delegate that paints it."""
        node = self._rows[index.row()]
        if node.topic is None or index.column():
            return self._cells.entry(node, index.column(), node.name)
        name = node.topic.info.name
        head = name[: len(name) - len(node.name)]
        return self._cells.entry(node, 0, topic_text(node.name), head, with_origin=self._tree.connections > 1)
