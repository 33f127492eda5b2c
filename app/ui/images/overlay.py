"""The overlay of an image: plates with text, and the legend of its colours."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter, QPen, QPixmap

from app.model.images.conversion import METRES_PER_UNIT, PixelValue
from app.model.images.shading import Shading, palette
from app.model.messages.values import PixelFormat
from app.ui.base.text import format_age, say
from app.ui.base.theme import Theme
from app.wording.ui.images import ImagesWording

_MARGIN: Final = 8.0
_PADDING: Final = 7.0
_OPAQUE: Final = 0.9
_SWATCH: Final = 12.0
_BAR: Final = (12.0, 132.0)
# pixels; in a shorter bar colours can't be told apart, nor do both numbers fit
_MIN_BAR: Final = 40.0

_SEPARATOR: Final = "   "

# metres; range of distances shown with three digits. Drivers also send the greatest number there is for "too far"
_MIN_RANGE_M: Final = 0.0005
_MAX_RANGE_M: Final = 1e6


@dataclass(frozen=True, slots=True)
class PlateText:
    """The text of a plate, as groups of (text, colour role of the theme), with an optional colour swatch before it."""

    groups: tuple[tuple[str, str], ...]
    swatch: QColor | None = None

    def fit_to(self, metrics: QFontMetricsF, room: float) -> PlateText:
        """Return as many of the last groups as have room, as what is wrong stands last; a single one is elided."""
        groups = [group for group in self.groups if group[0]]
        while len(groups) > 1 and _width(PlateText(tuple(groups), self.swatch), metrics) + 2 * _MARGIN > room:
            groups.pop(0)
        if not groups:
            return self
        (text, color), rest = groups[0], groups[1:]
        frame = _width(PlateText((("", color),), self.swatch), metrics) + 2 * _MARGIN
        if not rest:
            text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(room - frame, 0.0))
        return PlateText(((text, color), *rest), self.swatch)


def format_moment(seconds: float) -> str:
    """Return the age of an image as text: below a second in milliseconds."""
    return f"{max(seconds, 0.0) * 1000:.0f} ms" if seconds < 1 else format_age(seconds)


def format_number(value: float) -> str:
    """Return a number of a pixel as text."""
    if math.isfinite(value) and value == int(value) and abs(value) < 1e9:
        return str(int(value))
    return f"{value:.4g}"


def format_distance(value_m: float) -> str:
    """Return a distance with its unit; a dash where nothing was measured."""
    if not math.isfinite(value_m):
        return "\N{EM DASH}"
    plain = not value_m or _MIN_RANGE_M <= abs(value_m) < _MAX_RANGE_M
    return f"{value_m:.3f} m" if plain else f"{value_m:.4g} m"


def pixel_text(x: int, y: int, value: PixelValue) -> str:
    """Return position, numbers and distance of a pixel as text."""
    numbers = "  ".join(f"{letter} {format_number(number)}".strip() for letter, number in value.numbers)
    position = f"({x}, {y})"
    if value.distance_m is None:
        return f"{position}{_SEPARATOR}{numbers}"
    if [number for _, number in value.numbers] == [value.distance_m]:
        return f"{position}{_SEPARATOR}{format_distance(value.distance_m)}"
    if not math.isfinite(value.distance_m):
        return f"{position}{_SEPARATOR}{say(ImagesWording.NOT_MEASURED())} ({numbers})"
    return f"{position}{_SEPARATOR}{format_distance(value.distance_m)}{_SEPARATOR}({numbers})"


def legend_ends(shading: Shading, unit_m: float | None) -> tuple[str, str]:
    """Return the labels of the least and the greatest number: never equal, and never longer than there is room."""
    if unit_m is None:
        return format_number(shading.low), format_number(shading.high)
    low, high = shading.low * unit_m, shading.high * unit_m
    if max(abs(low), abs(high)) >= _MAX_RANGE_M or high - low < _MIN_RANGE_M:
        return f"{low:.4g} m", f"{high:.4g} m"
    digits = max(2, math.ceil(-math.log10(high - low)) + 1)
    return f"{low:.{digits}f} m", f"{high:.{digits}f} m"


def draw_plate(painter: QPainter, theme: Theme, words: PlateText, corner: QPointF, *, above: bool) -> None:
    """Draw a plate with its left end at a corner of the view, below it or above it."""
    metrics = QFontMetricsF(painter.font())
    texts = [(text, color) for text, color in words.groups if text]
    gap = metrics.horizontalAdvance(_SEPARATOR)
    widths = [metrics.horizontalAdvance(text) for text, _ in texts]
    swatch = _SWATCH + 6 if words.swatch is not None else 0.0
    width = _width(words, metrics)
    height = metrics.height() + _PADDING
    top = corner.y() - _MARGIN - height if above else corner.y() + _MARGIN
    plate = QRectF(corner.x() + _MARGIN, top, width, height)
    _draw_ground(painter, theme, plate)
    left = plate.left() + _PADDING
    if words.swatch is not None:
        painter.setPen(QPen(theme.color("muted"), 1))
        painter.setBrush(words.swatch)
        painter.drawRect(QRectF(left, plate.center().y() - _SWATCH / 2, _SWATCH, _SWATCH))
        left += swatch
    for (text, color), text_width in zip(texts, widths, strict=True):
        painter.setPen(theme.color(color))
        flags = int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)
        painter.drawText(QRectF(left, plate.top(), text_width + 1, height), flags, text)
        left += text_width + gap


class CachedPlate:
    """A plate below the upper left corner whose text stays for some frames: painted once for all of them."""

    def __init__(self) -> None:
        self._key: object = None
        self._pixmap = QPixmap()

    def draw(self, painter: QPainter, theme: Theme, words: PlateText, ratio: float) -> None:
        """Draw the plate, on a screen with `ratio` pixels per unit of the painter."""
        font = painter.font()
        key = (words, theme, font.key(), ratio)
        if self._key != key:
            self._key = key
            metrics = QFontMetricsF(font)
            size = QSizeF(_MARGIN + _width(words, metrics) + 1, _MARGIN + metrics.height() + _PADDING + 1)
            self._pixmap = QPixmap((size * ratio).toSize())
            self._pixmap.setDevicePixelRatio(ratio)
            self._pixmap.fill(Qt.GlobalColor.transparent)
            within = QPainter(self._pixmap)
            within.setFont(font)
            within.setRenderHint(QPainter.RenderHint.Antialiasing)
            draw_plate(within, theme, words, QPointF(0, 0), above=False)
            within.end()
        painter.drawPixmap(0, 0, self._pixmap)


def draw_legend(
    painter: QPainter, theme: Theme, shading: Shading, kind: PixelFormat, corner: QPointF, room: float
) -> QRectF:
    """Draw the colours from the greatest to the least number, below and to the left of a corner; return their place.

    The legend is as high as there is room, and not drawn where that is too little: then its place is empty.
    """
    length = min(_BAR[1], room - 2 * _MARGIN - 2 * _PADDING)
    if length < _MIN_BAR:
        return QRectF(corner, QSizeF())
    unit = METRES_PER_UNIT.get(kind)
    low, high = legend_ends(shading, unit)
    metrics = QFontMetricsF(painter.font())
    text = max(metrics.horizontalAdvance(high), metrics.horizontalAdvance(low))
    width, height = _BAR[0] + 6 + text + 2 * _PADDING, length + 2 * _PADDING
    plate = QRectF(corner.x() - _MARGIN - width, corner.y() + _MARGIN, width, height)
    _draw_ground(painter, theme, plate)
    colors = np.ascontiguousarray(palette(shading.colors)[:0:-1])
    image = QImage(colors.data.cast("B"), 1, colors.size, 4, QImage.Format.Format_RGB32)
    bar = QRectF(plate.left() + _PADDING, plate.top() + _PADDING, _BAR[0], length)
    painter.drawImage(bar, image)
    painter.setPen(theme.color("text"))
    left = bar.right() + 6
    painter.drawText(QPointF(left, bar.top() + metrics.ascent() - 1), high)
    painter.drawText(QPointF(left, bar.bottom() - metrics.descent()), low)
    return plate


def _width(words: PlateText, metrics: QFontMetricsF) -> float:
    texts = [text for text, _ in words.groups if text]
    gaps = metrics.horizontalAdvance(_SEPARATOR) * max(len(texts) - 1, 0)
    swatch = _SWATCH + 6 if words.swatch is not None else 0.0
    return sum(map(metrics.horizontalAdvance, texts)) + gaps + swatch + 2 * _PADDING


def _draw_ground(painter: QPainter, theme: Theme, plate: QRectF) -> None:
    ground = theme.color("window")
    ground.setAlphaF(_OPAQUE)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ground)
    painter.drawRoundedRect(plate, 4, 4)
