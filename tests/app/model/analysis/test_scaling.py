from __future__ import annotations

import numpy as np
import pytest

from app.model.analysis.scaling import brought_up, exponent_of, largest, number_up, taken_down


@pytest.mark.parametrize("size", [5e-324, 1e-310, 1e-200, 1e-3, 1.0, 1e50, 1e200, 1.7e308])
def test_squares_of_values_that_were_taken_down_are_numbers_and_nothing_is_lost(size: float) -> None:
    values = np.array([-1.0, 0.25, 1.0]) * size

    exponent = exponent_of(values)
    down = taken_down(values, exponent)

    assert np.isfinite(10_000_000 * down**2).all()
    assert (down[[0, 2]] ** 2 > 0).all()
    assert (brought_up(down, exponent) == values).all()


def test_usual_values_are_not_touched() -> None:
    values = np.array([1.0, 2.0])

    assert exponent_of(values) == exponent_of(np.zeros(3)) == 0
    assert taken_down(values, 0) is values
    assert brought_up(values, 0) is values


def test_what_is_too_large_becomes_the_largest_float() -> None:
    assert number_up(1e300, 2000) == np.finfo(np.float64).max
    assert number_up(-1e300, 2000) == -np.finfo(np.float64).max
    assert number_up(1e-300, -2000) == 0.0


def test_the_largest_may_be_below_zero() -> None:
    assert largest(np.array([-7.0, 3.0])) == 7.0
