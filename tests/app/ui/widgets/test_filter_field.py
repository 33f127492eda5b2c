from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.ui.base.preferences import ThemeChoice
from app.ui.base.theme import Themes
from app.ui.widgets.filter_field import FilterField


class Holder(QWidget):
    """Hears of the keys that its field leaves."""

    def __init__(self, field: FilterField) -> None:
        super().__init__()
        self.heard: list[int] = []
        QVBoxLayout(self).addWidget(field)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        self.heard.append(event.key())


def test_escape_clears_it_and_goes_on(qtbot: QtBot, themes: Themes) -> None:
    field = FilterField(themes, "Filter the lines")
    holder = Holder(field)
    qtbot.addWidget(holder)
    QTest.keyClicks(field, "wheel")
    assert field.text() == "wheel"

    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert (field.text(), holder.heard) == ("", [Qt.Key.Key_Escape.value])


def test_it_says_what_it_is_for_also_to_a_screen_reader(qtbot: QtBot, themes: Themes) -> None:
    field = FilterField(themes, "Filter the lines")
    qtbot.addWidget(field)

    assert field.placeholderText() == field.accessibleName() == "Filter the lines"
    assert field.isClearButtonEnabled()


def test_its_glass_has_the_colour_of_the_look(qtbot: QtBot, themes: Themes) -> None:
    field = FilterField(themes, "Filter the lines")
    qtbot.addWidget(field)
    keys = []
    for choice in (ThemeChoice.DARK, ThemeChoice.LIGHT):
        themes.choose(choice)
        keys.append(field.actions()[0].icon().cacheKey())
        assert keys[-1] == themes.icon("search", "muted").cacheKey()

    assert keys[0] != keys[1]
