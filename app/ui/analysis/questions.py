"""Question of an analysis: what of its data lies in a span, of the subject and of the runs beneath it."""

from __future__ import annotations

import math
from typing import Final

from app.model.reference_runs import is_run
from app.model.timeseries.feeds import TimeBase
from app.model.timeseries.series import Samples
from app.model.topics import TopicKey
from app.ui.analysis.calculations import AnalysisRequest, RecordedArrivals, RunRequest, SpanSamples
from app.ui.analysis.data import AnalysisData
from app.ui.analysis.runs_beneath import RunsBeneath
from app.ui.analysis.state import AnalysisOptions, AnalysisSubject, AnalysisTab
from app.ui.analysis.tabs import TAB_KINDS
from app.ui.base.text import format_stamp, say
from app.ui.time_axis.plots.readings import sample_range
from app.wording.ui.analysis import AnalysisPanelWording

# times of receipt of a plot are used where they go back further by this
_FURTHER_S: Final = 0.5

_Span = tuple[float, float]


def make_question(
    data: AnalysisData,
    runs: RunsBeneath,
    tab: AnalysisTab,
    options: AnalysisOptions,
    subject: AnalysisSubject,
    second: AnalysisSubject | None,
    span_s: _Span,
) -> AnalysisRequest:
    """Make the request for what a tab shows of a subject, and of the second one of a pair."""
    second = second if tab is AnalysisTab.PAIR else None
    arrivals, note, began_s = None, "", None
    if tab is AnalysisTab.TIMING:
        arrivals, note = _arrivals(data, runs, subject.key, span_s)
        began_s = _began_s(data, runs, subject.key, arrivals)
    laid = runs.requests(span_s, began_s) if TAB_KINDS[tab].beneath is not None else ()
    named = bool(laid) or any(is_run(one.key.connection) for one in (subject, second) if one is not None)
    return AnalysisRequest(
        subject,
        options,
        _numbers(data, subject, span_s),
        second,
        _numbers(data, second, span_s),
        arrivals,
        note,
        laid,
        runs.short_name(subject) if named else "",
        runs.short_name(second) if named and second is not None else "",
    )


def extent_of_data(question: AnalysisRequest) -> object:
    """Return the extent of the data of a question, which is another one when data comes or is moved."""
    ours = tuple(map(_extent, (question.numbers, question.other, question.arrivals)))
    return ours, tuple(map(_extent_of_run, question.runs))


def _numbers(data: AnalysisData, subject: AnalysisSubject | None, span_s: _Span) -> SpanSamples | None:
    if subject is None or subject.spec is None or not data.has(subject.spec):
        return None
    return _within(data.samples(subject.spec), span_s)


def _arrivals(
    data: AnalysisData, runs: RunsBeneath, key: TopicKey, span_s: _Span
) -> tuple[SpanSamples | RecordedArrivals, str]:
    """The times of receipt and the stamps of the messages in a span.

    For a time before stamps were kept there are only times of receipt, and a sentence on that.
    """
    if is_run(key.connection):
        return runs.arrivals(key, span_s), ""
    kept, receipts = data.arrivals(key), data.receipts(key)
    if data.base is TimeBase.STAMP:
        within = (kept.values >= span_s[0]) & (kept.values <= span_s[1])
        return SpanSamples(kept.times[within], kept.values[within]), ""
    since_s = float(kept.times[0]) if len(kept.times) else span_s[1]
    if receipts is None or max(float(receipts.times[0]), span_s[0]) > since_s - _FURTHER_S:
        return _within(kept, span_s), ""
    only = _within(receipts, span_s)
    note = say(AnalysisPanelWording.BY_RECEIPT(time=format_stamp(round(since_s * 1e9))))
    return SpanSamples(only.times_s, only.times_s * math.nan), note


def _began_s(data: AnalysisData, runs: RunsBeneath, key: TopicKey, arrivals: SpanSamples | RecordedArrivals) -> float:
    """When the first message is shown; NaN without any."""
    if isinstance(arrivals, RecordedArrivals):
        began_ns = int(arrivals.received_ns[0]) if len(arrivals.received_ns) else 0
        shown_s = runs.shown_s(key, began_ns / 1e9)
        return shown_s if shown_s is not None else math.nan
    times_s = arrivals.values if data.base is TimeBase.STAMP else arrivals.times_s
    return float(times_s[0]) if len(times_s) else math.nan


def _within(samples: Samples, span_s: _Span) -> SpanSamples:
    first, end = sample_range(samples, *span_s)
    return SpanSamples(samples.times[first:end], samples.values[first:end])


def _extent(one: SpanSamples | RecordedArrivals | None) -> tuple[int, float, float]:
    """How many there are, and the first and the last time."""
    if one is None:
        return 0, 0.0, 0.0
    times = one.received_ns if isinstance(one, RecordedArrivals) else one.times_s
    return len(times), float(times[0]) if len(times) else 0.0, float(times[-1]) if len(times) else 0.0


def _extent_of_run(run: RunRequest) -> object:
    return run.fault, run.note, run.after_s, _extent(run.numbers), _extent(run.arrivals)
