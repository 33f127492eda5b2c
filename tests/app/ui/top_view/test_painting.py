from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QFont, QImage, QPainter

from app.model.messages.geometry import Transform
from app.ui.base.theme import DARK, LIGHT, Theme
from app.ui.top_view.colors import layer_color
from app.ui.top_view.painting import FloorPainter, ScenePainter
from app.ui.top_view.scene import LayerStyle, LineItem, Mark, PointsItem, PoseItem, Scene
from app.ui.top_view.viewport import Viewport

pytestmark = pytest.mark.usefixtures("qapp")

FLAT = Transform().planar_matrix
NOWHERE = np.empty((0, 2))


def painted(scene: Scene, viewport: Viewport | None = None, theme: Theme = DARK) -> QImage:
    """A view of 200 x 200 pixels whose middle is the origin, 20 pixels for a metre."""
    if viewport is None:
        viewport = Viewport()
        viewport.resize(200, 200)
        viewport.zoom(20 / viewport.scale)
    image = QImage(200, 200, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    FloorPainter(painter, viewport, theme).paint(scene, lines=False, kept=True)
    ScenePainter(painter, viewport, theme, lambda metres: f"{metres:.1f}").paint(scene, names=True)
    painter.end()
    return image


def text_boxes(scene: Scene, *taken: QRectF, points: float = 10.0) -> list[QRectF]:
    """The boxes of all texts of a scene, in the view of `painted` and letters of this size."""
    viewport = Viewport()
    viewport.resize(200, 200)
    viewport.zoom(20 / viewport.scale)
    image = QImage(200, 200, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    font = QFont()
    font.setPointSizeF(points)
    painter.setFont(font)
    scene_painter = ScenePainter(painter, viewport, DARK, lambda metres: f"stops within {metres:.1f} m")
    scene_painter.paint(scene, names=True, taken=taken)
    painter.end()
    return scene_painter.labels


def at(image: QImage, x: float, y: float) -> QColor:
    """The colour at a place of the world."""
    return image.pixelColor(round(100 + 20 * x), round(100 - 20 * y))


def is_drawn(image: QImage, x: float, y: float, theme: Theme = DARK) -> bool:
    return at(image, x, y) != theme.color("base")


@pytest.mark.parametrize("theme", [DARK, LIGHT])
def test_a_scan_is_seen_where_it_met_something_in_the_colour_of_its_layer(theme: Theme) -> None:
    points = np.array(((2.0, 1.0), (-3.0, 2.0), (500.0, 0.0)))
    image = painted(Scene((PointsItem(LayerStyle(1, 1.0), points, FLAT),)), theme=theme)

    assert at(image, 2.0, 1.0) == layer_color(1, theme)
    assert at(image, -3.0, 2.0) == layer_color(1, theme)
    assert not is_drawn(image, 2.0, -1.0, theme)


def test_what_is_old_is_paler() -> None:
    points = np.array(((2.0, 1.0),))
    fresh, old = (
        at(painted(Scene((PointsItem(LayerStyle(1, 1.0, age), points, FLAT),))), 2.0, 1.0) for age in (None, 5.0)
    )

    assert old != fresh
    assert old.saturation() < fresh.saturation()


def test_a_path_is_a_line_and_an_outline_is_closed() -> None:
    points = np.array(((0.0, 0.0), (3.0, 0.0), (3.0, 3.0)))
    lines = [painted(Scene((LineItem(LayerStyle(0, 1.0), points, FLAT, closed),))) for closed in (False, True)]

    assert [is_drawn(image, 1.5, 0.0) for image in lines] == [True, True]
    assert [is_drawn(image, 1.5, 1.5) for image in lines] == [False, True]


def test_a_line_of_many_points_breaks_where_there_is_none() -> None:
    points = np.column_stack((np.linspace(-4, 4, 1001), np.zeros(1001)))
    points[490:510] = np.nan
    image = painted(Scene((LineItem(LayerStyle(0, 1.0), points, FLAT, closed=False),)))

    assert is_drawn(image, -2.0, 0.0)
    assert is_drawn(image, 2.0, 0.0)
    assert not is_drawn(image, 0.0, 0.0)


def test_a_long_way_is_seen_all_along_however_close_its_points_are() -> None:
    angles = np.linspace(0, 6 * math.pi, 5000)
    way = np.column_stack((np.cos(angles), np.sin(angles))) * (1 + angles / 6)[:, None]
    item = PoseItem(LayerStyle(2, 1.0), (Mark(90.0, 90.0, 0.0),), way, FLAT)
    image = painted(Scene((item,)))
    seen = [
        any(is_drawn(image, x + right / 20, y + up / 20) for right in (-1, 0, 1) for up in (-1, 0, 1))
        for x, y in way[::7]
    ]

    assert all(seen)


def test_a_robot_points_where_it_goes() -> None:
    for yaw in (0.0, math.pi / 2, math.pi):
        item = PoseItem(LayerStyle(2, 1.0), (Mark(0.0, 0.0, yaw),), NOWHERE, FLAT)
        image = painted(Scene((item,)))
        # the tip is half of 22 pixels away, and where its tail would be there is a notch
        ahead, behind = 0.35, -0.4
        assert is_drawn(image, ahead * math.cos(yaw), ahead * math.sin(yaw))
        assert not is_drawn(image, behind * math.cos(yaw), behind * math.sin(yaw))


def test_the_ring_is_as_large_as_it_says() -> None:
    item = PoseItem(LayerStyle(2, 1.0), (Mark(0.0, 0.0, 0.0),), NOWHERE, FLAT, ring_m=2.0, speed_m_s=1.0)
    image = painted(Scene((item,)))
    around = [is_drawn(image, 2.0 * math.cos(angle), 2.0 * math.sin(angle)) for angle in np.linspace(0, 6.28, 100)]
    inside = [is_drawn(image, 1.5 * math.cos(angle), 1.5 * math.sin(angle)) for angle in np.linspace(0, 6.28, 100)]

    assert sum(around) > 40
    assert sum(inside) == 0


def test_names_and_frames_are_written_and_far_ones_are_not() -> None:
    marks = (Mark(1.0, 1.0, 0.0, "laser"), Mark(1e8, 0.0, 0.0, "far"))
    image, empty = painted(Scene(axes=marks)), painted(Scene())

    assert image != empty
    assert painted(Scene(axes=marks[1:])) == empty


def test_the_age_of_many_without_names_is_written_once() -> None:
    def many(name: str) -> QImage:
        marks = tuple(Mark(x, 0.0, 0.0, name) for x in (-4.0, 0.0, 4.0))
        return painted(Scene((PoseItem(LayerStyle(2, 1.0, 5.0), marks, NOWHERE, FLAT),)))

    def has_text(image: QImage, x: float) -> bool:
        below = image.copy(round(100 + 20 * x) - 12, 118, 24, 16)
        return any(below.pixelColor(at_x, at_y) != DARK.color("base") for at_x in range(24) for at_y in range(16))

    assert [has_text(many(""), x) for x in (-4.0, 0.0, 4.0)] == [True, False, False]
    assert [has_text(many("r"), x) for x in (-4.0, 0.0, 4.0)] == [True, True, True]


def test_names_in_one_place_stand_on_each_other() -> None:
    def height(*names: str) -> int:
        image = painted(Scene(axes=tuple(Mark(0.0, 0.0, 0.0, name) for name in names)))
        # beside the axes
        drawn = [any(image.pixelColor(x, y) != DARK.color("base") for x in range(126, 140)) for y in range(200)]
        last = len(drawn) - drawn[::-1].index(True)
        return last - drawn.index(True)

    assert height("base_link", "laser_link", "camera_link") > 2.5 * height("base_link")


@pytest.mark.parametrize("points", [10.0, 15.0])
def test_no_text_lies_on_another_and_those_of_frames_go_first(points: float) -> None:
    places = [(0.3 * number, 0.1 * number) for number in range(-6, 7)]
    robots = tuple(Mark(x, y, 0.0, f"robot {x:.1f}") for x, y in places[::3])
    frames = tuple(Mark(x, y, 0.0, f"frame_{x:.1f}") for x, y in places)
    ring = PoseItem(LayerStyle(2, 1.0), robots, NOWHERE, FLAT, ring_m=1.0, speed_m_s=1.0)
    taken = QRectF(0, 90, 200, 20)
    boxes = text_boxes(Scene((ring,), frames), taken, points=points)

    assert boxes[0] == taken
    assert len(boxes) > 6
    assert not any(one.intersects(other) for one, other in itertools.combinations(boxes, 2))
    # where robots stand there is no less room for their names because of the frames
    assert boxes[: len(text_boxes(Scene((ring,)), taken, points=points))] == text_boxes(
        Scene((ring,)), taken, points=points
    )


def test_a_text_without_room_is_left_out() -> None:
    assert text_boxes(Scene(axes=(Mark(0.0, 0.0, 0.0, "map"),)), QRectF(-50, -900, 300, 1100)) == [
        QRectF(-50, -900, 300, 1100)
    ]


def test_what_is_far_outside_does_no_harm() -> None:
    points = np.array(((-1e9, -1e9), (1e9, 1e9), (1e9, -1e9)))
    scene = Scene(
        (
            LineItem(LayerStyle(0, 1.0), points, FLAT, closed=True),
            PointsItem(LayerStyle(1, 1.0), points, FLAT),
            PoseItem(LayerStyle(2, 1.0), (Mark(1e9, 0.0, 0.0, "far"),), points, FLAT, ring_m=1e9),
        )
    )

    assert painted(scene).size().width() == 200


def test_a_way_to_a_far_place_is_seen_in_its_direction() -> None:
    viewport = Viewport()
    viewport.resize(200, 200)
    viewport.zoom(50 / viewport.scale)
    points = np.array(((0.0, 0.0), (1000.0, 250.0)))
    image = painted(Scene((LineItem(LayerStyle(0, 1.0), points, FLAT, closed=False),)), viewport)

    ground = DARK.color("base")
    drawn = [down for down in range(200) if image.pixelColor(190, down) != ground]
    assert drawn
    assert all(abs(down - (100 - 90 / 4)) < 4 for down in drawn)
