"""The straightforward way from a picture to the pixels of a screen: all of it at once, by what numpy offers first."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from app.model.images.shading import ColorMap, palette
from app.model.messages.values import PixelFormat, RawImage

Array = NDArray[Any]
Pixels = NDArray[np.uint8]

# ITU-R BT.601
_RED_V: Final = 1.596027
_GREEN_U: Final = 0.391762
_GREEN_V: Final = 0.812968
_BLUE_U: Final = 2.017232


def rgb32(picture: RawImage, low: float, high: float) -> Pixels:  # noqa: PLR0911 - a table in words
    """Blue, green, red and 255 by row and column, as Qt's RGB32 has them; single numbers in Turbo from low to high."""
    label = picture.format.label
    if label.startswith("bayer"):
        return _joined(*_bayer(picture, label.split()[1][:4].upper()))
    if label.startswith("yuv422"):
        return _joined(*_yuv422(picture))
    if label.startswith("nv2"):
        return _joined(*_planes(picture))
    numbers = _numbers(picture)
    if label in {"mono8", "mono16"}:
        gray = numbers if label == "mono8" else (numbers >> 8).astype(np.uint8)
        return _joined(gray, gray, gray)
    if numbers.ndim == 2:
        return _single(numbers, low, high, picture.format)
    levels = _levels(numbers)
    if levels.shape[2] == 2:
        return _joined(levels[..., 0], levels[..., 1], np.zeros_like(levels[..., 0]))
    order = (2, 1, 0) if label.startswith("bgr") else (0, 1, 2)
    return _joined(*(levels[..., place] for place in order))


def _numbers(picture: RawImage) -> Array:
    kind = picture.format
    letter = "f" if "float" in kind.label else "i" if kind.label.split()[-1].startswith("int") else "u"
    count = kind.bytes_per_pixel // kind.component_bytes
    flat = np.frombuffer(picture.pixels, f"<{letter}{kind.component_bytes}")
    return flat.reshape((picture.height, picture.width, count) if count > 1 else (picture.height, picture.width))


def _levels(numbers: Array) -> Pixels:
    if numbers.dtype.kind == "f":
        shares = np.clip(np.nan_to_num(numbers.astype(np.float32)), 0, 1)
        return (shares * 255 + 0.5).astype(np.uint8)
    shift = 8 * (numbers.dtype.itemsize - 1)
    if numbers.dtype.kind == "i":
        return ((numbers >> shift).astype(np.int16) + 128).astype(np.uint8)
    return (numbers >> shift).astype(np.uint8) if shift else numbers


def _joined(red: Array, green: Array, blue: Array) -> Pixels:
    return np.dstack([blue, green, red, np.full(red.shape, 255, np.uint8)])


def _single(numbers: Array, low: float, high: float, kind: PixelFormat) -> Pixels:
    values = numbers.astype(np.float32)
    missing = values == 0 if kind is PixelFormat.DEPTH16 else ~np.isfinite(values)
    shares = np.where(missing, 0, np.clip((values - low) / (high - low), 0, 1))
    steps = (shares * 254 + 1.5).astype(np.uint8)
    steps[missing] = 0
    return palette(ColorMap.TURBO)[steps].view(np.uint8).reshape(*numbers.shape, 4)


def _bayer(picture: RawImage, pattern: str) -> tuple[Array, Array, Array]:
    """Each colour where it is, and around it the mean of those that are near."""
    size = picture.format.component_bytes
    levels = np.frombuffer(picture.pixels, f"<u{size}").reshape(picture.height, picture.width) >> 8 * (size - 1)
    colors = []
    for letter in "RGB":
        mine = np.zeros(levels.shape, np.bool_)
        for place, other in enumerate(pattern):
            if other == letter:
                mine[place // 2 :: 2, place % 2 :: 2] = True
        known, count = (np.pad(each, 1, mode="reflect") for each in (np.where(mine, levels, 0.0), mine.astype(float)))
        total, near = (_around(each, crosses_only=letter == "G") for each in (known, count))
        colors.append(np.where(mine, levels, total / np.maximum(near, 1) + 0.5).astype(np.uint8))
    return colors[0], colors[1], colors[2]


def _around(padded: Array, *, crosses_only: bool) -> Array:
    height, width = padded.shape[0] - 2, padded.shape[1] - 2
    places = [(1, 0), (0, 1), (1, 2), (2, 1)] if crosses_only else [(y, x) for y in range(3) for x in range(3)]
    return sum((padded[y : y + height, x : x + width] for y, x in places), np.zeros((height, width)))


def _yuv422(picture: RawImage) -> tuple[Array, Array, Array]:
    pairs = np.frombuffer(picture.pixels, np.uint8).reshape(picture.height, picture.width // 2, 4)
    order = "YUYV" if picture.format is PixelFormat.YUV422_YUY2 else "UYVY"
    first = order.index("Y")
    light = pairs[..., first::2].reshape(picture.height, picture.width)
    u, v = (np.repeat(pairs[..., order.index(letter)], 2, axis=1) for letter in "UV")
    return _tones(light, u, v)


def _planes(picture: RawImage) -> tuple[Array, Array, Array]:
    width, height = picture.width, picture.height
    data = np.frombuffer(picture.pixels, np.uint8)
    light, rest = data[: width * height].reshape(height, width), data[width * height :]
    if picture.format is PixelFormat.NV24:
        u, v = np.moveaxis(rest.reshape(height, width, 2), 2, 0)
    else:
        halves = np.moveaxis(rest.reshape(height // 2, width // 2, 2), 2, 0)
        v, u = (half.repeat(2, axis=0).repeat(2, axis=1) for half in halves)
    return _tones(light, u, v)


def _tones(light: Array, u: Array, v: Array) -> tuple[Array, Array, Array]:
    bright = 255 / 219 * (light.astype(np.float32) - 16)
    blueness, redness = u.astype(np.float32) - 128, v.astype(np.float32) - 128
    red, green, blue = (
        np.clip(part + 0.5, 0, 255).astype(np.uint8)
        for part in (
            bright + _RED_V * redness,
            bright - _GREEN_U * blueness - _GREEN_V * redness,
            bright + _BLUE_U * blueness,
        )
    )
    return red, green, blue
