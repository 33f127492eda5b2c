"""Cache of texts that are laid out: layout costs more than drawing, and texts of a list repeat."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QPainter, QStaticText

# with more texts the cache is cleared
_MAX_TEXTS: Final = 2000
_PLAIN: Final = Qt.TextFormat.PlainText
# names come from the wire; their line breaks must not break the line here
_SPACES: Final = str.maketrans(dict.fromkeys("\t\n\v\f\r\x85\u2028\u2029", " "))


class StaticTextCache:
    """Cache of texts in one font: that of the painter which `use_font` got last."""

    def __init__(self) -> None:
        self._font = QFont()
        # with the width and the height of each
        self._known: dict[str, tuple[QStaticText, int, int]] = {}

    def use_font(self, painter: QPainter) -> None:
        """Set the font; clear the cache if the font has changed or there are too many texts."""
        font = painter.font()
        if font != self._font or len(self._known) > _MAX_TEXTS:
            self._font = font
            self._known.clear()

    def width(self, text: str) -> int:
        """Return the width of a text as it is drawn, in pixels."""
        return (self._known.get(text) or self._prepare(text))[1]

    def draw(self, painter: QPainter, left: int, top: int, height: int, text: str) -> None:
        """Draw a text in the current pen, centred in the height of a line."""
        static, _, tall = self._known.get(text) or self._prepare(text)
        painter.drawStaticText(left, top + (height - tall) // 2, static)

    def _prepare(self, text: str) -> tuple[QStaticText, int, int]:
        static = QStaticText(text.translate(_SPACES))
        static.setTextFormat(_PLAIN)
        static.prepare(font=self._font)
        size = static.size()
        known = self._known[text] = (static, round(size.width()), round(size.height()))
        return known
