"""The page of figures: how far plotted curves and those of runs are apart, with tolerances, and their export."""

from __future__ import annotations

import functools
import json
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

from PySide6.QtCore import QModelIndex, QPoint, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHeaderView, QLabel, QLineEdit, QProgressBar, QToolButton, QVBoxLayout, QWidget

from app.config.atomic_file import write_atomically
from app.model.timeseries.curve_spec import CurveSpec
from app.model.timeseries.feeds import TimeBase
from app.ui.base.dialogs import ask_for_save_path
from app.ui.base.refresh import Spawn
from app.ui.base.saving import write_in_thread
from app.ui.base.text import say
from app.ui.base.theme import Themes
from app.ui.base.view_keys import ViewKey, key_name
from app.ui.compare.comparison import ComparedPair, Comparison
from app.ui.compare.figures_table import FigureColumn, FiguresModel, exported_csv, exported_json
from app.ui.compare.run_curves import RunCurves
from app.ui.widgets.combo_boxes import ElidedComboBox
from app.ui.widgets.item_views import ColumnHider, ColumnPriority, TreeView, size_columns
from app.ui.widgets.labels import name_widget
from app.ui.widgets.menus import MenuButton, add_entry, context_menu
from app.ui.widgets.pages import EmptyState, PageStack
from app.ui.widgets.text_fields import parse_number
from app.ui.widgets.tool_row import ToolRow
from app.wording.ui.compare import FiguresWording
from app.wording.ui.time_axis import TimeAxisWording

if TYPE_CHECKING:
    # importing it at run time would load every protocol before the first window is shown
    from app.session.reference_runs import ReferenceRuns

_LAYOUT: Final = "compare figures"
_TOLERANCES: Final = "compare tolerances"
_ALL: Final = 100
# of a word in the preferences; more units are on no plot
_MOST_UNITS: Final = 40


class FiguresPage(QWidget):
    """Page with a row for each plotted curve and run.

    Signals:
        time_asked: views are to show a time in seconds; whether it is that of stamps.
        told: a message; whether it is bad.
    """

    VIEW_KEYS: ClassVar[tuple[ViewKey, ...]] = (ViewKey("Enter", FiguresWording.KEY_TIME),)

    time_asked: Final = Signal(float, bool)
    told: Final = Signal(str, bool)

    def __init__(
        self, runs: ReferenceRuns, curves: RunCurves, themes: Themes, spawn: Spawn, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._themes = themes
        self._spawn = spawn
        self.tolerances = _read_tolerances(themes.preferences.choice(_TOLERANCES))
        self.comparison = Comparison(runs, curves, lambda: self.tolerances)
        self.model = FiguresModel(themes, self)
        self.table = self._make_table()
        words = FiguresWording
        self.empty = EmptyState(themes, "activity", say(words.NONE_TITLE()), say(words.NONE_HINT()))
        self.tolerance, self.unit = QLineEdit(), ElidedComboBox()
        self.progress, self.cancel, self.export = QProgressBar(), QToolButton(), MenuButton()
        self._pages = PageStack()
        self._describe()
        self._lay_out()
        self._connect()
        self._show()

    @property
    def current(self) -> ComparedPair | None:
        """The selected pair."""
        return self.model.pair(self.table.currentIndex())

    def wanted(self) -> list[tuple[CurveSpec, TimeBase]]:
        """Return the curves of runs that are compared."""
        return self.comparison.wanted()

    def refresh(self) -> None:
        """Show figures, and begin to calculate those that are due."""
        self.comparison.refresh()
        self._show()

    def save(self) -> None:
        """Save the columns."""
        self._themes.preferences.set_widget_state(_LAYOUT, self._columns.save_state())

    def close_down(self) -> None:
        """End the calculation."""
        self.comparison.cancel()

    # what the operator does

    def set_tolerance(self, unit: str, tolerance: float | None) -> None:
        """Set how far curves of a unit may be apart; None for no bound."""
        others = {known: value for known, value in self.tolerances.items() if known != unit}
        self.tolerances = others if tolerance is None else {**others, unit: tolerance}
        kept = dict(list(self.tolerances.items())[-_MOST_UNITS:])
        self._themes.preferences.set_choice(_TOLERANCES, json.dumps(kept))
        self._show_tolerance()

    def copy(self) -> None:
        """Copy the table."""
        QGuiApplication.clipboard().setText(self.model.as_text())

    def ask_file(self, suffix: str) -> None:
        """Ask for a file, and write the figures into it."""
        kind = f"{suffix.upper()} (*.{suffix})"
        title, name = say(FiguresWording.EXPORT_TITLE()), Path(f"comparison.{suffix}")
        ask_for_save_path(self, self._themes, title, name, kind, self.write)

    def write(self, file: Path) -> None:
        """Write the figures as JSON or CSV, as the name of the file says, in a thread."""

        def failed(reason: str, _tip: str) -> None:
            self.told.emit(say(FiguresWording.NOT_WRITTEN(file=file, reason=reason)), True)

        def done() -> None:
            self.told.emit(say(FiguresWording.WRITTEN(file=file)), False)

        # a run may have been moved, or a bound set, since the file was asked for
        self.refresh()
        if not self.comparison.is_current:
            failed(FiguresWording.NOT_CALCULATED(), "")
            return
        make = exported_json if file.suffix.lower() == ".json" else exported_csv
        content = make(self.comparison.pairs, self.tolerances)
        write = functools.partial(write_atomically, file, [content])
        self._spawn(write_in_thread(self, write, done, failed), f"write {file.name}")

    def go_to_most(self) -> None:
        """Show in all views when the selected curve and run are farthest apart."""
        pair = self.current
        if pair is not None and pair.figures is not None:
            self.time_asked.emit(pair.figures.most_at_s, pair.curve.base is TimeBase.STAMP)

    # inside

    def _show(self) -> None:
        current = self.current
        if self.model.show_pairs(self.comparison.pairs) and current is not None:
            self.table.setCurrentIndex(self.model.index_of(current.key))
        has_rows = bool(self.comparison.pairs)
        self._pages.setCurrentWidget(self.table if has_rows else self.empty)
        self.export.setEnabled(has_rows and self.comparison.is_current)
        share = self.comparison.progress
        self.progress.setVisible(share is not None)
        self.cancel.setVisible(share is not None)
        self.progress.setValue(round(_ALL * (share or 0.0)))
        units = sorted({pair.curve.unit for pair in self.comparison.pairs})
        if units != [self.unit.itemData(number) for number in range(self.unit.count())]:
            before = self.unit.currentData()
            with QSignalBlocker(self.unit):
                self.unit.clear()
                for unit in units:
                    self.unit.addItem(unit or say(FiguresWording.NO_UNIT()), unit)
                self.unit.setCurrentIndex(max(self.unit.findData(before), 0) if units else -1)
            self._show_tolerance()
        for widget in (self.tolerance, self.unit):
            widget.setEnabled(bool(units))

    def _show_tolerance(self) -> None:
        if not self.tolerance.hasFocus():
            known = self.tolerances.get(self.unit.currentData() or "")
            self.tolerance.setText("" if known is None else f"{known:g}")
        self._show_input_fault(is_bad=False)

    def _choose_tolerance(self) -> None:
        """Take what was typed; nothing is no bound."""
        text, unit = self.tolerance.text().strip(), self.unit.currentData() or ""
        try:
            tolerance = parse_number(text) if text else None
        except ValueError as error:
            self.told.emit(say(str(error)), True)
            self._show_input_fault(is_bad=True)
            return
        if tolerance is not None and not (math.isfinite(tolerance) and tolerance >= 0):
            self.told.emit(say(FiguresWording.BAD_TOLERANCE()), True)
            self._show_input_fault(is_bad=True)
            return
        self._show_input_fault(is_bad=False)
        if tolerance != self.tolerances.get(unit):
            self.set_tolerance(unit, tolerance)

    def _show_input_fault(self, *, is_bad: bool) -> None:
        color = self._themes.current.error if is_bad else self._themes.current.text
        self.tolerance.setStyleSheet(f"color: {color};")

    def _clicked(self, index: QModelIndex) -> None:
        if index.column() == FigureColumn.AT:
            self.go_to_most()

    def _middle_clicked(self, index: QModelIndex) -> None:
        self.table.setCurrentIndex(index)
        self.go_to_most()

    def _show_menu(self, place: QPoint) -> None:
        menu = context_menu(self)
        pair = self.current
        has_time = pair is not None and pair.figures is not None
        add_entry(menu, say(TimeAxisWording.SHOW_TIME()), self.go_to_most, key=key_name("Return"), enabled=has_time)
        menu.addSeparator()
        for text, do in self._exports():
            add_entry(menu, text, do, enabled=self.export.isEnabled())
        menu.popup(self.table.viewport().mapToGlobal(place))

    def _exports(self) -> Sequence[tuple[str, Callable[[], object]]]:
        return (
            (say(FiguresWording.COPY(key=key_name("Ctrl+C"))), self.copy),
            (say(FiguresWording.AS_CSV()), lambda: self.ask_file("csv")),
            (say(FiguresWording.AS_JSON()), lambda: self.ask_file("json")),
        )

    def _make_table(self) -> TreeView:
        table = TreeView(Qt.TextElideMode.ElideMiddle, 0)
        table.setRootIsDecorated(False)
        table.setAccessibleName(say(FiguresWording.LABEL()))
        table.setModel(self.model)
        table.setSortingEnabled(True)
        table.sortByColumn(FigureColumn.CURVE, Qt.SortOrder.AscendingOrder)
        header = table.header()
        widths: dict[int, int] = dict.fromkeys(FigureColumn, 15)
        size_columns(header, widths | {FigureColumn.CURVE: 22, FigureColumn.RUN: 22, FigureColumn.AT: 20})
        header.restoreState(self._themes.preferences.widget_state(_LAYOUT))
        header.setSectionResizeMode(FigureColumn.NOTE, QHeaderView.ResizeMode.Stretch)
        order = (FigureColumn.COMPARED, FigureColumn.RMS, FigureColumn.LAG, FigureColumn.MEAN, FigureColumn.APART)
        self._columns = ColumnHider(header, ColumnPriority(FigureColumn.NOTE, 8, order))
        return table

    def _describe(self) -> None:
        words = FiguresWording
        name_widget(self.tolerance, say(words.TOLERANCE_TIP()))
        name_widget(self.unit, say(words.UNIT_TIP()))
        name_widget(self.progress, say(words.PROGRESS()))
        self.tolerance.setPlaceholderText(say(words.NO_TOLERANCE()))
        self.progress.setRange(0, _ALL)
        self.progress.setTextVisible(False)
        self.progress.setFixedWidth(90)
        self.cancel.setText(say(words.CANCEL()))
        self.cancel.setToolTip(say(words.CANCEL_TIP()))
        self.export.setText(say(words.EXPORT()))
        self.export.setToolTip(say(words.EXPORT_TIP()))
        for text, do in self._exports():
            add_entry(self.export.choices, text, do)

    def _lay_out(self) -> None:
        row = ToolRow()
        label = QLabel(say(FiguresWording.TOLERANCE()))
        label.setToolTip(say(FiguresWording.TOLERANCE_TIP()))
        row.add(label)
        row.add(self.tolerance)
        row.add(self.unit)
        row.add_stretch()
        row.add(self.progress)
        row.add(self.cancel)
        row.add_button(self.export)
        self._pages.addWidget(self.empty)
        self._pages.addWidget(self.table)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 4, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(row)
        layout.addWidget(self._pages, 1)
        self._draw()

    def _connect(self) -> None:
        self.tolerance.editingFinished.connect(self._choose_tolerance)
        self.unit.activated.connect(self._show_tolerance)
        self.cancel.clicked.connect(self.comparison.cancel)
        self.table.clicked.connect(self._clicked)
        self.table.activated.connect(self.go_to_most)
        self.table.middle_clicked.connect(self._middle_clicked)
        self.table.copy_requested.connect(self.copy)
        self.table.customContextMenuRequested.connect(self._show_menu)
        self._themes.changed.connect(self._draw)

    def _draw(self) -> None:
        self.export.setIcon(self._themes.icon("copy"))


def _read_tolerances(text: str) -> dict[str, float]:
    """Read the saved tolerances as far as they are any."""
    try:
        told = json.loads(text)
    except ValueError:
        return {}
    if not isinstance(told, dict):
        return {}
    return {
        unit: float(value)
        for unit, value in told.items()
        if isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value) and value >= 0
    }
