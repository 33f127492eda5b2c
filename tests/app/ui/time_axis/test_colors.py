from __future__ import annotations

import pytest
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from app.ui.base.theme import DARK, HIGH_CONTRAST, LIGHT, Theme
from app.ui.time_axis.colors import CURVE_COLORS, curve_color, curve_dashes, mixed, swatch
from tests.tools.contrast import contrast


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
def test_every_curve_can_be_seen_on_the_ground(theme: Theme) -> None:
    for number in range(len(CURVE_COLORS)):
        assert contrast(curve_color(theme, number).name(), theme.base) >= 3.0


def test_colors_begin_again_when_there_are_no_more() -> None:
    assert curve_color(DARK, len(CURVE_COLORS) + 2) == curve_color(DARK, 2)


def test_a_mixed_color_lies_between_both_and_cannot_be_seen_through() -> None:
    half = mixed(QColor("#ff0000"), QColor("#0000ff"), 0.5)

    assert half.getRgb() == (128, 0, 128, 255)


def test_each_colour_has_dashes_of_its_own_where_colours_are_not_enough() -> None:
    numbers = range(len(CURVE_COLORS))
    assert {curve_dashes(DARK, number) for number in numbers} == {()}
    assert len({curve_dashes(HIGH_CONTRAST, number) for number in numbers}) == len(CURVE_COLORS)
    # parts that are strong and pale by turns
    assert all(len(curve_dashes(HIGH_CONTRAST, number)) % 2 == 0 for number in numbers)


def test_the_line_of_a_legend_has_the_dashes_of_its_curve(qtbot: QtBot) -> None:
    del qtbot
    image = swatch(HIGH_CONTRAST, 1).toImage()
    row = [image.pixelColor(x, image.height() // 2) for x in range(image.width())]
    strong = [color == curve_color(HIGH_CONTRAST, 1) for color in row]
    first, gap = curve_dashes(HIGH_CONTRAST, 1)
    assert strong[: first + gap] == [True] * first + [False] * gap
    assert swatch(DARK, 1).width() < image.width()
