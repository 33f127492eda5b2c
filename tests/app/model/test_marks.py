"""Marks of a run, and of a recording."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from app.model.marks import (
    MAX_MARKS,
    MAX_WORDS,
    MarkLine,
    Marks,
    TimeMark,
    common_marks,
    joined_marks,
    noted_mark,
    plain_words,
)


def test_each_mark_is_noted_at_once_and_again_with_its_words() -> None:
    noted: list[dict[str, Any]] = []
    marks = Marks(noted.append)
    mark = marks.add(5)
    assert noted == [{"number": 1, "time_ns": 5}]
    described = marks.describe(mark.time_ns, " a wheel\n slipped ")
    assert described == TimeMark(5, 1, "a wheel slipped")
    assert marks.all == (described,)
    assert noted[1:] == [{"number": 1, "time_ns": 5, "words": "a wheel slipped"}]


def test_words_can_be_taken_back() -> None:
    noted: list[dict[str, Any]] = []
    marks = Marks(noted.append)
    marks.add(5)
    marks.describe(5, "wrong")
    assert marks.describe(5, "") == TimeMark(5, 1)
    assert noted[-1]["words"] == ""


def test_two_marks_of_one_instant_are_told_apart() -> None:
    marks = Marks(lambda _: None)
    assert marks.add(5).time_ns != marks.add(5).time_ns


def test_the_oldest_marks_go_first() -> None:
    marks = Marks(lambda _: None)
    for at in range(MAX_MARKS + 3):
        marks.add(at)
    assert len(marks.all) == MAX_MARKS
    assert marks.all[0].number == 4
    assert marks.last is marks.all[-1]
    assert marks.describe(0, "gone") is None


def test_a_mark_is_known_by_its_words_or_else_its_number() -> None:
    assert TimeMark(1, 7).text == "7"
    assert TimeMark(1, 7, "slipped").text == "slipped"


def test_a_note_gives_the_mark_again() -> None:
    mark = TimeMark(1_764_230_400_123_456_789, 3, "slipped")
    assert noted_mark(json.dumps(mark.as_note()).encode(), 0) == mark


def test_a_mark_of_an_older_recording_has_the_time_of_its_message() -> None:
    assert noted_mark(b'{"number": 3}', 9) == TimeMark(9, 3)


HUGE = b"1" + bytes(b"0" * 320)


@pytest.mark.parametrize(
    "payload",
    [
        *(b"", b"[]", b'{"number": "x"}', b'{"words": 3}', b"\xff"),
        *(b'{"time_ns": -1}', b'{"time_ns": %s}' % HUGE, b'{"number": %s}' % HUGE),
    ],
)
def test_what_is_no_mark_is_refused(payload: bytes) -> None:
    with pytest.raises((msgspec.MsgspecError, ValueError)):
        noted_mark(payload, 0)


def test_what_was_noted_last_counts() -> None:
    noted = [TimeMark(2, 2), TimeMark(1, 1), TimeMark(2, 2, "slipped"), TimeMark(1, 1, "no"), TimeMark(1, 1, "")]
    assert joined_marks(noted) == (TimeMark(1, 1), TimeMark(2, 2, "slipped"))


def test_words_have_one_line_and_an_end() -> None:
    assert plain_words("a\tb\x00c\u202ed\n\ne") == "a b c d e"
    assert len(plain_words("x" * 10_000)) == MAX_WORDS


def test_a_mark_stands_where_messages_of_its_time_do() -> None:
    marks = Marks(lambda _: None)
    mark = marks.add(1_000_000_000_000, [12_000_000_000, 1_000_000_000_000])
    assert marks.lines(by_stamp=False) == (MarkLine(1000.0, mark),)
    assert marks.lines(by_stamp=True) == (MarkLine(12.0, mark), MarkLine(1000.0, mark))


def test_lines_are_the_same_until_something_changes() -> None:
    marks = Marks(lambda _: None)
    marks.add(9_000_000_000)
    before = marks.lines(by_stamp=False)
    assert marks.lines(by_stamp=False) is before
    marks.add(7_000_000_000)
    described = marks.describe(9_000_000_000, "slipped")
    assert [line.at_s for line in marks.lines(by_stamp=False)] == [7.0, 9.0]
    assert marks.lines(by_stamp=False)[-1].mark is described
    assert marks.lines(by_stamp=True)[-1].mark is described


def test_two_recordings_have_the_marks_of_the_same_words_both_and_those_without_by_number() -> None:
    ours = TimeMark(10, 1, "gate"), TimeMark(20, 2), TimeMark(30, 3, "door")
    theirs = TimeMark(1, 1, "door"), TimeMark(2, 2), TimeMark(3, 3, "door"), TimeMark(4, 4, "hall")

    assert common_marks(ours, theirs) == [(ours[1], theirs[1]), (ours[2], theirs[0])]
