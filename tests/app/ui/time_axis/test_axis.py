from __future__ import annotations

import itertools
import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PySide6.QtCore import QRect
from PySide6.QtGui import QFont, QFontMetrics

from app.ui.base import text
from app.ui.time_axis.axis import ago_ticks, clock_ticks, format_time, is_calendar, place_labels, value_ticks
from app.ui.time_axis.plots.export import day_of


def test_values_are_round_numbers() -> None:
    assert [tick.text for tick in value_ticks(-0.3, 1.1, 5)] == ["0.0", "0.5", "1.0"] or [
        tick.text for tick in value_ticks(-0.3, 1.1, 5)
    ] == ["0", "0.5", "1.0"]


@pytest.mark.parametrize(
    ("low", "high", "texts"),
    [
        (0.0, 4000.0, ["0", "1,000", "2,000", "3,000", "4,000"]),
        (0.0, 4e7, ["0", "1e7", "2e7", "3e7", "4e7"]),
        (0.0, 4e-6, ["0", "1e-6", "2e-6", "3e-6", "4e-6"]),
        (100.0, 100.04, ["100.00", "100.01", "100.02", "100.03", "100.04"]),
    ],
)
def test_values_have_the_digits_that_tell_them_apart(low: float, high: float, texts: list[str]) -> None:
    assert [tick.text for tick in value_ticks(low, high, 5)] == texts


@example(low=180143985095.0, span=0.0001, most=10)
@example(low=240140215599.44492, span=7.76942564176929e-05, most=19)
@given(low=st.floats(-1e12, 1e12), span=st.floats(1e-6, 1e12), most=st.integers(1, 20))
def test_there_are_never_more_marks_than_there_is_room_for(low: float, span: float, most: int) -> None:
    marks = value_ticks(low, low + span, most)

    assert len(marks) <= most + 1
    assert all(low - span * 1e-3 <= tick.value <= low + span * 1.001 for tick in marks)


def test_values_without_a_range_have_no_marks() -> None:
    assert value_ticks(1.0, 1.0, 5) == []
    assert value_ticks(0.0, float("inf"), 5) == []


@pytest.mark.parametrize(
    ("span_s", "texts"),
    [
        (30.0, ["-30 s", "-20 s", "-10 s", "now"]),
        (1.0, ["-1 s", "-0.5 s", "now"]),
        (120.0, ["-2 min", "-1 min", "now"]),
        (300.0, ["-4 min", "-2 min", "now"]),
        (90.0, ["-1:30", "-1 min", "-30 s", "now"]),
    ],
)
def test_the_last_seconds_are_counted_back_from_now(span_s: float, texts: list[str]) -> None:
    assert [tick.text for tick in ago_ticks(span_s, 3)] == texts


def test_times_of_a_simulation_are_seconds() -> None:
    assert [tick.text for tick in clock_ticks(9.5, 20.5, 3)] == ["10 s", "15 s", "20 s"]
    assert format_time(1.5) == "1.500 s"


def test_a_stamp_that_no_calendar_has_is_seconds() -> None:
    far_s = 1e17
    assert not is_calendar(far_s)
    assert format_time(far_s) == "100,000,000,000,000,000.000 s"
    assert all(tick.text.endswith(" s") for tick in clock_ticks(far_s - 3600, far_s, 3))
    assert day_of(far_s) == day_of(5.0) == ""


def test_times_are_those_of_the_clock_on_the_wall(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Asia/Kolkata")
    time.tzset()
    try:
        # 05:30 hours ahead
        assert [tick.text for tick in clock_ticks(1_700_000_000.0, 1_700_000_120.0, 3)] == ["03:44:00", "03:45:00"]
        assert format_time(1_700_000_000.25) == "03:43:20.250"
    finally:
        monkeypatch.undo()
        time.tzset()


def test_marks_that_were_asked_for_before_are_nobody_elses() -> None:
    value_ticks(0.0, 10.0, 5).clear()
    ago_ticks(10.0, 5).clear()

    assert len(value_ticks(0.0, 10.0, 5)) > 1
    assert len(ago_ticks(10.0, 5)) > 1


def test_marks_are_said_in_the_language_of_now(monkeypatch: pytest.MonkeyPatch) -> None:
    words = {"now": "jetzt", "-{seconds} s": "vor {seconds} s"}
    assert [tick.text for tick in ago_ticks(10.0, 5)][-2:] == ["-2 s", "now"]
    monkeypatch.setattr(text, "translate", lambda _context, words_in_english, _code: words[words_in_english])

    assert [tick.text for tick in ago_ticks(10.0, 5)][-2:] == ["vor 2 s", "jetzt"]


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("places", [(50.0, 52.0, 400.0), (0.0, 500.0), (498.0, 499.0, 500.0), (250.0,), ()])
def test_labels_of_cursors_stand_at_their_places_and_never_on_each_other(places: tuple[float, ...]) -> None:
    metrics, within = QFontMetrics(QFont()), QRect(0, 100, 500, 0)
    placed = place_labels(metrics, [(x, f"{number}: 12:00:01") for number, x in enumerate(places)], within)

    assert [text[0] for _, text in placed] == [str(number) for number in range(len(places))]
    boxes = [box for box, _ in placed]
    assert all(one.right() < other.left() for one, other in itertools.pairwise(boxes))
    assert all(within.left() <= box.left() and box.right() <= within.right() for box in boxes)
    if len(places) == 1:
        assert boxes[0].center().x() == pytest.approx(250.0)


@pytest.mark.usefixtures("qapp")
def test_labels_without_room_beside_one_another_are_cut_in_the_middle_and_cover_nothing() -> None:
    metrics = QFontMetrics(QFont())
    texts = ["1: 16:27:37.196", "2: 16:27:52.196"]
    within = QRect(10, 0, round(1.4 * metrics.horizontalAdvance(texts[0])), 100)
    placed = place_labels(metrics, [(20.0, texts[0]), (within.right() - 20.0, texts[1])], within)

    assert [text[:2] for _, text in placed] == ["1:", "2:"]
    assert [text[-2:] for _, text in placed] == ["96", "96"]
    assert placed[0][0].left() >= within.left()
    assert placed[0][0].right() < placed[1][0].left()
    assert placed[1][0].right() <= within.right()
