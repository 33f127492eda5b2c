from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from app.ui.top_view.polylines import STEP_M, Trail, clip_line, mapped


def test_places_that_are_near_are_one() -> None:
    trail = Trail()

    assert trail.add(1.0, 0.0)
    assert not trail.add(1.0 + STEP_M / 2, 0.0)
    assert trail.add(1.0 + 2 * STEP_M, 0.0)
    assert len(trail.points) == 2


def test_a_jump_breaks_the_way() -> None:
    trail = Trail()
    for x in (0.0, 1.0, 50.0, 51.0):
        trail.add(x, 0.0)

    assert np.isnan(trail.points[:, 0]).tolist() == [False, False, True, False, False]


def test_it_is_bounded_and_keeps_both_ends_for_long() -> None:
    trail = Trail(1000)
    for number in range(1800):
        trail.add(0.1 * number, 0.0)

    xs = trail.points[:, 0]
    assert len(xs) <= 1000
    assert xs[0] == 0.0
    assert xs[-1] == pytest.approx(179.9)
    assert (np.diff(xs) > 0).all()


def test_thinning_joins_no_parts() -> None:
    trail = Trail(100)
    for number in range(400):
        trail.add(100.0 * (number % 2), float(number))
    points = trail.points

    assert len(points) <= 100
    for (x, _), (next_x, _) in itertools.pairwise(points):
        assert math.isnan(x) or math.isnan(next_x) or x == next_x


def test_without_end_it_stays_as_large() -> None:
    trail = Trail(100)
    for number in range(20_000):
        trail.add(math.cos(number) * number * 0.1, 0.3 * number)

    assert 0 < len(trail.points) <= 100
    assert trail.points[-1][1] == pytest.approx(0.3 * 19_999)


def test_it_can_be_forgotten() -> None:
    trail = Trail()
    trail.add(1.0, 1.0)
    trail.clear()

    assert len(trail.points) == 0
    assert trail.add(1.0, 1.0)


def line(*places: tuple[float, float]) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    return np.array(places, dtype=np.float64)


def test_a_line_that_lies_within_is_the_same_one() -> None:
    places = line((0, 0), (50, -100), (100, 3))

    assert clip_line(places, 100.0)[0] is places


def test_a_line_that_leaves_goes_on_in_its_direction_to_the_edge() -> None:
    (piece,) = clip_line(line((0, 0), (1000, 250)), 100.0)

    assert piece.tolist() == [[0, 0], [100, 25]]


def test_a_line_that_comes_back_elsewhere_is_two() -> None:
    out, back = clip_line(line((0, 0), (200, 0), (200, 60), (0, 60), (10, 10)), 100.0)

    assert out.tolist() == [[0, 0], [100, 0]]
    assert back.tolist() == [[100, 60], [0, 60], [10, 10]]


def test_a_line_between_two_far_places_is_seen_where_it_crosses() -> None:
    (piece,) = clip_line(line((-1000, -1000), (1000, 1000)), 100.0)

    assert np.allclose(piece, [[-100, -100], [100, 100]])


def test_far_lines_that_cross_nothing_are_left_out() -> None:
    assert clip_line(line((150, -500), (150, 500), (300, 0)), 100.0) == []
    assert clip_line(line((0, 0)), 100.0) == []
    assert clip_line(np.empty((0, 2)), 100.0) == []


@pytest.mark.parametrize("broken", [(math.nan, math.nan), (1.0, math.nan), (math.inf, 0.0), (0.0, -math.inf)])
def test_a_place_that_is_no_number_breaks_a_line(broken: tuple[float, float]) -> None:
    pieces = clip_line(line((0, 0), (1, 1), broken, (2, 2), (3, 3)), 100.0)

    assert [piece.tolist() for piece in pieces] == [[[0, 0], [1, 1]], [[2, 2], [3, 3]]]


def test_what_is_left_of_many_lines_lies_on_them() -> None:
    rng = np.random.default_rng(4)
    for _ in range(200):
        places = np.cumsum(rng.normal(0, 120, (40, 2)), axis=0)
        shares = np.linspace(0, 1, 50)[:, None]
        inside = 0
        for start, end in itertools.pairwise(places):
            inside += int((np.abs(start + shares * (end - start)) <= 100).all(axis=1).sum())
        length = 0.0
        for piece in clip_line(places, 100.0):
            assert (np.abs(piece) <= 100).all()
            for start, end in itertools.pairwise(piece):
                middle = (start + end) / 2
                ways = places[1:] - places[:-1]
                offs = np.abs(ways[:, 0] * (middle - places[:-1])[:, 1] - ways[:, 1] * (middle - places[:-1])[:, 0])
                assert (offs / np.hypot(*ways.T)).min() < 1e-9
                length += float(np.hypot(*(end - start)))
        assert (length > 0) == (inside > 0) or inside < 3


def test_points_are_mapped_one_by_one() -> None:
    found = mapped((2.0, 1.0, 0.0, 3.0, 10.0, 20.0), np.array(((0.0, 0.0), (1.0, 2.0))))

    assert found.tolist() == [[10.0, 20.0], [12.0, 27.0]]
