"""Axes: the ticks of values and times, the time axis that all views share, and the label of a cursor."""

from __future__ import annotations

import functools
import math
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPen

from app.ui.base.text import say
from app.ui.base.theme import Theme
from app.ui.time_axis.ranges import TimeWindow
from app.ui.widgets.dock_places import longest_share
from app.wording.ui.time_axis import TimeAxisWording

_STEPS: Final = (1.0, 2.0, 5.0, 10.0)

# steps of times from a second on; shorter steps are those of numbers
_TIME_STEPS_S: Final = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600)

# an earlier time, in seconds since 1970, is simulation time; systems know no date after the year 9999
CALENDAR_S: Final = 1_000_000_000
_LAST_CALENDAR_S: Final = 253_402_214_400

_MOST: Final = 100

# pixels between the words of the axis below
TIME_GAP: Final = 28
_PAD: Final = 6

# pixels between the labels of cursors
_BETWEEN: Final = 2


@dataclass(frozen=True, slots=True)
class Tick:
    """Tick of an axis: its value and its text."""

    value: float
    text: str


def value_ticks(low: float, high: float, most: int) -> list[Tick]:
    """Return ticks at round numbers, at most about `most`, with as many digits as tell each from the next."""
    return list(_value_ticks(low, high, most))


# an axis is asked for in every frame, and seldom changes
@functools.lru_cache(maxsize=256)
def _value_ticks(low: float, high: float, most: int) -> tuple[Tick, ...]:
    step = _step((high - low) / max(most, 1))
    if not step or not math.isfinite(step):
        return ()
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    # where the range is near the resolution of floats, some ticks would coincide or lie outside
    rest = (high - low) * 1e-6
    found = dict.fromkeys(number * step for number in range(first, min(last, first + _MOST) + 1))
    numbers = [number for number in found if low - rest <= number <= high + rest]
    greatest = max((abs(number) for number in numbers), default=0.0)
    return tuple(Tick(number, _format(number, step, greatest)) for number in numbers)


def ago_ticks(span_s: float, most: int) -> list[Tick]:
    """Return ticks of “seconds ago” for the last `span_s` seconds, the newest last."""
    return list(_ago_ticks(span_s, most, say(TimeAxisWording.NOW())))


@functools.lru_cache(maxsize=256)
def _ago_ticks(span_s: float, most: int, now: str) -> tuple[Tick, ...]:
    """Return the ticks of `ago_ticks`; `now` is an argument, as the cache must tell languages apart."""
    step = _time_step(span_s / max(most, 1))
    marks = [-number * step for number in range(int(span_s / step + 1e-9), -1, -1)]
    return tuple(Tick(mark, _ago(-mark) if mark else now) for mark in marks)


def clock_ticks(first_s: float, last_s: float, most: int) -> list[Tick]:
    """Return ticks of times: local clock times, or seconds where it is simulation time."""
    step = _time_step((last_s - first_s) / max(most, 1))
    calendar = is_calendar(first_s)
    # ticks lie on whole minutes and hours of local time
    shift = _offset_s(first_s) if calendar else 0.0
    first, last = math.ceil((first_s + shift) / step - 1e-9), math.floor((last_s + shift) / step + 1e-9)
    marks = [number * step - shift for number in range(first, min(last, first + _MOST) + 1)]
    return [Tick(mark, format_time(mark, step)) for mark in marks]


def time_axis(window: TimeWindow, width: int, metrics: QFontMetrics) -> tuple[tuple[float, float], tuple[Tick, ...]]:
    """Return the first and the last time and the ticks of a time axis `width` pixels wide, the same for all views."""
    most = max(width // (metrics.horizontalAdvance("-00:00") + TIME_GAP), 1)
    # whole columns, so that a sample stays in its column while time goes on
    last_s = math.ceil(window.shown[1] * width / window.span_s) * window.span_s / width
    first_s = last_s - window.span_s
    if window.live:
        ticks = tuple(Tick(last_s + tick.value, tick.text) for tick in ago_ticks(window.span_s, most))
        return (first_s, last_s), ticks
    most = max(width // (metrics.horizontalAdvance("00:00:00.000") + TIME_GAP), 1)
    return (first_s, last_s), tuple(clock_ticks(first_s, last_s, most))


def place_labels(metrics: QFontMetrics, labels: Iterable[tuple[float, str]], within: QRect) -> list[tuple[QRectF, str]]:
    """Return the boxes of labels of cursors, below the upper edge of `within`.

    Each is centred at its x as far as it stays within, and none covers another: where they have no room beside one
    another the longest are cut in the middle.
    """
    placed: list[tuple[QRectF, str]] = []
    ordered = sorted(labels)
    room = within.width() + _BETWEEN - len(ordered) * (2 * _PAD + _BETWEEN)
    longest = longest_share([metrics.horizontalAdvance(text) for _, text in ordered], room)
    for x, whole in ordered:
        text = metrics.elidedText(whole, Qt.TextElideMode.ElideMiddle, longest) if longest else whole
        width = metrics.horizontalAdvance(text) + 2 * _PAD
        left = min(max(x - width / 2, within.left()), within.right() - width)
        if placed:
            left = max(left, placed[-1][0].right() + _BETWEEN)
        placed.append((QRectF(left, within.top() + 1, width, metrics.height() + 3), text))
    right = float(within.right())
    for box, _ in reversed(placed):
        box.moveRight(min(box.right(), right))
        right = box.left() - _BETWEEN
    return placed


def draw_labels(painter: QPainter, theme: Theme, placed: Iterable[tuple[QRectF, str]]) -> None:
    """Draw labels of cursors in their boxes."""
    for box, text in placed:
        painter.setPen(QPen(theme.color("border"), 1))
        painter.setBrush(theme.color("button"))
        painter.drawRoundedRect(box, 3, 3)
        painter.setPen(theme.color("text"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)


def is_calendar(at_s: float) -> bool:
    """Whether a time has a date: it is not that of a simulation, nor senseless."""
    return CALENDAR_S <= at_s < _LAST_CALENDAR_S


def format_time(at_s: float, step_s: float = 0.001) -> str:
    """Format a time, as precise as ticks `step_s` apart need it."""
    digits = max(0, min(3, math.ceil(-math.log10(step_s) - 1e-9))) if step_s < 1 else 0
    if not is_calendar(at_s):
        return say(TimeAxisWording.AT_S(time=f"{at_s:,.{digits}f}"))
    rounded = round(at_s, digits)
    whole = math.floor(rounded)
    text = time.strftime("%H:%M:%S", time.localtime(whole))
    return text if not digits else f"{text}{rounded - whole:.{digits}f}".replace(f"{text}0.", f"{text}.")


def _offset_s(at_s: float) -> float:
    return float(time.localtime(at_s).tm_gmtoff)


def _step(least: float) -> float:
    """Return the smallest round number that is at least `least`; 0 if there is none."""
    if not least > 0 or not math.isfinite(least):
        return 0.0
    power: float = 10.0 ** math.floor(math.log10(least))
    return next(step * power for step in _STEPS if step * power >= least * (1 - 1e-9))


def _time_step(least: float) -> float:
    if least <= 1:
        return max(_step(least), 0.001)
    return next((float(step) for step in _TIME_STEPS_S if step >= least), 3600.0)


def _ago(seconds: float) -> str:
    if seconds < 60:
        return say(TimeAxisWording.SECONDS_AGO(seconds=f"{seconds:g}"))
    minutes, rest = divmod(round(seconds), 60)
    if rest:
        return f"-{minutes}:{rest:02d}"
    return say(TimeAxisWording.MINUTES_AGO(minutes=minutes))


def _format(number: float, step: float, greatest: float) -> str:
    if number == 0:
        return "0"
    if greatest >= 1e6 or step < 1e-4:
        digits = max(0, math.floor(math.log10(greatest)) - math.floor(math.log10(step)))
        return f"{number:.{min(digits, 12)}e}".replace("e+0", "e").replace("e-0", "e-").replace("e+", "e")
    return f"{number:,.{max(0, -math.floor(math.log10(step) + 1e-9))}f}"
