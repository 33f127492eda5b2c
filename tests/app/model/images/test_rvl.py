from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.model.images import rvl
from app.model.images.rvl import MAX_PIXELS, unpack_rvl
from app.wording.model import MessageWording
from protocols.errors import DecodeError
from tests.fakes.rvl import numbers_packed, packed_by_rvl
from tests.tools.sentences import says

PIXELS = st.one_of(st.just(0), st.integers(1, 65535), st.integers(800, 900))


def test_a_stream_by_hand_is_its_pixels() -> None:
    # 2 zeros, 3 others: 5 (folded 10 = 1 001, 2), 7 (folded 4), 6 (folded 1); no zeros more
    nibbles = [2, 3, 0b1010, 0b0001, 4, 1, 0, 0]
    word = sum(nibble << 4 * (7 - place) for place, nibble in enumerate(nibbles))

    assert unpack_rvl(memoryview(word.to_bytes(4, "little")), 5).tolist() == [0, 0, 5, 7, 6]


@given(st.lists(PIXELS, max_size=300))
def test_what_was_packed_is_unpacked(pixels: list[int]) -> None:
    assert unpack_rvl(memoryview(packed_by_rvl(pixels)), len(pixels)).tolist() == pixels


@given(st.lists(PIXELS, max_size=60))
def test_it_makes_no_difference_in_which_pieces_it_is_unpacked(pixels: list[int]) -> None:
    before = rvl._CHUNK
    rvl._CHUNK = 4  # type: ignore[misc]
    try:
        assert unpack_rvl(memoryview(packed_by_rvl(pixels)), len(pixels)).tolist() == pixels
    finally:
        rvl._CHUNK = before  # type: ignore[misc]


def test_a_picture_as_a_camera_makes_it_is_unpacked() -> None:
    rng = np.random.default_rng(1)
    rows = 800 + 40 * np.arange(120)[:, None] + rng.integers(-3, 4, (120, 160))
    rows[rng.random(rows.shape) < 0.05] = 0
    rows[20:40, 30:90] = 0

    assert unpack_rvl(memoryview(packed_by_rvl(rows.ravel().tolist())), rows.size).tolist() == rows.ravel().tolist()


def test_the_furthest_and_the_nearest_in_turns_are_unpacked() -> None:
    pixels = [65535, 1] * 50

    assert unpack_rvl(memoryview(packed_by_rvl(pixels)), 100).tolist() == pixels


@pytest.mark.parametrize(
    ("numbers", "count", "reason"),
    [
        ([], 1, MessageWording.DEPTH_ENDS_EARLY(missing=1)),
        ([0, 7, 2, 2, 2, 2, 2, 2], 7, MessageWording.DEPTH_ENDS_EARLY(missing=1)),
        ([1, 1, 4, 1, 1, 2, 0, 5], 9, MessageWording.DEPTH_ENDS_EARLY(missing=5)),
        ([1, 1, 4, 1, 1, 2, 1, 0], 9, MessageWording.DEPTH_ENDS_EARLY(missing=4)),
        ([0, 0, 4], 4, MessageWording.DEPTH_EMPTY_RUN()),
        ([9, 0], 4, MessageWording.DEPTH_TOO_MANY_PIXELS(count=4)),
        ([1 << 23, 1 << 23], 4, MessageWording.DEPTH_TOO_MANY_PIXELS(count=4)),
        ([0, 1, 1], 1, MessageWording.DEPTH_NO_DISTANCE()),
        ([0, 2, 131070, 2], 2, MessageWording.DEPTH_NO_DISTANCE()),
        ([4, 0, *[0] * 9], 4, MessageWording.DEPTH_GOES_ON(count=4)),
        ([1 << 24, 0], 4, MessageWording.DEPTH_ENDLESS_NUMBER()),
        ([1 << 600, 0], 90, MessageWording.DEPTH_ENDLESS_NUMBER()),
        ([0] * 40, 5, MessageWording.DEPTH_TOO_MANY_NUMBERS()),
    ],
)
def test_a_stream_that_no_packer_writes_says_what_is_wrong(numbers: list[int], count: int, reason: str) -> None:
    data = numbers_packed(numbers)
    with pytest.raises(DecodeError) as raised:
        unpack_rvl(memoryview(data), count)

    assert raised.value.reason == reason


def test_a_stream_is_no_longer_than_its_pixels_can_be() -> None:
    for data in (bytes(3), bytes(1000)):
        with pytest.raises(DecodeError, check=says(MessageWording.DEPTH_BYTES, count=4)):
            unpack_rvl(memoryview(data), 4)


def test_a_picture_that_is_too_large_is_refused_before_anything_is_unpacked() -> None:
    with pytest.raises(DecodeError, check=says(MessageWording.DEPTH_TOO_LARGE)):
        unpack_rvl(memoryview(bytes(8)), MAX_PIXELS + 1)


@given(st.binary(max_size=64), st.integers(0, 300))
def test_whatever_is_sent_is_as_many_pixels_or_an_error(data: bytes, count: int) -> None:
    try:
        found = unpack_rvl(memoryview(data), count)
    except DecodeError:
        return
    assert found.shape == (count,)


@given(st.lists(PIXELS, min_size=1, max_size=40), st.data())
def test_a_stream_that_was_cut_off_or_changed_is_as_many_pixels_or_an_error(
    pixels: list[int], data: st.DataObject
) -> None:
    stream = bytearray(packed_by_rvl(pixels))
    place = data.draw(st.integers(0, len(stream) - 1))
    stream[place] = data.draw(st.integers(0, 255))
    for found in (bytes(stream), bytes(stream[:place])):
        try:
            assert unpack_rvl(memoryview(found), len(pixels)).shape == (len(pixels),)
        except DecodeError:
            continue
