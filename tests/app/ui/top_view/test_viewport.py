from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.ui.top_view.viewport import MAX_CENTER_M, MAX_SCALE, MIN_SCALE, Viewport, apply_affine, compose, step_of

PLACES = st.floats(-1000, 1000)


def viewport(turn_rad: float = 0.0) -> Viewport:
    made = Viewport()
    made.resize(800, 600)
    made.look_at(3.0, -2.0, turn_rad)
    return made


def test_north_is_up_and_east_is_right() -> None:
    seen = viewport()
    seen.zoom(100 / seen.scale)

    assert seen.to_view(3.0, -2.0) == pytest.approx((400, 300))
    assert seen.to_view(4.0, -2.0) == pytest.approx((500, 300))
    assert seen.to_view(3.0, -1.0) == pytest.approx((400, 200))


def test_the_world_is_turned_counter_clockwise() -> None:
    seen = viewport(math.pi / 2)
    right, down = seen.to_view(4.0, -2.0)

    assert right == pytest.approx(400)
    assert down < 300


@given(PLACES, PLACES, st.floats(-7, 7), st.floats(0.1, 10))
def test_a_place_is_seen_where_it_is_pointed_at(x: float, y: float, turn: float, zoom: float) -> None:
    seen = viewport(turn)
    seen.zoom(zoom)

    assert seen.to_world(*seen.to_view(x, y)) == pytest.approx((x, y), abs=1e-6)


@given(st.floats(0, 800), st.floats(0, 600), st.floats(-7, 7), st.floats(0.1, 10))
def test_zooming_leaves_what_is_under_the_pointer(x: float, y: float, turn: float, factor: float) -> None:
    seen = viewport(turn)
    before = seen.to_world(x, y)
    seen.zoom(factor, (x, y))

    assert seen.to_world(x, y) == pytest.approx(before, abs=1e-6)


def test_all_is_placed_in_the_part_that_nothing_lies_over() -> None:
    seen = viewport()
    seen.cover(200)
    assert seen.to_view(3.0, -2.0) == pytest.approx((300, 300))
    assert seen.to_world(300, 300) == pytest.approx((3.0, -2.0))
    seen.fit((0.0, 0.0, 10.0, 1.0))

    assert 0 < seen.to_view(0.0, 0.0)[0] < seen.to_view(10.0, 0.0)[0] < 600
    # what is below the cover is painted, too
    assert seen.bounds[2] == pytest.approx(seen.to_world(800, 0)[0])


def test_panning_moves_the_world_with_the_hand() -> None:
    seen = viewport(0.3)
    place = seen.to_world(100, 100)
    seen.pan(50, -20)

    assert seen.to_view(*place) == pytest.approx((150, 80))


@given(st.floats(-3, 3))
def test_all_that_is_fitted_is_seen(turn: float) -> None:
    seen = viewport(turn)
    seen.fit((-4.0, 10.0, 6.0, 11.0))

    for x in (-4.0, 6.0):
        for y in (10.0, 11.0):
            right, down = seen.to_view(x, y)
            assert 0 < right < 800
            assert 0 < down < 600


def test_bounds_hold_all_corners() -> None:
    seen = viewport(0.7)
    left, bottom, right, top = seen.bounds

    for corner in ((0, 0), (800, 0), (0, 600), (800, 600)):
        x, y = seen.to_world(*corner)
        assert left <= x <= right
        assert bottom <= y <= top


def test_there_is_an_end_to_zooming_and_going_away() -> None:
    seen = viewport()
    seen.zoom(1e-30)
    assert seen.scale == MIN_SCALE
    seen.zoom(1e30)
    assert seen.scale == MAX_SCALE
    seen.look_at(1e300, -1e300)
    assert seen.center == (MAX_CENTER_M, -MAX_CENTER_M)
    seen.look_at(math.nan, 0.0)
    assert seen.center == (MAX_CENTER_M, -MAX_CENTER_M)


def test_the_revision_changes_with_what_is_seen_only() -> None:
    seen = viewport()
    before = seen.revision
    seen.resize(800, 600)
    seen.look_at(3.0, -2.0)
    assert seen.revision == before
    seen.pan(1, 0)
    assert seen.revision > before


@given(st.tuples(*[PLACES] * 6), st.tuples(*[PLACES] * 6), PLACES, PLACES)
def test_joined_maps_are_one_after_the_other(
    outer: tuple[float, ...], inner: tuple[float, ...], x: float, y: float
) -> None:
    one, other = tuple(outer), tuple(inner)
    expected = apply_affine(one, *apply_affine(other, x, y))  # type: ignore[arg-type]

    assert apply_affine(compose(one, other), x, y) == pytest.approx(expected, rel=1e-6, abs=1e-2)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("scale", "step"), [(100.0, 1.0), (60.0, 2.0), (1000.0, 0.1), (0.05, 2000.0), (50.0, 2.0), (20.0, 5.0)]
)
def test_steps_are_round(scale: float, step: float) -> None:
    assert step_of(scale, 80) == pytest.approx(step)


def test_a_wider_viewport_has_everything_farther_right_and_down() -> None:
    seen = Viewport()
    seen.resize(300, 200)
    seen.cover(80)
    seen.zoom(1.7)
    seen.look_at(3.0, -2.0, 0.4)
    wider = seen.widened(50)

    assert list(wider.size) == [400, 300]
    for place in ((0.0, 0.0), (5.0, -3.0)):
        x, y = seen.to_view(*place)
        assert wider.to_view(*place) == pytest.approx((x + 50, y + 50))
