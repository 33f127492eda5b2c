"""Conversion of images as robots send them to rasters that can be painted: as few pixels as are shown, fast.

`convert` takes the visible part of an image and the number of its pixels that share one pixel of the screen. Pixels
that can be painted as they are come back as a view, without a copy; all others are thinned out before any arithmetic.
Images have to be checked first, by `app.model.messages.checks`.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from app.model.images.bayer_yuv import Colors, bayer_colors, doubled, planar_colors, yuv_colors
from app.model.images.levels import BAND, Levels, PixelBlock, levels_of, pixels_of
from app.model.images.shading import Shading, color_table, palette_indices
from app.model.messages.checks import PLANAR_FORMATS, color_plane
from app.model.messages.values import PixelFormat, RawImage

Array = NDArray[Any]


@dataclass(frozen=True, slots=True)
class ImageRegion:
    """A rectangle of an image, in pixels."""

    x: int
    y: int
    width: int
    height: int


class RasterFormat(enum.Enum):
    """The formats of rasters that can be painted.

    `RGB32` is one number of 32 bits a pixel, 0xffRRGGBB, in this machine's order; `INDEXED8` the index of a colour in a
    table.
    """

    GRAY8 = enum.auto()
    GRAY16 = enum.auto()
    RGB24 = enum.auto()
    BGR24 = enum.auto()
    RGBA32 = enum.auto()
    RGB32 = enum.auto()
    INDEXED8 = enum.auto()


@dataclass(frozen=True, slots=True)
class Raster:
    """Pixels that can be painted.

    Attributes:
        data: at least step * height bytes.
        region: the part of the image that is shown; the last column and row may hold only a part of `factor` pixels.
        factor: the number of pixels of the image, in each direction, that one pixel of the raster stands for.
        colors: the table of INDEXED8, 0xffRRGGBB.
    """

    format: RasterFormat
    width: int
    height: int
    step: int
    data: memoryview
    region: ImageRegion
    factor: int
    colors: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PixelValue:
    """The value of one pixel of an image.

    Attributes:
        numbers: each component with the letter of its colour, empty where it has none.
        distance_m: the distance, where the pixel holds one; not finite where nothing was measured.
    """

    numbers: tuple[tuple[str, float], ...]
    distance_m: float | None = None

    def as_rgb(self) -> PixelValue:
        """The same value with only red, green and blue in this order, where the pixel has these."""
        by_letter = dict(self.numbers)
        if not set("RGB") <= by_letter.keys():
            return self
        return replace(self, numbers=tuple((letter, by_letter[letter]) for letter in "RGB"))


# formats that can be painted without a conversion, in at least one byte order
DIRECT_FORMATS: Final[Mapping[PixelFormat, RasterFormat]] = {
    PixelFormat.MONO8: RasterFormat.GRAY8,
    PixelFormat.MONO16: RasterFormat.GRAY16,
    PixelFormat.RGB8: RasterFormat.RGB24,
    PixelFormat.BGR8: RasterFormat.BGR24,
    PixelFormat.RGBA8: RasterFormat.RGBA32,
    PixelFormat.BGRA8: RasterFormat.RGB32,
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
    PixelFormat.BGRA_FLOAT32: "BGRA",
    PixelFormat.BGR_INT8: "BGR",
    PixelFormat.BGR_INT16: "BGR",
    # two numbers are seen as red and green
    PixelFormat.PAIR8: "RG",
    PixelFormat.PAIR16: "RG",
}

# the raster formats of components that were made levels
_PAINTED: Final = {
    "RGB": RasterFormat.RGB24,
    "BGR": RasterFormat.BGR24,
    "RGBA": RasterFormat.RGBA32,
    "BGRA": RasterFormat.RGB32,
    "RG": RasterFormat.RGBA32,
    "W": RasterFormat.GRAY8,
}
# the same with four bytes a pixel
_WIDENED: Final = {RasterFormat.RGB24: RasterFormat.RGBA32, RasterFormat.BGR24: RasterFormat.RGB32}

# the colours of a square of four pixels
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
        PixelFormat.BGRA_FLOAT32,
        PixelFormat.FLOAT64,
    }
)

_SIGNED: Final = frozenset(
    {PixelFormat.INT8, PixelFormat.INT16, PixelFormat.INT32, PixelFormat.BGR_INT8, PixelFormat.BGR_INT16}
)

# one number a pixel: shown in colours over a range
SINGLE_CHANNEL: Final = frozenset(
    {
        PixelFormat.MONO8,
        PixelFormat.MONO16,
        PixelFormat.DEPTH16,
        PixelFormat.FLOAT16,
        PixelFormat.FLOAT32,
        PixelFormat.FLOAT64,
        PixelFormat.INT8,
        PixelFormat.INT16,
        PixelFormat.INT32,
    }
)

# formats that can be shown as they are, without a range
GRAY_FORMATS: Final = frozenset({PixelFormat.MONO8, PixelFormat.MONO16})

# metres for a unit of the number
METRES_PER_UNIT: Final[Mapping[PixelFormat, float]] = {
    PixelFormat.DEPTH16: 0.001,
    PixelFormat.FLOAT16: 1.0,
    PixelFormat.FLOAT32: 1.0,
}


def whole_region(image: RawImage) -> ImageRegion:
    """The region of the whole image."""
    return ImageRegion(0, 0, image.width, image.height)


def convert(image: RawImage, region: ImageRegion, factor: int, shading: Shading | None = None) -> Raster:
    """The raster to be painted for an image that was checked: every `factor`th pixel of every `factor`th row.

    Formats whose colours lie in squares or pairs are thinned by an even factor or not at all, and by whole squares: the
    region of the raster may begin a pixel before the one that was asked for. At the end of a region that ends before
    the image does, pixels are mixed from their neighbours on one side only.

    Args:
        image: the image.
        region: within the image.
        factor: at least 1.
        shading: how single numbers are coloured; without it MONO8 and MONO16 are shown as they are.
    """
    kind = image.format
    if kind in _YUV or kind in _BAYER or kind in PLANAR_FORMATS:
        return _mosaic(image, region, factor)
    if kind in SINGLE_CHANNEL and (shading is not None or kind not in GRAY_FORMATS):
        return _shaded(image, region, factor, shading or Shading())
    if kind in DIRECT_FORMATS and not (image.big_endian and kind.component_bytes > 1):
        return _wrapped(image, region, DIRECT_FORMATS[kind])
    return _leveled(image, region, factor)


def pixel_array(image: RawImage) -> Array:
    """The components of an image, a view: `(height, width)`, or `(height, width, n)` for n components a pixel."""
    return _numbers(image)


def value_at(image: RawImage, x: int, y: int) -> PixelValue:
    """The value of a pixel of an image that was checked."""
    kind = image.format
    if kind in _YUV:
        return _yuv_value(image, x, y)
    if kind in PLANAR_FORMATS:
        return _plane_value(image, x, y)
    found = _numbers(image)[y, x]
    if kind in _BAYER:
        return PixelValue(((_BAYER[kind][y % 2 * 2 + x % 2], float(found)),))
    if kind in _COLORS:
        return PixelValue(tuple(zip(_COLORS[kind], (float(number) for number in found), strict=True)))
    number = float(found)
    if kind not in METRES_PER_UNIT:
        return PixelValue((("", number),))
    missing = kind is PixelFormat.DEPTH16 and number == 0
    return PixelValue((("", number),), math.nan if missing else number * METRES_PER_UNIT[kind])


def _yuv_value(image: RawImage, x: int, y: int) -> PixelValue:
    row = image.pixels[y * image.step :]
    order, pair = _YUV[image.format], x // 2 * 4
    # the last pixel of an odd number lacks half of its colour
    offsets = {
        "Y": 2 * x + order.index("Y"),
        "U": pair + order.index("U"),
        "V": pair + order.index("V"),
    }
    return PixelValue(
        tuple((letter, float(row[offset])) for letter, offset in offsets.items() if offset < 2 * image.width)
    )


def _plane_value(image: RawImage, x: int, y: int) -> PixelValue:
    rows, order = _color_rows(image)
    down, across = (y, x) if image.format is PixelFormat.NV24 else (y // 2, x // 2)
    found = dict(zip(order, rows[down, 2 * across : 2 * across + 2].tolist(), strict=True))
    light = image.pixels[y * image.step + x]
    return PixelValue((("Y", float(light)), ("U", float(found["U"])), ("V", float(found["V"]))))


def _color_rows(image: RawImage) -> tuple[Levels, str]:
    """The plane of colour behind that of brightness, and the order of its pairs."""
    step, row, rows = color_plane(image)
    first = image.step * image.height
    found = np.ndarray((rows, row), np.uint8, image.pixels, first, (step, 1))
    return found, "UV" if image.format is PixelFormat.NV24 else "VU"


def _dtype(image: RawImage) -> np.dtype[Any]:
    kind = image.format
    letter = "f" if kind in _FLOATS else "i" if kind in _SIGNED else "u"
    return np.dtype(f"{'>' if image.big_endian else '<'}{letter}{kind.component_bytes}")


def _numbers(image: RawImage) -> Array:
    kind = image.format
    size = kind.component_bytes
    count = kind.bytes_per_pixel // size
    dtype = _dtype(image)
    shape: tuple[int, ...] = (image.height, image.width)
    strides: tuple[int, ...] = (image.step, kind.bytes_per_pixel)
    if count > 1:
        shape, strides = (*shape, count), (*strides, size)
    return np.ndarray(shape, dtype, image.pixels, strides=strides)


def _high_bytes(image: RawImage) -> Array:
    """The highest byte of each component, `(height, width, n)`: what a screen shows of it."""
    kind = image.format
    size = kind.component_bytes
    first = 0 if image.big_endian else size - 1
    shape = (image.height, image.width, kind.bytes_per_pixel // size)
    strides = (image.step, kind.bytes_per_pixel, size)
    return np.ndarray(shape, np.uint8, image.pixels, first, strides)


def _thinned(array: Array, region: ImageRegion, factor: int) -> Array:
    bottom, right = region.y + region.height, region.x + region.width
    return array[region.y : bottom : factor, region.x : right : factor]


def _empty(shape: tuple[int, ...]) -> tuple[NDArray[np.uint32], list[NDArray[np.uint8]]]:
    """Pixels to be filled, and views of their red, green and blue."""
    out = np.full(shape, 0xFF000000, np.uint32)
    levels = out.view(np.uint8).reshape(*shape, 4)
    return out, [levels[..., byte] for byte in ((2, 1, 0) if np.little_endian else (1, 2, 3))]


def _mixed(red: Array, green: Array, blue: Array) -> NDArray[np.uint32]:
    out, channels = _empty(red.shape)
    for channel, level in zip(channels, (red, green, blue), strict=True):
        channel[...] = level
    return out


def _leveled(image: RawImage, region: ImageRegion, factor: int) -> Raster:
    """A raster whose components are levels of a screen, from components of any kind."""
    kind = image.format
    letters = _COLORS.get(kind, "W")
    layout = _PAINTED[letters]
    size = kind.bytes_per_pixel
    block = PixelBlock(
        image.pixels,
        region.y * image.step + region.x * size,
        (-(-region.height // factor), -(-region.width // factor)),
        (image.step * factor, size * factor),
        _dtype(image),
        len(letters),
    )
    height, width = block.shape
    if letters == "W" or (factor == 1 and letters != "RG"):
        data = levels_of(block).data.cast("B")
        return Raster(layout, width, height, width * block.count, data, region, factor)
    data = pixels_of(block).data.cast("B")
    return Raster(_WIDENED.get(layout, layout), width, height, 4 * width, data, region, factor)


def _shaded(image: RawImage, region: ImageRegion, factor: int, shading: Shading) -> Raster:
    kind = image.format
    if kind.component_bytes == 1:
        raster = _wrapped(image, region, RasterFormat.INDEXED8)
        return replace(raster, colors=color_table(shading, _dtype(image).str))
    numbers = _thinned(_numbers(image), region, factor)
    found = palette_indices(numbers, shading, has_zero=kind is not PixelFormat.DEPTH16)
    height, width = found.shape
    data = found.data.cast("B")
    return Raster(RasterFormat.INDEXED8, width, height, width, data, region, factor, color_table(shading))


def _mosaic(image: RawImage, region: ImageRegion, factor: int) -> Raster:
    kind = image.format
    factor = 1 if factor < 2 else factor // 2 * 2
    x, y = region.x // 2 * 2, region.y // 2 * 2
    region = ImageRegion(x, y, region.x + region.width - x, region.y + region.height - y)
    if kind in PLANAR_FORMATS:
        return _raster(_planar(image, region, factor), region, factor)
    if kind in _YUV:
        rows = np.ndarray((image.height, image.width * 2), np.uint8, image.pixels, 0, (image.step, 1))
        seen = rows[region.y : region.y + region.height : factor, 2 * region.x : 2 * (region.x + region.width)]
        return _raster(_banded(region, factor, lambda rows: yuv_colors(seen[rows], _YUV[kind], factor)), region, factor)
    levels = _thinned(_high_bytes(image)[..., 0], region, 1)
    return _raster(_mixed(*bayer_colors(levels, _BAYER[kind], factor)), region, factor)


def _planar(image: RawImage, region: ImageRegion, factor: int) -> NDArray[np.uint32]:
    light = np.ndarray((image.height, image.width), np.uint8, image.pixels, 0, (image.step, 1))
    seen = _thinned(light, region, factor)
    plane, order = _color_rows(image)
    # the rows and columns of the image that share one of the colour plane
    pixels_per_color = 1 if image.format is PixelFormat.NV24 else 2
    left, top = region.x // pixels_per_color * 2, region.y // pixels_per_color
    u, v = (plane[top:, left + order.index(letter) :: 2] for letter in "UV")
    every = factor // pixels_per_color or 1
    if factor < pixels_per_color:
        # each colour is of two rows and columns of the raster
        return _banded(region, 1, lambda rows: planar_colors(seen[rows], doubled(u, rows), doubled(v, rows)))
    u, v = u[::every, ::every], v[::every, ::every]
    width = seen.shape[1]
    return _banded(region, factor, lambda rows: planar_colors(seen[rows], u[rows, :width], v[rows, :width]))


def _banded(region: ImageRegion, factor: int, colors: Callable[[slice], Colors]) -> NDArray[np.uint32]:
    """The pixels of a region, made from red, green and blue of some of their rows at a time."""
    height = -(-region.height // factor)
    out, channels = _empty((height, -(-region.width // factor)))
    for top in range(0, height, BAND):
        rows = slice(top, min(top + BAND, height))
        for channel, level in zip(channels, colors(rows), strict=True):
            channel[rows] = level
    return out


def _wrapped(image: RawImage, region: ImageRegion, layout: RasterFormat) -> Raster:
    size, step, data = image.format.bytes_per_pixel, image.step, image.pixels
    first = region.y * step + region.x * size
    data = data[first : first + step * region.height]
    # Qt reads whole rows, and pixels of 16 and 32 bits from aligned addresses only
    unit = size if size in {2, 4} else 1
    if data.nbytes < step * region.height or step % unit:
        rows = np.ndarray((region.height, region.width * size), np.uint8, data, 0, (step, 1)).copy()
        data, step = rows.data.cast("B"), region.width * size
    return Raster(layout, region.width, region.height, step, data, region, 1)


def _raster(pixels: NDArray[np.uint32], region: ImageRegion, factor: int) -> Raster:
    height, width = pixels.shape
    data = np.ascontiguousarray(pixels).data.cast("B")
    return Raster(RasterFormat.RGB32, width, height, 4 * width, data, region, factor)
