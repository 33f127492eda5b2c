from __future__ import annotations

import pytest
from PySide6.QtGui import QImage

from app.demo import png


@pytest.mark.parametrize(("width", "height"), [(1, 1), (5, 3), (160, 120)])
def test_a_picture_comes_back_as_it_was(width: int, height: int) -> None:
    pixels = bytes(index * 7 % 256 for index in range(3 * width * height))

    image = QImage.fromData(png.encode_png(width, height, pixels))

    assert (image.width(), image.height()) == (width, height)
    colours = [image.pixelColor(x, y) for y in range(height) for x in range(width)]
    assert bytes(part for colour in colours for part in (colour.red(), colour.green(), colour.blue())) == pixels
