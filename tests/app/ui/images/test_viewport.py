from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.ui.images.viewport import MAX_SCALE, ImageViewport, Rectangle


@pytest.fixture
def viewpoint() -> ImageViewport:
    made = ImageViewport()
    made.set_view_size(400, 300)
    made.set_image_size(200, 100)
    return made


def test_a_picture_is_fitted_and_stands_in_the_middle(viewpoint: ImageViewport) -> None:
    assert viewpoint.scale == 2
    assert viewpoint.target == Rectangle(0, 50, 400, 200)
    assert viewpoint.visible() == Rectangle(0, 0, 200, 100)

    viewpoint.set_view_size(100, 300)
    assert viewpoint.target == Rectangle(0, 125, 100, 50)


def test_what_is_below_the_pointer_stays_there(viewpoint: ImageViewport) -> None:
    place = (130.0, 140.0)
    before = viewpoint.image_point_at(place)
    viewpoint.zoom(4, place)

    assert viewpoint.scale == 8
    assert viewpoint.image_point_at(place) == pytest.approx(before)


def test_it_is_never_too_large_or_too_small(viewpoint: ImageViewport) -> None:
    for _ in range(60):
        viewpoint.zoom(2)
    assert viewpoint.scale == MAX_SCALE
    for _ in range(60):
        viewpoint.zoom(0.5)
    assert viewpoint.target.width >= 16
    # nor is it lost
    assert viewpoint.target.x == pytest.approx((400 - viewpoint.target.width) / 2)


def test_a_large_one_is_moved_but_not_out_of_the_view(viewpoint: ImageViewport) -> None:
    viewpoint.zoom_to(10)
    viewpoint.pan(30, -20)
    assert viewpoint.target == Rectangle(-800 + 30, -350 - 20, 2000, 1000)

    viewpoint.pan(99999, 99999)
    assert viewpoint.target == Rectangle(0, 0, 2000, 1000)
    viewpoint.pan(-99999, -99999)
    assert viewpoint.target == Rectangle(-1600, -700, 2000, 1000)


def test_what_is_fitted_stays(viewpoint: ImageViewport) -> None:
    viewpoint.pan(30, 30)
    assert viewpoint.target == Rectangle(0, 50, 400, 200)
    viewpoint.zoom_to(10)
    viewpoint.fit()
    assert viewpoint.target == Rectangle(0, 50, 400, 200)


def test_a_corner_is_where_it_was_turned_to(viewpoint: ImageViewport) -> None:
    for turns, place in ((0, (0, 50)), (1, (275, 0)), (2, (400, 250)), (3, (125, 300))):
        assert viewpoint.turns == turns
        assert viewpoint.image_point_at(place) == pytest.approx((0, 0))
        viewpoint.turn(1)
    assert viewpoint.turns == 0


def test_a_part_is_where_its_pixels_are(viewpoint: ImageViewport) -> None:
    assert viewpoint.rectangle_of(10, 20, 30, 40) == Rectangle(20, 90, 60, 80)
    viewpoint.turn(1)
    # 1.5 a pixel now, and the first column is the first row from the right
    assert viewpoint.turned_size == (100, 200)
    assert viewpoint.rectangle_of(0, 0, 200, 10) == Rectangle(260, 0, 15, 300)


def test_a_pixel_is_told_by_its_number(viewpoint: ImageViewport) -> None:
    assert viewpoint.pixel_at((0, 50)) == (0, 0)
    assert viewpoint.pixel_at((399, 249)) == (199, 99)
    assert viewpoint.pixel_at((200, 40)) is None
    assert viewpoint.pixel_at((200, 251)) is None


def test_a_picture_of_another_size_is_seen_alike(viewpoint: ImageViewport) -> None:
    viewpoint.zoom_to(8, (100, 100))
    before = viewpoint.visible()
    viewpoint.set_image_size(400, 200)
    after = viewpoint.visible()

    assert viewpoint.scale == 4
    assert (after.x, after.y, after.width) == pytest.approx((2 * before.x, 2 * before.y, 2 * before.width))


@given(
    st.integers(0, 3),
    st.tuples(st.integers(1, 5000), st.integers(1, 5000)),
    st.tuples(st.floats(1, 3000), st.floats(1, 3000)),
    st.lists(st.tuples(st.floats(0.01, 100), st.floats(0, 3000), st.floats(0, 3000)), max_size=5),
)
def test_there_and_back_is_the_same_place(
    turns: int, size: tuple[int, int], view: tuple[float, float], zooms: list[tuple[float, float, float]]
) -> None:
    viewpoint = ImageViewport()
    viewpoint.set_view_size(*view)
    viewpoint.set_image_size(*size)
    viewpoint.turn(turns)
    for factor, x, y in zooms:
        viewpoint.zoom(factor, (x, y))
    point = viewpoint.rectangle_of(size[0] / 3, size[1] / 4, 0, 0)

    assert viewpoint.image_point_at((point.x, point.y)) == pytest.approx((size[0] / 3, size[1] / 4), rel=1e-6, abs=1e-3)
    seen = viewpoint.visible()
    assert 0 <= seen.x <= seen.x + seen.width <= size[0]
    assert 0 <= seen.y <= seen.y + seen.height <= size[1]
