from __future__ import annotations

import dataclasses
import re

import pytest

from app.model.messages.values import PixelFormat, RawImage

# the number in their names is none of bits
PLANES_AND_PAIRS = {
    PixelFormat.YUV422: 2,
    PixelFormat.YUV422_YUY2: 2,
    PixelFormat.NV21: 1,
    PixelFormat.NV24: 1,
}


def test_every_pixel_format_is_one_of_its_own() -> None:
    # formats of equal value would silently be one
    assert len(PixelFormat.__members__) == len(list(PixelFormat))
    assert len({pixel_format.label for pixel_format in PixelFormat}) == len(PixelFormat)


@pytest.mark.parametrize("pixel_format", list(PixelFormat))
def test_the_size_of_a_pixel_fits_its_name(pixel_format: PixelFormat) -> None:
    if pixel_format in PLANES_AND_PAIRS:
        assert pixel_format.bytes_per_pixel == PLANES_AND_PAIRS[pixel_format]
        return
    told = re.fullmatch(r"(?:(?P<count>\d) x )?(?P<colors>rgba?|bgra?)?[a-z ]*?(?P<bits>\d+)", pixel_format.label)
    assert told is not None
    components = int(told["count"] or len(told["colors"] or "y"))

    assert pixel_format.bytes_per_pixel == components * int(told["bits"]) // 8


def test_a_picture_is_a_value_whose_pixels_are_not_copied() -> None:
    message = bytes(12)
    picture = RawImage(2, 2, 6, PixelFormat.RGB8, memoryview(message))

    assert picture.pixels.obj is message
    assert picture.stamp_ns is None
    with pytest.raises(dataclasses.FrozenInstanceError):
        picture.width = 3  # type: ignore[misc]
