"""The tabs of an analysis: for each its calculation, its chart, and its report."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtGui import QFont

from app.model.analysis.progress import AnalysisError, ProgressCallback, progress_part
from app.model.messages.field_units import with_unit
from app.ui.analysis import report
from app.ui.analysis.calculations import (
    AnalysisRequest,
    RunResult,
    calculate_comparison,
    calculate_distribution,
    calculate_distribution_beneath,
    calculate_spectrogram,
    calculate_spectrum,
    calculate_spectrum_beneath,
    calculate_timing,
    calculate_timing_beneath,
)
from app.ui.analysis.report import AnalysisReport, curve_label, curve_title, curve_unit
from app.ui.analysis.run_report import lay_beneath, rows_of_peaks
from app.ui.analysis.state import AnalysisSubject, AnalysisTab
from app.ui.base.text import say, say_error, topic_text
from app.ui.base.theme import Theme
from app.wording.ui.analysis import AnalysisPanelWording

if TYPE_CHECKING:
    from app.ui.analysis.charts import Chart


Runs = Sequence[RunResult]


@dataclass(frozen=True, slots=True)
class TabKind:
    """One kind of tab.

    Attributes:
        calculate: calculates a result, in any thread. Raises AnalysisError, Cancelled.
        beneath: calculates that of a run which is laid beneath a result; None where runs can't be.
        make_chart: makes a chart; only once pyqtgraph is loaded.
        draw: shows a result in such a chart, with the runs beneath.
        report: makes the report of a result, with the runs beneath.
    """

    calculate: Callable[[AnalysisRequest, ProgressCallback], Any]
    make_chart: Callable[[Theme, QFont], Chart]
    draw: Callable[[Any, AnalysisRequest, Any, Runs], None]
    report: Callable[[AnalysisRequest, Any, Runs], AnalysisReport]
    beneath: Callable[[AnalysisRequest, Any, ProgressCallback], Any] | None = None

    def calculate_all(self, question: AnalysisRequest, step: ProgressCallback) -> tuple[Any, tuple[RunResult, ...]]:
        """Calculate a result and those of the runs beneath, in any thread. Raises AnalysisError, Cancelled."""
        parts = 1 + len(question.runs)
        result = self.calculate(question, progress_part(step, 0.0, 1 / parts))
        found = []
        for number, run in enumerate(question.runs, 1):
            told, fault = None, run.fault
            if self.beneath is not None and not fault:
                try:
                    part = progress_part(step, number / parts, (number + 1) / parts)
                    told = self.beneath(question.of_run(run), result, part)
                except AnalysisError as error:
                    fault = run.cause or say_error(error)
            found.append(RunResult(run.without_samples, told, fault))
        return result, tuple(found)


def subject_name(subject: AnalysisSubject) -> str:
    """The name of a subject among others."""
    return curve_title(subject.spec) if subject.spec is not None else topic_text(subject.key.topic)


def tab_title(tab: AnalysisTab) -> str:
    """The name of a tab."""
    return {
        AnalysisTab.SPECTRUM: say(AnalysisPanelWording.SPECTRUM()),
        AnalysisTab.SPECTROGRAM: say(AnalysisPanelWording.SPECTROGRAM()),
        AnalysisTab.HISTOGRAM: say(AnalysisPanelWording.HISTOGRAM()),
        AnalysisTab.TIMING: say(AnalysisPanelWording.TIMING()),
        AnalysisTab.PAIR: say(AnalysisPanelWording.PAIR()),
    }[tab]


def tab_tip(tab: AnalysisTab) -> str:
    """The tool tip of a tab: what it is good for."""
    return {
        AnalysisTab.SPECTRUM: say(AnalysisPanelWording.SPECTRUM_TIP()),
        AnalysisTab.SPECTROGRAM: say(AnalysisPanelWording.SPECTROGRAM_TIP()),
        AnalysisTab.HISTOGRAM: say(AnalysisPanelWording.HISTOGRAM_TIP()),
        AnalysisTab.TIMING: say(AnalysisPanelWording.TIMING_TIP()),
        AnalysisTab.PAIR: say(AnalysisPanelWording.PAIR_TIP()),
    }[tab]


def _unit(question: AnalysisRequest) -> str:
    return curve_unit(question.subject.spec) if question.subject.spec is not None else ""


def _label(subject: AnalysisSubject | None, name: str = "") -> str:
    if subject is None or subject.spec is None:
        return ""
    return with_unit(name, curve_unit(subject.spec)) if name else curve_label(subject.spec)


def _make_spectrum(theme: Theme, font: QFont) -> Chart:
    from app.ui.analysis.charts import SpectrumChart  # noqa: PLC0415 - pyqtgraph takes a third of a second

    return SpectrumChart(theme, font)


def _draw_spectrum(chart: Any, question: AnalysisRequest, result: Any, runs: Runs) -> None:
    chosen = question.options
    chart.show_result(
        result,
        _unit(question),
        log_frequency=chosen.log_frequency,
        log_value=chosen.log_value,
        runs=runs,
    )


def _report_spectrum(question: AnalysisRequest, result: Any, runs: Runs) -> AnalysisReport:
    unit = _unit(question)
    return lay_beneath(
        report.spectrum_report(result, unit),
        runs,
        lambda of_run: report.spectrum_report(of_run, unit),
        lambda spectra: rows_of_peaks(result, spectra),
    )


def _report_histogram(question: AnalysisRequest, result: Any, runs: Runs) -> AnalysisReport:
    def told(one: Any) -> AnalysisReport:
        return report.histogram_report(one.histogram, one.figures, _unit(question))

    return lay_beneath(told(result), runs, told)


def _report_timing(_question: AnalysisRequest, result: Any, runs: Runs) -> AnalysisReport:
    return lay_beneath(report.timing_report(result.timing), runs, lambda one: report.timing_report(one.timing))


def _make_spectrogram(theme: Theme, font: QFont) -> Chart:
    from app.ui.analysis.charts import SpectrogramChart  # noqa: PLC0415 - as above

    return SpectrogramChart(theme, font)


def _make_histogram(theme: Theme, font: QFont) -> Chart:
    from app.ui.analysis.charts import HistogramChart  # noqa: PLC0415 - as above

    return HistogramChart(theme, font)


def _make_timing(theme: Theme, font: QFont) -> Chart:
    from app.ui.analysis.charts import TimingChart  # noqa: PLC0415 - as above

    return TimingChart(theme, font)


def _make_pair(theme: Theme, font: QFont) -> Chart:
    from app.ui.analysis.charts import PairChart  # noqa: PLC0415 - as above

    return PairChart(theme, font)


TAB_KINDS: Final[Mapping[AnalysisTab, TabKind]] = {
    AnalysisTab.SPECTRUM: TabKind(
        calculate_spectrum,
        _make_spectrum,
        _draw_spectrum,
        _report_spectrum,
        calculate_spectrum_beneath,
    ),
    AnalysisTab.SPECTROGRAM: TabKind(
        calculate_spectrogram,
        _make_spectrogram,
        lambda chart, question, result, _: chart.show_result(result, _unit(question)),
        lambda _, result, __: report.spectrogram_report(result),
    ),
    AnalysisTab.HISTOGRAM: TabKind(
        calculate_distribution,
        _make_histogram,
        lambda chart, question, result, runs: chart.show_result(
            result.histogram, result.figures, _label(question.subject), question.options.thresholds, runs
        ),
        _report_histogram,
        calculate_distribution_beneath,
    ),
    AnalysisTab.TIMING: TabKind(
        calculate_timing,
        _make_timing,
        lambda chart, _, result, runs: chart.show_result(result.timing, result.lines, runs),
        _report_timing,
        calculate_timing_beneath,
    ),
    AnalysisTab.PAIR: TabKind(
        calculate_comparison,
        _make_pair,
        lambda chart, question, result, _: chart.show_result(
            result.density,
            result.correlation,
            (_label(question.subject, question.name), _label(question.other_subject, question.other_name)),
        ),
        lambda _, result, __: report.pair_report(result.correlation),
    ),
}
