from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.model.timeseries.curve_spec import CurveSpec
from app.model.timeseries.feeds import TimeBase
from app.ui.analysis.state import (
    MAX_SUBJECTS,
    STATE_VERSION,
    AnalysisOptions,
    AnalysisState,
    AnalysisSubject,
    AnalysisTab,
)
from tests.fakes.analyses import IMU, NOTE

STATE = AnalysisState(
    (AnalysisSubject.for_curve(CurveSpec(IMU, "x", color=3)), AnalysisSubject(NOTE)),
    1,
    0,
    AnalysisTab.TIMING,
    12.5,
    TimeBase.STAMP,
    AnalysisOptions(2.5, 0.75, True, True, True, 40, (0.5, -1.0), 100.0),
)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


def test_a_state_is_read_as_it_was_told() -> None:
    assert AnalysisState.from_json(STATE.as_json()) == STATE


def test_the_colour_of_a_curve_in_a_plot_does_not_matter() -> None:
    assert AnalysisSubject.for_curve(CurveSpec(IMU, "x", color=3, visible=False)) == AnalysisSubject(
        IMU, CurveSpec(IMU, "x")
    )


@pytest.mark.parametrize("told", [None, 5, [], {}, {"version": STATE_VERSION + 1, "tab": "timing"}])
def test_a_state_of_nobody_is_as_usual(told: object) -> None:
    assert AnalysisState.from_json(told) == AnalysisState()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("overlap", 0.9),
        ("overlap", [0.5]),
        ("window_s", -1),
        ("window_s", 10**400),
        ("window_s", True),
        ("bins", 0),
        ("expected_hz", "100"),
        ("thresholds", {"a": 1}),
        ("thresholds", [None, "1", float("inf")]),
        ("span_s", 1e9),
        ("tab", "pie"),
        ("subjects", [{"connection": 5, "topic": "/a"}, {"topic": "/a"}, {"path": "]", "connection": "a"}, 5]),
    ],
)
def test_parts_that_are_none_are_left_out(name: str, value: object) -> None:
    assert AnalysisState.from_json({"version": STATE_VERSION, name: value}) == AnalysisState()


def test_there_is_an_end_to_subjects() -> None:
    many = [{"connection": "gazebo://a", "topic": f"/{number}"} for number in range(MAX_SUBJECTS + 5)]
    told: dict[str, Any] = {"version": STATE_VERSION, "subjects": many, "current": MAX_SUBJECTS + 3}
    state = AnalysisState.from_json(told)

    assert len(state.subjects) == MAX_SUBJECTS
    assert state.current == 0


@given(st.dictionaries(st.sampled_from([*STATE.as_json()]), json_values))
def test_anything_is_understood_in_some_way(changes: dict[str, Any]) -> None:
    state = AnalysisState.from_json({**STATE.as_json(), **changes, "version": STATE_VERSION})

    assert AnalysisState.from_json(state.as_json()) == state
