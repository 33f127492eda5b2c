from __future__ import annotations

import itertools
import math

import pytest
from pytestqt.qtbot import QtBot

from app.ui.base.run_colors import RUN_COLORS, RUN_DASHES, run_color, run_dashes, run_pen, run_swatch
from app.ui.base.theme import DARK, HIGH_CONTRAST, LIGHT, Theme
from tests.tools.contrast import contrast

NUMBERS = range(len(RUN_COLORS))

# Machado, Oliveira and Fernandes (2009), severity 1: what is left of linear red, green and blue
SIGHTS = {
    "protanopia": ((0.1523, 1.0526, -0.2049), (0.1145, 0.7863, 0.0992), (-0.0039, -0.0481, 1.0520)),
    "deuteranopia": ((0.3673, 0.8606, -0.2280), (0.2801, 0.6725, 0.0474), (-0.0118, 0.0429, 0.9689)),
    "tritanopia": ((1.2555, -0.0767, -0.1788), (-0.0784, 0.9308, 0.1476), (0.0047, 0.6914, 0.3039)),
}


def _lab(color: str, sight: tuple[tuple[float, ...], ...]) -> tuple[float, float, float]:
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    red, green, blue = (
        min(max(sum(each * part for each, part in zip(row, linear, strict=True)), 0.0), 1.0) for row in sight
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    x, y, z = (each ** (1 / 3) if each > 0.008856 else 7.787 * each + 16 / 116 for each in (x, y, z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("theme", [DARK, LIGHT, HIGH_CONTRAST], ids=["dark", "light", "high contrast"])
def test_every_run_can_be_seen_on_every_ground(theme: Theme) -> None:
    for number in NUMBERS:
        for ground in (theme.base, theme.window, theme.alternate):
            assert contrast(run_color(theme, number).name(), ground) >= 3.0


@pytest.mark.parametrize("sight", SIGHTS.values(), ids=list(SIGHTS))
@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
def test_colour_blind_people_can_tell_runs_apart(theme: Theme, sight: tuple[tuple[float, ...], ...]) -> None:
    seen = [_lab(run_color(theme, number).name(), sight) for number in NUMBERS]
    assert min(math.dist(one, other) for one, other in itertools.combinations(seen, 2)) > 20


def test_each_run_has_dashes_of_its_own() -> None:
    assert len({run_dashes(number) for number in NUMBERS}) == len(RUN_COLORS)
    # what is drawn and what is left out by turns
    assert all(dashes and len(dashes) % 2 == 0 for dashes in RUN_DASHES)
    assert run_color(DARK, len(RUN_COLORS) + 1) == run_color(DARK, 1)


def test_a_pen_has_the_dashes_in_pixels_whatever_its_width() -> None:
    pen = run_pen(LIGHT, 0, 4.0)
    assert [length * pen.widthF() for length in pen.dashPattern()] == list(run_dashes(0))
    assert pen.color() == run_color(LIGHT, 0)


def test_a_swatch_shows_the_colour_and_the_dashes(qtbot: QtBot) -> None:
    del qtbot
    image = run_swatch(LIGHT, 0).toImage()
    row = [image.pixelColor(x, image.height() // 2) for x in range(image.width())]
    first, gap = run_dashes(0)
    assert [color.alpha() > 128 for color in row[: first + gap]] == [True] * first + [False] * gap
    assert row[1] == run_color(LIGHT, 0)
    assert run_swatch(LIGHT, 0, ratio=2.0).height() == 2 * image.height()
