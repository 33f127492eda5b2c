"""Colours of layers, each for the dark and the light theme; people with red-green blindness can tell them apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtGui import QColor, QIcon, QPixmap

from app.ui.base.text import say
from app.ui.base.theme import Theme
from app.wording.ui.top_view import TopViewWording

_COLORS: Final = (
    ("#4d97ff", "#1a62d2"),
    ("#ff9f43", "#b35900"),
    ("#45d0a8", "#0a7a5a"),
    ("#ff7ab8", "#b8256e"),
    ("#e8cf4a", "#7d6a00"),
    ("#45c8e8", "#0b7290"),
    ("#b892ff", "#7040c0"),
    ("#b6c0cc", "#4a5562"),
)


# in pixels
_SWATCH: Final = 14


def layer_color(number: int, theme: Theme) -> QColor:
    """Return the layer colour of a number in a theme."""
    return QColor(_COLORS[number % len(_COLORS)][0 if theme.dark else 1])


def color_names() -> Sequence[str]:
    """Return the names of the colours."""
    return (
        say(TopViewWording.BLUE()),
        say(TopViewWording.ORANGE()),
        say(TopViewWording.GREEN()),
        say(TopViewWording.PINK()),
        say(TopViewWording.YELLOW()),
        say(TopViewWording.CYAN()),
        say(TopViewWording.VIOLET()),
        say(TopViewWording.GREY()),
    )


def blended(one: QColor, other: QColor, share: float) -> QColor:
    """Return a colour between two, with `share` of the second."""
    parts = (
        round(a + (b - a) * share)
        for a, b in ((one.red(), other.red()), (one.green(), other.green()), (one.blue(), other.blue()))
    )
    return QColor(*parts)


def color_icon(number: int, theme: Theme) -> QIcon:
    """Return a square of the layer colour of a number."""
    pixmap = QPixmap(_SWATCH, _SWATCH)
    pixmap.fill(layer_color(number, theme))
    return QIcon(pixmap)
