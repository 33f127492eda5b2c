"""The colours of layers, each in the dark and in the light look: told apart by those who see no red or green too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtGui import QColor

from app.ui.text import translate
from app.ui.theme import Theme

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


def layer_color(number: int, theme: Theme) -> QColor:
    """A colour in the current look."""
    return QColor(_COLORS[number % len(_COLORS)][0 if theme.dark else 1])


def color_names() -> Sequence[str]:
    """What they are called."""
    return (
        translate("TopView", "Blue"),
        translate("TopView", "Orange"),
        translate("TopView", "Green"),
        translate("TopView", "Pink"),
        translate("TopView", "Yellow"),
        translate("TopView", "Cyan"),
        translate("TopView", "Violet"),
        translate("TopView", "Grey"),
    )


def mixed(one: QColor, other: QColor, share: float) -> QColor:
    """A colour between two: `share` of the second."""
    parts = (
        round(a + (b - a) * share)
        for a, b in ((one.red(), other.red()), (one.green(), other.green()), (one.blue(), other.blue()))
    )
    return QColor(*parts)
