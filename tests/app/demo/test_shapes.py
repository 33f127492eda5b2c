from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.demo.shapes import Box, Disc, PlaneShape, Pose2, wrap_angle

places = st.floats(-5, 5)
angles = st.floats(-math.pi, math.pi)
boxes = st.builds(Box, places, places, st.floats(0.2, 3), st.floats(0.2, 3), angles)
discs = st.builds(Disc, places, places, st.floats(0.1, 2))


def _inside(shape: PlaneShape, x: float, y: float, margin: float) -> bool:
    """Whether a point lies inside a shape, by a way other than the one under test."""
    if isinstance(shape, Disc):
        return math.hypot(x - shape.x, y - shape.y) < shape.radius + margin
    assert isinstance(shape, Box)
    corners = shape.corners
    return all(
        (bx - ax) * (y - ay) - (by - ay) * (x - ax) > -margin * math.hypot(bx - ax, by - ay)
        for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True)
    )


@given(st.one_of(boxes, discs), places, places, angles)
def test_a_ray_is_inside_a_shape_between_its_near_and_far_end_and_nowhere_else(
    shape: PlaneShape, x: float, y: float, angle: float
) -> None:
    dx, dy = math.cos(angle), math.sin(angle)
    crossing = shape.caster(x, y)(dx, dy)

    for step in range(80):
        along = step * 0.25
        between = crossing is not None and crossing.near <= along <= crossing.far
        margin = -1e-6 if not between else 1e-6
        assert _inside(shape, x + along * dx, y + along * dy, margin) == between or _on_the_edge(
            shape, x + along * dx, y + along * dy
        )


def _on_the_edge(shape: PlaneShape, x: float, y: float) -> bool:
    return _inside(shape, x, y, 1e-5) and not _inside(shape, x, y, -1e-5)


@given(st.one_of(boxes, discs), angles, st.floats(0.1, 5), st.floats(-0.9, 0.9))
def test_a_ray_enters_against_the_normal(shape: PlaneShape, bearing: float, distance: float, aside: float) -> None:
    reach = shape.radius + distance
    x, y = shape.x + reach * math.cos(bearing), shape.y + reach * math.sin(bearing)
    angle = bearing + math.pi + aside * math.asin(shape.radius / reach)
    dx, dy = math.cos(angle), math.sin(angle)
    crossing = shape.caster(x, y)(dx, dy)

    # a box does not fill the circle about it
    assert crossing is not None or isinstance(shape, Box)
    if crossing is not None:
        assert crossing.near > 0
        assert math.hypot(crossing.normal_x, crossing.normal_y) == pytest.approx(1)
        assert crossing.normal_x * dx + crossing.normal_y * dy <= 1e-9


def test_a_crossing_is_measured_in_units_of_the_direction() -> None:
    crossing = Box(3, 0, 2, 2).caster(0, 0)(0.5, 0)

    assert crossing is not None
    assert (crossing.near, crossing.far) == (4, 8)


def test_what_lies_behind_the_ray_is_not_met() -> None:
    assert Box(-3, 0, 2, 2).caster(0, 0)(1, 0) is None
    assert Disc(-3, 0, 1).caster(0, 0)(1, 0) is None


def test_the_place_along_the_outline_grows_along_a_side() -> None:
    cast = Box(3, 0, 2, 4).caster(0, 0)

    along = [crossing.along for slope in (-0.8, 0, 0.8) if (crossing := cast(1, slope)) is not None]

    assert along == pytest.approx([0.4, 2, 3.6])


@given(boxes, boxes)
def test_boxes_overlap_if_a_point_lies_in_both(one: Box, other: Box) -> None:
    points = [
        (one.x + (cx - one.x) * share, one.y + (cy - one.y) * share)
        for cx, cy in one.corners
        for share in (0, 0.5, 0.9)
    ]
    if any(_inside(other, x, y, -1e-6) for x, y in points):
        assert one.overlaps(other)
    assert one.overlaps(other) == other.overlaps(one)


@given(boxes, st.floats(0.2, 3), angles)
def test_boxes_that_are_farther_apart_than_their_corners_do_not_overlap(box: Box, size: float, angle: float) -> None:
    reach = box.radius + size + 0.01
    other = Box(box.x + reach * math.cos(angle), box.y + reach * math.sin(angle), size, size, angle)

    assert not box.overlaps(other)


def test_boxes_corner_to_corner_do_not_overlap_until_they_touch() -> None:
    diamond = Box(0, 0, 1, 1, math.pi / 4)

    assert not diamond.overlaps(Box(1.21, 0, 1, 1))
    assert diamond.overlaps(Box(1.20, 0, 1, 1))
    assert not diamond.overlaps(Box(0.9, 0.9, 1, 1))


@pytest.mark.parametrize(
    ("x", "y", "distance"), [(0, 0, 0), (0.9, 1.9, 0), (3, 0, 2), (0, -3.5, 1.5), (4, 6, 5), (-4, -6, 5)]
)
def test_the_distance_to_a_box_is_that_to_its_nearest_place(x: float, y: float, distance: float) -> None:
    assert Box(0, 0, 2, 4).distance_to(x, y) == pytest.approx(distance)
    assert Disc(x, y, distance + 0.01).overlaps(Box(0, 0, 2, 4))
    assert distance == 0 or not Disc(x, y, distance - 0.01).overlaps(Box(0, 0, 2, 4))


def test_ahead_follows_the_heading() -> None:
    assert Pose2(1, 2, math.pi / 2).ahead(3) == pytest.approx((1, 5, math.pi / 2))


@given(st.floats(-100, 100))
def test_a_wrapped_angle_is_the_same_direction(angle: float) -> None:
    wrapped = wrap_angle(angle)

    assert -math.pi <= wrapped <= math.pi
    assert math.cos(wrapped) == pytest.approx(math.cos(angle), abs=1e-9)
    assert math.sin(wrapped) == pytest.approx(math.sin(angle), abs=1e-9)
