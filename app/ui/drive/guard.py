"""Event filters of the application while robots can be driven: Space stops, STOP can be clicked, lost focus disarms.

Keys of drive mode are handed on by them, too.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from typing import Final, cast

from PySide6.QtCore import QEvent, QObject, QPointF, Qt, QTimer
from PySide6.QtGui import QEventPoint, QGuiApplication, QInputMethodEvent, QKeyEvent, QMouseEvent, QTouchEvent, QWindow
from PySide6.QtWidgets import QApplication, QDialog, QDockWidget, QHBoxLayout, QWidget

from app.drive.control.values import Reason
from app.ui.drive.client import DriveClient
from app.ui.drive.drive_mode import DriveMode, is_of_window
from app.ui.drive.keys import SPACES, key_codes, read_stroke
from app.ui.drive.stop_button import StopButton

PRESS_EVENTS: Final = frozenset(
    {
        QEvent.Type.MouseButtonPress,
        QEvent.Type.MouseButtonDblClick,
        QEvent.Type.TouchBegin,
        QEvent.Type.TouchUpdate,
    }
)
_GRABBING: Final = frozenset({Qt.WindowType.Popup, Qt.WindowType.ToolTip})

_KEYS: Final = frozenset({QEvent.Type.KeyPress, QEvent.Type.KeyRelease, QEvent.Type.ShortcutOverride})
_OF_INPUT_METHOD: Final = frozenset({QEvent.Type.InputMethod, QEvent.Type.InputMethodQuery})
# a held key looks released and pressed again where the system is too busy to mark it as repeated, and a frightened
# operator presses it again and again
_SAME_PRESS_S: Final = 1.0
# within that time a window manager gives the focus on from a dock that floated to the window into which it goes back
_HANDED_ON_S: Final = 0.3


class StopClickGuard:
    """Keeps STOP clickable. It has to get presses and shown widgets before anything else handles them.

    A menu, or the list of a combo box, takes the first click beside it for itself; a tool tip lies over what is next to
    it; and while a mouse button is held elsewhere, a second button's press goes there. Such a click on STOP is STOP.

    A dialog lies over the window that it belongs to, and can cover every STOP button; so does a dock that floats. So
    each of them has one of its own at its top while a robot is driven.

    Args:
        stop: called by the STOP button of a dialog.
    """

    def __init__(self, stop: Callable[[], object]) -> None:
        self._stop = stop
        self._watching = False

    def set_watching(self, *, watching: bool) -> None:
        """Set whether a robot is driven; open dialogs and floating docks get or lose their STOP."""
        self._watching = watching
        for widget in QApplication.topLevelWidgets():
            if widget.isVisible():
                self.handle_shown(widget)

    def handle_shown(self, shown: QObject) -> None:
        """Handle a widget that is shown: a dialog or a floating dock gets a STOP, or loses it."""
        if isinstance(shown, QDockWidget):
            self._handle_dock(shown)
        layout = shown.layout() if isinstance(shown, QDialog) else None
        if layout is None:
            return
        row = cast("QWidget | None", layout.menuBar())
        if row is None and self._watching:
            row = _StopRow(self._stop)
            # the place above everything else, which every kind of layout has
            layout.setMenuBar(row)
        if row is not None:
            row.setVisible(self._watching)

    def _handle_dock(self, dock: QDockWidget) -> None:
        title = cast("QWidget | None", dock.titleBarWidget())
        line = title.layout() if title is not None else None
        if not isinstance(line, QHBoxLayout):
            return
        button = line.parentWidget().findChild(StopButton)
        if button is None and self._watching and dock.isFloating():
            button = StopButton(26, 1.0)
            button.pressed.connect(self._stop)
            line.insertWidget(1, button)
        if button is not None:
            button.setVisible(self._watching and dock.isFloating())

    def handle_press(self, watched: QObject, event: QEvent) -> bool:
        """Handle a press; True if it was on STOP, and must not go anywhere else."""
        if not isinstance(watched, QWindow):
            # the press was handled when it came to the window
            return False
        popup = QApplication.activePopupWidget()
        if isinstance(event, QTouchEvent):
            pressed = [point for point in event.points() if point.state() == QEventPoint.State.Pressed]
            in_the_way = popup is not None
        elif isinstance(event, QMouseEvent):
            pressed = list(event.points())
            in_the_way = popup is not None or event.buttons() != event.button()
        else:
            return False
        if not in_the_way and watched.type() is not Qt.WindowType.ToolTip:
            return False
        for point in pressed:
            button = _lying_at(watched, point.scenePosition(), point.globalPosition())
            if isinstance(button, StopButton):
                button.pressed.emit()
                _close_popups()
                return True
        return False


class _StopRow(QWidget):
    """Row with a STOP button above a dialog; it never takes the keyboard focus."""

    def __init__(self, stop: Callable[[], object]) -> None:
        super().__init__()
        button = StopButton(30, 1.1)
        button.pressed.connect(stop)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 12, 16, 0)
        layout.addWidget(button)
        layout.addStretch(1)


def _lying_at(window: QWindow, place: QPointF, global_place: QPointF) -> QWidget | None:
    """Return the widget that is visible where a press came to a window, also if a tool tip lies over it."""
    if window.type() not in _GRABBING:
        widget = QWidget.find(window.winId())
        return widget.childAt(place.toPoint()) if widget is not None else None
    found = QApplication.widgetAt(global_place.toPoint())
    if found is not None and found.windowType() is Qt.WindowType.ToolTip:
        found.window().hide()
        found = QApplication.widgetAt(global_place.toPoint())
    return found


def _close_popups() -> None:
    popup = QApplication.activePopupWidget()
    while popup is not None and popup.close():
        before, popup = popup, QApplication.activePopupWidget()
        if popup is before:
            return


class DriveGuard(QObject):
    """Stops the robot by Space, and disarms it when the window loses the focus.

    It filters events instead of using a shortcut, which works in one window only, and not below a dialog.

    While the robot moves, may move, or may be moved by the next push, Space stops wherever the keyboard focus is: in a
    text field, on a button, in a dialog. The text field does not get that Space, nor its repetitions, nor those that
    follow within a second. At all other times Space is a key as any other, except on the stick, on the buttons that
    arm, disarm, clear and stop, and where no widget has the focus: there it stops, too. Space is the key at its place,
    whatever it types with Shift, Ctrl, Alt or AltGr in the current layout; and a space that an input method writes.

    A Space of which no event comes, because an input method or another program keeps it, stops where the system reports
    that the key is down; a text field has got it by then.

    During a drag Space stops as well, and all held inputs are released. STOP can always be clicked: see
    `StopClickGuard`.

    The filter is installed only while a robot is driven. `mode` gets all other keys.
    """

    def __init__(
        self,
        pilot: DriveClient,
        window: QWidget,
        mode: DriveMode,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(window)
        self._clock = clock
        self._mode = mode
        self._pilot = pilot
        self._window = window
        self._reach = StopClickGuard(pilot.stop)
        self._watching = False
        self._eating = False
        self._eaten_at = 0.0
        # when the window with the focus went, which was a dock of ours
        self._vanished_at: float | None = None
        # whether Space has stopped the robot and is still down
        self._stopped_by_it = False
        pilot.selection_changed.connect(self._follow)
        # a robot that was left may still be moving
        pilot.polled.connect(self._follow)

    def close(self) -> None:
        """Remove the event filter."""
        self._watch(watching=False)

    def sync_keys(self, down: AbstractSet[int]) -> None:
        """Take the codes of all keys that are down, as the system reports them."""
        if key_codes(QGuiApplication.platformName()).space not in down:
            self._stopped_by_it = False
            return
        # with the focus in another program's window, its keys are none of ours
        ours = QGuiApplication.focusWindow() is not None
        if self._watching and ours and not self._stopped_by_it and self._pilot.in_danger:
            self._stop(self._clock())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handle keys, presses, drags and window changes; True for an event that goes nowhere else."""
        kind = event.type()
        if kind in _KEYS:
            return isinstance(event, QKeyEvent) and self._key(event)
        if kind in _OF_INPUT_METHOD:
            if isinstance(event, QInputMethodEvent):
                self._write(event)
            return self._mode.handle_input_method(event)
        if kind in PRESS_EVENTS:
            return self._reach.handle_press(watched, event)
        if kind == QEvent.Type.Show:
            self._reach.handle_shown(watched)
            self._mode.handle_shown(watched)
        elif kind == QEvent.Type.DragEnter:
            self._begin_drag()
        elif is_of_window(watched, self._window):
            self._window_changed(watched, kind)
        return False

    # internals

    def _follow(self) -> None:
        self._watch(watching=self._pilot.can_stop)
        if self._vanished_at is None:
            return
        if not self._watching or is_of_window(QApplication.activeWindow(), self._window):
            self._vanished_at = None
        elif self._clock() - self._vanished_at > _HANDED_ON_S:
            self._vanished_at = None
            self._pilot.disarm(Reason.UNFOCUSED)

    def _watch(self, *, watching: bool) -> None:
        app = QApplication.instance()
        if watching == self._watching or app is None:
            return
        self._watching, self._eating = watching, False
        self._reach.set_watching(watching=watching)
        if watching:
            app.installEventFilter(self)
        else:
            app.removeEventFilter(self)

    def _begin_drag(self) -> None:
        """Release all inputs, and be the first filter again: a drag installs one that takes all key events."""
        self._pilot.release_inputs()
        app = QApplication.instance()
        if app is not None:
            app.installEventFilter(self)

    def _write(self, event: QInputMethodEvent) -> None:
        """Stop by a space that an input method commits; the composition goes on without it."""
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
        """Whether a Space belongs to the press that has stopped the robot."""
        return self._eating and now - self._eaten_at <= _SAME_PRESS_S

    def _key(self, event: QKeyEvent) -> bool:
        stroke = read_stroke(event)
        if not stroke.is_space:
            return self._mode.handle_key(event)
        now, repeated = self._clock(), stroke.repeated
        goes_on = self._goes_on(now) or (self._eating and repeated)
        if event.type() == QEvent.Type.KeyRelease:
            # the rest of the Space that was eaten; each of its repetitions comes with a release
            return goes_on
        stops = goes_on or self._stops()
        if event.type() == QEvent.Type.KeyPress:
            if stops and not (goes_on and repeated):
                self._stop(now)
            self._eating = stops
            if stops:
                self._eaten_at = now
        if stops:
            # for ShortcutOverride this means that no shortcut gets the key; the key event itself comes next
            event.accept()
        return stops

    def _stops(self) -> bool:
        # not needed before a robot is driven
        from app.ui.drive.drive_button import DriveButton  # noqa: PLC0415
        from app.ui.drive.stick import DriveStick  # noqa: PLC0415

        focus = QApplication.focusWidget()
        ours = isinstance(focus, DriveStick | DriveButton | StopButton)
        return self._pilot.in_danger or focus is None or focus is self._window or ours

    def _window_changed(self, watched: QObject, kind: QEvent.Type) -> None:
        if kind == QEvent.Type.WindowDeactivate:
            self._deactivated(watched)
        elif kind == QEvent.Type.WindowBlocked:
            self._pilot.disarm(Reason.UNFOCUSED)
        elif watched is self._window and (
            kind == QEvent.Type.Hide or (kind == QEvent.Type.WindowStateChange and self._window.isMinimized())
        ):
            self._pilot.disarm(Reason.MINIMISED)

    def _deactivated(self, watched: QObject) -> None:
        now = QApplication.activeWindow()
        if now is None and isinstance(watched, QDockWidget) and watched.isHidden():
            # it goes back into the window, or is closed; who has the focus from now on is not known yet
            self._vanished_at = self._clock()
            self._pilot.release_inputs()
            QTimer.singleShot(0, self._window, self._window.activateWindow)
        elif now is watched or not is_of_window(now, self._window):
            # to go from the window to a dock of it that floats, or back, is to stay
            self._pilot.disarm(Reason.UNFOCUSED)
