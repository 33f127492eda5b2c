from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.ui.base.theme import Themes
from app.ui.widgets.fact_strip import Fact, FactStrip
from app.ui.widgets.labels import ElidedLabel


@pytest.fixture
def strips(qtbot: QtBot) -> Iterator[list[FactStrip]]:
    window = QWidget()
    layout = QVBoxLayout(window)
    strips = [FactStrip(("0" * 10, "0" * 20)) for _ in range(2)]
    for strip in strips:
        layout.addWidget(strip)
    qtbot.addWidget(window)
    window.resize(600, 100)
    window.show()
    yield strips
    window.hide()


def _fact(themes: Themes, text: str, role: str = "text") -> Fact:
    return Fact(themes.icon("battery", role), text, f"in full: {text}", getattr(themes.current, role))


def _label(strip: FactStrip, text: str) -> ElidedLabel:
    return next(label for label in strip.findChildren(ElidedLabel) if label.text() == text)


def test_a_strip_without_a_fact_takes_no_room(strips: list[FactStrip], themes: Themes) -> None:
    strips[0].show_facts((None, None))
    assert strips[0].isHidden()

    strips[0].show_facts((None, _fact(themes, "b")))
    assert not strips[0].isHidden()
    assert strips[0].texts == ("", "b")


def test_facts_of_one_place_stand_below_each_other_also_where_one_before_is_missing(
    strips: list[FactStrip], themes: Themes
) -> None:
    strips[0].show_facts((_fact(themes, "a long one"), _fact(themes, "b")))
    strips[1].show_facts((None, _fact(themes, "c")))
    strips[0].window().layout().activate()  # type: ignore[union-attr]

    assert _label(strips[0], "b").x() == _label(strips[1], "c").x()


def test_a_fact_that_goes_takes_its_sign_along(strips: list[FactStrip], themes: Themes) -> None:
    strips[0].show_facts((_fact(themes, "a"), _fact(themes, "b")))
    strips[0].show_facts((_fact(themes, "a"), None))
    signs = [label for label in strips[0].findChildren(QLabel) if not isinstance(label, ElidedLabel)]

    assert strips[0].texts == ("a", "")
    assert [sign.pixmap().isNull() for sign in signs] == [False, True]


def test_a_fact_has_its_colour_and_the_whole_of_it_as_a_tool_tip(strips: list[FactStrip], themes: Themes) -> None:
    strips[0].show_facts((_fact(themes, "a", "warn"), None))
    signs = [label for label in strips[0].findChildren(QLabel) if not isinstance(label, ElidedLabel)]

    assert themes.current.warn in _label(strips[0], "a").styleSheet()
    assert signs[0].toolTip() == "in full: a"


def test_columns_have_room_for_larger_text_and_icons_keep_clear_of_it(strips: list[FactStrip], themes: Themes) -> None:
    strip = strips[0]
    strip.show_facts((_fact(themes, "0" * 10), None))
    label, icon = _label(strip, "0" * 10), strip.findChildren(QLabel)[0]
    font, before = QFont(strip.font()), icon.width()
    font.setPointSizeF(2 * font.pointSizeF())
    strip.setFont(font)
    QApplication.processEvents()

    assert label.maximumWidth() >= label.fontMetrics().horizontalAdvance(label.text())
    assert icon.width() > before
