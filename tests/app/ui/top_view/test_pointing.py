from __future__ import annotations

import math

import numpy as np
import pytest

from app.ui.top_view.pointing import ViewTracker
from app.ui.top_view.scene import LayerStyle, LineItem, Mark, Scene
from app.ui.top_view.viewport import Viewport

WALLS = LineItem(LayerStyle(0, 1.0), np.array(((-50.0, -40.0), (50.0, 40.0))), (1, 0, 0, 1, 0, 0), closed=False)


@pytest.fixture
def viewport() -> Viewport:
    viewport = Viewport()
    viewport.resize(600, 600)
    return viewport


def test_all_that_there_is_is_seen_at_first(viewport: Viewport) -> None:
    assert ViewTracker(viewport).track(Scene((WALLS,), (), "map"), follow=True, robot_up=False)

    left, bottom, right, top = viewport.bounds
    assert left < -50 < 50 < right
    assert bottom < -40 < 40 < top


def test_of_a_robot_that_is_followed_what_is_around_it_is_seen(viewport: Viewport) -> None:
    pointing = ViewTracker(viewport)
    pointing.track(Scene((WALLS,), (), "map", Mark(3.0, 4.0, 0.0)), follow=True, robot_up=False)
    assert viewport.center == (3.0, 4.0)
    assert 8 < viewport.bounds[2] < 20
    scale = viewport.scale
    pointing.track(Scene((WALLS,), (), "map", Mark(9.0, 4.0, 0.0)), follow=True, robot_up=False)
    assert viewport.center == (9.0, 4.0)
    assert viewport.scale == scale


def test_a_robot_can_point_up(viewport: Viewport) -> None:
    ViewTracker(viewport).track(Scene((), (), "map", Mark(0.0, 0.0, 0.3)), follow=True, robot_up=True)
    x, y = viewport.to_view(math.cos(0.3), math.sin(0.3))

    assert x == pytest.approx(300)
    assert y < 300


def test_one_that_is_not_followed_goes_away(viewport: Viewport) -> None:
    pointing = ViewTracker(viewport)
    pointing.by_hand = True

    assert not pointing.track(Scene((WALLS,), (), "map", Mark(9.0, 4.0, 0.0)), follow=False, robot_up=False)


def test_what_the_operator_chose_stays(viewport: Viewport) -> None:
    pointing = ViewTracker(viewport)
    scene = Scene((), (), "map", Mark(0.0, 0.0, 0.0))
    pointing.track(scene, follow=True, robot_up=False)
    viewport.zoom(1.5, (320, 310))
    assert not pointing.has_left(scene)
    viewport.pan(200, 0)
    assert pointing.has_left(scene)
    scale = viewport.scale
    pointing.track(Scene((WALLS,), (), "map"), follow=False, robot_up=False)
    assert viewport.scale == scale
    assert not pointing.has_left(Scene())
