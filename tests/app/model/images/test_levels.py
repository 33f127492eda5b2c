from __future__ import annotations

import numpy as np
import pytest

from app.model.images.levels import BAND, PixelBlock, fill_from_half_floats, levels_of, make_filler, pixels_of

# every half float there is
HALVES = np.arange(1 << 16, dtype=np.uint16).view(np.float16)


def filled(numbers: np.ndarray, *, own: bool = False) -> list[int]:
    out = np.empty((1, len(numbers)), np.uint8)
    make_filler(numbers.dtype, len(numbers), own=own)(numbers[None].copy() if own else numbers[None], out)
    return [int(level) for level in out[0]]


@pytest.mark.parametrize("own", [False, True])
@pytest.mark.parametrize("order", "<>")
def test_every_half_float_has_the_level_of_its_value(order: str, own: bool) -> None:  # noqa: FBT001
    numbers = HALVES.astype(f"{order}f2")
    values = np.nan_to_num(HALVES.astype(np.float64), nan=0.0, posinf=1.0, neginf=0.0)

    assert filled(numbers, own=own) == np.floor(np.clip(values, 0, 1) * 255 + 0.5).astype(int).tolist()


@pytest.mark.parametrize("order", "<>")
def test_every_half_float_that_is_a_number_is_the_same_with_32_bits(order: str) -> None:
    out = np.empty((1, len(HALVES)), np.float32)
    measured = fill_from_half_floats(HALVES.astype(f"{order}f2")[None], out)[0]

    assert (measured == np.isfinite(HALVES)).all()
    assert (out[0][measured] == HALVES[measured].astype(np.float32)).all()


@pytest.mark.parametrize("own", [False, True])
@pytest.mark.parametrize("dtype", ["<f4", ">f4"])
def test_what_is_no_share_of_one_has_the_nearest_level_and_what_is_no_number_is_black(
    dtype: str,
    own: bool,  # noqa: FBT001
) -> None:
    numbers = np.array([0, 0.5, 1, 2, -1, 3e38, np.inf, -np.inf, np.nan, -np.nan], dtype)

    assert filled(numbers, own=own) == [0, 128, 255, 255, 0, 255, 255, 0, 0, 0]


@pytest.mark.parametrize("dtype", ["u1", "<u2", ">i2", "<f2", ">f2", "<f4", ">f4", "<f8"])
def test_numbers_of_others_are_left_as_they_were(dtype: str) -> None:
    numbers = np.array([0, 1, 2, 3], dtype)
    filled(numbers)

    assert numbers.tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize("order", "<>")
def test_whole_numbers_have_the_level_of_their_highest_byte(order: str) -> None:
    assert filled(np.array([0, 255, 256, 65535], f"{order}u2")) == [0, 0, 1, 255]
    assert filled(np.array([0, 1 << 24, (1 << 32) - 1], f"{order}u4")) == [0, 1, 255]
    assert filled(np.array([-32768, -1, 0, 256, 32767], f"{order}i2")) == [0, 127, 128, 129, 255]


@pytest.mark.parametrize("count", [1, 2, 3, 4])
@pytest.mark.parametrize("dtype", ["u1", "<u2", ">u2", "<u4", "i1", "<i2", "<f2", ">f2", "<f4", ">f4"])
def test_pixels_that_are_far_apart_have_the_levels_of_those_that_are_side_by_side(dtype: str, count: int) -> None:
    kind, (height, width) = np.dtype(dtype), (3 * BAND + 5, 14)
    rng = np.random.default_rng(1)
    size = count * kind.itemsize
    # they begin anywhere in a message, and their rows have an end of their own
    first, step = 3, width * size + 5
    if kind.kind == "f":
        data = bytearray(first + height * step)
        rows = np.ndarray((height, width * count), kind, data, first, (step, kind.itemsize))
        rows[...] = rng.random(rows.shape)
    else:
        data = bytearray(rng.integers(0, 256, first + height * step, dtype=np.uint8).tobytes())
    every = levels_of(PixelBlock(memoryview(data), first, (height, width), (step, size), kind, count))
    for factor in (1, 2, 3):
        shape = (-(-height // factor), -(-width // factor))
        found = pixels_of(PixelBlock(memoryview(data), first, shape, (step * factor, size * factor), kind, count))
        levels = found.view(np.uint8).reshape(*shape, 4)

        assert (levels[..., :count] == every.reshape(height, width, count)[::factor, ::factor]).all()


@pytest.mark.parametrize("dtype", ["u1", "<u2", ">f4"])
@pytest.mark.parametrize("height", [1, 2, BAND + 1])
def test_three_numbers_a_pixel_may_end_where_memory_does(dtype: str, height: int) -> None:
    kind = np.dtype(dtype)
    numbers = np.ones((height, 5, 3), kind) if kind.kind == "f" else np.full((height, 5, 3), np.iinfo(kind).max, kind)
    data = memoryview(bytes(7) + numbers.tobytes())

    found = pixels_of(PixelBlock(data, 7, (height, 5), (15 * kind.itemsize, 3 * kind.itemsize), kind, 3))

    assert (found.view(np.uint8).reshape(height, 5, 4)[..., :3] == 255).all()


def test_one_number_a_pixel_may_be_far_from_the_next() -> None:
    data = memoryview(bytes(range(60)))

    assert levels_of(PixelBlock(data, 2, (2, 3), (20, 4), np.dtype("u1"), 1)).tolist() == [[2, 6, 10], [22, 26, 30]]
