"""Aligning two recordings by the time bar: ways that are offered, the field of the offset, and how it was before."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from app.model.marks import TimeMark
from app.model.playback import PlaybackState
from app.model.status import ConnectionState
from app.ui.playback.alignment_tools import AlignmentTools
from app.wording.ui.playback import PlaybackBarWording
from tests.fakes.session import FakeSession
from tests.tools.sentences import shows

S = 1_000_000_000
FIRST, SECOND, THIRD = "file:///a.mcap", "file:///b.mcap", "file:///c.mcap"
STATE = PlaybackState(100 * S, 200 * S, 110 * S)


class Bench:
    """Tools of two recordings, the second of which is 50 s later."""

    def __init__(self, session: FakeSession, qtbot: QtBot) -> None:
        self.session = session
        self.recordings = session.recordings
        for name, later_ns in ((FIRST, 0), (SECOND, 50 * S)):
            self.open(name, later_ns)
        self.tools = AlignmentTools(session.links, session.recordings, lambda name: name[-6:])
        for widget in (self.tools.button, self.tools.offset):
            qtbot.addWidget(widget)
        self.tools.show(FIRST)

    def open(self, name: str, later_ns: int) -> None:
        """Open a recording."""
        self.session.set_state(ConnectionState.CONNECTED, connection=name)
        begin, end, place = (each + later_ns for each in (STATE.start_ns, STATE.end_ns, STATE.position_ns))
        self.recordings.states[name] = replace(STATE, start_ns=begin, end_ns=end, position_ns=place)

    def choose(self, code: PlaybackBarWording) -> None:
        """Choose from the menu what a sentence says."""
        self.tools.button.choices.aboutToShow.emit()
        actions = [action for action in self.tools.button.choices.actions() if shows(action.text(), code)]
        actions[0].trigger()
        self.tools.show(FIRST)

    def later_s(self) -> float | None:
        """How much later the second recording is; None where it goes by itself."""
        later_ns = self.recordings.aligned(FIRST).get(SECOND)
        return later_ns / S if later_ns is not None else None


@pytest.fixture
def bench(session: FakeSession, qtbot: QtBot) -> Bench:
    return Bench(session, qtbot)


def test_it_is_offered_where_there_are_two(bench: Bench) -> None:
    assert not bench.tools.button.isHidden()
    assert bench.tools.offset.isHidden()
    del bench.recordings.states[SECOND]
    bench.tools.show(FIRST)
    assert bench.tools.button.isHidden()
    bench.tools.show("")
    assert bench.tools.button.isHidden()


def test_by_hand_by_starts_and_by_times(bench: Bench) -> None:
    bench.recordings.states[SECOND] = replace(bench.recordings.states[SECOND], position_ns=175 * S)
    bench.choose(PlaybackBarWording.ALIGN_HERE)
    assert bench.later_s() == 65.0
    assert not bench.tools.offset.isHidden()
    assert bench.tools.offset.value() == 65.0
    assert shows(bench.tools.offset.toolTip(), PlaybackBarWording.IS_LATER)

    bench.choose(PlaybackBarWording.ALIGN_STARTS)
    assert bench.later_s() == 50.0
    bench.choose(PlaybackBarWording.ALIGN_TIMES)
    assert bench.later_s() == 0.0


def test_by_a_mark_that_both_have(bench: Bench) -> None:
    bench.recordings.marks_of[FIRST] = (TimeMark(120 * S, 1, "slipped"), TimeMark(130 * S, 2, "fell"))
    bench.recordings.marks_of[SECOND] = (TimeMark(150 * S, 7, "slipped"), TimeMark(170 * S, 2))
    bench.tools.button.choices.aboutToShow.emit()
    texts = [action.text() for action in bench.tools.button.choices.actions()]
    assert sum(shows(text, PlaybackBarWording.ALIGN_MARK) for text in texts) == 1

    bench.choose(PlaybackBarWording.ALIGN_MARK)

    assert bench.later_s() == 30.0


def test_the_offset_is_set_by_its_number_and_undone(bench: Bench) -> None:
    bench.choose(PlaybackBarWording.ALIGN_TIMES)
    bench.tools.offset.setValue(-2.5)
    assert bench.later_s() == -2.5
    bench.tools.show(FIRST)
    assert shows(bench.tools.offset.toolTip(), PlaybackBarWording.IS_EARLIER)

    bench.choose(PlaybackBarWording.UNDO_ALIGNMENT)
    assert bench.later_s() == 0.0
    assert bench.tools.offset.value() == 0.0
    bench.choose(PlaybackBarWording.UNDO_ALIGNMENT)
    assert bench.later_s() is None
    assert bench.tools.offset.isHidden()


def test_each_goes_by_itself_again(bench: Bench) -> None:
    bench.choose(PlaybackBarWording.ALIGN_TIMES)
    bench.choose(PlaybackBarWording.ALONE)
    assert bench.later_s() is None
    bench.choose(PlaybackBarWording.UNDO_ALIGNMENT)
    assert bench.later_s() == 0.0


def test_of_several_each_has_a_menu_of_its_own(bench: Bench) -> None:
    bench.open(THIRD, 0)
    bench.tools.show(FIRST)
    bench.tools.button.choices.aboutToShow.emit()
    menus = [action.menu() for action in bench.tools.button.choices.actions() if action.menu() is not None]
    assert len(menus) == 2
