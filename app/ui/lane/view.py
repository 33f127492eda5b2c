"""Lanes on the screen, one below the other: drawn as often as they change, and handled by mouse and keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QPointF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPaintEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QSizePolicy, QToolTip, QWidget

from app.model.topic_store import TopicKey
from app.ui.lane.lanes import Lane, Lanes
from app.ui.lane.painting import LanesPainter, Rows
from app.ui.plots.fields import MIME_TYPE, Dragging, fields_of
from app.ui.plots.picture import time_axis
from app.ui.plots.ranges import TimeWindow
from app.ui.plots.ticks import Tick
from app.ui.plots.view import Cursors
from app.ui.text import plain_tip, translate
from app.ui.theme import Themes

_ZOOM: Final = 1.25
_WHEEL_STEP: Final = 120
# of what is shown, for an arrow
_PAN_SHARE: Final = 0.1

_LEFT: Final = 8
_RIGHT: Final = 12


class LanesView(QWidget):
    """See the module.

    Signals:
        dropped: a list of (TopicKey, path) was dropped, and the place among the lanes.
        moved: the time that is shown, or a cursor, is another.
        menu_asked: a Lane or None, and where, in the screen.
        key_pressed: what a key asks for: remove, up, down, transitions or copy.
        pause_asked: the key for it was pressed.
    """

    dropped: Final = Signal(object, int)
    moved: Final = Signal()
    menu_asked: Final = Signal(object, QPoint)
    key_pressed: Final = Signal(str)
    pause_asked: Final = Signal()

    def __init__(
        self, lanes: Lanes, window: TimeWindow, cursors: Cursors, themes: Themes, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.lanes = lanes
        self.current: Lane | None = None
        self.painted = 0
        self._window = window
        self._cursors = cursors
        self._painter = LanesPainter(lanes, themes)
        self._edges: tuple[int, int] | None = None
        self._axis: tuple[tuple[float, float], tuple[Tick, ...]] | None = None
        self._pressed: QPointF | None = None
        self._panned = False
        self._dragging = Dragging(self, self._fields_at)
        self._drop_at: int | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMouseTracking(True)
        self.setAcceptDrops(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(translate("Lane", "State lanes"))
        themes.changed.connect(self.renew)

    # where things stand

    def sizeHint(self) -> QSize:
        """See QWidget."""
        return QSize(480, self.rows.height)

    def minimumSizeHint(self) -> QSize:
        """See QWidget: what does not fit is scrolled to."""
        return QSize(160, self.rows.height)

    @property
    def rows(self) -> Rows:
        """Where lanes stand."""
        left, width = self.edges
        return Rows(len(self.lanes), left, width, self.width(), self.fontMetrics())

    @property
    def edges(self) -> tuple[int, int]:
        """Where the axis of time begins, and its width."""
        return self._edges or (_LEFT, max(self.width() - _LEFT - _RIGHT, 80))

    def set_edges(self, edges: tuple[int, int]) -> None:
        """Line up with other views."""
        if edges != self._edges:
            self._edges = edges
            self.renew()

    @property
    def axis(self) -> tuple[tuple[float, float], tuple[Tick, ...]]:
        """The first and the last time, and marks between them."""
        if self._axis is None:
            self._axis = time_axis(self._window, self.edges[1], self.fontMetrics())
        return self._axis

    def at_x(self, x: float) -> float:
        """The time at a place from the left."""
        (left, width), (first_s, last_s) = self.edges, self.axis[0]
        return first_s + (x - left) / width * (last_s - first_s)

    def x_of(self, at_s: float) -> float:
        """The place of a time."""
        (left, width), (first_s, last_s) = self.edges, self.axis[0]
        return left + (at_s - first_s) / (last_s - first_s) * width

    def lane_at(self, place: QPoint) -> Lane | None:
        """The lane at a place."""
        row = self.rows.row_at(place.y())
        return self.lanes.all[row] if row is not None else None

    # as it goes on

    def take(self, *, changed: bool) -> None:
        """Time went on; `changed` if words came too. Paint if it looks different."""
        before, self._axis = self._axis, None
        if changed or before is None or before[0] != self.axis[0]:
            self.update()

    def renew(self) -> None:
        """Paint all of it."""
        self._axis = None
        self.update()

    def lanes_changed(self) -> None:
        """Others are shown."""
        if self.current not in self.lanes.all:
            self.current = self.lanes.all[0] if self.lanes.all else None
        self.updateGeometry()
        self.setMinimumHeight(self.rows.height)
        self.renew()

    def paintEvent(self, event: QPaintEvent) -> None:
        """See QWidget."""
        self.painted += 1
        self._painter.paint(self, event.rect(), self._window, self._cursors, self._drop_at)

    # mouse

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom in time with Ctrl, else scroll, where there is more than can be seen."""
        steps = event.angleDelta().y() / _WHEEL_STEP
        around = self.parentWidget()
        scrolled = around is not None and around.height() < self.rows.height
        if not steps or (scrolled and not event.modifiers() & Qt.KeyboardModifier.ControlModifier):
            event.ignore()
            return
        self._window.zoom(_ZOOM**-steps, self.at_x(event.position().x()))
        self._move()
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin to drag a lane by its name, or time by its blocks."""
        lane = self.lane_at(event.position().toPoint())
        if lane is not None and lane is not self.current:
            self.current = lane
            self.update()
        if event.button() is not Qt.MouseButton.LeftButton:
            return
        if self.rows.is_head(event.position().toPoint()):
            self._dragging.press(event)
        else:
            self._pressed, self._panned = event.position(), False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag, pan, or point at a time."""
        place = event.position()
        if self._pressed is not None and event.buttons() & Qt.MouseButton.LeftButton:
            far = (place - self._pressed).manhattanLength() >= QApplication.startDragDistance()
            if far or self._panned:
                self._panned = True
                first_s, last_s = self.axis[0]
                self._window.pan(-(place.x() - self._pressed.x()) / self.edges[1] * (last_s - first_s))
                self._pressed = place
                self._move()
            return
        if self._dragging.move(event):
            return
        left, width = self.edges
        inside = left <= place.x() <= left + width and bool(len(self.lanes))
        self._cursors.hover_s = self.at_x(place.x()) if inside else None
        head = self.rows.is_head(place.toPoint())
        self.setCursor(Qt.CursorShape.OpenHandCursor if head else Qt.CursorShape.ArrowCursor)
        self.moved.emit()
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Put a cursor."""
        if event.button() is not Qt.MouseButton.LeftButton or self._pressed is None:
            return
        place, self._pressed = event.position(), None
        left, width = self.edges
        if not self._panned and left <= place.x() <= left + width and len(self.lanes):
            second = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self._cursors.put(self.at_x(place.x()), second=second)
            self._move()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """The transitions of a lane by its name; else follow what comes."""
        self._pressed = None
        place = event.position().toPoint()
        if self.lane_at(place) is not None and self.rows.is_head(place):
            self.key_pressed.emit("transitions")
            return
        self._cursors.clear()
        self._window.resume()
        self._move()

    def leaveEvent(self, event: object) -> None:
        """Nothing is pointed at any more."""
        del event
        self._cursors.hover_s = None
        self.moved.emit()
        self.update()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu, by mouse or by key."""
        by_key = event.reason() is QContextMenuEvent.Reason.Keyboard
        lane = self.current if by_key else self.lane_at(event.pos())
        place = event.globalPos()
        if by_key and lane is not None:
            place = self.mapToGlobal(self.rows.band(self.lanes.all.index(lane)).topLeft())
        self.menu_asked.emit(lane, place)

    def event(self, event: QEvent) -> bool:
        """Tool tips tell all of what stands below the pointer."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            lane = self.lane_at(event.pos())
            text = self._painter.tip(lane, self.at_x(event.pos().x()), self._window) if lane is not None else ""
            QToolTip.showText(event.globalPos(), plain_tip(text), self)
            return True
        return super().event(event)

    # keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move about in time, and among lanes."""
        window, key = self._window, event.key()
        alt = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        # what a robot is told by keys is told with Ctrl or none, and never from here
        does: dict[int, Callable[[], object]] = {
            Qt.Key.Key_Left: lambda: window.pan(-_PAN_SHARE * window.span_s),
            Qt.Key.Key_Right: lambda: window.pan(_PAN_SHARE * window.span_s),
            Qt.Key.Key_Plus: lambda: window.zoom(1 / _ZOOM),
            Qt.Key.Key_Equal: lambda: window.zoom(1 / _ZOOM),
            Qt.Key.Key_Minus: lambda: window.zoom(_ZOOM),
            Qt.Key.Key_Home: window.resume,
            Qt.Key.Key_End: window.resume,
            Qt.Key.Key_Space: self.pause_asked.emit,
            Qt.Key.Key_Up: lambda: self.key_pressed.emit("up") if alt else self._step(-1),
            Qt.Key.Key_Down: lambda: self.key_pressed.emit("down") if alt else self._step(1),
            Qt.Key.Key_Delete: lambda: self.key_pressed.emit("remove"),
            Qt.Key.Key_Return: lambda: self.key_pressed.emit("transitions"),
            Qt.Key.Key_Enter: lambda: self.key_pressed.emit("transitions"),
        }
        if key in does:
            does[key]()
        elif key == Qt.Key.Key_Escape and self._cursors.first_s is not None:
            self._cursors.clear()
        else:
            super().keyPressEvent(event)
            return
        self._move()

    def focusInEvent(self, event: object) -> None:
        """The keys are for these lanes now."""
        del event
        self.update()

    def focusOutEvent(self, event: object) -> None:
        """They are no more."""
        del event
        self.update()

    # drag and drop

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Fields can be dropped here."""
        if event.mimeData().hasFormat(MIME_TYPE):
            event.acceptProposedAction()
            self._expect(event.position().y())

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Show between which lanes they would stand."""
        self._expect(event.position().y())
        event.acceptProposedAction()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """They were taken elsewhere."""
        del event
        self._drop_at = None
        self.update()

    def dropEvent(self, event: QDropEvent) -> None:
        """They are for this view."""
        place = self.rows.gap_at(event.position().y())
        self._drop_at = None
        self.update()
        fields = fields_of(event.mimeData())
        if fields:
            event.acceptProposedAction()
            self.dropped.emit(fields, place)

    # inside

    def _expect(self, y: float) -> None:
        place = self.rows.gap_at(y)
        if place != self._drop_at:
            self._drop_at = place
            self.update()

    def _fields_at(self, place: QPoint) -> list[tuple[TopicKey, str]]:
        lane = self.lane_at(place)
        return [(lane.spec.key, str(lane.spec.path))] if lane is not None else []

    def _step(self, by: int) -> None:
        if self.current in self.lanes.all:
            place = min(max(self.lanes.all.index(self.current) + by, 0), len(self.lanes) - 1)
            self.current = self.lanes.all[place]
            self.update()

    def _move(self) -> None:
        self.renew()
        self.moved.emit()
