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
from app.ui.base.run_colors import run_color
from app.ui.base.text import format_stamp, say, titled
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
# of the name of a run before that of its mark
_RUN_CHARACTERS: Final = 10
# pixels of a dash of a run's line, and between two; where there are many lines
_DASH: Final = 4
_LONG_DASH: Final = 16
# that screen readers are told
_SPOKEN: Final = 5

_at_s = attrgetter("at_s")


def marks_within(lines: Sequence[MarkLine], across: tuple[float, float]) -> Sequence[MarkLine]:
    """Return the marks between two times; `lines` are in the order of time."""
    first, last = bisect.bisect_left(lines, across[0], key=_at_s), bisect.bisect_right(lines, across[1], key=_at_s)
    return lines[max(first, last - _MOST) : last]


def marks_at(lines: Sequence[MarkLine], x: float, x_of: Callable[[float], float]) -> list[MarkLine]:
    """Return the marks whose lines are at a pixel column, those of the nearest line alone; none where none is near."""
    near = min((x_of(line.at_s) for line in lines), key=lambda column: abs(column - x), default=math.inf)
    if abs(near - x) > _NEAR:
        return []
    return [line for line in lines if round(x_of(line.at_s)) == round(near)]


def mark_name(mark: TimeMark) -> str:
    """Return what a mark is called: its words, else its number."""
    return mark.words or say(TimeAxisWording.MARK(number=mark.number))


def mark_tip(line: MarkLine) -> str:
    """Return the tip of a mark: its run if it is of one, number and its own time, and its words below.

    The time that views show has no number.
    """
    mark = line.mark
    if line.is_past:
        return titled(mark.words, format_stamp(mark.time_ns))
    numbered = say(TimeAxisWording.MARK_AT(number=mark.number, time=format_stamp(mark.time_ns)))
    if line.run is not None:
        numbered = say(TimeAxisWording.OF_RUN(run=line.run.name, what=numbered))
    return "\n".join(filter(None, (numbered, mark.words)))


def spoken_marks(lines: Sequence[MarkLine]) -> list[str]:
    """Return the newest marks in words, with how many there are before them."""
    told = [_line_name(line) for line in lines[-_SPOKEN:]]
    before = len(lines) - len(told)
    return [*([say(TimeAxisWording.MARKS_BEFORE(count=before))] if before else []), *told]


def draw_marks(
    painter: QPainter,
    theme: Theme,
    lines: Iterable[MarkLine],
    x_of: Callable[[float], float],
    spans: Sequence[tuple[int, int]],
) -> None:
    """Draw the lines of marks, those of runs below the others, from a row to another one in each of `spans`.

    That of the time that views show lies above all, in the colour in which views of the past are framed.
    """
    of_runs: dict[int, set[int]] = {}
    columns: list[float] = []
    past: list[float] = []
    for line in lines:
        x = x_of(line.at_s)
        if line.run is None:
            (past if line.is_past else columns).append(x)
        else:
            of_runs.setdefault(line.run.number, set()).add(round(x))
    for number, places in sorted(of_runs.items()):
        _draw_run_lines(painter, theme, number, sorted(places), spans)
    for found, color in ((columns, "accent"), (past, "warn")):
        if found:
            draw_mark_lines(painter, theme, found, spans, color)


def draw_mark_lines(
    painter: QPainter, theme: Theme, columns: Iterable[float], spans: Sequence[tuple[int, int]], name: str = "accent"
) -> None:
    """Draw a line with a flag at each pixel column, from a row to another one in each of `spans`.

    `name` is that of its colour in the theme.
    """
    color = theme.color(name)
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
        name = _label(line)
        most_characters = _CHARACTERS if line.run is None else _CHARACTERS + _RUN_CHARACTERS
        if line.run is not None and metrics.horizontalAdvance(name) > room - left - 2 * _PAD:
            # whose it is tell its line and its tip as well
            name = mark_name(line.mark)
        # letters are wider by parts of a pixel than Qt says, and would be left out
        whole = min(metrics.horizontalAdvance(name) + 1, most_characters * character)
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


def _draw_run_lines(
    painter: QPainter, theme: Theme, number: int, places: Sequence[int], spans: Sequence[tuple[int, int]]
) -> None:
    """Draw dashed lines of a run, each with a square at its foot; those of other runs have theirs above or below it."""
    color, ground = run_color(theme, number), theme.color("base")
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    has_feet = len(places) <= _MOST_FLAGS
    dash = _DASH if has_feet else _LONG_DASH
    for x in places:
        for top, bottom in spans:
            painter.fillRect(x - 1, top, 3, bottom - top + 1, ground)
            for y in range(top, bottom + 1, 2 * dash):
                painter.fillRect(x, y, 1, min(dash, bottom + 1 - y), color)
            foot = bottom - number * (_FLAG + 1)
            if has_feet and foot - _FLAG > top:
                painter.fillRect(x - _FLAG // 2, foot - _FLAG, _FLAG + 1, _FLAG + 1, color)
                painter.fillRect(x - _FLAG // 2 + 2, foot - _FLAG + 2, _FLAG - 3, _FLAG - 3, ground)


def _line_name(line: MarkLine) -> str:
    """Return what a mark is called, with the run that it is of."""
    name = mark_name(line.mark)
    return name if line.run is None else say(TimeAxisWording.OF_RUN(run=line.run.name, what=name))


def _label(line: MarkLine) -> str:
    """Return the name of a mark in its box, where a long name of a run leaves it room."""
    if line.run is None:
        return mark_name(line.mark)
    run = line.run.name
    short = run if len(run) <= _RUN_CHARACTERS else f"{run[: _RUN_CHARACTERS - 1].rstrip()}…"
    return say(TimeAxisWording.OF_RUN(run=short, what=mark_name(line.mark)))
