"""The world of the demo robot, a walled yard with a gate, crates, barrels and a dock, and its map."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from typing import Final

from app.demo.shapes import Box, Disc, PlaneShape, Pose2

Colour = tuple[int, int, int]


ROOM_LENGTH: Final = 12.0
ROOM_WIDTH: Final = 9.0
ROOM_X: Final = 1.0
WALL_HEIGHT: Final = 1.0

# lower than the laser's plane: its rays leave the room here and give infinity, but the wheels can't pass
KERB_HEIGHT: Final = 0.14
GATE_WIDTH: Final = 2.4
_WALL_THICKNESS: Final = 0.2
START: Final = Pose2(0.0, 0.0, 0.0)
DOCK: Final = Disc(-3.9, -2.6, 0.4)
_PLASTER: Final = (214, 205, 190)
_SKIRTING: Final = (120, 112, 108)
_COPING: Final = (168, 92, 70)
_SEAM: Final = (190, 180, 166)
MAP_RESOLUTION: Final = 0.05
FREE: Final = 0
OCCUPIED: Final = 100
UNKNOWN: Final = 255

# beyond the inner faces of the walls
_MAP_MARGIN: Final = 0.5


@dataclass(frozen=True, slots=True)
class Stripes:
    """Upright stripes on the sides of an object: one of `width_m` begins every `period_m` along its outline."""

    period_m: float
    width_m: float
    colour: Colour


@dataclass(frozen=True, slots=True)
class SceneObject:
    """An object in the world.

    Attributes:
        bands: colours of the sides from the floor up, each with the height at which it ends, the last at the top.
        top: colour of the upper face.
        solid: whether it stops the rover.
    """

    name: str
    shape: PlaneShape
    bands: tuple[tuple[float, Colour], ...]
    top: Colour
    stripes: Stripes | None = None
    solid: bool = True

    @property
    def height(self) -> float:
        """The height of the upper face above the floor, in metres."""
        return self.bands[-1][0]


def _wall(name: str, x: float, y: float, length: float, width: float) -> SceneObject:
    bands = ((0.12, _SKIRTING), (0.86, _PLASTER), (WALL_HEIGHT, _COPING))
    return SceneObject(name, Box(x, y, length, width), bands, _COPING, Stripes(1.0, 0.06, _SEAM))


def _crate(name: str, x: float, y: float, size: float, yaw: float, wood: Colour) -> SceneObject:
    dark = (wood[0] * 7 // 10, wood[1] * 7 // 10, wood[2] * 7 // 10)
    bands = ((0.08 * size, dark), (0.47 * size, wood), (0.53 * size, dark), (0.92 * size, wood), (size, dark))
    return SceneObject(name, Box(x, y, size, size, yaw), bands, wood, Stripes(0.92 * size, 0.08 * size, dark))


def _barrel(name: str, x: float, y: float, radius: float, height: float, paint: Colour) -> SceneObject:
    ring = (paint[0] * 6 // 10, paint[1] * 6 // 10, paint[2] * 6 // 10)
    bands = (
        (0.30 * height, paint),
        (0.35 * height, ring),
        (0.65 * height, paint),
        (0.70 * height, ring),
        (height, paint),
    )
    return SceneObject(name, Disc(x, y, radius), bands, ring)


def _post(name: str, x: float, y: float, paint: Colour) -> SceneObject:
    white = (240, 240, 236)
    bands = ((0.3, paint), (0.5, white), (0.7, paint), (0.9, white), (1.1, paint))
    return SceneObject(name, Disc(x, y, 0.08), bands, paint)


def _walls() -> tuple[SceneObject, ...]:
    thick = _WALL_THICKNESS
    east, north = ROOM_X + ROOM_LENGTH / 2, ROOM_WIDTH / 2
    west, south = ROOM_X - ROOM_LENGTH / 2, -ROOM_WIDTH / 2
    gate_x = 2.6
    before, behind = gate_x - GATE_WIDTH / 2 - west, east - gate_x - GATE_WIDTH / 2
    kerb = ((KERB_HEIGHT, (236, 236, 232)),)
    return (
        _wall("east_wall", east + thick / 2, 0.0, thick, ROOM_WIDTH + 2 * thick),
        _wall("west_wall", west - thick / 2, 0.0, thick, ROOM_WIDTH + 2 * thick),
        _wall("south_wall", ROOM_X, south - thick / 2, ROOM_LENGTH, thick),
        _wall("north_wall_west", west + before / 2, north + thick / 2, before, thick),
        _wall("north_wall_east", east - behind / 2, north + thick / 2, behind, thick),
        SceneObject(
            "gate_kerb",
            Box(gate_x, north + thick / 2, GATE_WIDTH, thick),
            kerb,
            (220, 70, 60),
            Stripes(0.4, 0.2, (214, 54, 48)),
        ),
    )


def _inside() -> tuple[SceneObject, ...]:
    red_wall = ((0.1, (120, 30, 30)), (0.9, (208, 52, 46)), (1.0, (238, 226, 214)))
    return (
        SceneObject(
            "red_wall", Box(3.9, -1.3, 0.2, 2.6), red_wall, (238, 226, 214), Stripes(0.65, 0.04, (150, 36, 34))
        ),
        _crate("large_crate", 2.9, 1.5, 0.8, 0.35, (206, 156, 92)),
        _crate("small_crate", 3.5, 2.1, 0.5, 0.9, (220, 178, 118)),
        _crate("far_crate", 5.6, 2.6, 0.9, -0.2, (190, 140, 84)),
        _barrel("blue_barrel", 2.1, -1.0, 0.28, 0.75, (52, 118, 206)),
        _barrel("green_barrel", 5.6, 0.4, 0.3, 0.8, (60, 160, 92)),
        _barrel("yellow_barrel", 0.2, -2.9, 0.3, 0.8, (232, 184, 52)),
        _barrel("violet_barrel", -2.6, 2.2, 0.34, 0.7, (136, 92, 186)),
        _post("gate_post_west", 1.25, 4.2, (214, 54, 48)),
        _post("gate_post_east", 3.95, 4.2, (214, 54, 48)),
        _post("dock_post_west", -4.45, -3.1, (46, 160, 110)),
        _post("dock_post_east", -3.35, -3.1, (46, 160, 110)),
        _crate("dock_crate", 5.2, -3.4, 0.7, math.pi / 6, (170, 128, 86)),
        SceneObject("dock", DOCK, ((0.01, (46, 160, 110)),), (70, 190, 134), solid=False),
    )


SCENE_OBJECTS: Final = (*_walls(), *_inside())
SOLID_OBJECTS: Final = tuple(thing for thing in SCENE_OBJECTS if thing.solid)


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


@functools.cache
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
