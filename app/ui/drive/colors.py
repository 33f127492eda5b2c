"""Colours of driving.

Those of states, STOP and velocities have to be readable in sunlight: contrast 7:1 or better in the light theme.
"""

from __future__ import annotations

import enum
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

# on amber
_BLACK: Final = "#14181d"
_AMBER: Final = "#f5a524"


def tone_colors(theme: Theme, tone: DriveTone) -> SignColors:
    """Return the colours of a state: those that the theme has for what it means."""
    if tone is DriveTone.BETWEEN:
        return SignColors(theme.base, theme.warn_in_sun, theme.warn_in_sun)
    if tone is DriveTone.ARMED:
        return SignColors(_AMBER, _BLACK, theme.warn)
    if tone is DriveTone.OWED:
        return SignColors(theme.base, theme.error_in_sun, theme.error)
    return _RED if tone is DriveTone.STOPPED else SignColors(theme.base, theme.text, theme.edge)


def stop_colors(*, below_mouse: bool = False) -> SignColors:
    """Return the colours of STOP, which are the same in both themes."""
    return _RED_BELOW_MOUSE if below_mouse else _RED


def command_color(theme: Theme) -> str:
    """Return the colour (#rrggbb) of the bar of the commanded velocity."""
    return theme.accent


def measured_color(theme: Theme) -> str:
    """Return the colour (#rrggbb) of the mark of the velocity that the robot measures."""
    return theme.text
