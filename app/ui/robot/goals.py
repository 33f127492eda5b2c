"""Panel of a robot's goals: their progress, and cancelling."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget
from typing_extensions import override

from app.model.graph import Action
from app.model.messages.values import Goals
from app.model.schema import DecodeError, Role
from app.model.topics import TopicKey
from app.ui.base.robot_tools import RobotTools
from app.ui.base.text import translate
from app.ui.robot.goal_tree_model import CANCELLABLE_STATES, GoalTreeModel
from app.ui.robot.robot_panel import TIMEOUT_S, RobotPanel
from app.ui.widgets.column_header import size_columns
from app.ui.widgets.elided_label import ElidedLabel
from app.ui.widgets.tree_view import TreeView

if TYPE_CHECKING:
    from app.session.session import ConnectionInfo

OWNER: Final = "goals"

_LAYOUT: Final = "goals"


class GoalsPanel(RobotPanel):
    """Goals panel. The status of actions is subscribed to only while it can be seen."""

    def __init__(self, tools: RobotTools, parent: QWidget | None = None) -> None:
        super().__init__(tools, "goal", parent)
        self._revision = -1
        self._actions: tuple[Action, ...] = ()
        self._wanted: frozenset[TopicKey] = frozenset()
        self._numbers: dict[TopicKey, int] = {}
        self.model = GoalTreeModel(tools.themes, self)
        self.hint = ElidedLabel(translate("Goals", "An action is recognised by its five topics."))
        self.hint.setProperty("muted", True)
        self.cancel_button = self.tool_button(translate("Goals", "Cancel goal"), "", "disconnect")
        self.cancel_all_button = self.tool_button(translate("Goals", "Cancel all"), "", "cancel-all")
        self.tree = self._make_tree()
        self.setFocusProxy(self.tree)
        self._lay_out()
        self.cancel_button.clicked.connect(self.cancel)
        self.cancel_all_button.clicked.connect(self.cancel_all)
        self.tree.selectionModel().currentChanged.connect(self.show_lock)
        self.tree.copy_requested.connect(self._copy)
        self.tree.customContextMenuRequested.connect(self._show_menu)
        self.tree.activated.connect(self._go)
        QShortcut(QKeySequence.StandardKey.Delete, self.tree, self.cancel, context=Qt.ShortcutContext.WidgetShortcut)
        self.show_lock()

    # RobotPanel

    @override
    def no_content_text(self, name: str) -> tuple[str, str]:
        return (
            translate("Goals", "{name} has no actions").format(name=name),
            translate("Goals", "Its protocol has no tasks that are given, watched and cancelled."),
        )

    @override
    def robot_changed(self) -> None:
        self._revision = -1
        self._actions = ()
        self._numbers.clear()
        self.model.remove_all()

    @override
    def refresh_robot(self, info: ConnectionInfo, now: float) -> None:
        del now
        graph = self.tools.session.graphs.graph(info.id)
        if graph is None or not graph.revision:
            self.show_waiting(info, translate("Goals", "No actions yet"))
            return
        if graph.revision != self._revision:
            self._revision = graph.revision
            self._actions = graph.actions
            self.model.set_actions(graph.actions)
        if not self._actions:
            self.show_nothing(
                translate("Goals", "No actions"),
                translate("Goals", "No program of this robot takes goals; it appears here as soon as one does."),
            )
            return
        self.show_body()
        self._read(info.id)

    @override
    def update_subscriptions(self) -> None:
        keys: frozenset[TopicKey] = frozenset()
        if self.can_be_seen() and self.connection is not None:
            keys = frozenset(TopicKey(self.connection, action.status_topic) for action in self._actions)
        if keys != self._wanted:
            self._wanted = keys
            self.tools.session.set_subscriptions(OWNER, keys)

    @override
    def show_lock(self) -> None:
        index = self.tree.currentIndex()
        goal, action = self.model.goal(index), self.model.action(index)
        some = any(known.state in CANCELLABLE_STATES for known in self.model.goals(action))
        self.cancel_button.setEnabled(self.allowed and goal is not None and goal.state in CANCELLABLE_STATES)
        self.cancel_all_button.setEnabled(self.allowed and bool(action) and some)
        self.cancel_button.setToolTip(self.locked_tip(translate("Goals", "Give up the selected goal (Del)")))
        self.cancel_all_button.setToolTip(self.locked_tip(translate("Goals", "Give up all goals of the action")))

    @override
    def save(self) -> None:
        self.tools.preferences.set_widget_state(_LAYOUT, self.tree.header().saveState())

    # operator actions

    def cancel(self) -> None:
        """Cancel the selected goal."""
        goal = self.model.goal(self.tree.currentIndex())
        if goal is not None and goal.state in CANCELLABLE_STATES:
            self._cancel(self.model.action(self.tree.currentIndex()), goal.goal_id)

    def cancel_all(self) -> None:
        """Cancel all goals of the selected action."""
        action = self.model.action(self.tree.currentIndex())
        if action:
            self._cancel(action, "")

    # internals

    def _make_tree(self) -> TreeView:
        tree = TreeView(Qt.TextElideMode.ElideRight, 16)
        tree.setAccessibleName(translate("Goals", "Actions and goals"))
        tree.setProperty("signs", True)
        tree.setModel(self.model)
        header = tree.header()
        size_columns(header, {0: 26, 1: 17, 2: 16})
        state = self.tools.preferences.widget_state(_LAYOUT)
        if not state.isEmpty():
            header.restoreState(state)
        header.setStretchLastSection(True)
        # new goals are to be seen
        self.model.rowsInserted.connect(lambda parent, _first, _last: tree.expand(parent))
        return tree

    def _lay_out(self) -> None:
        line = QHBoxLayout()
        line.setSpacing(6)
        line.addWidget(self.hint, 1)
        line.addWidget(self.cancel_button)
        line.addWidget(self.cancel_all_button)
        layout = QVBoxLayout(self.body)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addLayout(line)
        layout.addWidget(self.tree, 1)

    def _read(self, connection: str) -> None:
        changed = False
        for action in self._actions:
            key = TopicKey(connection, action.status_topic)
            topic = self.tools.session.store.get(key)
            message = topic.newest if topic is not None else None
            if topic is None or message is None or message.number == self._numbers.get(key):
                continue
            self._numbers[key] = message.number
            schema = message.schema or topic.schema
            if schema is None or Role.GOALS not in schema.roles():
                continue
            try:
                goals = cast("Goals", schema.read(Role.GOALS, message.payload))
            except DecodeError:
                # the inspector shows what is wrong with the message
                continue
            self.model.set_goals(action.name, goals)
            changed = True
        if changed:
            self.show_lock()

    def _cancel(self, action: str, goal_id: str) -> None:
        async def ask(connection: str) -> None:
            await self.tools.lock.cancel_goal(connection, action, goal_id, TIMEOUT_S)

        self.run(ask, f"cancel {goal_id or 'all'} of {action} of")

    def _go(self) -> None:
        action = self.model.action(self.tree.currentIndex())
        found = next((known for known in self._actions if known.name == action), None)
        if found is not None and self.connection is not None:
            self.tools.show_topic(TopicKey(self.connection, found.status_topic))

    def _copy(self) -> None:
        index = self.tree.currentIndex()
        if index.isValid():
            QGuiApplication.clipboard().setText(str(index.siblingAtColumn(0).data()))

    def _show_menu(self, place: Any) -> None:
        if not self.tree.indexAt(place).isValid():
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(translate("Goals", "Cancel goal"), self.cancel).setEnabled(self.cancel_button.isEnabled())
        menu.addAction(translate("Goals", "Cancel all"), self.cancel_all).setEnabled(self.cancel_all_button.isEnabled())
        menu.addSeparator()
        menu.addAction(translate("Goals", "Copy name"), self._copy)
        menu.addAction(translate("Goals", "Show its topic"), self._go)
        menu.popup(self.tree.viewport().mapToGlobal(place))
