"""What every view of a robot needs of its surroundings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from app.model.topic_store import TopicKey
from app.ui.command_lock import CommandLock
from app.ui.preferences import Preferences
from app.ui.session_view import SessionView, Spawn
from app.ui.theme import Themes

if TYPE_CHECKING:
    from app.session import ConnectionInfo


@dataclass(slots=True)
class RobotTools:
    """See the module.

    Attributes:
        lock: the one way to tell a robot anything.
        current: the robot in view, None if that can't be said.
        show_topic: goes to a topic.
    """

    session: SessionView
    spawn: Spawn
    lock: CommandLock
    themes: Themes
    preferences: Preferences
    current: Callable[[], str | None]
    show_topic: Callable[[TopicKey], None]
    _revision: int = -1
    _connections: tuple[ConnectionInfo, ...] = field(default=())

    @property
    def connections(self) -> tuple[ConnectionInfo, ...]:
        """Asked for only when they have changed: their totals are summed over all topics, and are not of now."""
        if self._revision != self.session.revision:
            self._revision = self.session.revision
            self._connections = self.session.connections
        return self._connections

    def choose(self, has: Callable[[ConnectionInfo], bool]) -> ConnectionInfo | None:
        """The robot in view; if that can't be said the first that has what is looked for, or else the first."""
        known = self.connections
        current = self.current()
        for info in known:
            if info.id == current:
                return info
        return next((info for info in known if has(info)), known[0] if known else None)
