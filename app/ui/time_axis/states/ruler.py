"""Time axis below the state rows, and its alignment with the plots that are docked above or below.

The axis stays where it is while rows are scrolled.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from app.ui.base.spoken import SpokenView
from app.ui.base.text import say
from app.ui.base.theme import Themes
from app.ui.time_axis.axis import draw_labels, format_time, place_labels
from app.ui.time_axis.link import Cursors
from app.ui.time_axis.plots.plot import PlotKind
from app.ui.time_axis.plots.view import PlotView
from app.ui.time_axis.ranges import TimeWindow
from app.ui.time_axis.states.view import StateView, cursor_text
from app.ui.widgets.marks import mark_labels
from app.wording.ui.time_axis import StatesWording

_LEFT: Final = 8
_RIGHT: Final = 12
_NARROWEST: Final = 80

# a plot whose axis shares less of its width with the rows stands elsewhere
_SHARED: Final = 0.5

_TICK: Final = 4


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


class TimeRuler(SpokenView, QWidget):
    """Widget of the time axis below state rows, with the labels of cursors."""

    def __init__(
        self, view: StateView, window: TimeWindow, cursors: Cursors, themes: Themes, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._view = view
        self._window = window
        self._cursors = cursors
        self._themes = themes
        self._shown: object = None
        self.setAccessibleName(say(StatesWording.TIME_AXIS()))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        themes.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Return the preferred size: one line of text and ticks."""
        return QSize(160, self.fontMetrics().height() + _TICK + 4)

    @override
    def spoken_text(self) -> str:
        first_s, last_s = self._view.across
        return say(StatesWording.SPOKEN_SPAN(first=format_time(first_s), last=format_time(last_s)))

    def refresh(self) -> None:
        """Repaint if time went on or a cursor moved so far that it looks different."""
        cursors, (left, width) = self._cursors, self._view.edges
        marks = tuple((round(self._view.x_of(tick.value)), tick.text) for tick in self._view.axis[1])
        times = (cursors.first_s, cursors.second_s, cursors.hover_s)
        # while following the data, labels of cursors say how long ago their times were
        names = self._view.shown_marks
        moves = self._view.axis[0][1] if names or times != (None, None, None) else 0.0
        shown = (marks, times, left, width, moves, names)
        if shown != self._shown:
            self._shown = shown
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the axis, its ticks and the labels of cursors."""
        del event
        painter = QPainter(self)
        theme, view, metrics = self._themes.current, self._view, self.fontMetrics()
        shift = self.mapFromGlobal(view.mapToGlobal(QPoint(0, 0))).x()
        (left, width), (across, ticks) = view.edges, view.axis
        left += shift
        painter.setPen(QPen(theme.color("border"), 1))
        painter.drawLine(left, 0, left + width, 0)
        labels = place_labels(metrics, self._labels(shift, across), QRect(left, 0, width, 0))
        names = mark_labels(metrics, view.shown_marks, lambda at_s: view.x_of(at_s) + shift, QRect(left, 0, width, 0))
        # cursors are what the operator looks at now
        labels += [label for label in names if not any(box.intersects(label[0]) for box, _ in labels)]
        for tick in ticks:
            x = round(view.x_of(tick.value)) + shift
            painter.setPen(theme.color("border"))
            painter.drawLine(x, 0, x, _TICK)
            painter.setPen(theme.color("muted"))
            taken = metrics.horizontalAdvance(tick.text)
            at = min(max(x - taken // 2, 0), self.width() - taken)
            # a time of which a half is seen is none
            if not any(box.left() < at + taken and at < box.right() for box, _ in labels):
                painter.drawText(at, _TICK + metrics.ascent() + 1, tick.text)
        draw_labels(painter, theme, labels)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.end()

    def _labels(self, shift: int, across: tuple[float, float]) -> list[tuple[float, str]]:
        cursors, view = self._cursors, self._view
        labels = [
            (view.x_of(at_s) + shift, cursors.named(at_s, cursor_text(at_s, self._window, across[1])))
            for at_s in cursors.times
            if across[0] <= at_s <= across[1]
        ]
        first, second = cursors.first_s, cursors.second_s
        if first is not None and second is not None:
            text = say(StatesWording.DIFFERENCE(time=f"{abs(second - first):.4g}"))
            labels.append(((view.x_of(first) + view.x_of(second)) / 2 + shift, text))
        return labels
