from __future__ import annotations

import pytest

from app.model.messages.checks import MAX_IMAGE_PIXELS, MAX_IMAGE_SIDE, check_image
from app.model.messages.values import PixelFormat, RawImage
from app.wording.model import MessageWording
from protocols.errors import DecodeError
from protocols.sentence import Sentence
from tests.tools.sentences import says


@pytest.mark.parametrize(
    ("size", "step", "held", "reason"),
    [
        ((0, 2), 6, 12, MessageWording.IMAGE_STEP(width=0, height=2, format="rgb8", step=6)),
        ((2, 0), 6, 12, MessageWording.IMAGE_STEP(width=2, height=0, format="rgb8", step=6)),
        ((2, -1), 6, 12, MessageWording.IMAGE_STEP(width=2, height=-1, format="rgb8", step=6)),
        ((2, 2), 5, 12, MessageWording.IMAGE_STEP(width=2, height=2, format="rgb8", step=5)),
        ((2, 2), 6, 11, MessageWording.IMAGE_BYTES(width=2, height=2, format="rgb8", present=11, whole=12)),
        ((2, 4_000_000_000), 6, 12, MessageWording.IMAGE_TOO_LARGE(width=2, height=4_000_000_000)),
        (
            (MAX_IMAGE_SIDE + 1, 1),
            3 * MAX_IMAGE_SIDE + 3,
            12,
            MessageWording.IMAGE_TOO_LARGE(width=MAX_IMAGE_SIDE + 1, height=1),
        ),
        ((1 << 14, (1 << 12) + 1), 3 << 14, 12, MessageWording.IMAGE_TOO_LARGE(width=1 << 14, height=(1 << 12) + 1)),
    ],
)
def test_a_picture_that_can_not_be_is_refused(size: tuple[int, int], step: int, held: int, reason: Sentence) -> None:
    with pytest.raises(DecodeError, check=says(reason.code, **reason.values)):
        check_image(RawImage(*size, step, PixelFormat.RGB8, memoryview(bytes(held))))


def test_the_largest_picture_is_as_large_as_is_said() -> None:
    check_image(RawImage(1 << 13, 1 << 13, 1 << 13, PixelFormat.MONO8, memoryview(bytes(MAX_IMAGE_PIXELS))))
