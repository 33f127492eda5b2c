from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.model.images.shading import ColorMap
from app.model.topics import TopicKey
from app.ui.images.view_state import Coloring, ImageViewState, RangeMode

SOME = ImageViewState(
    "ros1://a:1", "/cam/depth", 2, 3, facts=False, coloring=Coloring(RangeMode.FIXED, 0.5, 4.0, ColorMap.VIRIDIS)
)


@pytest.mark.parametrize("state", [ImageViewState(), SOME, SOME.with_key(TopicKey("gazebo://a:1", ""))])
def test_it_is_the_same_after_a_file(state: ImageViewState) -> None:
    assert ImageViewState.from_json(json.loads(json.dumps(state.as_json()))) == state


@pytest.mark.parametrize(
    "change",
    [
        {"connection": 3},
        {"topic": None},
        {"topic": "x" * 2000},
        {"index": -1},
        {"index": 1 << 40},
        {"index": True},
        {"turns": 4},
        {"turns": "1"},
        {"facts": "no"},
        {"coloring": []},
        {"coloring": {"mode": "fixed", "low": 3, "high": 3}},
        {"coloring": {"mode": "fixed", "low": math.nan, "high": 3}},
        {"coloring": {"mode": "fixed", "low": 0, "high": 10**400}},
        {"coloring": {"mode": ["auto"], "colors": {}}},
    ],
)
def test_what_makes_no_sense_is_as_in_a_new_view(change: dict[str, object]) -> None:
    told = ImageViewState("a", "b").as_json() | change
    state = ImageViewState.from_json(told)

    assert state.index == 0
    assert state.turns == 0
    assert state.coloring == Coloring()
    assert state.key in {TopicKey("a", "b"), None}


@pytest.mark.parametrize("ends", [{"low": 0.5}, {"high": 4.0}, {"low": 0.5, "high": "x"}, {"low": 4.0, "high": 0.5}])
def test_a_range_needs_both_ends_and_the_colors_stay(ends: dict[str, object]) -> None:
    told = {"coloring": {"mode": "fixed", "colors": "viridis"} | ends}

    assert ImageViewState.from_json(told).coloring == Coloring(colors=ColorMap.VIRIDIS)


def test_another_topic_begins_with_its_first_picture() -> None:
    state = SOME.with_key(TopicKey("x", "y"))

    assert (state.key, state.index, state.turns) == (TopicKey("x", "y"), 0, 3)
    assert state.with_key(None).key is None
    assert state.with_key(TopicKey("x", "")).key == TopicKey("x", "")


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(sorted(SOME.as_json())), _json) | _json)
def test_whatever_a_file_holds_is_a_state(value: object) -> None:
    state = ImageViewState.from_json(value)

    assert ImageViewState.from_json(json.loads(json.dumps(state.as_json()))) == state
