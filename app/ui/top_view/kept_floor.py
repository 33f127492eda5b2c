"""Picture of the floor of a view: maps, grid lines and trails of ghosts, painted anew only after a turn or a zoom."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPixmap

from app.ui.base.theme import Theme
from app.ui.top_view.ghost_painting import TrailDashes, TrailPainter
from app.ui.top_view.ghosts import Ghost
from app.ui.top_view.painting import FloorPainter
from app.ui.top_view.scene import GridItem, Scene
from app.ui.top_view.viewport import Viewport

# pixels on each side that are painted beside what is seen: a view that follows a robot moves over them
_BESIDE: Final = 128


class KeptFloor:
    """Paints the floor of a view, and keeps the picture for as long as it serves."""

    def __init__(self) -> None:
        self._trails = TrailPainter()
        self._pixmap: QPixmap | None = None
        self._key: object = None
        self._viewport = Viewport()
        self._turn_rad = 0.0
        # the way of each ghost that is painted, and that from which on there is more
        self._ways_m: dict[str, float] = {}
        self._due_m: dict[str, float] = {}

    def paint(
        self,
        painter: QPainter,
        scene: Scene,
        ghosts: Sequence[Ghost],
        viewport: Viewport,
        theme: Theme,
        *,
        lines: bool,
    ) -> None:
        """Paint the floor.

        Args:
            painter: paints the view.
            scene: its maps are painted.
            ghosts: their trails are painted.
            viewport: what is seen.
            theme: of the window.
            lines: whether grid lines are painted.
        """
        grids = tuple(
            (id(item.cells), item.cells.revision, item.plane, item.style)
            for item in scene.items
            if isinstance(item, GridItem)
        )
        ghosts = [ghost for ghost in ghosts if ghost.has_trail]
        trails = [(ghost.run_id, ghost.number, ghost.trail) for ghost in ghosts]
        view = viewport.scale, viewport.turn_rad, viewport.size, viewport.covered
        ratio = painter.device().devicePixelRatioF()
        key = view, grids, trails, theme, lines, ratio
        is_turning, self._turn_rad = viewport.turn_rad != self._turn_rad, viewport.turn_rad
        if key != self._key or not self._goes_on(ghosts):
            # a picture would be used only once
            self._key, self._pixmap = key, None
            FloorPainter(painter, viewport, theme).paint(scene, lines=lines, kept=False)
            self._trails.paint_quickly(painter, viewport, theme, ghosts, is_near=is_turning)
            return
        if self._pixmap is None or not self._reaches(viewport):
            self._pixmap = self._make(scene, ghosts, viewport, theme, lines=lines, ratio=ratio)
        else:
            self._go_on(self._pixmap, ghosts, theme)
        x, y = self._offset(viewport)
        painter.drawPixmap(QPointF(round(x * ratio) / ratio, round(y * ratio) / ratio), self._pixmap)

    # private

    def _make(
        self, scene: Scene, ghosts: Sequence[Ghost], viewport: Viewport, theme: Theme, *, lines: bool, ratio: float
    ) -> QPixmap:
        self._viewport = viewport.widened(_BESIDE)
        width, height = self._viewport.size
        pixmap = QPixmap(round(width * ratio), round(height * ratio))
        pixmap.setDevicePixelRatio(ratio)
        painter = QPainter(pixmap)
        FloorPainter(painter, self._viewport, theme).paint(scene, lines=lines, kept=True)
        self._trails.paint(painter, self._viewport, theme, ghosts)
        painter.end()
        for ghost in ghosts:
            self._note(ghost, self._trails.dashes(ghost, viewport.scale))
        return pixmap

    def _goes_on(self, ghosts: Sequence[Ghost]) -> bool:
        """Whether no ghost has gone back on its trail since the picture was painted."""
        return self._pixmap is None or all(ghost.way_m >= self._ways_m[ghost.run_id] for ghost in ghosts)

    def _go_on(self, pixmap: QPixmap, ghosts: Sequence[Ghost], theme: Theme) -> None:
        """Paint the dashes that ghosts have passed since the picture was painted."""
        passed = []
        for ghost in ghosts:
            if ghost.way_m >= self._due_m[ghost.run_id]:
                dashes = self._trails.dashes(ghost, self._viewport.scale)
                first, last = dashes.passed(self._ways_m[ghost.run_id]), dashes.passed(ghost.way_m)
                passed.append((ghost, dashes.lines[first:last]))
                self._note(ghost, dashes)
        if passed:
            painter = QPainter(pixmap)
            self._trails.paint_passed(painter, self._viewport, theme, passed)
            painter.end()

    def _note(self, ghost: Ghost, dashes: TrailDashes) -> None:
        """Note which way of a ghost is painted, and when there is more of it."""
        passed = dashes.passed(ghost.way_m)
        self._ways_m[ghost.run_id] = ghost.way_m
        self._due_m[ghost.run_id] = float(dashes.ways_m[passed]) if passed < len(dashes.ways_m) else math.inf

    def _offset(self, viewport: Viewport) -> tuple[float, float]:
        """Return where the picture lies in the view, in pixels."""
        (*_, right, down), (*_, kept_right, kept_down) = viewport.affine, self._viewport.affine
        return right - kept_right, down - kept_down

    def _reaches(self, viewport: Viewport) -> bool:
        """Whether the picture has all that is seen."""
        x, y = self._offset(viewport)
        width, height = self._viewport.size
        return QRectF(x, y, width, height).contains(QRectF(0, 0, *viewport.size))
