from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from app.ui.base.theme import DARK, LIGHT, Theme
from app.ui.top_view.cells import CellMap, GridImage, grid_affine
from app.ui.top_view.painting import FloorPainter
from app.ui.top_view.scene import GridItem, LayerStyle, Scene
from app.ui.top_view.state import GRAY
from app.ui.top_view.viewport import Viewport
from tests.fakes.geometry import grid

pytestmark = pytest.mark.usefixtures("qapp")

UNPAINTED = QColor(255, 0, 255)
FLAT = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def painted(
    scene: Scene,
    turn_rad: float = 0.0,
    theme: Theme = DARK,
    *,
    lines: bool = True,
    kept: bool = True,
    ratio: float = 1.0,
) -> QImage:
    """A view of 200 x 200 units whose middle is the origin, 20 of them for a metre."""
    viewport = Viewport()
    viewport.resize(200, 200)
    viewport.zoom(20 / viewport.scale)
    viewport.turn_to(turn_rad)
    image = QImage(round(200 * ratio), round(200 * ratio), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(UNPAINTED)
    painter = QPainter(image)
    FloorPainter(painter, viewport, theme).paint(scene, lines=lines, kept=kept)
    painter.end()
    return image


def at(image: QImage, x: float, y: float, ratio: float = 1.0) -> QColor:
    """The colour at a place of the world that is not turned."""
    return image.pixelColor(round(ratio * (100 + 20 * x)), round(ratio * (100 - 20 * y)))


def near(one: QColor, other: QColor, slack: int = 3) -> bool:
    pairs = zip(one.getRgb(), other.getRgb(), strict=True)  # type: ignore[call-overload]
    return all(abs(a - b) <= slack for a, b in pairs)


def test_the_first_cell_of_a_map_is_where_its_origin_is_and_rows_go_up() -> None:
    cells = bytearray(b"\xff" * 12)
    cells[0], cells[3], cells[8] = 100, 0, 100
    made = CellMap(grid(4, 3, cells=bytes(cells)))
    made.step()
    image = painted(Scene((GridItem(LayerStyle(GRAY, 1.0), made, grid_affine(FLAT, made.grid)),)), lines=False)

    occupied, free = at(image, 0.25, 0.25), at(image, 1.75, 0.25)
    assert occupied == at(image, 0.25, 1.25)
    assert occupied.lightness() > free.lightness() > DARK.color("base").lightness()
    assert at(image, 0.25, 0.75) == at(image, -0.25, 0.25) == DARK.color("base")


def cells_that_are_free() -> GridItem:
    made = CellMap(grid(4, 4, cells=bytes(16)))
    made.step()
    return GridItem(LayerStyle(GRAY, 1.0), made, grid_affine((10.0, 0.0, 0.0, 10.0, -10.0, -10.0), made.grid))


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("theme", [DARK, LIGHT])
def test_lines_are_a_round_number_of_metres_apart_and_strong_through_the_origin(theme: Theme, ratio: float) -> None:
    image = painted(Scene(), theme=theme, ratio=ratio)
    base = theme.color("base")
    axis, line = at(image, 3.0, 0.0, ratio), at(image, 3.0, 5.0, ratio)

    assert base != line != axis != base
    assert near(at(image, 0.0, 3.0, ratio), axis)
    assert near(at(image, -5.0, 3.0, ratio), line)
    assert at(image, 3.0, 3.3, ratio) == base
    assert abs(axis.lightness() - base.lightness()) > abs(line.lightness() - base.lightness())


@pytest.mark.parametrize("kept", [False, True])
def test_lines_turn_with_the_world(kept: bool) -> None:  # noqa: FBT001
    image = painted(Scene(), math.pi / 4, kept=kept)
    base = DARK.color("base")

    assert any(at(image, 2.0, 2.0 + pixels / 20) != base for pixels in (-1, 0, 1))
    assert at(image, 2.0, 0.0) == base


@pytest.mark.parametrize("theme", [DARK, LIGHT])
@pytest.mark.parametrize("scene", [Scene(), Scene((cells_that_are_free(),))])
def test_a_floor_that_is_seen_but_once_looks_like_one_that_is_kept(theme: Theme, scene: Scene) -> None:
    kept, once = (painted(scene, 0.3, theme, kept=kept) for kept in (True, False))
    places = [(x, y) for x in range(0, 200, 3) for y in range(0, 200, 3)]
    off = [place for place in places if not near(kept.pixelColor(*place), once.pixelColor(*place))]

    # where two lines cross
    assert len(off) < 12
    assert kept != painted(scene, 0.3, theme, lines=False)


def test_without_lines_there_are_none() -> None:
    image = painted(Scene(), lines=False)

    assert {image.pixel(x, y) for x in range(200) for y in range(200)} == {DARK.color("base").rgb()}


@pytest.mark.parametrize("turn_rad", [0.0, 0.4, math.pi / 4])
# the view is 10 m wide: one smaller than it, its size, one that just misses corners when turned, one beyond all of it
@pytest.mark.parametrize("side_m", [2, 10, 12, 14, 15, 30])
def test_every_pixel_is_painted_whether_or_not_a_map_covers_all_of_them(side_m: int, turn_rad: float) -> None:
    made = CellMap(grid(2 * side_m, 2 * side_m))
    made.step()
    place = grid_affine((1.0, 0.0, 0.0, 1.0, -side_m / 2, -side_m / 2), made.grid)
    image = painted(Scene((GridItem(LayerStyle(GRAY, 1.0), made, place),)), turn_rad, lines=False)

    colors = {int(level) for level in np.unique(np.frombuffer(image.constBits(), np.uint32))}
    assert UNPAINTED.rgb() not in colors
    covers = side_m >= 10 * (math.cos(turn_rad) + math.sin(turn_rad))
    # what is free, and the ground where the map isn't
    assert len(colors) == (1 if covers else 2)


class Watched(np.ndarray):
    """Cells that know what was read of them before they are painted."""

    read: tuple[int, int] | None = None

    def max(self, *args: object, **options: object) -> object:  # type: ignore[override]
        Watched.read = self.shape[0], self.shape[1]
        return super().max(*args, **options)  # type: ignore[call-overload]


@pytest.mark.parametrize(
    ("side", "turn_rad", "read"),
    [
        # a cell is 10 pixels, and the view 20 cells: of those that are turned, those in a rectangle around what is seen
        (100, 0.0, None),
        (100, math.pi / 4, (30, 2)),
        (10, math.pi / 4, (10, 1)),
        # the map is not where the view is
        (0, math.pi / 4, None),
    ],
)
def test_of_a_turned_map_what_is_seen_is_read_before_it_is_painted(
    side: int, turn_rad: float, read: tuple[int, int] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = CellMap(grid(side or 4, side or 4))
    made.step()
    part_of, Watched.read = CellMap.visible_image, None

    def watched(*args: Any) -> GridImage | None:
        part = part_of(*args)
        return part and replace(part, pixels=part.pixels.view(Watched))

    monkeypatch.setattr(CellMap, "visible_image", watched)
    corner = -side * 0.5 / 2 if side else 30.0
    place = grid_affine((1.0, 0.0, 0.0, 1.0, corner, corner), made.grid)
    painted(Scene((GridItem(LayerStyle(GRAY, 1.0), made, place),)), turn_rad, lines=False)

    assert Watched.read == read
