"""Panel of a robot's nodes: what each publishes, subscribes to and offers, and whether it answers."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QStringListModel, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QVBoxLayout, QWidget
from typing_extensions import override

from app.model.graph import NodeReport
from app.model.topics import TopicKey
from app.session.errors import SessionError
from app.ui.base.robot_tools import RobotTools
from app.ui.base.text import format_count, translate
from app.ui.robot.node_tree_model import NodeFilter, NodeRowKind, NodeTreeModel
from app.ui.robot.robot_panel import TIMEOUT_S, RobotPanel
from app.ui.widgets.column_header import size_columns
from app.ui.widgets.filter_field import FilterField
from app.ui.widgets.lines_view import LinesView
from app.ui.widgets.pages import EmptyState
from app.ui.widgets.tree_view import TreeView

if TYPE_CHECKING:
    from app.session.session import ConnectionInfo

# interval at which the current node is asked again while it can be seen
ASK_EVERY_S: Final = 5.0

_LAYOUT: Final = "nodes"


class NodesPanel(RobotPanel):
    """Nodes panel. The current node is asked repeatedly as long as it can be seen."""

    def __init__(self, tools: RobotTools, parent: QWidget | None = None) -> None:
        super().__init__(tools, "node", parent)
        self._revision = -1
        self._asked = ""
        self._asked_s = 0.0
        self.model = NodeTreeModel(tools.themes, self)
        self.shown = NodeFilter(self.model, self)
        self.filter = FilterField(tools.themes, translate("Nodes", "Filter by node, topic, type or service"))
        self.count = QLabel()
        self.count.setProperty("muted", True)
        self.again = self.tool_button(
            translate("Nodes", "Refresh"), translate("Nodes", "Ask the robot for its nodes now (F5)"), "reset"
        )
        self.again.setShortcut(Qt.Key.Key_F5)
        self.tree = self._make_tree()
        self.no_match = EmptyState(
            tools.themes, "search", translate("Nodes", "Nothing matches"), translate("Nodes", "Clear the filter.")
        )
        self.answer = QLabel()
        self.answer.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.answer.setTextFormat(Qt.TextFormat.PlainText)
        self.answer.setWordWrap(True)
        self.links = QStringListModel(self)
        self.links_view = LinesView(self.links, translate("Nodes", "Links of the node"))
        self.setFocusProxy(self.filter)
        self._lay_out()
        self.filter.textChanged.connect(self._apply_filter)
        self.again.clicked.connect(self.refresh_graph)
        self.tree.selectionModel().currentChanged.connect(self._choose)
        self.tree.activated.connect(self._go)
        self.tree.copy_requested.connect(self._copy)
        self.tree.customContextMenuRequested.connect(self._show_menu)

    # RobotPanel

    @override
    def no_content_text(self, name: str) -> tuple[str, str]:
        return (
            translate("Nodes", "{name} has no nodes").format(name=name),
            translate("Nodes", "Its protocol does not tell which program does what: Gazebo knows only topics."),
        )

    @override
    def robot_changed(self) -> None:
        self._revision = -1
        self.model.remove_all()
        self._forget_answer()

    @override
    def refresh_robot(self, info: ConnectionInfo, now: float) -> None:
        graph = self.tools.session.graphs.graph(info.id)
        if graph is None or not graph.revision:
            self.show_waiting(info, translate("Nodes", "No nodes yet"))
            return
        if graph.revision != self._revision:
            self._revision = graph.revision
            self.model.set_graph(graph, now)
            several = len(graph.nodes) != 1
            text = translate("Nodes", "{count} nodes") if several else translate("Nodes", "1 node")
            self.count.setText(text.format(count=format_count(len(graph.nodes))))
            if self.filter.text().strip():
                self.tree.expandAll()
        self.model.set_time(now)
        if self.model.is_empty:
            self.show_nothing(translate("Nodes", "No nodes"), translate("Nodes", "No program runs on this robot."))
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
        self.tools.preferences.set_widget_state(_LAYOUT, self.tree.header().saveState())

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
            await self.tools.session.graphs.refresh_graph(connection, TIMEOUT_S)

        self.run(ask, "ask for the nodes of")

    # internals

    def _make_tree(self) -> TreeView:
        tree = TreeView(Qt.TextElideMode.ElideRight, 16)
        tree.setAccessibleName(translate("Nodes", "Nodes"))
        # icons are higher than text, and must make no line higher
        tree.setProperty("signs", True)
        tree.setModel(self.shown)
        tree.setExpandsOnDoubleClick(False)
        size_columns(tree.header(), {0: 34})
        state = self.tools.preferences.widget_state(_LAYOUT)
        if not state.isEmpty():
            tree.header().restoreState(state)
        tree.header().setStretchLastSection(True)
        return tree

    def _lay_out(self) -> None:
        line = QHBoxLayout()
        line.setSpacing(6)
        line.addWidget(self.filter, 1)
        line.addWidget(self.count)
        line.addWidget(self.again)
        layout = QVBoxLayout(self.body)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addLayout(line)
        layout.addWidget(self.tree, 3)
        layout.addWidget(self.no_match, 3)
        layout.addWidget(self.answer)
        layout.addWidget(self.links_view, 1)
        self.no_match.setVisible(False)
        self._forget_answer()

    def _apply_filter(self, text: str) -> None:
        self.shown.set_text(text)
        if text.strip():
            self.tree.expandAll()

    def _choose(self) -> None:
        name = self.model.node(self.current) if self.current.isValid() else ""
        if name == self._asked:
            return
        self._forget_answer()
        self._asked = name
        if name:
            self.answer.setText(translate("Nodes", "Asking {name}").format(name=name))
            self.answer.setVisible(True)
            self._ask(name)

    def _ask(self, name: str) -> None:
        async def ask(connection: str) -> None:
            report = await self.tools.session.graphs.ask_node(connection, name, TIMEOUT_S)
            if (connection, name) == (self.connection, self._asked):
                self._show(report)

        self.run(ask, f"ask {name} of", lambda error: self._show_silence(name, error))

    def _show(self, report: NodeReport) -> None:
        text = translate("Nodes", "{name} answers within {time} ms at {address}, process {pid}")
        self.answer.setText(
            text.format(
                name=report.name,
                time=f"{report.round_trip_s * 1000:,.1f}",
                address=report.address,
                pid=report.pid,
            )
        )
        self.answer.setStyleSheet("")
        self.links.setStringList(list(report.links))
        self.links_view.setVisible(bool(report.links))

    def _show_silence(self, name: str, error: SessionError) -> None:
        if name == self._asked:
            self.answer.setText(f"{error.reason}. {error.tip}".rstrip())
            self.answer.setStyleSheet(f"color: {self.tools.themes.current.error};")
            self.links_view.setVisible(False)

    def _forget_answer(self) -> None:
        self._asked = ""
        self.answer.clear()
        self.answer.setStyleSheet("")
        self.answer.setVisible(False)
        self.links_view.setVisible(False)

    def _go(self) -> None:
        index = self.current
        if self.model.kind(index) is NodeRowKind.TOPIC and self.connection is not None:
            self.tools.show_topic(TopicKey(self.connection, self.model.name(index)))
        else:
            place = self.tree.currentIndex()
            self.tree.setExpanded(place, not self.tree.isExpanded(place))

    def _copy(self) -> None:
        if self.current.isValid():
            QGuiApplication.clipboard().setText(self.model.name(self.current))

    def _show_menu(self, place: Any) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if self.tree.indexAt(place).isValid():
            kind, name = self.model.kind(self.current), self.model.name(self.current)
            if kind is NodeRowKind.TOPIC:
                menu.addAction(translate("Nodes", "Show among the topics"), self._go)
            menu.addAction(translate("Nodes", "Copy name"), self._copy)
            command = _COMMANDS.get(kind) if kind is not None else None
            if command is not None:
                line = f"teledeck {command} {shlex.quote(self.connection or '')} {shlex.quote(name)}"
                menu.addAction(
                    translate("Nodes", "Copy as command: {command}").format(command=command),
                    lambda: QGuiApplication.clipboard().setText(line),
                )
            menu.addSeparator()
        menu.addAction(translate("Nodes", "Expand all"), self.tree.expandAll)
        menu.addAction(translate("Nodes", "Collapse all"), self.tree.collapseAll)
        menu.popup(self.tree.viewport().mapToGlobal(place))


_COMMANDS: Final = {NodeRowKind.NODE: "nodes", NodeRowKind.TOPIC: "echo", NodeRowKind.SERVICE: "services"}
