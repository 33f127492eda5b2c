from __future__ import annotations

import dataclasses

import pytest

from app.model.meaning import Picture, PixelFormat


def test_every_pixel_format_is_one_of_its_own() -> None:
    # formats of equal value would silently be one
    assert len(PixelFormat.__members__) == len(list(PixelFormat))
    assert len({pixel_format.label for pixel_format in PixelFormat}) == len(PixelFormat)


@pytest.mark.parametrize("pixel_format", list(PixelFormat))
def test_the_size_of_a_pixel_fits_its_name(pixel_format: PixelFormat) -> None:
    label = pixel_format.label
    bits = int(label.rpartition(" ")[2].lstrip("abcdefghilmnoprt") if "yuv" not in label else 16)
    colors = label.partition(" ")[0].rstrip("0123456789")
    components = len(colors) if colors in {"rgb", "bgr", "rgba", "bgra"} else 1

    assert pixel_format.bytes_per_pixel == components * bits // 8


def test_a_picture_is_a_value_whose_pixels_are_not_copied() -> None:
    message = bytes(12)
    picture = Picture(2, 2, 6, PixelFormat.RGB8, memoryview(message))

    assert picture.pixels.obj is message
    assert picture.stamp_ns is None
    with pytest.raises(dataclasses.FrozenInstanceError):
        picture.width = 3  # type: ignore[misc]
