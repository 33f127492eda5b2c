from __future__ import annotations

import time

import pytest
from PySide6.QtGui import QColor, QFont, QFontMetrics, QImage, QPainter
from pytestqt.qtbot import QtBot

from app.ui.base.theme import DARK
from app.ui.time_axis.plots.picture_legend import day_of, draw_entries, place_entries

RED = QColor("#ff0000")


@pytest.fixture
def metrics(qtbot: QtBot) -> QFontMetrics:
    del qtbot
    return QFontMetrics(QFont())


def test_words_that_have_no_room_in_a_line_begin_another(metrics: QFontMetrics) -> None:
    entries = list(place_entries([("one", RED), ("two", RED), ("three", RED)], 200, 40, 160, metrics))

    assert [entry.text for entry in entries] == ["one", "two", "three"]
    assert entries[0].place.topLeft().toTuple() == (40, 200)
    assert entries[-1].place.top() > 200
    assert entries[-1].place.left() == 40
    assert all(entry.place.right() <= 160 for entry in entries)
    assert not any(one.place.intersects(other.place) for one in entries for other in entries if one is not other)


def test_a_name_that_is_longer_than_a_line_is_shortened(metrics: QFontMetrics) -> None:
    (entry,) = place_entries([("/robot/" + "x" * 200, RED)], 0, 0, 200, metrics)

    assert "…" in entry.text
    assert entry.place.width() <= 200


def test_the_color_of_a_curve_is_before_its_name(metrics: QFontMetrics) -> None:
    image = QImage(200, 40, QImage.Format.Format_RGB32)
    image.fill(0)
    painter = QPainter(image)
    draw_entries(painter, place_entries([("day", None), ("x", RED)], 4, 0, 200, metrics), DARK)
    painter.end()
    reds = [x for x in range(200) if any(image.pixelColor(x, y) == RED for y in range(40))]

    assert len(reds) == 12
    assert reds[0] > metrics.horizontalAdvance("day")


def test_a_time_of_a_simulation_has_no_day() -> None:
    noon_s = time.mktime((2026, 11, 22, 12, 0, 0, 0, 0, -1))

    assert day_of(noon_s) == "2026-11-22"
    assert day_of(12.0) == ""
