"""Painting of the curves of runs beneath a plot: once for a while to come, as what a run has stands."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QPainter, QPixmap

from app.ui.base.theme import Theme
from app.ui.time_axis.plots.dashes import draw_look
from app.ui.time_axis.plots.drawing import smooth_cost_s
from app.ui.time_axis.plots.painting import Axes, curve_look, first_of_dashes, laid_traces, plot_frame
from app.ui.time_axis.plots.plot import Plot, PlotKind
from app.ui.time_axis.plots.trace import PlotFrame

# of its width, what is drawn before it is shown
_AHEAD: Final = 0.5

# a frame that lies between two columns by no more than this share lies where it did
_PHASES: Final = 1000

# lines are smooth as long as all of them take no longer
_SMOOTH_S: Final = 4e-3


class RunLayer:
    """Pixmap of the curves of runs, wider than what is shown: while time goes on, another part of it is shown.

    Attributes:
        drawn: how often it was drawn.
    """

    def __init__(self) -> None:
        self.drawn = 0
        self._pixmap: QPixmap | None = None
        self._of: object = None
        self._first = 0

    def draw(self, painter: QPainter, axes: Axes, theme: Theme, plot: Plot, ratio: float) -> None:
        """Paint the curves of runs; the painter has logical pixels."""
        found = self._find(axes, theme, plot, ratio)
        if found is None:
            return
        pixmap, at = found
        if ratio == 1:
            inside = axes.area.adjusted(1, 1, -1, -1)
            painter.drawPixmap(inside.topLeft(), pixmap, QRect(QPoint(at + 1, 1), inside.size()))
            return
        painter.save()
        painter.setClipRect(axes.area.adjusted(1, 1, -1, -1))
        painter.translate(axes.area.topLeft())
        painter.scale(1 / ratio, 1 / ratio)
        painter.drawPixmap(0, 0, pixmap, at, 0, round(axes.area.width() * ratio), pixmap.height())
        painter.restore()

    def draw_columns(self, painter: QPainter, axes: Axes, theme: Theme, plot: Plot, ratio: float, part: QRect) -> None:
        """Paint a part of the curves of runs; the painter has the physical pixels of the area."""
        found = self._find(axes, theme, plot, ratio)
        if found is not None:
            painter.drawPixmap(part.topLeft(), found[0], part.translated(found[1], 0))

    def _find(self, axes: Axes, theme: Theme, plot: Plot, ratio: float) -> tuple[QPixmap, int] | None:
        """Return the pixmap and the column in it that is the first of the frame; None without any curve of a run."""
        if not plot.laid:
            self._pixmap = None
            return None
        frame = plot_frame(axes, ratio)
        exact, is_xy = frame.left_s * frame.per_s, plot.kind is PlotKind.XY
        first = 0 if is_xy else round(exact)
        ahead = 0 if is_xy else round(frame.width * _AHEAD)
        phase = 0 if is_xy else round((exact - first) * _PHASES)
        # an XY plot has its place in both directions
        place: object = [each.over(below, plot.window_s) for below, each in plot.laid_over_first] if is_xy else phase
        size = frame.width, frame.height, frame.per_s, frame.top, frame.per_unit
        made_of = (plot.runs.version, exact if is_xy else 0.0, size, axes.right, theme, ratio, place)
        if self._pixmap is None or made_of != self._of or not self._first <= first <= self._first + ahead:
            self._of, self._first = made_of, first
            self._paint(axes, theme, plot, ratio, replace(frame, width=frame.width + ahead))
        return (self._pixmap, first - self._first) if self._pixmap is not None else None

    def _paint(self, axes: Axes, theme: Theme, plot: Plot, ratio: float, frame: PlotFrame) -> None:
        self.drawn += 1
        right = plot_frame(axes, ratio, right=True)
        right = replace(frame, top=right.top, per_unit=right.per_unit)
        if self._pixmap is None or (self._pixmap.width(), self._pixmap.height()) != (frame.width, frame.height):
            self._pixmap = QPixmap(frame.width, frame.height)
        self._pixmap.fill(Qt.GlobalColor.transparent)
        shown = laid_traces(plot, frame, right)
        share_s = _SMOOTH_S / max(len(shown), 1)
        painter = QPainter(self._pixmap)
        for curve, one in shown:
            first = first_of_dashes(plot, axes, ratio)
            draw_look(painter, one, curve_look(curve, theme), ratio, first, smooth=smooth_cost_s(one) <= share_s)
        painter.end()
