from __future__ import annotations

from PySide6.QtGui import QColor, QIcon
from PySide6.QtWidgets import QApplication

from app.ui.base.icon_drawing import draw_icon, draw_square, icon_renderer


def test_an_icon_has_the_sizes_of_all_screens_and_its_colour(qapp: QApplication) -> None:
    ratio = qapp.primaryScreen().devicePixelRatio()
    icon = draw_icon("dot", "#ff0000")
    assert {size.width() for size in icon.availableSizes()} == {round(16 * ratio), round(20 * ratio)}
    middle = icon.pixmap(20, 20).toImage().pixelColor(10, 10)
    assert middle == QColor("#ff0000")


def test_a_disabled_one_is_faint(qapp: QApplication) -> None:
    del qapp
    faint = draw_icon("dot", "#ff0000").pixmap(20, 20, QIcon.Mode.Disabled).toImage()
    assert 0 < faint.pixelColor(10, 10).alpha() < 128


def test_a_drawing_has_as_many_pixels_as_are_asked_for(qapp: QApplication) -> None:
    del qapp
    assert draw_square(icon_renderer("dot", "#ff0000"), 37).size().toTuple() == (37, 37)
