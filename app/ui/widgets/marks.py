"""Marks on an axis of times: a line with a flag at the time of each, its name where there is room, and its tip."""

from __future__ import annotations

import bisect
from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import Final

from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPen, QPolygon

from app.model.marks import MarkLine, TimeMark
from app.ui.base.text import format_stamp, say
from app.ui.base.theme import Theme
from app.wording.ui.time_axis import TimeAxisWording

# nobody tells more lines apart; of more the newest are drawn
_MOST: Final = 300
# pixels: the flag, around a text, between two texts, and how near the pointer must be
_FLAG: Final = 6
_PAD: Final = 5
_BETWEEN: Final = 3
_NEAR: Final = 4
_CHARACTERS: Final = 18
_LEAST_CHARACTERS: Final = 7
# that screen readers are told
_SPOKEN: Final = 5

_at_s = attrgetter("at_s")


def marks_within(lines: Sequence[MarkLine], across: tuple[float, float]) -> Sequence[MarkLine]:
    """Return the marks between two times; `lines` are in the order of time."""
    first, last = bisect.bisect_left(lines, across[0], key=_at_s), bisect.bisect_right(lines, across[1], key=_at_s)
    return lines[max(first, last - _MOST) : last]


def mark_at(lines: Sequence[MarkLine], x: float, x_of: Callable[[float], float]) -> TimeMark | None:
    """Return the mark whose line is at a pixel column; None where there is none near."""
    near = min(lines, key=lambda line: abs(x_of(line.at_s) - x), default=None)
    return near.mark if near is not None and abs(x_of(near.at_s) - x) <= _NEAR else None


def mark_name(mark: TimeMark) -> str:
    """Return what a mark is called: its words, else its number."""
    return mark.words or say(TimeAxisWording.MARK(number=mark.number))


def mark_tip(mark: TimeMark) -> str:
    """Return the tip of a mark: number and time, and its words below."""
    time = format_stamp(mark.time_ns)
    return "\n".join(filter(None, (say(TimeAxisWording.MARK_AT(number=mark.number, time=time)), mark.words)))


def spoken_marks(lines: Sequence[MarkLine]) -> list[str]:
    """Return the newest marks in words, with how many there are before them."""
    told = [mark_name(line.mark) for line in lines[-_SPOKEN:]]
    before = len(lines) - len(told)
    return [*([say(TimeAxisWording.MARKS_BEFORE(count=before))] if before else []), *told]


def draw_mark_lines(
    painter: QPainter, theme: Theme, columns: Iterable[float], spans: Sequence[tuple[int, int]]
) -> None:
    """Draw a line with a flag at each pixel column, from a row to another one in each of `spans`."""
    color = theme.color("accent")
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    places = sorted({round(x) for x in columns})
    # on what has colours of its own, too
    for pen in (QPen(theme.color("base"), 3), QPen(color, 1)):
        painter.setPen(pen)
        for x in places:
            for top, bottom in spans:
                painter.drawLine(x, top, x, bottom)
    painter.setPen(QPen(theme.color("base"), 1))
    painter.setBrush(color)
    for x in places:
        for top, _ in spans:
            painter.drawPolygon(
                QPolygon([QPoint(x, top), QPoint(x + _FLAG + 1, top + _FLAG // 2), QPoint(x, top + _FLAG)])
            )
    painter.setBrush(Qt.BrushStyle.NoBrush)


def mark_labels(
    metrics: QFontMetrics, lines: Sequence[MarkLine], x_of: Callable[[float], float], within: QRect
) -> list[tuple[QRectF, str]]:
    """Return the boxes of the names of marks, below the upper edge of `within`; the newest first get their room."""
    placed: list[tuple[QRectF, str]] = []
    room, height = float(within.right()), metrics.height() + 3
    for line in reversed(lines):
        left = x_of(line.at_s) + _FLAG + 2
        name, character = mark_name(line.mark), metrics.averageCharWidth()
        whole = min(metrics.horizontalAdvance(name), _CHARACTERS * character)
        has_room = room - left - 2 * _PAD >= min(whole, _LEAST_CHARACTERS * character)
        if not has_room and placed:
            continue
        most = min(whole, int(room - left) - 2 * _PAD) if has_room else whole
        text = metrics.elidedText(name, Qt.TextElideMode.ElideRight, most)
        width = metrics.horizontalAdvance(text) + 2 * _PAD
        if not has_room:
            # the newest one, at the edge, has its name before its line
            left = x_of(line.at_s) - width - 2
            if left < within.left():
                continue
        placed.append((QRectF(left, within.top() + 1, width, height), text))
        room = left - _BETWEEN
    return placed
