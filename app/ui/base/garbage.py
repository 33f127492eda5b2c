"""Garbage collection in the thread of the interface alone.

Python collects cycles in whichever thread has just made an object. Widgets, actions and timers are often part of
cycles, by the lambdas that their signals call; Qt may delete none of them in another thread than its own: a timer would
go on, and a widget that is being painted would end the program with a segmentation fault.
"""

from __future__ import annotations

import gc
from typing import Final

from PySide6.QtCore import QObject, QTimer

INTERVAL_MS: Final = 250

# the last generation has all that was not frozen, and takes long
OLDEST_EVERY_S: Final = 30.0


class GarbageCollector(QObject):
    """Collector of garbage in place of Python's own, which is off from the making of this to `stop`.

    Make it in the thread of the interface. It looks at Python's counts and thresholds, a few times a second.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._was_enabled = gc.isenabled()
        gc.disable()
        self._since_oldest_ms = 0
        self._timer = QTimer(self, interval=INTERVAL_MS)
        self._timer.timeout.connect(self.collect_if_due)
        self._timer.start()

    def collect_if_due(self) -> None:
        """Collect the oldest generation that is due, and with it all younger ones."""
        self._since_oldest_ms += INTERVAL_MS
        due = [count > threshold for count, threshold in zip(gc.get_count(), gc.get_threshold(), strict=True)]
        if due[2] and self._since_oldest_ms >= OLDEST_EVERY_S * 1e3:
            self._since_oldest_ms = 0
            gc.collect(2)
        elif due[1]:
            gc.collect(1)
        elif due[0]:
            gc.collect(0)

    def stop(self) -> None:
        """Give the collection back to Python."""
        self._timer.stop()
        if self._was_enabled:
            gc.enable()
