"""Access to STOP by mouse and finger, whatever popups and dialogs are open."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, cast

from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QEventPoint, QMouseEvent, QTouchEvent, QWindow
from PySide6.QtWidgets import QApplication, QDialog, QHBoxLayout, QWidget

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


class StopClickGuard:
    """Keeps STOP clickable. It has to get presses and shown widgets before anything else handles them.

    A menu, or the list of a combo box, takes the first click beside it for itself; a tool tip lies over what is next to
    it; and while a mouse button is held elsewhere, a second button's press goes there. Such a click on STOP is STOP.

    A dialog lies over the window that it belongs to, and can cover every STOP button. So each dialog has one of its own
    at its top while a robot is driven.

    Args:
        stop: called by the STOP button of a dialog.
    """

    def __init__(self, stop: Callable[[], object]) -> None:
        self._stop = stop
        self._watching = False

    def set_watching(self, *, watching: bool) -> None:
        """Set whether a robot is driven; open dialogs get or lose their STOP."""
        self._watching = watching
        for widget in QApplication.topLevelWidgets():
            if widget.isVisible():
                self.handle_shown(widget)

    def handle_shown(self, shown: QObject) -> None:
        """Handle a widget that is shown: a dialog gets a STOP, or loses it."""
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
