"""Keys that move about in time, for every view with a time axis."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt

from app.ui.time_axis.link import Cursors
from app.ui.time_axis.ranges import TimeWindow

ZOOM: Final = 1.25

# fractions of the shown span that an arrow key moves: the time window, and a cursor
_PAN_SHARE: Final = 0.1
_STEP_SHARE: Final = 0.01

_CURSOR: Final = Qt.KeyboardModifier.ControlModifier
_SECOND: Final = Qt.KeyboardModifier.ShiftModifier


def move_by_key(window: TimeWindow, cursors: Cursors, key: int, modifiers: Qt.KeyboardModifier) -> bool:
    """Move the time window or a cursor by a key; return whether the key does that."""
    steps = (key == Qt.Key.Key_Right) - (key == Qt.Key.Key_Left)
    second = bool(modifiers & _SECOND)
    if steps and modifiers & _CURSOR:
        _step(window, cursors, steps, second=second)
    elif steps:
        window.pan(steps * _PAN_SHARE * window.span_s)
    elif key in {Qt.Key.Key_Plus, Qt.Key.Key_Equal}:
        window.zoom(1 / ZOOM)
    elif key == Qt.Key.Key_Minus:
        window.zoom(ZOOM)
    elif key == Qt.Key.Key_End:
        window.resume()
    elif key == Qt.Key.Key_C and not modifiers & _CURSOR:
        cursors.put(_middle_s(window), second=second)
    elif key == Qt.Key.Key_Escape and cursors.first_s is not None:
        cursors.clear()
    else:
        return False
    return True


def _step(window: TimeWindow, cursors: Cursors, steps: int, *, second: bool) -> None:
    """Move a cursor; a cursor that is not set is set to the middle first."""
    by_s = steps * _STEP_SHARE * window.span_s
    if cursors.first_s is None:
        cursors.put(_middle_s(window), second=False)
    elif not second:
        cursors.first_s += by_s
    else:
        cursors.second_s = (_middle_s(window) if cursors.second_s is None else cursors.second_s) + by_s


def _middle_s(window: TimeWindow) -> float:
    first_s, last_s = window.shown
    return (first_s + last_s) / 2
