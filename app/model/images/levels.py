"""Conversion of rows of numbers of any kind to levels of a screen, 0 to 255, a few rows at a time."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Levels = NDArray[np.uint8]

# rows that are converted at a time: few enough to stay in the cache
BAND: Final = 32

# half floats, as integers of their 16 bits
_HALF_ONE: Final = 0x3C00
_HALF_INFINITE: Final = 0x7C00
# exponent and fraction of a half, moved to where a float of 32 bits has them, are too small by this factor
_HALF_SCALE: Final = np.float32(2.0**112)
_HALF_SHIFT: Final = 13
_HALF_SIGN: Final = 0x8000

# three components are copied with the first of the next pixel: to copy them as one number is what makes it fast
_COPIED: Final = {1: 1, 2: 2, 3: 4, 4: 4}
_NUMBER_TYPES: Final = {1: "u1", 2: "u2", 4: "u4", 8: "u8", 16: "c16"}

_MAX_LEVEL: Final = np.float32(255)
# less than a level above the brightest, once half a level is added
_CLIP: Final = np.float32(254.75)
_HALF_LEVEL: Final = np.float32(0.5)

Fill = Callable[[Array, Levels], None]


@dataclass(frozen=True, slots=True)
class PixelBlock:
    """A block of pixels in memory, by row and column.

    Attributes:
        first: the offset of the first pixel, in bytes.
        strides: bytes from one row to the next, and from one pixel to the next.
        shape: rows and columns.
        dtype: of a component.
        count: the number of components of a pixel, up to 4.
    """

    data: memoryview
    first: int
    shape: tuple[int, int]
    strides: tuple[int, int]
    dtype: np.dtype[Any]
    count: int


def levels_of(block: PixelBlock) -> Levels:
    """The levels of pixels that are contiguous or have one component each: `(rows, columns * count)`."""
    height, width = block.shape[0], block.shape[1] * block.count
    strides = (block.strides[0], block.strides[1] // block.count)
    rows = np.ndarray((height, width), block.dtype, block.data, block.first, strides)
    fill, out = make_filler(block.dtype, width), np.empty((height, width), np.uint8)
    for top in range(0, height, BAND):
        fill(rows[top : top + BAND], out[top : top + BAND])
    return out


def pixels_of(block: PixelBlock) -> NDArray[np.uint32]:
    """The levels of each pixel in four bytes, `(rows, columns)` of uint32; bytes without a component are undefined."""
    width, copied = block.shape[1], _COPIED[block.count]
    # an array that is filled completely needs no clearing
    out = (np.empty if copied == 4 else np.zeros)(block.shape, np.uint32)
    target = np.ndarray(block.shape, _NUMBER_TYPES[copied], out.data, 0, (4 * width, 4))
    whole, rest = _as_numbers(block, copied)
    numbers, levels = (np.empty((BAND, width), part.dtype) for part in (whole, target))
    fill = make_filler(block.dtype, width * copied, own=True)
    for rows, top in [(whole[top : top + BAND], top) for top in range(0, len(whole), BAND)] + [(rest, len(whole))]:
        count = len(rows)
        np.copyto(numbers[:count], rows)
        if copied == 4:
            fill(numbers[:count].view(block.dtype), target[top : top + count].view(np.uint8))
        else:
            fill(numbers[:count].view(block.dtype), levels[:count].view(np.uint8))
            target[top : top + count] = levels[:count]
    return out


def _as_numbers(block: PixelBlock, copied: int) -> tuple[Array, Array]:
    """`copied` components of each pixel as one number: rows that are read in place, and a copy of the last row."""
    height, width = block.shape
    size, kind = block.dtype.itemsize, _NUMBER_TYPES[block.dtype.itemsize * copied]
    last = block.first + (height - 1) * block.strides[0]
    # behind the last pixel there may be no other
    ends = last + (width - 1) * block.strides[1] + size * copied > block.data.nbytes
    whole = np.ndarray((height - ends, width), kind, block.data, block.first, block.strides)
    tail = bytes(block.data[last:]) + bytes(size) if ends else b""
    return whole, np.ndarray((int(ends), width), kind, tail or bytes(16), 0, (len(tail), block.strides[1]))


def fill_from_half_floats(rows: Array, out: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Fill in floats of 32 bits for half floats, and tell which are finite; the others are undefined."""
    wide = out.view(np.uint32)
    np.copyto(wide, rows.view(rows.dtype.str.replace("f", "u")))
    sign = wide & np.uint32(_HALF_SIGN)
    wide ^= sign
    measured = wide < _HALF_INFINITE
    wide <<= np.uint32(_HALF_SHIFT)
    sign <<= np.uint32(16)
    wide |= sign
    out *= _HALF_SCALE
    return measured


def make_filler(dtype: np.dtype[Any], width: int, *, own: bool = False) -> Fill:
    """Make a function that fills rows of levels from as many rows of numbers, at most `BAND` of them.

    Of integers the highest byte is shown; of signed integers half of the levels is for numbers below zero. Floats are
    fractions of one; NaN is black.

    Args:
        dtype: of the numbers, in either byte order.
        width: of a row, in numbers.
        own: whether rows of numbers may be overwritten and are aligned; that is faster.
    """
    if dtype.kind != "f":
        high: Fill = _fill_high
        if dtype.itemsize == 2:
            words = np.empty((BAND, width), np.uint16)
            high = functools.partial(_fill_words, words)
        return functools.partial(_fill_signed, high) if dtype.kind == "i" else high
    # converted in place, they stay in the cache
    own = own and dtype.isnative
    if own and dtype.itemsize == 4:
        return lambda rows, out: _fill_floats(rows, out, rows)
    scaled = np.empty((BAND, width), np.float32)
    if own and dtype.itemsize == 2:
        return lambda rows, out: _fill_halves(rows, out, rows.view(np.uint16), scaled[: len(rows)])
    if dtype.itemsize == 2:
        bits = np.empty((BAND, width), np.uint16)
        return lambda rows, out: _fill_halves(rows, out, bits[: len(rows)], scaled[: len(rows)])
    return lambda rows, out: _fill_floats(rows, out, scaled[: len(rows)])


def _fill_high(rows: Array, out: Levels) -> None:
    size = rows.dtype.itemsize
    # one byte has no order
    first = size > 1 and rows.dtype.newbyteorder("S").isnative == np.little_endian
    high = rows[..., None].view(np.uint8)
    out[...] = high[..., 0 if first else size - 1]


def _fill_words(words: Array, rows: Array, out: Levels) -> None:
    """The high bytes by way of integers in native order: to copy every second byte takes twice as long."""
    shifted = words[: len(rows)]
    np.copyto(shifted, rows.view(rows.dtype.str.replace("i", "u")))
    shifted >>= np.uint16(8)
    np.copyto(out, shifted, casting="unsafe")


def _fill_signed(fill: Fill, rows: Array, out: Levels) -> None:
    fill(rows, out)
    np.bitwise_xor(out, 0x80, out=out)


def _fill_floats(rows: Array, out: Levels, scaled: Array) -> None:
    with np.errstate(over="ignore", invalid="ignore"):
        if rows.dtype == scaled.dtype and rows.flags.aligned:
            np.multiply(rows, _MAX_LEVEL, out=scaled)
        else:
            # in a message numbers are not aligned: with a copy first, the rest is twice as fast
            np.copyto(scaled, rows, casting="unsafe")
            scaled *= _MAX_LEVEL
        np.clip(scaled, 0, _CLIP, out=scaled)
        scaled += _HALF_LEVEL
        # NaN becomes 0
        np.copyto(out, scaled, casting="unsafe")


def _fill_halves(rows: Array, out: Levels, bits: Array, scaled: Array) -> None:
    """Convert halves by their bits: converting them one by one takes four times as long."""
    # as integers, negative numbers and NaN are above infinity; they wrap to the lowest, which becomes zero
    np.subtract(rows.view(rows.dtype.str.replace("f", "u")), np.uint16(_HALF_INFINITE + 1), out=bits)
    lowest = (1 << 16) - _HALF_INFINITE - 1
    np.clip(bits, np.uint16(lowest), np.uint16(lowest + _HALF_ONE), out=bits)
    bits -= np.uint16(lowest)
    wide = scaled.view(np.uint32)
    np.copyto(wide, bits)
    wide <<= np.uint32(_HALF_SHIFT)
    scaled *= _MAX_LEVEL * _HALF_SCALE
    scaled += _HALF_LEVEL
    np.copyto(out, scaled, casting="unsafe")
