from __future__ import annotations

import pytest
from PySide6.QtGui import QImage

from app.model.images.conversion import DIRECT_FORMATS, ImageRegion, Raster, RasterFormat, convert, whole_region
from app.model.messages.values import PixelFormat, RawImage
from app.ui.images.images import borrowed_image, owned_image
from tests.fakes.pictures import colors_of, noise

RED, GREEN, BLUE = (255, 0, 0), (0, 255, 0), (0, 0, 255)


def picture(kind: PixelFormat, data: bytes) -> RawImage:
    return RawImage(3, 1, 3 * kind.bytes_per_pixel, kind, memoryview(data))


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        (PixelFormat.RGB8, bytes([255, 0, 0, 0, 255, 0, 0, 0, 255])),
        (PixelFormat.BGR8, bytes([0, 0, 255, 0, 255, 0, 255, 0, 0])),
        (PixelFormat.RGBA8, bytes([255, 0, 0, 0, 0, 255, 0, 7, 0, 0, 255, 255])),
        (PixelFormat.BGRA8, bytes([0, 0, 255, 0, 0, 255, 0, 7, 255, 0, 0, 255])),
        (PixelFormat.RGB16, bytes([9, 255, 9, 0, 9, 0, 9, 0, 9, 255, 9, 0, 9, 0, 9, 0, 9, 255])),
    ],
)
def test_colors_are_the_same_however_they_came_and_none_is_transparent(kind: PixelFormat, data: bytes) -> None:
    sent = picture(kind, data)
    image = owned_image(convert(sent, whole_region(sent), 1))

    assert image.format() is QImage.Format.Format_RGB32
    assert colors_of(image) == [[RED, GREEN, BLUE]]


def test_gray_is_gray() -> None:
    eight, sixteen = (
        picture(PixelFormat.MONO8, bytes([0, 128, 255])),
        picture(PixelFormat.MONO16, bytes([0, 0, 0, 128, 255, 255])),
    )
    for sent in (eight, sixteen):
        [[black, gray, white]] = colors_of(owned_image(convert(sent, whole_region(sent), 1)))
        assert (black, white) == ((0, 0, 0), (255, 255, 255))
        assert gray in {(128, 128, 128), (127, 127, 127)}


@pytest.mark.parametrize("kind", DIRECT_FORMATS)
@pytest.mark.parametrize("pad", range(5))
def test_rows_may_end_anywhere(kind: PixelFormat, pad: int) -> None:
    padded, tight = noise(9, 5, kind, pad=pad), bytearray()
    for row in range(5):
        tight += padded.pixels[row * padded.step : row * padded.step + 9 * kind.bytes_per_pixel]
    whole_rows = RawImage(9, 5, 9 * kind.bytes_per_pixel, kind, memoryview(bytes(tight)))
    found, wanted = (owned_image(convert(sent, whole_region(sent), 1)) for sent in (padded, whole_rows))

    assert colors_of(found) == colors_of(wanted)


@pytest.mark.parametrize(
    ("turns", "wanted"),
    [
        (0, [[RED, GREEN, BLUE]]),
        (1, [[RED], [GREEN], [BLUE]]),
        (2, [[BLUE, GREEN, RED]]),
        (3, [[BLUE], [GREEN], [RED]]),
    ],
)
def test_it_is_turned_clockwise(turns: int, wanted: list[list[tuple[int, int, int]]]) -> None:
    sent = picture(PixelFormat.RGB8, bytes([255, 0, 0, 0, 255, 0, 0, 0, 255]))

    assert colors_of(owned_image(convert(sent, whole_region(sent), 1), turns)) == wanted


def test_memory_that_is_too_short_is_never_given_to_qt() -> None:
    with pytest.raises(ValueError, match="11 bytes are no 2 rows of 6"):
        owned_image(Raster(RasterFormat.RGB24, 2, 2, 6, memoryview(bytes(11)), ImageRegion(0, 0, 2, 2), 1))


@pytest.mark.parametrize("kind", DIRECT_FORMATS)
@pytest.mark.parametrize("turns", range(4))
def test_what_is_painted_from_where_it_is_looks_the_same(kind: PixelFormat, turns: int) -> None:
    sent = noise(9, 5, kind, pad=3)
    raster = convert(sent, whole_region(sent), 1)

    assert colors_of(borrowed_image(raster, turns)) == colors_of(owned_image(raster, turns))


def test_pixels_of_colors_are_not_copied_to_be_painted() -> None:
    pixels = bytearray(bytes([255, 0, 0, 0, 255, 0, 0, 0, 255]))
    sent = RawImage(3, 1, 9, PixelFormat.RGB8, memoryview(pixels))
    raster = convert(sent, whole_region(sent), 1)
    shown, kept = borrowed_image(raster), owned_image(raster)

    pixels[:3] = bytes([0, 0, 255])

    assert colors_of(shown) == [[BLUE, GREEN, BLUE]]
    assert colors_of(kept) == [[RED, GREEN, BLUE]]


@pytest.mark.parametrize("kind", [PixelFormat.RGBA8, PixelFormat.BGRA8])
def test_what_could_be_taken_for_transparency_is_never_painted_in_place(kind: PixelFormat) -> None:
    sent = picture(kind, bytes([255, 0, 0, 0, 0, 255, 0, 7, 0, 0, 255, 255]))

    assert not borrowed_image(convert(sent, whole_region(sent), 1)).hasAlphaChannel()
