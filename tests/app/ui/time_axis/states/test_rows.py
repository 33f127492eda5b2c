from __future__ import annotations

from app.model.status import ConnectionState
from app.model.timeseries.states import MAX_WORDS
from app.model.topics import TopicKey
from app.ui.time_axis.states.colors import WordColors
from app.ui.time_axis.states.data import StateData
from app.ui.time_axis.states.rows import StateRows
from app.ui.time_axis.states.state import StateRowSpec
from app.wording.ui.time_axis import StatesWording
from tests.fakes.session import URI, FakeSession

STATUS = TopicKey(URI, "/status")
MODE, DOCKED, NOTE, POWER = (StateRowSpec.of(STATUS, path) for path in ("mode", "docked", "note", "power"))


def fill(session: FakeSession, **message: object) -> float:
    """A second of it; the time behind it."""
    for _ in range(10):
        session.receive("/status", message)
        session.now += 0.1
    return session.now


def paths(lanes: StateRows) -> list[str]:
    return [str(lane.spec.path) for lane in lanes.all]


def test_lanes_are_added_moved_removed_and_had_back_with_their_history(data: StateData, session: FakeSession) -> None:
    lanes = StateRows(data)
    for spec in (MODE, DOCKED, NOTE):
        lanes.add(spec)
    fill(session, mode=1)
    lanes.drain()
    lanes.add(NOTE, 0)
    assert paths(lanes) == ["note", "mode", "docked"]
    lanes.add(NOTE, 2)
    assert paths(lanes) == ["mode", "note", "docked"]
    removed = lanes.all[0]
    lanes.remove(removed)
    fill(session, mode=2)
    held = [lanes.held]
    mode = lanes.add(MODE, 0)
    held.append(lanes.held)
    lanes.drain()
    lanes.move(mode, 99)

    assert paths(lanes) == ["note", "docked", "mode"]
    assert held == [removed, None]
    assert mode.history.words == ("DRIVE", "DOCK")


def test_only_the_last_one_that_was_removed_keeps_its_history(data: StateData, session: FakeSession) -> None:
    lanes = StateRows(data)
    for spec in (MODE, DOCKED):
        lanes.add(spec)
    fill(session, mode=1)
    lanes.remove(lanes.all[0])
    lanes.remove(lanes.all[0])
    assert lanes.held is not None
    assert lanes.held.spec == DOCKED
    mode = lanes.add(MODE)
    lanes.drain()

    assert mode.history.words == ()


def test_what_it_is_now_is_told_with_how_long(data: StateData, session: FakeSession) -> None:
    lane = StateRows(data).add(MODE)
    assert lane.read_now(session.now).note == StatesWording.NOTHING_YET()
    now_s = fill(session, mode=1)
    lane.drain()
    reading = lane.read_now(now_s)

    assert (reading.word, reading.note, reading.old) == ("DRIVE", "for 1.0 s", False)


def test_what_was_last_is_told_with_its_age_once_nothing_comes_or_the_robot_is_lost(
    data: StateData, session: FakeSession
) -> None:
    lane = StateRows(data).add(MODE)
    now_s = fill(session, mode=1)
    lane.drain()
    silent = lane.read_now(now_s + 10)
    session.set_state(ConnectionState.LOST)
    lost = lane.read_now(now_s)

    assert (silent.word, silent.note, silent.old) == ("DRIVE", "10 s ago", True)
    assert (lost.word, lost.note, lost.old) == ("DRIVE", "0.1 s ago", True)


def test_a_time_is_read_where_something_was_heard(data: StateData, session: FakeSession) -> None:
    lane = StateRows(data).add(MODE)
    began_s = session.now
    fill(session, mode=1)
    now_s = fill(session, mode=2)
    lane.drain()

    assert lane.read_at(began_s - 1, now_s).word == ""
    reading = lane.read_at(began_s + 0.5, now_s)
    assert (reading.word, reading.note) == ("DRIVE", StatesWording.INTO_IT(since="0.5 s", time="1.0 s"))
    assert lane.read_at(now_s - 0.5, now_s).word == "DOCK"
    assert lane.read_at(now_s + 5, now_s + 9).word == ""


def test_what_is_wrong_is_told_in_words(data: StateData, session: FakeSession) -> None:
    lanes = StateRows(data)
    number, note = lanes.add(POWER), lanes.add(NOTE)
    for count in range(MAX_WORDS + 2):
        session.receive("/status", {"note": str(count), "power": 1.0})
    lanes.drain()

    assert number.fault == StatesWording.THIS_IS_NUMBER()
    assert note.fault == StatesWording.TOO_MANY_WORDS(count=256)
    assert note.read_now(session.now).word == StatesWording.OTHER_WORD()


def test_a_word_has_the_same_color_in_all_lanes(data: StateData, session: FakeSession) -> None:
    lanes = StateRows(data)
    lanes.set_all([MODE, NOTE], WordColors(["other"]))
    fill(session, mode=1, note="DRIVE")
    lanes.drain()

    assert lanes.colors.words == ("other", "DRIVE")


def test_the_newest_time_is_that_of_any_lane(data: StateData, session: FakeSession) -> None:
    lanes = StateRows(data)
    assert lanes.newest_s is None
    lanes.add(MODE)
    assert not lanes.drain()
    fill(session, mode=1)
    assert lanes.drain()

    assert lanes.newest_s == lanes.all[0].history.runs[-1].heard_s
