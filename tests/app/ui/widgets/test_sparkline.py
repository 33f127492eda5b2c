from __future__ import annotations

import math

import pytest
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from app.ui.base.theme import Themes
from app.ui.widgets.sparkline import Sparkline


@pytest.fixture
def line(qtbot: QtBot, themes: Themes) -> Sparkline:
    line = Sparkline(themes)
    qtbot.addWidget(line)
    line.resize(300, 80)
    return line


def _accented(line: Sparkline, themes: Themes) -> list[tuple[int, int]]:
    """Where the colour of the line is seen, at its soft edges too."""
    image: QImage = line.grab().toImage()
    accent = themes.current.color("accent")
    places = [(x, y) for x in range(image.width()) for y in range(image.height())]
    return [
        place for place in places if abs(image.pixelColor(*place).hue() - accent.hue()) < 8 and _vivid(image, place)
    ]


def _vivid(image: QImage, place: tuple[int, int]) -> bool:
    return image.pixelColor(*place).saturation() > 150


def test_a_rising_line_ends_above_where_it_began(line: Sparkline, themes: Themes) -> None:
    line.set_points([(0.0, -5.0), (1.0, 0.0), (2.0, 5.0)])
    seen = _accented(line, themes)

    assert line.span == (-5.0, 5.0)
    assert min(seen)[1] > 60
    assert max(seen)[1] < 20


def test_a_number_that_is_not_finite_breaks_the_line(line: Sparkline, themes: Themes) -> None:
    line.set_points([(float(t), 1.0) for t in range(10)])
    whole = {x for x, _ in _accented(line, themes)}
    line.set_points([(float(t), math.nan if t in {4, 5} else 1.0) for t in range(10)])
    broken = {x for x, _ in _accented(line, themes)}

    assert line.span == (1.0, 1.0)
    assert len(whole - broken) > 40


@pytest.mark.parametrize(
    "points",
    [
        [],
        [(0.0, 1.0)],
        [(0.0, math.inf), (1.0, math.nan)],
        [(0.0, -1.7e308), (1.0, 1.7e308)],
        [(0.0, 5e-324), (0.0, 0.0)],
    ],
)
def test_whatever_comes_can_be_drawn(line: Sparkline, points: list[tuple[float, float]]) -> None:
    line.set_points(points)

    assert not line.grab().isNull()
