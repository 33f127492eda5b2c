"""From pixels as robots send them to pixels that can be painted: as few as are shown, as fast as they can be read.

`convert` takes the part of a picture that can be seen and how many of its pixels share one on the screen. What can be
painted as it is comes back as a view, without a copy; everything else is thinned out before any arithmetic. Pictures
are to be checked first, by `pixels_check`.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from app.model.meaning import Picture, PixelFormat
from app.model.pixels_mosaic import bayer_colors, yuv_colors
from app.model.pixels_shading import Shading, shade

# rows that are reckoned with at a time: few enough to stay in the cache
_BAND: Final = 32

Array = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Region:
    """Some of a picture's pixels."""

    x: int
    y: int
    width: int
    height: int


class Layout(enum.Enum):
    """What can be painted. `RGB32` is one number of 32 bits a pixel, 0xffRRGGBB, in this machine's order."""

    GRAY8 = enum.auto()
    GRAY16 = enum.auto()
    RGB24 = enum.auto()
    BGR24 = enum.auto()
    RGBA32 = enum.auto()
    RGB32 = enum.auto()


@dataclass(frozen=True, slots=True)
class Raster:
    """Pixels that can be painted.

    Attributes:
        data: at least step * height bytes.
        region: what of the picture it shows; its last column and row may hold but a part of `factor` pixels.
        factor: how many pixels of the picture, in each direction, one of these stands for.
    """

    layout: Layout
    width: int
    height: int
    step: int
    data: memoryview
    region: Region
    factor: int


@dataclass(frozen=True, slots=True)
class PixelValue:
    """What a picture holds at one place.

    Attributes:
        numbers: each with the letter of its colour, empty where it has none.
        distance_m: where it is one; not finite where nothing was measured.
    """

    numbers: tuple[tuple[str, float], ...]
    distance_m: float | None = None


# what can be painted without a conversion, in one order of bytes at least
WRAPPED: Final[Mapping[PixelFormat, Layout]] = {
    PixelFormat.MONO8: Layout.GRAY8,
    PixelFormat.MONO16: Layout.GRAY16,
    PixelFormat.RGB8: Layout.RGB24,
    PixelFormat.BGR8: Layout.BGR24,
    PixelFormat.RGBA8: Layout.RGBA32,
    PixelFormat.BGRA8: Layout.RGB32,
}

_COLORS: Final[Mapping[PixelFormat, str]] = {
    PixelFormat.RGB8: "RGB",
    PixelFormat.BGR8: "BGR",
    PixelFormat.RGBA8: "RGBA",
    PixelFormat.BGRA8: "BGRA",
    PixelFormat.RGB16: "RGB",
    PixelFormat.BGR16: "BGR",
    PixelFormat.RGBA16: "RGBA",
    PixelFormat.BGRA16: "BGRA",
    PixelFormat.RGB32: "RGB",
    PixelFormat.BGR32: "BGR",
    PixelFormat.RGB_FLOAT16: "RGB",
    PixelFormat.RGB_FLOAT32: "RGB",
    PixelFormat.BGR_FLOAT32: "BGR",
}

# where red, two greens and blue stand in a square of four
_BAYER: Final[Mapping[PixelFormat, str]] = {
    PixelFormat.BAYER_RGGB8: "RGGB",
    PixelFormat.BAYER_BGGR8: "BGGR",
    PixelFormat.BAYER_GBRG8: "GBRG",
    PixelFormat.BAYER_GRBG8: "GRBG",
    PixelFormat.BAYER_RGGB16: "RGGB",
    PixelFormat.BAYER_BGGR16: "BGGR",
    PixelFormat.BAYER_GBRG16: "GBRG",
    PixelFormat.BAYER_GRBG16: "GRBG",
}

_YUV: Final[Mapping[PixelFormat, str]] = {PixelFormat.YUV422: "UYVY", PixelFormat.YUV422_YUY2: "YUYV"}

_FLOATS: Final = frozenset(
    {
        PixelFormat.FLOAT16,
        PixelFormat.FLOAT32,
        PixelFormat.RGB_FLOAT16,
        PixelFormat.RGB_FLOAT32,
        PixelFormat.BGR_FLOAT32,
    }
)

# one number a pixel: shown in colours over a range
SINGLE: Final = frozenset(
    {
        PixelFormat.MONO8,
        PixelFormat.MONO16,
        PixelFormat.DEPTH16,
        PixelFormat.FLOAT16,
        PixelFormat.FLOAT32,
    }
)

# what one is in metres
METRES: Final[Mapping[PixelFormat, float]] = {
    PixelFormat.DEPTH16: 0.001,
    PixelFormat.FLOAT16: 1.0,
    PixelFormat.FLOAT32: 1.0,
}


def whole(picture: Picture) -> Region:
    """All of a picture."""
    return Region(0, 0, picture.width, picture.height)


def convert(picture: Picture, region: Region, factor: int, shading: Shading | None = None) -> Raster:
    """What is to be painted of a picture that was checked: every `factor`th pixel of every `factor`th row.

    Colours that lie in squares or pairs are taken with an even factor, or one at a time, from whole ones: the region
    of the raster may begin a pixel before the one that was asked for. Where a region ends and the picture does not, the
    last pixels know their neighbours on one side only.

    Args:
        picture: as it came.
        region: within the picture.
        factor: from 1.
        shading: how single numbers are shown; without, MONO8 and MONO16 are as they are.
    """
    kind = picture.format
    if kind in _YUV or kind in _BAYER:
        return _mosaic(picture, region, factor)
    if kind in SINGLE and (shading is not None or kind in METRES):
        numbers = _thinned(_numbers(picture), region, factor)
        return _raster(shade(numbers, shading or Shading(), has_zero=kind is not PixelFormat.DEPTH16), region, factor)
    if kind in WRAPPED and not (picture.big_endian and kind.component_bytes > 1):
        return _wrapped(picture, region)
    if kind is PixelFormat.MONO16:
        gray = _high_bytes(picture)[..., 0]
        return _raster(_mixed(*[_thinned(gray, region, factor)] * 3), region, factor)
    numbers = _thinned(_numbers(picture) if kind in _FLOATS else _high_bytes(picture), region, factor)
    red, green, blue = (numbers[..., _COLORS[kind].index(letter)] for letter in "RGB")
    mixed = _mixed_shares(red, green, blue) if kind in _FLOATS else _mixed(red, green, blue)
    return _raster(mixed, region, factor)


def numbers_of(picture: Picture) -> Array:
    """The numbers of a picture as they are, a view: by row and column, and by component where there are several."""
    return _numbers(picture)


def value_at(picture: Picture, x: int, y: int) -> PixelValue:
    """What a picture that was checked holds at a place within it."""
    kind = picture.format
    if kind in _YUV:
        return _yuv_value(picture, x, y)
    found = _numbers(picture)[y, x]
    if kind in _BAYER:
        return PixelValue(((_BAYER[kind][y % 2 * 2 + x % 2], float(found)),))
    if kind in _COLORS:
        return PixelValue(tuple(zip(_COLORS[kind], (float(number) for number in found), strict=True)))
    number = float(found)
    if kind not in METRES:
        return PixelValue((("", number),))
    missing = kind is PixelFormat.DEPTH16 and number == 0
    return PixelValue((("", number),), math.nan if missing else number * METRES[kind])


def _yuv_value(picture: Picture, x: int, y: int) -> PixelValue:
    row = picture.pixels[y * picture.step :]
    order, pair = _YUV[picture.format], x // 2 * 4
    # the last of an odd number lacks half of its colour
    places = {
        "Y": 2 * x + order.index("Y"),
        "U": pair + order.index("U"),
        "V": pair + order.index("V"),
    }
    return PixelValue(
        tuple((letter, float(row[place])) for letter, place in places.items() if place < 2 * picture.width)
    )


def _numbers(picture: Picture) -> Array:
    kind = picture.format
    size = kind.component_bytes
    count = kind.bytes_per_pixel // size
    order = ">" if picture.big_endian else "<"
    dtype = np.dtype(f"{order}{'f' if kind in _FLOATS else 'u'}{size}")
    shape: tuple[int, ...] = (picture.height, picture.width)
    strides: tuple[int, ...] = (picture.step, kind.bytes_per_pixel)
    if count > 1:
        shape, strides = (*shape, count), (*strides, size)
    return np.ndarray(shape, dtype, picture.pixels, strides=strides)


def _high_bytes(picture: Picture) -> Array:
    """The highest byte of each number, by row, column and component: what a screen shows of it."""
    kind = picture.format
    size = kind.component_bytes
    first = 0 if picture.big_endian else size - 1
    shape = (picture.height, picture.width, kind.bytes_per_pixel // size)
    strides = (picture.step, kind.bytes_per_pixel, size)
    return np.ndarray(shape, np.uint8, picture.pixels, first, strides)


def _thinned(array: Array, region: Region, factor: int) -> Array:
    bottom, right = region.y + region.height, region.x + region.width
    return array[region.y : bottom : factor, region.x : right : factor]


def _empty(shape: tuple[int, ...]) -> tuple[NDArray[np.uint32], list[NDArray[np.uint8]]]:
    """Pixels to be filled, and where their red, green and blue are."""
    out = np.empty(shape, np.uint32)
    levels = out.view(np.uint8).reshape(*shape, 4)
    *colors, alpha = (2, 1, 0, 3) if np.little_endian else (1, 2, 3, 0)
    levels[..., alpha] = 255
    return out, [levels[..., place] for place in colors]


def _mixed(red: Array, green: Array, blue: Array) -> NDArray[np.uint32]:
    out, places = _empty(red.shape)
    for place, level in zip(places, (red, green, blue), strict=True):
        place[...] = level
    return out


def _mixed_shares(red: Array, green: Array, blue: Array) -> NDArray[np.uint32]:
    """Shares of one as levels of a screen; what is no number is black."""
    out, places = _empty(red.shape)
    scaled = np.empty((_BAND, red.shape[1]), np.float32)
    with np.errstate(over="ignore", invalid="ignore"):
        for top in range(0, red.shape[0], _BAND):
            for place, share in zip(places, (red, green, blue), strict=True):
                band = share[top : top + _BAND]
                rows = scaled[: band.shape[0]]
                np.multiply(band, np.float32(255), out=rows, casting="unsafe")
                # less than a level more than the brightest, when half of one is added
                np.minimum(rows, np.float32(254.75), out=rows)
                rows += np.float32(0.5)
                rows[~(rows > 0)] = 0
                place[top : top + _BAND] = rows
    return out


def _mosaic(picture: Picture, region: Region, factor: int) -> Raster:
    kind = picture.format
    factor = 1 if factor < 2 else factor // 2 * 2
    x, y = region.x // 2 * 2, region.y // 2 * 2
    region = Region(x, y, region.x + region.width - x, region.y + region.height - y)
    if kind in _YUV:
        rows = np.ndarray((picture.height, picture.width * 2), np.uint8, picture.pixels, 0, (picture.step, 1))
        seen = rows[region.y : region.y + region.height, 2 * region.x : 2 * (region.x + region.width)]
        return _raster(_mixed(*yuv_colors(seen, _YUV[kind], factor)), region, factor)
    levels = _thinned(_high_bytes(picture)[..., 0], region, 1)
    return _raster(_mixed(*bayer_colors(levels, _BAYER[kind], factor)), region, factor)


def _wrapped(picture: Picture, region: Region) -> Raster:
    size, step = picture.format.bytes_per_pixel, picture.step
    data, layout = picture.pixels, WRAPPED[picture.format]
    first = region.y * step + region.x * size
    data = data[first : first + step * region.height]
    # what paints reads whole rows, and pixels of 16 and 32 bits from whole places only
    unit = size if size in {2, 4} else 1
    if data.nbytes < step * region.height or step % unit:
        rows = np.ndarray((region.height, region.width * size), np.uint8, data, 0, (step, 1)).copy()
        data, step = rows.data.cast("B"), region.width * size
    return Raster(layout, region.width, region.height, step, data, region, 1)


def _raster(pixels: NDArray[np.uint32], region: Region, factor: int) -> Raster:
    height, width = pixels.shape
    data = np.ascontiguousarray(pixels).data.cast("B")
    return Raster(Layout.RGB32, width, height, 4 * width, data, region, factor)
