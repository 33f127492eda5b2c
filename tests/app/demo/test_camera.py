from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QImage

from app.demo import camera
from app.demo.camera import Camera
from app.demo.scenery import SCENE_OBJECTS, START, SceneObject
from app.demo.shapes import Box, Disc, Pose2

WIDTH, HEIGHT, EYE = 160, 120, 0.25
RED = (250, 10, 10)


def _pixel(picture: bytes, column: int, row: int) -> tuple[int, int, int]:
    start = 3 * (row * WIDTH + column)
    return picture[start], picture[start + 1], picture[start + 2]


def _red_pixels(picture: bytes) -> list[tuple[int, int]]:
    return [
        (column, row)
        for row in range(HEIGHT)
        for column in range(WIDTH)
        if (pixel := _pixel(picture, column, row))[0] > 1.4 * max(pixel[1:])
    ]


def _camera() -> Camera:
    return Camera(WIDTH, HEIGHT, EYE)


def _red(shape: Box | Disc, height: float = 0.6) -> SceneObject:
    return SceneObject("red", shape, ((height, RED),), RED)


@pytest.mark.parametrize("size", [(160, 120), (64, 48), (321, 241), (640, 480)])
def test_a_picture_has_three_bytes_for_each_pixel(size: tuple[int, int]) -> None:
    picture = Camera(*size, EYE).render(START, SCENE_OBJECTS)

    assert isinstance(picture, bytes)
    assert len(picture) == 3 * size[0] * size[1]


@settings(deadline=None, max_examples=40)
@given(st.floats(-4.9, 6.9), st.floats(-4.4, 4.4), st.floats(-10, 10))
def test_it_can_be_drawn_from_everywhere_even_from_within_a_thing(x: float, y: float, yaw: float) -> None:
    assert len(_camera().render(Pose2(x, y, yaw), SCENE_OBJECTS)) == 3 * WIDTH * HEIGHT


def test_the_same_view_is_the_same_picture() -> None:
    assert _camera().render(START, SCENE_OBJECTS) == _camera().render(START, SCENE_OBJECTS)


def test_a_wall_in_front_grows_as_it_comes_nearer() -> None:
    areas = [len(_red_pixels(_camera().render(Pose2(x, 0, 0), [_red(Box(5, 0, 0.2, 0.8))]))) for x in (0, 1, 2, 3, 3.5)]

    assert areas == sorted(set(areas))
    # three quarters nearer makes it about four times as large each way
    assert 10 < areas[-1] / areas[0] < 16


def test_size_and_place_follow_the_laws_of_perspective() -> None:
    distance, width, height = 3.0, 1.0, 0.5
    seen = _red_pixels(_camera().render(Pose2(0, 0, 0), [_red(Box(distance + 0.1, 0, 0.2, width), height)]))

    focal = WIDTH / 2 / math.tan(0.6)
    columns, rows = {column for column, _ in seen}, {row for _, row in seen}
    assert len(columns) == pytest.approx(focal * width / distance, abs=2)
    assert min(rows) == pytest.approx(HEIGHT / 2 - focal * (height - EYE) / distance, abs=1.5)
    assert max(rows) == pytest.approx(HEIGHT / 2 + focal * EYE / distance, abs=1.5)
    assert (min(columns) + max(columns)) / 2 == pytest.approx(WIDTH / 2 - 0.5, abs=1)


@pytest.mark.parametrize(("y", "left"), [(0.6, True), (-0.6, False)])
def test_left_is_left(y: float, left: bool) -> None:  # noqa: FBT001 - a parameter of the test
    seen = _red_pixels(_camera().render(Pose2(0, 0, 0), [_red(Disc(2, y, 0.2))]))

    assert seen
    assert all((column < WIDTH / 2) == left for column, _ in seen)


def test_the_nearer_thing_hides_the_farther_one_whatever_their_order() -> None:
    green = SceneObject("green", Box(2, 0, 0.2, 3), ((0.8, (10, 200, 10)),), (10, 200, 10))
    red = _red(Disc(4, 0, 0.3))

    for things in ([green, red], [red, green]):
        assert not _red_pixels(_camera().render(Pose2(0, 0, 0), things))


def test_a_low_thing_shows_its_top_and_what_stands_behind_it() -> None:
    low = SceneObject("low", Box(2, 0, 0.6, 1), ((0.05, (10, 10, 200)),), RED)
    behind = SceneObject("behind", Box(4, 0, 0.2, 1), ((0.6, (10, 200, 10)),), (10, 200, 10))
    picture = _camera().render(Pose2(0, 0, 0), [low, behind])

    column = [_pixel(picture, WIDTH // 2, row) for row in range(HEIGHT)]
    named = [
        "red" if r > 1.4 * max(g, b) else "green" if g > 1.4 * max(r, b) else "blue" if b > 2 * r else ""
        for r, g, b in column
    ]
    order = [name for name in dict.fromkeys(named[HEIGHT // 2 - 10 :]) if name]
    assert order == ["green", "red", "blue"]


def test_what_is_far_away_fades_into_the_haze() -> None:
    def contrast(distance: float) -> int:
        red, green, _ = _pixel(_camera().render(Pose2(0, 0, 0), [_red(Box(distance, 0, 0.2, 4))]), 80, 60)
        return red - green

    assert contrast(2) > contrast(5) > contrast(9) > 0


def test_motion_shows_on_the_floor() -> None:
    camera = _camera()
    floor = 3 * WIDTH * (HEIGHT // 2 + 1)
    before, after = (camera.render(Pose2(x, 0.1, 0.1), [])[floor:] for x in (0.0, 0.1))

    changed = sum(a != b for a, b in zip(before, after, strict=True))
    assert changed > len(before) / 20


def test_turning_all_around_comes_back_to_the_same_view() -> None:
    camera = _camera()
    before, slightly, around = (camera.render(Pose2(0, 0, yaw), SCENE_OBJECTS) for yaw in (0.3, 0.35, 0.3 + math.tau))

    assert sum(a != b for a, b in zip(before, around, strict=True)) < 100
    assert sum(a != b for a, b in zip(before, slightly, strict=True)) > 5000


def test_the_sky_is_above_and_the_floor_below() -> None:
    picture = _camera().render(START, [])
    top, bottom = _pixel(picture, 80, 0), _pixel(picture, 80, HEIGHT - 1)

    assert top[2] > top[0] + 50
    assert max(bottom) - min(bottom) < 20


def test_tiles_are_where_they_are_on_the_floor() -> None:
    """The brightness at a pixel is that of the tile that its ray meets."""
    camera = _camera()
    eye = Pose2(0.13, 0.29, 0.4)
    picture = camera.render(eye, [])
    focal = WIDTH / 2 / math.tan(0.6)
    row = HEIGHT - 5
    distance = EYE * focal / (row + 0.5 - HEIGHT / 2)
    agreed = 0
    shades = [_pixel(picture, column, row)[0] for column in range(WIDTH)]
    middle = (min(shades) + max(shades)) / 2
    for column in range(WIDTH):
        aside = (WIDTH / 2 - 0.5 - column) / focal * distance
        x = eye.x + distance * math.cos(eye.yaw) - aside * math.sin(eye.yaw)
        y = eye.y + distance * math.sin(eye.yaw) + aside * math.cos(eye.yaw)
        agreed += ((math.floor(x / 0.5) + math.floor(y / 0.5)) % 2 == 1) == (shades[column] > middle)
    assert agreed >= WIDTH - 2


@pytest.mark.parametrize(("width", "height"), [(1, 1), (5, 3), (160, 120)])
def test_a_picture_comes_back_as_it_was(width: int, height: int) -> None:
    pixels = bytes(index * 7 % 256 for index in range(3 * width * height))

    image = QImage.fromData(camera.encode_png(width, height, pixels))

    assert (image.width(), image.height()) == (width, height)
    colours = [image.pixelColor(x, y) for y in range(height) for x in range(width)]
    assert bytes(part for colour in colours for part in (colour.red(), colour.green(), colour.blue())) == pixels
