"""Icons: of the size that they say, in the containers of each system."""

from __future__ import annotations

import struct

import pytest
from icon_files import LAYOUT, PROGRAM, icns, ico, png
from PySide6.QtGui import QImage


def image(data: bytes) -> QImage:
    painted = QImage()
    assert painted.loadFromData(data)
    return painted


@pytest.mark.parametrize("drawing", [PROGRAM, LAYOUT])
@pytest.mark.parametrize("size", [16, 24, 48, 256])
def test_a_picture_has_its_size_and_something_on_a_ground_that_can_be_seen_through(drawing: object, size: int) -> None:
    painted = image(png(drawing, size))  # type: ignore[arg-type]

    assert (painted.width(), painted.height()) == (size, size)
    assert painted.pixelColor(0, 0).alpha() < 128
    assert painted.pixelColor(size // 2, size // 2).alpha() == 255


def test_of_few_pixels_the_line_of_the_program_still_has_its_own_color() -> None:
    painted = image(png(PROGRAM, 16))
    blues = [painted.pixelColor(x, y).blue() for x in range(16) for y in range(16)]

    # that of the larger drawing is nowhere wider than a pixel
    assert sum(blue > 240 for blue in blues) > 12


def test_an_icon_of_windows_holds_the_pictures_where_its_table_says() -> None:
    data = ico(PROGRAM)
    zero, kind, count = struct.unpack_from("<HHH", data)
    ends = []
    for number in range(count):
        width, height, *_, length, offset = struct.unpack_from("<BBBBHHII", data, 6 + 16 * number)
        painted = image(data[offset : offset + length])
        assert (painted.width(), painted.height()) == (width or 256, height or 256)
        ends.append(offset + length)

    assert (zero, kind, count) == (0, 1, 8)
    assert ends[-1] == len(data)


def test_an_icon_of_macos_is_whole_and_has_the_sizes_of_its_names() -> None:
    data = icns(LAYOUT)
    sizes, offset = {}, 8
    while offset < len(data):
        name, length = struct.unpack_from(">4sI", data, offset)
        sizes[name] = image(data[offset + 8 : offset + length]).width()
        offset += length

    assert struct.unpack_from(">4sI", data) == (b"icns", len(data))
    assert sizes == {b"ic11": 32, b"ic12": 64, b"ic07": 128, b"ic08": 256, b"ic09": 512, b"ic10": 1024}
