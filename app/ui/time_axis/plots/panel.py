"""Panel of plots: their grid, the time that all of them show, and the undo of removals.

A `RefreshedView` of the refresher. History is kept while the panel can't be seen; only drawing waits.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import msgspec
from msgspec import Meta
from PySide6.QtCore import QEvent, QObject, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.model.json_document import JsonError, convert_json
from app.model.json_salvage import plain_json
from app.model.reference_runs import is_run
from app.model.timeseries.budget import SeriesBudget
from app.model.timeseries.curve_spec import CurveSpec
from app.model.timeseries.feeds import TimeBase
from app.model.topics import TopicKey
from app.ui.base.refresh import RefreshFaults, Spawn
from app.ui.base.text import listed_names, plain_tip, say, with_tip
from app.ui.base.theme import Themes
from app.ui.time_axis.fields import Fields
from app.ui.time_axis.link import TimeLink
from app.ui.time_axis.panel import HIDDEN_INTERVAL_S, TimeAxisPanel
from app.ui.time_axis.plots.bar import PlotsBar
from app.ui.time_axis.plots.cell import PlotCell
from app.ui.time_axis.plots.curves import PlotCurve
from app.ui.time_axis.plots.data import OWNER, PlotData
from app.ui.time_axis.plots.grid import MAX_PLOTS, PlotGrid, SavedGrid
from app.ui.time_axis.plots.plot import (
    MAX_CURVES,
    MAX_CURVES_IN_ALL,
    MAX_THRESHOLDS,
    Plot,
    PlotKind,
    SavedPlot,
    Threshold,
    too_many_curves,
)
from app.ui.time_axis.plots.readings import number_text
from app.ui.time_axis.plots.threshold_watch import ThresholdWatch
from app.ui.time_axis.ranges import LONGEST_S, SHORTEST_S
from app.ui.widgets.notices import OfferNotice
from app.wording.ui.time_axis import PlotWording
from app.wording.ui.widgets import WidgetsWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.alerts import SessionAlerts
    from app.session.links import Links
    from app.session.reference_runs import ReferenceRuns
    from app.session.topics import Topics

STATE_VERSION: Final = 1

_FACTS_INTERVAL_S: Final = 0.5

# a notice that needs no answer goes after so long
_PASSING_S: Final = 12.0

# pixels between a tool and the notice beside it
_GAP: Final = 6
# so wide a notice can still be read
_NOTICE_CHARACTERS: Final = 30

# names in the line of curves that are left out; its tool tip has all of them
_NAMES: Final = 6

# thresholds are checked so often, visible or not, against all values that came since
_WATCH_INTERVAL_S: Final = 0.2


class SavedPlots(msgspec.Struct):
    """The plots of a panel as they are saved."""

    grid: SavedGrid
    span_s: Annotated[float, Meta(ge=SHORTEST_S, le=LONGEST_S)] = 30.0
    base: TimeBase = TimeBase.RECEIPT

    def __post_init__(self) -> None:
        self.grid.count_plots()


def state_with_fields(state: Mapping[str, Any], plots: Sequence[Fields]) -> dict[str, Any]:
    """Return the state of a panel with these fields in its empty plots, a list in each, and in new ones below."""
    saved = convert_json(dict(state), SavedPlots)
    empty = [plot for plot in saved.grid.plots if not plot.curves]
    added = [SavedPlot() for _ in range(len(plots) - len(empty))]
    for plot, fields in zip([*empty, *added], plots, strict=False):
        plot.curves = [CurveSpec(key, path, color=number).saved for number, (key, path) in enumerate(fields)]
    if added:
        below = [SavedGrid(plot=plot) for plot in added]
        saved.grid = SavedGrid(children=[saved.grid, *below])
    return {**state, **plain_json(saved)}


class PlotsPanel(TimeAxisPanel[PlotsBar]):
    """Panel of plots that share their time and cursors.

    Args:
        clock: the wall clock, in seconds.
        owner: the name by which it subscribes.
        link: the link to the time of other views; the panel joins it.
        faults: what becomes of plots that raise.
        runs: the runs that plots lay beneath their curves.

    Signals:
        handled: one of its plots got the keyboard focus or something to show.
        states_asked: a list of (TopicKey, path) is to be shown as states instead.
        analyse_asked: the curves of a PlotCell are to be analysed.
    """

    handled: Final = Signal()
    states_asked: Final = Signal(object)
    analyse_asked: Final = Signal(object)

    def __init__(
        self,
        links: Links,
        topics: Topics,
        alerts: SessionAlerts,
        themes: Themes,
        spawn: Spawn,
        clock: Callable[[], float] = time.time,
        budget: SeriesBudget | None = None,
        owner: str = OWNER,
        link: TimeLink | None = None,
        faults: RefreshFaults | None = None,
        parent: QWidget | None = None,
        *,
        runs: ReferenceRuns | None = None,
    ) -> None:
        data = PlotData(links, topics, budget, owner, runs)
        super().__init__(
            PlotsBar(themes, data.budget), OfferNotice(themes, "activity"), link or TimeLink(), clock, parent
        )
        self._themes = themes
        self._spawn = spawn
        self.data = data
        self._watch = ThresholdWatch(alerts, owner)
        self._watch_due_s = 0.0
        self._faults = faults or RefreshFaults()
        self._suspended = False
        # span and end of the time that is shown
        self._shown: tuple[float, float | None] | None = None
        self._facts_due_s = 0.0
        self._advanced_s = -math.inf
        # the notice that goes by itself, and when
        self._passing: tuple[str, ...] | None = None
        self._passed_s = 0.0
        self._focused: PlotCell | None = None
        self.grid = PlotGrid(self._make_cell)
        self._lay_out()
        self.new_plot()
        self._link.join(self)

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 4, 8, 8)
        layout.setSpacing(6)
        layout.addWidget(self.bar)
        layout.addWidget(self.grid, 1)
        # over the bar: the plots would move away from under the pointer, and their newest values would be hidden
        self.notice.setProperty("overlay", True)
        self.notice.setParent(self)
        self.notice.installEventFilter(self)
        self.bar.new.clicked.connect(self.new_plot)

    def refresh(self, now: float) -> None:
        """Read new samples, paint what is visible and check thresholds; `now` is monotonic, in seconds.

        A plot that fails stops no other.
        """
        seen = self._is_seen
        due = now >= self._facts_due_s
        if due:
            self._facts_due_s = now + (_FACTS_INTERVAL_S if seen else HIDDEN_INTERVAL_S)
            self.bar.memory.show_usage(self.curves)
            self.bar.show_link(self._link.count > 1)
            self._let_notice_pass(now)
        self._follow()
        if not seen or now - self._advanced_s >= self._link.pause_s():
            self._advanced_s = now
            for cell in self.grid.cells:
                if seen:
                    self._faults.attempt(cell, now)
                elif due:
                    self._faults.attempt(cell, now, cell.collect)
        if now >= self._watch_due_s:
            self._watch_due_s = now + _WATCH_INTERVAL_S
            self._look_for_thresholds(now, drain=not seen)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the notice again."""
        super().resizeEvent(event)
        self._place_notice()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Place the notice again when it is shown, or needs more or less room."""
        if watched is self.notice and event.type() in {QEvent.Type.LayoutRequest, QEvent.Type.Show}:
            self._place_notice()
        return super().eventFilter(watched, event)

    def _place_notice(self) -> None:
        """Place the notice over the bar, right of the button that pauses; one that stays may need more lines below.

        Where it would say nothing in that room, it covers the button, too.
        """
        notice, bar = self.notice, self.bar.geometry()
        notice.keep_to_one_line(notice.passing)
        left = bar.left() + self.bar.pause.geometry().right() + _GAP
        # where there is room it leaves the button for a new plot
        ends = bar.left() + self.bar.new.x() - _GAP if self.bar.new.parent() is self.bar else 0
        right = ends if ends - left >= notice.line_width else bar.right() + 1
        if right - left < _NOTICE_CHARACTERS * self.fontMetrics().averageCharWidth():
            left = bar.left()
        width = min(notice.line_width, right - left)
        height = notice.heightForWidth(width) if notice.hasHeightForWidth() else notice.sizeHint().height()
        top = max(bar.center().y() - notice.minimumSizeHint().height() // 2, 0) if notice.passing else bar.top()
        notice.setGeometry(right - width, top, width, height)
        notice.raise_()

    def _let_notice_pass(self, now: float) -> None:
        """Hide what needs no answer once it was there long enough, unless the pointer is on it."""
        shown = self.notice.texts if self.notice.passing and not self.notice.isHidden() else None
        if shown != self._passing or self.notice.underMouse():
            self._passing, self._passed_s = shown, now + _PASSING_S
        elif shown is not None and now >= self._passed_s:
            self.notice.hide()

    def _look_for_thresholds(self, now: float, *, drain: bool) -> None:
        cells = [cell for cell in self.grid.cells if cell.plot.thresholds] if not self._suspended else []
        for cell in cells if drain else ():
            self._faults.attempt(cell, now, cell.collect)
        plots = [cell.plot for cell in cells]
        self._faults.attempt(self._watch, now, lambda _now: self._watch.check(plots, now))

    def new_plot(self) -> PlotCell | None:
        """Add a plot below the others and focus it; None if there are too many."""
        if self._is_full():
            return None
        cell = self.grid.add(Plot(self.data))
        cell.view.setFocus(Qt.FocusReason.OtherFocusReason)
        self._focus(cell)
        return cell

    def add_fields(self, fields: Fields) -> None:
        """Show these fields in the plot that was handled last, or in an empty one."""
        cells = self.grid.cells
        cell = self._focused if self._focused in cells else next((c for c in cells if not c.plot.curves), None)
        cell = cell or (cells[-1] if cells else self.new_plot())
        if cell is not None:
            cell.add_fields(fields)
            self.handled.emit()

    def focus_plot(self) -> None:
        """Give the keyboard focus to the plot that was handled last."""
        cells = self.grid.cells
        cell = self._focused if self._focused in cells else next(iter(cells), None)
        if cell is not None:
            cell.view.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def curves(self) -> list[PlotCurve]:
        """All curves of all plots."""
        return [curve for cell in self.grid.cells for curve in cell.plot.curves]

    def has_history_of(self, state: Mapping[str, Any]) -> bool:
        """Whether all curves of a saved state are fields that the panel has samples of."""
        try:
            saved = convert_json(dict(state), SavedPlots)
            wanted = {field for plot in saved.grid.plots for curve in plot.curves for field in curve.spec.fields}
        except JsonError:
            return False
        return bool(wanted) and saved.base is self.data.base and wanted <= self.data.fields

    @property
    def time_base(self) -> TimeBase:
        """Time base of its samples."""
        return self.data.base

    def state(self) -> dict[str, Any]:
        """Return the state for `restore`, as plain values."""
        return {
            "version": STATE_VERSION,
            "span_s": self.time_window.span_s,
            "base": self.data.base.value,
            "grid": self.grid.state(),
        }

    def restore(self, state: object) -> None:
        """Show a saved state; a notice names the curves that there is no room for.

        Raises:
            JsonError: says what is wrong with the state; nothing was changed.
        """
        if isinstance(state, dict) and state.get("version") != STATE_VERSION:
            raise JsonError("the plots are of another version of Teledeck")
        saved = convert_json(state, SavedPlots)
        self._forget_removed()
        self._choose_base(saved.base)
        self.grid.restore(saved.grid, lambda one, room: Plot.restored(one, self.data, room))
        if not self.grid.cells:
            self.new_plot()
        self.show_span(saved.span_s)
        self._tell_left_out()

    def suspend(self) -> None:
        """Leave the link and stop warnings: the panel was closed, but collects samples for a while."""
        self._suspended = True
        self._watch.clear()
        self._forget_removed()
        self._link.leave(self)

    def resume(self) -> None:
        """Join the link again: the panel was reopened."""
        self._suspended = False
        self._link.join(self)
        self._tell_left_out()

    def close_all(self) -> None:
        """Close all plots and unsubscribe."""
        self._forget_removed()
        self._link.leave(self)
        self._watch.clear()
        self.grid.clear()

    # cells

    def _make_cell(self, plot: Plot) -> PlotCell:
        cell = PlotCell(plot, self.time_window, self.cursors, self._themes, self._spawn, self._clock)
        cell.view.moved.connect(self._moved)
        cell.view.pause_asked.connect(self.toggle_pause)
        cell.view.time_asked.connect(self.ask_time)
        cell.view.focused.connect(lambda: self._focus(cell))
        cell.split_asked.connect(lambda right: self._split(cell, right=right))
        cell.close_asked.connect(lambda: self.close_plot(cell))
        cell.curve_removed.connect(lambda curve, place: self._removed(cell, curve, place))
        cell.curve_changed.connect(lambda curve, before: self._changed(plot, curve, before))
        cell.threshold_removed.connect(lambda threshold, place: self._removed_threshold(cell, threshold, place))
        cell.states_offered.connect(self._offer_states)
        cell.analyse_asked.connect(lambda: self.analyse_asked.emit(cell))
        cell.notified.connect(lambda text, fault: self.notice.show_message(text, fault=fault))
        cell.job_started.connect(self._offer_to_cancel)
        cell.written.connect(self._tell_written)
        return cell

    def close_plot(self, cell: PlotCell) -> None:
        """Remove a plot, and offer to undo that."""
        plot, specs = cell.plot, list[CurveSpec]()

        def remove() -> None:
            specs[:] = [curve.spec for curve in plot.curves]
            self._take_out(plot)
            if specs:
                self.data.hold(specs if plot.kind is not PlotKind.PROFILE else ())
                plot.close()

        def put_back() -> bool:
            return self._put_back(plot, specs, 0, as_list=plot.kind is PlotKind.PROFILE)

        remove()
        if specs:
            text = say(PlotWording.PLOT_OF(names=listed_names(spec.label for spec in specs)))
            self.removals.add(say(PlotWording.CLOSED()), text, remove, put_back)

    def _take_out(self, plot: Plot) -> None:
        cell = self._cell_of(plot)
        if cell is not None:
            self.grid.remove(cell)
        self._focused = None
        if not self.grid.cells:
            self.new_plot()

    def _put_back(self, plot: Plot, specs: list[CurveSpec], place: int, *, as_list: bool) -> bool:
        """Insert curves that were removed into a plot, and show it again if it was closed; return whether that can be.

        A plot that was closed comes in place of a single empty one.
        """
        full = self.data.curves + len(specs) > MAX_CURVES_IN_ALL or len(plot.curves) + len(specs) > MAX_CURVES
        if full:
            self.notice.show_message(too_many_curves(), fault=True)
        cell, cells = self._cell_of(plot), self.grid.cells
        if full or (cell is None and self._is_full()):
            return False
        if cell is None and len(cells) == 1 and not cells[0].plot.curves:
            self.grid.remove(cells[0])
        plot.insert(specs, place, as_list=as_list)
        self.data.hold(())
        if cell is None:
            cell = self._focused = self.grid.add(plot)
        cell.rebuild()
        return True

    def _cell_of(self, plot: Plot) -> PlotCell | None:
        return next((cell for cell in self.grid.cells if cell.plot is plot), None)

    def _removed(self, cell: PlotCell, curve: PlotCurve, place: int) -> None:
        plot, spec, as_list = cell.plot, curve.spec, curve.values is None

        def remove() -> None:
            known = next((known for known in plot.curves if known.spec == spec), None)
            if known is not None:
                plot.remove(known)
                self._rebuild(plot)

        def put_back() -> bool:
            return self._put_back(plot, [spec], place, as_list=as_list)

        self.removals.add(say(PlotWording.REMOVED()), spec.label, remove, put_back)

    def _changed(self, plot: Plot, curve: PlotCurve, before: CurveSpec) -> None:
        after = curve.spec

        def show(old: CurveSpec, new: CurveSpec) -> bool:
            # it may have been removed and put back meanwhile
            known = next((known for known in plot.curves if known.spec == old), None)
            if known is not None:
                known.change(new)
                self._rebuild(plot)
            return known is not None

        self.removals.add_change(lambda: show(before, after), lambda: show(after, before))

    def _rebuild(self, plot: Plot) -> None:
        cell = self._cell_of(plot)
        if cell is not None:
            cell.rebuild()

    def _tell_left_out(self) -> None:
        """Tell which curves there was no room for; they stay in the state until the notice is dismissed."""
        plots = [cell.plot for cell in self.grid.cells if cell.plot.left_out]
        names = [spec.label for plot in plots for spec in plot.left_out]

        def forget() -> None:
            for plot in plots:
                plot.left_out.clear()

        if names:
            code = PlotWording.ONE_NOT_SHOWN if len(names) == 1 else PlotWording.NOT_SHOWN
            some = listed_names([*names[:_NAMES], *("…" for _ in names[_NAMES : _NAMES + 1])])
            limits = WidgetsWording.SENTENCE(text=PlotWording.LIMITS(count=MAX_CURVES, all=MAX_CURVES_IN_ALL))
            self.notice.show_message(with_tip(code(count=len(names), names=some), limits), dismissed=forget)
            self.notice.setToolTip(plain_tip("\n".join(names)))

    def _tell_written(self, file: Path) -> None:
        def open_folder() -> None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(file.parent)))

        text, label = say(PlotWording.WRITTEN(file=file.name)), say(PlotWording.OPEN_FOLDER())
        self.notice.offer(text, label, open_folder, passing=True)
        self.notice.setToolTip(plain_tip(str(file)))

    def _offer_to_cancel(self, text: str, cancel: Callable[[], None]) -> None:
        self.notice.offer(text, say(PlotWording.CANCEL()), cancel)

    def _offer_states(self, fields: list[tuple[TopicKey, str]]) -> None:
        paths = listed_names(path for _, path in fields)
        text = say(PlotWording.TEXT_HAS_NO_AXIS(path=paths))
        self.notice.offer(text, say(PlotWording.SHOW_AS_STATES()), lambda: self.states_asked.emit(fields))

    def _removed_threshold(self, cell: PlotCell, threshold: Threshold, place: int) -> None:
        plot = cell.plot

        def remove() -> None:
            if threshold in plot.thresholds:
                plot.thresholds.remove(threshold)
            self._rebuild(plot)

        def put_back() -> bool:
            if threshold not in plot.thresholds and len(plot.thresholds) < MAX_THRESHOLDS:
                plot.thresholds.insert(place, threshold)
            self._rebuild(plot)
            return threshold in plot.thresholds

        words = PlotWording.WARNING_ABOVE if threshold.above else PlotWording.WARNING_BELOW
        text = say(words(value=number_text(threshold.value)))
        self.removals.add(say(PlotWording.REMOVED()), text, remove, put_back)

    def _split(self, cell: PlotCell, *, right: bool) -> None:
        if not self._is_full():
            self._focused = self.grid.split(cell, Plot(self.data), right=right)

    def _focus(self, cell: PlotCell) -> None:
        self._focused = cell
        self.handled.emit()

    def _is_full(self) -> bool:
        full = len(self.grid.cells) >= MAX_PLOTS
        if full:
            self.notice.show_message(say(PlotWording.TOO_MANY_PLOTS(count=MAX_PLOTS)), fault=False)
        return full

    # time

    def _newest_stamp_s(self) -> float | None:
        # a run may go on for longer than there is anything of now
        live = [curve for curve in self.curves if not is_run(curve.spec.key.connection)]
        spans = [curve.series.span for curve in live or self.curves if curve.series is not None]
        return max((span[1] for span in spans if span is not None), default=None)

    def show_time(self) -> None:
        """Show the time window and the cursors after they changed."""
        super().show_time()
        if not self.isVisible():
            return
        # to point at a time is no reason to draw plots anew that take long
        before, self._shown = self._shown, (self.time_window.span_s, self.time_window.end_s)
        for cell in self.grid.cells:
            cell.view.update() if self._shown == before else cell.view.repaint_all()
            cell.refresh_legend(self._clock())

    def _show_marks(self) -> None:
        for cell in self.grid.cells:
            cell.view.update()

    def _forget_removed(self) -> None:
        self.removals.forget()
        self.data.hold(())

    def _restart(self, base: TimeBase) -> None:
        self.data.hold(())
        curves = [curve for curve in self.curves if curve.values is not None]
        specs = [curve.spec for curve in curves]
        for cell in self.grid.cells:
            cell.plot.runs.close()
        with self.data.batched(specs):
            for curve in curves:
                curve.release_values()
        self.data.base = base
        with self.data.batched(specs):
            for curve in curves:
                curve.acquire_values()
        for cell in self.grid.cells:
            cell.rebuild()
