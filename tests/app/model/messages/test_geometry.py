from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.model.messages.geometry import IDENTITY, Transform, Vector, interpolate_transforms
from app.wording.model import MessageWording
from tests.tools.sentences import says

COORDINATES = st.floats(-1000, 1000)
PARTS = st.floats(-1, 1)


@st.composite
def transforms(draw: st.DrawFn) -> Transform:
    rotation = draw(st.tuples(PARTS, PARTS, PARTS, PARTS).filter(lambda parts: math.hypot(*parts) > 0.1))
    return Transform.checked(draw(st.tuples(COORDINATES, COORDINATES, COORDINATES)), rotation)


POINTS = st.tuples(COORDINATES, COORDINATES, COORDINATES)


@pytest.mark.parametrize("yaw", [0.0, 0.5, -2.0, 3.1])
def test_a_heading_on_the_floor_comes_back(yaw: float) -> None:
    place = Transform.from_xy_yaw(1.0, -2.0, yaw)

    assert place.yaw_rad == pytest.approx(yaw)
    assert place.apply((1.0, 0.0, 0.0)) == pytest.approx((1.0 + math.cos(yaw), -2.0 + math.sin(yaw), 0.0))


def test_a_quarter_to_the_left_has_x_point_along_y() -> None:
    assert Transform.from_xy_yaw(0.0, 0.0, math.pi / 2).apply((1.0, 0.0, 0.0)) == pytest.approx((0.0, 1.0, 0.0))


def test_a_quaternion_of_any_length_is_a_turn() -> None:
    assert Transform.checked((0.0, 0.0, 0.0), (0.0, 0.0, 3.0, 3.0)).yaw_rad == pytest.approx(math.pi / 2)


@pytest.mark.parametrize(
    ("place", "rotation", "complaint"),
    [
        ((math.nan, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0), MessageWording.POSITION_NOT_FINITE),
        ((0.0, -math.inf, 0.0), (0.0, 0.0, 0.0, 1.0), MessageWording.POSITION_NOT_FINITE),
        ((0.0, 1e12, 0.0), (0.0, 0.0, 0.0, 1.0), MessageWording.TOO_FAR),
        ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0), MessageWording.NO_QUATERNION),
        ((0.0, 0.0, 0.0), (0.0, 0.0, math.nan, 1.0), MessageWording.ORIENTATION_NOT_FINITE),
        ((0.0, 0.0, 0.0), (1e308, 1e308, 1e308, 1e308), MessageWording.ORIENTATION_NOT_FINITE),
    ],
)
def test_what_is_no_place_or_no_turn_is_refused(
    place: Vector, rotation: tuple[float, float, float, float], complaint: MessageWording
) -> None:
    with pytest.raises(ValueError, check=says(complaint)):
        Transform.checked(place, rotation)


def test_a_heading_that_is_not_finite_is_refused() -> None:
    with pytest.raises(ValueError, check=says(MessageWording.HEADING_NOT_FINITE)):
        Transform.from_xy_yaw(0.0, 0.0, math.inf)


@given(transforms(), POINTS)
def test_the_inverse_leads_back(transform: Transform, point: Vector) -> None:
    assert transform.inverse().apply(transform.apply(point)) == pytest.approx(point, abs=1e-6)
    assert transform.compose(transform.inverse()).apply(point) == pytest.approx(point, abs=1e-6)


@given(transforms(), transforms(), POINTS)
def test_two_after_each_other_are_one(outer: Transform, inner: Transform, point: Vector) -> None:
    assert outer.compose(inner).apply(point) == pytest.approx(outer.apply(inner.apply(point)), abs=1e-6)


@given(transforms(), transforms(), transforms(), POINTS)
def test_it_does_not_matter_which_are_joined_first(a: Transform, b: Transform, c: Transform, point: Vector) -> None:
    assert a.compose(b).compose(c).apply(point) == pytest.approx(a.compose(b.compose(c)).apply(point), abs=1e-5)


@given(transforms(), COORDINATES, COORDINATES)
def test_seen_from_above_points_of_its_plane_are_where_they_are(transform: Transform, x: float, y: float) -> None:
    a, b, c, d, e, f = transform.planar_matrix

    assert (a * x + c * y + e, b * x + d * y + f) == pytest.approx(transform.apply((x, y, 0.0))[:2], abs=1e-6)


def test_a_sensor_upside_down_is_seen_mirrored() -> None:
    a, b, c, d, _, _ = Transform.checked((0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0)).planar_matrix

    assert (a, b, c, d) == pytest.approx((1.0, 0.0, 0.0, -1.0))


def test_half_way_between_two_is_half_way_by_the_shorter_turn() -> None:
    middle = interpolate_transforms(Transform.from_xy_yaw(0.0, 0.0, 3.0), Transform.from_xy_yaw(2.0, 4.0, -3.0), 0.5)

    assert middle.translation_m == pytest.approx((1.0, 2.0, 0.0))
    assert abs(middle.yaw_rad) == pytest.approx(math.pi)


@given(transforms(), transforms())
def test_between_begins_with_the_first_and_ends_with_the_second(first: Transform, second: Transform) -> None:
    point = (1.0, 2.0, 3.0)

    assert interpolate_transforms(first, second, 0.0).apply(point) == pytest.approx(first.apply(point), abs=1e-6)
    assert interpolate_transforms(first, second, 1.0).apply(point) == pytest.approx(second.apply(point), abs=1e-6)


def test_nothing_changes_by_the_identity() -> None:
    assert IDENTITY.apply((1.0, 2.0, 3.0)) == (1.0, 2.0, 3.0)
    assert IDENTITY.planar_matrix == (1, 0, 0, 1, 0, 0)


@pytest.mark.parametrize("angles", [(0.3, -0.4, 2.5), (0.0, 0.0, math.pi / 2), (-3.0, 1.2, 0.0)])
def test_a_rotation_is_read_as_roll_pitch_and_yaw(angles: tuple[float, float, float]) -> None:
    sines, cosines = [math.sin(angle / 2) for angle in angles], [math.cos(angle / 2) for angle in angles]
    roll = Transform.checked((0.0, 0.0, 0.0), (sines[0], 0.0, 0.0, cosines[0]))
    pitch = Transform.checked((0.0, 0.0, 0.0), (0.0, sines[1], 0.0, cosines[1]))
    yaw = Transform.checked((0.0, 0.0, 0.0), (0.0, 0.0, sines[2], cosines[2]))

    assert yaw.compose(pitch).compose(roll).roll_pitch_yaw_rad == pytest.approx(angles)


def test_straight_up_is_no_more_than_a_quarter_turn() -> None:
    half = math.sqrt(0.5)
    _, pitch_rad, _ = Transform.checked((0.0, 0.0, 0.0), (0.0, half + 1e-9, 0.0, half)).roll_pitch_yaw_rad

    assert pitch_rad == pytest.approx(math.pi / 2)
