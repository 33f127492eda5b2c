"""The lock that holds back every command of the window until the operator has allowed commands to that robot.

It is the one way from the window to a robot: a view that has a command calls the lock, never the session.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction

from app.model.graph import Parameter
from app.model.topics import TopicKey
from app.model.world import WorldCommand
from app.session.errors import SessionError
from app.ui.base.text import translate
from app.ui.base.theme import Themes

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.publisher import PublisherHandle
    from app.session.session import Session


class CommandLock(QObject):
    """Command lock for all robots, locked at first and again when Teledeck ends. Its action is for the current robot.

    Signals:
        changed: commands were allowed to a robot, or no longer.
        stopped: STOP was pressed, or the program ends: a publisher that moves a robot ends its motion.
        moving_changed: `moves` has changed.
    """

    changed = Signal()
    stopped = Signal()
    moving_changed = Signal()

    def __init__(
        self,
        session: Session,
        action: QAction,
        themes: Themes,
        current: Callable[[], str | None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._action = action
        self._themes = themes
        self._current = current
        self._movers: set[QObject] = set()
        action.triggered.connect(self._allow_current)
        themes.changed.connect(self._show)
        self._show()

    def can_be_seen(self) -> bool:
        """Always true: the action is in menus and has a key."""
        return True

    def refresh(self, now: float) -> None:
        """Show the lock of the current robot, which may have changed."""
        del now
        self._show()

    def allows(self, connection_id: str) -> bool:
        """Whether commands are allowed to a robot."""
        return self._session.commands.allows(connection_id)

    def allow(self, connection_id: str, allowed: bool) -> None:  # noqa: FBT001 - a slot
        """Allow commands to a robot, or no longer."""
        self._session.commands.allow(connection_id, allowed=allowed)
        self._show()
        self.changed.emit()

    @property
    def moves(self) -> bool:
        """Whether a robot is being moved by a published message, rather than from the drive panel."""
        return bool(self._movers)

    def set_moving(self, mover: QObject, *, moves: bool) -> None:
        """Record whether a publisher moves a robot, so that STOP is for that motion, too."""
        before = self.moves
        if moves:
            self._movers.add(mover)
        else:
            self._movers.discard(mover)
        if self.moves != before:
            self.moving_changed.emit()

    async def control_world(self, connection_id: str, command: WorldCommand) -> None:
        """Send a command to a simulated world.

        Raises:
            SessionError: the robot is locked, or the command failed; so do all methods below.
        """
        self._check(connection_id)
        await self._session.commands.control_world(connection_id, command)

    async def call_service(
        self, connection_id: str, name: str, request: Mapping[str, Any], timeout_s: float
    ) -> Mapping[str, Any]:
        """Call a service, and return its response."""
        self._check(connection_id)
        return await self._session.commands.call_service(connection_id, name, request, timeout_s)

    async def set_parameter(self, connection_id: str, key: str, value: Parameter, timeout_s: float) -> None:
        """Set a parameter."""
        self._check(connection_id)
        await self._session.commands.set_parameter(connection_id, key, value, timeout_s)

    async def delete_parameter(self, connection_id: str, key: str, timeout_s: float) -> None:
        """Delete a parameter, or everything below a namespace."""
        self._check(connection_id)
        await self._session.commands.delete_parameter(connection_id, key, timeout_s)

    async def cancel_goal(self, connection_id: str, action: str, goal_id: str, timeout_s: float) -> None:
        """Ask an action to cancel a goal, or all of its goals if `goal_id` is empty."""
        self._check(connection_id)
        await self._session.commands.cancel_goal(connection_id, action, goal_id, timeout_s)

    async def advertise(self, key: TopicKey, type_name: str, timeout_s: float) -> PublisherHandle:
        """Start to publish a topic. The publisher checks `allows` again before every message."""
        self._check(key.connection)
        return await self._session.commands.advertise(key, type_name, timeout_s)

    def _check(self, connection_id: str) -> None:
        if not self.allows(connection_id):
            raise SessionError(
                translate("Lock", "{name} is only looked at").format(name=connection_id),
                translate("Lock", "Allow commands to it first."),
            )

    def _allow_current(self, allowed: bool) -> None:  # noqa: FBT001 - a slot
        current = self._current()
        if current is not None:
            self.allow(current, allowed)

    def _show(self) -> None:
        current = self._current()
        allowed = current is not None and self.allows(current)
        icon = self._themes.icon("unlock" if allowed else "lock", "warn" if allowed else "muted")
        if self._action.isChecked() != allowed:
            self._action.setChecked(allowed)
        if self._action.isEnabled() != (current is not None):
            self._action.setEnabled(current is not None)
        if icon.cacheKey() != self._action.icon().cacheKey():
            self._action.setIcon(icon)
