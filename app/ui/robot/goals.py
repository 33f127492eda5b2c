"""Goals of a robot's actions: a tree of actions with their goals, newest first, and a panel that cancels goals."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

from PySide6.QtCore import QModelIndex, QObject, Qt
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QHeaderView, QVBoxLayout, QWidget
from typing_extensions import override

from app.model.graph import Action
from app.model.messages.values import Goal, Goals, GoalState
from app.model.schema import DecodeError, Role
from app.model.topics import TopicKey
from app.session.connection_info import ConnectionInfo
from app.ui.base.robot_tools import RobotTools
from app.ui.base.text import format_count, format_stamp, say
from app.ui.base.theme import Themes
from app.ui.base.view_keys import ViewKey, key_name
from app.ui.robot.robot_panel import TIMEOUT_S, RobotPanel
from app.ui.widgets.item_views import ColumnHider, ColumnPriority, TreeView, size_columns
from app.ui.widgets.labels import ElidedLabel
from app.ui.widgets.menus import add_entry, context_menu
from app.ui.widgets.tool_row import ToolRow
from app.wording.ui.robot import GoalsWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.graphs import Graphs
    from app.session.topics import Topics

# goals shown of each action; a robot reports those that ended only for a few seconds
MAX_GOALS: Final = 20

_ACTION: Final = int(Qt.ItemDataRole.UserRole)
_GOAL: Final = _ACTION + 1

# icon of each state and its colour
_SIGNS: Final = {
    GoalState.PENDING: ("waiting", "accent"),
    GoalState.ACTIVE: ("play", "accent"),
    GoalState.CANCELLING: ("pause", "warn"),
    GoalState.CANCELLED: ("level-info", "muted"),
    GoalState.SUCCEEDED: ("state-connected", "ok"),
    GoalState.ABORTED: ("level-error", "error"),
    GoalState.REJECTED: ("level-error", "error"),
    GoalState.LOST: ("topic-away", "error"),
}

# states in which a goal can still be cancelled
CANCELLABLE_STATES: Final = frozenset({GoalState.PENDING, GoalState.ACTIVE})

OWNER: Final = "goals"

_LAYOUT: Final = "goals"

# characters of a name where there is little room
_SHORT_NAME: Final = 14


class GoalTreeModel(QStandardItemModel):
    """Model of actions and goals. Columns: name, state, time, text."""

    def __init__(self, themes: Themes, parent: QObject | None = None) -> None:
        super().__init__(0, 4, parent)
        self._themes = themes
        self._rows: dict[str, QStandardItem] = {}
        self._goals: dict[str, dict[str, Goal]] = {}
        self.setHorizontalHeaderLabels(
            [
                say(GoalsWording.ACTION_AND_GOAL()),
                say(GoalsWording.STATE()),
                say(GoalsWording.SINCE()),
                say(GoalsWording.MESSAGE()),
            ]
        )
        themes.changed.connect(self._redraw)

    def remove_all(self) -> None:
        """Remove all rows, for another robot."""
        self.removeRows(0, self.rowCount())
        self._rows.clear()
        self._goals.clear()

    def set_actions(self, actions: Iterable[Action]) -> None:
        """Set the actions that there are now."""
        known = {action.name: action for action in actions}
        for name in self._rows.keys() - known.keys():
            self.removeRow(self._rows.pop(name).row())
            self._goals.pop(name, None)
        for name in sorted(known.keys() - self._rows.keys()):
            row = sum(1 for other in self._rows if other < name)
            item = self._item(name, name, "")
            item.setIcon(self._themes.icon("goal", "muted"))
            item.setToolTip(known[name].type_name or name)
            self._rows[name] = item
            self._goals[name] = {}
            self.insertRow(row, [item, _plain(), _plain(), _plain(known[name].type_name)])
            self._describe(name)

    def set_goals(self, action: str, goals: Goals) -> None:
        """Update the goals of an action."""
        known = self._goals.get(action)
        if known is None:
            return
        before = dict(known)
        for goal in goals.goals:
            known[goal.goal_id] = goal
        if known == before:
            return
        newest = sorted(known.values(), key=lambda goal: (goal.stamp_ns or 0, goal.goal_id), reverse=True)[:MAX_GOALS]
        self._goals[action] = {goal.goal_id: goal for goal in newest}
        self._show(action, newest)

    def action(self, index: QModelIndex) -> str:
        """Return the action that a row belongs to; empty for none."""
        return str(index.siblingAtColumn(0).data(_ACTION) or "") if index.isValid() else ""

    def goal(self, index: QModelIndex) -> Goal | None:
        """Return the goal of a row; None for the row of an action."""
        name = index.siblingAtColumn(0).data(_GOAL) if index.isValid() else None
        return self._goals.get(self.action(index), {}).get(str(name)) if name else None

    def goals(self, action: str) -> list[Goal]:
        """Return all known goals of an action."""
        return list(self._goals.get(action, {}).values())

    def index_of(self, action: str, goal_id: str = "") -> QModelIndex:
        """Return the index of an action, or of one of its goals."""
        item = self._rows.get(action)
        if item is None:
            return QModelIndex()
        below = (item.child(row) for row in range(item.rowCount()))
        return next((child.index() for child in below if child.data(_GOAL) == goal_id), item.index())

    # internals

    def _show(self, action: str, goals: list[Goal]) -> None:
        item = self._rows[action]
        shown = [str(item.child(row).data(_GOAL)) for row in range(item.rowCount())]
        if shown != [goal.goal_id for goal in goals]:
            item.removeRows(0, item.rowCount())
            for goal in goals:
                item.appendRow([self._item(goal.goal_id, action, goal.goal_id), _plain(), _plain(), _plain()])
        for row, goal in enumerate(goals):
            icon, role = _SIGNS[goal.state]
            state = item.child(row, 1)
            state.setText(goal_state_word(goal.state))
            state.setIcon(self._themes.icon(icon, role))
            state.setForeground(self._themes.current.color("text" if role in {"muted", "accent"} else role))
            if goal.stamp_ns is not None:
                item.child(row, 2).setText(format_stamp(goal.stamp_ns, with_date=False))
                item.child(row, 2).setToolTip(format_stamp(goal.stamp_ns))
            item.child(row, 3).setText(goal.text)
            item.child(row, 3).setToolTip(goal.text)
        self._describe(action)

    def _describe(self, action: str) -> None:
        count = sum(goal.state in CANCELLABLE_STATES for goal in self._goals[action].values())
        text = say(GoalsWording.UNDER_WAY(count=format_count(count)))
        self.item(self._rows[action].row(), 1).setText(text if count else say(GoalsWording.IDLE()))
        for column in (1, 3):
            self.item(self._rows[action].row(), column).setForeground(self._themes.current.color("muted"))

    def _item(self, text: str, action: str, goal_id: str) -> QStandardItem:
        item = _plain(text)
        item.setData(action, _ACTION)
        item.setData(goal_id, _GOAL)
        item.setToolTip(text)
        return item

    def _redraw(self) -> None:
        for action, item in self._rows.items():
            item.setIcon(self._themes.icon("goal", "muted"))
            self._show(action, list(self._goals[action].values()))


def goal_state_word(state: GoalState) -> str:
    """Return a state as a word for the operator."""
    return {
        GoalState.PENDING: say(GoalsWording.PENDING()),
        GoalState.ACTIVE: say(GoalsWording.ACTIVE()),
        GoalState.CANCELLING: say(GoalsWording.CANCELLING()),
        GoalState.CANCELLED: say(GoalsWording.CANCELLED()),
        GoalState.SUCCEEDED: say(GoalsWording.SUCCEEDED()),
        GoalState.ABORTED: say(GoalsWording.ABORTED()),
        GoalState.REJECTED: say(GoalsWording.REJECTED()),
        GoalState.LOST: say(GoalsWording.LOST()),
    }[state]


def _plain(text: str = "") -> QStandardItem:
    item = QStandardItem(text)
    item.setEditable(False)
    return item


class GoalsPanel(RobotPanel):
    """Goals panel. The status of actions is subscribed to only while it can be seen."""

    VIEW_KEYS: ClassVar[tuple[ViewKey, ...]] = (ViewKey("Del", GoalsWording.CANCEL_KEY),)

    def __init__(
        self,
        topics: Topics,
        graphs: Graphs,
        tools: RobotTools,
        show_topic: Callable[[TopicKey], None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(tools, "goal", parent)
        self._topics = topics
        self._graphs = graphs
        self._show_topic = show_topic
        self._revision = -1
        self._actions: tuple[Action, ...] = ()
        self._wanted: frozenset[TopicKey] = frozenset()
        self._numbers: dict[TopicKey, int] = {}
        self.model = GoalTreeModel(tools.themes, self)
        self.hint = ElidedLabel(say(GoalsWording.RECOGNISED()))
        self.hint.setProperty("muted", True)
        self.cancel_button = self.tool_button(say(GoalsWording.CANCEL_GOAL()), "", "disconnect")
        self.cancel_all_button = self.tool_button(say(GoalsWording.CANCEL_ALL()), "", "cancel-all")
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
            say(GoalsWording.HAS_NONE(name=name)),
            say(GoalsWording.NO_TASKS()),
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
        graph = self._graphs.graph(info.id)
        if graph is None or not graph.revision:
            self.show_waiting(info, say(GoalsWording.NONE_YET()))
            return
        if graph.revision != self._revision:
            self._revision = graph.revision
            self._actions = graph.actions
            self.model.set_actions(graph.actions)
        if not self._actions:
            self.show_nothing(
                say(GoalsWording.NONE()),
                say(GoalsWording.NONE_TIP()),
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
            self._topics.set_subscriptions(OWNER, keys)

    @override
    def show_lock(self) -> None:
        index = self.tree.currentIndex()
        goal, action = self.model.goal(index), self.model.action(index)
        some = any(known.state in CANCELLABLE_STATES for known in self.model.goals(action))
        self.cancel_button.setEnabled(self.allowed and goal is not None and goal.state in CANCELLABLE_STATES)
        self.cancel_all_button.setEnabled(self.allowed and bool(action) and some)
        self.cancel_button.setToolTip(self.locked_tip(say(GoalsWording.CANCEL_TIP(key=key_name("Del")))))
        self.cancel_all_button.setToolTip(self.locked_tip(say(GoalsWording.CANCEL_ALL_TIP())))

    @override
    def save(self) -> None:
        self._preferences.set_widget_state(_LAYOUT, self._columns.save_state())

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
        tree.setAccessibleName(say(GoalsWording.ACTIONS_AND_GOALS()))
        tree.setProperty("signs", True)
        tree.setModel(self.model)
        header = tree.header()
        size_columns(header, {0: 26, 1: 17, 2: 16})
        header.restoreState(self._preferences.widget_state(_LAYOUT))
        header.setStretchLastSection(False)
        header.setSectionResizeMode(3, QHeaderView.ResizeMode.Stretch)
        short = {0: "0" * _SHORT_NAME, 1: goal_state_word(GoalState.CANCELLING) + "000"}
        self._columns = ColumnHider(header, ColumnPriority(3, _SHORT_NAME // 2, (2, None), short=short))
        # new goals are to be seen
        self.model.rowsInserted.connect(lambda parent, _first, _last: tree.expand(parent))
        return tree

    def _lay_out(self) -> None:
        line = ToolRow()
        line.add(self.hint, 1)
        line.add_button(self.cancel_button)
        line.add_button(self.cancel_all_button)
        layout = QVBoxLayout(self.body)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(line)
        layout.addWidget(self.tree, 1)

    def _read(self, connection: str) -> None:
        changed = False
        for action in self._actions:
            key = TopicKey(connection, action.status_topic)
            topic = self._topics.store.get(key)
            message = topic.newest if topic is not None else None
            if message is None or message.number == self._numbers.get(key):
                continue
            self._numbers[key] = message.number
            if Role.GOALS not in message.schema.roles():
                continue
            try:
                goals = cast("Goals", message.schema.read(Role.GOALS, message.payload))
            except DecodeError:
                # the inspector shows what is wrong with the message
                continue
            self.model.set_goals(action.name, goals)
            changed = True
        if changed:
            self.show_lock()

    def _cancel(self, action: str, goal_id: str) -> None:
        async def ask(connection: str) -> None:
            await self._commands.cancel_goal(connection, action, goal_id, TIMEOUT_S)

        self.run(ask, f"cancel {goal_id or 'all'} of {action} of")

    def _go(self) -> None:
        action = self.model.action(self.tree.currentIndex())
        found = next((known for known in self._actions if known.name == action), None)
        if found is not None and self.connection is not None:
            self._show_topic(TopicKey(self.connection, found.status_topic))

    def _copy(self) -> None:
        index = self.tree.currentIndex()
        if index.isValid():
            QGuiApplication.clipboard().setText(str(index.siblingAtColumn(0).data()))

    def _show_menu(self, position: Any) -> None:
        if not self.tree.indexAt(position).isValid():
            return
        menu = context_menu(self)
        for button, text, do in (
            (self.cancel_button, say(GoalsWording.CANCEL_GOAL()), self.cancel),
            (self.cancel_all_button, say(GoalsWording.CANCEL_ALL()), self.cancel_all),
        ):
            add_entry(menu, text, do, enabled=button.isEnabled())
        menu.addSeparator()
        add_entry(menu, say(GoalsWording.COPY_NAME()), self._copy)
        add_entry(menu, say(GoalsWording.SHOW_TOPIC()), self._go)
        menu.popup(self.tree.viewport().mapToGlobal(position))
