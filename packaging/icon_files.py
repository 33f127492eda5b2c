"""Icons of every size and form that systems ask for, painted from the drawings."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Final

from PySide6.QtCore import QBuffer, QIODevice, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

_HERE: Final = Path(__file__).resolve().parent
_SMALL: Final = _HERE / "icons" / "teledeck-small.svg"

PROGRAM: Final = _HERE.parent / "resources" / "icons" / "teledeck.svg"
LAYOUT: Final = _HERE / "icons" / "layout.svg"

# below this many pixels the lines of the program's drawing are thinner than one
_SMALL_BELOW: Final = 32

_ICO_SIZES: Final = (16, 20, 24, 32, 40, 48, 64, 256)
# by which name a size is told; those of 32 and 64 are 16 and 32 of screens with twice the pixels
_ICNS_SIZES: Final = {b"ic11": 32, b"ic12": 64, b"ic07": 128, b"ic08": 256, b"ic09": 512, b"ic10": 1024}


def png(drawing: Path, size: int) -> bytes:
    """The drawing as a PNG of `size` by `size` pixels; the program's has a simpler one for few of them."""
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(str(_SMALL if drawing == PROGRAM and size < _SMALL_BELOW else drawing)).render(painter)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload] # the stub wants bytes, which it then refuses
    return bytes(buffer.data().data())


def ico(drawing: Path) -> bytes:
    """An icon of Windows: a PNG for each size, behind a table of where it is."""
    pictures = [png(drawing, size) for size in _ICO_SIZES]
    table = struct.pack("<HHH", 0, 1, len(pictures))
    offset = len(table) + 16 * len(pictures)
    for size, picture in zip(_ICO_SIZES, pictures, strict=True):
        # 256 is written as 0; one plane of 32 bits
        table += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(picture), offset)
        offset += len(picture)
    return table + b"".join(pictures)


def icns(drawing: Path) -> bytes:
    """An icon of macOS: a PNG for each size, behind its name and length."""
    pictures = {name: png(drawing, size) for name, size in _ICNS_SIZES.items()}
    entries = b"".join(name + struct.pack(">I", 8 + len(data)) + data for name, data in pictures.items())
    return b"icns" + struct.pack(">I", 8 + len(entries)) + entries


def write_icons(folder: Path) -> None:
    """Write those of program and layouts in the forms of Windows and macOS."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, drawn in (("teledeck", PROGRAM), ("layout", LAYOUT)):
        (folder / f"{name}.ico").write_bytes(ico(drawn))
        (folder / f"{name}.icns").write_bytes(icns(drawn))
