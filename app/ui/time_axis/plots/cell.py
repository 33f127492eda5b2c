"""Cell of the plot grid: a plot with its legend and their context menu."""

from __future__ import annotations

import contextlib
import functools
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QModelIndex, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QIcon, QImage
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from app.model.timeseries.curve_spec import CurveError, CurveSpec, CurveTransformKind
from app.model.topics import TopicKey
from app.ui.base import dialogs
from app.ui.base.action_base import HINTS
from app.ui.base.dialogs import ask_for_save_path
from app.ui.base.refresh import Spawn
from app.ui.base.saving import write_in_thread
from app.ui.base.text import say, say_error, topic_text
from app.ui.base.theme import LIGHT, Themes
from app.ui.base.view_keys import key_name
from app.ui.time_axis.axis import is_calendar
from app.ui.time_axis.colors import swatch
from app.ui.time_axis.fields import Fields
from app.ui.time_axis.link import Cursors
from app.ui.time_axis.plots.csv_table import CsvTable
from app.ui.time_axis.plots.curves import PlotCurve
from app.ui.time_axis.plots.dialogs import (
    RELATIVE_STEP,
    CurveDialog,
    PictureDialog,
    RangeDialog,
    ThresholdDialog,
    color_names,
    width_names,
)
from app.ui.time_axis.plots.export import (
    MAX_COPIED_LINES,
    BackgroundJob,
    ExportCancelledError,
    PictureLook,
    csv_text,
    render_image,
    snapshot_of,
    table_of,
    write_csv,
    write_png,
    write_svg,
)
from app.ui.time_axis.plots.legend import Legend, LegendModel
from app.ui.time_axis.plots.names import file_stem
from app.ui.time_axis.plots.plot import MAX_THRESHOLDS, Plot, PlotKind, Threshold, too_many_curves, too_many_run_curves
from app.ui.time_axis.plots.readings import number_text
from app.ui.time_axis.plots.view import PlotView
from app.ui.time_axis.ranges import TimeWindow, ValueRange
from app.ui.widgets.menus import add_entry, context_menu
from app.ui.widgets.text_fields import round_to_step
from app.wording.ui.time_axis import PlotWording

_LEGEND_INTERVAL_S: Final = 0.5

# time moves by whole columns; over a long time, values within a column are painted as often as the eye needs it
_PAINT_INTERVAL_S: Final = 0.1
# a plot that is not over time is drawn as a whole: the longer that takes the less often, to leave time for all else
_PAINT_ANEW_S: Final = 0.03
_REST_TIMES: Final = 10

# up to so many values are written in the interface thread: some 10 ms
_AT_ONCE: Final = 5000

# up to so many points are drawn in the interface thread: some 50 ms
_DRAWN_AT_ONCE: Final = 10_000


class PlotCell(QWidget):
    """One plot with its legend.

    Signals:
        split_asked: True for another plot at the right, False for one below.
        close_asked: the whole plot is to go.
        curve_removed: a PlotCurve was taken out, and its index before; its history is held.
        curve_changed: a PlotCurve shows something else or has another look; its CurveSpec before.
        threshold_removed: a Threshold was taken out, and its index before.
        states_offered: fields that hold texts, as a list of (TopicKey, path): they are better shown as states.
        notified: a message for the operator: its text, and whether it is a fault.
        job_started: a job that takes a while was started: its description, and a function that cancels it.
        written: a file was written; its Path.
        analyse_asked: its curves are to be analysed.
    """

    split_asked: Final = Signal(bool)
    close_asked: Final = Signal()
    curve_removed: Final = Signal(object, int)
    curve_changed: Final = Signal(object, object)
    threshold_removed: Final = Signal(object, int)
    states_offered: Final = Signal(object)
    notified: Final = Signal(str, bool)
    job_started: Final = Signal(str, object)
    written: Final = Signal(object)
    analyse_asked: Final = Signal()

    def __init__(
        self,
        plot: Plot,
        window: TimeWindow,
        cursors: Cursors,
        themes: Themes,
        spawn: Spawn,
        clock: Callable[[], float] = time.time,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.plot = plot
        self._clock = clock
        self._window = window
        self._cursors = cursors
        self._themes = themes
        self.view = PlotView(plot, window, cursors, themes)
        self.model = LegendModel(plot, window, cursors, themes)
        self.legend = Legend(self.model)
        self._spawn = spawn
        self._look = PictureLook(QSize(960, 540))
        self._legend_due_s = 0.0
        self._paint_due_s = 0.0
        # curves of runs that were told to be left out
        self._left_out = 0
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(self.view, 1)
        layout.addWidget(self.legend)
        self.view.dropped.connect(self.add_fields)
        self.view.menu_asked.connect(lambda place: self.show_menu(place, None))
        self.view.remove_asked.connect(self._remove_last)
        self.view.copy_asked.connect(self.copy_image)
        self.view.differences_asked.connect(self._toggle_differences)
        self.view.runs_shifted.connect(self._follow_runs)
        self.legend.remove_asked.connect(self.remove)
        self.legend.edit_asked.connect(self.edit)
        self.legend.name_asked.connect(functools.partial(self.edit, name=True))
        self.legend.copy_requested.connect(self.copy_table)
        self.legend.customContextMenuRequested.connect(self._legend_menu)
        self.model.dataChanged.connect(self._show_changed)

    def add_fields(self, fields: Fields) -> None:
        """Show these fields too; `notified` says which can't be shown."""
        wanted = []
        for key, path in fields:
            paths = [path] if path else self.plot.number_fields(key)
            wanted += [(key, one) for one in paths]
            if not paths:
                self.notified.emit(say(PlotWording.NUMBERS_UNKNOWN(topic=topic_text(key.topic))), False)
        texts = [(key, path) for key, path in wanted if self.plot.is_text(key, path)]
        for key, path in wanted:
            if (key, path) in texts:
                continue
            self._add_field(key, path)
        if texts:
            self.states_offered.emit(texts)
        self.rebuild()

    def _add_field(self, key: TopicKey, path: str) -> None:
        try:
            specs = self.plot.curve_specs(key, path)
            added = [self.plot.add(spec) for spec in specs]
        except CurveError as error:
            self.notified.emit(say_error(error), True)
            return
        if not specs:
            self.notified.emit(say(PlotWording.NO_NUMBERS(path=path)), False)
        elif None in added and self.plot.is_full:
            self.notified.emit(too_many_curves(), True)
        elif added == [None] * len(specs):
            self.notified.emit(say(PlotWording.ALREADY_THERE(path=path)), False)

    def rebuild(self) -> None:
        """Rebuild legend and painting after curves came or went."""
        self.plot.drain()
        self.model.reset()
        self.view.repaint_all()

    def collect(self, now: float) -> None:
        """Read new values of a plot that can't be seen."""
        del now
        self.plot.drain()

    def refresh(self, now: float) -> None:
        """Read new values and paint where it is due; `now` is monotonic, in seconds."""
        if now >= self._paint_due_s or self.view.has_advanced:
            anew_s = max(_PAINT_ANEW_S, _REST_TIMES * self.view.cost_s)
            self._paint_due_s = now + (_PAINT_INTERVAL_S if self.plot.kind is PlotKind.TIME else anew_s)
            self.view.advance(changed=self.plot.drain())
        if now >= self._legend_due_s:
            self._legend_due_s = now + _LEGEND_INTERVAL_S
            self.refresh_legend(self._clock())

    def refresh_legend(self, wall_s: float) -> None:
        """Update the figures of the legend and the fault in the plot; `wall_s` is the wall clock."""
        self.legend.show_differences(self._cursors.second_s is not None)
        self.model.refresh(wall_s)
        if self.model.fault and self.plot.show_lists():
            self.rebuild()
            self.model.refresh(wall_s)
        self.view.show_fault(self.model.fault)
        self.view.show_lost(self.model.lost)
        left_out, self._left_out = self._left_out, self.plot.runs.left_out
        if self._left_out > left_out:
            self.notified.emit(too_many_run_curves(self._left_out), False)

    def _show_changed(self, _first: QModelIndex, _last: QModelIndex, roles: list[int]) -> None:
        """Repaint where the visibility of a curve changed, not only its figures."""
        if Qt.ItemDataRole.CheckStateRole in roles:
            self.view.repaint_all()

    def remove(self, curve: PlotCurve) -> None:
        """Take a curve out, and emit `curve_removed`; nothing for a curve that is not in the plot any more."""
        if curve not in self.plot.curves:
            return
        place = self.plot.remove(curve)
        self.rebuild()
        self.curve_removed.emit(curve, place)

    def edit(self, curve: PlotCurve, *, name: bool = False) -> None:
        """Open the dialog of what a curve shows and how; with `name` its name is to be typed first."""
        dialog = CurveDialog(self._themes, curve.spec, self, is_list=curve.values is None)
        dialog.chosen.connect(lambda spec: self.change(curve, spec))
        shown = dialogs.show_dialog(dialog, str(id(curve)))
        field = shown.name if name or curve.values is None else shown.text
        field.setFocus()
        field.selectAll()

    def show_menu(self, place: QPoint, curve: PlotCurve | None) -> None:
        """Open the context menu at a place of the screen."""
        menu = self.make_menu(curve)
        menu.popup(place)

    def make_menu(self, curve: PlotCurve | None) -> QMenu:
        """Make the context menu, with the actions of a curve first if there is one."""
        menu = context_menu(self)
        if curve is not None:
            self._offer_curve(menu, curve)
        else:
            self.view.add_time_entry(menu)
        menu.addSeparator()
        self._offer_view(menu)
        menu.addSeparator()
        analyse, key = say(PlotWording.ANALYSE()), HINTS.key("analysis.analyse")
        add_entry(menu, analyse, self.ask_to_analyse, key=key, enabled=self._has_curves_over_time)
        self._offer_export(menu)
        menu.addSeparator()
        add_entry(menu, say(PlotWording.NEW_PLOT_AT_THE()), lambda: self.split_asked.emit(True))
        add_entry(menu, say(PlotWording.NEW_PLOT_BELOW()), lambda: self.split_asked.emit(False))
        add_entry(menu, say(PlotWording.CLOSE_THIS_PLOT()), self.close_asked.emit)
        return menu

    def ask_to_analyse(self) -> bool:
        """Emit `analyse_asked` if there are curves over time; return whether there are."""
        if self._has_curves_over_time:
            self.analyse_asked.emit()
        return self._has_curves_over_time

    @property
    def _has_curves_over_time(self) -> bool:
        return any(curve.values is not None for curve in self.plot.curves)

    def _offer_curve(self, menu: QMenu, curve: PlotCurve) -> None:
        edit = say(PlotWording.EDIT(curve=curve.spec.label))
        add_entry(menu, edit, lambda: self.edit(curve))
        add_entry(menu, say(PlotWording.RENAME()), lambda: self.edit(curve, name=True), key="F2")
        add_entry(menu, say(PlotWording.VISIBLE()), lambda: self._toggle(curve), checked=curve.spec.visible)
        colors = menu.addMenu(say(PlotWording.COLOUR()))
        for number, word in enumerate(color_names()):
            icon = QIcon(swatch(self._themes.current, number))
            add_entry(colors, word, functools.partial(self._restyle, curve, color=number), icon=icon)
        widths = menu.addMenu(say(PlotWording.LINE()))
        for width, word in width_names():
            draw = functools.partial(self._restyle, curve, width=width)
            add_entry(widths, word, draw, checked=curve.spec.width == width)
        spec, over_time = curve.spec, curve.values is not None
        add_entry(
            menu,
            say(PlotWording.AXIS_AT_THE_RIGHT()),
            functools.partial(self._restyle, curve, right=not spec.right),
            enabled=self.plot.kind is not PlotKind.XY,
            checked=spec.right,
        )
        is_slope = spec.transform.kind is CurveTransformKind.DERIVATIVE
        kind = CurveTransformKind.NONE if is_slope else CurveTransformKind.DERIVATIVE
        slope = functools.partial(self._restyle, curve, transform=replace(spec.transform, kind=kind))
        # of another transform it would take the place
        may = over_time and (is_slope or spec.transform.kind is CurveTransformKind.NONE)
        add_entry(menu, say(PlotWording.DERIVATIVE_PER_SECOND()), slope, enabled=may, checked=is_slope)
        add_entry(menu, say(PlotWording.REMOVE()), lambda: self.remove(curve))

    def _offer_view(self, menu: QMenu) -> None:
        plot = self.plot
        keep = say(PlotWording.LOCK_VALUE_RANGE())
        add_entry(menu, keep, self.view.toggle_fixed, checked=plot.values.fixed is not None)
        add_entry(menu, say(PlotWording.SET_VALUE_RANGE()), lambda: self._ask_range(plot.values))
        if plot.right_curves:
            at_right = say(PlotWording.SET_THE_VALUES_ON())
            add_entry(menu, at_right, lambda: self._ask_range(plot.right))
        add_entry(menu, say(PlotWording.SHOW_ALL_HOME()), self.view.show_all)
        is_xy, may = plot.kind is PlotKind.XY, plot.kind is PlotKind.TIME and len(plot.curves) > 1
        over = say(PlotWording.PLOT_XY())
        add_entry(menu, over, self._toggle_xy, enabled=is_xy or may, checked=is_xy)
        equal = say(PlotWording.EQUAL_SCALE_OF_BOTH())
        add_entry(menu, equal, self._toggle_equal, enabled=is_xy, checked=plot.equal)
        self._offer_runs(menu)
        limits = menu.addMenu(say(PlotWording.THRESHOLDS()))
        add_entry(limits, say(PlotWording.WARN_ABOVE()), lambda: self._ask_threshold(above=True))
        add_entry(limits, say(PlotWording.WARN_BELOW()), lambda: self._ask_threshold(above=False))
        for threshold in plot.thresholds:
            text = PlotWording.REMOVE_ABOVE if threshold.above else PlotWording.REMOVE_BELOW
            add_entry(limits, say(text(value=number_text(threshold.value))), functools.partial(self._forget, threshold))

    def _offer_runs(self, menu: QMenu) -> None:
        plot = self.plot
        has_runs = bool(plot.runs.all) and plot.kind is PlotKind.TIME
        if not has_runs and not plot.differences:
            return
        differ, key = say(PlotWording.SHOW_DIFFERENCES()), key_name("Shift+D")
        add_entry(menu, differ, self._toggle_differences, key=key, checked=plot.differences)
        shift = say(PlotWording.SHIFT_RUNS())
        add_entry(menu, shift, self._toggle_dragging, enabled=has_runs, checked=self.view.drags_runs)

    def _offer_export(self, menu: QMenu) -> None:
        for text, do in (
            (say(PlotWording.COPY_IMAGE(key=key_name("Ctrl+C"))), self.copy_image),
            (say(PlotWording.COPY_THE_TABLE()), self.copy_table),
            (say(PlotWording.COPY_VALUES_AS_CSV()), self.copy_values),
        ):
            add_entry(menu, text, do, enabled=bool(self.plot.curves))
        export = menu.addMenu(say(PlotWording.EXPORT()))
        export.setEnabled(bool(self.plot.curves))
        for text, ask in (
            (say(PlotWording.VALUES_AS_CSV()), functools.partial(self._ask_file, "csv")),
            (say(PlotWording.IMAGE_AS_PNG()), functools.partial(self._ask_look, "png")),
            (say(PlotWording.IMAGE_AS_SVG()), functools.partial(self._ask_look, "svg")),
        ):
            add_entry(export, text, ask)

    def copy_image(self) -> None:
        """Copy the image of the plot to the clipboard."""
        drawing = snapshot_of(self.plot, self._window, self.view.size(), self._themes.current, self.font())
        if drawing.points <= _DRAWN_AT_ONCE:
            QGuiApplication.clipboard().setImage(render_image(drawing))
            return
        self._begin(
            say(PlotWording.COPYING_IMAGE()),
            functools.partial(render_image, drawing),
            self._copy_image,
            say(PlotWording.CLIPBOARD()),
        )

    def _copy_image(self, image: QImage) -> None:
        QGuiApplication.clipboard().setImage(image)
        self.notified.emit(say(PlotWording.IMAGE_COPIED()), False)

    def copy_table(self) -> None:
        """Copy the legend's table to the clipboard, with tabs as a spreadsheet takes it."""
        QGuiApplication.clipboard().setText(self.model.as_text())

    def copy_values(self) -> None:
        """Copy the values in the time shown to the clipboard as CSV, unless they are too many."""
        table = table_of(self.plot, self._window)
        if table.max_lines <= _AT_ONCE:
            self._copy(csv_text(table, MAX_COPIED_LINES))
        elif table.min_lines > MAX_COPIED_LINES:
            self._copy(None)
        else:
            self._begin(
                say(PlotWording.COPYING_VALUES()),
                lambda cancelled: csv_text(table, MAX_COPIED_LINES, cancelled),
                lambda text: self._copy(text, tell=True),
                say(PlotWording.CLIPBOARD()),
            )

    def _copy(self, text: str | None, *, tell: bool = False) -> None:
        if text is None:
            self.notified.emit(say(PlotWording.TOO_MANY_LINES(count=f"{MAX_COPIED_LINES:,}")), True)
            return
        QGuiApplication.clipboard().setText(text)
        if tell:
            self.notified.emit(say(PlotWording.VALUES_COPIED()), False)

    def write(self, file: Path, look: PictureLook | None = None) -> None:
        """Write a CSV, SVG or PNG file, by its suffix; a long job runs in a thread.

        `written` or `notified` report the result. `look` is that of a picture, as in the window if it is not given.
        """
        look = look or PictureLook()
        job: BackgroundJob
        suffix = file.suffix.lower()
        if suffix == ".csv":
            table = table_of(self.plot, self._window)
            if table.max_lines <= _AT_ONCE:
                self._write_at_once(table, file)
                return
            job = functools.partial(write_csv, table, file)
        else:
            theme = self._themes.current
            if look.light:
                theme = replace(LIGHT, is_dashed=theme.is_dashed)
            size, whole = look.size or self.view.size(), look.size is not None
            snapshot = functools.partial(snapshot_of, self.plot, self._window, size, theme, self.font(), whole=whole)
            if suffix == ".svg":
                job = functools.partial(write_svg, snapshot(1.0), file)
            else:
                job = functools.partial(write_png, snapshot(), file)
        words = say(PlotWording.WRITING(file=file))
        self._begin(words, job, lambda _: self._tell_written(file), str(file))

    def _write_at_once(self, table: CsvTable, file: Path) -> None:
        try:
            write_csv(table, file)
        except OSError as error:
            self._tell_failed(str(file), error.strerror or str(error))
        else:
            self._tell_written(file)

    def _begin(self, words: str, job: BackgroundJob, done: Callable[[Any], None], what: str) -> None:
        """Run a job in a thread, and report its result; a cell that is closed meanwhile loses no file."""
        cancelled, results = threading.Event(), list[Any]()

        def run() -> None:
            with contextlib.suppress(ExportCancelledError):
                results.append(job(cancelled.is_set))

        def deliver() -> None:
            for result in results:
                done(result)

        self._spawn(write_in_thread(self, run, deliver, lambda reason, _: self._tell_failed(what, reason)), words)
        self.job_started.emit(words, cancelled.set)

    def _tell_written(self, file: Path) -> None:
        self.written.emit(file)

    def _tell_failed(self, what: str, reason: str) -> None:
        self.notified.emit(say(PlotWording.NOT_WRITTEN(file=what, reason=reason)), True)

    def _ask_look(self, suffix: str) -> None:
        def ask(look: PictureLook) -> None:
            self._look = look
            self._ask_file(suffix, look)

        dialog = PictureDialog(self._look, self)
        dialog.chosen.connect(ask)
        dialogs.show_dialog(dialog, suffix)

    def _ask_file(self, suffix: str, look: PictureLook | None = None) -> None:
        end_s = self._window.shown[1]
        # simulated time has no date
        stem = file_stem([curve.spec for curve in self.plot.curves], end_s if is_calendar(end_s) else time.time())
        place, kind = Path(f"{stem}.{suffix}"), f"{suffix.upper()} (*.{suffix})"
        write = functools.partial(self.write, look=look)
        ask_for_save_path(self, self._themes, say(PlotWording.EXPORT_WORD()), place, kind, write)

    def _ask_range(self, values: ValueRange) -> None:
        def fix(low: float, high: float) -> None:
            values.fix(low, high)
            self.view.repaint_all()

        dialog = RangeDialog(*values.shown, self)
        dialog.chosen.connect(fix)
        dialogs.show_dialog(dialog, "" if values is self.plot.values else "right")

    def _ask_threshold(self, *, above: bool) -> None:
        low, high = self.plot.values.shown
        dialog = ThresholdDialog(round_to_step(high if above else low, (high - low) * RELATIVE_STEP), self, above=above)
        dialog.chosen.connect(lambda value: self.add_threshold(Threshold(value, above)))
        dialogs.show_dialog(dialog, f"{above=}")

    def add_threshold(self, threshold: Threshold) -> None:
        """Add a threshold to warn of; `notified` says where the plot has as many as it can."""
        known = self.plot.thresholds
        if threshold in known:
            return
        if len(known) >= MAX_THRESHOLDS:
            self.notified.emit(say(PlotWording.TOO_MANY_THRESHOLDS(count=MAX_THRESHOLDS)), True)
            return
        known.append(threshold)
        self.view.repaint_all()

    def _forget(self, threshold: Threshold) -> None:
        # it may have been removed since the menu was opened
        if threshold not in self.plot.thresholds:
            return
        place = self.plot.thresholds.index(threshold)
        del self.plot.thresholds[place]
        self.view.repaint_all()
        self.threshold_removed.emit(threshold, place)

    def _legend_menu(self, place: QPoint) -> None:
        curve = self.model.curve(self.legend.indexAt(place))
        self.view.menu_s = None
        self.show_menu(self.legend.viewport().mapToGlobal(place), curve)

    def _remove_last(self) -> None:
        if self.plot.curves:
            self.remove(self.plot.curves[-1])

    def change(self, curve: PlotCurve, spec: CurveSpec) -> None:
        """Let a curve show this, and emit `curve_changed`; nothing for a curve that is not in the plot any more."""
        before = curve.spec
        if curve not in self.plot.curves or spec == before:
            return
        curve.change(spec)
        self.rebuild()
        self.curve_changed.emit(curve, before)

    def _toggle(self, curve: PlotCurve) -> None:
        curve.change(replace(curve.spec, visible=not curve.spec.visible))
        self.rebuild()

    def _restyle(self, curve: PlotCurve, **look: Any) -> None:
        self.change(curve, replace(curve.spec, **look))

    def _toggle_differences(self) -> None:
        if self.plot.kind is PlotKind.TIME and (self.plot.runs.all or self.plot.differences):
            self.plot.set_differences(not self.plot.differences)
            self.rebuild()

    def _toggle_dragging(self) -> None:
        self.view.drags_runs = not self.view.drags_runs

    def _follow_runs(self) -> None:
        self.plot.drain()
        self.view.repaint_all()

    def _toggle_equal(self) -> None:
        self.plot.equal = not self.plot.equal
        self.view.repaint_all()

    def _toggle_xy(self) -> None:
        self.plot.set_kind(PlotKind.TIME if self.plot.kind is PlotKind.XY else PlotKind.XY)
        self.rebuild()
