"""Jumps to a time that is pointed at: in the past of robots, in the recording in view, or a note why not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import pytest

from app.model.playback import PlaybackState
from app.model.status import ConnectionState, SimClock
from app.record.recorder import BoxState
from app.session.deck import Deck
from app.ui.playback.played_marks import PlayedMarks
from app.ui.playback.time_jumps import TimeJumps
from app.wording.ui.playback import PlaybackBarWording
from tests.fakes.session import URI, FakeSession
from tests.tools.sentences import shows

FILE = "file:///runs/first.mcap"
S = 1_000_000_000
NOW_NS = 1_800_000_000 * S
BEGIN_NS = NOW_NS - 600 * S
FILE_NS = 1_700_000_000 * S
STATE = PlaybackState(FILE_NS, FILE_NS + 100 * S, FILE_NS + 25 * S)


class Bench:
    """Jumps of a session with a robot, and what they ask of the deck."""

    def __init__(self, session: FakeSession) -> None:
        self.session = session
        self.current = URI
        self.asked: list[object] = []
        self.notes: list[str] = []
        self.played: dict[float, int] = {}
        session.set_state(ConnectionState.CONNECTED)
        session.black_box.told = BoxState(600.0, 1, since_ns=BEGIN_NS)
        deck: Any = self
        played: Any = self
        self.jumps = TimeJumps(
            session.links,
            session.recordings,
            cast("Deck", deck),
            session.black_box,
            cast("PlayedMarks", played),
            lambda: self.current,
            self.notes.append,
            lambda: NOW_NS,
        )

    def open_recording(self) -> None:
        """Have a recording in view."""
        self.session.set_state(ConnectionState.CONNECTED, connection=FILE)
        self.session.recordings.states[FILE] = STATE
        self.current = FILE

    # as the deck

    def seek(self, time_ns: int) -> None:
        self.asked.append(time_ns)

    def go_live(self) -> None:
        self.asked.append("now")

    # as what knows what was played

    def recorded_ns(self, connection_id: str, at_s: float) -> int | None:
        assert connection_id == FILE
        return self.played.get(at_s)


@pytest.fixture
def bench(session: FakeSession) -> Bench:
    return Bench(session)


def test_a_time_of_receipt_is_one_of_the_past(bench: Bench) -> None:
    bench.jumps.go_to((NOW_NS - 10 * S) / 1e9, by_stamp=False)
    assert bench.asked == [pytest.approx(NOW_NS - 10 * S, abs=1000)]
    assert bench.notes == []


def test_a_stamp_of_the_same_clock_is_too_but_not_one_of_a_simulation(bench: Bench) -> None:
    bench.jumps.go_to((NOW_NS - 10 * S) / 1e9, by_stamp=True)
    assert len(bench.asked) == 1

    bench.session.links.clock = SimClock(5 * S, NOW_NS)
    bench.jumps.go_to(5.0, by_stamp=True)
    assert len(bench.asked) == 1
    assert [shows(note, PlaybackBarWording.OTHER_CLOCK) for note in bench.notes] == [True]


def test_a_time_that_is_not_over_is_now(bench: Bench) -> None:
    bench.jumps.go_to_time(NOW_NS + S)
    assert bench.asked == ["now"]


@pytest.mark.parametrize(
    ("told", "code"),
    [
        (None, PlaybackBarWording.NO_BOX),
        (BoxState(0.0, 0), PlaybackBarWording.NOT_KEPT),
        (BoxState(600.0, 1, since_ns=BEGIN_NS), PlaybackBarWording.NOT_KEPT),
    ],
)
def test_what_is_not_kept_is_told(bench: Bench, told: BoxState | None, code: PlaybackBarWording) -> None:
    bench.session.black_box.told = told
    bench.jumps.go_to_time(BEGIN_NS - S)
    assert bench.asked == []
    assert [shows(note, code) for note in bench.notes] == [True]


def test_of_a_recording_in_view_it_is_the_time_that_was_played_then(bench: Bench) -> None:
    bench.open_recording()
    bench.played[7.0] = FILE_NS + 40 * S
    bench.jumps.go_to(7.0, by_stamp=False)
    bench.jumps.go_to((FILE_NS + 50 * S) / 1e9, by_stamp=True)
    first, second = bench.session.recordings.asked
    assert first == ("seek", FILE, FILE_NS + 40 * S)
    assert second[2] == pytest.approx(FILE_NS + 50 * S, abs=1000)

    bench.jumps.go_to(6.0, by_stamp=False)
    bench.jumps.go_to(5.0, by_stamp=True)
    assert len(bench.session.recordings.asked) == 2
    assert [shows(note, PlaybackBarWording.NOT_IN_RECORDING) for note in bench.notes] == [True, True]
    assert bench.asked == []


def test_an_incident_is_shown_by_the_recording_in_view_that_has_it_else_by_the_past(bench: Bench) -> None:
    bench.open_recording()
    bench.jumps.go_to_time(FILE_NS + 10 * S)
    assert bench.session.recordings.asked == [("seek", FILE, FILE_NS + 10 * S)]

    bench.session.recordings.states[FILE] = replace(STATE, end_ns=FILE_NS + S)
    bench.jumps.go_to_time(BEGIN_NS + S)
    assert bench.asked == [BEGIN_NS + S]
