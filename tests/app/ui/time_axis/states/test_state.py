from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.model.schema import UnknownFieldError
from app.model.timeseries.feeds import TimeBase
from app.model.topics import TopicKey
from app.ui.time_axis.states.state import MAX_ROWS, MAX_WORDS, SPAN_S, StatePanelState, StateRowSpec

KEY = TopicKey("ros1://robot:11311", "/status")

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["version", "span_s", "base", "lanes", "words", "connection", "topic", "path"]), inner
        )
    ),
)


def test_a_state_is_read_as_it_was_written() -> None:
    nameless = StateRowSpec.of(TopicKey("gazebo://robot:11345", ""), "c")
    state = StatePanelState(
        (StateRowSpec.of(KEY, "a.b[2]"), StateRowSpec.of(KEY, "c"), nameless), 60.0, TimeBase.STAMP, ("IDLE", "on")
    )

    assert StatePanelState.from_json(json.loads(json.dumps(state.as_json()))) == state


@pytest.mark.parametrize("told", [None, [], {}, {"version": 2}, {"version": "1", "span_s": 5}])
def test_what_is_no_state_is_as_usual(told: object) -> None:
    assert StatePanelState.from_json(told) == StatePanelState()


@pytest.mark.parametrize("span_s", [0, -1, 1e9, float("nan"), "30", None, True, 10**400])
def test_a_span_that_makes_no_sense_is_as_usual(span_s: object) -> None:
    assert StatePanelState.from_json({"version": 1, "span_s": span_s}).span_s == SPAN_S


def test_what_can_be_read_is_taken_each_once_and_no_more_than_there_is_room_for() -> None:
    lane = {"connection": "a://b", "topic": "/t", "path": "x"}
    lanes = [
        lane,
        lane,
        {**lane, "path": "["},
        {**lane, "topic": 5},
        5,
        *({**lane, "path": f"p{n}"} for n in range(99)),
    ]
    state = StatePanelState.from_json({"version": 1, "lanes": lanes, "words": ["a", "a", 5, *map(str, range(99))]})

    assert [str(each.path) for each in state.rows[:2]] == ["x", "p0"]
    assert len(state.rows) < MAX_ROWS
    assert state.words[:2] == ("a", "0")
    assert len(state.words) < MAX_WORDS


@given(values)
def test_anything_may_be_read(told: object) -> None:
    state = StatePanelState.from_json(told)

    assert StatePanelState.from_json(state.as_json()) == state


def test_a_lane_needs_a_path() -> None:
    with pytest.raises(UnknownFieldError):
        StateRowSpec.of(KEY, "")
