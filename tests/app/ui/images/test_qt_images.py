from __future__ import annotations

import itertools
import math
import struct
import zlib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QColor, QImage

from app.model.images.conversion import (
    DIRECT_FORMATS,
    ImageRegion,
    Raster,
    RasterFormat,
    convert,
    pixel_array,
    value_at,
    whole_region,
)
from app.model.messages.values import CompressedImage, DepthEncoding, PixelFormat, RawImage
from app.model.schema import DecodeError
from app.ui.images.qt_images import borrowed_image, owned_image, unpack_image
from app.wording.model import MessageWording
from app.wording.ui.images import ImagesWording
from tests.fakes.images import colors_of, gray16, noise, packed
from tests.fakes.rvl import packed_by_rvl
from tests.tools.sentences import says


def red(width: int = 8, height: int = 6) -> QImage:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor(250, 10, 20))
    return image


def png_head(width: int, height: int) -> bytes:
    """A PNG that says to be so large, and holds next to nothing."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(bytes(1000)))
        + chunk(b"IEND", b"")
    )


def test_a_png_is_what_it_was() -> None:
    decoded = unpack_image(packed(red(), "png"))

    assert (decoded.width, decoded.height, decoded.factor) == (8, 6, 1)
    assert decoded.pixels.format is PixelFormat.BGRA8
    assert [number for _, number in value_at(decoded.pixels, 7, 5).numbers[:3]] == [20, 10, 250]


@pytest.mark.parametrize(
    "kind",
    [
        QImage.Format.Format_RGBA64,
        QImage.Format.Format_ARGB32,
        QImage.Format.Format_Indexed8,
        QImage.Format.Format_Mono,
        QImage.Format.Format_RGBX64,
    ],
)
def test_a_png_that_is_converted_is_so_row_for_row(kind: QImage.Format, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.ui.images.qt_images._PIXELS_AT_ONCE", 30)
    image = QImage(13, 11, QImage.Format.Format_RGB32)
    for x, y in itertools.product(range(13), range(11)):
        image.setPixelColor(x, y, QColor(19 * x, 23 * y, (x * y) % 256))
    file = packed(image.convertToFormat(kind), "png")
    wanted = QImage.fromData(bytes(file.data)).convertToFormat(QImage.Format.Format_RGB32)
    picture = unpack_image(file).pixels

    assert (picture.format, picture.step) == (PixelFormat.BGRA8, 52)
    assert bytes(picture.pixels) == bytes(wanted.constBits())


def test_a_jpeg_is_nearly_what_it_was_and_can_be_made_smaller() -> None:
    file = packed(red(64, 48), "jpeg")
    for factor, used in ((1, 1), (2, 2), (3, 2), (4, 4), (100, 8)):
        decoded = unpack_image(file, factor)
        assert (decoded.width, decoded.height, decoded.factor) == (64, 48, used)
        assert (decoded.pixels.width, decoded.pixels.height) == (64 // used, 48 // used)
        assert [number for _, number in value_at(decoded.pixels, 3, 3).numbers[:3]] == pytest.approx(
            [20, 10, 250], abs=4
        )


def test_a_gray_jpeg_is_gray() -> None:
    image = red().convertToFormat(QImage.Format.Format_Grayscale8)

    assert unpack_image(packed(image, "jpeg")).pixels.format is PixelFormat.MONO8


def test_numbers_of_16_bits_stay_what_they_are() -> None:
    file = packed(gray16([[0, 1, 257], [300, 65535, 4242]]), "png")

    assert unpack_image(file).pixels.format is PixelFormat.MONO16
    depth = unpack_image(CompressedImage("png", file.data, depth=DepthEncoding()), factor=4)
    assert depth.factor == 1
    assert depth.pixels.format is PixelFormat.DEPTH16
    assert pixel_array(depth.pixels).tolist() == [[0, 1, 257], [300, 65535, 4242]]


def test_distances_are_unpacked_by_their_code() -> None:
    file = packed(gray16([[0, 100, 50000]]), "png")
    [[none, near, far]] = pixel_array(
        unpack_image(CompressedImage("png", file.data, depth=DepthEncoding(500.0, 10.0))).pixels
    )

    assert math.isnan(none)
    assert near == pytest.approx(500 / 90)
    assert far == pytest.approx(500 / 49990)


def test_a_stream_of_rvl_is_distances() -> None:
    stream = memoryview(packed_by_rvl([0, 100, 50000, 7, 0, 0]))
    millimetres = unpack_image(CompressedImage("rvl", stream, 3, 2, depth=DepthEncoding()), factor=4)
    [[none, near, far], [nearest, *_]] = pixel_array(
        unpack_image(CompressedImage("rvl", stream, 3, 2, depth=DepthEncoding(500.0, 10.0))).pixels
    )

    assert (millimetres.width, millimetres.height, millimetres.factor) == (3, 2, 1)
    assert millimetres.pixels.format is PixelFormat.DEPTH16
    assert pixel_array(millimetres.pixels).tolist() == [[0, 100, 50000], [7, 0, 0]]
    assert math.isnan(none)
    assert [near, far, nearest] == pytest.approx([500 / 90, 500 / 49990, -500 / 3])


def test_a_stream_of_rvl_of_another_size_is_an_error() -> None:
    stream = memoryview(packed_by_rvl([0, 100, 50000, 7, 0, 0]))
    with pytest.raises(DecodeError, check=says(MessageWording.DEPTH_EMPTY_RUN)):
        unpack_image(CompressedImage("rvl", stream, 4, 4, depth=DepthEncoding()))
    with pytest.raises(DecodeError, check=says(MessageWording.DEPTH_GOES_ON, count=4)):
        unpack_image(CompressedImage("rvl", stream, 2, 2, depth=DepthEncoding()))


def test_a_code_that_makes_no_distance_is_no_crash() -> None:
    file = packed(gray16([[0, 10, 11]]), "png")
    numbers = pixel_array(unpack_image(CompressedImage("png", file.data, depth=DepthEncoding(500.0, 10.0))).pixels)

    assert np.isinf(numbers[0, 1])


def is_broken(error: Exception) -> bool:
    codes = (ImagesWording.HEAD_UNREADABLE, ImagesWording.CUT_OFF, ImagesWording.BAD_CHECKSUM)
    return sum(says(code)(error) for code in codes) == 1


def test_depth_has_to_have_16_bits() -> None:
    with pytest.raises(DecodeError, check=says(ImagesWording.NOT_16_BITS)):
        unpack_image(CompressedImage("png", packed(red(), "png").data, depth=DepthEncoding()))


@pytest.mark.parametrize("size", [(60_000, 60_000), (1 << 17, 1)])
def test_a_bomb_is_not_unpacked(size: tuple[int, int]) -> None:
    with pytest.raises(DecodeError, check=says(MessageWording.IMAGE_TOO_LARGE)):
        unpack_image(CompressedImage("png", memoryview(png_head(*size))))


def test_what_is_larger_than_is_unpacked_says_so() -> None:
    with pytest.raises(DecodeError, check=says(ImagesWording.TOO_LARGE, width=8000, height=5000)):
        unpack_image(CompressedImage("png", memoryview(png_head(8000, 5000))))


@pytest.mark.parametrize("kind", ["png", "jpeg"])
@pytest.mark.parametrize("data", [b"", b"x", b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", bytes(1000)])
def test_what_is_no_file_is_an_error(kind: str, data: bytes) -> None:
    with pytest.raises(DecodeError, check=is_broken):
        unpack_image(CompressedImage(kind, memoryview(data)))


@pytest.mark.parametrize("kind", ["bmp", "svg", "gif", "", "jpeg\0"])
def test_other_kinds_of_files_are_not_looked_for(kind: str) -> None:
    with pytest.raises(DecodeError):
        unpack_image(CompressedImage(kind, memoryview(b"BM" + bytes(100))))


def test_a_png_that_is_cut_off_or_was_changed_says_so() -> None:
    file = bytes(packed(red(), "png").data)
    with pytest.raises(DecodeError, check=says(ImagesWording.CUT_OFF, count=len(file) - 1)):
        unpack_image(CompressedImage("png", memoryview(file[:-1])))
    changed = file[:45] + bytes([file[45] ^ 1]) + file[46:]
    with pytest.raises(DecodeError, check=is_broken):
        unpack_image(CompressedImage("png", memoryview(changed)))


@settings(max_examples=60, deadline=None)
@given(kind=st.sampled_from(["png", "jpeg"]), at=st.floats(0, 1), data=st.binary(min_size=1, max_size=20))
def test_a_broken_file_is_a_picture_or_an_error(kind: str, at: float, data: bytes) -> None:
    file = bytearray(packed(red(), kind).data)
    place = int(at * (len(file) - 1))
    file[place : place + len(data)] = data
    for content in (file, file[:place]):
        try:
            decoded = unpack_image(CompressedImage(kind, memoryview(bytes(content))))
        except DecodeError:
            continue
        assert decoded.pixels.pixels.nbytes >= decoded.pixels.step * decoded.pixels.height


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
    with pytest.raises(ValueError, match=r"\b11\b.*\b2\b.*\b6\b"):
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
