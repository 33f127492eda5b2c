"""Alignment of the time axis of state rows with those of the plots that are docked above or below."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QWidget

from app.ui.time_axis.plots.plot import PlotKind
from app.ui.time_axis.plots.view import PlotView

_LEFT: Final = 8
_RIGHT: Final = 12
_NARROWEST: Final = 80

# a plot whose axis shares less of its width with the rows stands elsewhere
_SHARED: Final = 0.5


def axis_edges(view: QWidget, plots: Iterable[PlotView]) -> tuple[int, int]:
    """Return left edge and width of the time axis, in coordinates of `view`; `plots` are those of the same window."""
    width = max(view.width() - _LEFT - _RIGHT, _NARROWEST)
    found = [edges for plot in plots if (edges := _edges(plot, view)) is not None]
    if not found:
        return _LEFT, width
    _, left, width = min(found)
    return left, width


def _edges(plot: PlotView, view: QWidget) -> tuple[int, int, int] | None:
    """Return the distance of a plot from the view, left edge and width of its axis; None if they are not in line."""
    if not plot.isVisible() or plot.plot.kind is not PlotKind.TIME:
        return None
    area = plot.axes.area
    corner = view.mapFromGlobal(plot.mapToGlobal(QPoint(area.left(), 0)))
    left, right = corner.x(), corner.x() + area.width()
    shared = min(right, view.width()) - max(left, 0)
    if shared < _SHARED * max(view.width(), right - left) or shared < _NARROWEST or left < 0 or right > view.width():
        return None
    below = corner.y() >= view.height()
    return (corner.y() - view.height() if below else -corner.y() - plot.height()), left, right - left
