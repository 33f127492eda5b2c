"""Widget of a plot: painted as often as it changes, and handled by mouse and keys.

All views of a panel share the time window and the cursors.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import ClassVar, Final

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget
from typing_extensions import override

from app.model.marks import MarkLine
from app.model.reference_runs import ReferenceRun
from app.ui.base.spoken import SpokenView
from app.ui.base.text import listed_apart, plain_tip, say
from app.ui.base.theme import Themes
from app.ui.base.view_keys import ViewKey
from app.ui.time_axis.axis import draw_labels, format_time, place_labels
from app.ui.time_axis.fields import Fields
from app.ui.time_axis.link import Cursors
from app.ui.time_axis.plots.curves import RunShift
from app.ui.time_axis.plots.layer import CurveLayer
from app.ui.time_axis.plots.painting import (
    Axes,
    axes_of,
    draw_background,
    draw_cursor,
    draw_hint,
    draw_note,
    draw_threshold_labels,
    fit_axes,
)
from app.ui.time_axis.plots.plot import Plot, PlotKind, curve_sentences
from app.ui.time_axis.plots.readings import value_at
from app.ui.time_axis.ranges import TimeWindow
from app.ui.time_axis.view import TimeAxisView
from app.ui.widgets.marks import draw_marks, mark_labels, spoken_marks
from app.wording.ui.time_axis import PlotWording

# while paused so shortly ago, values may still arrive in the shown time: stamps may be late by so much
_HELD_S: Final = 2.0

# pixels between the labels of cursors and the axis below
_FOOT: Final = 7

# runs that are dragged follow with every frame of the screen
_FRAME_MS: Final = 16
# so long it is said by how much keys have shifted runs, and they can be put back
_TOLD_MS: Final = 2500
_STEP_S: Final = 0.01
_LARGE_STEP_S: Final = 1.0
# in pixels
_NEAR: Final = 8

# in pixels: nobody reads a lower plot, so the grid scrolls instead
_LEAST_HEIGHT: Final = 160


class PlotView(SpokenView, TimeAxisView):
    """Widget that paints a plot and handles mouse, keys and drops.

    Signals:
        dropped: a list of (TopicKey, path) was dropped here.
        menu_asked: the context menu is asked for, at a place of the screen.
        remove_asked: the Delete key was pressed.
        copy_asked: the key to copy was pressed.
        focused: the view got the keyboard focus.
        differences_asked: the key for the differences from runs was pressed.
        runs_shifted: runs lie elsewhere in time.

    Attributes:
        drags_runs: whether a drag shifts runs, also without a key.
    """

    VIEW_KEYS: ClassVar[tuple[ViewKey, ...]] = (
        ViewKey("Ctrl+Wheel", PlotWording.VALUE_ZOOM_KEY),
        ViewKey("Ctrl+Drag", PlotWording.MARK_ZOOM_KEY),
        ViewKey("Ctrl+C", PlotWording.COPY_KEY),
        ViewKey("Del", PlotWording.REMOVE_THE_LAST_CURVE),
        ViewKey("Shift+D", PlotWording.DIFFERENCES_KEY),
        ViewKey("Shift+Drag", PlotWording.SHIFT_RUN_KEY),
        ViewKey("Alt+Left, Alt+Right", PlotWording.SHIFT_RUNS_KEY),
        ViewKey("Esc", PlotWording.PUT_BACK_KEY),
    )

    dropped: Final = Signal(object)
    menu_asked: Final = Signal(QPoint)
    remove_asked: Final = Signal()
    copy_asked: Final = Signal()
    focused: Final = Signal()
    differences_asked: Final = Signal()
    runs_shifted: Final = Signal()

    def __init__(
        self, plot: Plot, window: TimeWindow, cursors: Cursors, themes: Themes, parent: QWidget | None = None
    ) -> None:
        super().__init__(window, cursors, themes, parent)
        self.plot = plot
        self._axes: Axes | None = None
        self._ground: QPixmap | None = None
        self._ground_of: object = None
        self._layer = CurveLayer()
        self._box: tuple[QPointF, QPointF] | None = None
        self._expecting = False
        self.drags_runs = False
        self._shift: RunShift | None = None
        # seconds by which runs are to be shifted further, in the next frame
        self._shift_by_s = 0.0
        self._shift_due = QTimer(self, singleShot=True, interval=_FRAME_MS, timerType=Qt.TimerType.PreciseTimer)
        self._shift_due.timeout.connect(self._shift_runs)
        self._shift_told = QTimer(self, singleShot=True, interval=_TOLD_MS)
        self._shift_told.timeout.connect(self.end_shift)
        self._fault = self._lost = ""
        self.setMinimumSize(120, _LEAST_HEIGHT)
        self.setAccessibleName(say(PlotWording.PLOT()))

    def sizeHint(self) -> QSize:
        """Return the preferred size."""
        return QSize(480, 240)

    @property
    def axes(self) -> Axes:
        """Axes of now, computed when they are first asked for after a change."""
        if self._axes is None:
            fit_axes(self.plot, self._window)
            self._axes = axes_of(self.plot, self._window, self.size(), self.fontMetrics())
        return self._axes

    @property
    def edges(self) -> tuple[int, int]:
        """Left edge of the axis below and its width, in pixels."""
        return self.axes.area.left(), self.axes.area.width()

    @property
    def across(self) -> tuple[float, float]:
        """First and last value of the axis below: times, unless the plot is not over time."""
        return self.axes.across

    @property
    def cost_s(self) -> float:
        """Seconds that the last drawing of a plot not over time took; see `CurveLayer.cost_s`."""
        return self._layer.cost_s

    @property
    def has_advanced(self) -> bool:
        """Whether time went on by a column since the last `advance`."""
        return self._axes is None or (self.plot.kind is PlotKind.TIME and self._window.shown[1] > self._axes.across[1])

    def advance(self, *, changed: bool) -> None:
        """Move on to the time of now, and repaint if that looks different; `changed` says whether values came too."""
        window, before = self._window, self._axes
        # values after the shown time can't be seen
        held_s = window.now_s - window.shown[1]
        changed = changed and (self.plot.kind is not PlotKind.TIME or held_s < _HELD_S)
        self._axes = None
        # computed now, so that the painting shows this time whenever it comes
        across = self.axes.across
        if changed or before is None or before.across != across:
            self.update()

    def repaint_all(self) -> None:
        """Repaint all, with new axes."""
        self._axes = None
        super().repaint_all()

    def show_lost(self, lost: str) -> None:
        """Set what is said over the curves of robots that are not connected, a line each; empty for nothing."""
        if lost != self._lost:
            self._lost = lost
            self.update()

    def show_fault(self, fault: str) -> None:
        """Set the reason why the plot is empty, which its hint shows; empty for none."""
        if fault != self._fault:
            self._fault = fault
            self.update()

    @override
    def spoken_text(self) -> str:
        sentences = curve_sentences(self.plot, self._window.shown, self._themes.units)
        marks = spoken_marks(self._plot_marks)
        return listed_apart(filter(None, (*map(say, sentences), *marks, self._fault, self._lost)))

    def event(self, event: QEvent) -> bool:
        """Show the tool tip of the mark below the pointer."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            tip = self.mark_tip_at(event.pos().x()) if self._has_time_at(QPointF(event.pos())) else ""
            if tip:
                near = QRect(event.pos().x() - 2, 0, 5, self.height())
                QToolTip.showText(event.globalPos(), plain_tip(tip), self, near)
                return True
        return super().event(event)

    # painting

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Compute new axes for the new size."""
        super().resizeEvent(event)
        self._axes = None

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint background, curves, thresholds, cursors and hints."""
        del event
        self.painted += 1
        painter = QPainter(self)
        axes = self.axes
        painter.drawPixmap(0, 0, self._ground_pixmap(axes))
        theme = self._themes.current
        marks = self._plot_marks
        if marks:
            draw_marks(painter, theme, marks, axes.x_of, [(axes.area.top() + 1, axes.area.bottom() - 1)])
        self._layer.draw(painter, axes, theme, self.plot, self.devicePixelRatioF())
        if marks:
            draw_labels(painter, theme, mark_labels(painter.fontMetrics(), marks, axes.x_of, axes.area))
        draw_threshold_labels(painter, axes, theme, self.plot.marks, below_marks=bool(marks))
        self._paint_cursors(painter, axes)
        if not self.plot.curves or self._fault:
            draw_hint(painter, axes.area, theme, self._fault)
        elif self._lost:
            draw_note(painter, axes.area, theme, self._lost)
        if self._shift is not None:
            above = QRect(axes.area.left(), axes.area.top() + 2, axes.area.width(), 0)
            label = (axes.area.center().x(), self._shift.text)
            draw_labels(painter, theme, place_labels(painter.fontMetrics(), [label], above))
        if self._box is not None:
            painter.setPen(QPen(theme.color("accent"), 1))
            color = theme.color("accent")
            color.setAlpha(40)
            painter.setBrush(color)
            painter.drawRect(QRect(self._box[0].toPoint(), self._box[1].toPoint()).normalized())
        if self._expecting or self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.color("accent"), 2 if self._expecting else 1))
            painter.drawRect(axes.area.adjusted(0, 0, -1, -1))
        painter.end()

    def _ground_pixmap(self, axes: Axes) -> QPixmap:
        ratio, theme = self.devicePixelRatioF(), self._themes.current
        marks = tuple((round(axes.x_of(tick.value)), tick.text) for tick in axes.below)
        thresholds = self.plot.marks
        sides = (axes.up, axes.beside, axes.right, axes.at_right, axes.titles)
        made_of = (self.size(), ratio, theme, axes.area, marks, sides, thresholds)
        if self._ground is None or self._ground_of != made_of:
            self._ground_of = made_of
            self._ground = QPixmap(self.size() * ratio)
            self._ground.setDevicePixelRatio(ratio)
            self._ground.fill(theme.color("window"))
            painter = QPainter(self._ground)
            painter.setFont(self.font())
            draw_background(painter, axes, theme, thresholds)
            painter.end()
        return self._ground

    def _paint_cursors(self, painter: QPainter, axes: Axes) -> None:
        # only an axis of time has cursors
        if self.plot.kind is not PlotKind.TIME or not self.plot.curves:
            return
        cursors, theme, area = self._cursors, self._themes.current, axes.area
        for at_s in cursors.times:
            draw_cursor(painter, axes, theme, self.plot, at_s)
        labels = [(axes.x_of(at_s), cursors.named(at_s, self._time_text(at_s))) for at_s in cursors.times]
        labels = [label for label in labels if area.left() <= label[0] <= area.right()]
        # within the area, where no time of the axis is covered
        foot = QRect(area.left(), area.bottom() - painter.fontMetrics().height() - _FOOT, area.width(), 0)
        draw_labels(painter, theme, place_labels(painter.fontMetrics(), labels, foot))
        if cursors.first_s is not None and cursors.second_s is not None:
            between = abs(cursors.second_s - cursors.first_s)
            middle = (axes.x_of(cursors.first_s) + axes.x_of(cursors.second_s)) / 2
            text = say(PlotWording.DIFFERENCE_S(time=f"{between:.4g}"))
            above = QRect(area.left(), area.top() + 2, area.width(), 0)
            draw_labels(painter, theme, place_labels(painter.fontMetrics(), [(middle, text)], above))

    @property
    def _plot_marks(self) -> Sequence[MarkLine]:
        return self.shown_marks if self.plot.kind is PlotKind.TIME else ()

    def _time_text(self, at_s: float) -> str:
        if self._window.live:
            # no more digits than a pixel resolves: time goes on with every frame, and not in all plots at once
            digits = min(max(math.floor(-math.log10(self._window.span_s / max(self.axes.area.width(), 1))), 0), 3)
            return say(PlotWording.AT_S(time=f"{at_s - self.axes.across[1]:.{digits}f}"))
        return format_time(at_s)

    # mouse and keys

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Start a pan, or with Ctrl the box of a zoom."""
        super().mousePressEvent(event)
        if event.button() is not Qt.MouseButton.LeftButton:
            return
        self.end_shift()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._box = (event.position(), event.position())
        elif (self.drags_runs or event.modifiers() & Qt.KeyboardModifier.ShiftModifier) and self._has_time_at(
            event.position()
        ):
            self._shift = self.plot.shift(self._window.shown[1], self.run_at(event.position()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Zoom to the box, or set a cursor."""
        if event.button() is not Qt.MouseButton.LeftButton or self._box is None:
            self._shift_runs()
            self.end_shift()
            super().mouseReleaseEvent(event)
            return
        (first, last), self._box, self._pressed = self._box, None, None
        if self._dragged:
            self._zoom_to(first, last)
        self._move()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu, by mouse or by key."""
        self._note_menu(event)
        self.menu_asked.emit(event.globalPos())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy, remove, or move in time, by key."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_asked.emit()
        elif event.key() == Qt.Key.Key_Delete:
            self.remove_asked.emit()
        elif event.key() == Qt.Key.Key_D and event.modifiers() == Qt.KeyboardModifier.ShiftModifier:
            self.differences_asked.emit()
        elif event.key() == Qt.Key.Key_Escape and (self._shift is not None or self.drags_runs):
            self._put_back()
        elif not self._shift_by_key(event):
            super().keyPressEvent(event)

    # runs

    def run_at(self, place: QPointF) -> ReferenceRun | None:
        """Return the run whose curve is at a place; None where there is none."""
        if self.plot.kind is not PlotKind.TIME:
            return None
        axes, found = self.axes, list[tuple[float, ReferenceRun]]()
        for curve in self.plot.runs.all:
            samples = curve.samples
            value = value_at(samples, axes.at_x(place.x())) if samples is not None else math.nan
            away = abs(axes.y_of(value, right=curve.spec.right) - place.y())
            if away <= _NEAR:
                found.append((away, curve.run))
        return min(found, key=lambda each: each[0])[1] if found else None

    def end_shift(self) -> None:
        """Leave runs where they were shifted to."""
        self._shift_due.stop()
        self._shift_told.stop()
        self._shift_by_s = 0.0
        if self._shift is not None:
            self._shift = None
            self.update()

    def _put_back(self) -> None:
        if self._shift is not None:
            self._shift.put_back()
            # what is still pressed drags nothing
            self._pressed = None
            self.runs_shifted.emit()
        self.drags_runs = False
        self.end_shift()

    def _shift_runs(self) -> None:
        by_s, self._shift_by_s = self._shift_by_s, 0.0
        if self._shift is not None and by_s:
            self._shift.move(by_s)
            self.runs_shifted.emit()

    def _shift_by_key(self, event: QKeyEvent) -> bool:
        """Shift all runs by a key; return whether it is one for that."""
        steps = (event.key() == Qt.Key.Key_Right) - (event.key() == Qt.Key.Key_Left)
        if not steps or not event.modifiers() & Qt.KeyboardModifier.AltModifier:
            return False
        if self._shift is None:
            self._shift = self.plot.shift(self._window.shown[1])
        is_large = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        self._shift_by_s = steps * (_LARGE_STEP_S if is_large else _STEP_S)
        self._shift_runs()
        self._shift_told.start()
        return True

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the focus, and tell that the view has it."""
        self.focused.emit()
        super().focusInEvent(event)

    def show_all(self) -> None:
        """Follow the data, and show the whole range of values."""
        self.plot.show_all_values()
        super().show_all()

    def toggle_fixed(self) -> None:
        """Fix the ranges of values as they are, or return to those of the data."""
        plot = self.plot
        keep = plot.values.fixed is None
        for values in (plot.values, plot.across if plot.kind is PlotKind.XY else plot.right):
            if keep:
                values.fix(*values.shown)
            else:
                values.set_auto()
        self.repaint_all()

    def _has_time_at(self, place: QPointF) -> bool:
        return self.plot.kind is PlotKind.TIME and self.axes.area.contains(place.toPoint())

    def _expect(self, place: QPointF | None) -> None:
        expecting = place is not None
        if expecting is not self._expecting:
            self._expecting = expecting
            self.update()

    def _drop(self, fields: Fields, place: QPointF) -> None:
        del place
        self.dropped.emit(fields)

    def _zoom(self, factor: float, place: QPointF, *, control: bool) -> bool:
        # over an axis of values, or with Ctrl
        area, has_right = self.axes.area, self.axes.right is not None
        at_left, at_right = place.x() < area.left(), has_right and place.x() > area.right()
        only_values = control or at_left or at_right
        if self.plot.kind is PlotKind.TIME and not only_values:
            return super()._zoom(factor, place, control=control)
        if not at_right:
            self.plot.values.zoom(factor, self.axes.at_y(place.y()))
        if has_right and not at_left:
            self.plot.right.zoom(factor, self.axes.at_y(place.y(), right=True))
        if self.plot.kind is PlotKind.XY and not only_values:
            self.plot.across.zoom(factor, self.axes.at_x(place.x()))
        return True

    def _drag(self, place: QPointF, by: QPointF) -> None:
        if self._box is not None:
            self._box = (self._box[0], place)
            self.update()
            return
        if self._shift is not None:
            first_s, last_s = self.across
            self._shift_by_s += by.x() / self.edges[1] * (last_s - first_s)
            if not self._shift_due.isActive():
                self._shift_due.start()
            return
        area = self.axes.area
        # only a fixed range moves: else a pan in time would lose the automatic range
        for values in (self.plot.values, self.plot.right):
            values.pan(by.y() / area.height())
        if self.plot.kind is PlotKind.XY:
            self.plot.across.pan(-by.x() / area.width())
        if self.plot.kind is PlotKind.TIME:
            super()._drag(place, by)
        else:
            self._move()

    def _zoom_to(self, first: QPointF, last: QPointF) -> None:
        axes = self.axes
        if self.plot.kind is PlotKind.TIME:
            self._window.show(axes.at_x(first.x()), axes.at_x(last.x()))
        elif self.plot.kind is PlotKind.XY:
            self.plot.across.fix(axes.at_x(first.x()), axes.at_x(last.x()))
        self.plot.values.fix(axes.at_y(first.y()), axes.at_y(last.y()))
        if axes.right is not None:
            self.plot.right.fix(axes.at_y(first.y(), right=True), axes.at_y(last.y(), right=True))
