"""A mouse: what QTest's own does not do."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget


def move_mouse(widget: QWidget, place: QPointF, buttons: Qt.MouseButton = Qt.MouseButton.LeftButton) -> None:
    """Move the mouse to a place in a widget with buttons down; that of QTest tells no button."""
    above, no_button, no_key = widget.mapToGlobal(place), Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(widget, QMouseEvent(QEvent.Type.MouseMove, place, above, no_button, buttons, no_key))


def release_all() -> None:
    """Release all buttons of the mouse and all modifiers that are down, over no widget that is seen."""
    down = QApplication.mouseButtons()
    for button in (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton, Qt.MouseButton.RightButton):
        if down & button:
            QTest.mouseRelease(QWidget(), button)
    if QGuiApplication.keyboardModifiers():
        # what comes last counts, also where it was a click of a key
        QTest.keyRelease(QWidget(), Qt.Key.Key_Shift)
