"""The timer that refreshes every view, each at its own rate, and only while it can be seen."""

from __future__ import annotations

import itertools
import logging
import math
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QDockWidget, QWidget

from app.model.alerts import Alert, Severity
from app.wording.ui.widgets import WidgetsWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.alerts import SessionAlerts

_LOGGER = logging.getLogger(__name__)

# a frame at 60 Hz, in the whole milliseconds that a timer takes
TICK_MS = 16

# views of messages may follow every frame; figures are read by people, who can't read faster
DATA_INTERVAL_S = 0.0
STATISTICS_INTERVAL_S = 0.2

# so long figures wait for what comes first, and no longer
PUT_OFF_S: Final = 0.5

# a view that failed twice in a row is tried again so often, and it is well again after so long without a failure
RETRY_S: Final = 1.0
WELL_AFTER_S: Final = 5.0

# between two ticks; after a longer time the window has stood still
FROZEN_S: Final = 0.25

# starts a named coroutine on the loop of the interface
Spawn = Callable[[Coroutine[Any, Any, None], str], object]


class RefreshedView(Protocol):
    """A view that can be refreshed."""

    def can_be_seen(self) -> bool:
        """Whether a refresh would be visible."""

    def refresh(self, now: float) -> None:
        """Show what changed; `now` is monotonic, in seconds."""


@dataclass(slots=True)
class _Failing:
    """Failures of a view.

    Attributes:
        key: that of its alert.
        last_s: when it failed last.
        next_s: when it is tried again at the earliest.
        is_told: whether there is an alert.
    """

    key: str
    last_s: float = -math.inf
    next_s: float = -math.inf
    is_told: bool = False


class RefreshFaults:
    """Refreshes views that may fail: a failure costs one refresh, and a view that fails again waits for a second.

    Each kind of error is logged once with its traceback, and then counted: the tenth, hundredth, … is a line in the
    log. An alert tells of a view that failed again; it is cleared once the view is well, or can't be seen any more.
    """

    def __init__(self) -> None:
        self._alerts: SessionAlerts | None = None
        self._failing: dict[object, _Failing] = {}
        self._counts: Counter[tuple[object, ...]] = Counter()
        self._numbers = itertools.count(1)

    def report_to(self, alerts: SessionAlerts) -> None:
        """Raise alerts from now on."""
        self._alerts = alerts

    def attempt(self, view: Any, now: float, refresh: Callable[[float], object] | None = None) -> None:
        """Refresh a view, or something else that may fail by `refresh`, unless it has to wait; never raises."""
        if self._failing and view in self._failing and now < self._failing[view].next_s:
            return
        try:
            (refresh or view.refresh)(now)
        except Exception as error:  # noqa: BLE001 - a view may fail in any way
            self._note(view, error, now)

    def clear_past(self, now: float) -> None:
        """Clear the alerts of views that did not fail for a while."""
        for view, failing in tuple(self._failing.items()):
            if now - failing.last_s >= WELL_AFTER_S:
                self._clear(view, failing)

    def clear_all(self) -> None:
        """Clear all alerts: nothing is refreshed any more."""
        for view, failing in tuple(self._failing.items()):
            self._clear(view, failing)

    def _clear(self, view: object, failing: _Failing) -> None:
        del self._failing[view]
        if failing.is_told and self._alerts is not None:
            self._alerts.clear(failing.key)

    def _note(self, view: object, error: Exception, now: float) -> None:
        failing = self._failing.get(view)
        if failing is None:
            failing = self._failing[view] = _Failing(f"view {next(self._numbers)}")
        is_again = now - failing.last_s < 2 * RETRY_S
        # the next message may be a good one
        failing.next_s = now + RETRY_S if is_again else now
        failing.last_s = now
        self._log(view, error)
        if is_again and self._alerts is not None:
            failing.is_told = True
            text = WidgetsWording.VIEW_FAILED(view=_title(view), error=type(error).__name__)
            tip = WidgetsWording.VIEW_FAILED_TIP()
            self._alerts.raise_alert(Alert(failing.key, Severity.WARNING, "Teledeck", text, tip, time.time_ns()))

    def _log(self, view: object, error: Exception) -> None:
        step = error.__traceback__
        while step is not None and step.tb_next is not None:
            step = step.tb_next
        place = (step.tb_frame.f_code.co_filename, step.tb_lineno) if step is not None else ()
        kind = (type(view), type(error), place)
        self._counts[kind] += 1
        count = self._counts[kind]
        name = type(view).__name__
        if count == 1:
            _LOGGER.error("%s can't be refreshed", name, exc_info=error)
        elif count == 10 ** round(math.log10(count)):
            _LOGGER.error("%s can't be refreshed: %s, %d times by now", name, type(error).__name__, count)


def _title(view: object) -> str:
    """Return the title of the dock that a view is in, or else the name of its class."""
    widget = view if isinstance(view, QWidget) else None
    while widget is not None and not isinstance(widget, QDockWidget):
        widget = widget.parentWidget()
    return widget.windowTitle() if widget is not None else type(view).__name__


@dataclass(slots=True)
class _Entry:
    view: RefreshedView
    interval_s: float
    is_held: bool
    due_s: float = 0.0


class Refresher(QObject):
    """Calls views that are due. A view that raises stops neither the others nor its own next refresh.

    Attributes:
        faults: what becomes of those that raise.
        hurries: returns whether other views come before those of figures.
        holds: returns whether what views of messages show is about to be replaced, so that they wait for that.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.faults = RefreshFaults()
        self.hurries: Callable[[], bool] = lambda: False
        self.holds: Callable[[], bool] = lambda: False
        self._clock = clock
        self._entries: list[_Entry] = []
        # when the last tick was; None while there are none
        self._ticked_s: float | None = None
        self._freezes = 0, 0.0
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self.tick)

    def add(self, view: RefreshedView, interval_s: float, *, is_held: bool = True) -> None:
        """Refresh `view` every `interval_s` seconds, at most once a tick; without `is_held` also while `holds`."""
        self._entries.append(_Entry(view, interval_s, is_held and interval_s == DATA_INTERVAL_S))

    def start(self) -> None:
        """Start the timer."""
        self._ticked_s = self._clock()
        self._timer.start()

    def hasten(self) -> None:
        """Have a tick now instead of the next one, and go on from it; nothing while the timer stands."""
        if self._timer.isActive():
            self._timer.start()
            self.tick()

    def stop(self) -> None:
        """Stop the timer, and clear the alerts of views; may be called twice."""
        self._timer.stop()
        self._ticked_s = None
        self.faults.clear_all()

    def freezes(self) -> dict[str, object]:
        """Return whether the window stands still, how often it did before, and how long the last time; any thread."""
        ticked_s, (count, last_s) = self._ticked_s, self._freezes
        is_frozen = ticked_s is not None and self._clock() - ticked_s >= FROZEN_S
        return {"frozen": is_frozen, "freezes": count, "last_s": round(last_s, 3)}

    def tick(self) -> None:
        """Refresh every view that is due and can be seen. A view that was hidden is due at once when it is shown."""
        now = self._clock()
        if self._ticked_s is not None:
            if now - self._ticked_s >= FROZEN_S:
                self._freezes = self._freezes[0] + 1, now - self._ticked_s
            self._ticked_s = now
        self.faults.clear_past(now)
        put_off_s = PUT_OFF_S if self.hurries() else 0.0
        holds = self.holds()
        for entry in self._entries:
            if holds and entry.is_held:
                continue
            due_s = entry.due_s + (put_off_s if entry.interval_s >= STATISTICS_INTERVAL_S else 0.0)
            if now < due_s or not entry.view.can_be_seen():
                continue
            # each view keeps its own beat, but a late tick is not made up for
            entry.due_s = max(entry.due_s + entry.interval_s, now + entry.interval_s / 2)
            self.faults.attempt(entry.view, now)
