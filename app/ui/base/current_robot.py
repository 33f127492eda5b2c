"""The robot in view, for the panels that follow it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from app.session.connection_info import ConnectionInfo

if TYPE_CHECKING:
    # importing it at run time would load what the first window does not need
    from app.session.links import Links


class CurrentRobot:
    """The robot in view, among all that are connected.

    Attributes:
        current: returns the robot in view, None if there is no single one.
    """

    def __init__(self, links: Links, current: Callable[[], str | None]) -> None:
        self.current = current
        self._links = links
        self._revision = -1
        self._connections: tuple[ConnectionInfo, ...] = ()

    @property
    def connections(self) -> tuple[ConnectionInfo, ...]:
        """The connections, read only when changed."""
        if self._revision != self._links.revision:
            self._revision = self._links.revision
            self._connections = self._links.connections
        return self._connections

    def as_shown(self, info: ConnectionInfo) -> ConnectionInfo:
        """Return what is known of a robot with its state at the time that views show."""
        if self._links.past() is None:
            return info
        return next((shown for shown in self._links.shown if shown.id == info.id), info)

    def choose(self, has: Callable[[ConnectionInfo], bool]) -> ConnectionInfo | None:
        """Return the robot in view; else the first for which `has` is true, or else the first."""
        known = self.connections
        current = self.current()
        for info in known:
            if info.id == current:
                return info
        return next((info for info in known if has(info)), known[0] if known else None)
