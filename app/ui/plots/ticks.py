"""Where an axis has its marks, and what it says beside them."""

from __future__ import annotations

import functools
import math
import time
from dataclasses import dataclass
from typing import Final

from app.ui.text import translate

_STEPS: Final = (1.0, 2.0, 5.0, 10.0)

# of times from a second on; below they are those of numbers
_TIME_STEPS_S: Final = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600)

# a clock below is that of a simulation
CALENDAR_S: Final = 1_000_000_000

_MOST: Final = 100


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark and its words."""

    value: float
    text: str


def value_ticks(low: float, high: float, most: int) -> list[Tick]:
    """Round numbers between two, not more than `most`, each with as many digits as tell it from the next."""
    return list(_value_ticks(low, high, most))


# an axis is asked for in every frame, and is another seldom
@functools.lru_cache(maxsize=256)
def _value_ticks(low: float, high: float, most: int) -> tuple[Tick, ...]:
    step = _step((high - low) / max(most, 1))
    if not step or not math.isfinite(step):
        return ()
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    # where the range is near to the last digit of its values, some would be the same, or lie outside
    rest = (high - low) * 1e-6
    found = dict.fromkeys(number * step for number in range(first, min(last, first + _MOST) + 1))
    numbers = [number for number in found if low - rest <= number <= high + rest]
    greatest = max((abs(number) for number in numbers), default=0.0)
    return tuple(Tick(number, _format(number, step, greatest)) for number in numbers)


def ago_ticks(span_s: float, most: int) -> list[Tick]:
    """Marks of “seconds ago” for the last so many, the newest last."""
    return list(_ago_ticks(span_s, most, translate("Plot", "now")))


@functools.lru_cache(maxsize=256)
def _ago_ticks(span_s: float, most: int, now: str) -> tuple[Tick, ...]:
    """See `ago_ticks`; another language has another word for `now`."""
    step = _time_step(span_s / max(most, 1))
    marks = [-number * step for number in range(int(span_s / step + 1e-9), -1, -1)]
    return tuple(Tick(mark, _ago(-mark) if mark else now) for mark in marks)


def clock_ticks(first_s: float, last_s: float, most: int) -> list[Tick]:
    """Marks of times: of the clock here, or in seconds where they are of a simulation."""
    step = _time_step((last_s - first_s) / max(most, 1))
    calendar = first_s >= CALENDAR_S
    # minutes and hours are those of the clock on the wall
    shift = _offset_s(first_s) if calendar else 0.0
    first, last = math.ceil((first_s + shift) / step - 1e-9), math.floor((last_s + shift) / step + 1e-9)
    marks = [number * step - shift for number in range(first, min(last, first + _MOST) + 1)]
    return [Tick(mark, format_time(mark, step)) for mark in marks]


def format_time(at_s: float, step_s: float = 0.001) -> str:
    """A time as precise as marks so far apart need it."""
    digits = max(0, min(3, math.ceil(-math.log10(step_s) - 1e-9))) if step_s < 1 else 0
    if at_s < CALENDAR_S:
        return translate("Plot", "{time} s").format(time=f"{at_s:,.{digits}f}")
    rounded = round(at_s, digits)
    whole = math.floor(rounded)
    text = time.strftime("%H:%M:%S", time.localtime(whole))
    return text if not digits else f"{text}{rounded - whole:.{digits}f}".replace(f"{text}0.", f"{text}.")


def _offset_s(at_s: float) -> float:
    return float(time.localtime(at_s).tm_gmtoff)


def _step(least: float) -> float:
    """The round number from `least` on."""
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
        return translate("Plot", "-{seconds} s").format(seconds=f"{seconds:g}")
    minutes, rest = divmod(round(seconds), 60)
    if rest:
        return f"-{minutes}:{rest:02d}"
    return translate("Plot", "-{minutes} min").format(minutes=minutes)


def _format(number: float, step: float, greatest: float) -> str:
    if number == 0:
        return "0"
    if greatest >= 1e6 or step < 1e-4:
        digits = max(0, math.floor(math.log10(greatest)) - math.floor(math.log10(step)))
        return f"{number:.{min(digits, 12)}e}".replace("e+0", "e").replace("e-0", "e-").replace("e+", "e")
    return f"{number:,.{max(0, -math.floor(math.log10(step) + 1e-9))}f}"
