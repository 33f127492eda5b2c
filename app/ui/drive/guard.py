"""Watches over the whole application while something can be driven: Space stops, and a window that is away disarms."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

from app.drive.values import Reason
from app.ui.drive.pilot import Pilot
from app.ui.drive.stick import DriveSurface

_KEYS: Final = frozenset({QEvent.Type.KeyPress, QEvent.Type.KeyRelease, QEvent.Type.ShortcutOverride})
_AWAY: Final = frozenset({QEvent.Type.WindowDeactivate, QEvent.Type.WindowBlocked})


class DriveGuard(QObject):
    """See the module. It filters events, and is no shortcut: those work in one window, and not below a dialog.

    While the robot moves, may move, or may be moved by the next push, Space stops wherever the keys are: in a text
    field, on a button, in a dialog. What was being typed does not get it, nor its repetitions. At all other times it is
    a key as any other, but on the stick and where nothing has the keys: there it stops, too.

    Only while something is driven does it look at the events of the whole application.
    """

    def __init__(self, pilot: Pilot, window: QWidget) -> None:
        super().__init__(window)
        self._pilot = pilot
        self._window = window
        self._watching = False
        self._eating = False
        pilot.chosen.connect(self._follow)
        # one that was left may be moving still
        pilot.looked.connect(self._follow)

    def close(self) -> None:
        """Watch no more."""
        self._watch(watching=False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """See the class."""
        kind = event.type()
        if kind in _KEYS:
            return isinstance(event, QKeyEvent) and self._key(event)
        if watched is self._window:
            self._window_changed(kind)
        return False

    # inside

    def _follow(self) -> None:
        self._watch(watching=self._pilot.state is not None)

    def _watch(self, *, watching: bool) -> None:
        app = QApplication.instance()
        if watching == self._watching or app is None:
            return
        self._watching, self._eating = watching, False
        if watching:
            app.installEventFilter(self)
        else:
            app.removeEventFilter(self)

    def _key(self, event: QKeyEvent) -> bool:
        if event.key() != Qt.Key.Key_Space:
            return False
        if event.type() == QEvent.Type.KeyRelease:
            # the rest of what was eaten; of its repetitions each comes with a release
            eaten = self._eating
            self._eating = self._eating and event.isAutoRepeat()
            return eaten
        goes_on = self._eating and event.isAutoRepeat()
        if not goes_on and not self._stops():
            return False
        if event.type() == QEvent.Type.KeyPress and not goes_on:
            self._eating = True
            self._pilot.stop()
        # of an override it means that no shortcut gets it; the key itself comes next
        event.accept()
        return True

    def _stops(self) -> bool:
        focus = QApplication.focusWidget()
        return self._pilot.in_danger or focus is None or focus is self._window or isinstance(focus, DriveSurface)

    def _window_changed(self, kind: QEvent.Type) -> None:
        if kind in _AWAY:
            self._pilot.disarm(Reason.UNFOCUSED)
        elif kind == QEvent.Type.Hide or (kind == QEvent.Type.WindowStateChange and self._window.isMinimized()):
            self._pilot.disarm(Reason.MINIMISED)
