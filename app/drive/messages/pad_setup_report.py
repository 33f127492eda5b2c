"""The progress of setting up a pad, as a part of a report. Pure."""

from __future__ import annotations

import enum
import math
from dataclasses import dataclass
from typing import Final

import msgspec

from app.drive.messages.lines import cut_text
from protocols.sentence import SaidLine, said_text

MAX_AXES: Final = 12
MAX_PRESSED: Final = 8
MAX_FOUND: Final = 13
MAX_TEXT_CHARACTERS: Final = 100
MAX_NAME_CHARACTERS: Final = 32
# of the words for a role, or for an input
MAX_FOUND_CHARACTERS: Final = 16


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
    slow: bool = False
    faster: bool = False
    slower: bool = False


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


class SetupLine(msgspec.Struct):
    """A `SetupReport` as it stands in a line."""

    pad: int
    name: str
    stage: SetupStage
    words: SaidLine
    trouble: SaidLine
    tip: SaidLine
    step: int
    steps: int
    acts: tuple[str, ...]
    axes: tuple[tuple[float, float], ...]
    pressed: tuple[int, ...]
    # forward, turn, and whether each button is down
    wish: tuple[float, float, int, int, int, int, int, int] | None
    found: tuple[tuple[SaidLine, SaidLine], ...]


def setup_line(told: SetupReport) -> SetupLine:
    """Convert to the part of a line; texts and lists that are too long are cut."""
    wish = told.preview
    return SetupLine(
        pad=told.pad,
        name=cut_text(told.name, MAX_NAME_CHARACTERS),
        stage=told.stage,
        words=cut_text(told.text, MAX_TEXT_CHARACTERS),
        trouble=cut_text(told.trouble, MAX_TEXT_CHARACTERS),
        tip=cut_text(told.tip, MAX_TEXT_CHARACTERS),
        step=told.step,
        steps=told.steps,
        acts=told.acts,
        axes=tuple((_round(value), _round(gone)) for value, gone in told.axes[:MAX_AXES]),
        pressed=told.pressed[:MAX_PRESSED],
        wish=None if wish is None else _wish(wish),
        found=tuple(
            (cut_text(role, MAX_FOUND_CHARACTERS), cut_text(what, MAX_FOUND_CHARACTERS))
            for role, what in told.found[:MAX_FOUND]
        ),
    )


def setup_report(line: SetupLine) -> SetupReport:
    """Convert from the part of a line."""
    return SetupReport(
        line.pad,
        line.name,
        line.stage,
        said_text(line.words),
        said_text(line.trouble),
        said_text(line.tip),
        line.step,
        line.steps,
        line.acts,
        line.axes,
        line.pressed,
        None if line.wish is None else SetupPreview(*line.wish[:2], *map(bool, line.wish[2:])),
        tuple((said_text(role), said_text(what)) for role, what in line.found),
    )


def _wish(wish: SetupPreview) -> tuple[float, float, int, int, int, int, int, int]:
    first, second, third = map(int, (wish.hold, wish.turbo, wish.stop))
    return (
        *(_round(wish.forward), _round(wish.turn), first, second, third),
        *(int(wish.slow), int(wish.faster), int(wish.slower)),
    )


def _round(value: float) -> float:
    return round(max(-1.0, min(1.0, value)), 2) if math.isfinite(value) else 0.0
