from __future__ import annotations

import time

import pytest
from PySide6.QtCore import QCoreApplication, QTranslator
from PySide6.QtWidgets import QApplication

from app.config.preference_values import LanguageChoice
from app.model.messages.values import Battery
from app.ui.base.language import set_language
from app.ui.base.text import (
    LOW_CHARGE,
    battery_text,
    format_age,
    format_bandwidth,
    format_count,
    format_rate,
    format_scalar,
    format_size,
    format_stamp,
    is_battery_low,
    letter_start,
    listed,
    listed_apart,
    name_order,
    plain_tip,
    say,
    titled,
)
from app.wording.names import in_a_row
from app.wording.ui.drive import DrivePanelWording
from app.wording.ui.widgets import WidgetsWording
from protocols.sentence import Catalogue


class RoverWords(Catalogue):
    SILENT = "{host} does not answer within {timeout_s:g} s"
    OF_TOPIC = "{topic}: {reason}"


class OtherOrder(QTranslator):
    """A language in which the words of a sentence stand in another order."""

    def translate(self, context: str, source: str, *_: object) -> str:
        words = {
            RoverWords.SILENT.value: "{timeout_s:.1f} s ohne Antwort von {host}",
            RoverWords.OF_TOPIC.value: "{reason} ({topic})",
        }
        return words.get(source, "") if context == RoverWords.__name__ else ""


@pytest.mark.usefixtures("qapp")
def test_a_sentence_of_a_catalogue_and_those_within_it_are_said_in_the_language_of_the_window() -> None:
    sentence = RoverWords.OF_TOPIC(topic="/odom", reason=RoverWords.SILENT(host="rover", timeout_s=2))
    assert say(sentence) == "/odom: rover does not answer within 2 s"
    language = OtherOrder()
    QCoreApplication.installTranslator(language)
    try:
        assert say(sentence) == "2.0 s ohne Antwort von rover (/odom)"
        assert say("/odom") == "/odom"
    finally:
        QCoreApplication.removeTranslator(language)


def test_no_blank_stands_between_a_chinese_value_and_chinese_words(qapp: QApplication) -> None:
    set_language(qapp, LanguageChoice.CHINESE)
    try:
        said = [say(DrivePanelWording.LOCKED(name=name)) for name in ("小车", "rover", "2 号车 A")]
    finally:
        set_language(qapp, LanguageChoice.ENGLISH)

    assert [text.partition("处")[0] for text in said] == ["小车", "rover ", "2 号车 A "]


@pytest.mark.parametrize(
    ("battery", "words"),
    [
        (Battery(0.914, 12.16), "12.2 V, 91 %"),
        (Battery(None, 24.0, True), "24.0 V, charging"),
        (Battery(1.0), "100 %"),
        (Battery(), ""),
    ],
)
def test_what_a_battery_does_not_tell_is_not_said(battery: Battery, words: str) -> None:
    assert battery_text(battery) == words


def test_a_battery_is_low_when_little_is_left_and_it_is_not_charged() -> None:
    assert is_battery_low(Battery(LOW_CHARGE / 2))
    assert not is_battery_low(Battery(LOW_CHARGE / 2, charging=True))
    assert not is_battery_low(Battery(LOW_CHARGE))
    assert not is_battery_low(Battery(None, 10.0))


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (-0.3, "0.0 s"),
        (0.2, "0.2 s"),
        (9.94, "9.9 s"),
        (9.96, "10 s"),
        (59.4, "59 s"),
        (59.6, "1 min"),
        (200, "3 min"),
        (3599, "59 min"),
        (5 * 3600, "5 h"),
        (47 * 3600, "47 h"),
        (50 * 3600, "2 d"),
    ],
)
def test_an_age_is_told_in_the_unit_that_fits(seconds: float, text: str) -> None:
    assert format_age(seconds) == text


@pytest.mark.parametrize(
    ("rate", "text"),
    [(None, ""), (0.0, "0.00 Hz"), (0.5, "0.50 Hz"), (30, "30.0 Hz"), (99.97, "100 Hz"), (12345, "12,345 Hz")],
)
def test_a_rate_has_three_digits_and_an_unknown_one_is_blank(rate: float | None, text: str) -> None:
    assert format_rate(rate) == text


@pytest.mark.parametrize(
    ("size", "text"),
    [(0, "0 B"), (999, "999 B"), (1000, "1.00 kB"), (999_600, "1.00 MB"), (6_220_800, "6.22 MB"), (5e15, "5,000 TB")],
)
def test_a_size_has_a_decimal_prefix(size: float, text: str) -> None:
    assert format_size(size) == text


def test_bandwidth_is_a_size_per_second_and_blank_when_unknown() -> None:
    assert (format_bandwidth(None), format_bandwidth(15_600)) == ("", "15.6 kB/s")


def test_counts_and_stamps_have_their_thousands_apart() -> None:
    assert (format_count(1_234_567), format_stamp(1_234_567_890_123)) == ("1,234,567", "1,234.568 s")


def test_a_stamp_that_no_calendar_has_is_told_in_seconds() -> None:
    assert format_stamp(10**27) == "1,000,000,000,000,000,000.000 s"


def test_a_stamp_of_the_calendar_is_what_a_clock_shows_with_the_date_unless_that_is_today(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now, local = 1_800_000_000, time.localtime
    # whatever the day is, and were it midnight
    monkeypatch.setattr(time, "localtime", lambda seconds=now: local(seconds))
    assert format_stamp(now * 10**9 + 5_000_000) == time.strftime("%H:%M:%S", time.localtime(now)) + ".005"

    long_ago = 1_500_000_000
    assert format_stamp(long_ago * 10**9, with_date=False) == time.strftime("%H:%M:%S.000", time.localtime(long_ago))
    assert format_stamp(long_ago * 10**9) == time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(long_ago)) + ".000"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "true"),
        (7, "7"),
        (0.1 + 0.2, "0.3"),
        (float("nan"), "nan"),
        (float("-inf"), "-inf"),
        (memoryview(bytes(921_600)), "921,600 bytes"),
        ("two\nlines\x00", "two↵lines·"),
        ("a" * 400, "a" * 300 + "…"),
    ],
)
def test_a_value_is_told_on_one_line(value: object, text: str) -> None:
    assert format_scalar(value) == text


def test_a_value_of_32_bits_shows_only_the_digits_that_are_true() -> None:
    assert format_scalar(0.10000000149011612, short_float=True) == "0.1"


def test_a_tool_tip_never_takes_a_text_for_markup() -> None:
    assert plain_tip("two\nlines") == "two\nlines"
    assert "&lt;b&gt;bold&lt;/b&gt;" in plain_tip("<b>bold</b>")


def test_texts_are_listed_as_the_language_does() -> None:
    assert listed(()) == ""
    assert listed(iter(["Space"])) == "Space"
    assert listed(["A", "B", "C"]) == "A, B, C"
    assert listed_apart(["A", "B"]) == "A; B"
    assert titled("A", "B") == "A: B"


def test_names_that_a_sentence_was_made_with_are_listed_as_the_language_does(qapp: QApplication) -> None:
    text = WidgetsWording.SENTENCE(text=in_a_row(["a", "b", "c"]))
    set_language(qapp, LanguageChoice.CHINESE)
    try:
        said = say(text)
    finally:
        set_language(qapp, LanguageChoice.ENGLISH)

    assert (text, said) == ("a, b, c.", "a、b、c。")
    assert in_a_row(()) == ""


ENGINEER = "\N{WOMAN}\N{ZERO WIDTH JOINER}\N{WRENCH}"


@pytest.mark.parametrize(
    ("text", "place", "start"),
    [
        ("话题名称", 2, 2),
        ("abc", 3, 3),
        ("ae\u0301b", 2, 1),
        (f"话{ENGINEER}题", 2, 1),
        (f"话{ENGINEER}题", 3, 1),
        (f"话{ENGINEER}题", 4, 4),
        ("\N{GRINNING FACE}" * 40, 20, 20),
    ],
)
def test_a_text_is_cut_between_letters(text: str, place: int, start: int) -> None:
    assert letter_start(text, place) == start


def test_a_long_text_is_shortened_without_half_a_letter() -> None:
    assert format_scalar("x" * 299 + "e\u0301" + "y" * 9) == "x" * 299 + "…"


def test_names_that_people_gave_are_in_the_order_of_a_dictionary() -> None:
    names = ["机器人10", "zoo", "驾驶", "机器人2", "安全", "Alpha 10", "alpha 9"]

    assert sorted(names, key=name_order()) == ["安全", "机器人2", "机器人10", "驾驶", "alpha 9", "Alpha 10", "zoo"]
