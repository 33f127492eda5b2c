"""Runs that an analysis lays beneath its subject: which ones, and what of them lies in a span."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from app.model.reference_runs import ReferenceRun, are_same_type, is_run
from app.model.timeseries.columns import MAX_MESSAGES, Columns
from app.model.timeseries.feeds import TimeBase
from app.model.timeseries.series import Numbers
from app.model.topics import TopicKey
from app.ui.analysis.calculations import RecordedArrivals, RunRequest, SpanSamples
from app.ui.analysis.data import AnalysisData
from app.ui.analysis.state import AnalysisSubject
from app.ui.analysis.tabs import subject_name
from app.ui.base.text import followed, format_count, format_stamp, say, titled, topic_text, with_tip
from app.ui.time_axis.axis import format_time, is_calendar
from app.ui.time_axis.plots.readings import sample_range
from app.wording.record import ReferenceWording
from app.wording.ui.analysis import AnalysisPanelWording

if TYPE_CHECKING:
    from app.model.reference_runs import RunPlace
    from app.session.reference_runs import ReferenceRuns, RunReading

# values, or messages
_LEAST: Final = 2

# the same id may be given to another run
_Identity = tuple[tuple[Path, ...], int]


@dataclass(frozen=True, slots=True, eq=False)
class _Stamps:
    """The stamps of recorded messages in their order, which is looked for once: there may be millions.

    Attributes:
        columns: the messages.
        sorted_ns: the stamps, `(n,)`, without messages that have none.
        places: those of the messages, `(n,)`; None where they came in the order of stamps.
    """

    columns: Columns
    sorted_ns: Numbers
    places: Numbers | None

    @classmethod
    def of(cls, columns: Columns) -> _Stamps:
        """The stamps of messages."""
        stamps_ns = columns.stamps_ns
        if len(stamps_ns) and stamps_ns[0] and np.all(stamps_ns[1:] >= stamps_ns[:-1]):
            return cls(columns, stamps_ns, None)
        (has,) = np.nonzero(stamps_ns)
        places = has[np.argsort(stamps_ns[has], kind="stable")]
        return cls(columns, stamps_ns[places], places)

    def within(self, first_ns: int, last_ns: int) -> RecordedArrivals:
        """The messages whose stamps lie between two, in the order of receipt."""
        first, end = np.searchsorted(self.sorted_ns, (first_ns, last_ns + 1))
        received_ns, stamps_ns = self.columns.received_ns, self.columns.stamps_ns
        if self.places is None:
            return RecordedArrivals(received_ns[first:end], stamps_ns[first:end])
        found = np.sort(self.places[first:end])
        return RecordedArrivals(received_ns[found], stamps_ns[found])


class RunsBeneath:
    """The runs that are laid beneath the subject of an analysis; each that views show, unless it was taken out here.

    Args:
        runs: None where there are never any.
        data: keeps the histories of `kept`.

    Attributes:
        laid: each run with what is compared of it, which it may lack.
    """

    def __init__(self, runs: ReferenceRuns | None, data: AnalysisData) -> None:
        self.laid: tuple[tuple[ReferenceRun, AnalysisSubject], ...] = ()
        self._runs = runs
        self._data = data
        self._out: set[str] = set()
        self._identities: dict[str, _Identity] = {}
        self._subject: AnalysisSubject | None = None
        self._stamps: dict[TopicKey, _Stamps] = {}

    @property
    def runs(self) -> tuple[ReferenceRun, ...]:
        """All runs that are open."""
        return tuple(run for run in self._runs.runs if run.topics) if self._runs is not None else ()

    @property
    def kept(self) -> list[AnalysisSubject]:
        """The subjects of runs whose history is to be kept."""
        return [subject for run, subject in self.laid if subject.key.topic in run.topics]

    @property
    def choices(self) -> list[tuple[ReferenceRun, bool]]:
        """The runs that can be laid beneath, each with whether it is."""
        return [(run, run.id not in self._out) for run in self._shown]

    def get(self, key: TopicKey) -> ReferenceRun | None:
        """The run of a topic; None for a topic of no run, or one that is gone."""
        return self._runs.get(key.connection) if self._runs is not None and is_run(key.connection) else None

    def toggle(self, run_id: str) -> None:
        """Lay a run beneath, or take it out."""
        self._out ^= {run_id}
        self.lay(self._subject)

    def take_changes(self) -> set[str]:
        """Return the ids of runs that are gone, or stand for another one now."""
        now = {run.id: (run.paths, run.start_ns) for run in self.runs}
        gone = {run_id for run_id, identity in self._identities.items() if now.get(run_id) != identity}
        self._identities = now
        self._out -= gone
        return gone

    def lay(self, subject: AnalysisSubject | None) -> None:
        """Lay the runs beneath a subject."""
        self._subject = subject
        self.laid = tuple(
            (run, _counterpart(subject, run)) for run, is_laid in self.choices if is_laid and subject is not None
        )
        self._stamps.clear()

    def name(self, subject: AnalysisSubject) -> str:
        """The name of a subject among others, with that of its run."""
        return self._named(subject, subject_name(subject))

    def short_name(self, subject: AnalysisSubject) -> str:
        """The name of a subject beside others of the same topic."""
        return self._named(subject, subject.spec.label if subject.spec is not None else subject_name(subject))

    @property
    def reading_share(self) -> float | None:
        """How much is read of what is compared, from 0 to 1; None while nothing is read."""
        return min((reading.share for reading in self._readings), default=None)

    def cancel_reading(self) -> None:
        """End what is read of runs."""
        for reading in list(self._readings):
            reading.cancel()

    # what lies in a span

    def requests(self, span_s: tuple[float, float], began_s: float | None) -> tuple[RunRequest, ...]:
        """The requests for what of each run lies in a span: values, or messages of a timing that began at a time."""
        return tuple(self._request(run, subject, span_s, began_s) for run, subject in self.laid)

    def arrivals(self, key: TopicKey, span_s: tuple[float, float]) -> RecordedArrivals:
        """The messages of a topic of a run whose shown time lies in a span."""
        columns, place = self._data.columns(key), self._place(key)
        if columns is None or place is None:
            return RecordedArrivals(np.empty(0, np.int64), np.empty(0, np.int64))
        first_ns, last_ns = (place.own_ns(round(at_s * 1e9)) for at_s in span_s)
        if self._data.base is TimeBase.STAMP:
            return self._stamps_of(key, columns).within(first_ns, last_ns)
        first, end = np.searchsorted(columns.received_ns, (first_ns, last_ns + 1))
        return RecordedArrivals(columns.received_ns[first:end], columns.stamps_ns[first:end])

    def shown_s(self, key: TopicKey, received_s: float) -> float | None:
        """The time at which views show what a run had received by a time of its own; None where nothing is read."""
        columns, place = self._data.columns(key), self._place(key)
        if columns is None or place is None or not len(columns.received_ns):
            return None
        own_ns = round(received_s * 1e9)
        if self._data.base is TimeBase.STAMP:
            before = int(np.searchsorted(columns.received_ns, own_ns, "right")) - 1
            own_ns = int(columns.stamps_ns[max(before, 0)])
            if not own_ns:
                return None
        return place.shown_ns(own_ns) / 1e9

    def extent_s(self, key: TopicKey) -> tuple[float, float] | None:
        """The first and the last time at which views show messages of a topic of a run; None where it is unknown."""
        run, place, columns = self.get(key), self._place(key), self._data.columns(key)
        if run is None or place is None:
            return None
        if self._data.base is TimeBase.RECEIPT:
            return place.shown_ns(run.start_ns) / 1e9, place.shown_ns(run.end_ns) / 1e9
        stamps_ns = self._stamps_of(key, columns).sorted_ns if columns is not None else np.empty(0, np.int64)
        if not len(stamps_ns):
            return None
        return place.shown_ns(int(stamps_ns[0])) / 1e9, place.shown_ns(int(stamps_ns[-1])) / 1e9

    def reason(self, subject: AnalysisSubject) -> str:
        """Why nothing of a subject of a run can be shown, in words."""
        key, run = subject.key, self.get(subject.key)
        if run is None or key.topic not in run.topics:
            return say(ReferenceWording.NO_TOPIC(topic=topic_text(key.topic)))
        told = self._data.fault(subject.spec) if subject.spec is not None else self._data.fault_of_topic(key)
        if told:
            return told
        if self._data.columns(key) is None:
            share = min((one.share for one in self._readings if _reads(one, key)), default=0.0)
            return say(AnalysisPanelWording.RUN_IS_READ(share=f"{share * 100:.0f} %"))
        extent_s = self.extent_s(key)
        if extent_s is None:
            return say(AnalysisPanelWording.FEW_MESSAGES())
        begin, end = map(_time_text, extent_s)
        return say(AnalysisPanelWording.RUN_ELSEWHERE(begin=begin, end=end))

    # inside

    def _named(self, subject: AnalysisSubject, name: str) -> str:
        run = self.get(subject.key)
        return titled(run.name, name) if run is not None else name

    @property
    def _shown(self) -> list[ReferenceRun]:
        of_itself = self._subject.key.connection if self._subject is not None else ""
        return [run for run in self.runs if run.is_shown and run.id != of_itself]

    @property
    def _readings(self) -> list[RunReading]:
        wanted = [*self.kept, *([self._subject] if self._subject is not None else [])]
        read = self._runs.readings if self._runs is not None else []
        keys = {subject.key for subject in wanted}
        return [one for one in read if any(_reads(one, key) for key in keys)]

    def _place(self, key: TopicKey) -> RunPlace | None:
        run, columns = self.get(key), self._data.columns(key)
        if run is None:
            return None
        if self._data.base is TimeBase.RECEIPT:
            return run.place
        stamps_ns = self._stamps_of(key, columns).sorted_ns if columns is not None else np.empty(0, np.int64)
        return run.place_by(stamp=True, newest_s=float(stamps_ns[-1]) / 1e9 if len(stamps_ns) else math.inf)

    def _stamps_of(self, key: TopicKey, columns: Columns) -> _Stamps:
        known = self._stamps.get(key)
        if known is None or known.columns is not columns:
            known = self._stamps[key] = _Stamps.of(columns)
        return known

    def _request(
        self, run: ReferenceRun, subject: AnalysisSubject, span_s: tuple[float, float], began_s: float | None
    ) -> RunRequest:
        made = RunRequest(run.id, run.name, run.number, note=self._note(run, subject))
        if subject.key.topic not in run.topics:
            return replace(made, fault=self.reason(subject))
        if began_s is not None:
            arrivals = self.arrivals(subject.key, span_s)
            found = len(arrivals.received_ns)
            first_s = self.shown_s(subject.key, float(arrivals.received_ns[0]) / 1e9) if found else None
            made = replace(made, arrivals=arrivals, after_s=first_s - began_s if first_s is not None else 0.0)
        else:
            samples = self._data.samples(subject.spec) if subject.spec is not None else None
            first, end = sample_range(samples, *span_s) if samples is not None else (0, 0)
            found = end - first
            if samples is not None and subject.spec is not None:
                numbers = SpanSamples(samples.times[first:end], samples.values[first:end])
                made = replace(made, numbers=numbers, cause=self._data.fault(subject.spec))
        return made if found >= _LEAST else replace(made, fault=self.reason(subject))

    def _note(self, run: ReferenceRun, subject: AnalysisSubject) -> str:
        columns = self._data.columns(subject.key)
        live = self._data.type_name(self._subject.key) if self._subject is not None else ""
        own = run.topics.get(subject.key.topic, "")
        cut = AnalysisPanelWording.RUN_IS_CUT(count=format_count(MAX_MESSAGES))
        other = AnalysisPanelWording.OTHER_TYPE(type_name=own, live=live)
        return followed(
            with_tip(say(cut)) if columns is not None and columns.is_cut else "",
            with_tip(say(other)) if live and own and not are_same_type(live, own) else "",
        )


def subjects_of_no_run(subjects: Iterable[AnalysisSubject]) -> tuple[AnalysisSubject, ...]:
    """The subjects that can be saved: runs are not."""
    return tuple(subject for subject in subjects if not is_run(subject.key.connection))


def _reads(reading: RunReading, key: TopicKey) -> bool:
    return reading.run_id == key.connection and key.topic in reading.topics


def _counterpart(subject: AnalysisSubject, run: ReferenceRun) -> AnalysisSubject:
    key = run.key(subject.key.topic)
    return AnalysisSubject(key, replace(subject.spec, key=key) if subject.spec is not None else None)


def _time_text(at_s: float) -> str:
    return format_stamp(round(at_s * 1e9)) if is_calendar(at_s) else format_time(at_s)
