"""Values so large or so small that their squares are no numbers, by a power of two, which rounds nothing."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from app.model.series_pyramid import Floats

# the sum of ten million squares of 2 to that still is a number, and that of the inverse is none of the smallest
_GREAT_EXPONENT: Final = 300

_GREATEST: Final = float(np.finfo(np.float64).max)


def exponent_of(values: Floats) -> int:
    """The power of two to take values down by: 0 for most of them. There must be one."""
    exponent = math.frexp(largest(values))[1]
    return exponent if abs(exponent) > _GREAT_EXPONENT else 0


def largest(values: Floats) -> float:
    """The largest, whatever its sign. There must be one."""
    return max(float(values.max()), -float(values.min()))


def sum_of_products(ours: Floats, theirs: Floats) -> float:
    """Of two arrays of the same length, without the threads of a library that would keep others from going on."""
    return float(np.multiply(ours, theirs).sum())


def taken_down(values: Floats, exponent: int) -> Floats:
    """The values by 2 to that power; not copied for 0."""
    return np.ldexp(values, -exponent) if exponent else values


def brought_up(values: Floats, exponent: int) -> Floats:
    """The values times 2 to that power, as far as floats go; not copied for 0."""
    if not exponent:
        return values
    with np.errstate(over="ignore", under="ignore"):
        return np.clip(np.ldexp(values, exponent), -_GREATEST, _GREATEST)


def number_up(number: float, exponent: int) -> float:
    """One number times 2 to that power, as far as floats go."""
    return float(brought_up(np.array(number), exponent))
