"""Painter of the floor: maps, and grid lines."""

from __future__ import annotations

import math
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QTransform

from app.ui.base.theme import Theme
from app.ui.top_view.cells import GridImage, color_table
from app.ui.top_view.colors import blended, layer_color
from app.ui.top_view.scene import GridItem, Scene
from app.ui.top_view.state import GRAY
from app.ui.top_view.viewport import Viewport, compose, step_of

# least distance of grid lines, in pixels
_LINES_PIXELS: Final = 64.0
# opacity of grid lines, and of those through the origin
_FAINT: Final = 0.09
_STRONG: Final = 0.28
# pixels in a cache line of most processors
_LINE: Final = 16
# more pixels would not stay in the cache until they are painted
_AHEAD: Final = 1 << 19


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
