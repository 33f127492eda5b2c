from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from app.ui.base.theme import Themes
from app.ui.drive.colors import DriveTone
from app.ui.drive.state_badge import StateBadge, draw_tone_shape


def _shape(tone: DriveTone) -> QImage:
    image = QImage(40, 40, QImage.Format.Format_RGB32)
    image.fill(QColor("#ffffff"))
    painter = QPainter(image)
    painter.setPen(QPen(QColor("#000000"), 3))
    draw_tone_shape(painter, tone, QPointF(20, 20), 14, QColor("#000000"))
    painter.end()
    return image


def test_no_two_states_have_the_same_shape_whatever_colours_somebody_sees() -> None:
    shapes = [_shape(tone) for tone in DriveTone]
    assert all(one != other for number, one in enumerate(shapes) for other in shapes[:number])


def test_its_word_is_never_cut_and_told_to_whoever_can_not_see_it(themes: Themes) -> None:
    badge = StateBadge(themes)
    badge.show_state(DriveTone.SAFE, "DISARMED")
    assert badge.accessibleName() == "DISARMED"
    assert badge.minimumSizeHint().width() > badge.fontMetrics().horizontalAdvance("DISARMED")


def test_it_looks_another_way_for_each_state(themes: Themes) -> None:
    badge = StateBadge(themes)
    badge.resize(240, 40)
    pictures = []
    for tone in DriveTone:
        badge.show_state(tone, "STATE")
        pictures.append(badge.grab().toImage())
    assert all(one != other for number, one in enumerate(pictures) for other in pictures[:number])
