"""Calculations of an analysis, and the lines of a timing: requested with the samples of a span, run in any thread."""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from app.model.analysis.figures import CurveFigures, Histogram, curve_figures, histogram, histogram_beside
from app.model.analysis.pairs import Correlation, PairDensity, correlation, pair_density, pair_values
from app.model.analysis.progress import AnalysisError, ProgressCallback, ignore_progress, progress_part
from app.model.analysis.spectrum import Spectrogram, Spectrum, SpectrumOptions, spectrogram, spectrum
from app.model.analysis.timing import Timing, measure_timing
from app.model.timeseries.feeds import stamps_or_none
from app.model.timeseries.series import Floats, Numbers
from app.ui.analysis.report import receipt_times
from app.ui.analysis.state import AnalysisOptions, AnalysisSubject
from app.ui.base.text import say
from app.wording.ui.analysis import AnalysisPanelWording

# more than any screen has columns; the lowest and the highest of each column are drawn
_MOST_DRAWN: Final = 6000
_BINS: Final = 80


@dataclass(frozen=True, slots=True, eq=False)
class IntervalLines:
    """The intervals by one clock, in ms.

    Attributes:
        ends_s: the ends of the intervals that are drawn, `(n,)`, in seconds since the first message.
        intervals_ms: `(n,)`, one for each end.
        counts: the number of all intervals in each bin, `(nbins,)`.
    """

    ends_s: Floats
    intervals_ms: Floats
    counts: Floats


@dataclass(frozen=True, slots=True, eq=False)
class TimingLines:
    """The lines of a timing.

    Attributes:
        began_s: when the first message came.
        edges_ms: of the bins, `(nbins + 1,)`.
        received: the intervals by receipt.
        stamped: the intervals by stamp; None without stamps.
    """

    began_s: float
    edges_ms: Floats
    received: IntervalLines
    stamped: IntervalLines | None


def timing_lines(result: Timing, step: ProgressCallback = ignore_progress) -> TimingLines:
    """Make the lines of a timing. Raises what `step` raises."""
    stamped = result.stamp_intervals_s
    rows = [result.intervals_s] if stamped is None or not len(stamped) else [result.intervals_s, stamped]
    ends = [end for row in rows for end in (float(row.min()), float(row.max()))]
    step(0.2)
    edges = np.linspace(min(*ends, 0.0) * 1e3, max(ends) * 1e3 or 1.0, _BINS + 1)
    made = []
    for number, row in enumerate(rows):
        # an interval is drawn at its end; those by stamp begin where those by receipt do
        ends_s, intervals_s = decimate(np.cumsum(row), row)
        step(0.4 + 0.3 * number)
        made.append(IntervalLines(ends_s, intervals_s * 1e3, np.histogram(row, edges / 1e3)[0].astype(np.float64)))
    step(1.0)
    return TimingLines(float(receipt_times(result)[0]), edges, made[0], made[1] if len(made) > 1 else None)


def decimate(x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """A line that looks the same with no more points than are worth drawing: least and greatest of each piece."""
    step = -(-2 * len(y) // _MOST_DRAWN)
    if step <= 2:
        return x, y
    count = len(y) // step * step
    pieces = y[:count].reshape(-1, step)
    rows = np.arange(len(pieces)) * step
    ends = np.sort(np.stack((rows + np.argmin(pieces, axis=1), rows + np.argmax(pieces, axis=1)), axis=1), axis=1)
    places = np.append(ends.ravel(), np.arange(count, len(y)))
    return x[places], y[places]


@dataclass(frozen=True, slots=True)
class SpanSamples:
    """Samples of a span; they are never changed, so that any thread may read them."""

    times_s: Floats
    values: Floats


@dataclass(frozen=True, slots=True)
class RecordedArrivals:
    """Times of receipt and stamps of recorded messages in ns, `(n,)` each; 0 for a message without a stamp."""

    received_ns: Numbers
    stamps_ns: Numbers

    def as_samples(self) -> SpanSamples:
        """The times of receipt in seconds, with stamps as values; NaN where there is none."""
        stamps_s = np.where(self.stamps_ns == 0, math.nan, self.stamps_ns / 1e9)
        return SpanSamples(self.received_ns / 1e9, stamps_s)


@dataclass(frozen=True, slots=True)
class RunRequest:
    """The samples of a run that is laid beneath.

    Attributes:
        run_id, name, number: of the run.
        numbers: the samples of the curve by shown time; None where the topic has none.
        arrivals: by the run's own time.
        after_s: from the first message of what it is compared with to its first one, as they are shown.
        fault: why there is nothing of the run; empty if no reason is known.
        cause: why nothing can be calculated of what there is, where that is known.
        note: what is to be known of it.
    """

    run_id: str
    name: str
    number: int
    numbers: SpanSamples | None = None
    arrivals: RecordedArrivals | None = None
    after_s: float = 0.0
    fault: str = ""
    cause: str = ""
    note: str = ""

    @property
    def without_samples(self) -> RunRequest:
        """The request without the blocks of samples, which may be for hours."""
        return dataclasses.replace(self, numbers=None, arrivals=None)


@dataclass(frozen=True, slots=True)
class RunResult:
    """The result of a run that is laid beneath.

    Attributes:
        result: of the same kind as that of what it is compared with; None where there is none.
        fault: why there is none.
    """

    run: RunRequest
    result: Any = None
    fault: str = ""


@dataclass(frozen=True, slots=True)
class AnalysisRequest:
    """A request for a calculation: the samples to be analysed, and the options.

    Attributes:
        numbers: the samples of the curve; None where the topic has none.
        other: the samples of the second curve of a pair.
        arrivals: times of receipt of messages, with stamps as values; NaN where there is none.
        runs: what is laid beneath.
        name, other_name: of the subjects where one is of a run; empty where they have a name anyway.
    """

    subject: AnalysisSubject
    options: AnalysisOptions
    numbers: SpanSamples | None = None
    other_subject: AnalysisSubject | None = None
    other: SpanSamples | None = None
    arrivals: SpanSamples | RecordedArrivals | None = None
    note: str = ""
    runs: tuple[RunRequest, ...] = ()
    name: str = ""
    other_name: str = ""

    @property
    def without_samples(self) -> AnalysisRequest:
        """The request without the blocks of samples, which may be for hours."""
        runs = tuple(run.without_samples for run in self.runs)
        return dataclasses.replace(self, numbers=None, other=None, arrivals=None, runs=runs)

    def of_run(self, run: RunRequest) -> AnalysisRequest:
        """The request for the same of a run."""
        return AnalysisRequest(self.subject, self.options, run.numbers, arrivals=run.arrivals)


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
    told = _timing(question, progress_part(step, 0.0, 0.8))
    return MessageTiming(told, timing_lines(told, progress_part(step, 0.8, 1.0)))


def calculate_comparison(question: AnalysisRequest, step: ProgressCallback) -> CurveComparison:
    """Compare the two curves. Raises AnalysisError, Cancelled."""
    first, second = _numbers(question), question.other
    if second is None:
        raise AnalysisError(say(AnalysisPanelWording.SECOND_CURVE()))
    both = (first.times_s, first.values, second.times_s, second.values)
    likeness = correlation(*both, None, progress_part(step, 0.0, 0.7))
    met = pair_values(*both)
    return CurveComparison(pair_density(met.x, met.y, None, progress_part(step, 0.7, 1.0)), likeness)


# of what is laid beneath


def calculate_spectrum_beneath(question: AnalysisRequest, above: Spectrum, step: ProgressCallback) -> Spectrum:
    """Calculate a spectrum by windows as long as those of another, by which noise has the same height.

    Raises AnalysisError, Cancelled.
    """
    numbers = _numbers(question)
    options = dataclasses.replace(_spectrum_options(question), window_s=above.window_s)
    try:
        return spectrum(numbers.times_s, numbers.values, options, progress_part(step, 0.0, 0.5))
    except AnalysisError:
        # too short for what has fewer samples a second
        return calculate_spectrum(question, progress_part(step, 0.5, 1.0))


def calculate_distribution_beneath(
    question: AnalysisRequest, above: Distribution, step: ProgressCallback
) -> Distribution:
    """Calculate the distribution of values by the bins of another. Raises AnalysisError, Cancelled."""
    numbers = _numbers(question)
    told = curve_figures(numbers.times_s, numbers.values, question.options.thresholds, progress_part(step, 0.0, 0.5))
    return Distribution(histogram_beside(numbers.values, above.histogram, progress_part(step, 0.5, 1.0)), told)


def calculate_timing_beneath(question: AnalysisRequest, above: MessageTiming, step: ProgressCallback) -> MessageTiming:
    """Calculate the timing of a topic's messages, with the bins and the limit of lateness of another.

    Raises AnalysisError, Cancelled.
    """
    told = _timing(question, progress_part(step, 0.0, 0.8))
    limit_s = above.timing.late_over_s
    late = np.count_nonzero(told.intervals_s > limit_s)
    told = dataclasses.replace(told, late_over_s=limit_s, late_share=float(late) / len(told.intervals_s))
    lines, edges_ms = timing_lines(told, progress_part(step, 0.8, 0.9)), above.lines.edges_ms
    bins = Histogram(edges_ms, np.zeros(len(edges_ms) - 1, np.int64))
    counted = histogram_beside(told.intervals_s * 1e3, bins, progress_part(step, 0.9, 1.0))
    received = dataclasses.replace(lines.received, counts=counted.counts.astype(np.float64))
    return MessageTiming(told, TimingLines(lines.began_s, counted.edges, received, None))


def _timing(question: AnalysisRequest, step: ProgressCallback) -> Timing:
    arrivals = question.arrivals
    if isinstance(arrivals, RecordedArrivals):
        arrivals = arrivals.as_samples()
    if arrivals is None or len(arrivals.times_s) < 2:
        raise AnalysisError(say(AnalysisPanelWording.FEW_MESSAGES()))
    return measure_timing(arrivals.times_s, stamps_or_none(arrivals.values), question.options.expected_hz, step)


def _spectrum_options(question: AnalysisRequest) -> SpectrumOptions:
    chosen = question.options
    return SpectrumOptions(window_s=chosen.window_s, overlap=chosen.overlap, density=chosen.density)


def _numbers(question: AnalysisRequest) -> SpanSamples:
    if question.numbers is None:
        raise AnalysisError(say(AnalysisPanelWording.NO_NUMBERS()))
    if len(question.numbers.times_s) < 2:
        raise AnalysisError(say(AnalysisPanelWording.FEW_VALUES()))
    return question.numbers
