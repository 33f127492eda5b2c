from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from app.ui.top_view.polylines import STEP_M, Trail


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
