"""Single numbers as colours: a range, a table of colours, and a colour of its own for what was not measured."""

from __future__ import annotations

import enum
import functools
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from app.model import pixels_colors

Array = NDArray[Any]

# of how many numbers a range is found; more change nothing that can be seen
_SAMPLES: Final = 4096
# per cent that may lie outside of the range at either end: single pixels that are wrong
_OUTSIDE: Final = 1.0
# a range follows only what is further off than this share of it, so that colours stand still
_SLACK: Final = 0.08

# the first colour of a table is that of what was not measured
_MISSING: Final = 0


class ColorMap(enum.Enum):
    """The table of colours; the value is how it is remembered."""

    GRAY = "gray"
    TURBO = "turbo"
    VIRIDIS = "viridis"


@dataclass(frozen=True, slots=True)
class Shading:
    """How single numbers are shown.

    Attributes:
        low, high: what has the first and the last colour, in the numbers' own unit.
    """

    colors: ColorMap = ColorMap.GRAY
    low: float = 0.0
    high: float = 1.0


_TABLES: Final = {
    ColorMap.GRAY: pixels_colors.GRAY,
    ColorMap.TURBO: pixels_colors.TURBO,
    ColorMap.VIRIDIS: pixels_colors.VIRIDIS,
}

# none of a table's own colours
_MISSING_COLORS: Final = {ColorMap.GRAY: 0xFF5A2350, ColorMap.TURBO: 0xFF5C5F66, ColorMap.VIRIDIS: 0xFF5C5F66}


@functools.cache
def palette(colors: ColorMap) -> NDArray[np.uint32]:
    """256 colours, 0xffRRGGBB: that of what was not measured, and the table in 255 steps."""
    table = np.frombuffer(_TABLES[colors], np.uint8).reshape(256, 3).astype(np.uint32)
    steps = np.round(np.linspace(0, 255, 255)).astype(np.intp)
    red, green, blue = table[steps].T
    found = np.empty(256, np.uint32)
    found[1:] = 0xFF000000 | red << 16 | green << 8 | blue
    found[_MISSING] = _MISSING_COLORS[colors]
    found.flags.writeable = False
    return found


def shade(numbers: Array, shading: Shading, *, has_zero: bool = True) -> NDArray[np.uint32]:
    """The colour of each number, 0xffRRGGBB.

    Args:
        numbers: of 8 or 16 bits, or floating, in either order of bytes.
        shading: how they are shown.
        has_zero: whether 0 is a number like any other, and not one that was not measured.
    """
    if numbers.dtype.kind == "u":
        count = 1 << 8 * numbers.dtype.itemsize
        native = numbers if numbers.dtype.isnative else numbers.astype(numbers.dtype.newbyteorder("="))
        return np.take(_table_of(shading, count, has_zero=has_zero), native)
    return np.take(palette(shading.colors), _steps(numbers, shading))


@functools.lru_cache(maxsize=16)
def _table_of(shading: Shading, count: int, *, has_zero: bool) -> NDArray[np.uint32]:
    steps = _steps(np.arange(count, dtype=np.float32), shading)
    if not has_zero:
        steps[0] = _MISSING
    return palette(shading.colors)[steps]


def _steps(numbers: Array, shading: Shading) -> NDArray[np.uint8]:
    """The place of each number in the palette."""
    values = numbers.astype(np.float32)
    found = np.isfinite(values)
    span = shading.high - shading.low
    # numbers near the end of what 32 bits hold are no distances; they get the last colour all the same
    with np.errstate(over="ignore", invalid="ignore"):
        values -= np.float32(shading.low)
        values *= np.float32(254.0 / span if span > 0 else 0.0)
        values += np.float32(1.5)
        np.minimum(np.maximum(values, 1.0, out=values), 255.0, out=values)
        steps = values.astype(np.uint8)
    steps *= found
    return steps


class AutoRange:
    """A range that follows the numbers of one picture after the other, without trembling."""

    def __init__(self) -> None:
        self._range: tuple[float, float] | None = None

    def follow(self, numbers: Array, *, has_zero: bool = True) -> tuple[float, float]:
        """The least and the greatest number that count; of numbers by row and column."""
        measured = _range_of(numbers, has_zero=has_zero)
        if measured is None:
            return self._range or (0.0, 1.0)
        low, high = measured
        if self._range is not None:
            slack = _SLACK * (self._range[1] - self._range[0])
            if abs(low - self._range[0]) <= slack and abs(high - self._range[1]) <= slack:
                return self._range
        self._range = (low, high)
        return self._range

    def forget(self) -> None:
        """The next picture is another one."""
        self._range = None


def _range_of(numbers: Array, *, has_zero: bool) -> tuple[float, float] | None:
    height, width = numbers.shape
    # rows and columns alike, so that no part of the picture is left out
    factor = max(int((height * width / _SAMPLES) ** 0.5), 1)
    sample = numbers[::factor, ::factor].astype(np.float64)
    kept = sample[np.isfinite(sample) & ((sample != 0) | has_zero)]
    if kept.size == 0:
        return None
    low, high = (float(edge) for edge in np.percentile(kept, (_OUTSIDE, 100 - _OUTSIDE)))
    return (low, high) if high > low else (low, low + max(abs(low), 1.0) * 0.01)
