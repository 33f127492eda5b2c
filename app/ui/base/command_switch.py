"""The switch by which the operator allows commands to a robot, and the signals that end what moves one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction

from app.ui.base.action_base import with_key
from app.ui.base.theme import Themes

if TYPE_CHECKING:
    # importing it at run time would load what the first window does not need
    from app.session.commands import Commands


class CommandSwitch(QObject):
    """The switch of the lock in `Commands`, for all robots. Its action is for the current robot.

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
        commands: Commands,
        action: QAction,
        themes: Themes,
        current: Callable[[], str | None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._commands = commands
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

    def allow(self, connection_id: str, allowed: bool) -> None:  # noqa: FBT001 - a slot
        """Allow commands to a robot, or no longer."""
        self._commands.allow(connection_id, allowed=allowed)
        self._show()
        self.changed.emit()

    def with_key(self, text: str) -> str:
        """Return a text with the key behind it by which commands are allowed."""
        return with_key(text, self._action)

    @property
    def moves(self) -> bool:
        """Whether a robot is being moved by a published message, rather than from the drive panel."""
        return bool(self._movers)

    def is_only_mover(self, mover: QObject) -> bool:
        """Whether nothing else than `mover` moves a robot."""
        return self._movers == {mover}

    def set_moving(self, mover: QObject, *, moves: bool) -> None:
        """Record whether a publisher moves a robot, so that STOP is for that motion, too."""
        before = self.moves
        if moves:
            self._movers.add(mover)
        else:
            self._movers.discard(mover)
        if self.moves != before:
            self.moving_changed.emit()

    def _allow_current(self, allowed: bool) -> None:  # noqa: FBT001 - a slot
        current = self._current()
        if current is not None:
            self.allow(current, allowed)

    def _show(self) -> None:
        current = self._current()
        allowed = current is not None and self._commands.allows(current)
        icon = self._themes.icon("unlock" if allowed else "lock", "warn" if allowed else "muted")
        if self._action.isChecked() != allowed:
            self._action.setChecked(allowed)
        if self._action.isEnabled() != (current is not None):
            self._action.setEnabled(current is not None)
        if icon.cacheKey() != self._action.icon().cacheKey():
            self._action.setIcon(icon)
