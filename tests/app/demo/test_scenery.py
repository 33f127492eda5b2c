from __future__ import annotations

from collections import deque

import pytest

from app.demo.rover import footprint
from app.demo.scenery import (
    DOCK,
    FREE,
    KERB_HEIGHT,
    MAP_RESOLUTION,
    OCCUPIED,
    ROOM_LENGTH,
    ROOM_WIDTH,
    ROOM_X,
    SCENE_OBJECTS,
    SOLID_OBJECTS,
    START,
    UNKNOWN,
    DemoGrid,
    SceneObject,
    draw_map,
)
from app.demo.shapes import Pose2
from app.demo.simulation import SENSOR_HEIGHT


def _is_free(pose: Pose2) -> bool:
    return not any(thing.shape.overlaps(footprint(pose)) for thing in SOLID_OBJECTS)


def test_names_are_unique() -> None:
    assert len({thing.name for thing in SCENE_OBJECTS}) == len(SCENE_OBJECTS)


@pytest.mark.parametrize("thing", SCENE_OBJECTS, ids=lambda thing: thing.name)
def test_bands_go_up_from_the_floor_in_colours_that_a_byte_holds(thing: SceneObject) -> None:
    heights = [height for height, _ in thing.bands]

    assert heights == sorted(set(heights))
    assert heights[0] > 0
    colours = [colour for _, colour in thing.bands] + [thing.top] + ([thing.stripes.colour] if thing.stripes else [])
    assert all(0 <= channel <= 255 for colour in colours for channel in colour)


def test_only_the_kerb_of_the_gate_stops_wheels_that_the_laser_sees_over() -> None:
    assert [thing.name for thing in SOLID_OBJECTS if thing.height <= SENSOR_HEIGHT] == ["gate_kerb"]
    assert KERB_HEIGHT < SENSOR_HEIGHT


def test_the_rover_can_get_from_its_start_to_the_dock_and_into_every_corner_but_not_out() -> None:
    reached = {(0, 0)}
    frontier = deque(reached)
    while frontier:
        i, j = frontier.popleft()
        for near in ((i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)):
            # both ways along the step fit, and no step is as long as a wall is thick
            pose = Pose2(START.x + near[0] * 0.1, START.y + near[1] * 0.1, 0.0 if near[0] != i else 1.5708)
            if near not in reached and _is_free(pose):
                reached.add(near)
                frontier.append(near)

    assert _is_free(START)
    places = [(START.x + i * 0.1, START.y + j * 0.1) for i, j in reached]
    assert min(abs(x - DOCK.x) + abs(y - DOCK.y) for x, y in places) < 0.2
    west, east = ROOM_X - ROOM_LENGTH / 2, ROOM_X + ROOM_LENGTH / 2
    assert all(west < x < east and -ROOM_WIDTH / 2 < y < ROOM_WIDTH / 2 for x, y in places)
    for corner_x in (west, east):
        for corner_y in (-ROOM_WIDTH / 2, ROOM_WIDTH / 2):
            assert min(abs(x - corner_x) + abs(y - corner_y) for x, y in places) < 1.0


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
