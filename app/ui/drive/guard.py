"""Watches over the whole application while something can be driven: Space stops, and a window that is away disarms."""

from __future__ import annotations

import time
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from typing import Final

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QGuiApplication, QInputMethodEvent, QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

from app.drive.values import Reason
from app.ui.drive.pilot import Pilot
from app.ui.drive.places import SPACES, places_of, stroke_of
from app.ui.drive.stop_reach import PRESSES, StopReach

_KEYS: Final = frozenset({QEvent.Type.KeyPress, QEvent.Type.KeyRelease, QEvent.Type.ShortcutOverride})
# a key that is held looks let go and pressed again where the system is too busy to tell that it repeats, and whoever is
# frightened presses it again and again
_STILL_S: Final = 1.0
_AWAY: Final = frozenset({QEvent.Type.WindowDeactivate, QEvent.Type.WindowBlocked})


class DriveGuard(QObject):
    """See the module. It filters events, and is no shortcut: those work in one window, and not below a dialog.

    While the robot moves, may move, or may be moved by the next push, Space stops wherever the keys are: in a text
    field, on a button, in a dialog. What was being typed does not get it, nor its repetitions, nor those that follow
    within a second. At all other times it is a key as any other, but on the stick and where nothing has the keys: there
    it stops, too. Space is the key in its place, whatever it writes with Shift, Ctrl, Alt or AltGr by the layout of
    now; and a space that an input method writes.

    One that nobody tells us of, for an input method or another program keeps it for itself, stops where the system
    tells that the key is down; in a text field it has done its work there by then.

    While something is dragged it stops as well, and nothing is held. The mouse reaches STOP always: see `StopReach`.

    Only while something is driven does it look at the events of the whole application.
    """

    def __init__(self, pilot: Pilot, window: QWidget, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(window)
        self._clock = clock
        self._pilot = pilot
        self._window = window
        self._reach = StopReach(pilot.stop)
        self._watching = False
        self._eating = False
        self._eaten_at = 0.0
        # while it is down
        self._stopped_by_it = False
        pilot.chosen.connect(self._follow)
        # one that was left may be moving still
        pilot.looked.connect(self._follow)

    def close(self) -> None:
        """Watch no more."""
        self._watch(watching=False)

    def see_keys(self, down: AbstractSet[int]) -> None:
        """The system tells the places of all keys that are down."""
        if places_of(QGuiApplication.platformName()).space not in down:
            self._stopped_by_it = False
            return
        # of the keys for another program's window we know nothing
        ours = QGuiApplication.focusWindow() is not None
        if self._watching and ours and not self._stopped_by_it and self._pilot.in_danger:
            self._stop(self._clock())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """See the class."""
        kind = event.type()
        if kind in _KEYS:
            return isinstance(event, QKeyEvent) and self._key(event)
        if kind == QEvent.Type.InputMethod:
            if isinstance(event, QInputMethodEvent):
                self._write(event)
        elif kind in PRESSES:
            return self._reach.take_press(watched, event)
        elif kind == QEvent.Type.Show:
            self._reach.take_shown(watched)
        elif kind == QEvent.Type.DragEnter:
            self._begin_drag()
        elif watched is self._window:
            self._window_changed(kind)
        return False

    # inside

    def _follow(self) -> None:
        self._watch(watching=self._pilot.can_stop)

    def _watch(self, *, watching: bool) -> None:
        app = QApplication.instance()
        if watching == self._watching or app is None:
            return
        self._watching, self._eating = watching, False
        self._reach.watch(watching=watching)
        if watching:
            app.installEventFilter(self)
        else:
            app.removeEventFilter(self)

    def _begin_drag(self) -> None:
        """Dragging takes all keys, a key's going up as well; and looks at them first, unless we do again."""
        self._pilot.let_go()
        app = QApplication.instance()
        if app is not None:
            app.installEventFilter(self)

    def _write(self, event: QInputMethodEvent) -> None:
        """A space that is written instead of a key: what was being composed goes on without it."""
        if not event.commitString() or not SPACES.issuperset(event.commitString()):
            return
        now = self._clock()
        self._eating = self._goes_on(now) or self._stops()
        if self._eating:
            self._stop(now)
            event.setCommitString("")

    def _stop(self, now: float) -> None:
        self._eating = self._stopped_by_it = True
        self._eaten_at = now
        self._pilot.stop()

    def _goes_on(self, now: float) -> bool:
        """Whether a Space belongs to one that has stopped."""
        return self._eating and now - self._eaten_at <= _STILL_S

    def _key(self, event: QKeyEvent) -> bool:
        stroke = stroke_of(event)
        if not stroke.is_space:
            return False
        now, repeated = self._clock(), stroke.repeated
        goes_on = self._goes_on(now) or (self._eating and repeated)
        if event.type() == QEvent.Type.KeyRelease:
            # the rest of what was eaten; of its repetitions each comes with a release
            return goes_on
        stops = goes_on or self._stops()
        if event.type() == QEvent.Type.KeyPress:
            if stops and not (goes_on and repeated):
                self._stop(now)
            self._eating = stops
            if stops:
                self._eaten_at = now
        if stops:
            # of an override it means that no shortcut gets it; the key itself comes next
            event.accept()
        return stops

    def _stops(self) -> bool:
        from app.ui.drive.stick import DriveSurface  # noqa: PLC0415 - not needed before somebody drives

        focus = QApplication.focusWidget()
        return self._pilot.in_danger or focus is None or focus is self._window or isinstance(focus, DriveSurface)

    def _window_changed(self, kind: QEvent.Type) -> None:
        if kind in _AWAY:
            self._pilot.disarm(Reason.UNFOCUSED)
        elif kind == QEvent.Type.Hide or (kind == QEvent.Type.WindowStateChange and self._window.isMinimized()):
            self._pilot.disarm(Reason.MINIMISED)
