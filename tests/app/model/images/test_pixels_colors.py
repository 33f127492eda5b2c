from __future__ import annotations

import itertools

import pytest

from app.model.images.pixels_colors import GRAY_TABLE, TURBO_TABLE, VIRIDIS_TABLE


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
