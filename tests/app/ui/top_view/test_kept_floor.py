"""The floor of a view as a picture that is kept while the view only moves."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtGui import QImage, QPainter

from app.ui.base.theme import DARK, LIGHT, Theme
from app.ui.top_view.cells import CellMap, grid_affine
from app.ui.top_view.ghosts import Ghost, GhostTrail
from app.ui.top_view.kept_floor import KeptFloor
from app.ui.top_view.painting import FloorPainter
from app.ui.top_view.scene import GridItem, LayerStyle, Scene
from app.ui.top_view.viewport import Viewport
from tests.fakes.geometry import grid

pytestmark = pytest.mark.usefixtures("qapp")


def view(scale: float = 20.0) -> Viewport:
    viewport = Viewport()
    viewport.resize(200, 150)
    viewport.zoom(scale / viewport.scale)
    return viewport


class Floors:
    """A floor that is painted again and again, and how often it was painted anew."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.floor, self.viewport, self.ghosts, self.theme = KeptFloor(), view(), list[Ghost](), DARK
        cells = CellMap(grid(20, 20, cells=bytes([0, 100] * 200)))
        while not cells.step():
            pass
        plane = grid_affine((1.0, 0.0, 0.0, 1.0, -3.0, -3.0), cells.grid)
        self.scene = Scene((GridItem(LayerStyle(7, 1.0), cells, plane),))
        self.anew = 0
        paint = FloorPainter.paint

        def counted(painter: FloorPainter, scene: Scene, *, lines: bool, kept: bool) -> None:
            self.anew += 1
            paint(painter, scene, lines=lines, kept=kept)

        monkeypatch.setattr(FloorPainter, "paint", counted)

    def paint(self, floor: KeptFloor | None = None) -> QImage:
        image = QImage(200, 150, QImage.Format.Format_RGB32)
        painter = QPainter(image)
        floor = floor or self.floor
        floor.paint(painter, self.scene, self.ghosts, self.viewport, self.theme, lines=True)
        painter.end()
        return image

    def look(self) -> int:
        """Paint three times; return how often that was anew."""
        self.anew = 0
        for _ in range(3):
            self.paint()
        return self.anew


@pytest.fixture
def floors(monkeypatch: pytest.MonkeyPatch) -> Floors:
    return Floors(monkeypatch)


def ghost(at_s: float, number: int = 0) -> Ghost:
    times_s = np.linspace(0.0, 8.0, 81)
    trail = GhostTrail(times_s, np.column_stack((times_s - 4, np.full(81, 0.5 * number), np.zeros(81))))
    return placed(Ghost(f"run:{number + 1}", number, "slow", trail, None, 0.0), at_s)


def placed(one: Ghost, at_s: float) -> Ghost:
    mark, way_m = one.trail.at(at_s)
    return replace(one, mark=mark, way_m=way_m)


def kept(floors: Floors) -> QImage:
    """What the floor looks like when it has been kept by another one."""
    other = KeptFloor()
    floors.paint(other)
    return floors.paint(other)


def test_a_view_that_stands_still_keeps_its_floor(floors: Floors) -> None:
    # once at once, and once to be kept
    assert floors.look() == 2
    assert floors.look() == 0


def test_a_view_that_moves_a_little_keeps_its_floor_and_shows_it_in_the_right_place(floors: Floors) -> None:
    floors.look()
    for pixels in range(5, 100, 7):
        floors.viewport.pan(7, 3)
        assert floors.look() == 0, pixels
    assert floors.paint() == kept(floors)


def test_a_view_that_moves_far_paints_it_anew(floors: Floors) -> None:
    floors.look()
    floors.viewport.pan(500, 0)

    assert floors.look() == 1
    assert floors.paint() == kept(floors)


def test_part_of_a_pixel_moves_nothing_by_more(floors: Floors) -> None:
    floors.look()
    before = floors.paint()
    floors.viewport.pan(0.4, -0.4)

    assert floors.paint() == before
    floors.viewport.pan(0.2, 0)
    assert floors.paint() != before


@pytest.mark.parametrize("what", ["scale", "turn", "size", "theme", "map", "ghost"])
def test_it_is_painted_anew_where_it_looks_otherwise(floors: Floors, what: str) -> None:
    floors.look()
    if what == "scale":
        floors.viewport.zoom(1.2)
    elif what == "turn":
        floors.viewport.turn_to(0.3)
    elif what == "size":
        floors.viewport.resize(190, 150)
    elif what == "theme":
        floors.theme = LIGHT
    elif what == "map":
        floors.scene = Scene()
    else:
        floors.ghosts = [ghost(4.0)]

    assert floors.look() == 2


def test_the_way_of_a_ghost_grows_without_painting_the_floor_anew(floors: Floors) -> None:
    ones = [ghost(2.0), ghost(2.0, 1)]
    floors.ghosts = ones
    floors.look()
    before = floors.paint()
    for step in range(1, 40):
        floors.ghosts = [placed(one, 2.0 + step * 0.1) for one in ones]
        assert floors.look() == 0
    after = floors.paint()

    assert after != before
    assert near(after, kept(floors))


def near(one: QImage, other: QImage) -> bool:
    """Whether two pictures differ by no more than the softness of edges: what is painted on paler lines is darker."""
    pixels = [np.array(each.constBits()).reshape(150, 200, 4).astype(int) for each in (one, other)]
    return int((np.abs(pixels[0] - pixels[1]).max(axis=2) > 100).sum()) == 0


def test_where_time_goes_back_the_way_gets_shorter(floors: Floors) -> None:
    one = ghost(6.0)
    floors.ghosts = [one]
    floors.look()
    floors.ghosts = [placed(one, 3.0)]

    assert floors.look() == 2
    assert floors.paint() == kept(floors)


@pytest.mark.parametrize("theme", [DARK, LIGHT])
def test_a_ghost_without_trail_leaves_none(floors: Floors, theme: Theme) -> None:
    floors.theme = theme
    bare = kept(floors)
    floors.ghosts = [replace(ghost(4.0), has_trail=False)]
    assert kept(floors) == bare
    floors.ghosts = [ghost(4.0)]
    assert kept(floors) != bare
