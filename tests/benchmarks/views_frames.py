"""What is seen of a window: its frames, and how old the pictures in them are."""

from __future__ import annotations

import itertools
import statistics
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

_PULSE: Final = 12


@dataclass(frozen=True, slots=True)
class Seen:
    """What was seen of a window while a span lasted.

    Attributes:
        elapsed_s: how long it was.
        frames: how often the window was painted, with all that was new; its pulse is new in every tick.
        longest_ms, p99_ms: from one of them to the next: at most, and of 99 in 100 at most.
        plots: how many plots were painted.
        pictures: how many different ones were painted.
        age_ms, worst_age_ms: from when a picture was sent to when it was on the screen: the median and the oldest.
        share: of a core, that the interface thread took.
    """

    elapsed_s: float
    frames: int
    longest_ms: float
    p99_ms: float
    plots: int
    pictures: int
    age_ms: float
    worst_age_ms: float
    share: float

    @property
    def frames_hz(self) -> float:
        """Frames per second."""
        return self.frames / self.elapsed_s


class Frames:
    """Notes the frames of a window; make it in the interface thread.

    Its owner calls `end` when the window was painted and what was painted is on the screen; what was painted is told by
    the others meanwhile. `begin` and `seen` are for any thread: a window that is too busy can't say so itself.
    """

    def __init__(self) -> None:
        self._clock = time.pthread_getcpuclockid(threading.get_ident())
        self._times: list[float] = []
        self._ages_s: list[float] = []
        self._beaten = False
        self._plots = 0
        self._sent_ns: int | None = None
        self._began = self._cpu = 0.0
        self.begin()

    def beat(self) -> None:
        """The pulse is painted."""
        self._beaten = True

    def plot(self) -> None:
        """A plot is painted."""
        self._plots += 1

    def picture(self, sent_ns: int) -> None:
        """A picture is painted that was not before."""
        self._sent_ns = sent_ns

    def end(self) -> None:
        """All of it is on the screen."""
        now_ns = time.monotonic_ns()
        if self._sent_ns is not None:
            self._ages_s.append((now_ns - self._sent_ns) * 1e-9)
            self._sent_ns = None
        if self._beaten:
            self._beaten = False
            self._times.append(now_ns * 1e-9)

    def begin(self) -> None:
        """Another span begins."""
        self._times, self._ages_s, self._plots = [], [], 0
        self._began, self._cpu = time.monotonic(), time.clock_gettime(self._clock)

    def seen(self) -> Seen:
        """What was seen since `begin`."""
        now, cpu = time.monotonic(), time.clock_gettime(self._clock)
        elapsed = now - self._began
        times = [self._began, *self._times.copy(), now]
        # where none was painted for all of the time, no age is known but that it is greater
        ages = self._ages_s.copy() or [elapsed]
        gaps_s = sorted(after - before for before, after in itertools.pairwise(times))
        return Seen(
            elapsed,
            len(times) - 2,
            1e3 * gaps_s[-1],
            1e3 * gaps_s[len(gaps_s) * 99 // 100],
            self._plots,
            len(self._ages_s),
            1e3 * statistics.median(ages),
            1e3 * max(ages),
            (cpu - self._cpu) / elapsed,
        )


class Pulse(QWidget):
    """A small thing in a corner of a window that is new whenever it is refreshed, as what moves on the screen is."""

    def __init__(self, parent: QWidget, on_paint: Callable[[], None]) -> None:
        super().__init__(parent)
        self._on_paint = on_paint
        self._number = 0
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setGeometry(parent.width() - _PULSE, parent.height() - _PULSE, _PULSE, _PULSE)
        self.show()
        self.raise_()

    def can_be_seen(self) -> bool:
        """See refresh.View."""
        return True

    def refresh(self, _now: float) -> None:
        """See refresh.View."""
        self._number += 1
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """See QWidget."""
        del event
        self._on_paint()
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor.fromHsv(self._number % 360, 120, 200))
        painter.end()


class Paints(QObject):
    """Calls a function when a widget is about to be painted."""

    def __init__(self, widget: QWidget, on_paint: Callable[[], None]) -> None:
        super().__init__(widget)
        self._on_paint = on_paint
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """See QObject."""
        if event.type() == QEvent.Type.Paint:
            self._on_paint()
        return super().eventFilter(watched, event)
