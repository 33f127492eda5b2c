"""Events on the time bar: each kind has a sign of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, Protocol

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPen, QPolygonF

from app.model.time_contents import TimeEvent, TimeEventKind
from app.ui.base.refresh import Spawn
from app.ui.base.text import format_stamp, say
from app.ui.base.theme import Theme
from app.wording.ui.playback import PlaybackBarWording

if TYPE_CHECKING:
    from app.record.incidents import Incident, IncidentFolder

# pixels: half of a sign
SIGN: Final = 5
# how near the pointer must be
_NEAR: Final = 6
# a tip with more is not read
_MOST_TOLD: Final = 8
_READ_S: Final = 5.0
_OCTAGON: Final = ((-1, -0.4), (-0.4, -1), (0.4, -1), (1, -0.4), (1, 0.4), (0.4, 1), (-0.4, 1), (-1, 0.4))
_FORMS: Final = {
    TimeEventKind.ALERT: (((0, -1), (1, 0.9), (-1, 0.9)), "warn"),
    TimeEventKind.STOP: (_OCTAGON, "error"),
    TimeEventKind.INCIDENT: (((0, -1), (1, 0), (0, 1), (-1, 0)), "accent"),
}
_TOLD: Final = {
    TimeEventKind.ALERT: PlaybackBarWording.ALERT_AT,
    TimeEventKind.STOP: PlaybackBarWording.STOP_AT,
    TimeEventKind.INCIDENT: PlaybackBarWording.INCIDENT_AT,
}


def draw_event(painter: QPainter, theme: Theme, kind: TimeEventKind, x: float, y: float) -> None:
    """Draw the sign of a kind around a place."""
    form, color = _FORMS[kind]
    painter.setPen(QPen(theme.color("base"), 1))
    painter.setBrush(theme.color(color))
    painter.drawPolygon(QPolygonF([QPointF(x + SIGN * dx, y + SIGN * dy) for dx, dy in form]))


def told_near(events: Sequence[TimeEvent], x: float, x_of: Callable[[int], float]) -> list[str]:
    """Return what has happened near a pixel column, a line each."""
    near = [event for event in events if abs(x_of(event.time_ns) - x) <= _NEAR]
    lines = [say(_TOLD[event.kind](time=format_stamp(event.time_ns), text=event.text)) for event in near[:_MOST_TOLD]]
    return (
        lines
        if len(near) <= _MOST_TOLD
        else [*lines, say(PlaybackBarWording.MORE_EVENTS(count=len(near) - len(lines)))]
    )


class EventBar(Protocol):
    """A bar that shows incidents.

    Attributes:
        incidents: those that are known, in the order of time.
    """

    incidents: tuple[TimeEvent, ...]

    def isVisible(self) -> bool:
        """Whether it is on screen."""


class IncidentTimes:
    """Has a bar show the incidents of this user, which are read in a thread. A `RefreshedView` of the refresher."""

    def __init__(self, folder: Callable[[], IncidentFolder], spawn: Spawn, bar: EventBar) -> None:
        self._folder = folder
        self._spawn = spawn
        self._bar = bar
        self._read_s = float("-inf")

    def can_be_seen(self) -> bool:
        """Whether the bar is on screen."""
        return self._bar.isVisible()

    def refresh(self, now: float) -> None:
        """Read the folder from time to time; `now` is monotonic, in seconds."""
        if now - self._read_s >= _READ_S:
            self._read_s = now
            self._spawn(self._read(), "read incidents")

    async def _read(self) -> None:
        found = tuple(map(_event_of, reversed(await asyncio.to_thread(self._folder().list))))
        if found != self._bar.incidents:
            self._bar.incidents = found


def _event_of(incident: Incident) -> TimeEvent:
    return TimeEvent(incident.facts.time_ns, TimeEventKind.INCIDENT, incident.facts.words)
