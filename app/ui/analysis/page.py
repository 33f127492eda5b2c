"""Page of a tab: options above, a chart with its table of figures, or text that says why there is none."""

from __future__ import annotations

import functools
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QPixmap, QResizeEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QHeaderView, QLabel, QVBoxLayout, QWidget

from app.config.atomic_file import write_atomically
from app.ui.analysis.calculations import AnalysisRequest, RunResult
from app.ui.analysis.chart_library import CHART_LIBRARY
from app.ui.analysis.controls import AnalysisOptionsRow
from app.ui.analysis.report import AnalysisReport
from app.ui.analysis.run_legend import RunLegend
from app.ui.analysis.state import AnalysisOptions, AnalysisTab
from app.ui.analysis.tabs import TAB_KINDS
from app.ui.base.dialogs import ask_for_save_path
from app.ui.base.refresh import Spawn
from app.ui.base.saving import encode_image, write_in_thread
from app.ui.base.text import say, with_tip
from app.ui.base.theme import Themes
from app.ui.base.view_keys import ViewKey, key_name
from app.ui.widgets.item_views import TableView
from app.ui.widgets.menus import MenuButton, add_entry
from app.ui.widgets.pages import EmptyState, PageStack
from app.ui.widgets.splitters import KeySplitter
from app.wording.ui.analysis import AnalysisPanelWording

if TYPE_CHECKING:
    from app.ui.analysis.charts import Chart

_ROW: Final = 22

# sizes of chart and table in pixels, until the operator changes them
_SIZES: Final = (750, 260)
_SIZES_BELOW: Final = (750, 110)
_SIZES_BELOW_RUNS: Final = (500, 150)
# a page of fewer characters has the table below the chart; each further column needs more
_CHARACTERS_BESIDE: Final = 70
_CHARACTERS_OF_RUN: Final = 26
_USUAL_COLUMNS: Final = 2
# of a column beside runs, whose names may be long, in characters; and Qt's value for no limit
_WIDEST: Final = 30
_UNLIMITED: Final = (1 << 24) - 1
# least height of a chart in pixels, and in lines of text where there is a table with runs below it
_LEAST_CHART: Final = 100
_CHART_LINES: Final = 11


class FiguresTable(TableView):
    """The table of a report's rows.

    Signals:
        row_chosen: with the index of a row that was double-clicked, or on which Enter was pressed.
    """

    row_chosen: Final = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(_ROW, parent)
        self._report: AnalysisReport | None = None
        self._items = QStandardItemModel(self)
        self.setModel(self._items)
        self.setAccessibleName(say(AnalysisPanelWording.FIGURES()))
        self.setEditTriggers(TableView.EditTrigger.NoEditTriggers)
        self.copy_requested.connect(self.copy)
        self.activated.connect(lambda index: self.row_chosen.emit(index.row()))

    def show_report(self, report: AnalysisReport) -> None:
        """Show the rows of a report; the selection stays."""
        before, self._report = self._report, report
        items = self._items
        if before is None or before.heads != report.heads:
            items.setColumnCount(len(report.heads))
            items.setHorizontalHeaderLabels(report.heads)
            header = self.horizontalHeader()
            with_runs = len(report.heads) > _USUAL_COLUMNS
            header.setMaximumSectionSize(_WIDEST * self.fontMetrics().averageCharWidth() if with_runs else _UNLIMITED)
            for column in range(len(report.heads)):
                stretches = column == 0 and not with_runs
                header.setSectionResizeMode(
                    column, QHeaderView.ResizeMode.Stretch if stretches else QHeaderView.ResizeMode.ResizeToContents
                )
                side = Qt.AlignmentFlag.AlignLeft if column == 0 else Qt.AlignmentFlag.AlignRight
                items.setHeaderData(
                    column,
                    Qt.Orientation.Horizontal,
                    side | Qt.AlignmentFlag.AlignVCenter,
                    Qt.ItemDataRole.TextAlignmentRole,
                )
        items.setRowCount(len(report.rows))
        # the width of a column would be computed anew for each cell
        with QSignalBlocker(items):
            for row, cells in enumerate(report.rows):
                for column, text in enumerate(cells):
                    self._put(row, column, text)
        if report.rows:
            items.dataChanged.emit(items.index(0, 0), items.index(len(report.rows) - 1, len(report.heads) - 1))

    def copy(self) -> None:
        """Copy the whole table to the clipboard."""
        if self._report is not None:
            QGuiApplication.clipboard().setText(self._report.as_text())

    def _put(self, row: int, column: int, text: str) -> None:
        # the stubs say that there is always one
        item: QStandardItem | None = self._items.item(row, column)
        if item is None:
            item = QStandardItem()
            if column:
                item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self._items.setItem(row, column, item)
        if item.text() != text:
            item.setText(text)
            item.setToolTip(text)


class AnalysisPage(QWidget):
    """The page of one tab. Its chart is made when there is a first result and pyqtgraph is loaded.

    Signals:
        options_chosen: with the new AnalysisOptions.
        pointed: with the time under the pointer in the chart, None where it is outside.
        gap_chosen: with the time and the length of the longest gap: its row in the table was chosen.
        message_raised: with a message for the operator, and whether it is a fault.
    """

    VIEW_KEYS: ClassVar[tuple[ViewKey, ...]] = (ViewKey("Home", AnalysisPanelWording.SHOW_ALL_DATA),)

    options_chosen: Final = Signal(object)
    pointed: Final = Signal(object)
    gap_chosen: Final = Signal(float, float)
    message_raised: Final = Signal(str, bool)

    def __init__(self, tab: AnalysisTab, themes: Themes, spawn: Spawn, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tab = tab
        self.chart: Chart | None = None
        self.report: AnalysisReport | None = None
        self._look = TAB_KINDS[tab]
        self._themes = themes
        self._shown: tuple[AnalysisRequest, Any, tuple[RunResult, ...]] | None = None
        self._drawn: object = None
        self._fault_told = self._wait_told = False
        self._has_runs = False
        self._spawn = spawn
        self.options_row = AnalysisOptionsRow(tab)
        self.export = MenuButton()
        self.summary = QLabel()
        self.table = FiguresTable()
        self.empty_state = EmptyState(themes, "spectrum")
        self.legend = RunLegend(themes)
        self._charts = QWidget()
        self._splitter = KeySplitter(Qt.Orientation.Horizontal)
        self._pages = PageStack()
        self._lay_out()
        self.options_row.chosen.connect(lambda: self.options_chosen.emit(self.options_row.options))
        self.table.row_chosen.connect(self._choose_row)
        themes.changed.connect(self._change_look)

    def show_options(self, options: AnalysisOptions) -> None:
        """Show the options, chosen here or elsewhere."""
        self.options_row.show_options(options)

    def show_result(self, question: AnalysisRequest, result: Any, runs: tuple[RunResult, ...] = ()) -> None:
        """Show a result with the runs beneath; its chart as soon as pyqtgraph is loaded."""
        self._shown = (question, result, runs)
        told = self.report = self._look.report(question, result, runs)
        self.legend.show_runs(question.name, runs)
        self._arrange()
        self.table.setVisible(bool(told.rows))
        self.table.show_report(told)
        # a note may have no full stop; how sentences follow each other is for the language to say
        sentences = (say(one).rstrip(".\N{IDEOGRAPHIC FULL STOP}") for one in (*told.sentences, question.note) if one)
        text = "\n".join(filter(None, (with_tip(functools.reduce(with_tip, sentences, "")), *told.of_runs)))
        if self.summary.text() != text:
            self.summary.setText(text)
        self.summary.setVisible(bool(text))
        self._pages.setCurrentWidget(self._splitter)
        self.export.setEnabled(True)
        self.draw()

    def show_fault(self, title: str, hint: str) -> None:
        """Show why there is no result, and what to do."""
        self._shown = self.report = None
        self.summary.setVisible(False)
        self.export.setEnabled(False)
        self.empty_state.set_texts(title, hint)
        self._pages.setCurrentWidget(self.empty_state)

    def draw(self) -> None:
        """Draw the present result, if that was not done."""
        if self._shown is None or self._drawn is self._shown[1]:
            return
        if not CHART_LIBRARY.ensure_loaded():
            if CHART_LIBRARY.fault and not self._fault_told:
                self._fault_told = True
                self.message_raised.emit(say(AnalysisPanelWording.NO_CHARTS(reason=CHART_LIBRARY.fault)), True)
            if not CHART_LIBRARY.fault and not self._wait_told:
                self._wait_told = True
                self.message_raised.emit(say(AnalysisPanelWording.CHART_LATER()), False)
            return
        if self.chart is None:
            self.chart = self._look.make_chart(self._themes.current, self.font())
            self.chart.pointed = self.pointed.emit
            self._charts.layout().insertWidget(0, self.chart.widget)  # type: ignore[union-attr] # given in _lay_out
        self._drawn = self._shown[1]
        self._look.draw(self.chart, *self._shown)

    def draw_as(self, options: AnalysisOptions) -> None:
        """Draw the same numbers with other axes."""
        if self._shown is not None:
            question, result, runs = self._shown
            self._shown, self._drawn = (replace(question, options=options), result, runs), None
            self.draw()

    def show_cursor(self, at_s: float | None) -> None:
        """Show the cursor of a chart over time at a time, or hide it."""
        if self.chart is not None:
            self.chart.show_cursor(at_s)

    # export

    def copy_table(self) -> None:
        """Copy the table to the clipboard."""
        self.table.copy()

    def copy_image(self) -> None:
        """Copy the chart with its table to the clipboard."""
        QGuiApplication.clipboard().setPixmap(self._picture())

    def write(self, file: Path) -> None:
        """Write a file of the kind of its suffix in a thread; `message_raised` reports the outcome."""
        report = self.report
        if report is None:
            return
        picture = self._picture().toImage() if file.suffix.lower() == ".png" else None

        def write() -> None:
            write_atomically(file, report.as_csv() if picture is None else [encode_image(picture)])

        def failed(reason: str, _tip: str) -> None:
            self.message_raised.emit(say(AnalysisPanelWording.NOT_WRITTEN(file=file, reason=reason)), True)

        def done() -> None:
            self.message_raised.emit(say(AnalysisPanelWording.WRITTEN(file=file)), False)

        self._spawn(write_in_thread(self, write, done, failed), f"write {file.name}")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Show all data for the Home key."""
        if event.key() == Qt.Key.Key_Home and self.chart is not None:
            self.chart.show_all()
        else:
            super().keyPressEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Tell that the pointer is outside."""
        super().leaveEvent(event)
        self.pointed.emit(None)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the table beside the chart, or below it."""
        super().resizeEvent(event)
        self._arrange()

    # inside

    def _arrange(self) -> None:
        """Put the table beside the chart where there is room for its columns, else below it."""
        runs = max(len(self.report.heads) - _USUAL_COLUMNS, 0) if self.report is not None else 0
        needed = _CHARACTERS_BESIDE + runs * _CHARACTERS_OF_RUN
        beside = self.width() >= needed * self.fontMetrics().averageCharWidth()
        wanted = Qt.Orientation.Horizontal if beside else Qt.Orientation.Vertical
        # more is said above a chart with runs, which takes room from it
        least = _CHART_LINES * self.fontMetrics().height() if runs and not beside else _LEAST_CHART
        self._charts.setMinimumHeight(least)
        if (self._splitter.orientation(), self._has_runs) != (wanted, runs > 0):
            self._has_runs = runs > 0
            self._splitter.setOrientation(wanted)
            below = _SIZES_BELOW_RUNS if runs else _SIZES_BELOW
            self._splitter.setSizes(list(_SIZES if beside else below))

    def _lay_out(self) -> None:
        self.summary.setWordWrap(True)
        self.summary.setTextFormat(Qt.TextFormat.PlainText)
        self.summary.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.summary.setVisible(False)
        for text, do in (
            (say(AnalysisPanelWording.COPY_TABLE(key=key_name("Ctrl+C"))), self.copy_table),
            (say(AnalysisPanelWording.COPY_IMAGE()), self.copy_image),
            (say(AnalysisPanelWording.VALUES_AS_CSV()), lambda: self._ask_file("csv")),
            (say(AnalysisPanelWording.IMAGE_AS_PNG()), lambda: self._ask_file("png")),
            (say(AnalysisPanelWording.SHOW_ALL_HOME()), self._show_all),
        ):
            add_entry(self.export.choices, text, do)
        self.export.setText(say(AnalysisPanelWording.EXPORT()))
        self.export.setToolTip(say(AnalysisPanelWording.EXPORT_TIP()))
        self.export.setEnabled(False)
        self.options_row.add_button(self.export)
        inner = QVBoxLayout(self._charts)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.addWidget(self.legend)
        self._charts.setMinimumSize(160, _LEAST_CHART)
        self._splitter.addWidget(self._charts)
        self._splitter.addWidget(self.table)
        self._splitter.setStretchFactor(0, 1)
        self._splitter.setSizes(list(_SIZES))
        self._pages.addWidget(self.empty_state)
        self._pages.addWidget(self._splitter)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 4, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.options_row)
        layout.addWidget(self.summary)
        layout.addWidget(self._pages, 1)
        self._change_look()

    def _show_all(self) -> None:
        if self.chart is not None:
            self.chart.show_all()

    def _choose_row(self, row: int) -> None:
        if self.report is not None and self.report.gap is not None and row in self.report.gap_rows:
            self.gap_chosen.emit(*self.report.gap)

    def _change_look(self) -> None:
        self.export.setIcon(self._themes.icon("copy"))
        if self.chart is None:
            return
        # a chart has one theme
        before, self.chart, self._drawn = self.chart.widget, None, None
        before.setParent(None)
        before.deleteLater()
        self.draw()

    def _picture(self) -> QPixmap:
        return self._splitter.grab()

    def _ask_file(self, suffix: str) -> None:
        place, kind = Path(f"{self.tab.value}.{suffix}"), f"{suffix.upper()} (*.{suffix})"
        ask_for_save_path(self, self._themes, say(AnalysisPanelWording.EXPORT()), place, kind, self.write)
