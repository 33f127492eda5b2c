from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.model.topics import TopicKey
from app.ui.top_view.state import COLORS, GRAY, MAX_LAYERS, Layer, TopViewState

ODOM, SCAN, MAP = (TopicKey("ros1://robot:11311", name) for name in ("/odom", "/scan", "/map"))
STATE = TopViewState((Layer(ODOM), Layer(SCAN, visible=False, color=3, opacity=0.5, place_in="laser"), Layer(MAP)))


@pytest.mark.parametrize("topic", ["/pose", "", "__default__", "/gazebo/my lab/pose", "/ünï-1/%20"])
def test_what_was_told_comes_back(topic: str) -> None:
    state = replace(
        STATE.with_new(Layer(TopicKey("gazebo://a:1", topic)), 1),
        fixed_frame="odom",
        follow=False,
        robot=ODOM,
        show_ring=False,
        deceleration_m_s2=0.4,
        center=(1.0, 2.0),
    )

    assert TopViewState.from_json(json.loads(json.dumps(state.as_json()))) == state


@pytest.mark.parametrize(
    "told",
    [
        None,
        [],
        "layers",
        {"layers": 5},
        {"layers": [None, {}, {"topic": ["a"]}, {"topic": ["", "b"]}, {"topic": [1, 2]}, {"topic": ["a", "b" * 2000]}]},
        {"scale": math.nan, "center": [1e300, "x"], "deceleration_m_s2": 0, "follow": "no", "robot": "r"},
        {"scale": True, "center": None, "fixed_frame": 5},
    ],
)
def test_what_can_not_be_understood_is_as_if_nobody_had_told_it(told: Any) -> None:
    assert TopViewState.from_json(told) == TopViewState()


def test_of_a_layer_what_can_not_be_understood_is_as_usual() -> None:
    told = {"topic": ["a", "b"], "color": 99, "opacity": -1, "visible": "no", "place_in": None}

    assert TopViewState.from_json({"layers": [told, told]}).layers == (Layer(TopicKey("a", "b")),)


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=5),
        lambda below: (
            st.lists(below, max_size=3)
            | st.dictionaries(st.sampled_from([*STATE.as_json(), "topic", "color", "opacity"]), below)
        ),
        max_leaves=10,
    )
)
def test_anything_is_a_state(told: Any) -> None:
    state = TopViewState.from_json(told)

    assert json.loads(json.dumps(state.as_json(), allow_nan=False))
    assert all(0 <= layer.color < COLORS for layer in state.layers)


def keys(state: TopViewState) -> list[TopicKey]:
    return [layer.key for layer in state.layers]


def test_layers_come_and_go_and_move() -> None:
    other = TopicKey("a", "b")

    assert keys(STATE.with_new(Layer(other), 1)) == [ODOM, other, SCAN, MAP]
    assert STATE.with_new(Layer(ODOM), 1) is STATE
    assert keys(STATE.without(SCAN)) == [ODOM, MAP]
    assert keys(STATE.moved(MAP, 0)) == [MAP, ODOM, SCAN]
    assert keys(STATE.moved(ODOM, 99)) == [SCAN, MAP, ODOM]
    assert STATE.moved(other, 0) is STATE
    assert STATE.with_layer(Layer(MAP, color=2)).layer(MAP) == Layer(MAP, color=2)


def test_there_are_no_more_layers_than_may_be() -> None:
    state = TopViewState()
    for number in range(MAX_LAYERS + 5):
        state = state.with_new(Layer(TopicKey("a", f"/{number}")), 0)

    assert len(state.layers) == MAX_LAYERS
    assert (
        len(TopViewState.from_json({"layers": [{"topic": ["a", f"/{n}"]} for n in range(1000)]}).layers) == MAX_LAYERS
    )


def test_a_new_layer_has_a_colour_that_the_fewest_have_and_not_that_of_maps() -> None:
    state = TopViewState()
    colors = []
    for number in range(9):
        colors.append(state.free_color)
        state = state.with_new(Layer(TopicKey("a", f"/{number}"), color=colors[-1]), 0)

    assert colors == [0, 1, 2, 3, 4, 5, 6, 0, 1]
    assert GRAY not in colors
