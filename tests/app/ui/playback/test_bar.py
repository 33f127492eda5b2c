"""The play bar: what it shows of a recording, and what keys, buttons and the slider ask for."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.config.preference_values import BOX_MIN
from app.model.marks import TimeMark
from app.model.playback import DECK, PlaybackState
from app.model.status import ConnectionState
from app.model.time_contents import TimeContents, TimeEvent, TimeEventKind
from app.ui.base.preferences import MAX_BOOKMARKS, Preferences
from app.ui.base.theme import Themes
from app.ui.playback.bar import PlayBar, format_passed
from app.wording.ui.playback import PlaybackBarWording
from tests.fakes.session import URI, FakeSession
from tests.tools.sentences import shows

FILE = "file:///runs/first.mcap"
S = 1_000_000_000
START_NS = 1_700_000_000 * S
STATE = PlaybackState(START_NS, START_NS + 100 * S, START_NS + 25 * S)


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    window = QWidget()
    window.resize(1100, 60)
    qtbot.addWidget(window)
    return window


@pytest.fixture
def bar(window: QWidget, session: FakeSession, themes: Themes, preferences: Preferences) -> PlayBar:
    session.set_state(ConnectionState.CONNECTED, connection=FILE)
    session.recordings.states[FILE] = STATE
    bar = PlayBar(session.links, session.recordings, themes, preferences, lambda: None, window)
    bar.resize(1100, 40)
    window.show()
    bar.refresh(0.0)
    return bar


def test_it_is_there_while_a_recording_is_open(bar: PlayBar, session: FakeSession) -> None:
    assert bar.isVisible()
    assert bar.name.text() == "first.mcap"
    assert bar.time.text().startswith("0:25.0")
    assert bar.slider.value() == bar.slider.maximum() // 4

    session.recordings.states.clear()
    bar.refresh(0.0)
    assert not bar.isVisible()


def test_the_recording_in_view_comes_before_the_first(
    window: QWidget, session: FakeSession, themes: Themes, preferences: Preferences
) -> None:
    session.set_state(ConnectionState.CONNECTED)
    for name in (FILE, "file:///b.mcap"):
        session.set_state(ConnectionState.CONNECTED, connection=name)
        session.recordings.states[name] = STATE
    current = ["file:///b.mcap"]
    bar = PlayBar(session.links, session.recordings, themes, preferences, lambda: current[0], window)
    bar.refresh(0.0)
    assert bar.recording == "file:///b.mcap"
    current[0] = URI
    bar.refresh(0.0)
    assert bar.recording == FILE


@pytest.mark.parametrize(
    ("key", "asked"),
    [
        (Qt.Key.Key_Space, ("play", FILE)),
        (Qt.Key.Key_Period, ("step", FILE, True)),
        (Qt.Key.Key_Comma, ("step", FILE, False)),
        (Qt.Key.Key_Left, ("seek", FILE, START_NS + 24 * S)),
        (Qt.Key.Key_Right, ("seek", FILE, START_NS + 26 * S)),
        (Qt.Key.Key_PageDown, ("seek", FILE, START_NS + 35 * S)),
        (Qt.Key.Key_Home, ("seek", FILE, START_NS)),
        (Qt.Key.Key_End, ("seek", FILE, START_NS + 100 * S)),
        (Qt.Key.Key_Plus, ("rate", FILE, 2.0)),
        (Qt.Key.Key_Minus, ("rate", FILE, 0.5)),
        (Qt.Key.Key_L, ("loop", FILE, True)),
    ],
)
def test_a_key_asks_for_what_it_says(
    bar: PlayBar, session: FakeSession, key: Qt.Key, asked: tuple[object, ...]
) -> None:
    QTest.keyClick(bar.slider, key)
    assert session.recordings.asked == [asked]


def test_no_key_moves_before_the_beginning(bar: PlayBar, session: FakeSession) -> None:
    session.recordings.states[FILE] = replace(STATE, position_ns=START_NS + S // 2)
    bar.refresh(0.0)
    QTest.keyClick(bar.slider, Qt.Key.Key_Left)
    assert session.recordings.asked == [("seek", FILE, START_NS)]


def test_a_recording_that_plays_is_paused(bar: PlayBar, session: FakeSession) -> None:
    session.recordings.states[FILE] = replace(STATE, is_playing=True)
    bar.refresh(0.0)
    assert shows(bar.play.text().strip(), PlaybackBarWording.PAUSE)
    QTest.mouseClick(bar.play, Qt.MouseButton.LeftButton)
    assert session.recordings.asked == [("pause", FILE)]


def test_of_the_places_that_a_hand_drags_over_the_newest_is_asked_for(
    bar: PlayBar, session: FakeSession, qtbot: QtBot
) -> None:
    for second in (10, 20, 30, 40):
        bar.slider.chosen.emit(START_NS + second * S)
    assert session.recordings.asked == [("seek", FILE, START_NS + 10 * S)]
    qtbot.waitUntil(lambda: len(session.recordings.asked) == 2)
    assert session.recordings.asked[1] == ("seek", FILE, START_NS + 40 * S)


def test_a_click_goes_where_it_points_to_and_a_held_slider_stays_there(bar: PlayBar, session: FakeSession) -> None:
    place = QPoint(bar.slider.width() // 2, bar.slider.height() // 2)
    QTest.mousePress(bar.slider, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    ((_, _, asked_ns),) = session.recordings.asked
    assert isinstance(asked_ns, int)
    assert abs(asked_ns - START_NS - 50 * S) < 2 * S
    held = bar.slider.value()
    bar.refresh(0.0)
    assert bar.slider.value() == held
    QTest.mouseRelease(bar.slider, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)


def test_bookmarks_are_set_shown_gone_to_and_taken_away(bar: PlayBar, session: FakeSession) -> None:
    for second in (30, 10):
        session.recordings.states[FILE] = replace(STATE, position_ns=START_NS + second * S)
        bar.refresh(0.0)
        QTest.keyClick(bar.slider, Qt.Key.Key_B)
    assert bar.slider.contents.bookmarks == (START_NS + 10 * S, START_NS + 30 * S)
    QTest.keyClick(bar.slider, Qt.Key.Key_BracketRight)
    assert session.recordings.asked == [("seek", FILE, START_NS + 30 * S)]
    QTest.keyClick(bar.slider, Qt.Key.Key_BracketRight)
    assert len(session.recordings.asked) == 1
    QTest.keyClick(bar.slider, Qt.Key.Key_B)
    assert bar.bookmarks == (START_NS + 30 * S,)


def test_a_bookmark_for_which_there_is_no_room_is_told_of(
    bar: PlayBar, session: FakeSession, preferences: Preferences
) -> None:
    for number in range(MAX_BOOKMARKS):
        preferences.set_bookmark(STATE.start_ns, STATE.end_ns, STATE.start_ns + number, there=True)
    QTest.keyClick(bar.slider, Qt.Key.Key_B)
    session.recordings.states[FILE] = replace(STATE, position_ns=START_NS + 26 * S, is_playing=True)
    bar.refresh(0.0)
    assert shows(bar.note.text(), PlaybackBarWording.MOST_BOOKMARKS)
    assert bar.note.isVisible()
    assert len(bar.bookmarks) == MAX_BOOKMARKS

    # one goes, and there is room again
    for _ in range(2):
        session.recordings.states[FILE] = replace(STATE, position_ns=START_NS)
        bar.refresh(0.0)
        QTest.keyClick(bar.slider, Qt.Key.Key_B)
        assert bar.note.isHidden()
    assert START_NS in bar.bookmarks


def test_bookmarks_are_those_of_the_recording_wherever_its_file_is_now(
    bar: PlayBar, session: FakeSession, preferences: Preferences
) -> None:
    QTest.keyClick(bar.slider, Qt.Key.Key_B)
    session.set_state(ConnectionState.CONNECTED, connection="file:///elsewhere/second.mcap")
    session.recordings.states = {"file:///elsewhere/second.mcap": STATE}
    bar.refresh(0.0)
    assert bar.bookmarks == (STATE.position_ns,) == preferences.bookmarks(STATE.start_ns, STATE.end_ns)

    session.recordings.states = {"file:///elsewhere/second.mcap": replace(STATE, end_ns=STATE.end_ns + 1)}
    bar.refresh(0.0)
    assert list(bar.bookmarks) == []
    assert list(bar.slider.contents.bookmarks) == []


def test_where_the_past_is_shown_first_it_comes_after_the_views(
    bar: PlayBar, session: FakeSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    session.recordings.states.clear()
    bar.refresh(0.0)
    session.recordings.states[DECK] = STATE
    begins = [True]
    monkeypatch.setattr(type(session.recordings), "is_beginning", lambda _, recording: recording == DECK and begins[0])

    bar.refresh(0.0)
    assert bar.isHidden()

    begins[0] = False
    bar.refresh(0.0)
    assert bar.isVisible()

    begins[0] = True
    bar.refresh(0.0)
    assert bar.isVisible()


def test_the_past_comes_before_recordings_and_its_end_is_now(bar: PlayBar, session: FakeSession) -> None:
    session.recordings.states[DECK] = STATE
    bar.refresh(0.0)

    assert bar.recording == DECK
    assert shows(bar.name.text(), PlaybackBarWording.THE_PAST)
    assert bar.time.text().endswith("1:15.0 ago")
    assert bar.now.isVisible()

    session.recordings.asked.clear()
    bar.now.click()
    ((what, where, time_ns),) = session.recordings.asked
    assert (what, where) == ("seek", DECK)
    assert isinstance(time_ns, int)
    assert time_ns > STATE.end_ns


def test_a_drag_ends_with_the_past_and_shows_no_place_of_what_comes_then(bar: PlayBar, session: FakeSession) -> None:
    session.recordings.states[DECK] = STATE
    bar.refresh(0.0)
    middle = bar.slider.rect().center()
    QTest.mousePress(bar.slider, Qt.MouseButton.LeftButton, pos=middle)
    QTest.mouseMove(bar.slider, middle + QPoint(50, 0))
    session.recordings.asked.clear()

    del session.recordings.states[DECK]
    bar.refresh(0.0)
    QTest.mouseMove(bar.slider, middle + QPoint(90, 0))
    QTest.mouseRelease(bar.slider, Qt.MouseButton.LeftButton, pos=middle)

    assert bar.recording == FILE
    assert session.recordings.asked == []
    session.recordings.states[FILE] = replace(STATE, position_ns=STATE.start_ns)
    bar.refresh(0.0)
    assert bar.slider.value() == 0


def test_the_place_follows_the_past_again_after_the_bar_was_hidden_during_a_drag(
    bar: PlayBar, session: FakeSession
) -> None:
    del session.recordings.states[FILE]
    session.recordings.states[DECK] = STATE
    bar.refresh(0.0)
    QTest.mousePress(bar.slider, Qt.MouseButton.LeftButton, pos=bar.slider.rect().center())

    del session.recordings.states[DECK]
    bar.refresh(0.0)
    session.recordings.states[DECK] = replace(STATE, position_ns=STATE.start_ns)
    bar.refresh(0.0)

    assert bar.slider.value() == 0


def test_bookmarks_of_the_past_stay_while_it_goes_on_and_go_with_what_no_black_box_has_any_more(
    bar: PlayBar, session: FakeSession, preferences: Preferences
) -> None:
    session.recordings.states[DECK] = STATE
    bar.refresh(0.0)
    QTest.keyClick(bar.slider, Qt.Key.Key_B)
    session.recordings.states[DECK] = replace(STATE, end_ns=STATE.end_ns + 5 * S, position_ns=START_NS + 40 * S)
    bar.refresh(0.0)
    QTest.keyClick(bar.slider, Qt.Key.Key_B)
    assert list(bar.bookmarks) == [START_NS + 25 * S, START_NS + 40 * S]
    assert list(preferences.bookmarks(STATE.start_ns, STATE.end_ns)) == []

    late = replace(STATE, start_ns=START_NS + 30 * S, end_ns=STATE.end_ns + 9 * S, position_ns=START_NS + 50 * S)
    session.recordings.states[DECK] = late
    bar.refresh(0.0)
    assert list(bar.bookmarks) == [START_NS + 40 * S]
    QTest.keyClick(bar.slider, Qt.Key.Key_B)
    # that of another window reaches further back
    assert list(preferences.bookmarks(0, 0)) == [START_NS + second * S for second in (25, 40, 50)]

    next_day_ns = START_NS + (BOX_MIN[1] * 60 + 45) * S
    session.recordings.states[DECK] = PlaybackState(next_day_ns - S, next_day_ns, next_day_ns)
    bar.refresh(0.0)
    QTest.keyClick(bar.slider, Qt.Key.Key_B)
    assert list(preferences.bookmarks(0, 0)) == [START_NS + 50 * S, next_day_ns]


def test_bookmarks_that_are_not_in_view_leave_room_for_those_that_are(
    bar: PlayBar, session: FakeSession, preferences: Preferences
) -> None:
    for second in range(MAX_BOOKMARKS):
        preferences.set_bookmark(0, 0, START_NS + second * S, there=True)
    late_ns = START_NS + (MAX_BOOKMARKS - 2) * S
    session.recordings.states[DECK] = PlaybackState(late_ns, late_ns + 9 * S, late_ns + 5 * S)
    bar.refresh(0.0)

    QTest.keyClick(bar.slider, Qt.Key.Key_B)

    assert list(bar.bookmarks) == [late_ns, late_ns + S, late_ns + 5 * S]
    assert preferences.bookmarks(0, 0)[0] == START_NS + S


def test_an_empty_recording_says_so_and_offers_nothing(bar: PlayBar, session: FakeSession) -> None:
    session.recordings.states[FILE] = PlaybackState(0, 0, 0, is_empty=True)
    bar.refresh(0.0)
    assert shows(bar.note.text(), PlaybackBarWording.EMPTY)
    assert not any(widget.isEnabled() for widget in (bar.play, bar.slider, bar.rate, bar.loop, bar.bookmark))


def test_a_disk_that_can_not_follow_is_told_of(bar: PlayBar, session: FakeSession) -> None:
    session.recordings.states[FILE] = replace(STATE, is_playing=True, is_late=True)
    bar.refresh(0.0)
    assert shows(bar.note.text(), PlaybackBarWording.LATE)


@pytest.mark.parametrize(
    ("span_ns", "text"),
    [(0, "0:00.0"), (61 * S + 250_000_000, "1:01.2"), (3_725 * S, "1:02:05.0"), (-5, "0:00.0")],
)
def test_a_passed_time_is_written_by_minutes_and_hours(span_ns: int, text: str) -> None:
    assert format_passed(span_ns) == text


def test_only_the_marks_within_the_recording_are_shown(bar: PlayBar, session: FakeSession) -> None:
    outside = TimeMark(START_NS - S, 1)
    session.recordings.marks_of[FILE] = (outside, TimeMark(START_NS + 50 * S, 2, "slipped"))
    bar.refresh(1.0)
    assert [mark.number for mark in bar.slider.contents.marks] == [2]


def test_what_has_happened_is_shown_with_incidents(bar: PlayBar, session: FakeSession) -> None:
    alert = TimeEvent(START_NS + 10 * S, TimeEventKind.ALERT, "low")
    session.recordings.contents_of[FILE] = TimeContents(events=(alert,))
    bar.refresh(1.0)
    assert list(bar.slider.contents.events) == [alert]

    bar.incidents = (TimeEvent(START_NS + 20 * S, TimeEventKind.INCIDENT, "STOP"),)
    bar.refresh(2.0)
    assert list(bar.slider.contents.events) == [alert, *bar.incidents]


def test_a_part_is_repeated_from_and_until_where_it_stands(bar: PlayBar, session: FakeSession) -> None:
    QTest.keyClick(bar.slider, Qt.Key.Key_I)
    assert session.recordings.asked.pop() == ("loop", FILE, True, (START_NS + 25 * S, START_NS + 100 * S))

    part = (START_NS + 5 * S, START_NS + 100 * S)
    session.recordings.states[FILE] = replace(STATE, loop=True, loop_ns=part)
    bar.refresh(1.0)
    assert bar.slider.contents.loop_ns == part
    assert bar.loop.isChecked()
    QTest.keyClick(bar.slider, Qt.Key.Key_O)
    assert session.recordings.asked.pop() == ("loop", FILE, True, (START_NS + 5 * S, START_NS + 25 * S))

    bar.loop.click()
    assert session.recordings.asked.pop() == ("loop", FILE, False)


def test_a_hand_chooses_what_is_repeated(bar: PlayBar, session: FakeSession) -> None:
    bar.slider.loop_chosen.emit((START_NS, START_NS + S))
    assert session.recordings.asked.pop() == ("loop", FILE, True, (START_NS, START_NS + S))
    bar.slider.loop_chosen.emit(None)
    assert session.recordings.asked.pop() == ("loop", FILE, False)


def test_the_wheel_moves_and_keys_show_less_time(bar: PlayBar, session: FakeSession) -> None:
    bar.slider.moved_by.emit(-2 * S)
    assert session.recordings.asked == [("seek", FILE, START_NS + 23 * S)]
    QTest.keyClick(bar.slider, Qt.Key.Key_Up)
    assert bar.slider.is_zoomed
    QTest.keyClick(bar.slider, Qt.Key.Key_Down)
    assert not bar.slider.is_zoomed


def test_keys_go_from_mark_to_mark(qtbot: QtBot, bar: PlayBar, session: FakeSession) -> None:
    session.recordings.marks_of[FILE] = tuple(TimeMark(START_NS + at * S, at) for at in (10, 20, 50, 90))
    bar.refresh(1.0)
    QTest.keyClick(bar, Qt.Key.Key_M)
    assert session.recordings.asked[-1] == ("seek", FILE, START_NS + 50 * S)
    session.recordings.states[FILE] = replace(STATE, position_ns=START_NS + 50 * S)
    bar.refresh(2.0)
    QTest.keyClick(bar, Qt.Key.Key_M, Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: session.recordings.asked[-1] == ("seek", FILE, START_NS + 20 * S))


def test_keys_that_are_pressed_fast_go_on_from_where_the_last_one_went(
    qtbot: QtBot, bar: PlayBar, session: FakeSession
) -> None:
    session.recordings.marks_of[FILE] = tuple(TimeMark(START_NS + at * S, at) for at in (10, 20, 50, 60, 90))
    bar.refresh(1.0)
    # the player stands where it stood, and then goes on
    for _ in range(2):
        QTest.keyClick(bar, Qt.Key.Key_M)
    qtbot.waitUntil(lambda: session.recordings.asked[-1] == ("seek", FILE, START_NS + 60 * S))
    session.recordings.states[FILE] = replace(STATE, position_ns=START_NS + 61 * S, is_playing=True)
    bar.refresh(2.0)
    QTest.keyClick(bar, Qt.Key.Key_M, Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: session.recordings.asked[-1] == ("seek", FILE, START_NS + 50 * S))


@pytest.mark.parametrize("leave", ["another jump", "time"])
def test_a_key_that_is_pressed_later_goes_on_from_where_the_player_stands(
    qtbot: QtBot, bar: PlayBar, session: FakeSession, leave: str
) -> None:
    session.recordings.marks_of[FILE] = tuple(TimeMark(START_NS + at * S, at) for at in (10, 50, 90))
    bar.refresh(1.0)
    QTest.keyClick(bar, Qt.Key.Key_M)
    if leave == "time":
        qtbot.wait(1200)
    else:
        QTest.keyClick(bar, Qt.Key.Key_Home)
    session.recordings.states[FILE] = replace(STATE, position_ns=START_NS + 5 * S)
    bar.refresh(2.0)
    QTest.keyClick(bar, Qt.Key.Key_M)
    qtbot.waitUntil(lambda: session.recordings.asked[-1] == ("seek", FILE, START_NS + 10 * S))
