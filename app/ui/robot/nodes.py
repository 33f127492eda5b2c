"""The nodes of a robot: a tree of what each publishes, subscribes to and offers, and whether a node answers.

Rows stay while the graph changes. A new node is marked for a while; one that has gone stays as long, struck out.
"""

from __future__ import annotations

import enum
import shlex
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QStringListModel, Qt
from PySide6.QtGui import QFont, QGuiApplication, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QHeaderView, QLabel, QVBoxLayout, QWidget
from typing_extensions import override

from app.model.graph import Graph, GraphNode, NodeReport
from app.model.topics import TopicKey
from app.session.connection_info import ConnectionInfo
from app.session.errors import SessionError
from app.ui.base.robot_tools import RobotTools
from app.ui.base.text import format_count, listed, say, with_tip
from app.ui.base.theme import Themes
from app.ui.base.view_keys import ViewKey, key_name
from app.ui.robot.robot_panel import TIMEOUT_S, RobotPanel
from app.ui.widgets.filtered_rows import TreeFilter
from app.ui.widgets.item_views import ColumnHider, ColumnPriority, LinesView, TreeView, size_columns
from app.ui.widgets.menus import add_copy, add_entry, context_menu
from app.ui.widgets.pages import EmptyState
from app.ui.widgets.text_fields import FilterField
from app.ui.widgets.tool_row import ToolRow
from app.wording.ui.robot import NodesWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.graphs import Graphs

Index = QModelIndex | QPersistentModelIndex

# how long a new or gone node is marked
MARK_S: Final = 10.0

_KIND: Final = int(Qt.ItemDataRole.UserRole)
_NAME: Final = _KIND + 1

# interval at which the current node is asked again while it can be seen
ASK_EVERY_S: Final = 5.0

_LAYOUT: Final = "nodes"

# of a name, and of what a node does, where there is little room
_CHARACTERS: Final = 16


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
        self.setHorizontalHeaderLabels([say(NodesWording.NODE()), say(NodesWording.FUNCTION())])
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
            returned = self._gone.pop(name, None) is not None
            if name not in self._rows:
                self._insert(name)
                if not first:
                    self._new[name] = now
            if returned or retyped or self._nodes.get(name) != node:
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
        group.setText(say(NodesWording.GROUP(kind=_group_word(kind), count=format_count(len(names)))))
        if shown == wanted:
            return
        group.removeRows(0, group.rowCount())
        for name, type_name in wanted:
            item = self._item(name, NodeRowKind.SERVICE if kind is NodeRowKind.SERVICES else NodeRowKind.TOPIC, name)
            item.setToolTip(name if kind is NodeRowKind.SERVICES else say(NodesWording.TOPIC_TIP(name=name)))
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
            say(NodesWording.GONE(name=name))
            if name in self._gone
            else say(NodesWording.NEW(name=name))
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

    def filter_text(self, row: int, parent: Index) -> str:
        """Return the text of a row that a filter is about; empty for a group."""
        index = self.index(row, 0, parent)
        if self.kind(index) in _GROUPS:
            return ""
        return f"{self.name(index)} {index.siblingAtColumn(1).data() or ''}"


def _plain(text: str = "") -> QStandardItem:
    item = QStandardItem(text)
    item.setEditable(False)
    return item


def _summary(node: GraphNode) -> str:
    """Return how many topics and services a node has of each kind, without the kinds that it has none of."""
    texts = [say(NodesWording.OURS())] if node.ours else []
    for names, code in (
        (node.publishes, NodesWording.PUBLISHES_COUNT),
        (node.subscribes, NodesWording.SUBSCRIBES_COUNT),
        (node.services, NodesWording.OFFERS_COUNT if len(node.services) > 1 else NodesWording.OFFERS_ONE),
    ):
        if names:
            texts.append(say(code(count=format_count(len(names)))))
    return listed(texts)


def _group_word(kind: NodeRowKind) -> str:
    return {
        NodeRowKind.PUBLISHES: say(NodesWording.PUBLISHES()),
        NodeRowKind.SUBSCRIBES: say(NodesWording.SUBSCRIBES()),
        NodeRowKind.SERVICES: say(NodesWording.OFFERS_SERVICES()),
    }.get(kind, "")


class NodesPanel(RobotPanel):
    """Nodes panel. The current node is asked repeatedly as long as it can be seen."""

    VIEW_KEYS: ClassVar[tuple[ViewKey, ...]] = (ViewKey("F5", NodesWording.REFRESH_KEY),)
    is_of_now = True

    def __init__(
        self,
        graphs: Graphs,
        tools: RobotTools,
        show_topic: Callable[[TopicKey], None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(tools, "node", parent)
        self._graphs = graphs
        self._show_topic = show_topic
        self._revision = -1
        self._asked = ""
        self._asked_s = 0.0
        self.model = NodeTreeModel(tools.themes, self)
        self.shown = TreeFilter(self.model, self.model.filter_text, self)
        self.filter = FilterField(tools.themes, say(NodesWording.FILTER_BY_NODE_TOPIC()))
        self.count = QLabel()
        self.count.setProperty("muted", True)
        self.again = self.tool_button(
            say(NodesWording.REFRESH()), say(NodesWording.REFRESH_TIP(key=key_name("F5"))), "reset"
        )
        self.again.setShortcut(Qt.Key.Key_F5)
        self.tree = self._make_tree()
        self.no_match = EmptyState(
            tools.themes, "search", say(NodesWording.NO_MATCHES()), say(NodesWording.CLEAR_THE_FILTER())
        )
        self.answer = QLabel()
        self.answer.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.answer.setTextFormat(Qt.TextFormat.PlainText)
        self.answer.setWordWrap(True)
        self.links = QStringListModel(self)
        self.links_view = LinesView(self.links, say(NodesWording.LINKS_OF_THE_NODE()))
        self.setFocusProxy(self.filter)
        self._lay_out()
        self.filter.filtered = self.tree
        self.filter.textChanged.connect(self._apply_filter)
        self.again.clicked.connect(self.refresh_graph)
        self.tree.selectionModel().currentChanged.connect(self._choose)
        self.tree.activated.connect(self._open_current)
        self.tree.copy_requested.connect(self._copy)
        self.tree.customContextMenuRequested.connect(self._show_menu)

    # RobotPanel

    @override
    def no_content_text(self, name: str) -> tuple[str, str]:
        return (
            say(NodesWording.HAS_NONE(name=name)),
            say(NodesWording.ONLY_TOPICS()),
        )

    @override
    def robot_changed(self) -> None:
        self._revision = -1
        self.model.remove_all()
        self._clear_answer()

    @override
    def refresh_robot(self, info: ConnectionInfo, now: float) -> None:
        graph = self._graphs.graph(info.id)
        if graph is None or not graph.revision:
            self.show_waiting(info, say(NodesWording.NONE_YET()))
            return
        if graph.revision != self._revision:
            self._revision = graph.revision
            self.model.set_graph(graph, now)
            count = len(graph.nodes)
            self.count.setText(
                say(NodesWording.ONE_NODE() if count == 1 else NodesWording.NODES(count=format_count(count)))
            )
            if self.filter.text().strip():
                self.tree.expandAll()
        self.model.set_time(now)
        if self.model.is_empty:
            self.show_nothing(say(NodesWording.NONE()), say(NodesWording.NONE_TIP()))
            return
        self.show_body()
        matches = bool(self.shown.rowCount())
        self.tree.setVisible(matches)
        self.no_match.setVisible(not matches)
        if self._asked and now - self._asked_s >= ASK_EVERY_S:
            self._asked_s = now
            self._ask(self._asked)

    @override
    def save(self) -> None:
        self._preferences.set_widget_state(_LAYOUT, self._columns.save_state())

    # operator actions

    @property
    def current(self) -> Any:
        """The index of the current row in the model."""
        return self.shown.mapToSource(self.tree.currentIndex())

    def select(self, name: str) -> None:
        """Select a node."""
        self.tree.setCurrentIndex(self.shown.mapFromSource(self.model.index_of(name)))

    def refresh_graph(self) -> None:
        """Request the graph now."""

        async def ask(connection: str) -> None:
            await self._graphs.refresh_graph(connection, TIMEOUT_S)

        self.run(ask, "ask for the nodes of")

    # internals

    def _make_tree(self) -> TreeView:
        tree = TreeView(Qt.TextElideMode.ElideRight, 16)
        tree.setAccessibleName(say(NodesWording.NODES_TEXT()))
        # icons are higher than text, and must make no line higher
        tree.setProperty("signs", True)
        tree.setModel(self.shown)
        tree.setExpandsOnDoubleClick(False)
        size_columns(tree.header(), {0: 34})
        tree.header().restoreState(self._preferences.widget_state(_LAYOUT))
        tree.header().setStretchLastSection(False)
        tree.header().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self._columns = ColumnHider(
            tree.header(), ColumnPriority(1, _CHARACTERS, (None,), short={0: "0" * _CHARACTERS})
        )
        return tree

    def _lay_out(self) -> None:
        line = ToolRow()
        line.add(self.filter, 1)
        line.add_fact(self.count)
        # its key works only while it can be seen
        line.add_button(self.again, stays=True)
        layout = QVBoxLayout(self.body)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(line)
        layout.addWidget(self.tree, 3)
        layout.addWidget(self.no_match, 3)
        layout.addWidget(self.answer)
        layout.addWidget(self.links_view, 1)
        self.no_match.setVisible(False)
        self._clear_answer()

    def _apply_filter(self, text: str) -> None:
        self.shown.set_text(text)
        if text.strip():
            self.tree.expandAll()

    def _choose(self) -> None:
        name = self.model.node(self.current) if self.current.isValid() else ""
        if name == self._asked:
            return
        self._clear_answer()
        self._asked = name
        if name:
            self.answer.setText(say(NodesWording.ASKING(name=name)))
            self.answer.setVisible(True)
            self._ask(name)

    def _ask(self, name: str) -> None:
        async def ask(connection: str) -> None:
            report = await self._graphs.ask_node(connection, name, TIMEOUT_S)
            if (connection, name) == (self.connection, self._asked):
                self._show(report)

        self.run(ask, f"ask {name} of", lambda error: self._show_silence(name, error))

    def _show(self, report: NodeReport) -> None:
        time = f"{report.round_trip_s * 1000:,.1f}"
        text = NodesWording.ANSWERS(name=report.name, time=time, address=report.address, pid=report.pid)
        self.answer.setText(say(text))
        self.answer.setStyleSheet("")
        self.links.setStringList([say(link) for link in report.links])
        self.links_view.setVisible(bool(report.links))

    def _show_silence(self, name: str, error: SessionError) -> None:
        if name == self._asked:
            self.answer.setText(with_tip(error.reason, error.tip))
            self.answer.setStyleSheet(f"color: {self._themes.current.error};")
            self.links_view.setVisible(False)

    def _clear_answer(self) -> None:
        self._asked = ""
        self.answer.clear()
        self.answer.setStyleSheet("")
        self.answer.setVisible(False)
        self.links_view.setVisible(False)

    def _open_current(self) -> None:
        index = self.current
        if self.model.kind(index) is NodeRowKind.TOPIC and self.connection is not None:
            self._show_topic(TopicKey(self.connection, self.model.name(index)))
        else:
            row = self.tree.currentIndex()
            self.tree.setExpanded(row, not self.tree.isExpanded(row))

    def _copy(self) -> None:
        if self.current.isValid():
            QGuiApplication.clipboard().setText(self.model.name(self.current))

    def _show_menu(self, position: Any) -> None:
        menu = context_menu(self)
        if self.tree.indexAt(position).isValid():
            kind, name = self.model.kind(self.current), self.model.name(self.current)
            if kind is NodeRowKind.TOPIC:
                add_entry(menu, say(NodesWording.SHOW_IN_THE_TOPIC()), self._open_current)
            add_entry(menu, say(NodesWording.COPY_NAME()), self._copy)
            command = _COMMANDS.get(kind) if kind is not None else None
            if command is not None:
                line = f"teledeck {command} {shlex.quote(self.connection or '')} {shlex.quote(name)}"
                add_copy(menu, say(NodesWording.COPY_AS_COMMAND(command=command)), line)
            menu.addSeparator()
        add_entry(menu, say(NodesWording.EXPAND_ALL()), self.tree.expandAll)
        add_entry(menu, say(NodesWording.COLLAPSE_ALL()), self.tree.collapseAll)
        menu.popup(self.tree.viewport().mapToGlobal(position))


_COMMANDS: Final = {NodeRowKind.NODE: "nodes", NodeRowKind.TOPIC: "echo", NodeRowKind.SERVICE: "services"}
