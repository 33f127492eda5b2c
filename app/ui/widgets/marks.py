"""Marks on an axis of times: a line with a flag at the time of each, its name where there is room, and its tip."""

from __future__ import annotations

import bisect
import math
from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import Final

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QPainter

from app.model.marks import MarkLine, TimeMark
from app.ui.base.text import format_stamp, say
from app.ui.base.theme import Theme
from app.wording.ui.time_axis import TimeAxisWording

# nobody tells more lines apart; of more the newest are drawn
_MOST: Final = 300
# closer to each other they would be one
_MOST_FLAGS: Final = 60
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
    ground = theme.color("base")
    # filled, which costs a tenth of lines with a pen; the ground beside them is for what has colours of its own
    for x in places:
        for top, bottom in spans:
            painter.fillRect(x - 1, top, 3, bottom - top + 1, ground)
    for x in places:
        for top, bottom in spans:
            painter.fillRect(x, top, 1, bottom - top + 1, color)
            for step in range(_FLAG // 2 if len(places) <= _MOST_FLAGS else 0):
                painter.fillRect(x + 1 + 2 * step, top + step, 2, _FLAG + 1 - 2 * step, color)


def mark_labels(
    metrics: QFontMetrics, lines: Sequence[MarkLine], x_of: Callable[[float], float], within: QRect
) -> list[tuple[QRectF, str]]:
    """Return the boxes of the names of marks, below the upper edge of `within`; the newest first get their room."""
    placed: list[tuple[QRectF, str]] = []
    room, height = float(within.right()), metrics.height() + 3
    character = metrics.averageCharWidth()
    for place in reversed(range(len(lines))):
        line = lines[place]
        left = x_of(line.at_s) + _FLAG + 2
        # texts are measured only where there may be room
        if placed and room - left < 2 * _PAD + 3 * character:
            continue
        name = mark_name(line.mark)
        # letters are wider by parts of a pixel than Qt says, and would be left out
        whole = min(metrics.horizontalAdvance(name) + 1, _CHARACTERS * character)
        has_room = room - left - 2 * _PAD >= min(whole, _LEAST_CHARACTERS * character)
        is_newest = place == len(lines) - 1
        if not has_room and not is_newest:
            continue
        most = min(whole, int(room - left) - 2 * _PAD) if has_room else whole
        text = metrics.elidedText(name, Qt.TextElideMode.ElideRight, most)
        width = metrics.horizontalAdvance(text) + 2 * _PAD
        if not has_room:
            # the newest one, at the edge, has its name before its line, where it can't be taken for that of another
            left = x_of(line.at_s) - width - 2
            before = x_of(lines[-2].at_s) if place else -math.inf
            if left < within.left() or before > left - width:
                room = x_of(line.at_s) - _BETWEEN
                continue
        placed.append((QRectF(left, within.top() + 1, width, height), text))
        room = left - _BETWEEN
    return placed
