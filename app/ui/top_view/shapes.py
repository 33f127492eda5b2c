"""Shapes of layers: how the list shows what a layer draws, and what tells layers apart beside their colours."""

from __future__ import annotations

from typing import Final

import numpy as np
from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap, QPolygonF

from app.model.schema import Role
from app.ui.base.theme import Theme
from app.ui.top_view.polylines import Floats

# in pixels: the icon is drawn at twice its size, for screens of high density
_ICON: Final = 12
_SCALE: Final = 2
_LINE: Final = 2.0
# dashes in the icon, beside those in the view: all parts of them have room
_SMALL: Final = 0.5
_ARROW: Final = ((11, 6), (1, 11), (4, 6), (1, 1))

# of the colours' numbers: lengths of dashes and gaps by turns, in pixels; none for a line without gaps
_DASHES: Final[tuple[tuple[int, ...], ...]] = (
    (),
    (8, 4),
    (2, 4),
    (8, 4, 2, 4),
    (14, 6),
    (8, 3, 2, 3, 2, 3),
    (4, 8),
    (14, 4, 2, 4),
)

# lines of a point by the colour's number, in pixels around it; none for a square
_POINTS: Final[tuple[tuple[tuple[int, int, int, int], ...], ...]] = (
    (),
    ((-3, 0, 3, 0), (0, -3, 0, 3)),
    ((-3, -3, 3, 3), (-3, 3, 3, -3)),
    ((0, -3, 0, 3),),
    ((-3, 0, 3, 0),),
    ((-3, -3, 3, -3), (3, -3, 3, 3), (3, 3, -3, 3), (-3, 3, -3, -3)),
    ((-3, 3, 0, -3), (0, -3, 3, 3), (3, 3, -3, 3)),
    ((-3, 3, 3, -3),),
)


def set_dashes(pen: QPen, number: int, theme: Theme, scale: float = 1.0) -> QPen:
    """Give a pen the dashes of a colour's number, where the theme has dashes, and return it."""
    dashes = _DASHES[number % len(_DASHES)] if theme.is_dashed else ()
    if dashes:
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        pen.setDashPattern([scale * length / pen.widthF() for length in dashes])
    return pen


def point_lines(places: Floats, number: int, theme: Theme) -> list[QLineF]:
    """Return the lines of points, of shape (n, 2), in the shape of a colour's number; none for plain squares."""
    lines = _POINTS[number % len(_POINTS)] if theme.is_dashed else ()
    if not lines:
        return []
    ends = np.hstack((places, places))[:, None, :] + np.array(lines)[None, :, :]
    return [QLineF(*each) for each in ends.reshape(-1, 4).tolist()]


def layer_icon(role: Role | None, color: QColor, number: int, theme: Theme) -> QIcon:
    """Return the icon of a layer: points, a line, an arrow or a square, as it is drawn."""
    pixmap, painter = _begin_icon()
    if role is Role.SCAN:
        _draw_points(painter, color, number, theme)
    elif role is Role.PATH:
        painter.setPen(set_dashes(QPen(color, _LINE), number, theme, _SMALL))
        painter.drawPolyline([QPointF(0, 10), QPointF(5, 3), QPointF(12, 8)])
    elif role in {Role.POSE, Role.TRANSFORMS}:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        painter.drawPolygon(QPolygonF([QPointF(*place) for place in _ARROW]))
    else:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        painter.drawRoundedRect(1, 1, _ICON - 2, _ICON - 2, 3, 3)
    return _end_icon(pixmap, painter)


def ghost_icon(color: QColor) -> QIcon:
    """Return the icon of a ghost: the outline of an arrow, as it is drawn."""
    pixmap, painter = _begin_icon()
    painter.setPen(QPen(color, 1.2))
    painter.drawPolygon(QPolygonF([QPointF(*place) for place in _ARROW]))
    return _end_icon(pixmap, painter)


def _begin_icon() -> tuple[QPixmap, QPainter]:
    pixmap = QPixmap(_ICON * _SCALE, _ICON * _SCALE)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(_SCALE, _SCALE)
    return pixmap, painter


def _end_icon(pixmap: QPixmap, painter: QPainter) -> QIcon:
    painter.end()
    icon = QIcon(pixmap)
    icon.addPixmap(pixmap, QIcon.Mode.Selected)
    return icon


def _draw_points(painter: QPainter, color: QColor, number: int, theme: Theme) -> None:
    """Draw three points, or one in the shape of its number, for which they would be too small."""
    lines = point_lines(np.array(((6.0, 6.0),)), number, theme)
    if lines:
        painter.setPen(QPen(color, _LINE))
        painter.drawLines(lines)
        return
    for left, top in ((0, 6), (4, 1), (8, 7)):
        painter.fillRect(left, top, 4, 4, color)
