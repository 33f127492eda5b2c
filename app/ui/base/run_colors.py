"""Colours and dashes of the runs that are laid beneath what is live: one of each for every number of a run."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap

from app.ui.base.theme import Theme

# in the dark and in the light theme; colour-blind people can tell them apart
RUN_COLORS: Final = (
    ("#b58cff", "#6f2fc4"),
    ("#fff06a", "#4d4300"),
    ("#3fd6c4", "#008078"),
    ("#ff7a45", "#d65a10"),
)

# of the same numbers: lengths of what is drawn and of what is left out by turns, in pixels
RUN_DASHES: Final[tuple[tuple[int, ...], ...]] = (
    (8, 4),
    (2, 3),
    (9, 3, 2, 3),
    (18, 5),
)

_WIDTH: Final = 2


def run_color(theme: Theme, number: int) -> QColor:
    """Return the colour of a run, by its number from 0 on, in a theme."""
    return QColor(RUN_COLORS[number % len(RUN_COLORS)][0 if theme.dark else 1])


def run_dashes(number: int) -> tuple[int, ...]:
    """Return the dashes of a run, which tell it apart where colours do not, and from what is live."""
    return RUN_DASHES[number % len(RUN_DASHES)]


def run_pen(theme: Theme, number: int, width: float = _WIDTH) -> QPen:
    """Return a pen in the colour of a run, with its dashes."""
    pen = QPen(run_color(theme, number), width)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setDashPattern([length / width for length in run_dashes(number)])
    return pen


def run_swatch(theme: Theme, number: int, size: int = 10, ratio: float = 1.0) -> QPixmap:
    """Return a short line of a run, long enough for its dashes, of a height in logical pixels."""
    width = 2 * max(sum(dashes) for dashes in RUN_DASHES)
    pixmap = QPixmap(round(width * ratio), round(size * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setPen(run_pen(theme, number, 3))
    painter.drawLine(QPointF(0, size / 2), QPointF(width, size / 2))
    painter.end()
    return pixmap
