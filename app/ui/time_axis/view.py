"""View with a time axis: mouse, wheel and keys move the shown time and the cursors, and fields are dropped on it."""

from __future__ import annotations

import abc
import functools
from collections.abc import Sequence
from typing import ClassVar, Final

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QMouseEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QMenu, QSizePolicy, QWidget

from app.model.marks import MarkLine
from app.ui.base.text import say
from app.ui.base.theme import Themes
from app.ui.base.view_keys import ViewKey
from app.ui.time_axis.fields import MIME_TYPE, Fields, fields_from_mime
from app.ui.time_axis.link import Cursors
from app.ui.time_axis.ranges import TimeWindow
from app.ui.widgets.marks import mark_tip, marks_at, marks_within
from app.ui.widgets.menus import add_entry
from app.wording.ui.time_axis import TimeAxisWording

_ZOOM: Final = 1.25
_WHEEL_STEP: Final = 120

# fractions of the shown span that an arrow key moves: the time window, and a cursor
_PAN_SHARE: Final = 0.1
_STEP_SHARE: Final = 0.01

_CONTROL: Final = Qt.KeyboardModifier.ControlModifier
_SECOND: Final = Qt.KeyboardModifier.ShiftModifier


class TimeAxisView(QWidget):
    """Widget with a time axis. All views of a panel share the time window and the cursors.

    The methods to override are abstract to the type checker only, as in `TimeAxisPanel`.

    Signals:
        moved: the time window or a cursor changed.
        pause_asked: the Space key was pressed.
        time_asked: all views are to show a time.

    Attributes:
        painted: how often it was painted.
        menu_s: the time of which the context menu is; None where it is of none.
    """

    VIEW_KEYS: ClassVar[tuple[ViewKey, ...]] = (
        ViewKey("Left, Right, Drag", TimeAxisWording.SCROLL_KEY),
        ViewKey("+, -, Wheel", TimeAxisWording.ZOOM_KEY),
        ViewKey("C, Shift+C", TimeAxisWording.CURSOR_MIDDLE_KEY),
        ViewKey("Click, Shift+Click", TimeAxisWording.CURSOR_HERE_KEY),
        ViewKey("Ctrl+Left, Ctrl+Right", TimeAxisWording.CURSOR_MOVE_KEY),
        ViewKey("Esc", TimeAxisWording.CURSORS_KEY),
        ViewKey("End", TimeAxisWording.FOLLOW_KEY),
        ViewKey("Home, Double click", TimeAxisWording.SHOW_ALL_KEY),
        ViewKey("Middle click", TimeAxisWording.SHOW_TIME),
        ViewKey("Space", TimeAxisWording.HOLD_KEY),
    )

    moved: Final = Signal()
    pause_asked: Final = Signal()
    time_asked: Final = Signal(float)

    def __init__(self, window: TimeWindow, cursors: Cursors, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.painted = 0
        self.menu_s: float | None = None
        self._window = window
        self._cursors = cursors
        self._themes = themes
        self._pressed: QPointF | None = None
        self._dragged = False
        # the background covers all of it
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMouseTracking(True)
        self.setAcceptDrops(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        themes.changed.connect(self.repaint_all)

    # axis

    @property
    @abc.abstractmethod
    def edges(self) -> tuple[int, int]:
        """Left edge of the axis and its width, in pixels."""

    @property
    @abc.abstractmethod
    def across(self) -> tuple[float, float]:
        """First and last time of the axis."""

    def at_x(self, x: float) -> float:
        """Return the time at a pixel column."""
        (left, width), (first_s, last_s) = self.edges, self.across
        return first_s + (x - left) / width * (last_s - first_s)

    @property
    def shown_marks(self) -> Sequence[MarkLine]:
        """The marks within the axis."""
        return marks_within(self._window.marks, self.across)

    def mark_tip_at(self, x: float) -> str:
        """Return the tip of the marks at a pixel column; empty where there is none."""
        (left, width), (first_s, last_s) = self.edges, self.across
        marks = marks_at(self.shown_marks, x, lambda at_s: left + (at_s - first_s) / (last_s - first_s) * width)
        return "\n\n".join(map(mark_tip, marks))

    def repaint_all(self) -> None:
        """Repaint all, with a new axis."""
        self.update()

    def show_all(self) -> None:
        """Follow the data."""
        self._window.resume()
        self._move()

    # mouse

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom at the pointer."""
        steps = event.angleDelta().y() / _WHEEL_STEP
        control = bool(event.modifiers() & _CONTROL)
        if steps and self._zoom(_ZOOM**-steps, event.position(), control=control):
            self._move()
            event.accept()
        else:
            event.ignore()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Start to drag time, or to set a cursor; or ask for a time."""
        if event.button() is Qt.MouseButton.LeftButton:
            self._pressed, self._dragged = event.position(), False
        elif event.button() is Qt.MouseButton.MiddleButton and self._has_time_at(event.position()):
            self.time_asked.emit(self.at_x(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag what was pressed, or point at a time."""
        place, start = event.position(), self._pressed
        if start is None or not event.buttons() & Qt.MouseButton.LeftButton:
            self._cursors.hover_s = self.at_x(place.x()) if self._has_time_at(place) else None
            self.moved.emit()
        elif self._dragged or (place - start).manhattanLength() >= QApplication.startDragDistance():
            self._pressed, self._dragged = place, True
            self._drag(place, place - start)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Set a cursor, unless something was dragged."""
        if event.button() is not Qt.MouseButton.LeftButton or self._pressed is None:
            return
        place, self._pressed = event.position(), None
        if not self._dragged and self._has_time_at(place):
            self._cursors.put(self.at_x(place.x()), second=bool(event.modifiers() & _SECOND))
        self._move()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Clear the cursors, and show all."""
        del event
        self._pressed = None
        self._cursors.clear()
        self.show_all()

    def leaveEvent(self, event: object) -> None:
        """Point at no time any more."""
        del event
        self._cursors.hover_s = None
        self.moved.emit()

    def add_time_entry(self, menu: QMenu) -> None:
        """Offer to show the time of the context menu in all views."""
        at_s = self.menu_s
        ask = functools.partial(self.time_asked.emit, at_s)
        add_entry(menu, say(TimeAxisWording.SHOW_TIME()), ask, enabled=at_s is not None)

    # keys; those that drive a robot are handled elsewhere, with Ctrl or without a modifier

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move in time, follow the data, or pause, by key."""
        if event.key() == Qt.Key.Key_Home:
            self.show_all()
        elif event.key() == Qt.Key.Key_Space:
            self.pause_asked.emit()
        elif move_by_key(self._window, self._cursors, event.key(), event.modifiers()):
            self._move()
        else:
            super().keyPressEvent(event)

    # drag and drop

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept dragged fields."""
        if event.mimeData().hasFormat(MIME_TYPE):
            event.acceptProposedAction()
            self._expect(event.position())

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Show where the fields would be dropped."""
        self._expect(event.position())
        event.acceptProposedAction()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """Show that nothing would be dropped any more."""
        del event
        self._expect(None)

    def dropEvent(self, event: QDropEvent) -> None:
        """Pass the dropped fields on."""
        self._expect(None)
        fields = fields_from_mime(event.mimeData())
        if fields:
            event.acceptProposedAction()
            self._drop(fields, event.position())

    # for a view

    def _note_menu(self, event: QContextMenuEvent) -> None:
        """Note the time of which the context menu is: by key that of the cursor, or the middle."""
        if event.reason() is QContextMenuEvent.Reason.Keyboard:
            middle = QPointF(self.edges[0] + self.edges[1] / 2, event.pos().y())
            self.menu_s = _middle_s(self._window) if self._cursors.first_s is None else self._cursors.first_s
            self.menu_s = self.menu_s if self._has_time_at(middle) else None
        else:
            place = QPointF(event.pos())
            self.menu_s = self.at_x(place.x()) if self._has_time_at(place) else None

    def _move(self) -> None:
        self.repaint_all()
        self.moved.emit()

    @abc.abstractmethod
    def _has_time_at(self, place: QPointF) -> bool:
        """Whether a place points at a time."""

    @abc.abstractmethod
    def _expect(self, place: QPointF | None) -> None:
        """Show that fields would be dropped at a place; None for nowhere."""

    @abc.abstractmethod
    def _drop(self, fields: Fields, place: QPointF) -> None:
        """Handle fields that were dropped at a place."""

    def _zoom(self, factor: float, place: QPointF, *, control: bool) -> bool:
        """Zoom at a place, perhaps with Ctrl; return False if the wheel is for what is around the view."""
        del control
        self._window.zoom(factor, self.at_x(place.x()))
        return True

    def _drag(self, place: QPointF, by: QPointF) -> None:
        """Handle that the pointer was dragged by a distance, to a place."""
        del place
        first_s, last_s = self.across
        self._window.pan(-by.x() / self.edges[1] * (last_s - first_s))
        self._move()


def move_by_key(window: TimeWindow, cursors: Cursors, key: int, modifiers: Qt.KeyboardModifier) -> bool:
    """Move the time window or a cursor by a key; return whether the key does that."""
    steps = (key == Qt.Key.Key_Right) - (key == Qt.Key.Key_Left)
    second = bool(modifiers & _SECOND)
    if steps and modifiers & _CONTROL:
        _step(window, cursors, steps, second=second)
    elif steps:
        window.pan(steps * _PAN_SHARE * window.span_s)
    elif key in {Qt.Key.Key_Plus, Qt.Key.Key_Equal}:
        window.zoom(1 / _ZOOM)
    elif key == Qt.Key.Key_Minus:
        window.zoom(_ZOOM)
    elif key == Qt.Key.Key_End:
        window.resume()
    elif key == Qt.Key.Key_C and not modifiers & _CONTROL:
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
