from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QFont, QImage, QPainter
from PySide6.QtWidgets import QApplication

from app.ui.base.theme import DARK, LIGHT, Theme
from app.ui.time_axis.states.head import RowHeader, RowHeaderText

WORDS = RowHeaderText("mode", "/status", "DRIVE", "for 2.0 s", "#ff0000")


def drawn(head: RowHeader, words: RowHeaderText, theme: Theme = DARK, width: int = 400, ratio: float = 1.0) -> QImage:
    image = QImage(round(width * ratio), round(20 * ratio), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    painter = QPainter(image)
    head.draw(painter, QRect(0, 0, width, 20), words, theme, QFont(), ratio)
    painter.end()
    return image


@pytest.fixture
def head(qapp: QApplication) -> RowHeader:
    del qapp
    return RowHeader()


def test_it_is_painted_anew_only_when_it_says_something_else(head: RowHeader) -> None:
    first = drawn(head, WORDS)
    assert drawn(head, WORDS) == first
    assert head.painted == 1
    assert drawn(head, replace(WORDS, note="for 2.1 s")) != first
    drawn(head, WORDS, LIGHT)
    drawn(head, WORDS, width=300)
    drawn(head, WORDS, ratio=2.0)

    assert head.painted == 5


def test_a_state_has_the_color_of_its_blocks_unless_it_is_no_more(head: RowHeader) -> None:
    def has_red(words: RowHeaderText) -> bool:
        image = drawn(head, words)
        return any(image.pixelColor(x, y).name() == "#ff0000" for x in range(400) for y in range(20))

    assert has_red(WORDS)
    assert not has_red(replace(WORDS, color=""))


@pytest.mark.parametrize("width", [1, 30, 90, 5000])
def test_any_width_will_do(head: RowHeader, width: int) -> None:
    drawn(head, replace(WORDS, name="a" * 300, where="b" * 300, word="c" * 300, note="d" * 300), width=width)

    assert head.painted == 1
