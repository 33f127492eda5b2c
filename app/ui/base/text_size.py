"""The size of text that the user chose, and what follows it: signs, and the font with letters of one width."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QFont, QFontDatabase, QFontInfo
from PySide6.QtWidgets import QApplication


def text_scale() -> float:
    """Return how many times as large as the system's the text of the application is."""
    usual = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    return QApplication.font().pointSizeF() / usual.pointSizeF()


def grown(size: int) -> int:
    """Return how large a sign is, in pixels, that is `size` beside text of the usual size: smaller text keeps it."""
    return round(size * max(text_scale(), 1.0))


def grown_square(size: int) -> QSize:
    """Return the size of a square sign, as `grown` has it."""
    return QSize(grown(size), grown(size))


def fixed_font() -> QFont:
    """Return the system's font with letters of one width, in the chosen size of text.

    Letters that it lacks are those of the application's font.
    """
    fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    fixed.setFamilies([QFontInfo(fixed).family(), *QApplication.font().families()[1:]])
    return scaled(fixed, 100.0 * text_scale())


def scaled(font: QFont, percent: float) -> QFont:
    """Give a font a size in percent of its own; return it."""
    font.setPointSizeF(font.pointSizeF() * percent / 100.0)
    return font
