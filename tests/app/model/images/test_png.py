"""Raw images as PNG, read back by Qt."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from PySide6.QtGui import QImage

from app.model.images.png import gray_png, png_of
from app.model.messages.values import PixelFormat, RawImage


def image(format_: PixelFormat, numbers: Any, *, padding: int = 0, big_endian: bool = False) -> RawImage:
    """An image of numbers, `(height, width)` or `(height, width, n)`, with bytes behind each row."""
    height, width = numbers.shape[:2]
    rows = np.ascontiguousarray(numbers).view(np.uint8).reshape(height, -1)
    padded = np.pad(rows, ((0, 0), (0, padding)))
    return RawImage(width, height, padded.shape[1], format_, memoryview(padded.tobytes()), big_endian=big_endian)


def read(data: bytes) -> QImage:
    found = QImage()
    assert found.loadFromData(data)
    return found


def words(data: bytes) -> list[list[int]]:
    """The numbers of a gray image of 16 bits."""
    found = read(data)
    assert found.format() is QImage.Format.Format_Grayscale16
    rows = np.frombuffer(found.constBits(), np.uint16).reshape(found.height(), -1)[:, : found.width()]
    return rows.tolist()  # type: ignore[no-any-return]


COLORS = np.array([[[255, 0, 0], [0, 255, 0]], [[0, 0, 255], [10, 20, 30]]], np.uint8)


@pytest.mark.parametrize(
    ("format_", "numbers"),
    [
        (PixelFormat.RGB8, COLORS),
        (PixelFormat.BGR8, COLORS[..., ::-1]),
        (PixelFormat.RGBA8, np.dstack([COLORS, np.full((2, 2), 255, np.uint8)])),
        (PixelFormat.BGRA8, np.dstack([COLORS[..., ::-1], np.full((2, 2), 255, np.uint8)])),
    ],
)
@pytest.mark.parametrize("padding", [0, 5])
def test_colours_stay_as_they_are(format_: PixelFormat, numbers: Any, padding: int) -> None:
    found = read(png_of(image(format_, numbers, padding=padding)))
    seen = [
        [
            (found.pixelColor(x, y).red(), found.pixelColor(x, y).green(), found.pixelColor(x, y).blue())
            for x in range(2)
        ]
        for y in range(2)
    ]
    assert seen == [[tuple(pixel) for pixel in row] for row in COLORS.tolist()]


def test_gray_stays_as_it_is() -> None:
    found = read(png_of(image(PixelFormat.MONO8, np.array([[0, 7, 255]], np.uint8))))
    assert [found.pixelColor(x, 0).red() for x in range(3)] == [0, 7, 255]


@pytest.mark.parametrize("big_endian", [True, False])
@pytest.mark.parametrize("format_", [PixelFormat.MONO16, PixelFormat.DEPTH16])
def test_numbers_of_16_bits_lose_nothing(format_: PixelFormat, *, big_endian: bool) -> None:
    numbers = np.array([[0, 1, 1000], [258, 65535, 4]], ">u2" if big_endian else "<u2")
    assert words(png_of(image(format_, numbers, big_endian=big_endian))) == numbers.tolist()


def test_distances_become_millimetres() -> None:
    distances = np.array([[0.0015, 1.0, 100.0], [np.nan, np.inf, -1.0]], "<f4")
    assert words(png_of(image(PixelFormat.FLOAT32, distances))) == [[2, 1000, 65535], [0, 0, 0]]


@pytest.mark.parametrize("format_", list(PixelFormat))
def test_an_image_of_any_format_is_a_file_of_its_size(format_: PixelFormat) -> None:
    data = memoryview(bytes(range(256)) * 8)
    found = read(png_of(RawImage(4, 6, 4 * format_.bytes_per_pixel, format_, data)))
    assert (found.width(), found.height()) == (4, 6)


def test_numbers_are_a_gray_image() -> None:
    assert words(gray_png(np.array([[1, 2], [3, 40_000]], np.uint16))) == [[1, 2], [3, 40_000]]
