"""Legend below an exported plot: the day and the colour of each curve. On the screen the table shows them."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter

from app.ui.base.theme import Theme
from app.ui.time_axis.axis import CALENDAR_S

_PAD: Final = 6
_BETWEEN: Final = 18
_SWATCH_WIDTH: Final = 12
_SWATCH_HEIGHT: Final = 4


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """Entry of an image's legend: a text and its place.

    Attributes:
        place: in logical pixels.
        color: that of the curve; None for a text without a curve.
    """

    place: QRect
    text: str
    color: QColor | None


def day_of(at_s: float) -> str:
    """Return the date of a time; empty for simulation time."""
    return time.strftime("%Y-%m-%d", time.localtime(at_s)) if at_s >= CALENDAR_S else ""


def place_entries(
    words: Iterable[tuple[str, QColor | None]], top: int, left: int, right: int, metrics: QFontMetrics
) -> Iterator[LegendEntry]:
    """Place texts one after the other, in as many lines as they need; texts longer than a line are elided."""
    x, height = left, metrics.height() + 2
    for text, color in words:
        before = _SWATCH_WIDTH + _PAD if color is not None else 0
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, right - left - before)
        width = before + metrics.horizontalAdvance(shown)
        if x > left and x + width > right:
            x, top = left, top + height
        yield LegendEntry(QRect(x, top, width, height), shown, color)
        x += width + _BETWEEN


def draw_entries(painter: QPainter, entries: Iterable[LegendEntry], theme: Theme) -> None:
    """Draw the entries of a legend."""
    for entry in entries:
        place = entry.place
        if entry.color is not None:
            bar = QRect(place.left(), place.center().y() - _SWATCH_HEIGHT // 2, _SWATCH_WIDTH, _SWATCH_HEIGHT)
            painter.fillRect(bar, entry.color)
            place = place.adjusted(_SWATCH_WIDTH + _PAD, 0, 0, 0)
        painter.setPen(theme.color("text" if entry.color is not None else "muted"))
        # a last letter may reach a little further than its advance
        sides = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(place.adjusted(0, 0, _PAD, 0), sides, entry.text)
