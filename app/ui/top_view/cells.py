"""Images of an occupancy grid: of the part that is seen, at the resolution at which it is seen.

Smaller copies, in which every cell is the most occupied of four, are made in steps that hold up no frame. Whatever the
size of the grid, only the part that can be seen becomes an image.
"""

from __future__ import annotations

import functools
import math
from collections import deque
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QImage

from app.model.messages.values import Grid, GridUpdate
from app.ui.top_view.viewport import Affine, compose

# cells of one step: about a millisecond
STEP_CELLS: Final = 400_000
# the smallest change costs as much as so many cells
_LEAST_CELLS: Final = 20_000
# ranks of cells: 0 is unknown, 1 free, 101 occupied
OCCUPIED: Final = 101
# images begin and end with whole blocks, so that a view that follows a robot needs no new image for each frame
_BLOCK: Final = 128
# levels that are made together, for bands of as many rows as two to this power
_BAND_LEVELS: Final = 8
_MAX_SIDE: Final = 1024

Bytes = npt.NDArray[np.uint8]
Colors = npt.NDArray[np.uint32]


@dataclass(frozen=True, slots=True)
class GridImage:
    """Image of the visible part of a grid.

    Attributes:
        image: the first row is the lowest.
        affine: from pixels of the image to cells.
        pixels: the memory of the image, of shape (height, width).
    """

    image: QImage
    affine: Affine
    # held here, as the image has no memory of its own
    pixels: Colors


@dataclass(slots=True)
class _Change:
    """Update of some cells, and the number of its rows that were applied."""

    x: int
    y: int
    cells: Bytes
    done: int = 0


class CellMap:
    """Occupancy grid with smaller copies of itself. Nothing of it can be seen until `step` returns True.

    Attributes:
        grid: the message that it was made of.
        revision: a number that changes with the cells.
    """

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        width, height = grid.width, grid.height
        self._cells = np.frombuffer(grid.cells, np.uint8).reshape(height, width)
        count = max(math.ceil(math.log2(max(width, height, 1) / _MAX_SIDE)), 0)
        self._bands = min(count, _BAND_LEVELS)
        self._levels = [
            np.zeros((-(-height // (1 << level)), -(-width // (1 << level))), np.uint8) for level in range(count + 1)
        ]
        self._done = 0
        self._changes: deque[_Change] = deque()
        self.revision = 0
        self._part: tuple[tuple[object, ...], GridImage] | None = None

    @property
    def ready(self) -> bool:
        """Whether all copies are made."""
        return self._done >= self.grid.height

    @property
    def levels(self) -> int:
        """Number of copies, the grid itself included; each is half the size of the one before."""
        return len(self._levels)

    @property
    def waiting(self) -> int:
        """Number of cells in updates that wait for steps."""
        return sum(change.cells.size for change in self._changes)

    def change(self, update: GridUpdate) -> None:
        """Queue an update of some cells for the next steps.

        Raises:
            ValueError: the grid does not have these cells.
        """
        if update.x + update.width > self.grid.width or update.y + update.height > self.grid.height:
            raise ValueError(f"{update.width} x {update.height} cells from {update.x}, {update.y} on")
        if update.width and update.height:
            cells = np.frombuffer(update.cells, np.uint8).reshape(update.height, update.width)
            self._changes.append(_Change(update.x, update.y, cells))

    def step(self, cells: int = STEP_CELLS) -> bool:
        """Do some of the work, about as much as for `cells` cells; return whether the grid is ready."""
        if self.ready:
            while self._changes and cells > 0:
                cells -= max(self._take(self._changes[0], cells), _LEAST_CELLS)
            return True
        band = 1 << self._bands
        rows = max(cells // max(self.grid.width, 1) // band, 1) * band
        first, end = self._done, min(self._done + rows, self.grid.height)
        _rank(self._cells[first:end], self._levels[0][first:end])
        for level in range(self._bands):
            self._halve(level, first >> level, -(-end >> level))
        self._done = end
        if end == self.grid.height:
            for level in range(self._bands, len(self._levels) - 1):
                self._halve(level, 0, len(self._levels[level]))
        return self.ready

    def visible_image(self, view: Affine, size: tuple[float, float], colors: Colors) -> GridImage | None:
        """Return the image of the part that is seen in a view; None where nothing is seen.

        Args:
            view: from cells to pixels.
            size: width and height of the view, in pixels.
            colors: the table of `color_table`.
        """
        a, b, c, d, e, f = view
        determinant = a * d - b * c
        if not self.ready or not self.grid.width or abs(determinant) < 1e-18:
            return None
        level = self._level_for(math.sqrt(abs(determinant)))
        # the corners of the view, in cells
        corners = [((x - e) * d - (y - f) * c, (y - f) * a - (x - e) * b) for x in (0, size[0]) for y in (0, size[1])]
        block = _BLOCK << level
        left, right = _blocks([x / determinant for x, _ in corners], block, self.grid.width)
        bottom, top = _blocks([y / determinant for _, y in corners], block, self.grid.height)
        if left >= right or bottom >= top:
            return None
        key = (level, left, bottom, right, top, self.revision, id(colors))
        if self._part is None or self._part[0][:-1] != key:
            # the colours are held, so that no other table gets their id
            self._part = (*key, colors), self._image(level, (left, bottom, right, top), colors)
        return self._part[1]

    def _level_for(self, pixels_per_cell: float) -> int:
        level = math.floor(math.log2(1 / pixels_per_cell)) if pixels_per_cell < 1 else 0
        return min(level, len(self._levels) - 1)

    def _image(self, level: int, cells: tuple[int, int, int, int], colors: Colors) -> GridImage:
        left, bottom, right, top = cells[0] >> level, cells[1] >> level, -(-cells[2] >> level), -(-cells[3] >> level)
        pixels = np.ascontiguousarray(colors[self._levels[level][bottom:top, left:right]])
        height, width = pixels.shape
        formats = QImage.Format
        # an opaque image is painted faster
        kind = formats.Format_RGB32 if colors[0] else formats.Format_ARGB32_Premultiplied
        image = QImage(pixels.data, width, height, width * 4, kind)
        side = float(1 << level)
        return GridImage(image, (side, 0.0, 0.0, side, left * side, bottom * side), pixels)

    def _take(self, change: _Change, cells: int) -> int:
        """Apply about `cells` cells of an update; return how many they were."""
        height, width = change.cells.shape
        rows: int = min(max(cells // width, 1), height - change.done)
        left, right = change.x, change.x + width
        first = change.y + change.done
        end = first + rows
        _rank(change.cells[change.done : change.done + rows], self._levels[0][first:end, left:right])
        for level in range(len(self._levels) - 1):
            self._halve(level, first, end, left, right)
            first, end, left, right = first >> 1, (end + 1) >> 1, left >> 1, (right + 1) >> 1
        change.done += rows
        if change.done == height:
            self._changes.popleft()
        self.revision += 1
        return int(rows * width)

    def _halve(self, level: int, first: int, end: int, left: int = 0, right: int | None = None) -> None:
        """Update the next smaller copy for some rows and columns, with those that share a cell with them."""
        source, target = self._levels[level], self._levels[level + 1]
        first, left = first & ~1, left & ~1
        # an odd last row or column has no partner
        end, right = end + (end & 1), source.shape[1] if right is None else right + (right & 1)
        rows = source[first:end, left:right]
        pairs = rows[::2].copy()
        lower = rows[1::2]
        np.maximum(pairs[: len(lower)], lower, out=pairs[: len(lower)])
        half = target[first >> 1 : (first >> 1) + len(pairs), left >> 1 : (right + 1) >> 1]
        half[:] = pairs[:, ::2]
        odd = pairs[:, 1::2]
        np.maximum(half[:, : odd.shape[1]], odd, out=half[:, : odd.shape[1]])


def _rank(cells: Bytes, ranks: Bytes) -> None:
    """Write the ranks of cells: the larger is the more important."""
    # unknown is 255, and overflows to 0
    np.add(cells, 1, out=ranks)
    ranks[ranks > OCCUPIED] = 0


@functools.lru_cache(maxsize=32)
def color_table(free: int, occupied: int, opacity: float, ground: int | None = None) -> Colors:
    """Return the colours, ARGB32 premultiplied, of all ranks; unknown cells are transparent.

    Args:
        free: the colour of cells that are free, 0xrrggbb.
        occupied: the colour of cells that are occupied.
        opacity: of all cells.
        ground: the colour below the grid where it is a single one; then the colours are opaque.
    """
    shares = (np.arange(OCCUPIED) / (OCCUPIED - 1))[:, None]
    bytes_of = [np.array([color >> 16 & 255, color >> 8 & 255, color & 255], np.float64) for color in (free, occupied)]
    parts = bytes_of[0] + (bytes_of[1] - bytes_of[0]) * shares
    alpha = opacity
    table = np.zeros(256, np.uint32)
    if ground is not None:
        below = np.array([ground >> 16 & 255, ground >> 8 & 255, ground & 255], np.float64)
        parts, alpha = below + (parts - below) * opacity, 1.0
        table[:] = 0xFF000000 | ground
    red, green, blue = (np.round(parts * alpha).astype(np.uint32)).T
    table[1 : OCCUPIED + 1] = round(255 * alpha) << 24 | red << 16 | green << 8 | blue
    table.setflags(write=False)
    return table


def grid_affine(plane: Affine, grid: Grid) -> Affine:
    """Return the affine map from cells of a grid to the world; `plane` is the place of the grid's origin there."""
    side = grid.resolution_m
    return compose(plane, (side, 0.0, 0.0, side, 0.0, 0.0))


def _blocks(edges: list[float], block: int, end: int) -> tuple[int, int]:
    """Return the range [first, end) of cells, in whole blocks as far as there are cells, that holds all edges."""
    low, high = min(max(min(edges), 0.0), end), min(max(*edges, 0.0), end)
    return int(low // block) * block, min(math.ceil(high / block) * block, end)
