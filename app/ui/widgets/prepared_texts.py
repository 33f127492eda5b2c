"""Texts of one line, laid out once: that costs more than drawing them, and what stands in a list repeats."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QPainter, QStaticText

# with more than these, begin anew
_MAX_TEXTS: Final = 2000
_PLAIN: Final = Qt.TextFormat.PlainText
# names come from the wire, and whatever begins a line there must not begin one here
_SPACES: Final = str.maketrans(dict.fromkeys("\t\n\v\f\r\x85\u2028\u2029", " "))


class PreparedTexts:
    """Texts in one font: that of the painter which `use_font` was given last."""

    def __init__(self) -> None:
        self._font = QFont()
        # with the width and the height of each
        self._known: dict[str, tuple[QStaticText, int, int]] = {}

    def use_font(self, painter: QPainter) -> None:
        """Forget the texts of another font, and those that are too many."""
        font = painter.font()
        if font != self._font or len(self._known) > _MAX_TEXTS:
            self._font = font
            self._known.clear()

    def width(self, text: str) -> int:
        """The width of a text as it is drawn."""
        return (self._known.get(text) or self._prepare(text))[1]

    def draw(self, painter: QPainter, left: int, top: int, height: int, text: str) -> None:
        """Draw a text in the current pen, in the middle of a line's height."""
        static, _, tall = self._known.get(text) or self._prepare(text)
        painter.drawStaticText(left, top + (height - tall) // 2, static)

    def _prepare(self, text: str) -> tuple[QStaticText, int, int]:
        static = QStaticText(text.translate(_SPACES))
        static.setTextFormat(_PLAIN)
        static.prepare(font=self._font)
        size = static.size()
        known = self._known[text] = (static, round(size.width()), round(size.height()))
        return known
