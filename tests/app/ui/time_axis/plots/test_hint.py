from __future__ import annotations

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QImage, QPainter

from app.ui.base.theme import Themes
from app.ui.time_axis.plots.hint import draw_hint

AREA = QRect(10, 10, 380, 180)


def _colors(themes: Themes, fault: str, area: QRect = AREA) -> dict[tuple[int, int, int], QRect]:
    """Where each colour is."""
    image = QImage(400, 200, QImage.Format.Format_RGB32)
    image.fill(QColor("magenta"))
    painter = QPainter(image)
    draw_hint(painter, area, themes.current, fault)
    painter.end()
    found: dict[tuple[int, int, int], QRect] = {}
    for y in range(image.height()):
        for x in range(image.width()):
            color = image.pixelColor(x, y)
            rgb = (color.red(), color.green(), color.blue())
            found[rgb] = found.get(rgb, QRect()).united(QRect(x, y, 1, 1))
    return found


def _rgb(themes: Themes, role: str) -> tuple[int, int, int]:
    color = themes.current.color(role)
    return color.red(), color.green(), color.blue()


def test_what_to_do_stands_below_what_there_is(themes: Themes) -> None:
    found = _colors(themes, "")
    above, below = found[_rgb(themes, "text")], found[_rgb(themes, "muted")]

    assert above.bottom() < below.top()
    assert AREA.contains(above.united(below))
    assert _rgb(themes, "error") not in found


def test_a_fault_is_told_in_its_colour(themes: Themes) -> None:
    found = _colors(themes, "test.Odom has no field “z” (in z)")

    assert AREA.contains(found[_rgb(themes, "error")])
    assert _rgb(themes, "muted") not in found


@pytest.mark.parametrize("fault", ["", "a long fault " * 20])
def test_words_stay_within_a_small_plot(themes: Themes, fault: str) -> None:
    small = QRect(100, 50, 60, 60)
    grounds = _colors(themes, fault, small)
    del grounds[255, 0, 255]

    assert all(small.contains(where) for where in grounds.values())
