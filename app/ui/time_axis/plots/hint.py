"""Hint in a plot that has nothing to draw."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter

from app.ui.base.text import begin_sentence, translate
from app.ui.base.theme import Theme

_BESIDE: Final = 8
_BETWEEN: Final = 4


def draw_hint(painter: QPainter, area: QRect, theme: Theme, fault: str) -> None:
    """Draw how to add a curve to an empty plot; with `fault`, why its curves have no values."""
    words = [
        (translate("Plot", "Nothing plotted yet"), "text"),
        (translate("Plot", "Drag a field here, or select it in the inspector and press P."), "muted"),
    ]
    if fault:
        words = [(translate("Plot", "Nothing to plot"), "text"), (begin_sentence(fault), "error")]
    metrics = painter.fontMetrics()
    top = area.center().y() - metrics.lineSpacing()
    for line, (text, role) in enumerate(words):
        below = line * (metrics.lineSpacing() + _BETWEEN)
        place = QRect(area.left() + _BESIDE, top + below, area.width() - 2 * _BESIDE, metrics.height())
        ground = QRect(place)
        ground.setWidth(min(metrics.horizontalAdvance(text) + 12, place.width()))
        ground.moveCenter(place.center())
        # the grid must not run through the words
        painter.fillRect(ground, theme.color("base"))
        painter.setPen(theme.color(role))
        elided = metrics.elidedText(text, Qt.TextElideMode.ElideRight, place.width())
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, elided)
