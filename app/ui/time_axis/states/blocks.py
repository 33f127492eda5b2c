"""Cached painting of one state row: the line of words above it and its blocks.

The words are painted anew only when they change. While time goes on the blocks are scrolled, and only the new part is
drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetrics, QPainter, QPixmap, QRegion

from app.model.timeseries.states import OTHER_WORDS, StateHistory, StateRun
from app.ui.base.text import format_scalar, say
from app.ui.base.theme import Theme
from app.ui.time_axis.states.colors import Ink, WordColors
from app.wording.ui.time_axis import StatesWording

_SPACE: Final = 10
_SWATCH: Final = 9
_NARROWEST: Final = 40

PAD: Final = 6

# blocks whose left edge is farther than this from that of a column lie between two columns
_BETWEEN: Final = 1e-3
# column numbers are limited to this: beyond every screen, and within the range of Qt's painter
_FAR: Final = 1_000_000
# period of the pattern that marks a silence, in pixels
_HATCH: Final = 8
# least widths, in logical pixels, of blocks with an edge, and of blocks with a text
_EDGED: Final = 4
_WORDED: Final = 26


@dataclass(frozen=True, slots=True)
class RowHeaderText:
    """Text of a row header.

    Attributes:
        name: the field.
        where: its topic, perhaps its robot.
        word: the state; empty where there is none.
        note: how long the state has lasted, or why there is none.
        color: that of the state's blocks; empty for an outdated state.
    """

    name: str
    where: str
    word: str
    note: str
    color: str


class RowHeader:
    """Header of a state row, cached as a pixmap.

    Attributes:
        painted: how often the pixmap was painted.
    """

    def __init__(self) -> None:
        self.painted = 0
        self._pixmap: QPixmap | None = None
        self._of: object = None

    def draw(
        self, painter: QPainter, place: QRect, words: RowHeaderText, theme: Theme, font: QFont, ratio: float
    ) -> None:
        """Draw the header, from the cached pixmap if nothing changed."""
        made_of = (place.size(), words, theme, font.key(), ratio)
        if self._pixmap is None or self._of != made_of:
            self._of = made_of
            self.painted += 1
            self._pixmap = QPixmap(place.size() * ratio)
            self._pixmap.setDevicePixelRatio(ratio)
            self._pixmap.fill(theme.color("window"))
            inside = QPainter(self._pixmap)
            _paint(inside, QRect(QPoint(0, 0), place.size()), words, theme, font)
            inside.end()
        painter.drawPixmap(place.topLeft(), self._pixmap)


def _paint(painter: QPainter, place: QRect, words: RowHeaderText, theme: Theme, plain: QFont) -> None:
    bold = QFont(plain)
    bold.setBold(True)
    metrics, strong = QFontMetrics(plain), QFontMetrics(bold)
    baseline = place.top() + metrics.ascent()
    # the state and its note get their room first: they matter most
    note = metrics.elidedText(words.note, Qt.TextElideMode.ElideRight, place.width() // 2)
    right = place.right() - metrics.horizontalAdvance(note)
    painter.setFont(plain)
    painter.setPen(theme.color("muted"))
    painter.drawText(QPoint(right, baseline), note)
    painter.setFont(bold)
    if words.word:
        word = strong.elidedText(words.word, Qt.TextElideMode.ElideRight, max(place.width() // 3, _NARROWEST))
        right -= strong.horizontalAdvance(word) + _SPACE
        painter.setPen(theme.color("text" if words.color else "muted"))
        painter.drawText(QPoint(right, baseline), word)
        if words.color:
            right -= _SWATCH + _SPACE // 2
            painter.fillRect(QRect(right, baseline - _SWATCH, _SWATCH, _SWATCH), QColor(words.color))
    room = right - place.left() - _SPACE
    name = strong.elidedText(words.name, Qt.TextElideMode.ElideLeft, max(room, 0))
    painter.setPen(theme.color("text"))
    painter.drawText(QPoint(place.left(), baseline), name)
    taken = strong.horizontalAdvance(name) + _SPACE
    if room - taken > 5 * _SPACE:
        painter.setFont(plain)
        painter.setPen(theme.color("muted"))
        where = metrics.elidedText(words.where, Qt.TextElideMode.ElideMiddle, room - taken)
        painter.drawText(QPoint(place.left() + taken, baseline), where)


@dataclass(frozen=True, slots=True)
class BlocksFrame:
    """Area and time that blocks are drawn in, in logical pixels.

    Attributes:
        area: the rectangle of the blocks.
        across: the first and the last time.
        until_s: the time until which the newest state is taken to last.
        old: whether the colours are pale: the robot is not connected, or it is a run.
        ends_s: when what is known ends, where nothing new can come; None while it can.
        again_px: after how much of a block its word is there again; 0 for never.
    """

    area: QRect
    across: tuple[float, float]
    until_s: float
    old: bool
    ends_s: float | None = None
    again_px: int = 0


class StateBlocks:
    """Blocks of one state row, cached as a pixmap.

    Attributes:
        moved: how often scrolling and drawing the new part was enough.
    """

    def __init__(self, colors: WordColors) -> None:
        self.moved = 0
        self._colors = colors
        self._pixmap: QPixmap | None = None
        self._of: object = None
        self._end: object = None
        self._first = 0
        # the first column that may still change: the start of the newest block
        self._final = 0

    def draw(self, painter: QPainter, frame: BlocksFrame, history: StateHistory, theme: Theme, ratio: float) -> None:
        """Draw the blocks of a history, of which the pixmap has all but what is new."""
        area = frame.area
        width, height = round(area.width() * ratio), round(area.height() * ratio)
        if width <= 0 or height <= 0:
            return
        scale = _Scale(width / (frame.across[1] - frame.across[0]), 0)
        exact = frame.across[0] * scale.per_s
        scale.first = round(exact)
        whole = abs(exact - scale.first) <= _BETWEEN
        look = (scale.per_s, width, height, theme, frame.old, ratio, painter.font().toString())
        self._renew(
            painter.font(), _Job(frame, history, theme, scale, width, height, ratio), (id(history), look), whole
        )
        if self._pixmap is not None:
            painter.drawPixmap(area.topLeft(), self._pixmap)
        self._draw_leftmost(painter, frame, history, theme)

    def _renew(self, font: QFont, job: _Job, look: object, whole: bool) -> None:  # noqa: FBT001
        made_of = (look, job.history.resets)
        first, width = job.scale.first, job.width
        newest = job.history.newest
        end = (first, job.scale.column(job.frame.until_s), newest.start_s if newest is not None else None)
        if self._of == made_of and self._end == end and whole:
            # no column changed
            return
        self._end = end
        moved = first - self._first
        ranges = [(0, width)]
        if self._pixmap is not None and self._of == made_of and whole and abs(moved) < width // 2:
            if moved:
                self._pixmap.scroll(-moved, 0, self._pixmap.rect(), QRegion())
            since = min(max(self._final - first, 0), width)
            ranges = [(min(since, width - max(moved, 0)), width)]
            if moved < 0:
                ranges.append((0, -moved))
            self.moved += 1
        elif self._pixmap is None or self._pixmap.size() != QSize(width, job.height):
            self._pixmap = QPixmap(width, job.height)
        self._pixmap.setDevicePixelRatio(1.0)
        painter = QPainter(self._pixmap)
        painter.setFont(_scaled(font, job.ratio))
        for low, high in ranges:
            if high > low:
                painter.setClipRect(low, 0, high - low, job.height)
                self._paint(painter, job, low, high)
        painter.end()
        self._pixmap.setDevicePixelRatio(job.ratio)
        self._final = job.scale.column(newest.start_s) + first if newest is not None else first
        self._of, self._first = made_of, first

    def _paint(self, painter: QPainter, job: _Job, low: int, high: int) -> None:
        """Paint the columns [low, high) of the pixmap."""
        scale, theme, history = job.scale, job.theme, job.history
        painter.fillRect(low, 0, high - low, job.height, theme.color("base"))
        runs = history.runs_between(scale.time(low), scale.time(high))
        if not runs:
            return
        painter.setBrushOrigin(-scale.first % _HATCH, 0)
        metrics, hatch = painter.fontMetrics(), _hatch(theme)
        begins = scale.column(runs[0].start_s)
        # from the first run on, all that no block covers is a silence, until nothing is known any more
        ends = high if job.frame.ends_s is None else min(high, scale.column(job.frame.ends_s))
        painter.fillRect(max(begins, low), 0, max(ends - max(begins, low), 0), job.height, hatch)
        short: dict[int, list[StateRun]] = {}
        for run in runs:
            left = scale.column(run.start_s)
            right = scale.column(job.frame.until_s if run.end_s is None else run.end_s)
            if right <= left:
                short.setdefault(left, []).append(run)
            elif run.code is not None:
                self._paint_block(painter, job, run, QRect(left, 0, right - left, job.height), metrics)
        for column, several in short.items():
            painter.fillRect(column, 0, 1, job.height, self._short_color(job, several))

    def _paint_block(self, painter: QPainter, job: _Job, run: StateRun, block: QRect, metrics: QFontMetrics) -> None:
        word = state_text(job.history, run)
        ink = self._ink(job.theme, job.history, run, old=job.frame.old)
        painter.fillRect(block, ink.fill)
        if block.width() >= _EDGED * job.ratio:
            painter.fillRect(block.left(), 0, max(round(job.ratio), 1), block.height(), job.theme.color("base"))
        pad = round(PAD * job.ratio)
        for left, right in _parts(block, round(job.frame.again_px * job.ratio), job.width):
            if right - left >= _WORDED * job.ratio:
                _write(painter, ink, word, QRect(left + pad, 0, right - left - pad, block.height()), metrics)

    def _short_color(self, job: _Job, several: list[StateRun]) -> QColor:
        """Return the colour of states shorter than a column; that of several is neutral, as it can't be said which."""
        if len(several) > 1 or several[0].code is None:
            return job.theme.color("muted")
        return self._ink(job.theme, job.history, several[0], old=job.frame.old).fill

    def _ink(self, theme: Theme, history: StateHistory, run: StateRun, *, old: bool) -> Ink:
        return self._colors.ink(theme, history.word(run.code), old=old)

    def _draw_leftmost(self, painter: QPainter, frame: BlocksFrame, history: StateHistory, theme: Theme) -> None:
        """Draw the text of the block that began before the left edge, so that it stays in sight."""
        area, (first_s, last_s) = frame.area, frame.across
        run = history.run_at(first_s)
        if run is None or run.code is None or run.start_s >= first_s:
            return
        end_s = min(frame.until_s if run.end_s is None else run.end_s, last_s)
        shown = round((end_s - first_s) / (last_s - first_s) * area.width())
        if shown < _WORDED:
            return
        metrics, ink = painter.fontMetrics(), self._ink(theme, history, run, old=frame.old)
        word = state_text(history, run)
        width = min(shown, metrics.horizontalAdvance(word) + 2 * PAD)
        block = QRect(area.left(), area.top(), width, area.height())
        painter.fillRect(block, ink.fill)
        _write(painter, ink, word, block.adjusted(PAD, 0, 0, 0), metrics)


def state_text(history: StateHistory, run: StateRun) -> str:
    """Return the text of a state."""
    if run.code is None:
        return say(StatesWording.NOT_SENT())
    if run.code == OTHER_WORDS:
        return say(StatesWording.OTHER_WORD())
    return format_scalar(history.word(run.code)) or say(StatesWording.EMPTY())


def _parts(block: QRect, again: int, width: int) -> list[tuple[int, int]]:
    """Return first column and end of the parts of a block that have a word each, as far as they can be seen."""
    left, end = block.left(), block.left() + block.width()
    if not again:
        return [(left, end)]
    first = left + max(-left // again, 0) * again
    return [(each, min(each + again, end)) for each in range(first, min(end, width), again)]


def _write(painter: QPainter, ink: Ink, word: str, place: QRect, metrics: QFontMetrics) -> None:
    painter.setPen(ink.text)
    if metrics.horizontalAdvance(word) > place.width() - 2:
        word = metrics.elidedText(word, Qt.TextElideMode.ElideRight, place.width() - 2)
    baseline = place.top() + (place.height() + metrics.ascent() - metrics.descent()) // 2
    painter.drawText(QPoint(place.left(), baseline), word)


def _hatch(theme: Theme) -> QBrush:
    return QBrush(theme.color("border"), Qt.BrushStyle.BDiagPattern)


def _scaled(font: QFont, ratio: float) -> QFont:
    if ratio == 1:
        return font
    scaled = QFont(font)
    if font.pixelSize() > 0:
        scaled.setPixelSize(round(font.pixelSize() * ratio))
    else:
        scaled.setPointSizeF(font.pointSizeF() * ratio)
    return scaled


@dataclass(slots=True)
class _Scale:
    """Scale from times to pixel columns; `first` is the column at the left edge, counted from time zero."""

    per_s: float
    first: int

    def column(self, time_s: float) -> int:
        return min(max(int(time_s * self.per_s // 1) - self.first, -_FAR), _FAR)

    def time(self, column: int) -> float:
        return (self.first + column) / self.per_s


@dataclass(frozen=True, slots=True)
class _Job:
    frame: BlocksFrame
    history: StateHistory
    theme: Theme
    scale: _Scale
    width: int
    height: int
    ratio: float
