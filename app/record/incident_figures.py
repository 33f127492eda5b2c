"""The figures of an incident as SVG: numbers over time, stages as a lane, marks; coloured by the page's style."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

_WIDTH: Final = 900
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 16, 18, 26
_HEIGHT: Final = 170
_LANE: Final = 30
# columns of a figure, of each of which the lowest and the highest number are drawn
_COLUMNS: Final = 400
# a line has a gap where nothing was noted for so long
_GAP_S: Final = 1.5
_MAX_MARKS: Final = 12
_MARK_LETTERS: Final = 28
_MIN_TEXT_PX: Final = 48

# a number at a time, in seconds after the incident; None for what was not known
Points = Sequence[tuple[float, float | None]]


@dataclass(frozen=True, slots=True)
class Curve:
    """A line of a figure: its name in the page's language, the class of its style, and its points."""

    name: str
    style: str
    points: Points


@dataclass(frozen=True, slots=True)
class LaneSpan:
    """A stretch of a lane, in seconds after the incident: its text, and the class of its style."""

    start_s: float
    end_s: float
    text: str
    style: str


@dataclass(frozen=True, slots=True)
class TimeAxis:
    """The time that all figures of a page share, in seconds after the incident."""

    start_s: float
    end_s: float

    def x(self, at_s: float) -> float:
        """Return the place of a time."""
        share = (at_s - self.start_s) / max(self.end_s - self.start_s, 1e-3)
        return _LEFT + min(max(share, 0.0), 1.0) * (_WIDTH - _LEFT - _RIGHT)

    @property
    def ticks(self) -> list[float]:
        """The times that are named."""
        return _ticks(self.start_s, self.end_s, 10)


def curves_figure(title: str, unit: str, axis: TimeAxis, curves: Sequence[Curve], marks: Points = ()) -> str:
    """Draw lines over time; each name stands in the heading."""
    numbers = [value for curve in curves for _, value in curve.points if value is not None]
    low, high = min(0.0, *numbers, 0.0), max(0.0, *numbers, 0.0)
    high = high if high > low else low + 1.0
    room = (high - low) * 0.06
    low, high = low - (room if low < 0 else 0.0), high + room

    def y(value: float) -> float:
        return _HEIGHT - _BOTTOM - (value - low) / (high - low) * (_HEIGHT - _BOTTOM - _TOP)

    parts = [_text(6, 12, unit, "unit")]
    for tick in _ticks(low, high, 4):
        at = y(tick)
        parts.append(f'<line class="grid" x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{at:.1f}" y2="{at:.1f}"/>')
        parts.append(_text(_LEFT - 6, at + 4, f"{tick:g}", "right"))
    parts += _time_axis(axis, _HEIGHT)
    for curve in curves:
        d = _path(_thinned(curve.points, axis), axis, y)
        parts.append(f'<path class="curve {curve.style}" d="{d}"/>')
    parts += [_mark(axis.x(at_s), _TOP, _HEIGHT - _BOTTOM) for at_s, _ in marks[:_MAX_MARKS]]
    legend = "".join(f'<span class="key {curve.style}">{escape(curve.name)}</span>' for curve in curves)
    return _figure(title, legend, parts, _HEIGHT)


def lane_figure(title: str, axis: TimeAxis, spans: Sequence[LaneSpan], marks: Sequence[tuple[float, str]]) -> str:
    """Draw a lane of what held from when until when, with labelled marks below."""
    shown = marks[:_MAX_MARKS]
    height = _TOP + _LANE + 14 * len(shown) + 10 + _BOTTOM
    parts = []
    for span in spans:
        left, right = axis.x(span.start_s), axis.x(span.end_s)
        width = max(right - left, 1.0)
        box = f'<rect class="span {span.style}" x="{left:.1f}" y="{_TOP}" width="{width:.1f}" height="{_LANE}"/>'
        parts.append(f"<g><title>{escape(span.text)}</title>{box}</g>")
        if width >= max(_MIN_TEXT_PX, 8 * len(span.text)):
            parts.append(_text(left + 6, _TOP + 20, span.text, "inside"))
    parts += _time_axis(axis, height)
    for place, (at_s, text) in enumerate(shown):
        at, low = axis.x(at_s), _TOP + _LANE + 14 * (place + 1)
        parts.append(_mark(at, _TOP, low))
        is_late = at > _WIDTH * 0.7
        label = text if len(text) <= _MARK_LETTERS else text[: _MARK_LETTERS - 1] + "…"
        parts.append(_text(at - 5 if is_late else at + 5, low, label, "right mark" if is_late else "mark"))
    return _figure(title, "", parts, height)


def _figure(title: str, legend: str, parts: Sequence[str], height: int) -> str:
    name = escape(title)
    head = f'<svg viewBox="0 0 {_WIDTH} {height}" role="img" aria-label="{name}">'
    return f"<figure><figcaption>{name}{legend}</figcaption>{head}{''.join(parts)}</svg></figure>"


def _time_axis(axis: TimeAxis, height: int) -> list[str]:
    bottom = height - _BOTTOM
    parts = [f'<line class="axis" x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{bottom}" y2="{bottom}"/>']
    for tick in axis.ticks:
        at = axis.x(tick)
        parts.append(f'<line class="grid" x1="{at:.1f}" x2="{at:.1f}" y1="{_TOP}" y2="{bottom}"/>')
        parts.append(_text(at, height - 8, f"{tick:+g}" if tick else "0", "middle"))
    zero = axis.x(0.0)
    return [*parts, f'<line class="incident" x1="{zero:.1f}" x2="{zero:.1f}" y1="{_TOP - 6}" y2="{bottom}"/>']


def _mark(x: float, top: float, bottom: float) -> str:
    return f'<line class="mark" x1="{x:.1f}" x2="{x:.1f}" y1="{top}" y2="{bottom}"/>'


def _text(x: float, y: float, text: str, style: str) -> str:
    return f'<text class="{style}" x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>'


def _path(points: Points, axis: TimeAxis, y: Callable[[float], float]) -> str:
    parts: list[str] = []
    last_s = -math.inf
    for at_s, value in points:
        if value is None:
            last_s = -math.inf
            continue
        parts.append(f"{'L' if at_s - last_s <= _GAP_S else 'M'}{axis.x(at_s):.1f} {y(value):.1f}")
        last_s = at_s
    return "".join(parts)


def _thinned(points: Points, axis: TimeAxis) -> Points:
    """Return so few points that no more can be seen: of each column the lowest and the highest."""
    if len(points) <= 2 * _COLUMNS:
        return points
    kept: list[tuple[float, float | None]] = []
    width = (axis.end_s - axis.start_s) / _COLUMNS or 1.0
    for _, group in itertools.groupby(points, key=lambda point: int((point[0] - axis.start_s) / width)):
        known = [(value, at_s) for at_s, value in group if value is not None]
        if known:
            kept += sorted({(at_s, value) for value, at_s in (min(known), max(known))})
    return kept


def _ticks(low: float, high: float, most: int) -> list[float]:
    """Return round numbers from a number to another, so many at most."""
    width = max(high - low, 1e-9)
    power = 10.0 ** math.floor(math.log10(width / most))
    step = next(power * factor for factor in (1, 2, 5, 10, 20) if width / (power * factor) <= most)
    return [round(place * step, 9) for place in range(math.ceil(low / step), math.floor(high / step) + 1)]
