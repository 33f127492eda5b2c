"""Painters of a scene: maps and grid lines on the floor, and what stands on it.

Many points are handed to Qt as memory of numpy; nothing is drawn that can't be seen.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any, Final

import numpy as np
import shiboken6
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter, QPainterPath, QPen, QPolygonF, QTransform

from app.ui.base.text import format_age
from app.ui.base.theme import Theme
from app.ui.top_view.cells import GridImage, color_table
from app.ui.top_view.colors import blended, layer_color
from app.ui.top_view.polylines import Floats, clip_line, mapped
from app.ui.top_view.scene import GridItem, Item, LayerStyle, LineItem, Mark, PointsItem, PoseItem, Scene
from app.ui.top_view.shapes import point_lines, set_dashes
from app.ui.top_view.state import GRAY
from app.ui.top_view.viewport import Affine, Viewport, compose, step_of

# least distance of grid lines, in pixels
_LINES_PIXELS: Final = 64.0
# opacity of grid lines, and of those through the origin
_FAINT: Final = 0.09
_STRONG: Final = 0.28
# pixels in a cache line of most processors
_LINE: Final = 16
# more pixels would not stay in the cache until they are painted
_AHEAD: Final = 1 << 19

# length of a robot's arrow in metres, and its least length in pixels
_ROBOT_M: Final = 0.5
_GOAL_PIXELS: Final = 9.0
_ROBOT_MIN_PIXELS: Final = 22.0
_AXIS_PIXELS: Final = 22.0
_POINT_PIXELS: Final = 3.0
# lines of more points are drawn one pixel wide
_SOFT_POINTS: Final = 300
# and only those of their points that are so far apart
_STEP_PIXELS: Final = 2.5
# more names would only cover each other
_MAX_NAMES: Final = 200
_MAX_STACKED: Final = 12
# the name of a robot, and the label of its ring, are left out rather than stand farther from it
_MAX_MOVED: Final = 3
# lines are clipped so far outside the view: Qt's own arithmetic has its limits
_FAR: Final = 20_000.0

DescribeRing = Callable[[float], str]


class FloorPainter:
    """Paints maps and grid lines with one QPainter, in one theme."""

    def __init__(self, painter: QPainter, viewport: Viewport, theme: Theme) -> None:
        self._painter = painter
        self._viewport = viewport
        self._theme = theme

    def paint(self, scene: Scene, *, lines: bool, kept: bool) -> None:
        """Paint the floor.

        Args:
            scene: its maps are painted.
            lines: whether grid lines are painted.
            kept: whether the painting is cached; if not, it may be a little less fine.
        """
        grids = [item for item in scene.items if isinstance(item, GridItem)]
        if not grids:
            self._paint_base()
        for grid in grids:
            self._paint_grid(grid, lowest=grid is grids[0])
        if not lines:
            return
        if not self._viewport.turn_rad:
            self._paint_upright_lines()
        else:
            self._paint_turned_lines(self._free if grids else self._theme.color("base"), kept=kept)

    def _paint_base(self) -> None:
        self._painter.fillRect(QRectF(0, 0, *self._viewport.size), self._theme.color("base"))

    @property
    def _free(self) -> QColor:
        """Colour of free cells."""
        return blended(self._theme.color("base"), self._theme.color("text"), 0.10 if self._theme.dark else 0.05)

    def _paint_grid(self, item: GridItem, *, lowest: bool) -> None:
        theme, painter = self._theme, self._painter
        base, text = theme.color("base"), theme.color("text")
        occupied = blended(base, text, 0.75 if theme.dark else 0.85)
        if item.style.color != GRAY:
            occupied = blended(occupied, layer_color(item.style.color, theme), 0.7)
        opacity = item.style.opacity * (0.5 if item.style.old_s is not None else 1.0)
        ground = _number(base) if lowest else None
        colors = color_table(_number(self._free), _number(occupied), opacity, ground)
        plane = compose(self._viewport.affine, item.plane)
        part = item.cells.visible_image(plane, self._viewport.size, colors)
        place = QTransform(*compose(plane, part.affine)) if part is not None else QTransform()
        if lowest and (part is None or not _covers(part.image, place, self._viewport.size)):
            self._paint_base()
        if part is None:
            return
        if place.isRotating():
            _read_ahead(part, place, self._viewport.size)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setTransform(place)
        painter.drawImage(0, 0, part.image)
        painter.resetTransform()

    def _paint_upright_lines(self) -> None:
        painter, (width, height) = self._painter, self._viewport.size
        columns, rows = self._places()
        for strong in (False, True):
            color = self._theme.color("text")
            color.setAlphaF(_STRONG if strong else _FAINT)
            strip = _strip(color, height, painter.device().devicePixelRatioF())
            for number, metres in columns:
                if strong == (number == 0):
                    # a column of an image costs an eighth of a rectangle that is one pixel wide
                    painter.drawImage(QPointF(math.floor(self._viewport.to_view(metres, 0.0)[0]), 0.0), strip)
            for number, metres in rows:
                if strong == (number == 0):
                    painter.fillRect(QRectF(0, math.floor(self._viewport.to_view(0.0, metres)[1]), width, 1.0), color)

    def _paint_turned_lines(self, ground: QColor, *, kept: bool) -> None:
        """Paint grid lines that are turned; opaque while the view moves, as transparency costs ten times as much."""
        left, bottom, right, top = self._viewport.bounds
        columns, rows = self._places()
        lines = [(number, (metres, bottom), (metres, top)) for number, metres in columns]
        lines += [(number, (left, metres), (right, metres)) for number, metres in rows]
        a, b, c, d, e, f = self._viewport.affine
        # antialiasing of such faint lines would not be seen
        self._painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        for strong in (False, True):
            share, color = _STRONG if strong else _FAINT, self._theme.color("text")
            if kept:
                color.setAlphaF(share)
            else:
                color = blended(ground, color, share)
            self._painter.setPen(QPen(color, 0.0))
            self._painter.drawLines(
                [
                    QLineF(a * x + c * y + e, b * x + d * y + f, a * to_x + c * to_y + e, b * to_x + d * to_y + f)
                    for number, (x, y), (to_x, to_y) in lines
                    if strong == (number == 0)
                ]
            )

    def _places(self) -> tuple[list[tuple[int, float]], list[tuple[int, float]]]:
        """Return number and place in metres of columns and rows of lines; numbers count from the origin."""
        left, bottom, right, top = self._viewport.bounds
        step_m = step_of(self._viewport.scale, _LINES_PIXELS)
        columns, rows = (
            [(number, number * step_m) for number in range(math.ceil(low / step_m), math.floor(high / step_m) + 1)]
            for low, high in ((left, right), (bottom, top))
        )
        return columns, rows


def _covers(image: QImage, place: QTransform, size: tuple[float, float]) -> bool:
    """Whether an opaque image covers the whole view."""
    back, _ = place.inverted()
    # a pixel at an edge may be covered only in part
    inside = QRectF(image.rect()).adjusted(1, 1, -1, -1)
    return not image.hasAlphaChannel() and all(
        inside.contains(back.map(QPointF(x, y))) for x in (0, size[0]) for y in (0, size[1])
    )


def _read_ahead(part: GridImage, place: QTransform, size: tuple[float, float]) -> None:
    """Read the visible part of a turned map into the processor's cache, row by row.

    Painting goes across the rows, which no prefetcher foresees: it would wait for memory again and again.
    """
    back, _ = place.inverted()
    seen = back.mapRect(QRectF(0, 0, *size)).toAlignedRect() & part.image.rect()
    if 0 < seen.width() * seen.height() <= _AHEAD:
        part.pixels[seen.top() : seen.bottom() + 1, seen.left() : seen.right() + 1 : _LINE].max()


def _strip(color: QColor, height: float, ratio: float) -> QImage:
    """Return an image one logical pixel wide in one colour; `ratio` is physical pixels for each logical one."""
    strip = QImage(max(round(ratio), 1), math.ceil(height * ratio), QImage.Format.Format_ARGB32_Premultiplied)
    strip.setDevicePixelRatio(ratio)
    strip.fill(color)
    return strip


def _number(color: QColor) -> int:
    return color.rgb() & 0xFFFFFF


class ScenePainter:
    """Paints a scene with one QPainter, in one theme.

    Args:
        describe_ring: returns the label of a ring of stopping distance, from its radius in metres.

    Attributes:
        labels: boxes of the texts that were painted, and those that it was told are taken.
    """

    def __init__(self, painter: QPainter, viewport: Viewport, theme: Theme, describe_ring: DescribeRing) -> None:
        self._painter = painter
        self._viewport = viewport
        self._theme = theme
        self._view = viewport.affine
        self._describe_ring = describe_ring
        self._metrics = QFontMetricsF(painter.font())
        self.labels: list[QRectF] = []

    def paint(self, scene: Scene, *, names: bool, taken: Iterable[QRectF] = ()) -> None:
        """Paint items, frames and, last, names: those of robots before those of frames.

        A text that would lie on another one, or on a box of `taken`, is moved; it is left out where there is no room.
        """
        self.labels = list(taken)
        for item in scene.items:
            self._paint_item(item)
        for mark in scene.axes:
            self._paint_axes(mark)
        if names:
            self._paint_names(scene)

    def paint_goal(self, mark: Mark, role: str, *, sent: bool) -> None:
        """Paint the place and heading of a goal: filled once it was sent, else as an outline."""
        painter, color = self._painter, self._theme.color(role)
        x, y = self._viewport.to_view(mark.x, mark.y)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.translate(x, y)
        painter.rotate(-math.degrees(mark.yaw_rad + self._viewport.turn_rad))
        painter.setPen(QPen(self._theme.color("base"), 5.0))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for _ in range(2):
            painter.drawEllipse(QPointF(0, 0), _GOAL_PIXELS, _GOAL_PIXELS)
            painter.drawLine(QPointF(_GOAL_PIXELS, 0), QPointF(3 * _GOAL_PIXELS, 0))
            for down in (-1, 1):
                painter.drawLine(QPointF(3 * _GOAL_PIXELS, 0), QPointF(2 * _GOAL_PIXELS, down * 0.7 * _GOAL_PIXELS))
            # the second time without the border around it
            painter.setPen(QPen(color, 2.5))
            painter.setBrush(color if sent else Qt.BrushStyle.NoBrush)
        painter.restore()

    # items

    def _paint_item(self, item: Item) -> None:
        if isinstance(item, PointsItem):
            self._paint_points(item)
        elif isinstance(item, LineItem):
            pen = set_dashes(QPen(self._color(item.style), 2.0), item.style.color, self._theme)
            self._paint_line(item.points, item.plane, pen, closed=item.closed)
        elif isinstance(item, PoseItem):
            self._paint_poses(item)

    def _paint_points(self, item: PointsItem) -> None:
        places = self._seen(mapped(compose(self._view, item.plane), item.points))
        if not len(places):
            return
        painter = self._painter
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        pen = QPen(self._color(item.style), _POINT_PIXELS)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.setPen(pen)
        # several hits in one pixel are drawn as one
        places = np.unique(np.round(places), axis=0) if len(places) > 4000 else places
        if lines := point_lines(places, item.style.color, self._theme):
            pen.setWidthF(1.0)
            painter.setPen(pen)
            painter.drawLines(lines)
        else:
            painter.drawPoints(_polygon(places))

    def _paint_line(self, points: Floats, plane: Affine, pen: QPen, *, closed: bool = False) -> None:
        """Paint a line through points, of shape (n, 2); NaN breaks it."""
        if len(points) < 2:
            return
        places = mapped(compose(self._view, plane), points)
        if closed:
            places = np.vstack((places, places[:1]))
        self._painter.setPen(pen)
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        many = len(places) > _SOFT_POINTS
        if many:
            # a wide pen costs ten to a hundred times what a thin one does: it is drawn twice instead
            thin = QPen(pen.color(), 1.0)
            if pen.style() is Qt.PenStyle.CustomDashLine:
                thin.setDashPattern([part * pen.widthF() for part in pen.dashPattern()])
            self._painter.setPen(thin)
        self._painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        breaks = np.flatnonzero(np.isnan(places[:, 0]))
        for piece in np.split(places, breaks) if len(breaks) else (places,):
            for part in clip_line(piece[1:] if np.isnan(piece[0, 0]) else piece, _FAR):
                polygon = _polygon(_thinned(part))
                self._painter.drawPolyline(polygon)
                if many:
                    polygon.translate(1.0, 0.0)
                    self._painter.drawPolyline(polygon)

    def _paint_poses(self, item: PoseItem) -> None:
        painter, color = self._painter, self._color(item.style)
        # a transparent trail would cost twice as much
        way = blended(self._theme.color("base"), color, 0.6)
        way.setAlphaF(color.alphaF())
        self._paint_line(item.trail, item.plane, set_dashes(QPen(way, 2.0), item.style.color, self._theme))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        if item.ring_m > 0:
            self._paint_ring(item)
        length = robot_pixels(self._viewport)
        for mark in item.marks:
            x, y = self._viewport.to_view(mark.x, mark.y)
            if not self._is_near(x, y, length):
                continue
            painter.save()
            painter.translate(x, y)
            painter.rotate(-math.degrees(mark.yaw_rad + self._viewport.turn_rad))
            painter.scale(length, length)
            painter.setPen(QPen(self._theme.color("base"), 0.07))
            painter.setBrush(color)
            painter.drawPath(ARROW)
            painter.restore()

    def _paint_ring(self, item: PoseItem) -> None:
        radius = item.ring_m * self._viewport.scale
        mark = item.marks[0]
        x, y = self._viewport.to_view(mark.x, mark.y)
        # a ring that is smaller than the robot, or larger than the view, says nothing
        if radius < _ROBOT_MIN_PIXELS / 2 or radius > _FAR:
            return
        pen = QPen(self._theme.color("warn"), 1.5)
        pen.setStyle(Qt.PenStyle.DashLine)
        self._painter.setPen(pen)
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        self._painter.drawEllipse(QPointF(x, y), radius, radius)
        text = self._describe_ring(item.ring_m)
        left = x - self._metrics.horizontalAdvance(text) / 2
        self._label(text, left, y - radius - 3, _MAX_MOVED, self._theme.color("warn"))

    def _paint_axes(self, mark: Mark) -> None:
        x, y = self._viewport.to_view(mark.x, mark.y)
        if not self._is_near(x, y, _AXIS_PIXELS):
            return
        angle = mark.yaw_rad + self._viewport.turn_rad
        cos, sin = math.cos(angle) * _AXIS_PIXELS, math.sin(angle) * _AXIS_PIXELS
        self._painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        for role, right, down in (("error", cos, -sin), ("ok", -sin, -cos)):
            self._painter.setPen(QPen(self._theme.color(role), 2.0))
            self._painter.drawLine(QPointF(x, y), QPointF(x + right, y + down))

    def _paint_names(self, scene: Scene) -> None:
        left = _MAX_NAMES
        muted = self._theme.color("muted")
        offset = robot_pixels(self._viewport) / 2 + 4
        for item in scene.items:
            if not isinstance(item, PoseItem):
                continue
            for number, mark in enumerate(item.marks[:left]):
                text = mark.name
                # for many marks without names one age is enough: they came together
                if item.style.old_s is not None and (text or not number):
                    text = f"{text}  {format_age(item.style.old_s)}".strip()
                x, y = self._viewport.to_view(mark.x, mark.y)
                if text and self._is_near(x, y, 100):
                    below = y + offset + self._metrics.ascent()
                    color = muted if item.style.old_s is not None else None
                    self._label(text, x - self._metrics.horizontalAdvance(text) / 2, below, -_MAX_MOVED, color)
                    left -= 1
        for mark in scene.axes[:left]:
            x, y = self._viewport.to_view(mark.x, mark.y)
            if self._is_near(x, y, 100):
                self._label(mark.name, x + 6, y - 4, _MAX_STACKED, muted)

    # helpers

    def _label(self, text: str, x: float, y: float, most: int, color: QColor | None = None) -> None:
        """Paint a text on a plate, so that it can be read on anything; it is left out where there is no free room.

        `y` is its baseline. Where it would cover another text it stands above that one, or below it if `most` is
        negative; it is moved so no more than `most` times.
        """
        for _ in range(abs(most) + 1):
            box = self._box(text, x, y)
            covered = next((taken for taken in self.labels if taken.intersects(box)), None)
            if covered is None:
                break
            y = covered.top() - self._metrics.descent() if most > 0 else covered.bottom() + self._metrics.ascent()
        else:
            return
        if not box.intersects(QRectF(0, 0, *self._viewport.size)):
            return
        ground = self._theme.color("base")
        ground.setAlphaF(0.72)
        self.labels.append(box)
        self._painter.fillRect(box, ground)
        self._painter.setPen(color or self._theme.color("text"))
        self._painter.drawText(QPointF(x, y), text)

    def _box(self, text: str, x: float, y: float) -> QRectF:
        width = self._metrics.horizontalAdvance(text)
        return QRectF(x - 3, y - self._metrics.ascent(), width + 6, self._metrics.height())

    def _color(self, look: LayerStyle) -> QColor:
        color = layer_color(look.color, self._theme)
        if look.old_s is not None:
            color = blended(color, self._theme.color("muted"), 0.85)
        color.setAlphaF(look.opacity * (0.6 if look.old_s is not None else 1.0))
        return color

    def _is_near(self, x: float, y: float, margin: float) -> bool:
        width, height = self._viewport.size
        return -margin <= x <= width + margin and -margin <= y <= height + margin

    def _seen(self, places: Floats) -> Floats:
        width, height = self._viewport.size
        x, y = places[:, 0], places[:, 1]
        seen: Floats = places[(x > -2) & (x < width + 2) & (y > -2) & (y < height + 2)]
        return seen


def robot_pixels(viewport: Viewport) -> float:
    """Return the length of a robot in a view, in pixels."""
    return max(_ROBOT_M * viewport.scale, _ROBOT_MIN_PIXELS)


def robot_box(viewport: Viewport, mark: Mark) -> QRectF:
    """Return the box of a robot in a view."""
    (x, y), length = viewport.to_view(mark.x, mark.y), robot_pixels(viewport)
    return QRectF(x - length / 2, y - length / 2, length, length)


def _arrow() -> QPainterPath:
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(0.5, 0), QPointF(-0.4, 0.34), QPointF(-0.22, 0), QPointF(-0.4, -0.34)]))
    path.closeSubpath()
    return path


# an arrow of length 1 that points to the right
ARROW: Final = _arrow()


def _thinned(places: Floats) -> Floats:
    """Return the line with only those points that are some pixels apart along it: a robot's turns are no sharper."""
    if len(places) < _SOFT_POINTS:
        return places
    x, y = np.ascontiguousarray(places.T)
    lengths = np.cumsum(np.sqrt((x[1:] - x[:-1]) ** 2 + (y[1:] - y[:-1]) ** 2))
    pieces = (lengths * (1 / _STEP_PIXELS)).astype(np.int64)
    keep = np.empty(len(places), dtype=np.bool_)
    keep[0] = keep[-1] = True
    np.not_equal(pieces[1:], pieces[:-1], out=keep[1:-1])
    return places[keep]


def _polygon(points: Floats) -> QPolygonF:
    polygon = QPolygonF()
    polygon.resize(len(points))
    # the type stub knows addresses only
    void: Any = shiboken6.VoidPtr
    np.frombuffer(void(polygon.data(), points.size * points.itemsize, True), dtype=np.float64)[:] = points.ravel()
    return polygon
