"""What is said of a recording: its length, its size, and how much longer it can go on."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.record.recording_writer import RecordingOrder, RecordingState
from app.ui.base.text import say
from app.ui.record.texts import format_left, format_length, status_text
from app.wording.ui.record import RecordUiWording

ORDER = RecordingOrder(Path("a.mcap"))


@pytest.mark.parametrize(("seconds", "text"), [(0.0, "0:00:00"), (59.9, "0:00:59"), (3723.4, "1:02:03")])
def test_a_length_has_hours_minutes_and_seconds(seconds: float, text: str) -> None:
    assert format_length(seconds) == text


def test_what_is_left_is_told_in_hours_or_minutes() -> None:
    assert format_left(9000.0) == say(RecordUiWording.HOURS(hours="2.5"))
    assert format_left(150.0) == say(RecordUiWording.MINUTES(minutes=2))


@pytest.mark.parametrize(("left_s", "is_told"), [(None, False), (7200.0, True), (1e9, False)])
def test_what_is_left_is_told_where_that_is_known_and_of_use(left_s: float | None, *, is_told: bool) -> None:
    text = status_text(RecordingState(ORDER, ORDER.path, 60.0, 1_000_000, 50_000.0, left_s))
    assert format_length(60.0) in text
    assert (say(RecordUiWording.HOURS(hours="2.0")) in text) is is_told
