"""Raw images as files of PNG: without loss where that has room for the numbers."""

from __future__ import annotations

import struct
import zlib
from typing import Any, Final

import numpy as np

from app.model.images.conversion import METRES_PER_UNIT, Raster, RasterFormat, convert, pixel_array, whole_region
from app.model.messages.values import PixelFormat, RawImage

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_GRAY, _RGB, _INDEXED, _RGBA = 0, 2, 3, 6
# fast rather than small
_LEVEL: Final = 1
_MILLIMETRES: Final = 1000.0
_MAX_NUMBER: Final = 0xFFFF

_WORDS: Final = frozenset({PixelFormat.MONO16, PixelFormat.DEPTH16})


def png_of(image: RawImage) -> bytes:
    """Encode an image that was checked.

    Numbers of 16 bits stay as they are. Distances in metres become millimetres, 0 where there is none. Of anything else
    it is what a screen shows.
    """
    if image.format in _WORDS:
        return gray_png(pixel_array(image))
    if image.format in METRES_PER_UNIT:
        return gray_png(_millimetres(pixel_array(image)))
    return _raster_png(convert(image, whole_region(image), 1))


def gray_png(numbers: Any) -> bytes:
    """Encode numbers of 16 bits, `(height, width)`."""
    height, width = numbers.shape
    rows = np.ascontiguousarray(numbers, ">u2").view(np.uint8).reshape(height, 2 * width)
    return _png(width, height, 16, _GRAY, rows)


def _millimetres(distances_m: Any) -> Any:
    with np.errstate(invalid="ignore", over="ignore"):
        millimetres = np.rint(distances_m.astype(np.float64) * _MILLIMETRES)
    is_told = np.isfinite(millimetres) & (millimetres > 0)
    return np.where(is_told, np.minimum(millimetres, _MAX_NUMBER), 0)


def _raster_png(raster: Raster) -> bytes:
    width, height = raster.width, raster.height
    kind = raster.format
    if kind is RasterFormat.RGB32:
        numbers = np.ndarray((height, width), np.uint32, raster.data, 0, (raster.step, 4))
        colors = np.stack([(numbers >> shift) & 0xFF for shift in (16, 8, 0)], axis=-1).astype(np.uint8)
        return _png(width, height, 8, _RGB, colors.reshape(height, 3 * width))
    size = {RasterFormat.GRAY8: 1, RasterFormat.INDEXED8: 1, RasterFormat.RGBA32: 4}.get(kind, 3)
    rows = np.ndarray((height, width, size), np.uint8, raster.data, 0, (raster.step, size, 1))
    if kind is RasterFormat.BGR24:
        rows = rows[..., ::-1]
    flat = rows.reshape(height, size * width)
    if kind is RasterFormat.INDEXED8:
        palette = b"".join((color & 0xFFFFFF).to_bytes(3, "big") for color in raster.colors[:256])
        return _png(width, height, 8, _INDEXED, flat, palette)
    return _png(width, height, 8, {1: _GRAY, 3: _RGB, 4: _RGBA}[size], flat)


def _png(width: int, height: int, depth: int, color: int, rows: Any, palette: bytes = b"") -> bytes:
    unfiltered = np.zeros((height, 1 + rows.shape[1]), np.uint8)
    unfiltered[:, 1:] = rows
    head = struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, 0)
    parts = [(b"IHDR", head), (b"PLTE", palette), (b"IDAT", zlib.compress(unfiltered.data, _LEVEL)), (b"IEND", b"")]
    return _SIGNATURE + b"".join(_part(name, body) for name, body in parts if body or name == b"IEND")


def _part(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
