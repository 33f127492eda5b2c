"""Results of an analysis as text and figures: names of axes, the table beside a chart, and the file of values."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from app.model.analysis.figures import CurveFigures, Histogram
from app.model.analysis.pairs import Correlation
from app.model.analysis.spectrum import Spectrogram, Spectrum
from app.model.analysis.timing import Timing
from app.model.messages.field_units import field_unit, with_unit
from app.model.schema import FieldPath, UnknownFieldError
from app.model.timeseries.curve_spec import CurveSpec
from app.model.timeseries.series import Floats
from app.ui.base.text import format_stamp, say, topic_text
from app.wording.ui.analysis import AnalysisPanelWording, FigureWording

# lines of a file that are written at once
_LINES: Final = 20_000

# the rows on the longest gap in the table of a timing
_GAP_ROWS: Final = frozenset({3, 4})

Cells = tuple[str, ...]


def seconds_since_label(begin_s: float) -> str:
    """The name of an axis whose numbers count from a time."""
    return say(AnalysisPanelWording.SECONDS_SINCE(time=format_stamp(round(begin_s * 1e9))))


def curve_unit(spec: CurveSpec) -> str:
    """The unit of a curve's values; empty where the name of its field implies none, or a transform changes it."""
    try:
        return spec.unit(field_unit([step for step in FieldPath.parse(spec.path).steps if isinstance(step, str)]))
    except UnknownFieldError:
        return ""


def curve_label(spec: CurveSpec) -> str:
    """The name of a curve with its unit."""
    return with_unit(spec.label, curve_unit(spec))


def curve_title(spec: CurveSpec) -> str:
    """The name of a curve with its topic."""
    return f"{topic_text(spec.key.topic)} {spec.label}"


@dataclass(frozen=True, slots=True)
class AnalysisReport:
    """A result as a table, sentences and a file of values.

    Attributes:
        heads: the titles of the table's columns.
        rows: the rows of the table.
        sentences: the meaning in sentences.
        names, columns: of the file of values; columns `(n,)` may differ in length.
        gap_rows: the indices of the rows on the longest gap.
        gap: the begin of the longest gap, and its length.
        of_runs: what is said of each run that is laid beneath.
    """

    heads: Cells
    rows: tuple[Cells, ...]
    sentences: tuple[str, ...]
    names: Cells
    columns: tuple[Floats, ...]
    gap_rows: frozenset[int] = frozenset()
    gap: tuple[float, float] | None = None
    of_runs: tuple[str, ...] = ()

    def as_text(self) -> str:
        """The table as text that a spreadsheet can paste."""
        # an operator may give a run any name
        heads = (" ".join(head.split()) for head in self.heads)
        return "\n".join("\t".join(row) for row in (heads, *self.rows))

    def as_csv(self) -> Iterator[bytes]:
        """The values as CSV with a line of names first, piece by piece."""
        named = io.StringIO()
        csv.writer(named, lineterminator="\n").writerow(self.names)
        yield named.getvalue().encode()
        count = max((len(column) for column in self.columns), default=0)
        for begin in range(0, count, _LINES):
            pieces = [[_plain(value) for value in column[begin : begin + _LINES].tolist()] for column in self.columns]
            lines = range(min(_LINES, count - begin))
            rows = (",".join(piece[line] if line < len(piece) else "" for piece in pieces) for line in lines)
            yield ("\n".join(rows) + "\n").encode()


def spectrum_report(result: Spectrum, unit: str) -> AnalysisReport:
    """The report of a spectrum: its peaks, and how it was calculated."""
    heads = (say(FigureWording.PEAK()), with_unit(say(FigureWording.AMPLITUDE()), unit))
    rows = tuple((f"{peak.frequency_hz:.5g}", number_text(peak.amplitude)) for peak in result.peaks)
    code = AnalysisPanelWording.ONE_WINDOW if result.nwindows == 1 else AnalysisPanelWording.WINDOWS
    made = say(code(count=f"{result.nwindows:,}", window=f"{result.window_s:.4g}", rate=f"{result.sample_rate_hz:.5g}"))
    if result.resampled:
        made = say(AnalysisPanelWording.RESAMPLED(made=made, share=percent_text(result.gap_share)))
    names = ("frequency_hz", "density" if result.density else "amplitude")
    return AnalysisReport(heads, rows, (made, *result.notes), names, (result.frequencies_hz, result.amplitudes))


def spectrogram_report(result: Spectrogram) -> AnalysisReport:
    """The report of a spectrogram: all of its levels for the file."""
    levels = np.asarray(result.levels, dtype=np.float64)
    names = ("time_s", *(f"{frequency:.6g}_hz" for frequency in result.frequencies_hz))
    return AnalysisReport((), (), result.notes, names, (result.times_s, *levels.T))


def histogram_report(result: Histogram, figures: CurveFigures, unit: str) -> AnalysisReport:
    """The report of a histogram: the figures of the values, with their unit."""
    heads = (say(FigureWording.FIGURE()), with_unit(say(FigureWording.VALUE()), unit))
    rows = [
        (say(FigureWording.COUNT()), f"{figures.count:,}"),
        (say(FigureWording.MEAN()), number_text(figures.mean)),
        (say(FigureWording.DEVIATION()), number_text(figures.standard_deviation)),
        (say(FigureWording.RMS()), number_text(figures.rms)),
        (say(FigureWording.LEAST()), number_text(figures.least)),
        *((_percentile(one.percent), number_text(one.value)) for one in figures.percentiles),
        (say(FigureWording.GREATEST()), number_text(figures.greatest)),
    ]
    if figures.drift_per_hour is not None:
        rows.append((say(FigureWording.DRIFT()), number_text(figures.drift_per_hour)))
    for duty in figures.duties:
        above = say(FigureWording.ABOVE(value=number_text(duty.threshold)))
        rows.append((above, percent_text(duty.above_share)))
    counts = np.asarray(result.counts, dtype=np.float64)
    columns = (result.edges[:-1], result.edges[1:], counts)
    return AnalysisReport(heads, tuple(rows), (), ("from", "to", "count"), columns)


def timing_report(result: Timing) -> AnalysisReport:
    """The report of a timing: its figures, and for the file the times of receipt at which intervals ended."""
    heads = (say(FigureWording.FIGURE()), say(FigureWording.VALUE()))
    rows = [
        (say(FigureWording.RATE()), f"{result.rate_hz:.5g} Hz"),
        (say(FigureWording.NOMINAL_RATE()), f"{result.nominal_hz:.5g} Hz"),
        (say(FigureWording.JITTER()), milliseconds_text(result.jitter_s)),
        (say(FigureWording.LONGEST_GAP()), milliseconds_text(result.longest_gap_s)),
        (say(FigureWording.GAP_AT()), format_stamp(round(result.longest_gap_at_s * 1e9))),
        (
            say(FigureWording.LATER(limit=milliseconds_text(result.late_over_s))),
            percent_text(result.late_share),
        ),
        (say(FigureWording.OUT_OF_ORDER()), f"{result.reordered:,}"),
    ]
    if result.bursts is not None:
        rows.append((say(FigureWording.BURSTS()), f"{result.bursts.count:,}"))
    delay = result.delay
    if delay is not None:
        rows += [
            (say(FigureWording.STAMP_TO_RECEIPT()), milliseconds_text(delay.offset_s)),
            (say(FigureWording.STAMP_JITTER()), milliseconds_text(delay.jitter_s)),
        ]
        if delay.drift_known:
            rows.append((say(FigureWording.STAMP_DRIFT()), f"{delay.drift_s_per_s * 1e6:+.3g} µs/s"))
    stamped = result.stamp_intervals_s
    columns = (receipt_times(result)[1:], result.intervals_s, *((stamped,) if stamped is not None else ()))
    gap = result.longest_gap_at_s, result.longest_gap_s
    names = ("time_s", "interval_s", "stamp_interval_s")[: len(columns)]
    return AnalysisReport(heads, tuple(rows), result.words, names, columns, _GAP_ROWS, gap)


def pair_report(result: Correlation) -> AnalysisReport:
    """The report of a correlation: how similar two curves are, and which follows which."""
    heads = (say(FigureWording.FIGURE()), say(FigureWording.VALUE()))
    rows = (
        (say(FigureWording.LAG()), milliseconds_text(result.lag_s)),
        (say(FigureWording.CORRELATION()), f"{result.coefficient:.4f}"),
    )
    return AnalysisReport(heads, rows, result.words, ("lag_s", "coefficient"), (result.lags_s, result.coefficients))


def receipt_times(result: Timing) -> Floats:
    """The times of receipt that follow from the intervals: one more than there are intervals."""
    intervals = result.intervals_s
    longest = int(np.argmax(intervals)) if len(intervals) else 0
    begin_s = result.longest_gap_at_s - float(intervals[:longest].sum())
    receipts: Floats = begin_s + np.concatenate(([0.0], np.cumsum(intervals)))
    return receipts


def number_text(value: float) -> str:
    """A number in a table; empty for one that is not finite."""
    return f"{value:.6g}" if math.isfinite(value) else ""


def percent_text(share: float) -> str:
    """A fraction from 0 to 1 in per cent."""
    return f"{share * 100:.3g} %" if math.isfinite(share) else ""


def milliseconds_text(seconds: float) -> str:
    """A short duration in ms, a long one in s."""
    if not math.isfinite(seconds):
        return ""
    return f"{seconds:.4g} s" if abs(seconds) >= 10 else f"{seconds * 1e3:.4g} ms"


def _plain(value: float) -> str:
    return repr(value) if math.isfinite(value) else ""


def _percentile(share: float) -> str:
    return say(FigureWording.BELOW(share=f"{share:g}"))
