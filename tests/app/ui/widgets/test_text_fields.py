from __future__ import annotations

import pytest
from PySide6.QtCore import QLocale
from pytestqt.qtbot import QtBot

from app.ui.widgets.text_fields import NumberField, parse_number, round_to_step


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
