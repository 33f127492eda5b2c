"""The nodes of a robot as a tree: below each what it publishes, subscribes to and offers.

Rows stay while the graph changes. A new node is marked for a while, and one that has gone stays for as long, struck
out.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QSortFilterProxyModel, Qt
from PySide6.QtGui import QFont, QStandardItem, QStandardItemModel

from app.model.graph import Graph, GraphNode
from app.ui.base.text import format_count, translate
from app.ui.base.theme import Themes

Index = QModelIndex | QPersistentModelIndex

# how long a new or gone node is marked
MARK_S: Final = 10.0

_KIND: Final = int(Qt.ItemDataRole.UserRole)
_NAME: Final = _KIND + 1


class NodeRowKind(enum.Enum):
    """Kind of a row; the value is its icon."""

    NODE = "node"
    PUBLISHES = "send"
    SUBSCRIBES = "inspector"
    SERVICES = "call"
    TOPIC = "topic"
    SERVICE = "command"


_GROUPS: Final = (NodeRowKind.PUBLISHES, NodeRowKind.SUBSCRIBES, NodeRowKind.SERVICES)


class NodeTreeModel(QStandardItemModel):
    """Model of nodes with their topics and services."""

    def __init__(self, themes: Themes, parent: QObject | None = None) -> None:
        super().__init__(0, 2, parent)
        self._themes = themes
        self._nodes: dict[str, GraphNode] = {}
        self._rows: dict[str, QStandardItem] = {}
        self._types: dict[str, str] = {}
        self._new: dict[str, float] = {}
        self._gone: dict[str, float] = {}
        self.setHorizontalHeaderLabels([translate("Nodes", "Node"), translate("Nodes", "What it does")])
        themes.changed.connect(self._redraw)

    @property
    def is_empty(self) -> bool:
        """Whether there is no node at all."""
        return not self._rows

    def remove_all(self) -> None:
        """Remove all rows, for another robot."""
        self.removeRows(0, self.rowCount())
        for known in (self._nodes, self._rows, self._types, self._new, self._gone):
            known.clear()

    def kind(self, index: QModelIndex) -> NodeRowKind | None:
        """Return the kind of a row."""
        value = index.siblingAtColumn(0).data(_KIND)
        return NodeRowKind(value) if value else None

    def name(self, index: QModelIndex) -> str:
        """Return the full name of a row: of its node, topic or service; for a group the name of its node."""
        return str(index.siblingAtColumn(0).data(_NAME) or "")

    def node(self, index: QModelIndex) -> str:
        """Return the name of the node that a row belongs to."""
        while index.parent().isValid():
            index = index.parent()
        return self.name(index)

    def index_of(self, name: str) -> QModelIndex:
        """Return the index of a node."""
        row = self._rows.get(name)
        return row.index() if row is not None else QModelIndex()

    def set_graph(self, graph: Graph, now: float) -> None:
        """Show this graph; `now` in seconds."""
        first = self.is_empty
        types = dict(graph.types)
        retyped, self._types = types != self._types, types
        nodes = {node.name: node for node in graph.nodes}
        for name in self._nodes.keys() - nodes.keys():
            self._gone[name] = now
            self._mark(name)
        for name, node in nodes.items():
            came_back = self._gone.pop(name, None) is not None
            if name not in self._rows:
                self._insert(name)
                if not first:
                    self._new[name] = now
            if came_back or retyped or self._nodes.get(name) != node:
                self._fill(self._rows[name], node)
            self._mark(name)
        self._nodes = nodes

    def set_time(self, now: float) -> None:
        """Remove expired marks, and rows of gone nodes."""
        for name in [name for name, since_s in self._gone.items() if now - since_s >= MARK_S]:
            del self._gone[name]
            self.removeRow(self._rows.pop(name).row())
        for name in [name for name, since_s in self._new.items() if now - since_s >= MARK_S]:
            del self._new[name]
            if name in self._rows:
                self._mark(name)

    # internals

    def _insert(self, name: str) -> None:
        row = sum(1 for known in self._rows if known < name)
        item = self._item(name, NodeRowKind.NODE, name)
        self._rows[name] = item
        self.insertRow(row, [item, _plain()])

    def _fill(self, item: QStandardItem, node: GraphNode) -> None:
        parts = (node.publishes, node.subscribes, node.services)
        beside = self.item(item.row(), 1)
        beside.setText(_summary(node))
        beside.setForeground(self._themes.current.color("muted"))
        if not item.hasChildren():
            for kind in _GROUPS:
                item.appendRow([self._item(_group_word(kind), kind, node.name), _plain()])
        for row, (kind, names) in enumerate(zip(_GROUPS, parts, strict=True)):
            self._fill_group(item.child(row), kind, names)

    def _fill_group(self, group: QStandardItem, kind: NodeRowKind, names: Sequence[str]) -> None:
        wanted = [(name, self._types.get(name, "") if kind is not NodeRowKind.SERVICES else "") for name in names]
        shown = [(str(group.child(row).data(_NAME)), group.child(row, 1).text()) for row in range(group.rowCount())]
        group.setText(f"{_group_word(kind)} ({format_count(len(names))})")
        if shown == wanted:
            return
        group.removeRows(0, group.rowCount())
        for name, type_name in wanted:
            item = self._item(name, NodeRowKind.SERVICE if kind is NodeRowKind.SERVICES else NodeRowKind.TOPIC, name)
            item.setToolTip(
                name
                if kind is NodeRowKind.SERVICES
                else translate("Nodes", "{name}\nEnter or a double click shows it among the topics").format(name=name)
            )
            beside = _plain(type_name)
            beside.setForeground(self._themes.current.color("muted"))
            group.appendRow([item, beside])

    def _mark(self, name: str) -> None:
        item = self._rows[name]
        role = "muted" if name in self._gone else "accent" if name in self._new else "text"
        font = QFont()
        font.setStrikeOut(name in self._gone)
        font.setBold(name in self._new)
        if item.font() != font:
            item.setFont(font)
        item.setForeground(self._themes.current.color("muted" if name in self._gone else "text"))
        item.setIcon(self._themes.icon(NodeRowKind.NODE.value, role))
        item.setToolTip(
            translate("Nodes", "{name} has gone").format(name=name)
            if name in self._gone
            else translate("Nodes", "{name} is new").format(name=name)
            if name in self._new
            else name
        )

    def _item(self, text: str, kind: NodeRowKind, name: str) -> QStandardItem:
        item = _plain(text)
        item.setData(kind.value, _KIND)
        item.setData(name, _NAME)
        item.setIcon(self._themes.icon(kind.value, "muted"))
        return item

    def _redraw(self) -> None:
        for name, item in self._rows.items():
            self._mark(name)
            node = self._nodes.get(name)
            item.removeRows(0, item.rowCount())
            if node is not None:
                self._fill(item, node)


class NodeFilter(QSortFilterProxyModel):
    """Filter for the rows whose name has all the words, with all rows below them and the ancestors."""

    def __init__(self, model: NodeTreeModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._words: list[str] = []
        self.setSourceModel(model)
        self.setRecursiveFilteringEnabled(True)
        self.setAutoAcceptChildRows(True)

    def set_text(self, text: str) -> None:
        """Filter by these words."""
        self.beginFilterChange()
        self._words = text.casefold().split()
        self.endFilterChange()

    def filterAcceptsRow(self, row: int, parent: Index) -> bool:
        """See QSortFilterProxyModel."""
        if not self._words:
            return True
        index = self._model.index(row, 0, parent)
        if self._model.kind(index) in _GROUPS:
            return False
        text = f"{self._model.name(index)} {index.siblingAtColumn(1).data() or ''}".casefold()
        return all(word in text for word in self._words)


def _plain(text: str = "") -> QStandardItem:
    item = QStandardItem(text)
    item.setEditable(False)
    return item


def _summary(node: GraphNode) -> str:
    """Return how many topics and services a node has of each kind, without the kinds that it has none of."""
    texts = [translate("Nodes", "this program")] if node.ours else []
    services = translate("Nodes", "offers {count} services")
    for names, text in (
        (node.publishes, translate("Nodes", "publishes {count}")),
        (node.subscribes, translate("Nodes", "subscribes to {count}")),
        (node.services, services if len(node.services) > 1 else translate("Nodes", "offers 1 service")),
    ):
        if names:
            texts.append(text.format(count=format_count(len(names))))
    return ", ".join(texts)


def _group_word(kind: NodeRowKind) -> str:
    return {
        NodeRowKind.PUBLISHES: translate("Nodes", "publishes"),
        NodeRowKind.SUBSCRIBES: translate("Nodes", "subscribes to"),
        NodeRowKind.SERVICES: translate("Nodes", "offers services"),
    }.get(kind, "")
