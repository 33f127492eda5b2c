"""The tabs of an analysis: for each its calculation, its chart, and its report."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtGui import QFont

from app.model.analysis.progress import Step
from app.ui.analysis import report
from app.ui.analysis.axis_words import label_of, title_of, unit_of_curve
from app.ui.analysis.calculations import (
    AnalysisQuestion,
    ask_distribution,
    ask_likeness,
    ask_spectrogram,
    ask_spectrum,
    ask_timing,
)
from app.ui.analysis.report import AnalysisReport
from app.ui.analysis.state import Subject, Tab
from app.ui.base.text import topic_text, translate
from app.ui.base.theme import Theme

if TYPE_CHECKING:
    from app.ui.analysis.charts import Chart


@dataclass(frozen=True, slots=True)
class TabLook:
    """One kind of tab.

    Attributes:
        ask: calculates a result, in any thread. Raises AnalysisError, Cancelled.
        make: makes a chart; only once pyqtgraph is loaded.
        draw: shows a result in such a chart.
        report: makes the report of a result.
    """

    ask: Callable[[AnalysisQuestion, Step], Any]
    make: Callable[[Theme, QFont], Chart]
    draw: Callable[[Any, AnalysisQuestion, Any], None]
    report: Callable[[AnalysisQuestion, Any], AnalysisReport]


def name_of(subject: Subject) -> str:
    """The name of a subject among others."""
    return title_of(subject.spec) if subject.spec is not None else topic_text(subject.key.topic)


def title_of_tab(tab: Tab) -> str:
    """The name of a tab."""
    return {
        Tab.SPECTRUM: translate("Analysis", "Spectrum"),
        Tab.SPECTROGRAM: translate("Analysis", "Spectrogram"),
        Tab.HISTOGRAM: translate("Analysis", "Histogram"),
        Tab.TIMING: translate("Analysis", "Timing"),
        Tab.PAIR: translate("Analysis", "Pair"),
    }[tab]


def tip_of_tab(tab: Tab) -> str:
    """The tool tip of a tab: what it is good for."""
    return {
        Tab.SPECTRUM: translate("Analysis", "At which frequencies it swings, and how much"),
        Tab.SPECTROGRAM: translate("Analysis", "How its frequencies change with time"),
        Tab.HISTOGRAM: translate("Analysis", "How its values are spread: mean, deviation, drift, thresholds"),
        Tab.TIMING: translate("Analysis", "How regularly the topic comes: rate, jitter, gaps, delay"),
        Tab.PAIR: translate("Analysis", "How two curves stand to one another, and which follows which"),
    }[tab]


def _unit(question: AnalysisQuestion) -> str:
    return unit_of_curve(question.subject.spec) if question.subject.spec is not None else ""


def _label(subject: Subject | None) -> str:
    return label_of(subject.spec) if subject is not None and subject.spec is not None else ""


def _make_spectrum(theme: Theme, font: QFont) -> Chart:
    from app.ui.analysis.charts import SpectrumChart  # noqa: PLC0415 - pyqtgraph takes a third of a second

    return SpectrumChart(theme, font)


def _draw_spectrum(chart: Any, question: AnalysisQuestion, result: Any) -> None:
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


LOOKS: Final[Mapping[Tab, TabLook]] = {
    Tab.SPECTRUM: TabLook(
        ask_spectrum,
        _make_spectrum,
        _draw_spectrum,
        lambda question, result: report.of_spectrum(result, _unit(question)),
    ),
    Tab.SPECTROGRAM: TabLook(
        ask_spectrogram,
        _make_spectrogram,
        lambda chart, question, result: chart.show_result(result, _unit(question)),
        lambda _, result: report.of_spectrogram(result),
    ),
    Tab.HISTOGRAM: TabLook(
        ask_distribution,
        _make_histogram,
        lambda chart, question, result: chart.show_result(
            result.histogram, result.figures, _label(question.subject), question.options.thresholds
        ),
        lambda question, result: report.of_histogram(result.histogram, result.figures, _unit(question)),
    ),
    Tab.TIMING: TabLook(
        ask_timing,
        _make_timing,
        lambda chart, _, result: chart.show_result(result.timing, result.lines),
        lambda _, result: report.of_timing(result.timing),
    ),
    Tab.PAIR: TabLook(
        ask_likeness,
        _make_pair,
        lambda chart, question, result: chart.show_result(
            result.density, result.correlation, (_label(question.subject), _label(question.other_subject))
        ),
        lambda _, result: report.of_pair(result.correlation),
    ),
}
