"""Colours of driving.

Those of states, STOP and velocities have to be readable in sunlight: contrast 7:1 or better in the light theme.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from app.ui.base.theme import Theme


class DriveTone(enum.Enum):
    """Meaning of a state for a person beside the robot; each has a colour and a shape of its own."""

    AWAY = "away"  # there is no robot to drive
    SAFE = "safe"  # nothing moves
    BETWEEN = "between"  # the robot is being armed
    ARMED = "armed"  # the robot moves as soon as a stick is pushed
    OWED = "owed"  # the robot may still be moving, a zero command is still owed to it
    STOPPED = "stopped"  # STOP is latched


@dataclass(frozen=True, slots=True)
class SignColors:
    """Colours of a sign: background, text and border, each #rrggbb."""

    background: str
    text: str
    border: str


_RED: Final = SignColors("#b00020", "#ffffff", "#b00020")
_RED_BELOW_MOUSE: Final = SignColors("#93001a", "#ffffff", "#93001a")

_DARK: Final[Mapping[DriveTone, SignColors]] = {
    DriveTone.BETWEEN: SignColors("#14181d", "#f5a524", "#f5a524"),
    DriveTone.ARMED: SignColors("#f5a524", "#14181d", "#f5a524"),
    DriveTone.OWED: SignColors("#14181d", "#ff9db5", "#ff5c88"),
    DriveTone.STOPPED: _RED,
}
_LIGHT: Final[Mapping[DriveTone, SignColors]] = {
    DriveTone.BETWEEN: SignColors("#ffffff", "#6e3a00", "#6e3a00"),
    DriveTone.ARMED: SignColors("#f5a524", "#14181d", "#8a5200"),
    DriveTone.OWED: SignColors("#ffffff", "#97001c", "#97001c"),
    DriveTone.STOPPED: _RED,
}


def tone_colors(theme: Theme, tone: DriveTone) -> SignColors:
    """Return the colours of a state."""
    return (_DARK if theme.dark else _LIGHT).get(tone) or SignColors(theme.base, theme.text, theme.border)


def stop_colors(*, below_mouse: bool = False) -> SignColors:
    """Return the colours of STOP, which are the same in both themes."""
    return _RED_BELOW_MOUSE if below_mouse else _RED


def command_color(theme: Theme) -> str:
    """Return the colour (#rrggbb) of the bar of the commanded velocity."""
    return theme.accent


def measured_color(theme: Theme) -> str:
    """Return the colour (#rrggbb) of the mark of the velocity that the robot measures."""
    return theme.text
