"""Conversion between images of messages and QImage: compressed images to pixels, and pixels to an image of Qt.

The size that a compressed file declares is checked before any of it is unpacked.
"""

from __future__ import annotations

import functools
import struct
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QLoggingCategory, QSize
from PySide6.QtGui import QImage, QImageReader, QTransform

from app.model.images.conversion import Raster, RasterFormat
from app.model.images.rvl import unpack_rvl
from app.model.messages.checks import check_image_size
from app.model.messages.values import CompressedImage, DepthEncoding, PixelFormat, RawImage
from app.model.schema import DecodeError
from app.ui.base.text import say
from app.wording.ui.images import ImagesWording

# a few kilobytes can unpack to any size; this is 134 MB
MAX_DECODED_PIXELS: Final = 1 << 25
_ALLOCATION_LIMIT_MB: Final = 256

_PNG: Final = b"\x89PNG\r\n\x1a\n"
_CHUNK: Final = struct.Struct(">I4s")

# converting so many takes a few milliseconds
_PIXELS_AT_ONCE: Final = 1 << 20

# the JPEG decoder scales down by up to this factor almost for free
_LARGEST_FACTOR: Final = 8

_FORMATS: Final[Mapping[RasterFormat, QImage.Format]] = {
    RasterFormat.GRAY8: QImage.Format.Format_Grayscale8,
    RasterFormat.GRAY16: QImage.Format.Format_Grayscale16,
    RasterFormat.RGB24: QImage.Format.Format_RGB888,
    RasterFormat.BGR24: QImage.Format.Format_BGR888,
    RasterFormat.RGBA32: QImage.Format.Format_RGBA8888,
    # what robots send as alpha is no transparency: it is dropped
    RasterFormat.RGB32: QImage.Format.Format_ARGB32,
    RasterFormat.INDEXED8: QImage.Format.Format_Indexed8,
}

# Qt paints these in place, scaled and smooth, in less time than it takes to convert them. Other formats may contain an
# alpha that is no transparency and would be painted as such, or take longer
_PAINTED_IN_PLACE: Final = frozenset({RasterFormat.GRAY8, RasterFormat.GRAY16, RasterFormat.RGB24, RasterFormat.BGR24})


@dataclass(frozen=True, slots=True)
class UnpackedImage:
    """The pixels of a file.

    Attributes:
        picture: the pixels, valid as long as `owner` lives.
        factor: number of pixels of the file, in each direction, per pixel of `picture`.
        width, height: of the file, in pixels.
    """

    pixels: RawImage
    factor: int
    width: int
    height: int
    owner: object


def unpack_image(encoded: CompressedImage, factor: int = 1) -> UnpackedImage:
    """Unpack a JPEG, a PNG or an RVL stream, scaled down by up to `factor` where that is faster.

    Raises:
        DecodeError: the file is broken, or larger than can be shown.
    """
    name = encoded.format.upper()
    if name == "RVL":
        return _decode_rvl(encoded)
    _set_up()
    if name == "PNG":
        _check_chunks(encoded.data)
    content = QByteArray(bytes(encoded.data))
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer, QByteArray(encoded.format.lower().encode()))
    reader.setAutoDetectImageFormat(False)
    size = reader.size()
    width, height = size.width(), size.height()
    if width <= 0 or height <= 0:
        raise DecodeError(say(ImagesWording.HEAD_UNREADABLE(format=name)))
    check_image_size(width, height)
    if width * height > MAX_DECODED_PIXELS:
        raise DecodeError(
            say(ImagesWording.TOO_LARGE(format=name, width=width, height=height)),
            say(ImagesWording.TOO_LARGE_TIP(limit=MAX_DECODED_PIXELS)),
        )
    factor = _power_of_two(factor) if name == "JPEG" and encoded.depth is None else 1
    if factor > 1:
        reader.setScaledSize(QSize(max(width // factor, 1), max(height // factor, 1)))
    image = reader.read()
    if image.isNull():
        values = {"format": name, "width": width, "height": height, "reason": reader.errorString()}
        raise DecodeError(say(ImagesWording.NOT_UNPACKED(**values)))
    pixels, owner = _depth(image, encoded.depth) if encoded.depth is not None else _colors(image)
    return UnpackedImage(pixels, factor, width, height, owner)


@functools.cache
def _set_up() -> None:
    QImageReader.setAllocationLimit(_ALLOCATION_LIMIT_MB)
    # a camera that sends broken files sends thirty in a second; the view shows an error
    QLoggingCategory.setFilterRules("qt.gui.imageio*=false")


def _check_chunks(data: memoryview) -> None:
    """Raise DecodeError for a PNG that is cut off or corrupt; libpng would print each fault to the terminal."""
    offset = len(_PNG)
    if bytes(data[:offset]) != _PNG:
        raise DecodeError(say(ImagesWording.HEAD_UNREADABLE(format="PNG")))
    name = b""
    while name != b"IEND":
        head = data[offset : offset + 8]
        if len(head) < 8:
            raise DecodeError(say(ImagesWording.CUT_OFF(format="PNG", count=len(data))))
        length, name = _CHUNK.unpack(head)
        end = offset + 8 + length
        if end + 4 > len(data):
            raise DecodeError(say(ImagesWording.CUT_OFF(format="PNG", count=len(data))))
        if zlib.crc32(data[offset + 4 : end]) != int.from_bytes(data[end : end + 4], "big"):
            raise DecodeError(say(ImagesWording.BAD_CHECKSUM(format="PNG")))
        offset = end + 4


def _power_of_two(factor: int) -> int:
    return 1 << min(factor, _LARGEST_FACTOR).bit_length() - 1


def _colors(image: QImage) -> tuple[RawImage, object]:
    formats = {
        QImage.Format.Format_Grayscale8: PixelFormat.MONO8,
        QImage.Format.Format_Grayscale16: PixelFormat.MONO16,
        QImage.Format.Format_RGB32: PixelFormat.BGRA8,
    }
    kind = formats.get(image.format())
    return _converted(image) if kind is None else (_raw_image(image, kind), image)


def _converted(image: QImage) -> tuple[RawImage, object]:
    """Convert some rows at a time: during Qt's conversion no other thread can run."""
    width, height, step = image.width(), image.height(), image.bytesPerLine()
    if width * height <= _PIXELS_AT_ONCE:
        image = image.convertToFormat(QImage.Format.Format_RGB32)
        return _raw_image(image, PixelFormat.BGRA8), image
    source = memoryview(image.constBits()).cast("B")
    pixels = np.empty((height, 4 * width), np.uint8)
    rows = max(_PIXELS_AT_ONCE // width, 1)
    for first in range(0, height, rows):
        count = min(rows, height - first)
        part = QImage(source[first * step : (first + count) * step], width, count, step, image.format())
        part.setColorTable(image.colorTable())
        # four bytes a pixel: lines have no padding
        converted = part.convertToFormat(QImage.Format.Format_RGB32)
        pixels[first : first + count] = np.frombuffer(converted.constBits(), np.uint8).reshape(count, 4 * width)
    return RawImage(width, height, 4 * width, PixelFormat.BGRA8, pixels.data.cast("B").toreadonly()), pixels


def _raw_image(image: QImage, kind: PixelFormat) -> RawImage:
    pixels = memoryview(image.constBits()).cast("B").toreadonly()
    return RawImage(image.width(), image.height(), image.bytesPerLine(), kind, pixels)


def _depth(image: QImage, code: DepthEncoding) -> tuple[RawImage, object]:
    if image.format() != QImage.Format.Format_Grayscale16:
        raise DecodeError(say(ImagesWording.NOT_16_BITS()))
    raw = _raw_image(image, PixelFormat.DEPTH16)
    if not code.scale:
        return raw, image
    rows = np.ndarray((raw.height, raw.width), np.uint16, raw.pixels, 0, (raw.step, 2))
    return _distances(rows, code)


def _distances(rows: NDArray[np.uint16], code: DepthEncoding) -> tuple[RawImage, object]:
    with np.errstate(divide="ignore", invalid="ignore"):
        distances = (np.float32(code.scale) / (rows.astype(np.float32) - np.float32(code.offset))).astype("<f4")
    distances[rows == 0] = np.nan
    height, width = rows.shape
    return RawImage(width, height, 4 * width, PixelFormat.FLOAT32, distances.data.cast("B")), distances


def _decode_rvl(encoded: CompressedImage) -> UnpackedImage:
    width, height = encoded.width, encoded.height
    rows = unpack_rvl(encoded.data, width * height).astype("<u2", copy=False).reshape(height, width)
    code = encoded.depth or DepthEncoding()
    if code.scale:
        pixels, owner = _distances(rows, code)
    else:
        pixels, owner = RawImage(width, height, 2 * width, PixelFormat.DEPTH16, rows.data.cast("B")), rows
    return UnpackedImage(pixels, 1, width, height, owner)


def borrowed_image(raster: Raster, turns: int = 0) -> QImage:
    """Return an image to paint, turned clockwise by `turns` quarters; `raster` must outlive it.

    It is not for holders that Python does not know of, such as a clipboard: see `owned_image`.
    """
    return _wrapped(raster) if raster.format in _PAINTED_IN_PLACE and not turns % 4 else owned_image(raster, turns)


def owned_image(raster: Raster, turns: int = 0) -> QImage:
    """Return an image in its own memory, turned clockwise by `turns` quarters, in the format that Qt scales fastest."""
    image = _wrapped(raster).convertToFormat(QImage.Format.Format_RGB32)
    return image.transformed(QTransform().rotate(90 * turns)) if turns % 4 else image


def _wrapped(raster: Raster) -> QImage:
    # Qt does not check the size of memory
    if raster.data.nbytes < raster.step * raster.height:
        raise ValueError(f"{raster.data.nbytes} bytes are no {raster.height} rows of {raster.step}")
    wrapped = QImage(raster.data, raster.width, raster.height, raster.step, _FORMATS[raster.format])
    if raster.colors:
        wrapped.setColorTable(raster.colors)
    return wrapped
