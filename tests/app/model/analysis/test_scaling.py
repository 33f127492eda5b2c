from __future__ import annotations

import numpy as np
import pytest

from app.model.analysis.scaling import largest_magnitude, scale_exponent, scaled_down, scaled_up, scaled_up_number


@pytest.mark.parametrize("size", [5e-324, 1e-310, 1e-200, 1e-3, 1.0, 1e50, 1e200, 1.7e308])
def test_squares_of_values_that_were_taken_down_are_numbers_and_nothing_is_lost(size: float) -> None:
    values = np.array([-1.0, 0.25, 1.0]) * size

    exponent = scale_exponent(values)
    down = scaled_down(values, exponent)

    assert np.isfinite(10_000_000 * down**2).all()
    assert (down[[0, 2]] ** 2 > 0).all()
    assert (scaled_up(down, exponent) == values).all()


def test_usual_values_are_not_touched() -> None:
    values = np.array([1.0, 2.0])

    assert scale_exponent(values) == scale_exponent(np.zeros(3)) == 0
    assert scaled_down(values, 0) is values
    assert scaled_up(values, 0) is values


def test_what_is_too_large_becomes_the_largest_float() -> None:
    assert scaled_up_number(1e300, 2000) == np.finfo(np.float64).max
    assert scaled_up_number(-1e300, 2000) == -np.finfo(np.float64).max
    assert scaled_up_number(1e-300, -2000) == 0.0


def test_the_largest_may_be_below_zero() -> None:
    assert largest_magnitude(np.array([-7.0, 3.0])) == 7.0
