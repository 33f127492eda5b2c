"""How far the setting up of a pad is, there and back."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.drive.messages.lines import LineError, convert_object, encode_struct
from app.drive.messages.pad_setup_report import (
    SetupLine,
    SetupPreview,
    SetupReport,
    SetupStage,
    setup_line,
    setup_report,
)
from app.wording.drive import PadWording
from protocols.sentence import code_of
from tests.tools.sentences import tells

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


def test_sentences_keep_their_codes_and_values_by_which_the_window_translates_them() -> None:
    trouble = PadWording.MOVED_ONLY_A_PART(axis=2)
    found = ((PadWording.ROLE_DRIVE(), PadWording.AXIS(number=1)),)

    told = _report(
        json.loads(encode_struct(setup_line(replace(FULL, text=PadWording.TRY_IT(), trouble=trouble, found=found))))
    )

    assert tells(told.text, PadWording.TRY_IT)
    assert tells(told.trouble, PadWording.MOVED_ONLY_A_PART, axis=2)
    ((role, what),) = told.found
    assert (code_of(role), code_of(what)) == (PadWording.ROLE_DRIVE, PadWording.AXIS)


@pytest.mark.parametrize(
    "said",
    [
        ["PadWording.NONE_SUCH", {}],
        ["NoWording.AXIS", {"number": 1}],
        ["PadWording", {}],
        # a value is missing, or is none
        ["PadWording.AXIS", {}],
        ["PadWording.AXIS", {"number": [1]}],
        ["PadWording.AXIS", {"number": None}],
    ],
)
def test_a_sentence_that_nobody_knows_is_no_text_and_the_rest_is_read(said: list[Any]) -> None:
    assert _report(_object(FULL) | {"words": said, "found": [["drive", said]]}) == replace(
        FULL, text="", found=(("drive", ""),)
    )


@pytest.mark.parametrize(
    "change",
    [
        {"stage": "driving"},
        {"stage": None},
        {"pad": None},
        {"pad": True},
        {"step": 1.5},
        {"acts": "save"},
        {"acts": [1]},
        {"axes": [[1.0]]},
        {"axes": [["a", "b"]]},
        {"axes": 3},
        {"pressed": [None]},
        {"wish": [1, 2]},
        {"wish": "none"},
        {"found": [["drive"]]},
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
