"""PNG encoding of images, by the standard library alone."""

from __future__ import annotations

import struct
import zlib
from typing import Final

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
# 8 bits for each of red, green and blue; the only defined methods of compression and filtering; not interlaced
_RGB8: Final = bytes((8, 2, 0, 0, 0))
# the filter byte before each row: unfiltered
_UNFILTERED: Final = b"\0"
# the lowest compression: speed matters more than size
_LEVEL: Final = 1


def encode_png(width: int, height: int, pixels: bytes) -> bytes:
    """Encode an image, given as rows of red, green and blue bytes, as a PNG."""
    stride = 3 * width
    rows = b"".join(_UNFILTERED + pixels[start : start + stride] for start in range(0, height * stride, stride))
    header = struct.pack(">II", width, height) + _RGB8
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(rows, _LEVEL)), (b"IEND", b""))
    return _SIGNATURE + b"".join(_chunk(name, body) for name, body in parts)


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
