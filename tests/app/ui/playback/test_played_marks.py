"""The marks of recordings in views."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.model.marks import MarkLine, Marks, TimeMark
from app.model.playback import PlaybackState
from app.model.reference_runs import RunPlace
from app.model.status import ConnectionState
from app.model.time_contents import TimeContents
from app.ui.playback.played_marks import PlayedMarks, RunMarks
from tests.fakes.runs import FakeRuns
from tests.fakes.session import FakeSession

FILE = "file:///runs/first.mcap"
S = 1_000_000_000
START_NS = 1_700_000_000 * S
STATE = PlaybackState(START_NS, START_NS + 100 * S, START_NS, is_playing=True)
FIRST, SECOND = TimeMark(START_NS + 10 * S, 1), TimeMark(START_NS + 60 * S, 2, "slipped")


class Player:
    """A recording with two marks, whose time a test sets."""

    def __init__(self, session: FakeSession) -> None:
        self.session = session
        self.marks = Marks(lambda _: None)
        self.now_s = 5000.0
        session.set_state(ConnectionState.CONNECTED, connection=FILE)
        session.recordings.marks_of[FILE] = (FIRST, SECOND)
        self.played = PlayedMarks(session.links, session.recordings, self.marks, lambda: self.now_s)
        self.go_to(0.0, 0.0)

    def go_to(self, place_s: float, passed_s: float, rate: float = 1.0, *, plays: bool = True, jumps: int = 0) -> None:
        """Stand at another place, after so long."""
        self.now_s += passed_s
        position_ns = START_NS + round(place_s * S)
        self.session.recordings.states[FILE] = replace(
            STATE, position_ns=position_ns, rate=rate, is_playing=plays, jumps=jumps
        )
        self.played.refresh(self.now_s)

    @property
    def by_receipt(self) -> tuple[MarkLine, ...]:
        """The marks as plots of what is received show them."""
        return self.marks.lines(by_stamp=False)


@pytest.fixture
def player(session: FakeSession) -> Player:
    """A recording that begins."""
    return Player(session)


def test_by_stamp_all_marks_of_a_recording_are_there(player: Player) -> None:
    assert [line.mark for line in player.marks.lines(by_stamp=True)] == [FIRST, SECOND]
    before = player.marks.lines(by_stamp=True)
    player.go_to(1.0, 1.0)
    assert player.marks.lines(by_stamp=True) is before
    player.session.recordings.states.clear()
    player.played.refresh(player.now_s)
    assert player.marks.lines(by_stamp=True) == ()


def test_by_receipt_a_mark_is_where_what_was_played_with_it_is(player: Player) -> None:
    player.go_to(9.8, 9.8)
    assert not player.by_receipt
    player.go_to(10.2, 0.4)
    ((at_s, mark, *_),) = player.by_receipt
    assert mark is FIRST
    assert at_s == pytest.approx(player.now_s - 0.2)
    player.go_to(10.2, 1.0)
    assert len(player.by_receipt) == 1


def test_played_faster_it_is_so_much_less_ago(player: Player) -> None:
    player.go_to(9.0, 0.9, rate=10.0)
    player.go_to(12.0, 0.3, rate=10.0)
    ((at_s, *_),) = player.by_receipt
    assert at_s == pytest.approx(player.now_s - 0.2)


def test_a_jump_plays_nothing_but_what_it_goes_to(player: Player) -> None:
    player.go_to(50.0, 0.1)
    player.go_to(20.0, 0.1)
    assert not player.by_receipt
    player.go_to(60.0, 0.1)
    assert [line.mark for line in player.by_receipt] == [SECOND]


def test_a_jump_after_a_pause_plays_nothing_of_what_is_between(player: Player) -> None:
    player.go_to(5.0, 0.1, plays=False)
    player.go_to(5.0, 300.0, plays=False)

    player.go_to(80.0, 0.1, plays=False)

    assert player.by_receipt == ()


def test_what_was_played_when_is_known_until_the_recording_is_closed(player: Player) -> None:
    begin_s = player.now_s
    player.go_to(2.0, 2.0)
    player.go_to(4.0, 2.0)
    player.go_to(50.0, 0.0, rate=10.0, jumps=1)
    player.go_to(70.0, 2.0, rate=10.0, plays=False, jumps=1)
    player.go_to(70.0, 5.0, plays=False, jumps=1)
    player.go_to(20.0, 0.0, plays=False, jumps=2)

    def at(second: float) -> float | None:
        time_ns = player.played.recorded_ns(FILE, begin_s + second)
        return (time_ns - START_NS) / S if time_ns is not None else None

    assert at(-1.0) is None
    assert [at(1.0), at(3.5)] == pytest.approx([1.0, 3.5], abs=0.01)
    assert at(5.0) == pytest.approx(60.0, abs=0.1)
    assert at(10.0) == pytest.approx(70.0, abs=0.1)
    assert at(12.0) == pytest.approx(20.0)
    assert player.played.recorded_ns("file:///other", begin_s) is None

    player.session.recordings.states.clear()
    player.played.refresh(player.now_s)
    assert at(1.0) is None


NOW = MarkLine(5000.0, TimeMark(5000 * S, 1))


def test_without_a_run_the_marks_are_what_they_were() -> None:
    marks = (NOW,)
    assert RunMarks(FakeRuns()).among(marks, by_stamp=False) is marks


def test_the_marks_of_a_run_lie_where_it_lies_by_receipt_and_by_stamp() -> None:
    runs = FakeRuns()
    run = runs.put({}, "Friday")
    runs.contents_of[run.id] = TimeContents(marks=(FIRST, SECOND))
    runs.change(run.id, place=RunPlace(4990 * S - START_NS), stamp_place=RunPlace(7 * S))
    marks = RunMarks(runs)
    lines = marks.among((NOW,), by_stamp=False)
    assert [(line.at_s, line.mark) for line in lines] == [(5000.0, FIRST), (5000.0, NOW.mark), (5050.0, SECOND)]
    assert [line.run.name if line.run is not None else "" for line in lines] == ["Friday", "", "Friday"]
    by_stamp = marks.among((), by_stamp=True)
    assert [line.at_s for line in by_stamp] == pytest.approx([START_NS / 1e9 + 17, START_NS / 1e9 + 67])
    assert marks.among((NOW,), by_stamp=False) == lines


def test_marks_of_runs_are_made_anew_only_when_something_changes() -> None:
    runs = FakeRuns()
    run = runs.put({}, "Friday")
    marks, live = RunMarks(runs), (NOW,)
    assert marks.among(live, by_stamp=False) is live
    runs.contents_of[run.id] = TimeContents(marks=(FIRST,))
    known = marks.among(live, by_stamp=False)
    assert len(known) == 2
    assert marks.among(live, by_stamp=False) is known
    runs.change(run.id, is_shown=False)
    assert marks.among(live, by_stamp=False) is live
    runs.change(run.id, is_shown=True)
    runs.remove(run.id)
    assert marks.among(live, by_stamp=False) is live
