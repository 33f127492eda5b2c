"""Line edit for one number of any size, in the notation of programs: “0.25”, “1e-9”.

A spin box has a fixed count of decimals, so that a small number would become 0 in it.
"""

from __future__ import annotations

import math
import re
from typing import Final

from PySide6.QtWidgets import QLineEdit, QWidget

from app.ui.base.text import translate

_NUMBER: Final = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
_MOST_LETTERS: Final = 400


class NumberField(QLineEdit):
    """Line edit for a number. An unedited number keeps all its digits; a text that is no number is marked.

    Args:
        number: the number at first.
        fine: that number is shown with enough decimals for a step of this size; 0 for all digits.
    """

    def __init__(self, number: float, fine: float = 0.0, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMaxLength(_MOST_LETTERS)
        self.setMinimumWidth(180)
        self._number = number
        self._shown = _text(round_to_step(number, fine))
        self.setText(self._shown)
        self.setCursorPosition(0)
        self.textChanged.connect(self._mark)

    @property
    def number(self) -> float:
        """The number in the field. Raises ValueError with a sentence where the text is no number."""
        text = self.text()
        return self._number if text == self._shown else parse_number(text)

    def _mark(self) -> None:
        wrong = False
        try:
            _ = self.number
        except ValueError:
            wrong = True
        if bool(self.property("wrong")) != wrong:
            self.setProperty("wrong", wrong)
            self.style().unpolish(self)
            self.style().polish(self)


def parse_number(text: str) -> float:
    """Parse a number, independent of the locale. Raises ValueError with a sentence."""
    # some programs and web pages write this minus sign
    word = text.strip().replace("\N{MINUS SIGN}", "-")
    if not word:
        raise ValueError(translate("Number", "write a number"))
    if not _NUMBER.fullmatch(word):
        if _NUMBER.fullmatch(word.replace(",", ".")):
            raise ValueError(translate("Number", "“{text}”: write a point, not a comma").format(text=word[:40]))
        raise ValueError(translate("Number", "“{text}” is no number").format(text=word[:40]))
    number = float(word)
    if not math.isfinite(number):
        raise ValueError(translate("Number", "“{text}” is too large").format(text=word[:40]))
    return number


def round_to_step(number: float, fine: float) -> float:
    """Round a number to so many decimals that a step of `fine` is still visible."""
    if 0 < fine < math.inf and math.isfinite(number):
        return round(number, -math.floor(math.log10(fine)))
    return number


def _text(number: float) -> str:
    # + 0.0 makes -0.0 positive
    return repr(number + 0.0).removesuffix(".0")
