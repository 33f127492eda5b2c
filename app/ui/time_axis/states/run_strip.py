"""Cached painting of the runs below a row: their blocks for more than the shown time, and their names.

What a run has does not change: while time goes on the same picture is shown at another place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPixmap

from app.ui.base.run_colors import run_color
from app.ui.base.theme import Theme
from app.ui.time_axis.states.blocks import BlocksFrame, StateBlocks
from app.ui.time_axis.states.colors import WordColors
from app.ui.time_axis.states.run_rows import RunStateRow

# of the width of what is shown, on each side
_MARGIN: Final = 0.5
# pixels after which the word of a long state is there again, so that it can be read wherever the state is seen
_AGAIN: Final = 220

# of a name: the bar in the colour of the run, the pads around the text; its longest, in characters and of the width
_BAR: Final = 4
_PAD: Final = 5
_CHARACTERS: Final = 16
_SHARE: Final = 4
# pixels that are enough for a name beside the time axis
_BESIDE: Final = 72


@dataclass(frozen=True, slots=True)
class StripPlace:
    """The place of the runs below a row, in logical pixels.

    Attributes:
        area: the rectangle of all of them.
        height: that of the blocks of each.
        pitch: the distance from one to the next.
        across: the first and the last time.
    """

    area: QRect
    height: int
    pitch: int
    across: tuple[float, float]


class RunStrip:
    """The runs below one row.

    Attributes:
        painted: how often the blocks were painted.
    """

    def __init__(self, colors: WordColors) -> None:
        self.painted = 0
        self._colors = colors
        self._blocks: QPixmap | None = None
        self._made_of: object = None
        self._looks: object = None
        # the first column of the pixmap, counted from time zero
        self._first = 0
        self._names: QPixmap | None = None
        self._named: object = None

    def draw(
        self, painter: QPainter, lanes: Sequence[RunStateRow], place: StripPlace, theme: Theme, ratio: float
    ) -> None:
        """Draw the blocks and the names of runs, from pixmaps if nothing changed."""
        font = painter.font()
        self._draw_blocks(painter, font, lanes, place, theme, ratio)
        names = self._drawn_names(font, lanes, place, theme, ratio)
        left = _names_left(place.area, round(names.width() / ratio))
        painter.drawPixmap(QPoint(left, place.area.top()), names)
        for number, lane in enumerate(lanes):
            if lane.history.newest is None:
                band = QRect(
                    place.area.left(), place.area.top() + number * place.pitch, place.area.width(), place.height
                )
                room = band.adjusted(_PAD + max(left + round(names.width() / ratio) - band.left(), 0), 0, 0, 0)
                note = painter.fontMetrics().elidedText(lane.fault, Qt.TextElideMode.ElideRight, max(room.width(), 0))
                painter.setPen(theme.color("muted"))
                painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, note)

    def _draw_blocks(
        self,
        painter: QPainter,
        font: QFont,
        lanes: Sequence[RunStateRow],
        place: StripPlace,
        theme: Theme,
        ratio: float,
    ) -> None:
        area, (first_s, last_s) = place.area, place.across
        width, height = round(area.width() * ratio), round(area.height() * ratio)
        if width <= 0 or height <= 0:
            return
        per_s = width / (last_s - first_s)
        first = round(first_s * per_s)
        # a run that is moved has other histories
        looks = [(history, history.resets) for history in [lane.history for lane in lanes]]
        made_of = (per_s, width, height, theme, ratio, font)
        is_there = self._blocks is not None and self._made_of == made_of
        is_moved = is_there and self._looks != looks
        is_within = self._blocks is not None and self._first <= first <= self._first + self._blocks.width() - width
        if not is_there or is_moved or not is_within:
            # while a run is dragged there is no use in more than is seen
            margin = 0 if is_moved else round(width * _MARGIN)
            self._made_of, self._looks, self._first = made_of, looks, first - margin
            self._paint(font, lanes, place, theme, ratio, per_s, width + 2 * margin)
        if self._blocks is not None:
            painter.drawPixmap(QRectF(area), self._blocks, QRectF(first - self._first, 0, width, height))

    def _paint(
        self,
        font: QFont,
        lanes: Sequence[RunStateRow],
        place: StripPlace,
        theme: Theme,
        ratio: float,
        per_s: float,
        columns: int,
    ) -> None:
        self.painted += 1
        across = (self._first / per_s, (self._first + columns) / per_s)
        self._blocks = QPixmap(columns, round(place.area.height() * ratio))
        self._blocks.fill(theme.color("window"))
        self._blocks.setDevicePixelRatio(ratio)
        painter = QPainter(self._blocks)
        painter.setFont(font)
        for number, lane in enumerate(lanes):
            strip = QRect(0, number * place.pitch, round(columns / ratio), place.height)
            ends_s = lane.end_s
            frame = BlocksFrame(strip, across, lane.known_until_s(ends_s), old=True, ends_s=ends_s, again_px=_AGAIN)
            # the pixmap of its own is needed no more
            StateBlocks(self._colors).draw(painter, frame, lane.history, theme, ratio)
        painter.end()

    def _drawn_names(
        self, font: QFont, lanes: Sequence[RunStateRow], place: StripPlace, theme: Theme, ratio: float
    ) -> QPixmap:
        area = place.area
        named = (tuple(lane.run for lane in lanes), theme, font, ratio, area.left(), area.size())
        if self._names is None or self._named != named:
            self._named = named
            self._names = _paint_names(font, lanes, place, theme, ratio)
        return self._names


def _stands_beside(area: QRect) -> bool:
    """Whether names have room left of the time axis."""
    return area.left() >= _BESIDE


def _names_left(area: QRect, width: int) -> int:
    return area.left() - width if _stands_beside(area) else area.left()


def _paint_names(font: QFont, lanes: Sequence[RunStateRow], place: StripPlace, theme: Theme, ratio: float) -> QPixmap:
    area, metrics = place.area, QFontMetrics(font)
    around = _BAR + 2 * _PAD
    most = min(_CHARACTERS * metrics.averageCharWidth(), area.width() // _SHARE)
    most = area.left() - around if _stands_beside(area) else most
    texts = [metrics.elidedText(lane.run.name, Qt.TextElideMode.ElideRight, most) for lane in lanes]
    width = around + max(metrics.horizontalAdvance(text) for text in texts)
    pixmap = QPixmap(round(width * ratio), round(area.height() * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(theme.color("window"))
    painter = QPainter(pixmap)
    painter.setFont(font)
    for number, (lane, text) in enumerate(zip(lanes, texts, strict=True)):
        line = QRect(0, number * place.pitch, width, place.height)
        painter.fillRect(QRect(0, line.top(), _BAR, line.height()), run_color(theme, lane.run.number))
        painter.setPen(theme.color("text"))
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(line.adjusted(_BAR + _PAD, 0, 0, 0), middle, text)
    painter.end()
    return pixmap
