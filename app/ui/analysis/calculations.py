"""Calculations of an analysis: requested with the samples of a span, and run in any thread."""

from __future__ import annotations

from dataclasses import dataclass

from app.model.analysis.figures import CurveFigures, Histogram, curve_figures, histogram
from app.model.analysis.pairs import Correlation, PairDensity, correlation, pair_density, pair_values
from app.model.analysis.progress import AnalysisError, ProgressCallback, progress_part
from app.model.analysis.spectrum import Spectrogram, Spectrum, SpectrumOptions, spectrogram, spectrum
from app.model.analysis.timing import Timing, measure_timing
from app.model.timeseries.feeds import stamps_or_none
from app.model.timeseries.series import Floats
from app.ui.analysis.state import AnalysisOptions, AnalysisSubject
from app.ui.analysis.timing_lines import TimingLines, timing_lines
from app.ui.base.text import translate


@dataclass(frozen=True, slots=True)
class SpanSamples:
    """Samples of a span; they are never changed, so that any thread may read them."""

    times_s: Floats
    values: Floats


@dataclass(frozen=True, slots=True)
class AnalysisRequest:
    """A request for a calculation: the samples to be analysed, and the options.

    Attributes:
        numbers: the samples of the curve; None where the topic has none.
        other: the samples of the second curve of a pair.
        arrivals: times of receipt of messages, with stamps as values; NaN where there is none.
    """

    subject: AnalysisSubject
    options: AnalysisOptions
    numbers: SpanSamples | None = None
    other_subject: AnalysisSubject | None = None
    other: SpanSamples | None = None
    arrivals: SpanSamples | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Distribution:
    """The distribution of a curve's values."""

    histogram: Histogram
    figures: CurveFigures


@dataclass(frozen=True, slots=True)
class CurveComparison:
    """The comparison of two curves."""

    density: PairDensity
    correlation: Correlation


@dataclass(frozen=True, slots=True)
class MessageTiming:
    """The timing of a topic, and the lines that show it."""

    timing: Timing
    lines: TimingLines


def calculate_spectrum(question: AnalysisRequest, step: ProgressCallback) -> Spectrum:
    """Calculate the spectrum of the curve. Raises AnalysisError, Cancelled."""
    numbers = _numbers(question)
    return spectrum(numbers.times_s, numbers.values, _spectrum_options(question), step)


def calculate_spectrogram(question: AnalysisRequest, step: ProgressCallback) -> Spectrogram:
    """Calculate the spectrogram of the curve. Raises AnalysisError, Cancelled."""
    numbers = _numbers(question)
    return spectrogram(numbers.times_s, numbers.values, _spectrum_options(question), step)


def calculate_distribution(question: AnalysisRequest, step: ProgressCallback) -> Distribution:
    """Calculate the distribution of the curve's values. Raises AnalysisError, Cancelled."""
    numbers = _numbers(question)
    told = curve_figures(numbers.times_s, numbers.values, question.options.thresholds, progress_part(step, 0.0, 0.5))
    return Distribution(histogram(numbers.values, question.options.bins, progress_part(step, 0.5, 1.0)), told)


def calculate_timing(question: AnalysisRequest, step: ProgressCallback) -> MessageTiming:
    """Calculate the timing of the topic's messages. Raises AnalysisError, Cancelled."""
    arrivals = question.arrivals
    if arrivals is None or len(arrivals.times_s) < 2:
        raise AnalysisError(translate("Analysis", "fewer than two messages came in this span: wait, or show more time"))
    stamps_s, expected_hz = stamps_or_none(arrivals.values), question.options.expected_hz
    told = measure_timing(arrivals.times_s, stamps_s, expected_hz, progress_part(step, 0.0, 0.8))
    return MessageTiming(told, timing_lines(told, progress_part(step, 0.8, 1.0)))


def calculate_comparison(question: AnalysisRequest, step: ProgressCallback) -> CurveComparison:
    """Compare the two curves. Raises AnalysisError, Cancelled."""
    first, second = _numbers(question), question.other
    if second is None:
        raise AnalysisError(translate("Analysis", "choose a second curve, or drop one here"))
    both = (first.times_s, first.values, second.times_s, second.values)
    likeness = correlation(*both, None, progress_part(step, 0.0, 0.7))
    met = pair_values(*both)
    return CurveComparison(pair_density(met.x, met.y, None, progress_part(step, 0.7, 1.0)), likeness)


def _spectrum_options(question: AnalysisRequest) -> SpectrumOptions:
    chosen = question.options
    return SpectrumOptions(window_s=chosen.window_s, overlap=chosen.overlap, density=chosen.density)


def _numbers(question: AnalysisRequest) -> SpanSamples:
    if question.numbers is None:
        raise AnalysisError(
            translate("Analysis", "this topic has no numbers here: look at its timing, or drop a field")
        )
    if len(question.numbers.times_s) < 2:
        raise AnalysisError(translate("Analysis", "fewer than two values came in this span: wait, or show more time"))
    return question.numbers
