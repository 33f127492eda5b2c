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

from app.model.images.conversion import pixel_array, value_at
from app.model.messages.values import CompressedImage, DepthEncoding, PixelFormat
from app.model.schema import DecodeError
from app.ui.images.qt_images import MAX_DECODED_PIXELS, unpack_image
from tests.fakes.pictures import gray16, packed
from tests.fakes.rvl import packed_by_rvl


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
    assert decoded.picture.format is PixelFormat.BGRA8
    assert [number for _, number in value_at(decoded.picture, 7, 5).numbers[:3]] == [20, 10, 250]


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
    picture = unpack_image(file).picture

    assert (picture.format, picture.step) == (PixelFormat.BGRA8, 52)
    assert bytes(picture.pixels) == bytes(wanted.constBits())


def test_a_jpeg_is_nearly_what_it_was_and_can_be_made_smaller() -> None:
    file = packed(red(64, 48), "jpeg")
    for factor, used in ((1, 1), (2, 2), (3, 2), (4, 4), (100, 8)):
        decoded = unpack_image(file, factor)
        assert (decoded.width, decoded.height, decoded.factor) == (64, 48, used)
        assert (decoded.picture.width, decoded.picture.height) == (64 // used, 48 // used)
        assert [number for _, number in value_at(decoded.picture, 3, 3).numbers[:3]] == pytest.approx(
            [20, 10, 250], abs=4
        )


def test_a_gray_jpeg_is_gray() -> None:
    image = red().convertToFormat(QImage.Format.Format_Grayscale8)

    assert unpack_image(packed(image, "jpeg")).picture.format is PixelFormat.MONO8


def test_numbers_of_16_bits_stay_what_they_are() -> None:
    file = packed(gray16([[0, 1, 257], [300, 65535, 4242]]), "png")

    assert unpack_image(file).picture.format is PixelFormat.MONO16
    depth = unpack_image(CompressedImage("png", file.data, depth=DepthEncoding()), factor=4)
    assert depth.factor == 1
    assert depth.picture.format is PixelFormat.DEPTH16
    assert pixel_array(depth.picture).tolist() == [[0, 1, 257], [300, 65535, 4242]]


def test_distances_are_unpacked_by_their_code() -> None:
    file = packed(gray16([[0, 100, 50000]]), "png")
    [[none, near, far]] = pixel_array(
        unpack_image(CompressedImage("png", file.data, depth=DepthEncoding(500.0, 10.0))).picture
    )

    assert math.isnan(none)
    assert near == pytest.approx(500 / 90)
    assert far == pytest.approx(500 / 49990)


def test_a_stream_of_rvl_is_distances() -> None:
    stream = memoryview(packed_by_rvl([0, 100, 50000, 7, 0, 0]))
    millimetres = unpack_image(CompressedImage("rvl", stream, 3, 2, depth=DepthEncoding()), factor=4)
    [[none, near, far], [nearest, *_]] = pixel_array(
        unpack_image(CompressedImage("rvl", stream, 3, 2, depth=DepthEncoding(500.0, 10.0))).picture
    )

    assert (millimetres.width, millimetres.height, millimetres.factor) == (3, 2, 1)
    assert millimetres.picture.format is PixelFormat.DEPTH16
    assert pixel_array(millimetres.picture).tolist() == [[0, 100, 50000], [7, 0, 0]]
    assert math.isnan(none)
    assert [near, far, nearest] == pytest.approx([500 / 90, 500 / 49990, -500 / 3])


def test_a_stream_of_rvl_of_another_size_is_an_error() -> None:
    stream = memoryview(packed_by_rvl([0, 100, 50000, 7, 0, 0]))
    with pytest.raises(DecodeError, match="a run of it holds nothing"):
        unpack_image(CompressedImage("rvl", stream, 4, 4, depth=DepthEncoding()))
    with pytest.raises(DecodeError, match="goes on after its 4 pixels"):
        unpack_image(CompressedImage("rvl", stream, 2, 2, depth=DepthEncoding()))


def test_a_code_that_makes_no_distance_is_no_crash() -> None:
    file = packed(gray16([[0, 10, 11]]), "png")
    numbers = pixel_array(unpack_image(CompressedImage("png", file.data, depth=DepthEncoding(500.0, 10.0))).picture)

    assert np.isinf(numbers[0, 1])


def test_depth_has_to_have_16_bits() -> None:
    with pytest.raises(DecodeError, match="16 bits a pixel"):
        unpack_image(CompressedImage("png", packed(red(), "png").data, depth=DepthEncoding()))


@pytest.mark.parametrize(
    ("size", "reason"),
    [((60_000, 60_000), "larger than can be shown"), ((1 << 17, 1), "larger than can be shown")],
)
def test_a_bomb_is_not_unpacked(size: tuple[int, int], reason: str) -> None:
    with pytest.raises(DecodeError, match=reason):
        unpack_image(CompressedImage("png", memoryview(png_head(*size))))


def test_what_is_larger_than_is_unpacked_says_so() -> None:
    with pytest.raises(DecodeError, match=f"At most {MAX_DECODED_PIXELS:,}|larger than is unpacked"):
        unpack_image(CompressedImage("png", memoryview(png_head(8000, 5000))))


@pytest.mark.parametrize("kind", ["png", "jpeg"])
@pytest.mark.parametrize("data", [b"", b"x", b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", bytes(1000)])
def test_what_is_no_file_is_an_error(kind: str, data: bytes) -> None:
    with pytest.raises(DecodeError, match=r"head can't be read|cut off"):
        unpack_image(CompressedImage(kind, memoryview(data)))


@pytest.mark.parametrize("kind", ["bmp", "svg", "gif", "", "jpeg\0"])
def test_other_kinds_of_files_are_not_looked_for(kind: str) -> None:
    with pytest.raises(DecodeError):
        unpack_image(CompressedImage(kind, memoryview(b"BM" + bytes(100))))


def test_a_png_that_is_cut_off_or_was_changed_says_so() -> None:
    file = bytes(packed(red(), "png").data)
    with pytest.raises(DecodeError, match="cut off after"):
        unpack_image(CompressedImage("png", memoryview(file[:-1])))
    changed = file[:45] + bytes([file[45] ^ 1]) + file[46:]
    with pytest.raises(DecodeError, match=r"checksum is wrong|cut off"):
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
        assert decoded.picture.pixels.nbytes >= decoded.picture.step * decoded.picture.height
