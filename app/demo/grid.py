"""The demo robot's map: its world from above, completely explored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from app.demo.scenery import ROOM_LENGTH, ROOM_WIDTH, ROOM_X, SCENE_OBJECTS, SceneObject
from app.demo.shapes import Box

MAP_RESOLUTION: Final = 0.05
FREE: Final = 0
OCCUPIED: Final = 100
UNKNOWN: Final = 255
# beyond the inner faces of the walls
_MAP_MARGIN: Final = 0.5


@dataclass(frozen=True, slots=True)
class DemoGrid:
    """A map of cells from the corner at `x`, `y` in metres: rows along x, one after the other along y.

    Attributes:
        cells: FREE, OCCUPIED or UNKNOWN, as bytes.
    """

    x: float
    y: float
    width: int
    height: int
    cells: bytes


def draw_map(height: float) -> DemoGrid:
    """Draw the map of all objects higher than `height` in metres, as a laser at that height finds them."""
    x = ROOM_X - ROOM_LENGTH / 2 - _MAP_MARGIN
    y = -ROOM_WIDTH / 2 - _MAP_MARGIN
    columns = round((ROOM_LENGTH + 2 * _MAP_MARGIN) / MAP_RESOLUTION)
    rows = round((ROOM_WIDTH + 2 * _MAP_MARGIN) / MAP_RESOLUTION)
    cells = bytearray([UNKNOWN]) * (columns * rows)
    margin = round(_MAP_MARGIN / MAP_RESOLUTION)
    for row in range(margin, rows - margin):
        start = row * columns
        cells[start + margin : start + columns - margin] = bytes([FREE]) * (columns - 2 * margin)
    for thing in SCENE_OBJECTS:
        if thing.height > height:
            _stamp(thing, x, y, columns, rows, cells)
    return DemoGrid(x, y, columns, rows, bytes(cells))


def _stamp(thing: SceneObject, x: float, y: float, columns: int, rows: int, cells: bytearray) -> None:
    shape = thing.shape
    for row in range(
        max(0, int((shape.y - shape.radius - y) / MAP_RESOLUTION)),
        min(rows, int((shape.y + shape.radius - y) / MAP_RESOLUTION) + 1),
    ):
        middle_y = y + (row + 0.5) * MAP_RESOLUTION
        for column in range(
            max(0, int((shape.x - shape.radius - x) / MAP_RESOLUTION)),
            min(columns, int((shape.x + shape.radius - x) / MAP_RESOLUTION) + 1),
        ):
            middle_x = x + (column + 0.5) * MAP_RESOLUTION
            if shape.overlaps(Box(middle_x, middle_y, MAP_RESOLUTION, MAP_RESOLUTION)):
                cells[row * columns + column] = OCCUPIED
