"""The tools that every view of a robot needs from the window."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from app.model.topics import TopicKey
from app.session.connection_info import ConnectionInfo
from app.ui.base.command_lock import CommandLock
from app.ui.base.preferences import Preferences
from app.ui.base.refresh import Spawn
from app.ui.base.theme import Themes

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.session import Session


@dataclass(slots=True)
class RobotTools:
    """Tools of views.

    Attributes:
        lock: the one way to send commands to a robot.
        current: returns the robot in view, None if there is no single one.
        show_topic: selects a topic.
    """

    session: Session
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
        """The connections, read only when changed: their totals are summed over all topics, and not current."""
        if self._revision != self.session.links.revision:
            self._revision = self.session.links.revision
            self._connections = self.session.links.connections
        return self._connections

    def choose(self, has: Callable[[ConnectionInfo], bool]) -> ConnectionInfo | None:
        """Return the robot in view; else the first for which `has` is true, or else the first."""
        known = self.connections
        current = self.current()
        for info in known:
            if info.id == current:
                return info
        return next((info for info in known if has(info)), known[0] if known else None)
