from __future__ import annotations

import numpy as np
import pytest

from app.model.images.bayer_yuv import bayer_colors, yuv_colors


@pytest.mark.parametrize("pattern", ["RGGB", "BGGR", "GBRG", "GRBG"])
def test_an_even_gray_is_gray_everywhere(pattern: str) -> None:
    for factor in (1, 2, 4):
        for colors in bayer_colors(np.full((7, 9), 77, np.uint8), pattern, factor):
            assert (colors == 77).all()


@pytest.mark.parametrize("shape", [(1, 1), (1, 5), (5, 1)])
def test_a_sensor_without_a_whole_square_is_gray(shape: tuple[int, int]) -> None:
    levels = np.arange(shape[0] * shape[1], dtype=np.uint8).reshape(shape)
    red, green, blue = bayer_colors(levels, "RGGB", 1)

    assert (red == green).all()
    assert (green == blue).all()
    assert (red == levels).all()


def test_the_greatest_levels_do_not_run_over() -> None:
    for factor in (1, 2):
        for colors in bayer_colors(np.full((6, 6), 255, np.uint8), "RGGB", factor):
            assert (colors == 255).all()


@pytest.mark.parametrize(
    ("y", "u", "v", "wanted"),
    [
        (16, 128, 128, (0, 0, 0)),
        (235, 128, 128, (255, 255, 255)),
        (81, 90, 240, (254, 0, 0)),
        (145, 54, 34, (0, 255, 1)),
        (41, 240, 110, (0, 0, 255)),
        (255, 255, 255, (255, 125, 255)),
        (0, 0, 0, (0, 135, 0)),
    ],
)
@pytest.mark.parametrize("order", ["UYVY", "YUYV"])
def test_known_colors(order: str, y: int, u: int, v: int, wanted: tuple[int, int, int]) -> None:
    pair = bytes({"Y": y, "U": u, "V": v}[letter] for letter in order)
    rows = np.frombuffer(pair, np.uint8).reshape(1, 4)
    for factor in (1, 2):
        found = [int(part[0, 0]) for part in yuv_colors(rows, order, factor)]
        assert found == pytest.approx(wanted, abs=1)
