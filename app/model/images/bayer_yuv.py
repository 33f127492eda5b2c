"""Colours of images in raw sensor formats: one colour a pixel (Bayer), or brightness and shared colour (YUV)."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from app.model.images.levels import BAND

Levels = NDArray[Any]
Colors = tuple[Levels, Levels, Levels]
Numbers = NDArray[np.int16]

# ITU-R BT.601, the brightness from 16 to 235: a level is 1.164 (Y - 16), and more red by 1.596 (V - 128), more blue by
# 2.017 (U - 128), less green by 0.392 of the latter and 0.813 of the former. Added up in steps of a 32nd, of which 16
# bits hold the greatest sum: 37.25, 51.06, 64.5, 12.5 and 26
_FINE_BITS: Final = 5
_FINE: Final = 1 << _FINE_BITS


def bayer_colors(levels: Levels, pattern: str, factor: int) -> Colors:
    """Red, green and blue of a Bayer image.

    Args:
        levels: `(height, width)`, beginning with the first row and column of a square of four.
        pattern: the colours of that square, row by row.
        factor: 1 for every pixel, mixed from its neighbours; if even, one square of four for each `factor` pixels.
    """
    height, width = levels.shape
    if height < 2 or width < 2:
        thin = levels[::factor, ::factor]
        return thin, thin, thin
    if factor == 1:
        return _mix_neighbours(levels, pattern)
    last = (height // 2 * 2, width // 2 * 2)
    squares = [levels[y : last[0] : factor, x : last[1] : factor] for y in (0, 1) for x in (0, 1)]
    green = [square for square, letter in zip(squares, pattern, strict=True) if letter == "G"]
    mean = ((green[0].astype(np.uint16) + green[1]) >> 1).astype(np.uint8)
    return squares[pattern.index("R")], mean, squares[pattern.index("B")]


def _mix_neighbours(levels: Levels, pattern: str) -> Colors:
    """Bilinear interpolation: a colour that a pixel lacks is the mean of the nearest pixels that have it."""
    height, width = levels.shape
    # reflected without the edge, so that colours stay where they belong
    around = np.pad(levels, 1, mode="reflect")
    out = np.empty((3, height, width), np.uint8)
    for top in range(0, height, BAND):
        bottom = min(top + BAND, height)
        _mix_rows(around[top : bottom + 2].astype(np.uint16), pattern, out[:, top:bottom])
    return out[0], out[1], out[2]


def _mix_rows(around: Levels, pattern: str, out: Levels) -> None:
    """Mix some rows, beginning with an even one; `around` has one row and one column more on each side."""
    _, height, width = out.shape
    for position, letter in enumerate(pattern):
        y, x = divmod(position, 2)
        rows, columns = (height - y + 1) // 2, (width - x + 1) // 2

        def near(down: int, right: int, y: int = y, x: int = x, rows: int = rows, columns: int = columns) -> Levels:
            top, left = 1 + y + down, 1 + x + right
            return around[top : top + 2 * rows - 1 : 2, left : left + 2 * columns - 1 : 2]

        if letter == "G":
            in_row = pattern[position ^ 1]
            beside = (near(0, -1) + near(0, 1) + 1) >> 1
            above = (near(-1, 0) + near(1, 0) + 1) >> 1
            mixed = {"G": near(0, 0), in_row: beside, "B" if in_row == "R" else "R": above}
        else:
            cross = (near(0, -1) + near(0, 1) + near(-1, 0) + near(1, 0) + 2) >> 2
            corners = (near(-1, -1) + near(-1, 1) + near(1, -1) + near(1, 1) + 2) >> 2
            mixed = {letter: near(0, 0), "G": cross, "B" if letter == "R" else "R": corners}
        for index, name in enumerate("RGB"):
            out[index, y::2, x::2] = mixed[name]


def yuv_colors(rows: Levels, order: str, factor: int) -> Colors:
    """Red, green and blue of an image whose pixels come in pairs.

    Args:
        rows: the bytes of the rows that are shown, two a pixel, beginning with a pair.
        order: the components of the four bytes of a pair.
        factor: 1 for every pixel; if even, the first pixel of a pair for each `factor` pixels.
    """
    width = rows.shape[1] // 2
    bright = rows[:, order.index("Y") :: 2 * factor]
    every = max(factor // 2, 1)
    pairs = -(-width // 2) if factor == 1 else bright.shape[1]
    u, v = (_filled(rows[:, order.index(letter) :: 4], every, pairs) for letter in "UV")
    parts = _color_amounts(u, v)
    if factor == 1:
        red, green, blue = (np.repeat(part, 2, axis=1)[:, :width] for part in parts)
    else:
        red, green, blue = parts
    light = _light(bright)
    return _levels(light, red), _levels(light, green), _levels(light, blue)


def planar_colors(bright: Levels, u: Levels, v: Levels) -> Colors:
    """Red, green and blue of pixels that have a brightness and a colour each; surplus columns of colour are ignored."""
    width = bright.shape[1]
    red, green, blue = _color_amounts(u[:, :width], v[:, :width])
    light = _light(bright)
    return _levels(light, red), _levels(light, green), _levels(light, blue)


def doubled(part: Levels, rows: slice) -> Levels:
    """Some rows of a plane with each number doubled in width and height; the rows begin with an even one."""
    found = part[rows.start // 2 : (rows.stop + 1) // 2]
    return np.repeat(np.repeat(found, 2, axis=0)[: rows.stop - rows.start], 2, axis=1)


def _light(bright: Levels) -> Numbers:
    light = bright.astype(np.int16)
    light -= 16
    quarter = light >> 2
    light *= 37
    light += quarter
    return light


def _color_amounts(u: Levels, v: Levels) -> tuple[Numbers, Numbers, Numbers]:
    """The amounts that the colour of pairs adds to red, green and blue."""
    blueness, redness = u.astype(np.int16), v.astype(np.int16)
    blueness -= 128
    redness -= 128
    half = blueness >> 1
    return redness * 51 + (redness >> 4), redness * -26 - (blueness * 12 + half), (blueness << 6) + half


def _filled(part: Levels, every: int, pairs: int) -> Levels:
    """A colour component for each pair; where an odd last pixel lacks it, that of the pair before, or none."""
    thin = part[:, ::every]
    if thin.shape[1] >= pairs:
        return thin[:, :pairs]
    last = part[:, -1:] if part.shape[1] else np.full((part.shape[0], 1), 128, np.uint8)
    return np.concatenate([thin, last], axis=1)


def _levels(light: Numbers, color: Numbers) -> Levels:
    total = light + color
    total += _FINE // 2
    total >>= _FINE_BITS
    np.clip(total, 0, 255, out=total)
    found: Levels = total.astype(np.uint8)
    return found
