from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QLocale, QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from app.config.profile_checks import RANGES
from app.ui.base.theme import Themes
from app.ui.drive.profiles.fields import ChoiceBox, FieldNote, NameBox, NumberBox, OptionalNumberBox
from app.wording.ui.profiles import ProfilesWording

Show = Callable[[QWidget], None]


@pytest.fixture
def show(qapp: QApplication) -> Iterator[Show]:
    del qapp
    shown: list[QWidget] = []

    def show(widget: QWidget) -> None:
        shown.append(widget)
        widget.show()

    yield show
    for widget in shown:
        widget.close()
        widget.deleteLater()


def speed(key: str = "linear_m_s") -> NumberBox:
    return NumberBox(key, "Fastest", "m/s", "The most.", 0.05)


def turn_wheel(widget: QWidget) -> QWheelEvent:
    none = Qt.KeyboardModifier.NoModifier
    place = QPointF(5, 5)
    event = QWheelEvent(
        place, place, QPoint(0, 120), QPoint(0, 120), Qt.MouseButton.NoButton, none, Qt.ScrollPhase.NoScrollPhase, False
    )
    QApplication.sendEvent(widget, event)
    return event


@pytest.mark.parametrize("key", RANGES)
def test_a_number_has_the_range_that_a_file_may_give_it_its_unit_and_what_it_does(show: Show, key: str) -> None:
    box = speed(key)
    show(box)
    assert (box.minimum(), box.maximum()) == RANGES[key]
    assert box.text().endswith(" m/s")
    low, high = RANGES[key]
    assert box.toolTip() == f"The most.\n{ProfilesWording.BETWEEN(low=f'{low:g}', high=f'{high:g}', unit='m/s')}"


@pytest.mark.parametrize("text", ["1e308", "nan", "inf", "-0.5", "99999", "٣", "0x10", "1,2,3", "\N{ROBOT FACE}", ""])
def test_whatever_is_typed_it_is_a_number_of_the_range(show: Show, text: str) -> None:
    box = speed()
    show(box)
    box.show_number(0.3)
    line = box.lineEdit()
    line.selectAll()
    line.insert(text)
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert box.minimum() <= box.number <= box.maximum()


@pytest.mark.parametrize(("number", "text"), [(0.3, "0.30 m/s"), (0.125, "0.125 m/s"), (2.0, "2.00 m/s")])
def test_a_number_has_no_more_zeros_than_are_usual(show: Show, number: float, text: str) -> None:
    box = speed()
    # whatever the language of whoever runs this
    box.setLocale(QLocale.c())
    show(box)
    box.show_number(number)
    assert box.text() == text


def test_a_whole_number_has_no_point(show: Show) -> None:
    box = NumberBox("rate_hz", "Rate", "Hz", "", 5.0, 0)
    box.setLocale(QLocale.c())
    show(box)
    box.show_number(20.0)
    assert box.text() == "20 Hz"
    box.show_number(12.5)
    assert box.text() == "12.5 Hz"


def test_digits_that_are_not_shown_are_not_lost(show: Show) -> None:
    box = speed()
    show(box)
    box.show_number(0.123456789)
    assert box.number == 0.123456789
    box.setValue(0.2)
    assert box.number == 0.2


def test_the_wheel_turns_no_field_by_chance(show: Show, themes: Themes) -> None:
    del themes
    number, name, choice = speed(), NameBox("Topic", ""), ChoiceBox("Type", "")
    name.set_choices(["/a", "/b"])
    choice.set_choices([("a", "a"), ("b", "b")])
    for field in (number, name, choice):
        show(field)
        field.setFocus()
    before = number.value(), name.name, choice.chosen
    for field in (number, name, choice):
        assert not turn_wheel(field).isAccepted()
    assert (number.value(), name.name, choice.chosen) == before


def test_a_number_that_may_be_left_out_is_none_until_it_is_ticked_and_begins_above_the_one_without(show: Show) -> None:
    basis = speed()
    basis.show_number(0.4)
    optional = OptionalNumberBox(speed("turbo_linear_m_s"), basis)
    show(optional)
    changes: list[float | None] = []
    optional.changed.connect(lambda: changes.append(optional.number))
    optional.show_number(None)
    assert (optional.number, optional.box.text(), optional.box.isEnabled()) == (None, "none", False)
    optional.tick.click()
    assert optional.number == pytest.approx(0.6)
    optional.tick.click()
    assert changes == [pytest.approx(0.6), None]
    optional.show_number(9.0)
    assert (optional.number, optional.tick.isChecked()) == (9.0, True)
    basis.show_number(10.0)
    optional.show_number(None)
    optional.tick.click()
    assert optional.number == 10.0
    basis.deleteLater()


def test_a_name_can_be_written_and_stays_whatever_is_offered(show: Show) -> None:
    box = NameBox("Topic", "")
    show(box)
    box.set_choices(["/a", "/b"])
    assert box.name == ""
    box.show_name("/elsewhere")
    line = box.lineEdit()
    assert isinstance(line, QLineEdit)
    line.setCursorPosition(3)
    box.set_choices(["/a", "/b", "/c"])
    assert (box.name, box.count(), line.cursorPosition()) == ("/elsewhere", 3, 3)
    box.show_name("  /b ")
    assert box.name == "/b"


def test_what_is_too_long_is_not_cut_to_what_would_be_right(show: Show) -> None:
    box = NameBox("Topic", "")
    show(box)
    box.setEditText("a" * 300)
    assert len(box.name) == 300


def test_another_value_that_a_file_has_is_kept(show: Show) -> None:
    box = ChoiceBox("Type", "")
    show(box)
    box.set_choices([("as usual", ""), ("Twist", "Twist")])
    assert box.chosen == ""
    box.show_value("strange/Type")
    box.set_choices([("as usual", ""), ("Pose", "Pose")])
    assert box.chosen == "strange/Type"
    box.show_value("")
    assert box.currentText() == "as usual"


def test_what_is_wrong_is_said_below_and_to_whoever_hears_the_field(show: Show, themes: Themes) -> None:
    fields = (QLineEdit(), QLineEdit())
    for field in fields:
        show(field)
    note = FieldNote(themes, *fields)
    show(note)
    note.show_notes(["", "Too long."], "Not there.")
    assert (note.text(), note.isHidden()) == ("Too long.", False)
    assert [field.property("wrong") for field in fields] == [None, True]
    assert fields[1].accessibleDescription() == "Too long."
    assert themes.current.error in note.styleSheet()
    note.show_notes(["", ""], "Not there.")
    assert note.text() == "Not there."
    assert themes.current.warn in note.styleSheet()
    assert not fields[1].property("wrong")
    note.show_notes(["", ""])
    assert note.isHidden()
