"""How far the setting up of a pad is, there and back."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.drive.messages.lines import LineError, convert_object
from app.drive.messages.pad_setup_report import (
    SetupLine,
    SetupPreview,
    SetupReport,
    SetupStage,
    setup_line,
    setup_report,
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
    preview=SetupPreview(0.5, -1.0, hold=True, slower=True),
    found=(("drive", "axis 1"),),
)


def _object(told: SetupReport) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(setup_line(told))
    return found


def _report(value: object) -> SetupReport:
    return setup_report(convert_object(value, SetupLine))


@pytest.mark.parametrize("told", [FULL, SetupReport(0, "", SetupStage.WAKE)])
def test_what_is_told_is_what_is_read(told: SetupReport) -> None:
    assert _report(json.loads(json.dumps(_object(told)))) == told


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
        _report(_object(FULL) | change)


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
)


@given(st.sampled_from(sorted(_object(FULL))), _JSON)
def test_whatever_comes_is_read_or_refused(key: str, value: Any) -> None:
    given = _object(FULL) | {key: value}
    try:
        told = _report(given)
    except LineError:
        return
    assert isinstance(told.stage, SetupStage)
