"""The tabs of an analysis: for each its calculation, its chart, and its report."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtGui import QFont

from app.model.analysis.progress import ProgressCallback
from app.ui.analysis import report
from app.ui.analysis.calculations import (
    AnalysisRequest,
    calculate_comparison,
    calculate_distribution,
    calculate_spectrogram,
    calculate_spectrum,
    calculate_timing,
)
from app.ui.analysis.report import AnalysisReport, curve_label, curve_title, curve_unit
from app.ui.analysis.state import AnalysisSubject, AnalysisTab
from app.ui.base.text import say, topic_text
from app.ui.base.theme import Theme
from app.wording.ui.analysis import AnalysisPanelWording

if TYPE_CHECKING:
    from app.ui.analysis.charts import Chart


@dataclass(frozen=True, slots=True)
class TabKind:
    """One kind of tab.

    Attributes:
        calculate: calculates a result, in any thread. Raises AnalysisError, Cancelled.
        make_chart: makes a chart; only once pyqtgraph is loaded.
        draw: shows a result in such a chart.
        report: makes the report of a result.
    """

    calculate: Callable[[AnalysisRequest, ProgressCallback], Any]
    make_chart: Callable[[Theme, QFont], Chart]
    draw: Callable[[Any, AnalysisRequest, Any], None]
    report: Callable[[AnalysisRequest, Any], AnalysisReport]


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


def _label(subject: AnalysisSubject | None) -> str:
    return curve_label(subject.spec) if subject is not None and subject.spec is not None else ""


def _make_spectrum(theme: Theme, font: QFont) -> Chart:
    from app.ui.analysis.charts import SpectrumChart  # noqa: PLC0415 - pyqtgraph takes a third of a second

    return SpectrumChart(theme, font)


def _draw_spectrum(chart: Any, question: AnalysisRequest, result: Any) -> None:
    chosen = question.options
    chart.show_result(
        result,
        _unit(question),
        log_frequency=chosen.log_frequency,
        log_value=chosen.log_value,
    )


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
        lambda question, result: report.spectrum_report(result, _unit(question)),
    ),
    AnalysisTab.SPECTROGRAM: TabKind(
        calculate_spectrogram,
        _make_spectrogram,
        lambda chart, question, result: chart.show_result(result, _unit(question)),
        lambda _, result: report.spectrogram_report(result),
    ),
    AnalysisTab.HISTOGRAM: TabKind(
        calculate_distribution,
        _make_histogram,
        lambda chart, question, result: chart.show_result(
            result.histogram, result.figures, _label(question.subject), question.options.thresholds
        ),
        lambda question, result: report.histogram_report(result.histogram, result.figures, _unit(question)),
    ),
    AnalysisTab.TIMING: TabKind(
        calculate_timing,
        _make_timing,
        lambda chart, _, result: chart.show_result(result.timing, result.lines),
        lambda _, result: report.timing_report(result.timing),
    ),
    AnalysisTab.PAIR: TabKind(
        calculate_comparison,
        _make_pair,
        lambda chart, question, result: chart.show_result(
            result.density, result.correlation, (_label(question.subject), _label(question.other_subject))
        ),
        lambda _, result: report.pair_report(result.correlation),
    ),
}
