"""The colours of words: those of curves, which colour-blind people can tell; one word has one colour in a view."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from PySide6.QtGui import QColor

from app.model.state_fields import FALSE, TRUE
from app.ui.lane.state import MAX_WORDS
from app.ui.plots.colors import CURVE_COLORS, curve_color, mixed
from app.ui.theme import Theme

# what is true is blue, what is not is grey
_FIXED: Final = {TRUE: 0, FALSE: len(CURVE_COLORS) - 1}
# as far apart as can be, those first that differ most; a second round is darker, or paler
_ORDER: Final = (2, 1, 6, 3, 0, 4, 5)
_SECOND: Final = 0.62

# blocks are larger than curves: on a dark ground they would outshine all else
_CALM: Final = 0.84

# of a robot that can't be heard
_OLD: Final = 0.45

_BLACK: Final = "#000000"
_WHITE: Final = "#ffffff"


@dataclass(frozen=True, slots=True)
class Ink:
    """How a word is written: the colour of its block, and of what stands in it."""

    fill: QColor
    text: QColor


class WordColors:
    """Gives a colour to each word, in the order in which they come.

    Args:
        words: that have one already.
    """

    def __init__(self, words: Iterable[str] = ()) -> None:
        self._numbers: dict[str, int] = {}
        self._inks: dict[tuple[bool, int, bool], Ink] = {}
        for word in words:
            self.number(word)

    @property
    def words(self) -> tuple[str, ...]:
        """Those that were given one, in this order."""
        return tuple(self._numbers)

    def number(self, word: str) -> int:
        """The number of a word's colour."""
        if word in _FIXED:
            return _FIXED[word]
        known = self._numbers.get(word)
        if known is None:
            place = len(self._numbers) % (2 * len(_ORDER))
            known = _ORDER[place % len(_ORDER)] + (len(CURVE_COLORS) if place >= len(_ORDER) else 0)
            # beyond these nobody tells any apart
            if len(self._numbers) < MAX_WORDS:
                self._numbers[word] = known
        return known

    def ink(self, theme: Theme, word: str | None, *, old: bool = False) -> Ink:
        """How a word is written; None stands for those that are too many."""
        number = len(CURVE_COLORS) - 1 if word is None else self.number(word)
        key = (theme.dark, number, old)
        found = self._inks.get(key)
        if found is None:
            found = self._inks[key] = ink_of(theme, number, old=old)
        return found


def ink_of(theme: Theme, number: int, *, old: bool = False) -> Ink:
    """The colours of a number, which can be read at 4.5:1 or better."""
    fill = mixed(curve_color(theme, number), theme.color("base"), _CALM if theme.dark else 1.0)
    if number == _FIXED[FALSE]:
        # what is not is seen less
        fill = mixed(fill, theme.color("base"), _OLD)
    if number >= len(CURVE_COLORS):
        fill = mixed(fill, theme.color("base"), _SECOND)
    if old:
        fill = mixed(fill, theme.color("base"), _OLD)
    return Ink(fill, QColor(_BLACK if _luminance(fill) > _EVEN else _WHITE))


# where black and white are read equally well, by WCAG 2
_EVEN: Final = 0.1791


def _luminance(color: QColor) -> float:
    parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in _parts(color)]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def _parts(color: QColor) -> tuple[float, float, float]:
    return color.redF(), color.greenF(), color.blueF()
