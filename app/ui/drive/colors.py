"""The colours of driving. Those of states, STOP and velocities are read in the sun: 7:1 or better in the light look."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from app.ui.theme import Theme


class Tone(enum.Enum):
    """What a state means to whoever stands beside the robot; each has a colour and a shape of its own."""

    AWAY = "away"  # nothing can be driven
    SAFE = "safe"  # nothing moves
    BETWEEN = "between"  # it is being armed
    ARMED = "armed"  # it moves as soon as somebody pushes
    OWED = "owed"  # it may still be moving
    STOPPED = "stopped"  # latched


@dataclass(frozen=True, slots=True)
class Paint:
    """A ground, what is written on it, and the line around it; each #rrggbb."""

    ground: str
    text: str
    border: str


_RED: Final = Paint("#b00020", "#ffffff", "#b00020")
_RED_BELOW_MOUSE: Final = Paint("#93001a", "#ffffff", "#93001a")

_DARK: Final[Mapping[Tone, Paint]] = {
    Tone.BETWEEN: Paint("#14181d", "#f5a524", "#f5a524"),
    Tone.ARMED: Paint("#f5a524", "#14181d", "#f5a524"),
    Tone.OWED: Paint("#14181d", "#ff9db5", "#ff5c88"),
    Tone.STOPPED: _RED,
}
_LIGHT: Final[Mapping[Tone, Paint]] = {
    Tone.BETWEEN: Paint("#ffffff", "#6e3a00", "#6e3a00"),
    Tone.ARMED: Paint("#6e3a00", "#ffffff", "#6e3a00"),
    Tone.OWED: Paint("#ffffff", "#97001c", "#97001c"),
    Tone.STOPPED: _RED,
}


def paint_of(theme: Theme, tone: Tone) -> Paint:
    """The colours of a state."""
    return (_DARK if theme.dark else _LIGHT).get(tone) or Paint(theme.base, theme.text, theme.border)


def paint_of_stop(*, below_mouse: bool = False) -> Paint:
    """The colours of STOP: the same in both looks."""
    return _RED_BELOW_MOUSE if below_mouse else _RED


def command_color(theme: Theme) -> str:
    """The bar of what is commanded."""
    return theme.accent


def measured_color(theme: Theme) -> str:
    """The mark of what the robot says that it does."""
    return theme.text
