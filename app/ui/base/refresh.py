"""The timer that refreshes every view, each at its own rate, and only while it can be seen."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Protocol

from PySide6.QtCore import QObject, Qt, QTimer

_LOGGER = logging.getLogger(__name__)

# a frame at 60 Hz, in the whole milliseconds that a timer takes
TICK_MS = 16

# views of messages may follow every frame; figures are read by people, who can't read faster
DATA_INTERVAL_S = 0.0
STATISTICS_INTERVAL_S = 0.2

# starts a named coroutine on the loop of the interface
Spawn = Callable[[Coroutine[Any, Any, None], str], object]


class RefreshedView(Protocol):
    """A view that can be refreshed."""

    def can_be_seen(self) -> bool:
        """Whether a refresh would be visible."""

    def refresh(self, now: float) -> None:
        """Show what changed; `now` is monotonic, in seconds."""


@dataclass(slots=True)
class _Entry:
    view: RefreshedView
    interval_s: float
    due_s: float = 0.0
    broken: bool = False


class Refresher(QObject):
    """Calls views that are due. A view that raises is logged once and left out; the others continue."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._entries: list[_Entry] = []
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self.tick)

    def add(self, view: RefreshedView, interval_s: float) -> None:
        """Refresh `view` every `interval_s` seconds, at most once a tick."""
        self._entries.append(_Entry(view, interval_s))

    def start(self) -> None:
        """Start the timer."""
        self._timer.start()

    def stop(self) -> None:
        """Stop the timer; may be called twice."""
        self._timer.stop()

    def tick(self) -> None:
        """Refresh every view that is due and can be seen. A view that was hidden is due at once when it is shown."""
        now = self._clock()
        for entry in self._entries:
            if entry.broken or now < entry.due_s or not entry.view.can_be_seen():
                continue
            # each view keeps its own beat, but a late tick is not made up for
            entry.due_s = max(entry.due_s + entry.interval_s, now + entry.interval_s / 2)
            try:
                entry.view.refresh(now)
            except Exception:
                entry.broken = True
                _LOGGER.exception("%s can't be refreshed and stays as it is", type(entry.view).__name__)
