"""The demo robot's map: its world from above, completely explored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from app.demo.scenery import ROOM_LENGTH, ROOM_WIDTH, ROOM_X, THINGS, Thing
from app.demo.shapes import Box

RESOLUTION: Final = 0.05
FREE: Final = 0
OCCUPIED: Final = 100
UNKNOWN: Final = 255
# beyond the inner faces of the walls
_MARGIN: Final = 0.5


@dataclass(frozen=True, slots=True)
class Grid:
    """A map of cells from the corner at `x`, `y` in metres: rows along x, one after the other along y.

    Attributes:
        cells: FREE, OCCUPIED or UNKNOWN, as bytes.
    """

    x: float
    y: float
    width: int
    height: int
    cells: bytes


def draw(height: float) -> Grid:
    """Draw the map of all objects higher than `height` in metres, as a laser at that height finds them."""
    x = ROOM_X - ROOM_LENGTH / 2 - _MARGIN
    y = -ROOM_WIDTH / 2 - _MARGIN
    columns = round((ROOM_LENGTH + 2 * _MARGIN) / RESOLUTION)
    rows = round((ROOM_WIDTH + 2 * _MARGIN) / RESOLUTION)
    cells = bytearray([UNKNOWN]) * (columns * rows)
    margin = round(_MARGIN / RESOLUTION)
    for row in range(margin, rows - margin):
        start = row * columns
        cells[start + margin : start + columns - margin] = bytes([FREE]) * (columns - 2 * margin)
    for thing in THINGS:
        if thing.height > height:
            _stamp(thing, x, y, columns, rows, cells)
    return Grid(x, y, columns, rows, bytes(cells))


def _stamp(thing: Thing, x: float, y: float, columns: int, rows: int, cells: bytearray) -> None:
    shape = thing.shape
    for row in range(
        max(0, int((shape.y - shape.radius - y) / RESOLUTION)),
        min(rows, int((shape.y + shape.radius - y) / RESOLUTION) + 1),
    ):
        middle_y = y + (row + 0.5) * RESOLUTION
        for column in range(
            max(0, int((shape.x - shape.radius - x) / RESOLUTION)),
            min(columns, int((shape.x + shape.radius - x) / RESOLUTION) + 1),
        ):
            middle_x = x + (column + 0.5) * RESOLUTION
            if shape.overlaps(Box(middle_x, middle_y, RESOLUTION, RESOLUTION)):
                cells[row * columns + column] = OCCUPIED
