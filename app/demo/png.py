"""Pictures as PNG files, by the standard library alone."""

from __future__ import annotations

import struct
import zlib
from typing import Final

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
# 8 bits for each of red, green and blue; the only methods of compression and filtering; not interlaced
_RGB8: Final = bytes((8, 2, 0, 0, 0))
# rows as they are, in front of each
_UNFILTERED: Final = b"\0"
# the least: a picture is wanted in time rather than small
_LEVEL: Final = 1


def encode(width: int, height: int, pixels: bytes) -> bytes:
    """A PNG of a picture given as rows of red, green and blue bytes."""
    stride = 3 * width
    rows = b"".join(_UNFILTERED + pixels[start : start + stride] for start in range(0, height * stride, stride))
    header = struct.pack(">II", width, height) + _RGB8
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(rows, _LEVEL)), (b"IEND", b""))
    return _SIGNATURE + b"".join(_chunk(name, body) for name, body in parts)


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
