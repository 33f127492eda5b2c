"""All topics as models of Qt: a tree by connection, namespace and name, and a flat list of those that match a filter.

The structure follows the store by inserting and removing rows, so that a view keeps its selection, expansion and scroll
position; the tree stays as it is while the list is shown. The text of cells is made by `topic_cells`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.model.topics import Topic, TopicKey
from app.session.connection_info import ConnectionInfo
from app.ui.base.text import topic_text
from app.ui.topics.topic_cells import COLUMNS, DISPLAY, TopicCells, TopicColumn
from app.ui.topics.topic_node import (
    TopicNode,
    groups_below,
    hide_all_below,
    nodes_below,
    nodes_removed_with,
    number_rows,
    row_runs,
    rows_below,
    show_all_below,
    sort_key,
    split_topic,
    topics_below,
)
from app.ui.widgets.row_delegates import EntryContent

Index = QModelIndex | QPersistentModelIndex

# with more rows or runs of rows that come or go at once, a reset is quicker for the view
_MAX_CHANGES = 64

_GROUP_FLAGS = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
_TOPIC_FLAGS = _GROUP_FLAGS | Qt.ItemFlag.ItemNeverHasChildren


class TopicTreeModel(QAbstractItemModel):
    """Model of all topics. `sync` is called at the rate of the statistics; its cost depends on what changed."""

    def __init__(self, cells: TopicCells, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._cells = cells
        self._root = TopicNode(None, ())
        self._leaves: dict[Topic, TopicNode] = {}
        # all rows below connections, by path
        self._nodes: dict[tuple[str, ...], TopicNode] = {}
        self._topics: Sequence[Topic] = ()
        self._sorted: list[TopicNode] | None = None
        # Qt's indexes point at rows without holding them: removed rows are kept until a view has surely dropped them
        self._going: list[TopicNode] = []
        self._gone: list[TopicNode] = []

    # for views

    @property
    def shown(self) -> int:
        """Number of topics."""
        return len(self._leaves)

    @property
    def connections(self) -> int:
        """Number of connections."""
        return len(self._root.children)

    @property
    def leaves(self) -> list[TopicNode]:
        """All topics in the order of the tree; a new list when one came, went or changed its info."""
        if self._sorted is None:
            self._sorted = topics_below(self._root.children, [])
        return self._sorted

    def node(self, index: Index) -> TopicNode | None:
        """Return the row at `index`."""
        return index.internalPointer() if index.isValid() else None

    def index_of(self, key: TopicKey) -> QModelIndex:
        """Return the index of a topic; invalid if it isn't shown."""
        node = self._nodes.get((key.connection, *split_topic(key.topic)))
        return QModelIndex() if node is None or node.topic is None else self.index_of_node(node)

    def index_of_node(self, node: TopicNode) -> QModelIndex:
        """Return the index of a row."""
        return self.createIndex(node.row, 0, node)

    def groups(self) -> Iterator[TopicNode]:
        """Yield all connections, and all rows that have others below them, from the top."""
        for connection in self._root.children:
            yield connection
            yield from groups_below(connection)

    # following the store

    def sync(self, connections: Sequence[ConnectionInfo], topics: Sequence[Topic]) -> None:
        """Show these connections and topics; quick when they are the same as before."""
        self._going, self._gone = [], self._going
        fresh = self._sync_connections(connections)
        # topics may have been known before their connection was
        if fresh or topics is not self._topics:
            self._topics = topics
            self._sync_topics()

    def _sync_connections(self, connections: Sequence[ConnectionInfo]) -> bool:
        """Update the rows of connections; whether there are new ones."""
        root = self._root
        wanted = {info.id for info in connections}
        for node in reversed(root.children):
            if node.name not in wanted:
                for below in nodes_below(node):
                    del self._nodes[below.path]
                    if below.topic is not None:
                        del self._leaves[below.topic]
                self._remove(root, node.row, node.row)
        known = {node.name: node for node in root.children}
        for info in connections:
            node = known.get(info.id) or TopicNode(root, (info.id,))
            changed = node.info is None or node.info.status != info.status
            node.info = info
            if info.id not in known:
                self._insert(root, len(root.children), [node])
            elif changed:
                index = self.index_of_node(node)
                self.dataChanged.emit(index, index.siblingAtColumn(COLUMNS - 1))
        return len(known) < len(connections)

    def _sync_topics(self) -> None:
        connections = {node.name: node for node in self._root.children}
        leaves = self._leaves
        current = {topic for topic in self._topics if topic.key.connection in connections}
        gone = [leaf for topic, leaf in leaves.items() if topic not in current]
        fresh = [topic for topic in self._topics if topic in current and topic not in leaves]
        self._update_texts()
        removed = self._remove_nodes(gone)
        touched, added = self._add_nodes(fresh, connections)
        touched |= {node.parent for node in removed if node.parent is not None}
        touched |= {leaf for leaf in gone if leaf not in removed} | set(added)
        rows = {above: rows_below(above) for above in map(_lasting_row, touched - removed)}
        self._going += removed
        if sum(len(set(rows[above]).symmetric_difference(above.children)) for above in rows) > _MAX_CHANGES:
            self._rebuild()
            return
        # the rows below a new row are shown with it
        for above in sorted(rows, key=lambda node: len(node.path)):
            self._show_rows(above, rows[above])
        for node in (*gone, *added):
            if node.shown:
                index = self.index_of_node(node)
                self.dataChanged.emit(index, index.siblingAtColumn(COLUMNS - 1))

    def _update_texts(self) -> None:
        """Update the filter texts: a type may have become known, or changed."""
        for topic, leaf in self._leaves.items():
            if leaf.known_info is not topic.info:
                leaf.set_info(topic.info)
                self._sorted = None

    def _remove_nodes(self, gone: Collection[TopicNode]) -> set[TopicNode]:
        """Remove topics; return the nodes that went with them."""
        removed = set(nodes_removed_with(gone))
        for leaf in gone:
            if leaf.topic is not None:
                del self._leaves[leaf.topic]
                leaf.clear_topic()
                self._sorted = None
        for node in removed:
            del self._nodes[node.path]
        for parent in {node.parent for node in removed if node.parent is not None} - removed:
            parent.members = [node for node in parent.members if node not in removed]
        return removed

    def _add_nodes(
        self, fresh: Iterable[Topic], connections: Mapping[str, TopicNode]
    ) -> tuple[set[TopicNode], list[TopicNode]]:
        """Add new topics; return the nodes with new members, and those that became topics."""
        new_members: dict[TopicNode, list[TopicNode]] = {}
        changed = []
        for topic in fresh:
            path = (topic.key.connection, *split_topic(topic.info.name))
            node = self._nodes.get(path)
            if node is None:
                node = self._add_node(path, connections[topic.key.connection], new_members)
            else:
                changed.append(node)
            node.topic = topic
            self._leaves[topic] = node
            node.set_info(topic.info)
            self._sorted = None
        for parent, new in new_members.items():
            parent.members = sorted((*parent.members, *new), key=sort_key)
        return set(new_members), changed

    def _add_node(
        self, path: tuple[str, ...], connection: TopicNode, new_members: dict[TopicNode, list[TopicNode]]
    ) -> TopicNode:
        """Return a new node, with the missing nodes above it."""
        above = path[:-1]
        parent = self._nodes.get(above) if len(above) > 1 else connection
        if parent is None:
            parent = self._add_node(above, connection, new_members)
        node = self._nodes[path] = TopicNode(parent, path)
        new_members.setdefault(parent, []).append(node)
        return node

    def _show_rows(self, above: TopicNode, rows: Sequence[TopicNode]) -> None:
        """Show these rows below a row; those that stay are left alone."""
        staying = set(rows)
        for first, last in row_runs(row for row, node in enumerate(above.children) if node not in staying):
            self._remove(above, first, last)
        known = set(above.children)
        new = [row for row, node in enumerate(rows) if node not in known]
        for node in (rows[row] for row in new):
            show_all_below(node)
        # from the beginning: the rows before each run are there by then
        for first, last in reversed(row_runs(new)):
            self._insert(above, first, list(rows[first : last + 1]))

    def _rebuild(self) -> None:
        self.beginResetModel()
        self._sorted = None
        for connection in self._root.children:
            self._going += connection.children
            hide_all_below(connection.children)
            show_all_below(connection)
        self.endResetModel()

    def _insert(self, parent: TopicNode, row: int, nodes: list[TopicNode]) -> None:
        self.beginInsertRows(self._index_or_root(parent), row, row + len(nodes) - 1)
        self._sorted = None
        parent.children[row:row] = nodes
        number_rows(parent, row)
        self.endInsertRows()

    def _remove(self, parent: TopicNode, first: int, last: int) -> None:
        self.beginRemoveRows(self._index_or_root(parent), first, last)
        going = parent.children[first : last + 1]
        self._going += going
        hide_all_below(going)
        self._sorted = None
        del parent.children[first : last + 1]
        number_rows(parent, first)
        self.endRemoveRows()

    def _index_or_root(self, node: TopicNode) -> QModelIndex:
        return QModelIndex() if node is self._root else self.index_of_node(node)

    # QAbstractItemModel

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008
        """See QAbstractItemModel."""
        node: TopicNode = parent.internalPointer() or self._root
        if 0 <= row < len(node.children) and 0 <= column < COLUMNS:
            return self.createIndex(row, column, node.children[row])
        return QModelIndex()

    def parent(self, index: Index = QModelIndex()) -> QModelIndex:  # type: ignore[override]  # noqa: B008
        """See QAbstractItemModel."""
        node: TopicNode | None = index.internalPointer()
        if node is None or node.above is None or node.above is self._root:
            return QModelIndex()
        return self.createIndex(node.above.row, 0, node.above)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """See QAbstractItemModel."""
        if not parent.isValid():
            return len(self._root.children)
        return len(parent.internalPointer().children) if parent.column() == 0 else 0

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """See QAbstractItemModel."""
        del parent
        return COLUMNS

    def hasChildren(self, parent: Index = QModelIndex()) -> bool:  # noqa: B008
        """See QAbstractItemModel."""
        return self.rowCount(parent) > 0

    def flags(self, index: Index) -> Qt.ItemFlag:
        """See QAbstractItemModel."""
        node: TopicNode | None = index.internalPointer()
        if node is None:
            return Qt.ItemFlag.NoItemFlags
        return _GROUP_FLAGS if node.topic is None or node.children else _TOPIC_FLAGS

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = DISPLAY) -> Any:
        """See QAbstractItemModel."""
        return self._cells.header(section, role) if orientation is Qt.Orientation.Horizontal else None

    def data(self, index: Index, role: int = DISPLAY) -> Any:
        """See QAbstractItemModel."""
        return self._cells.data(index.internalPointer(), index.column(), int(role))

    def figure(self, index: Index) -> tuple[str, bool]:
        """Return the text of a figure, and whether it is old, for the delegate that paints it."""
        return self._cells.figure(index.internalPointer(), index.column())

    def figures(self, index: Index) -> tuple[tuple[str, ...], bool, str] | None:
        """Return all figures of a row, see `TopicCells`."""
        return self._cells.figures(index.internalPointer())

    def entry(self, index: Index) -> EntryContent:
        """Return the content of a name or type cell, for the delegate that paints it."""
        node: TopicNode = index.internalPointer()
        return self._cells.entry(node, index.column(), self._cells.text(node, TopicColumn.TOPIC))


def _lasting_row(node: TopicNode) -> TopicNode:
    """Return the node at or above a node that has a row before and after a change of its members."""
    while not (node.shown and node.has_row) and node.parent is not None:
        node = node.parent
    return node


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
            self._update_rows()

    def sync(self) -> None:
        """Follow changes of the tree."""
        if self._words and self._tree.leaves is not self._seen:
            self._update_rows()

    def node(self, index: Index) -> TopicNode | None:
        """Return the row at `index`."""
        return self._rows[index.row()] if index.isValid() and index.row() < len(self._rows) else None

    def index_of(self, key: TopicKey) -> QModelIndex:
        """Return the index of a topic; invalid if it isn't shown."""
        row = next((i for i, leaf in enumerate(self._rows) if leaf.topic is not None and leaf.topic.key == key), -1)
        return self.index(row, 0)

    def _update_rows(self) -> None:
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

    def entry(self, index: Index) -> EntryContent:
        """Return the content of a name or type cell, for the delegate that paints it."""
        node = self._rows[index.row()]
        if node.topic is None or index.column():
            return self._cells.entry(node, index.column(), node.name)
        name = node.topic.info.name
        head = name[: len(name) - len(node.name)]
        return self._cells.entry(node, 0, topic_text(node.name), head, with_origin=self._tree.connections > 1)
