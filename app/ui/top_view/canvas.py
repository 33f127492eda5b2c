"""Canvas of a top view: paints the scene and measurements, and handles mouse and keys."""

from __future__ import annotations

import math
from typing import ClassVar, Final

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QEnterEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QPolygonF,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from app.ui.base.text import say, translate
from app.ui.base.theme import Themes
from app.ui.base.view_keys import ViewKey
from app.ui.top_view.painting import FloorPainter, ScenePainter
from app.ui.top_view.scene import GridItem, Scene
from app.ui.top_view.viewport import Point, Viewport, step_of
from app.wording.ui.top_view import TopViewWording

_ZOOM_STEP: Final = 1.2
# angle of the wheel for one step, in eighths of a degree
_NOTCH: Final = 120.0
_PAN_PIXELS: Final = 60.0
_BAR_PIXELS: Final = 90.0
_MARGIN: Final = 12.0
# between the fixed frame and the place under the pointer
_APART: Final = "   "
# a click may move the pointer so far
_CLICK_PIXELS: Final = 4.0

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


class TopViewCanvas(QWidget):
    """Widget that shows a scene from above.

    Attributes:
        scene: what is drawn.
        viewport: the part of the world that is seen.
        cursor_place: the place in the world under the pointer, in metres; None while the pointer is elsewhere.
        measured: start and end of the measured line, in the world, in metres.
        lines, names: whether grid lines on the floor, and names, are painted.
        scale_box, cursor_box: where the scale, and the place under the pointer, were painted.

    Signals:
        moved: the operator moved the view by hand.
        menu_asked: the context menu is asked for, at a place of the screen.
        measuring_ended: the operator pressed Escape while measuring.
    """

    VIEW_KEYS: ClassVar[tuple[ViewKey, ...]] = (
        ViewKey("Left, Right, Up, Down, Drag", "Move the view"),
        ViewKey("+, -, Wheel", "Zoom in or out; with the wheel to where the pointer is"),
        ViewKey("Esc", "End measuring"),
    )

    moved: Final = Signal()
    menu_asked: Final = Signal(object)
    measuring_ended: Final = Signal()

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self.scene = Scene()
        self.viewport = Viewport()
        self.cursor_place: Point | None = None
        self.measured: tuple[Point, Point] | None = None
        self.lines = self.names = True
        self.scale_box = self.cursor_box = QRectF()
        self._floor: QPixmap | None = None
        self._floor_key: object = None
        self._measuring = False
        self._dragged_from: QPointF | None = None
        self._stretching = False
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(160, 90)
        self.setAccessibleName(translate("TopView", "Top view"))
        themes.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Return the preferred size."""
        return QSize(640, 480)

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

    def show_scene(self, scene: Scene) -> None:
        """Set the scene to draw."""
        self.scene = scene
        self.update()

    def describe_measured(self) -> str:
        """Return distance and direction of the measured line; empty if there is none."""
        if self.measured is None:
            return ""
        (x, y), (to_x, to_y) = self.measured
        distance = math.hypot(to_x - x, to_y - y)
        angle = math.degrees(math.atan2(to_y - y, to_x - x)) if distance else 0.0
        return f"{format_metres(distance)}   {angle:+.1f}°"

    def describe_cursor(self) -> str:
        """Return the place under the pointer as text; empty if there is none."""
        if self.cursor_place is None:
            return ""
        x, y = self.cursor_place
        return f"x {x:.3f} m   y {y:.3f} m"

    # painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the whole view: what moves may be anywhere."""
        del event
        theme = self._themes.current
        painter = QPainter(self)
        self._paint_floor(painter)
        ScenePainter(painter, self.viewport, theme, _describe_ring).paint(self.scene, names=self.names)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        self._paint_measured(painter)
        self._paint_scale(painter)
        self._paint_cursor(painter)
        self._paint_north(painter)
        if self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            painter.setPen(QPen(theme.color("accent"), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()

    def _paint_floor(self, painter: QPainter) -> None:
        """Paint maps and grid lines, from a cached pixmap while the view stands still."""
        theme = self._themes.current
        grids = tuple(
            (id(item.cells), item.cells.revision, item.plane, item.style)
            for item in self.scene.items
            if isinstance(item, GridItem)
        )
        key = (self.viewport.revision, grids, theme.dark, self.lines, self.devicePixelRatioF())
        if key != self._floor_key:
            # while the view moves a pixmap would be used only once
            self._floor_key, self._floor = key, None
            FloorPainter(painter, self.viewport, theme).paint(self.scene, lines=self.lines, kept=False)
            return
        if self._floor is None:
            ratio = self.devicePixelRatioF()
            self._floor = QPixmap(self.size() * ratio)
            self._floor.setDevicePixelRatio(ratio)
            floor_painter = QPainter(self._floor)
            FloorPainter(floor_painter, self.viewport, theme).paint(self.scene, lines=self.lines, kept=True)
            floor_painter.end()
        painter.drawPixmap(0, 0, self._floor)

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
        text = self.describe_measured()
        width = painter.fontMetrics().horizontalAdvance(text)
        left = min(max(end.x() + 10, 4.0), self.width() - width - 10.0)
        self._label(painter, text, left, min(max(end.y() - 10, 20.0), self.height() - 8.0))

    def _paint_scale(self, painter: QPainter) -> None:
        length_m = step_of(self.viewport.scale, _BAR_PIXELS)
        length = length_m * self.viewport.scale
        left, bottom = _MARGIN, self.height() - _MARGIN
        self.scale_box = self._label(painter, format_metres(length_m), left + 4, bottom - 8)
        self.scale_box |= QRectF(left, bottom - 5, length, 5)
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

    def _paint_cursor(self, painter: QPainter) -> None:
        """Paint the fixed frame and the place under the pointer, each above the other where there is no room beside."""
        metrics, room = painter.fontMetrics(), self.width() - 2 * _MARGIN
        parts = [part for part in (self.scene.fixed_frame, self.describe_cursor()) if part]
        if metrics.horizontalAdvance(_APART.join(parts)) <= room:
            parts = [_APART.join(parts)]
        bottom = self.height() - _MARGIN
        self.cursor_box = QRectF()
        for part in reversed(parts):
            text = metrics.elidedText(part, Qt.TextElideMode.ElideRight, int(room))
            left = self.width() - _MARGIN - metrics.horizontalAdvance(text)
            if left - _MARGIN < self.scale_box.right():
                bottom = min(bottom, self.scale_box.top() - metrics.descent() - 2)
            if text:
                self.cursor_box |= self._label(painter, text, left, bottom, muted=True)
                bottom -= metrics.height() + 2

    def _paint_north(self, painter: QPainter) -> None:
        """Paint an arrow along x of the world, where that is not to the right."""
        if abs(self.viewport.turn_rad) < 1e-6:
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

    def _label(self, painter: QPainter, text: str, x: float, y: float, *, muted: bool = False) -> QRectF:
        theme, metrics = self._themes.current, painter.fontMetrics()
        ground = theme.color("base")
        ground.setAlphaF(0.75)
        box = QRectF(x - 4, y - metrics.ascent() - 1, metrics.horizontalAdvance(text) + 8, metrics.height() + 2)
        painter.fillRect(box, ground)
        painter.setPen(theme.color("muted" if muted else "text"))
        painter.drawText(QPointF(x, y), text)
        return box

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
        if event.button() == Qt.MouseButton.LeftButton and self._measuring:
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
        if self._stretching and self.measured is not None and self.cursor_place is not None:
            self.measured = (self.measured[0], self.cursor_place)
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
        if not self._measuring:
            self.setCursor(Qt.CursorShape.ArrowCursor)
        elif self._stretching and start is not None:
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
        self.cursor_place = None
        self.update()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu."""
        self.menu_asked.emit(event.globalPos())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pan and zoom by key; other keys go to the panel."""
        key = Qt.Key(event.key())
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

    def _point_at(self, position: QPointF) -> None:
        self.cursor_place = self.viewport.to_world(*_point(position))
        self.update()


def format_metres(metres: float) -> str:
    """Format a distance with three digits, in cm, m or km."""
    if metres >= 1000:
        return f"{metres / 1000:.3g} km"
    return f"{metres:.3g} m" if metres >= 1 or not metres else f"{metres * 100:.3g} cm"


def _describe_ring(metres: float) -> str:
    return say(TopViewWording.STOPS_WITHIN(distance=f"{metres:.2f} m"))


def _point(position: QPointF) -> Point:
    return position.x(), position.y()
