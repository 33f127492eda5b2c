"""Small pictures: each kind of image becomes a file of JPEG that others read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from PySide6.QtGui import QImage

from app.model.messages.values import PixelFormat, RawImage
from app.model.schema import DecodeError
from app.record.picture_files import MAX_PIXELS, PICTURE_SCHEMA, make_picture
from tests.fakes.images import noise, plain

NOW_NS = 1_700_000_000_250_000_000


def read(payload: bytes) -> tuple[QImage, Any]:
    """The picture of a message and the message, read by what the file says of it alone."""
    pool = descriptor_pool.DescriptorPool()
    for file in descriptor_pb2.FileDescriptorSet.FromString(PICTURE_SCHEMA.definition).file:
        pool.Add(file)
    message: Any = message_factory.GetMessageClass(pool.FindMessageTypeByName(PICTURE_SCHEMA.name)).FromString(payload)
    image = QImage.fromData(message.data)
    assert not image.isNull()
    return image, message


@pytest.mark.parametrize("kind", list(PixelFormat))
def test_an_image_of_any_format_becomes_a_picture_of_its_size(kind: PixelFormat) -> None:
    image = noise(16, 8, kind, pad=8)
    if image.pixels.nbytes < 8 * image.step * 2:
        # some formats have a plane of colour behind
        image = RawImage(16, 8, image.step, kind, memoryview(bytes(image.step * 8 * 3)))
    picture, _ = read(make_picture(image, NOW_NS))
    assert (picture.width(), picture.height()) == (16, 8)


@pytest.mark.parametrize(
    ("kind", "order"),
    [
        (PixelFormat.RGB8, lambda r, g, b: (r, g, b)),
        (PixelFormat.BGR8, lambda r, g, b: (b, g, r)),
        (PixelFormat.RGBA8, lambda r, g, b: (r, g, b, 255)),
        (PixelFormat.BGRA8, lambda r, g, b: (b, g, r, 255)),
    ],
)
def test_colours_are_those_of_the_image(kind: PixelFormat, order: Callable[..., tuple[int, ...]]) -> None:
    pixel = bytes(order(200, 100, 20))
    image = RawImage(16, 16, 16 * len(pixel), kind, memoryview(pixel * 256))
    picture, _ = read(make_picture(image, NOW_NS))
    color = picture.pixelColor(8, 8)
    assert [color.red(), color.green(), color.blue()] == pytest.approx([200, 100, 20], abs=6)


def test_the_highest_byte_of_brightness_is_kept() -> None:
    image = RawImage(16, 16, 32, PixelFormat.MONO16, memoryview(np.full(256, 0x9ABC, "<u2").tobytes()))
    picture, _ = read(make_picture(image, NOW_NS))
    assert picture.pixelColor(8, 8).red() == pytest.approx(0x9A, abs=3)


def test_a_large_image_is_thinned() -> None:
    picture, _ = read(make_picture(plain(1920, 1080, (1, 2, 3)), NOW_NS))
    assert (picture.width(), picture.height()) == (960, 540)
    assert picture.width() * picture.height() <= MAX_PIXELS


def test_the_time_is_that_of_the_image_or_else_of_its_arrival() -> None:
    _, message = read(make_picture(plain(16, 16, (0, 0, 0)), NOW_NS))
    assert message.timestamp.ToNanoseconds() == NOW_NS
    image = RawImage(16, 16, 48, PixelFormat.RGB8, memoryview(bytes(768)), stamp_ns=7)
    _, message = read(make_picture(image, NOW_NS))
    assert message.timestamp.ToNanoseconds() == 7
    assert message.format == "jpeg"


def test_an_image_that_is_too_short_is_refused() -> None:
    with pytest.raises(DecodeError):
        make_picture(RawImage(16, 16, 48, PixelFormat.RGB8, memoryview(bytes(100))), NOW_NS)
