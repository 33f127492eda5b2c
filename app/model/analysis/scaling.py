"""Scaling of values whose squares would be no numbers, by a power of two, which rounds nothing."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from app.model.timeseries.series_pyramid import Floats

# the sum of ten million squares of 2 to this power is still a number, and that of its inverse is not denormal
_GREAT_EXPONENT: Final = 300

GREATEST: Final = float(np.finfo(np.float64).max)


def scale_exponent(values: Floats) -> int:
    """The power of two to divide values by: 0 for most. There must be at least one value."""
    exponent = math.frexp(largest_magnitude(values))[1]
    return exponent if abs(exponent) > _GREAT_EXPONENT else 0


def largest_magnitude(values: Floats) -> float:
    """The largest absolute value. There must be at least one value."""
    return max(float(values.max()), -float(values.min()))


def sum_of_products(ours: Floats, theirs: Floats) -> float:
    """The dot product of two arrays `(n,)`, without the threads of a library that would keep others from running."""
    return float(np.multiply(ours, theirs).sum())


def scaled_down(values: Floats, exponent: int) -> Floats:
    """The values divided by 2 to the power; not copied for 0."""
    return np.ldexp(values, -exponent) if exponent else values


def scaled_up(values: Floats, exponent: int) -> Floats:
    """The values times 2 to the power, limited to what floats can hold; not copied for 0."""
    if not exponent:
        return values
    with np.errstate(over="ignore", under="ignore"):
        return np.clip(np.ldexp(values, exponent), -GREATEST, GREATEST)


def scaled_up_number(number: float, exponent: int) -> float:
    """One number times 2 to the power, limited to what floats can hold."""
    return float(scaled_up(np.array(number), exponent))
