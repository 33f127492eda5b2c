"""The actions of a robot as a tree: below each its goals, newest first, including those that have ended."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QModelIndex, QObject, Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel

from app.model.graph import Action
from app.model.messages.values import Goal, Goals, GoalState
from app.ui.base.text import format_count, format_stamp, translate
from app.ui.base.theme import Themes

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


class GoalTreeModel(QStandardItemModel):
    """Model of actions and goals. Columns: name, state, time, text."""

    def __init__(self, themes: Themes, parent: QObject | None = None) -> None:
        super().__init__(0, 4, parent)
        self._themes = themes
        self._rows: dict[str, QStandardItem] = {}
        self._goals: dict[str, dict[str, Goal]] = {}
        self.setHorizontalHeaderLabels(
            [
                translate("Goals", "Action and goal"),
                translate("Goals", "State"),
                translate("Goals", "Since"),
                translate("Goals", "What it says"),
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
        text = translate("Goals", "{count} under way").format(count=format_count(count))
        self.item(self._rows[action].row(), 1).setText(text if count else translate("Goals", "idle"))
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
        GoalState.PENDING: translate("Goals", "Pending"),
        GoalState.ACTIVE: translate("Goals", "Active"),
        GoalState.CANCELLING: translate("Goals", "Cancelling"),
        GoalState.CANCELLED: translate("Goals", "Cancelled"),
        GoalState.SUCCEEDED: translate("Goals", "Succeeded"),
        GoalState.ABORTED: translate("Goals", "Aborted"),
        GoalState.REJECTED: translate("Goals", "Rejected"),
        GoalState.LOST: translate("Goals", "Lost"),
    }[state]


def _plain(text: str = "") -> QStandardItem:
    item = QStandardItem(text)
    item.setEditable(False)
    return item
