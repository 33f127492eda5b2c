"""Holds back all by which the window tells a robot something, until the operator has allowed it for that robot.

It is the one way from the window to a robot: a view that has something to tell calls the lock, never the session.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction

from app.model.graph import Parameter
from app.model.topic_store import TopicKey
from app.model.world import WorldCommand
from app.ui.session_view import PublisherView, SessionView
from app.ui.text import translate
from app.ui.theme import Themes


class CommandLock(QObject):
    """Locked for every robot at first, and again when Teledeck ends. Its action is for the current robot.

    Signals:
        changed: commands were allowed to a robot, or no longer.
        stopped: STOP, or the end of the program: whoever moves a robot by publishing ends it.
        moving_changed: see `moves`.

    """

    changed = Signal()
    stopped = Signal()
    moving_changed = Signal()

    def __init__(
        self,
        session: SessionView,
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
        """See `refresh.View`: its action is in menus and has a key."""
        return True

    def refresh(self, now: float) -> None:
        """See `refresh.View`: the current robot may be another one."""
        del now
        self._show()

    def allows(self, connection_id: str) -> bool:
        """Whether a robot may be told something."""
        return self._session.unlocked(connection_id)

    def allow(self, connection_id: str, allowed: bool) -> None:  # noqa: FBT001 - a slot
        """Let a robot be told something, or no longer."""
        self._session.set_unlocked(connection_id, unlocked=allowed)
        self._show()
        self.changed.emit()

    @property
    def moves(self) -> bool:
        """Whether a robot is being moved by what is published, and not from the drive panel."""
        return bool(self._movers)

    def set_moving(self, mover: QObject, *, moves: bool) -> None:
        """One that publishes moves a robot by it, or no longer: STOP is for that, too."""
        before = self.moves
        if moves:
            self._movers.add(mover)
        else:
            self._movers.discard(mover)
        if self.moves != before:
            self.moving_changed.emit()

    async def control_world(self, connection_id: str, command: WorldCommand) -> None:
        """Tell a world something. Raises SessionError if it is locked or can't be told; so do all below."""
        self._check(connection_id)
        await self._session.control_world(connection_id, command)

    async def call_service(
        self, connection_id: str, name: str, request: Mapping[str, Any], timeout_s: float
    ) -> Mapping[str, Any]:
        """Call a service; what it answered."""
        self._check(connection_id)
        return await self._session.graphs.call_service(connection_id, name, request, timeout_s)

    async def set_parameter(self, connection_id: str, key: str, value: Parameter, timeout_s: float) -> None:
        """Set a parameter."""
        self._check(connection_id)
        await self._session.graphs.set_parameter(connection_id, key, value, timeout_s)

    async def delete_parameter(self, connection_id: str, key: str, timeout_s: float) -> None:
        """Delete a parameter, or everything below a namespace."""
        self._check(connection_id)
        await self._session.graphs.delete_parameter(connection_id, key, timeout_s)

    async def cancel_goal(self, connection_id: str, action: str, goal_id: str, timeout_s: float) -> None:
        """Ask an action to give up a goal; all of its goals if `goal_id` is empty."""
        self._check(connection_id)
        await self._session.graphs.cancel_goal(connection_id, action, goal_id, timeout_s)

    async def advertise(self, key: TopicKey, type_name: str, timeout_s: float) -> PublisherView:
        """Begin to publish a topic. Who publishes asks `allows` again before every message."""
        self._check(key.connection)
        return await self._session.advertise(key, type_name, timeout_s)

    def _check(self, connection_id: str) -> None:
        from app.session_errors import SessionError  # noqa: PLC0415 - not needed to be seen

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
