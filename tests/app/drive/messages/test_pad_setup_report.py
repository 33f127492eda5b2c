"""How far the setting up of a pad is, there and back."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.drive.messages.commands import LineError
from app.drive.messages.pad_setup_report import (
    SetupPreview,
    SetupReport,
    SetupStage,
    parse_setup_report,
    setup_report_object,
)

FULL = SetupReport(
    pad=3,
    name="Some stick",
    stage=SetupStage.SUMMARY,
    text="Try it.",
    trouble="nothing was moved",
    tip="Move it.",
    step=4,
    steps=11,
    acts=("back", "save"),
    axes=((-0.5, 1.0), (0.0, 0.25)),
    pressed=(0, 7),
    preview=SetupPreview(0.5, -1.0, hold=True),
    found=(("drive", "axis 1"),),
)


@pytest.mark.parametrize("told", [FULL, SetupReport(0, "", SetupStage.WAKE)])
def test_what_is_told_is_what_is_read(told: SetupReport) -> None:
    assert parse_setup_report(json.loads(json.dumps(setup_report_object(told)))) == told


@pytest.mark.parametrize(
    "change",
    [
        {"stage": "driving"},
        {"stage": None},
        {"pad": None},
        {"pad": True},
        {"step": 1.5},
        {"words": 3},
        {"acts": "save"},
        {"acts": [1]},
        {"axes": [[1.0]]},
        {"axes": [["a", "b"]]},
        {"axes": 3},
        {"pressed": [None]},
        {"wish": [1, 2]},
        {"wish": "none"},
        {"found": [["drive"]]},
        {"found": [["drive", 1]]},
    ],
)
def test_what_can_not_be_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(LineError):
        parse_setup_report(setup_report_object(FULL) | change)


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
)


@given(st.sampled_from(sorted(setup_report_object(FULL))), _JSON)
def test_whatever_comes_is_read_or_refused(key: str, value: Any) -> None:
    given = setup_report_object(FULL) | {key: value}
    try:
        told = parse_setup_report(given)
    except LineError:
        return
    assert isinstance(told.stage, SetupStage)
