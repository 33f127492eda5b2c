"""Controls of an analysis: the bar with time, curves and progress, and the row of options above a chart."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QDoubleSpinBox, QLineEdit, QProgressBar, QSpinBox, QToolButton, QWidget

from app.model.reference_runs import ReferenceRun
from app.ui.analysis.state import MAX_BINS, MAX_HZ, MAX_THRESHOLDS, OVERLAPS, AnalysisOptions, AnalysisTab
from app.ui.base.run_colors import run_swatch
from app.ui.base.text import say
from app.ui.base.theme import Themes
from app.ui.time_axis.ranges import LONGEST_S
from app.ui.time_axis.time_bar import TimeBar, TimeTips
from app.ui.widgets.combo_boxes import ElidedComboBox
from app.ui.widgets.menus import MenuButton, add_entry, empty_menu
from app.ui.widgets.text_fields import parse_number
from app.ui.widgets.tool_row import ToolRow
from app.wording.ui.analysis import AnalysisPanelWording

# in per cent
_ALL: Final = 100

_OF_SPECTRUM: Final = frozenset({AnalysisTab.SPECTRUM, AnalysisTab.SPECTROGRAM})


class AnalysisBar(TimeBar):
    """The bar of an analysis; the panel connects its buttons.

    Signals:
        subject_chosen, other_chosen: the index of another curve, or of another second curve of a pair; behind those of
            the curves are the indices of runs.
        run_toggled: the id of a run that is to be laid beneath or not.
        from_run_asked: a topic of a run is to be analysed.

    Attributes:
        runs: the button with the runs to lay beneath; hidden while there are none.
        remove: the button that removes the analysed curve.
        cancel: the button that ends the calculation.
    """

    subject_chosen: Final = Signal(int)
    other_chosen: Final = Signal(int)
    run_toggled: Final = Signal(str)
    from_run_asked: Final = Signal()

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        tips = TimeTips(
            say(AnalysisPanelWording.HOLD_TIP()),
            say(AnalysisPanelWording.FOLLOW_TIP()),
            say(AnalysisPanelWording.TIME_TIP()),
        )
        super().__init__(themes, tips, parent)
        self.subject, self.other = ElidedComboBox(), ElidedComboBox()
        self.remove, self.cancel = QToolButton(), QToolButton()
        self.progress = QProgressBar()
        self.runs = MenuButton()
        self._runs: tuple[tuple[ReferenceRun, bool], ...] = ()
        self.subject.setToolTip(say(AnalysisPanelWording.FIRST_TIP()))
        self.other.setToolTip(say(AnalysisPanelWording.SECOND_TIP()))
        self.remove.setToolTip(say(AnalysisPanelWording.REMOVE_THIS_CURVE()))
        self.cancel.setToolTip(say(AnalysisPanelWording.CANCEL_TIP()))
        self.runs.setToolTip(say(AnalysisPanelWording.RUNS_TIP()))
        for widget in (self.subject, self.other, self.remove, self.cancel, self.runs):
            widget.setAccessibleName(widget.toolTip())
        self.progress.setRange(0, _ALL)
        self.progress.setFixedWidth(90)
        self.progress.setTextVisible(False)
        self.progress.setToolTip(say(AnalysisPanelWording.PROGRESS_OF_THE_CALCULATION()))
        self.cancel.setText(say(AnalysisPanelWording.CANCEL()))
        self.add(self.subject, stays=True)
        self.add(self.other)
        self.add(self.remove)
        self.add_button(self.runs, say(AnalysisPanelWording.RUNS()))
        self.runs.setText(say(AnalysisPanelWording.RUNS()))
        self.runs.hide()
        self.add_stretch()
        self.add(self.progress, stays=True)
        self.add(self.cancel, stays=True)
        self.show_progress(None)
        self.subject.activated.connect(self.subject_chosen)
        self.other.activated.connect(self.other_chosen)
        self.draw()

    def show_subjects(
        self, names: Sequence[str], current: int, other: int, *, pair: bool, of_runs: Sequence[str] = ()
    ) -> None:
        """Show the curves to choose from and the present choice; with a second one, that may be of a run, if `pair`."""
        second = [*names, *of_runs]
        for box, shown, place in ((self.subject, list(names), current), (self.other, second, other)):
            if [box.itemText(number) for number in range(box.count())] != shown:
                with QSignalBlocker(box):
                    box.clear()
                    box.addItems(shown)
            box.setCurrentIndex(place if names else -1)
        self.subject.setVisible(bool(names))
        self.other.setVisible(pair and len(second) > 1)
        self.remove.setVisible(bool(names))

    def show_runs(self, runs: Sequence[tuple[ReferenceRun, bool]]) -> None:
        """Show the runs to choose from, each with whether it is laid beneath."""
        self._runs = tuple(runs)
        self.runs.setVisible(bool(runs))
        self._fill_runs()

    def show_progress(self, share: float | None) -> None:
        """Show the progress of a calculation, from 0 to 1; None: there is none that takes long."""
        self.progress.setVisible(share is not None)
        self.cancel.setVisible(share is not None)
        self.progress.setValue(round(_ALL * (share or 0.0)))

    def draw(self) -> None:
        """Draw the icons of the buttons for their present function."""
        super().draw()
        self.remove.setIcon(self._themes.icon("delete", "muted"))
        self.runs.setIcon(self._themes.icon("layers"))
        self._fill_runs()

    def _fill_runs(self) -> None:
        menu, theme = self.runs.choices, self._themes.current
        empty_menu(menu)
        for run, is_laid in self._runs:
            icon = QIcon(run_swatch(theme, run.number, ratio=self.devicePixelRatioF()))
            # an ampersand would underline a letter
            add_entry(
                menu,
                run.name.replace("&", "&&"),
                functools.partial(self.run_toggled.emit, run.id),
                icon=icon,
                checked=is_laid,
            )
        menu.addSeparator()
        add_entry(menu, say(AnalysisPanelWording.FROM_RUN()), self.from_run_asked.emit)


class AnalysisOptionsRow(ToolRow):
    """Fields for the options of one tab; the options of other tabs stay as they are.

    Signals:
        chosen: another option was chosen; `options` has all of them.
    """

    chosen: Final = Signal()

    def __init__(self, tab: AnalysisTab, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.options = AnalysisOptions()
        self.window_s = _decimal(
            say(AnalysisPanelWording.WINDOW_PREFIX()), say(AnalysisPanelWording.SECONDS_SUFFIX()), LONGEST_S
        )
        self.overlap, self.measure = ElidedComboBox(), ElidedComboBox()
        self.log_frequency, self.log_value = QToolButton(), QToolButton()
        self.bins = QSpinBox()
        self.thresholds = QLineEdit()
        self.expected_hz = _decimal(
            say(AnalysisPanelWording.EXPECTED_PREFIX()), say(AnalysisPanelWording.HERTZ_SUFFIX()), MAX_HZ
        )
        self._describe()
        if tab in _OF_SPECTRUM:
            self._add_all(self.window_s, self.overlap)
        if tab is AnalysisTab.SPECTRUM:
            self._add_all(self.measure, self.log_frequency, self.log_value)
        elif tab is AnalysisTab.HISTOGRAM:
            self._add_all(self.bins, self.thresholds)
        elif tab is AnalysisTab.TIMING:
            self._add_all(self.expected_hz)
        self.add_stretch()
        self._keep_hidden()
        self._connect()
        self.show_options(self.options)

    def show_options(self, options: AnalysisOptions) -> None:
        """Show options, without the signal that they were chosen."""
        self.options = options
        for widget in (self.window_s, self.overlap, self.measure, self.bins, self.expected_hz):
            widget.blockSignals(True)
        self.window_s.setValue(options.window_s or 0.0)
        self.overlap.setCurrentIndex(self.overlap.findData(options.overlap))
        self.measure.setCurrentIndex(int(options.density))
        self.bins.setValue(options.bins or 0)
        self.expected_hz.setValue(options.expected_hz or 0.0)
        for widget in (self.window_s, self.overlap, self.measure, self.bins, self.expected_hz):
            widget.blockSignals(False)
        for button, on in ((self.log_frequency, options.log_frequency), (self.log_value, options.log_value)):
            with QSignalBlocker(button):
                button.setChecked(on)
        if not self.thresholds.hasFocus():
            self.thresholds.setText("; ".join(repr(float(limit)).removesuffix(".0") for limit in options.thresholds))

    def _describe(self) -> None:
        self.window_s.setToolTip(say(AnalysisPanelWording.WINDOW_TIP()))
        self.window_s.setSpecialValueText(say(AnalysisPanelWording.WINDOW_AUTOMATIC()))
        for share in OVERLAPS:
            self.overlap.addItem(say(AnalysisPanelWording.OVERLAP(share=f"{share * 100:g}")), share)
        self.overlap.setToolTip(say(AnalysisPanelWording.OVERLAP_TIP()))
        self.measure.addItem(say(AnalysisPanelWording.AMPLITUDE()), False)
        self.measure.addItem(say(AnalysisPanelWording.DENSITY()), True)
        self.measure.setToolTip(say(AnalysisPanelWording.SCALE_TIP()))
        self.log_frequency.setText(say(AnalysisPanelWording.LOG_F()))
        self.log_frequency.setToolTip(say(AnalysisPanelWording.LOGARITHMIC_FREQUENCY_AXIS()))
        self.log_value.setText(say(AnalysisPanelWording.LOG_VALUES()))
        self.log_value.setToolTip(say(AnalysisPanelWording.LOGARITHMIC_VALUE_AXIS()))
        for button in (self.log_frequency, self.log_value):
            button.setCheckable(True)
            button.setProperty("framed", True)
        self.bins.setRange(0, MAX_BINS)
        self.bins.setPrefix(say(AnalysisPanelWording.BINS_PREFIX()))
        self.bins.setSpecialValueText(say(AnalysisPanelWording.BINS_AUTOMATIC()))
        self.bins.setToolTip(say(AnalysisPanelWording.BINS_TIP()))
        self.thresholds.setPlaceholderText(say(AnalysisPanelWording.THRESHOLDS_0_5_1()))
        self.thresholds.setToolTip(say(AnalysisPanelWording.THRESHOLDS_TIP()))
        self.thresholds.setMinimumWidth(130)
        self.expected_hz.setSpecialValueText(say(AnalysisPanelWording.EXPECTED_LEARNED()))
        self.expected_hz.setToolTip(say(AnalysisPanelWording.EXPECTED_TIP()))
        for field in (self.window_s, self.bins, self.expected_hz):
            # each keystroke would start a calculation
            field.setKeyboardTracking(False)
        for widget in (self.window_s, self.overlap, self.measure, self.bins, self.thresholds, self.expected_hz):
            widget.setAccessibleName(widget.toolTip())

    def _add_all(self, *widgets: QWidget) -> None:
        for widget in widgets:
            self.add(widget)

    def _keep_hidden(self) -> None:
        """Own the fields of other tabs, too, which else go no sooner than Python collects garbage.

        A widget that is deleted while a style sheet is applied to all of them crashes Qt.
        """
        for widget in (
            *(self.window_s, self.overlap, self.measure, self.log_frequency, self.log_value),
            *(self.bins, self.thresholds, self.expected_hz),
        ):
            if widget.parent() is None:
                widget.setParent(self)
                widget.hide()

    def _connect(self) -> None:
        for signal in (
            self.window_s.valueChanged,
            self.overlap.currentIndexChanged,
            self.measure.currentIndexChanged,
            self.log_frequency.toggled,
            self.log_value.toggled,
            self.bins.valueChanged,
            self.thresholds.editingFinished,
            self.expected_hz.valueChanged,
        ):
            signal.connect(self._take)

    def _take(self) -> None:
        taken = replace(
            self.options,
            window_s=self.window_s.value() or None,
            overlap=float(self.overlap.currentData()),
            density=bool(self.measure.currentIndex()),
            log_frequency=self.log_frequency.isChecked(),
            log_value=self.log_value.isChecked(),
            bins=self.bins.value() or None,
            thresholds=_thresholds(self.thresholds.text()),
            expected_hz=self.expected_hz.value() or None,
        )
        if taken != self.options:
            self.options = taken
            self.chosen.emit()


def _decimal(prefix: str, suffix: str, most: float) -> QDoubleSpinBox:
    field = QDoubleSpinBox()
    field.setRange(0.0, most)
    # a thousandth is the least that a saved state may hold
    field.setDecimals(3)
    field.setStepType(QDoubleSpinBox.StepType.AdaptiveDecimalStepType)
    field.setPrefix(prefix)
    field.setSuffix(suffix)
    return field


def _thresholds(text: str) -> tuple[float, ...]:
    """The valid numbers in a text; each once."""
    found = []
    for word in text.split(";"):
        try:
            found.append(parse_number(word))
        except ValueError:
            continue
    return tuple(dict.fromkeys(found))[:MAX_THRESHOLDS]
