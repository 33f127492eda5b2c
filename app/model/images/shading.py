"""Images of one number per pixel in colours: a range, a table, and a colour of its own for unmeasured pixels."""

from __future__ import annotations

import enum
import functools
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from app.model.images.levels import BAND, fill_from_half_floats
from app.model.images.pixels_colors import GRAY_TABLE, TURBO_TABLE, VIRIDIS_TABLE

Array = NDArray[Any]

# numbers that a range is found from; more make no visible difference
_SAMPLES: Final = 4096
# per cent that may lie outside of the range at either end: single wrong pixels
_OUTSIDE: Final = 1.0
# a range changes only by more than this fraction of it, so that colours do not flicker
_SLACK: Final = 0.08

# the index of the colour for pixels that were not measured
_MISSING: Final = 0


class ColorMap(enum.Enum):
    """The colour tables; the value is the name under which a choice is saved."""

    GRAY = "gray"
    TURBO = "turbo"
    VIRIDIS = "viridis"


@dataclass(frozen=True, slots=True)
class Shading:
    """The colouring of single numbers.

    Attributes:
        low, high: the numbers of the first and the last colour, in their own unit.
    """

    colors: ColorMap = ColorMap.GRAY
    low: float = 0.0
    high: float = 1.0


_TABLES: Final = {
    ColorMap.GRAY: GRAY_TABLE,
    ColorMap.TURBO: TURBO_TABLE,
    ColorMap.VIRIDIS: VIRIDIS_TABLE,
}

# colours that no table has
_MISSING_COLORS: Final = {ColorMap.GRAY: 0xFF5A2350, ColorMap.TURBO: 0xFF5C5F66, ColorMap.VIRIDIS: 0xFF5C5F66}


@functools.cache
def palette(colors: ColorMap) -> NDArray[np.uint32]:
    """256 colours, 0xffRRGGBB: the one for unmeasured pixels, and the table in 255 steps."""
    table = np.frombuffer(_TABLES[colors], np.uint8).reshape(256, 3).astype(np.uint32)
    steps = np.round(np.linspace(0, 255, 255)).astype(np.intp)
    red, green, blue = table[steps].T
    found = np.empty(256, np.uint32)
    found[1:] = 0xFF000000 | red << 16 | green << 8 | blue
    found[_MISSING] = _MISSING_COLORS[colors]
    found.flags.writeable = False
    return found


@functools.lru_cache(maxsize=16)
def color_table(shading: Shading, dtype: str = "") -> tuple[int, ...]:
    """256 colours, 0xffRRGGBB: by index in the palette; or, for a dtype of 8 bits, by the bits of the number."""
    table = palette(shading.colors)
    if dtype:
        table = table[palette_indices(np.arange(256, dtype=np.uint8).view(dtype)[None], shading)[0]]
    return tuple(table.tolist())


def palette_indices(numbers: Array, shading: Shading, *, has_zero: bool = True) -> NDArray[np.uint8]:
    """The index of each number in the palette.

    Args:
        numbers: by row and column, of any kind, in either order of bytes.
        shading: how the numbers are coloured.
        has_zero: whether 0 is a number like any other, and does not mark an unmeasured pixel.
    """
    found = np.empty(numbers.shape, np.uint8)
    # floats do not hold every integer of as many bits
    wide = numbers.dtype.itemsize > (4 if numbers.dtype.kind == "f" else 2)
    kind = np.float64 if wide else np.float32
    values = np.empty((BAND, *numbers.shape[1:]), kind)
    span = shading.high - shading.low
    with np.errstate(over="ignore", invalid="ignore"):
        low, share = kind(shading.low), kind(254.0 / span if span > 0 else 0.0)
        for top in range(0, numbers.shape[0], BAND):
            band, out = numbers[top : top + BAND], found[top : top + BAND]
            rows = values[: band.shape[0]]
            measured = _fill_values(band, rows, has_zero=has_zero)
            rows -= low
            rows *= share
            rows += kind(1.5)
            np.clip(rows, kind(1), kind(255), out=rows)
            np.copyto(out, rows, casting="unsafe")
            if measured is not None:
                # else 0, the index for unmeasured pixels
                out *= measured
    return found


def _fill_values(numbers: Array, values: Array, *, has_zero: bool) -> NDArray[np.bool_] | None:
    """Fill in values for numbers; return which were measured, None if all were."""
    if numbers.dtype.kind == "f" and numbers.dtype.itemsize == 2:
        return fill_from_half_floats(numbers, values)
    np.copyto(values, numbers, casting="unsafe")
    if numbers.dtype.kind == "f":
        return np.isfinite(values)
    return None if has_zero else numbers != 0


class AutoRange:
    """A range of numbers that follows one image after the other, without flickering."""

    def __init__(self) -> None:
        self._range: tuple[float, float] | None = None

    def next_range(self, numbers: Array, *, has_zero: bool = True) -> tuple[float, float]:
        """The new range, given the numbers of the next image, `(height, width)`: without the outermost per cent."""
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

    def reset(self) -> None:
        """Forget the range: the next image is of another source."""
        self._range = None


def _range_of(numbers: Array, *, has_zero: bool) -> tuple[float, float] | None:
    height, width = numbers.shape
    # thinned in rows and columns alike, so that no part of the image is left out
    factor = max(int((height * width / _SAMPLES) ** 0.5), 1)
    sample = numbers[::factor, ::factor].astype(np.float64)
    kept = sample[np.isfinite(sample) & ((sample != 0) | has_zero)]
    if kept.size == 0:
        return None
    low, high = (float(edge) for edge in np.percentile(kept, (_OUTSIDE, 100 - _OUTSIDE)))
    return (low, high) if high > low else (low, low + max(abs(low), 1.0) * 0.01)
