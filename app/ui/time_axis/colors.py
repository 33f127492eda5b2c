"""Colours of curves, by Okabe and Ito: colour-blind people can tell them apart, on a dark and on a light background."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRect, Qt
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

# of the same numbers: lengths of strong and pale parts by turns, in pixels; none for a strong line
CURVE_DASHES: Final[tuple[tuple[int, ...], ...]] = (
    (),
    (12, 6),
    (3, 4),
    (12, 4, 3, 4),
    (24, 8),
    (12, 4, 3, 4, 3, 4),
    (6, 10),
    (22, 4, 3, 4),
)

# how much of its colour a curve keeps between dashes
_PALE: Final = 0.45
_DASHED_SWATCH: Final = 36


def curve_color(theme: Theme, number: int) -> QColor:
    """Return the curve colour of a number in a theme."""
    return QColor(CURVE_COLORS[number % len(CURVE_COLORS)][0 if theme.dark else 1])


def mixed(color: QColor, ground: QColor, share: float) -> QColor:
    """Return the opaque result of `color` over `ground` at opacity `share`; transparency is ten times as slow."""
    parts = zip(color.getRgb()[:3], ground.getRgb()[:3], strict=True)  # type: ignore[index] # it is a tuple
    return QColor(*(round(one * share + other * (1 - share)) for one, other in parts))


def curve_dashes(theme: Theme, number: int) -> tuple[int, ...]:
    """Return the dashes of a curve whose colour has this number; none in a theme that tells curves apart by colours."""
    return CURVE_DASHES[number % len(CURVE_DASHES)] if theme.is_dashed else ()


def pale(theme: Theme, color: QColor) -> QColor:
    """Return the colour between the dashes of a curve."""
    return mixed(color, theme.color("base"), _PALE)


def swatch_width(theme: Theme, size: int = 10) -> int:
    """Return the width of a line in a legend, in pixels; it is longer where it may have dashes."""
    return _DASHED_SWATCH if theme.is_dashed else size


def swatch(theme: Theme, number: int, size: int = 10) -> QPixmap:
    """Return a pixmap with a short line in the colour of a number and its dashes, for a legend."""
    color, dashes = curve_color(theme, number), curve_dashes(theme, number)
    return line_swatch(theme, color, dashes, swatch_width(theme, size), size)


def line_swatch(
    theme: Theme, color: QColor, dashes: Sequence[int], width: int, size: int = 10, indent: int = 0
) -> QPixmap:
    """Return a pixmap with a short line, for a legend; `indent` are pixels before it."""
    pixmap = QPixmap(indent + width, size)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    draw_bar(painter, QRect(indent, size // 2 - 2, width, 4), color, dashes, theme)
    painter.end()
    return pixmap


def draw_bar(painter: QPainter, bar: QRect, color: QColor, dashes: Sequence[int], theme: Theme) -> None:
    """Draw a short line of a legend, with its dashes."""
    painter.fillRect(bar, pale(theme, color) if dashes else color)
    left, lengths = bar.left(), itertools.cycle(dashes)
    while dashes and left <= bar.right():
        strong = QRect(left, bar.top(), next(lengths), bar.height())
        painter.fillRect(strong & bar, color)
        left += strong.width() + next(lengths)
