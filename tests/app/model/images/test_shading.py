from __future__ import annotations

import itertools

import numpy as np
import pytest

from app.model.images import shading as shading_module
from app.model.images.shading import (
    GRAY_TABLE,
    TURBO_TABLE,
    VIRIDIS_TABLE,
    AutoRange,
    ColorMap,
    Shading,
    color_table,
    palette,
    palette_indices,
)


@pytest.mark.parametrize("table", [GRAY_TABLE, TURBO_TABLE, VIRIDIS_TABLE])
def test_a_table_has_256_colors_and_no_leap(table: bytes) -> None:
    colors = [table[place : place + 3] for place in range(0, len(table), 3)]

    assert len(colors) == 256
    for one, following in itertools.pairwise(colors):
        assert max(abs(a - b) for a, b in zip(one, following, strict=True)) <= 8


def test_the_tables_are_those_that_are_known() -> None:
    assert VIRIDIS_TABLE[:3] == bytes([68, 1, 84])
    assert VIRIDIS_TABLE[-3:] == bytes([253, 231, 37])
    assert VIRIDIS_TABLE[128 * 3 : 129 * 3] == bytes([33, 145, 140])
    assert TURBO_TABLE[:3] == bytes([48, 18, 59])
    assert TURBO_TABLE[-3:] == bytes([122, 4, 3])


@pytest.mark.parametrize("colors", ColorMap)
def test_a_palette_goes_from_the_first_color_to_the_last(colors: ColorMap) -> None:
    table = getattr(shading_module, f"{colors.name}_TABLE")
    found = palette(colors)

    assert len(table) == 256 * 3
    assert found.shape == (256,)
    assert int(found[1]) == 0xFF000000 | int.from_bytes(table[:3], "big")
    assert int(found[255]) == 0xFF000000 | int.from_bytes(table[-3:], "big")
    assert int(found[0]) not in found[1:].tolist()


@pytest.mark.parametrize("dtype", ["u1", "i1", "<u2", ">u2", "<i2", "<i4", "<f4", ">f4", "<f2", ">f8"])
def test_numbers_outside_of_the_range_have_its_ends(dtype: str) -> None:
    numbers = np.array([[0, 10, 20, 60, 100]], dtype)
    shading = Shading(ColorMap.GRAY, 10, 60)
    [colors] = np.array(color_table(shading))[palette_indices(numbers, shading)].tolist()

    assert colors[0] == colors[1] == 0xFF000000
    assert colors[3] == colors[4] == 0xFFFFFFFF
    assert 0xFF303030 < colors[2] < 0xFF363636


def test_whole_numbers_that_differ_little_can_be_told_apart() -> None:
    numbers = np.array([[2**31 - 200, 2**31 - 150, 2**31 - 100]], "<i4")

    assert palette_indices(numbers, Shading(ColorMap.GRAY, 2**31 - 200, 2**31 - 100)).tolist() == [[1, 128, 255]]


@pytest.mark.parametrize("dtype", ["u1", "i1"])
def test_small_numbers_have_a_table_by_their_bits(dtype: str) -> None:
    shading = Shading(ColorMap.TURBO, -20, 90)
    numbers = np.arange(256, dtype=np.uint8).view(dtype)
    wanted = np.array(color_table(shading))[palette_indices(numbers[None], shading)[0]]

    assert color_table(shading, dtype) == tuple(wanted.tolist())


def test_many_rows_are_shaded_as_one_is() -> None:
    numbers = np.random.default_rng(1).random((101, 7))
    shading = Shading(ColorMap.VIRIDIS, 0.2, 0.8)

    assert [palette_indices(row[None], shading)[0].tolist() for row in numbers] == palette_indices(
        numbers, shading
    ).tolist()


def test_a_range_without_a_width_is_no_fault() -> None:
    for dtype in ("u1", "<f4"):
        assert palette_indices(np.array([[1, 2]], dtype), Shading(ColorMap.GRAY, 2, 2)).min() >= 1


def test_the_greatest_numbers_are_no_fault() -> None:
    numbers = np.array([[3e38, -3e38]], "<f4")

    assert palette_indices(numbers, Shading(ColorMap.GRAY, -1e38, 1e-30)).tolist() == [[255, 1]]


def test_a_range_follows_what_counts_and_not_single_pixels() -> None:
    numbers = np.tile(np.linspace(1.0, 3.0, 200, dtype=np.float32), (100, 1))
    numbers[0, 0], numbers[3, 3], numbers[5, 5] = 1000.0, np.nan, np.inf

    assert AutoRange().next_range(numbers) == pytest.approx((1.0, 3.0), abs=0.1)


def test_a_range_stands_still_while_numbers_tremble_and_moves_when_they_move() -> None:
    numbers = np.tile(np.linspace(1.0, 3.0, 200), (100, 1))
    followed = AutoRange()
    first = followed.next_range(numbers)

    assert followed.next_range(numbers + 0.05) == first
    assert followed.next_range(numbers + 1.0) == pytest.approx((2.0, 4.0), abs=0.1)
    followed.reset()
    assert followed.next_range(numbers) == pytest.approx((1.0, 3.0), abs=0.1)


def test_what_was_not_measured_does_not_count() -> None:
    depth = np.full((50, 50), 2000, "<u2")
    depth[:25], depth[30:] = 0, 3000

    low, high = AutoRange().next_range(depth, has_zero=False)
    assert (low, high) == pytest.approx((2000, 3000))
    assert AutoRange().next_range(depth)[0] == 0


@pytest.mark.parametrize("numbers", [np.full((4, 4), np.nan), np.zeros((4, 4)), np.full((1, 1), 7.0)])
def test_a_range_is_never_empty(numbers: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> None:
    for has_zero in (True, False):
        low, high = AutoRange().next_range(numbers, has_zero=has_zero)
        assert high > low


def test_without_a_measurement_the_range_stays() -> None:
    followed = AutoRange()
    before = followed.next_range(np.linspace(0, 1, 100).reshape(10, 10))

    assert followed.next_range(np.full((10, 10), np.nan)) == before
