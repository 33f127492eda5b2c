from __future__ import annotations

import pytest

from app.demo.grid import FREE, MAP_RESOLUTION, OCCUPIED, UNKNOWN, DemoGrid, draw_map
from app.demo.scenery import SCENE_OBJECTS
from app.demo.simulation import SENSOR_HEIGHT


@pytest.fixture(scope="module")
def grid() -> DemoGrid:
    return draw_map(SENSOR_HEIGHT)


def _cell(grid: DemoGrid, x: float, y: float) -> int:
    column, row = int((x - grid.x) / MAP_RESOLUTION), int((y - grid.y) / MAP_RESOLUTION)
    return grid.cells[row * grid.width + column]


def test_there_is_a_cell_for_every_place(grid: DemoGrid) -> None:
    assert len(grid.cells) == grid.width * grid.height
    assert set(grid.cells) == {FREE, OCCUPIED, UNKNOWN}


def test_things_stand_where_they_are_unless_the_laser_sees_over_them(grid: DemoGrid) -> None:
    for thing in SCENE_OBJECTS:
        seen = _cell(grid, thing.shape.x, thing.shape.y) == OCCUPIED
        assert seen == (thing.height > SENSOR_HEIGHT), thing.name


def test_the_start_is_free_and_nothing_is_known_beyond_the_walls(grid: DemoGrid) -> None:
    assert _cell(grid, 0.0, 0.0) == FREE
    assert _cell(grid, grid.x + 0.01, grid.y + 0.01) == UNKNOWN


def test_a_higher_laser_sees_less() -> None:
    assert draw_map(0.76).cells.count(OCCUPIED) < draw_map(SENSOR_HEIGHT).cells.count(OCCUPIED)
