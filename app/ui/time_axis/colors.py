"""Colours of curves, by Okabe and Ito: colour-blind people can tell them apart, on a dark and on a light background."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPixmap

from app.ui.base.theme import Theme

# in the dark and in the light theme; contrast 3:1 or better on the background of a plot
CURVE_COLORS: Final = (
    ("#56b4e9", "#0072b2"),
    ("#e69f00", "#b26b00"),
    ("#2fc79a", "#00805c"),
    ("#e08ab8", "#b8437f"),
    ("#f0e442", "#857a00"),
    ("#ff7f3f", "#c94a00"),
    ("#8fa8ff", "#3f4fc0"),
    ("#c9cfd6", "#4a525c"),
)


def curve_color(theme: Theme, number: int) -> QColor:
    """Return the curve colour of a number in a theme."""
    return QColor(CURVE_COLORS[number % len(CURVE_COLORS)][0 if theme.dark else 1])


def mixed(color: QColor, ground: QColor, share: float) -> QColor:
    """Return the opaque result of `color` over `ground` at opacity `share`; transparency is ten times as slow."""
    parts = zip(color.getRgb()[:3], ground.getRgb()[:3], strict=True)  # type: ignore[index] # it is a tuple
    return QColor(*(round(one * share + other * (1 - share)) for one, other in parts))


def swatch(color: QColor, size: int = 10) -> QPixmap:
    """Return a pixmap with a short line in a colour, for a legend."""
    pixmap = QPixmap(size, size)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.fillRect(0, size // 2 - 2, size, 4, color)
    painter.end()
    return pixmap
