from __future__ import annotations

import pytest

from app.model.messages.checks import MAX_IMAGE_PIXELS, MAX_IMAGE_SIDE, check_image
from app.model.messages.values import PixelFormat, RawImage
from protocols.errors import DecodeError


@pytest.mark.parametrize(
    ("size", "step", "held", "reason"),
    [
        ((0, 2), 6, 12, "0 x 2 rgb8 pixels can't have a step of 6"),
        ((2, 0), 6, 12, "2 x 0"),
        ((2, -1), 6, 12, "2 x -1"),
        ((2, 2), 5, 12, "step of 5"),
        ((2, 2), 6, 11, "holds 11 bytes in its data, not 12"),
        ((2, 4_000_000_000), 6, 12, "larger than can be shown"),
        ((MAX_IMAGE_SIDE + 1, 1), 3 * MAX_IMAGE_SIDE + 3, 12, "larger than can be shown"),
        ((1 << 14, (1 << 12) + 1), 3 << 14, 12, "larger than can be shown"),
    ],
)
def test_a_picture_that_can_not_be_is_refused(size: tuple[int, int], step: int, held: int, reason: str) -> None:
    with pytest.raises(DecodeError, match=reason):
        check_image(RawImage(*size, step, PixelFormat.RGB8, memoryview(bytes(held))))


def test_the_largest_picture_is_as_large_as_is_said() -> None:
    check_image(RawImage(1 << 13, 1 << 13, 1 << 13, PixelFormat.MONO8, memoryview(bytes(MAX_IMAGE_PIXELS))))
