from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QColor, QFont, QFontMetrics, QImage, QPainter
from PySide6.QtWidgets import QApplication

from app.ui.widgets.row_delegates import StaticTextCache


@pytest.fixture
def image() -> QImage:
    image = QImage(300, 24, QImage.Format.Format_RGB32)
    image.fill(0)
    return image


@pytest.fixture
def painter(image: QImage, qapp: QApplication) -> Iterator[QPainter]:
    painter = QPainter(image)
    painter.setFont(qapp.font())
    painter.setPen(QColor("white"))
    yield painter
    if painter.isActive():
        painter.end()


def _inked(image: QImage) -> tuple[set[int], set[int]]:
    places = [(x, y) for x in range(300) for y in range(24) if image.pixel(x, y) & 0xFFFFFF]
    return {x for x, _ in places}, {y for _, y in places}


def test_a_text_stands_in_the_middle_of_its_line_and_is_as_wide_as_told(image: QImage, painter: QPainter) -> None:
    texts = StaticTextCache()
    texts.use_font(painter)
    texts.draw(painter, 10, 0, 24, "█")
    painter.end()

    columns, rows = _inked(image)
    assert min(columns) in {9, 10}
    assert max(columns) + 1 - 10 == pytest.approx(texts.width("█"), abs=1)
    assert min(rows) == pytest.approx(23 - max(rows), abs=3)


@pytest.mark.parametrize("name", ["camera\nfront", "camera\tfront", "camera\u2028front", "camera\r\nfront"])
def test_a_text_stays_on_its_line_whatever_is_in_it(painter: QPainter, name: str) -> None:
    texts = StaticTextCache()
    texts.use_font(painter)

    assert texts.width(name) == texts.width(f"camera{' ' * (len(name) - len('camerafront'))}front")


def test_a_text_with_marks_of_rich_text_is_shown_as_it_is(painter: QPainter) -> None:
    texts = StaticTextCache()
    texts.use_font(painter)

    assert texts.width("<b>x</b>") > 3 * texts.width("x")


def test_a_text_is_laid_out_anew_in_another_font(painter: QPainter) -> None:
    texts = StaticTextCache()
    texts.use_font(painter)
    before = texts.width("camera")
    larger = QFont(painter.font())
    larger.setPointSizeF(2 * larger.pointSizeF())
    painter.setFont(larger)
    texts.use_font(painter)

    assert texts.width("camera") > 1.5 * before
    assert texts.width("camera") == pytest.approx(QFontMetrics(larger).horizontalAdvance("camera"), rel=0.05)


def test_no_more_texts_are_kept_than_a_bound(painter: QPainter, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.ui.widgets.row_delegates._MAX_TEXTS", 3)
    texts = StaticTextCache()
    kept = []
    for number in range(20):
        texts.use_font(painter)
        texts.width(str(number))
        kept.append(len(texts._known))

    assert max(kept) == 4


def test_the_gap_behind_an_icon_grows_with_the_font(painter: QPainter) -> None:
    texts = StaticTextCache()
    texts.use_font(painter)
    usual = texts.gap
    font = QFont(painter.font())
    font.setPointSizeF(1.5 * font.pointSizeF())
    painter.setFont(font)
    texts.use_font(painter)

    assert 0 < usual < texts.gap
