from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from app.ui.base.theme import Themes
from app.ui.drive.colors import DriveTone
from app.ui.drive.state_badge import StateBadge, draw_tone_shape
from app.ui.drive.status_text import STATE_WORDS


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


def test_it_has_room_for_each_of_its_words_and_says_the_one_that_is_shown(themes: Themes) -> None:
    words = [word() for word in STATE_WORDS]
    badge = StateBadge(themes, words)
    sizes = set()
    for word in words:
        badge.show_state(DriveTone.SAFE, word)
        assert badge.accessibleName() == word
        assert badge.minimumSizeHint().width() > badge.fontMetrics().horizontalAdvance(word)
        sizes.add(badge.minimumSizeHint().toTuple())
    assert len(sizes) == 1


def test_it_looks_another_way_for_each_state(themes: Themes) -> None:
    badge = StateBadge(themes, ["STATE"])
    badge.resize(240, 40)
    pictures = []
    for tone in DriveTone:
        badge.show_state(tone, "STATE")
        pictures.append(badge.grab().toImage())
    assert all(one != other for number, one in enumerate(pictures) for other in pictures[:number])
