"""The progress of setting up a pad, as a part of a report. Pure."""

from __future__ import annotations

import enum
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from app.drive.messages.commands import LineError, finite_number
from app.wording.drive import LineWording

MAX_AXES: Final = 12
MAX_PRESSED: Final = 8
MAX_FOUND: Final = 8
MAX_TEXT_CHARACTERS: Final = 100
MAX_NAME_CHARACTERS: Final = 32


class SetupStage(enum.Enum):
    """The stages of setting up a pad."""

    # every axis has to have moved once before it is watched at rest
    WAKE = "wake"
    REST = "rest"
    SWEEP = "sweep"
    MAP = "map"
    # all is known, and can be tried before it is saved
    SUMMARY = "summary"
    # over, and saved; it can still be undone
    SAVED = "saved"
    # over: the pad was pulled out
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class SetupPreview:
    """A preview of what the pad would ask for as it was set up; sticks from -1 to 1."""

    forward: float = 0.0
    turn: float = 0.0
    hold: bool = False
    turbo: bool = False
    stop: bool = False


@dataclass(frozen=True, slots=True)
class SetupReport:
    """The progress of setting up a pad.

    Attributes:
        pad, name: the number and the name of the pad.
        text: what the operator is to do.
        trouble, tip: why the last act failed; empty where it did not.
        step, steps: the step and the number of steps, counted from 1.
        acts: the acts that are possible now, by the values of `SetupAction`.
        axes: the position of each axis, -1 to 1, and the share of its range that it has gone through, 0 to 1.
        pressed: the numbers of the buttons that are down.
        preview: what the pad would ask for; None before that is known.
        found: roles and the inputs that have them, as texts.
    """

    pad: int
    name: str
    stage: SetupStage
    text: str = ""
    trouble: str = ""
    tip: str = ""
    step: int = 1
    steps: int = 1
    acts: tuple[str, ...] = ()
    axes: tuple[tuple[float, float], ...] = ()
    pressed: tuple[int, ...] = ()
    preview: SetupPreview | None = None
    found: tuple[tuple[str, str], ...] = ()


def setup_report_object(told: SetupReport) -> dict[str, Any]:
    """Convert to the object of a report; texts and lists that are too long are cut."""
    wish = told.preview
    return {
        "pad": told.pad,
        "name": _cut(told.name, MAX_NAME_CHARACTERS),
        "stage": told.stage.value,
        "words": _cut(told.text, MAX_TEXT_CHARACTERS),
        "trouble": _cut(told.trouble, MAX_TEXT_CHARACTERS),
        "tip": _cut(told.tip, MAX_TEXT_CHARACTERS),
        "step": told.step,
        "steps": told.steps,
        "acts": told.acts,
        "axes": [[_round(value), _round(gone)] for value, gone in told.axes[:MAX_AXES]],
        "pressed": told.pressed[:MAX_PRESSED],
        "wish": None
        if wish is None
        else [_round(wish.forward), _round(wish.turn), int(wish.hold), int(wish.turbo), int(wish.stop)],
        "found": [
            [_cut(role, MAX_NAME_CHARACTERS), _cut(what, MAX_NAME_CHARACTERS)] for role, what in told.found[:MAX_FOUND]
        ],
    }


def parse_setup_report(given: Mapping[str, Any]) -> SetupReport:
    """Parse the object of a report, decoded from JSON. Raises LineError."""
    try:
        stage = SetupStage(given.get("stage"))
    except ValueError as error:
        raise LineError(LineWording.NO_STAGE(stage=str(given.get("stage"))[:40])) from error
    wish = given.get("wish")
    return SetupReport(
        pad=_whole(given, "pad"),
        name=_text(given.get("name", "")),
        stage=stage,
        text=_text(given.get("words", "")),
        trouble=_text(given.get("trouble", "")),
        tip=_text(given.get("tip", "")),
        step=_whole(given, "step"),
        steps=_whole(given, "steps"),
        acts=tuple(_text(act) for act in _list(given.get("acts", []))),
        axes=tuple((value, gone) for value, gone in (_numbers(axis, 2) for axis in _list(given.get("axes", [])))),
        pressed=tuple(int(value) for value in _numbers(given.get("pressed", []))),
        preview=None if wish is None else _wish(_numbers(wish, 5)),
        found=tuple((role, what) for role, what in (_pair(pair) for pair in _list(given.get("found", [])))),
    )


def _wish(values: tuple[float, ...]) -> SetupPreview:
    forward, turn, hold, turbo, stop = values
    return SetupPreview(forward, turn, bool(hold), bool(turbo), bool(stop))


def _round(value: float) -> float:
    return round(max(-1.0, min(1.0, value)), 2) if math.isfinite(value) else 0.0


def _cut(text: str, longest: int) -> str:
    plain = "".join(c if c.isprintable() and c not in '"\\' else "?" for c in text[:longest])
    return plain.encode("utf-8", "replace")[:longest].decode("utf-8", "ignore")


def _whole(given: Mapping[str, Any], key: str) -> int:
    value = given.get(key)
    if type(value) is not int:
        raise LineError(LineWording.NO_WHOLE_NUMBER(key=key))
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise LineError(LineWording.NO_WORDS())
    return value


def _list(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise LineError(LineWording.NO_LIST())
    return value


def _pair(value: object) -> tuple[str, str]:
    texts = _list(value)
    if len(texts) != 2:
        raise LineError(LineWording.NO_PAIR())
    return _text(texts[0]), _text(texts[1])


def _numbers(value: object, count: int | None = None) -> tuple[float, ...]:
    values = _list(value)
    if count is not None and len(values) != count:
        raise LineError(LineWording.WRONG_LENGTH())
    return tuple(finite_number({"value": each}, "value") for each in values)
