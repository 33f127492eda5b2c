"""Colours of states: those of curves, which colour-blind people can tell apart; a state has one colour in a panel."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from PySide6.QtGui import QColor

from app.model.timeseries.states import FALSE_WORD, TRUE_WORD
from app.ui.base.theme import Theme
from app.ui.time_axis.colors import CURVE_COLORS, curve_color, mixed
from app.ui.time_axis.states.state import MAX_WORDS

# true is blue, false is grey
_FALSE: Final = len(CURVE_COLORS) - 1
# levels of diagnostics, logs and the like, in small letters: green, amber, the nearest to red, grey
_LEVELS: Final = {"ok": 2, "warn": 1, "warning": 1, "error": 5, "fatal": 5, "stale": _FALSE}
# the colours that differ most first; a second round of them is mixed with the background
_ORDER: Final = (2, 1, 6, 3, 0, 4, 5)
_SECOND: Final = 0.62

# blocks are larger than curves: on a dark background they would outshine all else
_CALM: Final = 0.84

# share of the colour of a robot that is not connected
_OLD: Final = 0.45

_BLACK: Final = "#000000"
_WHITE: Final = "#ffffff"

# luminance at which black and white have the same contrast, by WCAG 2
_EVEN: Final = 0.1791


@dataclass(frozen=True, slots=True)
class Ink:
    """Colours of a state: of its block, and of the text in it."""

    fill: QColor
    text: QColor


class WordColors:
    """Colours of the states of a panel, assigned in the order in which the states come, but for words that mean one.

    Args:
        words: states that have their colours already, in the order of assignment.
    """

    def __init__(self, words: Iterable[str] = ()) -> None:
        self._numbers: dict[str, int] = {}
        self._inks: dict[tuple[bool, int, bool], Ink] = {}
        for word in words:
            self.number(word)

    @property
    def words(self) -> tuple[str, ...]:
        """States that have a colour, in the order of assignment."""
        return tuple(self._numbers)

    def number(self, word: str) -> int:
        """Return the number of the colour of a state, and assign one if it is new."""
        if word == TRUE_WORD:
            return 0
        if word == FALSE_WORD:
            return _FALSE
        level = _LEVELS.get(word.casefold())
        if level is not None:
            return level
        known = self._numbers.get(word)
        if known is None:
            place = len(self._numbers) % (2 * len(_ORDER))
            known = _ORDER[place % len(_ORDER)] + (len(CURVE_COLORS) if place >= len(_ORDER) else 0)
            # nobody can tell more colours apart
            if len(self._numbers) < MAX_WORDS:
                self._numbers[word] = known
        return known

    def ink(self, theme: Theme, word: str | None, *, old: bool = False) -> Ink:
        """Return the colours of a state; None stands for states beyond the limit."""
        number = len(CURVE_COLORS) - 1 if word is None else self.number(word)
        key = (theme.dark, number, old)
        found = self._inks.get(key)
        if found is None:
            found = self._inks[key] = ink_of(theme, number, old=old)
        return found


def ink_of(theme: Theme, number: int, *, old: bool = False) -> Ink:
    """Return the colours of a number; text and block have a contrast of 4.5:1 or better."""
    fill = mixed(curve_color(theme, number), theme.color("base"), _CALM if theme.dark else 1.0)
    if number == _FALSE:
        # false is less prominent
        fill = mixed(fill, theme.color("base"), _OLD)
    if number >= len(CURVE_COLORS):
        fill = mixed(fill, theme.color("base"), _SECOND)
    if old:
        fill = mixed(fill, theme.color("base"), _OLD)
    return Ink(fill, QColor(_BLACK if _luminance(fill) > _EVEN else _WHITE))


def _luminance(color: QColor) -> float:
    parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in _parts(color)]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def _parts(color: QColor) -> tuple[float, float, float]:
    return color.redF(), color.greenF(), color.blueF()
