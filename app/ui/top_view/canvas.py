"""Canvas of a top view: paints the scene and measurements, and handles mouse and keys."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QEnterEvent,
    QFocusEvent,
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.ui.base.spoken import SpokenView
from app.ui.base.text import listed_apart, say
from app.ui.base.theme import Themes
from app.ui.base.view_keys import ViewKey
from app.ui.top_view.ghost_painting import MarkPainter
from app.ui.top_view.ghosts import Ghost
from app.ui.top_view.kept_floor import KeptFloor
from app.ui.top_view.painting import ScenePainter, robot_box
from app.ui.top_view.scene import Mark, PoseItem, Scene, joined
from app.ui.top_view.viewport import Bounds, Point, Viewport, step_of
from app.wording.ui.navigation import NavigationWording
from app.wording.ui.top_view import TopViewWording

_ZOOM_STEP: Final = 1.2
# angle of the wheel for one step, in eighths of a degree
_NOTCH: Final = 120.0
_PAN_PIXELS: Final = 60.0
_BAR_PIXELS: Final = 90.0
_MARGIN: Final = 12.0
# between the fixed frame and the place under the pointer
_APART: Final = "   "
# a view that is turned by less shows no arrow
_TURNED_RAD: Final = 1e-6
# a click may move the pointer so far
_CLICK_PIXELS: Final = 4.0

_ENTER: Final = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})
# the least pause between two presses of Enter that are not one that is held, as on the buttons of the drive panel
ENTER_PAUSE_S: Final = 0.7
_TURN_KEYS: Final = {Qt.Key.Key_Comma: math.radians(5), Qt.Key.Key_Period: -math.radians(5)}
# of a step of panning
_NUDGE: Final = 0.1

_PAN_KEYS: Final = {
    Qt.Key.Key_Left: (_PAN_PIXELS, 0.0),
    Qt.Key.Key_Right: (-_PAN_PIXELS, 0.0),
    Qt.Key.Key_Up: (0.0, _PAN_PIXELS),
    Qt.Key.Key_Down: (0.0, -_PAN_PIXELS),
}
_ZOOM_KEYS: Final = {
    Qt.Key.Key_Plus: _ZOOM_STEP,
    Qt.Key.Key_Equal: _ZOOM_STEP,
    Qt.Key.Key_Minus: 1 / _ZOOM_STEP,
}


@dataclass(frozen=True, slots=True)
class _Label:
    """Text over the scene, on a plate.

    Attributes:
        place: the left end of its baseline.
        box: that of its plate.
    """

    text: str
    place: QPointF
    box: QRectF
    muted: bool

    @classmethod
    def at(cls, metrics: QFontMetrics, text: str, x: float, y: float, *, muted: bool = False) -> _Label:
        """Return a label whose baseline is at a place."""
        box = QRectF(x - 4, y - metrics.ascent() - 1, metrics.horizontalAdvance(text) + 8, metrics.height() + 2)
        return cls(text, QPointF(x, y), box, muted)


class TopViewCanvas(SpokenView, QWidget):
    """Widget that shows a scene from above.

    Attributes:
        scene: what is drawn.
        ghosts: the ghosts of runs, beneath all but the floor.
        viewport: the part of the world that is seen.
        pointer: where the pointer is, in pixels; None while it is elsewhere.
        measured: start and end of the measured line, in the world, in metres.
        placed: the place and heading that a tool for goals has set and nothing was sent of yet; None for none.
        goal: the place of a goal that is under way; None for none.
        lines, names: whether grid lines on the floor, and names, are painted.
        scale_box, cursor_box: where the scale, and the place under the pointer, were painted.
        measured_box: where length and direction of the measured line were painted.

    Signals:
        moved: the operator moved the view by hand.
        menu_asked: the context menu is asked for, at a place of the screen.
        measuring_ended: the operator pressed Escape while measuring.
        placing_changed: `placed` was set or taken back by the operator.
        confirmed: Enter was pressed on what was placed.
        placing_ended: Escape was pressed with nothing placed.
    """

    VIEW_KEYS: ClassVar[tuple[ViewKey, ...]] = (
        ViewKey("Left, Right, Up, Down, Drag", TopViewWording.MOVE_KEY),
        ViewKey("+, -, Wheel", TopViewWording.ZOOM_KEY),
        ViewKey("Esc", TopViewWording.END_MEASURING),
        ViewKey("Enter", NavigationWording.CONFIRM_KEY),
        ViewKey("Shift+Left, Shift+Right, Shift+Up, Shift+Down", NavigationWording.SHIFT_KEY),
        ViewKey(",, .", NavigationWording.TURN_KEY),
    )

    moved: Final = Signal()
    menu_asked: Final = Signal(object)
    measuring_ended: Final = Signal()
    placing_changed: Final = Signal()
    confirmed: Final = Signal()
    placing_ended: Final = Signal()

    def __init__(
        self, themes: Themes, parent: QWidget | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(parent)
        self._clock = clock
        self.placed: Mark | None = None
        self.goal: Mark | None = None
        self._placing = self._turning = False
        # when Enter was last down: a key that is held confirms nothing
        self._entered_at = 0.0
        self._themes = themes
        self.scene = Scene()
        self.ghosts: tuple[Ghost, ...] = ()
        self.viewport = Viewport()
        self.pointer: QPointF | None = None
        self.measured: tuple[Point, Point] | None = None
        self.lines = self.names = True
        self.scale_box = self.cursor_box = self.measured_box = QRectF()
        self._floor = KeptFloor()
        self._ghost_marks = MarkPainter()
        self._measuring = False
        self._dragged_from: QPointF | None = None
        self._stretching = False
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(160, 90)
        self.setAccessibleName(say(TopViewWording.TOP_VIEW()))
        themes.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Return the preferred size."""
        return QSize(640, 480)

    @property
    def cursor_place(self) -> Point | None:
        """Place in the world under the pointer, in metres, also after the view has moved; None without a pointer."""
        return self.viewport.to_world(*_point(self.pointer)) if self.pointer is not None else None

    @property
    def measuring(self) -> bool:
        """Whether a click measures."""
        return self._measuring

    def set_measuring(self, measuring: bool) -> None:  # noqa: FBT001 - a slot
        """Turn measuring on or off; off removes the measured line."""
        self._measuring = measuring
        self._stretching = False
        if not measuring:
            self.measured = None
        self.setCursor(Qt.CursorShape.CrossCursor if measuring else Qt.CursorShape.ArrowCursor)
        self.update()

    @property
    def placing(self) -> bool:
        """Whether a press places a goal or the robot."""
        return self._placing

    def set_placing(self, *, placing: bool) -> None:
        """Have a press place a goal or the robot, or no longer; what was placed is taken back."""
        self._placing = placing
        self.place(None)
        self.setCursor(Qt.CursorShape.CrossCursor if placing or self._measuring else Qt.CursorShape.ArrowCursor)

    def place(self, mark: Mark | None) -> None:
        """Set what is placed; None takes it back."""
        self._turning = False
        if mark != self.placed:
            self.placed = mark
            self.placing_changed.emit()
        self.update()

    def show_goal(self, mark: Mark | None) -> None:
        """Set the place of a goal that is under way."""
        if mark != self.goal:
            self.goal = mark
            self.update()

    def show_scene(self, scene: Scene) -> None:
        """Set the scene to draw."""
        self.scene = scene
        self.update()

    def show_ghosts(self, ghosts: tuple[Ghost, ...]) -> None:
        """Set the ghosts to draw."""
        self.ghosts = ghosts
        self.update()

    @property
    def bounds(self) -> Bounds | None:
        """Left, bottom, right and top, in metres, of all that is drawn; None if nothing is."""
        return joined((self.scene.bounds, *(ghost.trail.bounds for ghost in self.ghosts)))

    def describe_measured(self) -> str:
        """Return distance and direction of the measured line; empty if there is none."""
        if self.measured is None:
            return ""
        (x, y), (to_x, to_y) = self.measured
        distance = math.hypot(to_x - x, to_y - y)
        angle_rad = math.atan2(to_y - y, to_x - x) if distance else 0.0
        return f"{format_metres(distance)}   {self._themes.units.direction_text(angle_rad)}"

    def describe_cursor(self) -> str:
        """Return the place under the pointer as text; empty if there is none."""
        place = self.cursor_place
        if place is None:
            return ""
        x, y = place
        return f"x {x:.3f} m   y {y:.3f} m"

    def copy_position(self) -> None:
        """Copy the measured line, or else the place under the pointer, to the clipboard."""
        text = self.describe_measured() or self.describe_cursor()
        if text:
            QGuiApplication.clipboard().setText(text)

    def copy_image(self) -> None:
        """Copy the image of the view to the clipboard."""
        QGuiApplication.clipboard().setImage(self.grab().toImage())

    @override
    def spoken_text(self) -> str:
        robots = (mark for item in self.scene.items if isinstance(item, PoseItem) for mark in item.marks[:1])
        robot = self.scene.robot or next(robots, None)
        told = [self._spoken_mark(TopViewWording.SPOKEN_POSE, robot) or say(TopViewWording.SPOKEN_NO_POSE())]
        told += [self._spoken_mark(TopViewWording.SPOKEN_GOAL, self.goal or self.placed), self.describe_measured()]
        return listed_apart(filter(None, told))

    def _spoken_mark(self, words: TopViewWording, mark: Mark | None) -> str:
        if mark is None:
            return ""
        heading = self._themes.units.direction_text(mark.yaw_rad)
        return say(words(x=f"{mark.x:.1f}", y=f"{mark.y:.1f}", heading=heading))

    # painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the whole view: what moves may be anywhere."""
        del event
        theme = self._themes.current
        painter = QPainter(self)
        self._floor.paint(painter, self.scene, self.ghosts, self.viewport, theme, lines=self.lines)
        labels = self._place_labels(painter.fontMetrics())
        taken = [self.scale_box, self.cursor_box, self._north_box, *(label.box for label in labels)]
        scene_painter = ScenePainter(painter, self.viewport, theme, _describe_ring)
        self._ghost_marks.paint_outlines(painter, self.viewport, theme, self.ghosts)
        scene_painter.paint(self.scene, names=self.names, taken=taken)
        if self.names and self.ghosts:
            # the names of ghosts lie on no other text, nor on the robot
            robot = [robot_box(self.viewport, self.scene.robot)] if self.scene.robot is not None else []
            self._ghost_marks.paint_names(painter, self.viewport, theme, (*scene_painter.labels, *robot))
        if self.goal is not None:
            scene_painter.paint_goal(self.goal, "accent", sent=True)
        if self.placed is not None:
            scene_painter.paint_goal(self.placed, "warn", sent=False)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        self._paint_measured(painter)
        self._paint_scale(painter)
        self._paint_north(painter)
        for label in labels:
            self._paint_label(painter, label)
        if self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            painter.setPen(QPen(theme.color("accent"), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()

    def _paint_measured(self, painter: QPainter) -> None:
        if self.measured is None:
            return
        start, end = (QPointF(*self.viewport.to_view(*place)) for place in self.measured)
        color = self._themes.current.color("warn")
        painter.setPen(QPen(color, 2.0))
        painter.drawLine(start, end)
        painter.setBrush(color)
        for place in (start, end):
            painter.drawEllipse(place, 3.5, 3.5)

    def _paint_scale(self, painter: QPainter) -> None:
        length = step_of(self.viewport.scale, _BAR_PIXELS) * self.viewport.scale
        left, bottom = _MARGIN, self.height() - _MARGIN
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(QPen(self._themes.current.color("text"), 1.0))
        painter.drawPolyline(
            QPolygonF(
                [
                    QPointF(left, bottom - 5),
                    QPointF(left, bottom),
                    QPointF(left + length, bottom),
                    QPointF(left + length, bottom - 5),
                ]
            )
        )
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)

    def _place_labels(self, metrics: QFontMetrics) -> list[_Label]:
        """Place the texts over the scene: none lies on another one."""
        labels = [self._scale_label(metrics), *self._cursor_labels(metrics)]
        self.measured_box = QRectF()
        if self.measured is not None:
            labels.append(self._measured_label(metrics, self.viewport.to_view(*self.measured[1])))
            self.measured_box = labels[-1].box
        return labels

    def _scale_label(self, metrics: QFontMetrics) -> _Label:
        length_m = step_of(self.viewport.scale, _BAR_PIXELS)
        left, bottom = _MARGIN, self.height() - _MARGIN
        label = _Label.at(metrics, format_metres(length_m), left + 4, bottom - 8)
        self.scale_box = label.box | QRectF(left, bottom - 5, length_m * self.viewport.scale, 5)
        return label

    def _cursor_labels(self, metrics: QFontMetrics) -> list[_Label]:
        """Place the fixed frame and the place under the pointer, each above the other where there is no room beside."""
        room = self.width() - 2 * _MARGIN
        parts = [part for part in (self.scene.fixed_frame, self.describe_cursor()) if part]
        if metrics.horizontalAdvance(_APART.join(parts)) <= room:
            parts = [_APART.join(parts)]
        bottom, labels = self.height() - _MARGIN, list[_Label]()
        self.cursor_box = QRectF()
        for part in reversed(parts):
            text = metrics.elidedText(part, Qt.TextElideMode.ElideRight, int(room))
            left = self.width() - _MARGIN - metrics.horizontalAdvance(text)
            if left - _MARGIN < self.scale_box.right():
                bottom = min(bottom, self.scale_box.top() - metrics.descent() - 2)
            if text:
                labels.append(_Label.at(metrics, text, left, bottom, muted=True))
                self.cursor_box |= labels[-1].box
                bottom -= metrics.height() + 2
        return labels

    def _measured_label(self, metrics: QFontMetrics, end: Point) -> _Label:
        """Place length and direction of the measured line beside its end."""
        text = self.describe_measured()
        left = max(min(end[0] + 10, self.viewport.free[0] - metrics.horizontalAdvance(text) - 10.0), 4.0)
        taken = [box for box in (self.scale_box, self.cursor_box, self._north_box) if not box.isEmpty()]
        lines = [end[1] - 10, end[1] + 10 + metrics.ascent()]
        lines += [box.top() - metrics.descent() - 3 for box in taken]
        lines += [box.bottom() + metrics.ascent() + 3 for box in taken]
        top, bottom = metrics.ascent() + 2.0, self.height() - 8.0
        placed = [_Label.at(metrics, text, left, max(min(line, bottom), top)) for line in lines]
        return next((each for each in placed if not any(box.intersects(each.box) for box in taken)), placed[0])

    @property
    def _north_box(self) -> QRectF:
        """Box of the arrow along x of the world; empty where that is not painted."""
        return QRectF(_MARGIN, _MARGIN, 36, 36) if abs(self.viewport.turn_rad) >= _TURNED_RAD else QRectF()

    def _paint_north(self, painter: QPainter) -> None:
        """Paint an arrow along x of the world, where that is not to the right."""
        if self._north_box.isEmpty():
            return
        painter.save()
        painter.translate(_MARGIN + 18, _MARGIN + 18)
        painter.rotate(-math.degrees(self.viewport.turn_rad))
        painter.setPen(QPen(self._themes.current.color("muted"), 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(QPointF(0, 0), 15, 15)
        painter.setBrush(self._themes.current.color("text"))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawPolygon(QPolygonF([QPointF(0, -13), QPointF(5, 3), QPointF(0, 0), QPointF(-5, 3)]))
        painter.restore()

    def _paint_label(self, painter: QPainter, label: _Label) -> None:
        theme = self._themes.current
        ground = theme.color("base")
        ground.setAlphaF(0.75)
        painter.fillRect(label.box, ground)
        painter.setPen(theme.color("muted" if label.muted else "text"))
        painter.drawText(label.place, label.text)

    # the mouse

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Adapt the viewport; its centre stays."""
        super().resizeEvent(event)
        self.viewport.resize(self.width(), self.height())

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom to the pointer."""
        self.viewport.zoom(_ZOOM_STEP ** (event.angleDelta().y() / _NOTCH), _point(event.position()))
        self._point_at(event.position())
        self.moved.emit()
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Start to pan or to measure."""
        place = self.viewport.to_world(*_point(event.position()))
        if event.button() == Qt.MouseButton.LeftButton and self._placing:
            robot = self.scene.robot
            heading = math.atan2(place[1] - robot.y, place[0] - robot.x) if robot is not None else 0.0
            self.place(Mark(*place, heading))
            self._turning, self._dragged_from = True, event.position()
        elif event.button() == Qt.MouseButton.LeftButton and self._measuring:
            if self._stretching and self.measured is not None:
                self.measured = (self.measured[0], place)
                self._stretching = False
            else:
                self.measured = (place, place)
                self._stretching = True
            self._dragged_from = event.position()
            self.update()
        elif event.button() in {Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton}:
            self._dragged_from = event.position()
            self.setCursor(Qt.CursorShape.ClosedHandCursor)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pan, stretch the measured line, and show the place under the pointer."""
        self._point_at(event.position())
        if self._turning:
            self._turn_to(event.position())
        elif self._stretching and self.measured is not None:
            self.measured = (self.measured[0], self.viewport.to_world(*_point(event.position())))
        elif self._dragged_from is not None and not (self._measuring and event.buttons() & Qt.MouseButton.LeftButton):
            moved = event.position() - self._dragged_from
            self._dragged_from = event.position()
            self.viewport.pan(moved.x(), moved.y())
            self._point_at(event.position())
            self.moved.emit()
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End a pan; a measured line that was dragged ends, one that was only clicked goes on to the next click."""
        start, self._dragged_from = self._dragged_from, None
        is_left = event.button() == Qt.MouseButton.LeftButton
        if self._turning and is_left:
            self._turning = False
            self.placing_changed.emit()
        aims = self._measuring or self._placing
        self.setCursor(Qt.CursorShape.CrossCursor if aims else Qt.CursorShape.ArrowCursor)
        if self._stretching and start is not None and is_left:
            moved = event.position() - start
            if math.hypot(moved.x(), moved.y()) > _CLICK_PIXELS:
                self._stretching = False
                self.update()

    def enterEvent(self, event: QEnterEvent) -> None:
        """Show the place under the pointer."""
        self._point_at(event.position())

    def leaveEvent(self, event: QEvent) -> None:
        """Show no place."""
        super().leaveEvent(event)
        self.pointer = None
        self.update()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu."""
        self.menu_asked.emit(event.globalPos())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pan and zoom by key; other keys go to the panel."""
        key = Qt.Key(event.key())
        if self._placing and self._place_by_key(event, key):
            return
        if event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
        elif key in _PAN_KEYS:
            self.viewport.pan(*_PAN_KEYS[key])
            self.moved.emit()
            self.update()
        elif key in _ZOOM_KEYS:
            self.viewport.zoom(_ZOOM_KEYS[key])
            self.moved.emit()
            self.update()
        elif key == Qt.Key.Key_Escape and self._measuring:
            self.measuring_ended.emit()
        else:
            super().keyPressEvent(event)

    @property
    def is_turning(self) -> bool:
        """Whether the heading of what is placed is still being dragged."""
        return self._turning

    def _turn_to(self, position: QPointF) -> None:
        """Turn what is placed to the pointer, if that is far enough from it."""
        mark, start, (x, y) = self.placed, self._dragged_from, self.viewport.to_world(*_point(position))
        if mark is None or start is None:
            return
        moved = position - start
        if math.hypot(moved.x(), moved.y()) > _CLICK_PIXELS:
            self.placed = replace(mark, yaw_rad=math.atan2(y - mark.y, x - mark.x))
            self.update()

    def _place_by_key(self, event: QKeyEvent, key: Qt.Key) -> bool:
        """Place, move, turn, confirm or take back by key; whether the key is one of these."""
        mark, modifiers = self.placed, event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        shift = modifiers == Qt.KeyboardModifier.ShiftModifier
        if key in _ENTER and not modifiers:
            now = self._clock()
            is_new = not event.isAutoRepeat() and now - self._entered_at >= ENTER_PAUSE_S
            self._entered_at = now
            if is_new and mark is None:
                self.place(Mark(*self.viewport.center, math.pi / 2 - self.viewport.turn_rad))
            elif is_new and not self._turning:
                self.confirmed.emit()
        elif key == Qt.Key.Key_Escape and not modifiers:
            if mark is not None:
                self.place(None)
            else:
                self.placing_ended.emit()
        elif mark is not None and key in _TURN_KEYS and not modifiers:
            self.place(replace(mark, yaw_rad=math.remainder(mark.yaw_rad + _TURN_KEYS[key], math.tau)))
        elif mark is not None and key in _PAN_KEYS and shift:
            right, down = (-part * _NUDGE for part in _PAN_KEYS[key])
            x, y = self.viewport.to_view(mark.x, mark.y)
            x, y = self.viewport.to_world(x + right, y + down)
            self.place(replace(mark, x=x, y=y))
        else:
            return False
        return True

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Take note that Enter was let go of."""
        if self._placing and Qt.Key(event.key()) in _ENTER:
            self._entered_at = self._clock()
        super().keyReleaseEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Take no Enter that may be held already."""
        super().focusInEvent(event)
        self._entered_at = self._clock()

    def _point_at(self, position: QPointF) -> None:
        self.pointer = position
        self.update()


def format_metres(metres: float) -> str:
    """Format a distance with three digits, in cm, m or km."""
    # rounded first: 999.7 m are 1 km, and no number has an exponent
    metres = float(f"{metres:.3g}")
    if metres >= 1000:
        return f"{metres / 1000:,.3f}".rstrip("0").rstrip(".") + " km"
    return f"{metres:.3g} m" if metres >= 1 or not metres else f"{metres * 100:.3g} cm"


def _describe_ring(metres: float) -> str:
    return say(TopViewWording.STOPS_WITHIN(distance=f"{metres:.2f} m"))


def _point(position: QPointF) -> Point:
    return position.x(), position.y()
