"""Painters of ghosts: dashed trails on the floor, and outlines and names, which are kept as small pictures."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen, QPixmap, QTransform

from app.ui.base.run_colors import run_color, run_dashes
from app.ui.base.theme import Theme
from app.ui.top_view.colors import blended
from app.ui.top_view.ghosts import Ghost, GhostTrail
from app.ui.top_view.painting import ARROW, robot_pixels
from app.ui.top_view.scene import Mark
from app.ui.top_view.viewport import Viewport, apply_affine

# of one trail; where there would be more they are longer
_MAX_DASHES: Final = 4_000
# a line this much longer than its way leads over a jump
_LONGER: Final = 1.01
# how much of its colour is left of the way that a ghost has not come yet
_PALE: Final = 0.45
# dashes that were cut for so much another scale do while it changes
_OTHER_SCALE: Final = 2.0
# dashes behind a ghost, and before it, that are painted while the view turns, when nothing can be kept
_NEAR: Final = 16, 8
# a picture of an outline serves for so many degrees
_STEP_DEGREES: Final = 2
# names that are kept: of runs that were renamed, too
_MAX_NAMES: Final = 16
# larger outlines are painted, not kept
_MAX_KEPT: Final = 128.0
_OUTLINE: Final = 1.8
# in widths of the outline
_DASHES: Final = (2.5, 1.5)
# opacity of the ground beneath an outline, so that it is seen on anything, and of that beneath a name
_GROUND: Final = 0.4
_PLATE: Final = 0.72
# of names, in pixels
_MAX_NAME: Final = 160.0
# a name is left out rather than moved more often
_MAX_MOVED: Final = 3

# left, top, right and bottom, in pixels
_Box = tuple[float, float, float, float]


class TrailDashes:
    """Dashes of a trail, cut for one scale.

    Attributes:
        trail: what is cut.
        scale: pixels for each metre.
        lines: the dashes, in metres.
        ways_m: the way until the end of each, of shape (n,).
    """

    def __init__(self, trail: GhostTrail, dashes: Sequence[int], scale: float) -> None:
        self.trail = trail
        self.scale = scale
        total_m, pixels = float(trail.lengths_m[-1]), sum(dashes)
        period_m = max(pixels / scale, total_m * len(dashes) / 2 / _MAX_DASHES)
        lengths_m = np.array(dashes[::2]) * (period_m / pixels)
        offsets_m = np.cumsum((0, *dashes))[:-1:2] * (period_m / pixels)
        begins = (np.arange(math.ceil(total_m / period_m))[:, None] * period_m + offsets_m).ravel()
        stops = np.minimum(begins + np.tile(lengths_m, len(begins) // len(lengths_m)), total_m)
        begins, stops = begins[begins < total_m], stops[begins < total_m]
        left, bottom, right, top = (
            np.interp(ways, trail.lengths_m, trail.places[:, axis]) for ways in (begins, stops) for axis in (0, 1)
        )
        is_driven = np.hypot(right - left, top - bottom) <= _LONGER * (stops - begins) + 1e-9
        self.ways_m = stops[is_driven]
        self.lines = list(map(QLineF, *(side[is_driven].tolist() for side in (left, bottom, right, top))))

    def passed(self, way_m: float) -> int:
        """Return how many dashes lie behind a ghost that has come so far."""
        return int(self.ways_m.searchsorted(way_m, "right"))


class TrailPainter:
    """Paints the trails of ghosts, and remembers their dashes."""

    def __init__(self) -> None:
        self._dashes: dict[str, TrailDashes] = {}
        self._theme: Theme | None = None
        # by number, and whether they are pale
        self._pens: dict[tuple[int, bool], QPen] = {}

    def dashes(self, ghost: Ghost, scale: float, *, exact: bool = True) -> TrailDashes:
        """Return the dashes of a ghost's trail; those for nearly the same scale do if they need not be exact."""
        kept = self._dashes.get(ghost.run_id)
        if kept is None or kept.trail is not ghost.trail or not _serves(kept.scale / scale, exact=exact):
            kept = self._dashes[ghost.run_id] = TrailDashes(ghost.trail, run_dashes(ghost.number), scale)
        return kept

    def paint(self, painter: QPainter, viewport: Viewport, theme: Theme, ghosts: Iterable[Ghost]) -> None:
        """Paint trails: paler what is still before a ghost."""
        parts = []
        for ghost in ghosts:
            dashes = self.dashes(ghost, viewport.scale)
            passed = dashes.passed(ghost.way_m)
            parts.append((self._pen(ghost.number, theme, is_pale=True), dashes.lines[passed:]))
            parts.append((self._pen(ghost.number, theme), dashes.lines[:passed]))
        _paint_lines(painter, viewport, parts)

    def paint_quickly(
        self, painter: QPainter, viewport: Viewport, theme: Theme, ghosts: Iterable[Ghost], *, is_near: bool
    ) -> None:
        """Paint trails for once, less fine; only what is near the ghosts where that is enough."""
        parts = []
        for ghost in ghosts:
            dashes = self.dashes(ghost, viewport.scale, exact=False)
            passed = dashes.passed(ghost.way_m)
            first, last = (max(passed - _NEAR[0], 0), passed + _NEAR[1]) if is_near else (0, None)
            parts.append((self._pen(ghost.number, theme, is_pale=True), dashes.lines[passed:last]))
            parts.append((self._pen(ghost.number, theme), dashes.lines[first:passed]))
        _paint_lines(painter, viewport, parts, is_fine=not is_near)

    def paint_passed(
        self, painter: QPainter, viewport: Viewport, theme: Theme, parts: Iterable[tuple[Ghost, list[QLineF]]]
    ) -> None:
        """Paint dashes that ghosts have passed."""
        _paint_lines(painter, viewport, [(self._pen(ghost.number, theme), lines) for ghost, lines in parts])

    def _pen(self, number: int, theme: Theme, *, is_pale: bool = False) -> QPen:
        if theme is not self._theme:
            self._theme = theme
            self._pens.clear()
        pen = self._pens.get((number, is_pale))
        if pen is None:
            color = run_color(theme, number)
            pen = QPen(blended(theme.color("base"), color, _PALE) if is_pale else color, 1.0)
            pen.setCosmetic(True)
            self._pens[number, is_pale] = pen
        return pen


def _paint_lines(
    painter: QPainter, viewport: Viewport, parts: Iterable[tuple[QPen, list[QLineF]]], *, is_fine: bool = True
) -> None:
    """Paint lines of the world, each part with a pen."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, is_fine)
    a, b, c, d, e, f = viewport.affine
    # a wide pen costs many times what a thin one does
    for right in (0.0, 1.0) if is_fine else (0.0,):
        painter.setTransform(QTransform(a, b, c, d, e + right, f))
        for pen, lines in parts:
            if lines:
                painter.setPen(pen)
                painter.drawLines(lines)
    painter.resetTransform()


def _serves(ratio: float, *, exact: bool) -> bool:
    """Whether dashes serve at another scale, by the ratio of both."""
    return ratio == 1.0 if exact else 1 / _OTHER_SCALE < ratio < _OTHER_SCALE


class MarkPainter:
    """Paints where ghosts are: a dashed outline of a robot and the name of the run, each kept as a picture."""

    def __init__(self) -> None:
        # by number and degrees, with half of the width
        self._outlines: dict[tuple[int, int], tuple[QPixmap, float]] = {}
        self._outlined: object = None
        # by name and number, with width and height
        self._names: dict[tuple[str, int], tuple[QPixmap, float, float]] = {}
        self._named: object = None
        self._seen: list[tuple[Ghost, Mark, float, float]] = []

    def paint_outlines(self, painter: QPainter, viewport: Viewport, theme: Theme, ghosts: Sequence[Ghost]) -> None:
        """Paint the outlines of the ghosts that can be seen."""
        self._seen = []
        if not ghosts:
            return
        length, ratio = robot_pixels(viewport), painter.device().devicePixelRatioF()
        if self._outlined != (theme, length, ratio):
            self._outlined = theme, length, ratio
            self._outlines.clear()
        self._seen = list(_seen(viewport, ghosts, length))
        # whole pixels, which is many times quicker
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        for ghost, mark, x, y in self._seen:
            degrees = -math.degrees(mark.yaw_rad + viewport.turn_rad)
            if length > _MAX_KEPT:
                painter.save()
                painter.translate(x, y)
                _paint_outline(painter, theme, ghost.number, length, degrees)
                painter.restore()
                continue
            key = ghost.number, round(degrees / _STEP_DEGREES) * _STEP_DEGREES % 360
            kept = self._outlines.get(key)
            if kept is None:
                outline = _outline(theme, ghost.number, length, key[1], ratio)
                kept = self._outlines[key] = outline, outline.width() / ratio / 2
            pixmap, half = kept
            painter.drawPixmap(round(x - half), round(y - half), pixmap)

    def paint_names(self, painter: QPainter, viewport: Viewport, theme: Theme, taken: Iterable[QRectF]) -> None:
        """Paint the names of those whose outlines were painted last, where they lie on nothing that is taken."""
        if not self._seen:
            return
        length, ratio, font = robot_pixels(viewport), painter.device().devicePixelRatioF(), painter.font()
        if self._named != (theme, font, ratio) or len(self._names) > _MAX_NAMES:
            self._named = theme, font, ratio
            self._names.clear()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        # numbers are compared much faster than boxes of Qt
        boxes: list[_Box] = [(box.left(), box.top(), box.right(), box.bottom()) for box in taken]
        for ghost, _, x, y in self._seen:
            key = ghost.name, ghost.number
            kept = self._names.get(key)
            if kept is None:
                name = _name(theme, ghost, font, ratio)
                kept = self._names[key] = name, name.width() / ratio, name.height() / ratio
            pixmap, width, height = kept
            left = x - width / 2
            top = _free_top(left, y + length / 2 + 4, width, height, boxes)
            if top is not None:
                boxes.append((left, top, left + width, top + height))
                painter.drawPixmap(round(left), round(top), pixmap)


def _free_top(left: float, top: float, width: float, height: float, boxes: Iterable[_Box]) -> float | None:
    """Return where a name lies on no box, at or below a place; None where that is too far below."""
    for _ in range(_MAX_MOVED + 1):
        for box in boxes:
            if box[0] < left + width and left < box[2] and box[1] < top + height and top < box[3]:
                top = box[3]
                break
        else:
            return top
    return None


def _seen(viewport: Viewport, ghosts: Iterable[Ghost], margin: float) -> Iterator[tuple[Ghost, Mark, float, float]]:
    """Yield the ghosts that can be seen, with their places in the view."""
    width, height = viewport.size
    affine = viewport.affine
    for ghost in ghosts:
        if ghost.mark is None:
            continue
        x, y = apply_affine(affine, ghost.mark.x, ghost.mark.y)
        if -margin <= x <= width + margin and -margin <= y <= height + margin:
            yield ghost, ghost.mark, x, y


def _outline(theme: Theme, number: int, length: float, degrees: float, ratio: float) -> QPixmap:
    pixmap, painter = _begin_picture(length + 2 * _OUTLINE + 2, length + 2 * _OUTLINE + 2, ratio)
    painter.translate(pixmap.width() / ratio / 2, pixmap.height() / ratio / 2)
    _paint_outline(painter, theme, number, length, degrees)
    painter.end()
    return pixmap


def _paint_outline(painter: QPainter, theme: Theme, number: int, length: float, degrees: float) -> None:
    """Paint the outline of a ghost around the origin; it is not filled, as that of a robot is."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.rotate(degrees)
    painter.scale(length, length)
    ground = theme.color("base")
    ground.setAlphaF(_GROUND)
    painter.setPen(QPen(ground, 2 * _OUTLINE / length))
    painter.setBrush(ground)
    painter.drawPath(ARROW)
    pen = QPen(run_color(theme, number), _OUTLINE / length)
    pen.setDashPattern(_DASHES)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(ARROW)


def _name(theme: Theme, ghost: Ghost, font: QFont, ratio: float) -> QPixmap:
    metrics = QFontMetricsF(font)
    text = metrics.elidedText(ghost.name, Qt.TextElideMode.ElideRight, _MAX_NAME)
    pixmap, painter = _begin_picture(metrics.horizontalAdvance(text) + 6, metrics.height(), ratio)
    ground = theme.color("base")
    ground.setAlphaF(_PLATE)
    pixmap.fill(ground)
    painter.setFont(font)
    painter.setPen(run_color(theme, ghost.number))
    painter.drawText(QPointF(3, metrics.ascent()), text)
    painter.end()
    return pixmap


def _begin_picture(width: float, height: float, ratio: float) -> tuple[QPixmap, QPainter]:
    pixmap = QPixmap(math.ceil(width * ratio), math.ceil(height * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    return pixmap, QPainter(pixmap)
