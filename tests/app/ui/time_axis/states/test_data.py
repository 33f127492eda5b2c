from __future__ import annotations

from typing import Any

import pytest

from app.model.schema import FieldPath, UnknownFieldError
from app.model.status import ConnectionState
from app.model.timeseries.feeds import TimeBase
from app.model.timeseries.states import NotAStateError
from app.model.topics import TopicKey
from app.session.errors import SessionError
from app.ui.time_axis.states.data import MAX_RETAINED, RETAINED_S, RetainedStates, StateData
from app.ui.time_axis.states.state import StateRowSpec
from tests.fakes.backfill import FakeBackfill, schema_of
from tests.fakes.session import URI, FakeSession, JsonSchema

STATUS = TopicKey(URI, "/status")
MODE, NOTE, POWER = (StateRowSpec.of(STATUS, path) for path in ("mode", "note", "power"))


def words(data: StateData, lane: StateRowSpec) -> list[str | None]:
    history = data.history(lane)
    history.drain()
    return [history.word(run.code) for run in history.runs]


def test_what_is_shown_is_listened_to_and_nothing_else(data: StateData, session: FakeSession) -> None:
    data.set_rows([MODE, NOTE])
    assert session.topics.wants["lane-1"] == {STATUS}
    session.receive("/status", {"mode": 1, "note": "a"})
    assert (words(data, MODE), words(data, NOTE)) == (["DRIVE"], ["a"])
    data.set_rows([])

    assert session.topics.wants["lane-1"] == frozenset()
    assert not any(owner == "lane-1" for owner, _ in session.topics.sinks)


def test_history_goes_on_while_others_come_and_go(data: StateData, session: FakeSession) -> None:
    data.set_rows([MODE])
    session.receive("/status", {"mode": 1, "note": "a"})
    data.set_rows([MODE, NOTE])
    session.receive("/status", {"mode": 0, "note": "b"})
    data.set_rows([MODE])

    assert words(data, MODE) == ["DRIVE", "IDLE"]
    with pytest.raises(KeyError):
        data.history(NOTE)


@pytest.fixture
def retained(session: FakeSession) -> RetainedStates:
    return RetainedStates(session.topics)


def closed(session: FakeSession, retained: RetainedStates) -> None:
    """A panel was there, and is closed."""
    data = StateData(session.links, session.topics, "lane-1", retained)
    data.set_rows([MODE])
    session.receive("/status", {"mode": 1})
    data.set_rows([], retain=True)


def test_who_shows_the_states_of_a_closed_panel_has_their_history(
    session: FakeSession, retained: RetainedStates
) -> None:
    closed(session, retained)
    session.receive("/status", {"mode": 0})
    retained.refresh(5.0)
    again = StateData(session.links, session.topics, "lane-2", retained)
    again.set_rows([MODE, NOTE])
    session.receive("/status", {"mode": 2, "note": "a"})

    assert words(again, MODE) == ["DRIVE", "IDLE", "DOCK"]
    # the newest message that was there had none
    assert words(again, NOTE) == [None, "a"]
    assert {owner for owner, _ in session.topics.sinks} == {"lane-2"}
    assert session.topics.wants["lane-2"] == {STATUS}


def test_states_of_a_closed_panel_go_on_for_a_while(session: FakeSession, retained: RetainedStates) -> None:
    closed(session, retained)
    retained.refresh(5.0)
    retained.refresh(5.0 + RETAINED_S - 1.0)
    assert len(session.topics.sinks) == 1
    retained.refresh(5.0 + RETAINED_S)

    assert session.topics.sinks == {}
    assert not any(session.topics.wants.values())


def test_there_is_an_end_to_states_of_closed_panels(session: FakeSession, retained: RetainedStates) -> None:
    data = StateData(session.links, session.topics, "lane-1", retained)
    keys = [TopicKey(URI, f"/t{number}") for number in range(MAX_RETAINED + 3)]
    data.set_rows([StateRowSpec.of(key, "state") for key in keys])
    data.set_rows([], retain=True)
    assert len(session.topics.sinks) == MAX_RETAINED
    retained.close()

    assert session.topics.sinks == {}
    assert not any(session.topics.wants.values())


def test_by_another_time_there_is_no_history(session: FakeSession, retained: RetainedStates) -> None:
    closed(session, retained)
    by_stamp = StateData(session.links, session.topics, "lane-2", retained)
    by_stamp.restart(TimeBase.STAMP)
    by_stamp.set_rows([MODE])

    assert words(by_stamp, MODE) == []


def test_what_somebody_else_hears_already_is_known_at_once(data: StateData, session: FakeSession) -> None:
    session.receive("/status", {"mode": 2})
    data.set_rows([MODE])
    assert words(data, MODE) == []
    data.set_rows([])
    session.topic("/status").live = True
    data.set_rows([MODE])

    assert words(data, MODE) == ["DOCK"]


def test_what_comes_just_before_it_is_listened_to_is_not_missed(
    data: StateData, session: FakeSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    session.receive("/status", {"mode": 2})
    session.topic("/status").live = True
    set_sink = session.topics.set_sink

    def set_later(*what: Any, **how: Any) -> None:
        session.receive("/status", {"mode": 0})
        set_sink(*what, **how)

    monkeypatch.setattr(session.topics, "set_sink", set_later)
    data.set_rows([MODE])

    assert words(data, MODE) == ["IDLE"]


def test_another_time_begins_anew(data: StateData, session: FakeSession) -> None:
    data.set_rows([MODE])
    session.receive("/status", {"mode": 1})
    data.restart(TimeBase.STAMP)
    session.receive("/status", {"mode": 2, "time": 5.0}, {"mode": 0})

    assert words(data, MODE) == ["DOCK"]
    assert data.history(MODE).runs[0].start_s == 5.0
    assert data.unstamped(MODE)


def test_a_field_that_has_no_states_is_told(data: StateData, session: FakeSession) -> None:
    with pytest.raises(NotAStateError):
        data.check(STATUS, POWER.path)
    data.check(STATUS, MODE.path)
    data.check(TopicKey(URI, "/nosuch"), POWER.path)
    data.set_rows([POWER])
    session.receive("/status", {"power": 5.0})

    assert isinstance(data.error(POWER), NotAStateError)


def test_the_states_of_a_topic_are_known_with_its_type(data: StateData, session: FakeSession) -> None:
    assert data.state_paths(STATUS) == ["mode", "docked", "note"]
    assert data.state_paths(TopicKey(URI, "/odom")) == []
    assert data.state_paths(TopicKey(URI, "/nosuch")) is None
    topic = session.topic("/status")
    session.topics.schemas["Status"], topic.schema = JsonSchema("Status"), None
    assert data.state_paths(STATUS) == []
    session.topics.schemas.clear()
    assert data.state_paths(STATUS) is None


def test_a_robot_that_cannot_be_heard_is_lost(data: StateData, session: FakeSession) -> None:
    assert not data.is_lost(STATUS)
    session.set_state(ConnectionState.LOST)
    assert data.is_lost(STATUS)
    assert data.is_lost(TopicKey("gazebo://other:1", "/status"))


def test_a_type_that_a_session_cannot_find_is_unknown(data: StateData, session: FakeSession) -> None:
    def refuse(connection_id: str, type_name: str) -> None:
        raise SessionError(f"{connection_id} {type_name}")

    session.topic("/status").schema = None
    session.topics.schema_of = refuse  # type: ignore[method-assign] # a session that is gone

    assert data.schema_of(STATUS) is None


def test_a_path_that_is_none_is_no_lane() -> None:
    with pytest.raises(UnknownFieldError):
        FieldPath.parse("[")


def test_what_was_kept_of_a_field_is_asked_for_when_its_states_begin_to_be_kept(
    data: StateData, session: FakeSession, retained: RetainedStates
) -> None:
    backfill = session.topics.backfill = FakeBackfill()
    session.now = 1000.0
    data.set_rows([MODE, NOTE])
    data.set_rows([MODE, NOTE, POWER])
    assert backfill.asked == [(STATUS, {"mode", "note"}), (STATUS, {"power"})]
    session.receive("/status", {"mode": 1, "note": "a"})
    schema = schema_of(session, "/status")
    backfill.fill(STATUS, schema, (998.0, b'{"mode":2,"note":"a"}'), (999.0, b'{"mode":0,"note":"a"}'))
    assert words(data, MODE) == ["DOCK", "IDLE", "DRIVE"]
    assert words(data, NOTE) == ["a"]

    closed(session, retained)
    StateData(session.links, session.topics, "lane-2", retained).set_rows([MODE])
    # closed states have their history
    assert backfill.asked[2:] == [(STATUS, {"mode"})]
