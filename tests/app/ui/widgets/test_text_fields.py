from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QListWidget, QToolButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.ui.base.preferences import Preferences, ThemeChoice
from app.ui.base.theme import Themes
from app.ui.widgets.text_fields import FilterField, NumberField, SecretField, parse_number, round_to_step
from app.wording.ui.widgets import WidgetsWording


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


@pytest.mark.parametrize(
    ("text", "number"),
    [("1", 1.0), (" -0.25 ", -0.25), ("+1e-9", 1e-9), (".5", 0.5), ("5.", 5.0), ("\u22123", -3.0), ("1E+15", 1e15)],
)
def test_a_number_is_read_as_programs_write_it(text: str, number: float) -> None:
    assert parse_number(text) == number


@pytest.mark.parametrize(
    "text",
    ["", "  ", "x", "1,5", "1 000", "1_000", "nan", "inf", "1e400", "0x10", "--1", ".", "\u0661", "1e", "9" * 400],
)
def test_what_is_no_number_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r"number|comma|large"):
        parse_number(text)


@pytest.mark.parametrize("number", [1e-9, -1e-300, 1e15, 1.7e308, 1 / 3, 57.29577951308232, 0.0, -0.0, 100.0])
def test_every_number_is_shown_as_what_it_is(qtbot: QtBot, number: float) -> None:
    field = NumberField(number)
    qtbot.addWidget(field)

    assert field.number == number
    assert parse_number(field.text()) == number


def test_what_is_shown_short_stays_exact_until_it_is_touched(qtbot: QtBot) -> None:
    field = NumberField(1.23456789, 0.01)
    qtbot.addWidget(field)
    assert (field.text(), field.number) == ("1.23", 1.23456789)
    field.setText("1.2")
    assert field.number == 1.2


@pytest.mark.parametrize(
    ("number", "fine", "wanted"), [(1.26e-9, 1e-10, 1.3e-9), (12345.6, 100.0, 12300.0), (1.5, 0.0, 1.5)]
)
def test_decimals_follow_what_can_be_seen(number: float, fine: float, wanted: float) -> None:
    assert round_to_step(number, fine) == wanted


def test_it_reads_the_same_in_every_country_and_marks_what_is_wrong(qtbot: QtBot) -> None:
    field = NumberField(0.5)
    qtbot.addWidget(field)
    field.setLocale(QLocale(QLocale.Language.German))
    field.setText("1,5")
    assert field.property("wrong")
    field.setText("1.5")

    assert not field.property("wrong")
    assert field.number == 1.5


SENTINEL = "s3ntinel"


@pytest.fixture
def field(qtbot: QtBot, themes: Themes) -> SecretField:
    field = SecretField(themes)
    qtbot.addWidget(field)
    field.show()
    return field


def test_what_is_typed_is_shown_as_dots_only(field: SecretField) -> None:
    QTest.keyClicks(field, SENTINEL)

    assert field.text() == SENTINEL
    assert set(field.displayText()).isdisjoint(SENTINEL)


def test_it_can_be_looked_at_and_is_concealed_again_when_it_was_hidden(field: SecretField) -> None:
    field.setText(SENTINEL)
    field.reveal.trigger()
    assert field.displayText() == SENTINEL
    assert field.reveal.toolTip() == WidgetsWording.CONCEAL()

    field.reveal.trigger()
    assert field.displayText() != SENTINEL
    field.reveal.trigger()
    field.hide()
    field.show()
    assert field.echoMode() is QLineEdit.EchoMode.Password
    assert field.reveal.toolTip() == WidgetsWording.REVEAL()


def test_it_can_not_be_copied_while_it_is_concealed(field: SecretField) -> None:
    QGuiApplication.clipboard().setText("before")
    field.setText(SENTINEL)
    field.selectAll()
    QTest.keySequence(field, QKeySequence(QKeySequence.StandardKey.Copy))

    assert QGuiApplication.clipboard().text() == "before"


def test_keyboards_on_screen_learn_nothing_from_it(field: SecretField) -> None:
    hints = field.inputMethodHints()

    assert hints & Qt.InputMethodHint.ImhSensitiveData
    assert hints & Qt.InputMethodHint.ImhNoPredictiveText


def test_down_goes_to_what_it_filters(qtbot: QtBot, themes: Themes) -> None:
    field, names, window = FilterField(themes, "Filter by name"), QListWidget(), QWidget()
    field.filtered = names
    layout = QVBoxLayout(window)
    layout.addWidget(field)
    layout.addWidget(names)
    qtbot.addWidget(window)
    with qtbot.waitActive(window, timeout=20_000):
        window.show()
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_Down)
    # there is nothing to go to
    assert field.hasFocus()
    names.addItems(["/a", "/b"])
    QTest.keyClick(field, Qt.Key.Key_Down)
    assert (names.hasFocus(), names.currentRow()) == (True, 0)
    names.setCurrentRow(1)
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_Down)

    assert (names.hasFocus(), names.currentRow()) == (True, 1)


@pytest.mark.parametrize("make", [lambda themes: FilterField(themes, "Filter"), SecretField])
def test_its_signs_grow_with_the_text_also_while_it_is_open(
    qtbot: QtBot, themes: Themes, preferences: Preferences, make: Callable[[Themes], QLineEdit]
) -> None:
    field = make(themes)
    qtbot.addWidget(field)
    field.show()
    heights = []
    for percent in (100, 200, 100):
        preferences.set_value("text_percent", percent)
        field.adjustSize()
        QApplication.processEvents()
        signs = field.findChildren(QToolButton)
        heights.append({sign.height() for sign in signs})
        assert signs
        assert all(field.rect().contains(sign.geometry()) for sign in signs)

    (usual,), (large,), (again,) = heights
    assert usual == again
    assert large == usual + 16
