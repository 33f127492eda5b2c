"""Source of the samples that are analysed: histories of plots, or else histories of its own."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from app.model.reference_runs import is_run
from app.model.timeseries.budget import SeriesBudget
from app.model.timeseries.curve_spec import CurveSpec
from app.model.timeseries.curve_values import CurveValues
from app.model.timeseries.feeds import ArrivalFeed, SeriesFeed, TimeBase
from app.model.timeseries.series import Samples
from app.model.topics import TopicKey
from app.ui.analysis.state import AnalysisSubject
from app.ui.base.text import say
from app.ui.time_axis.plots.data import PlotData

if TYPE_CHECKING:
    from app.model.timeseries.columns import Columns
    from app.session.links import Links
    from app.session.reference_runs import ReferenceRuns
    from app.session.topics import Topics
    from app.ui.time_axis.plots.panel import PlotsPanel

Panels = Callable[[], Iterable["PlotsPanel"]]


class AnalysisData:
    """Keeps the history of subjects while an analysis is open, whether or not it is visible.

    A plot that shows the same curve by the same time mostly has a longer history: the one that goes back further is
    used. Receipt and stamp of messages are kept from when the topic was chosen. Of runs, whose topics are read once,
    there is all.

    Args:
        owner: the name under which it subscribes.
        budget: the memory budget of all curves.
        panels: returns the open panels of plots.
        runs: whose curves can be analysed as well.
    """

    def __init__(
        self,
        links: Links,
        topics: Topics,
        owner: str,
        budget: SeriesBudget,
        panels: Panels = tuple,
        runs: ReferenceRuns | None = None,
    ) -> None:
        self._topics = topics
        self._runs = runs
        self._budget = budget
        self._panels = panels
        self._plots = PlotData(links, topics, budget, owner, runs)
        # a topic has one listener for each name
        self._arrivals_owner = f"{owner} arrivals"
        self._values: dict[CurveSpec, CurveValues] = {}
        self._arrivals: dict[TopicKey, ArrivalFeed] = {}
        # topics of runs of which no curve is kept
        self._of_runs: dict[TopicKey, SeriesFeed] = {}

    @property
    def base(self) -> TimeBase:
        """The origin of the samples' times; see `restart`."""
        return self._plots.base

    def set_subjects(self, subjects: Iterable[AnalysisSubject]) -> None:
        """Set the subjects whose history is kept; that of others is dropped."""
        wanted = list(subjects)
        specs = [subject.spec for subject in wanted if subject.spec is not None]
        for spec in specs:
            if spec not in self._values:
                self._values[spec] = self._plots.acquire(spec)
        for spec in [spec for spec in self._values if spec not in specs]:
            self._plots.release(self._values.pop(spec))
        self._set_topics_of_runs({subject.key for subject in wanted if subject.spec is None})
        keys = {subject.key for subject in wanted if not is_run(subject.key.connection)}
        for key in [key for key in self._arrivals if key not in keys]:
            self._topics.set_sink(self._arrivals_owner, key, None)
            self._arrivals.pop(key).close()
        for key in keys:
            if key not in self._arrivals:
                feed = self._arrivals[key] = ArrivalFeed(self._budget)
                self._topics.set_sink(self._arrivals_owner, key, feed, is_history=True)
        self._topics.set_subscriptions(self._arrivals_owner, keys)

    def restart(self, base: TimeBase) -> None:
        """Use another origin of times; its own history is dropped and begins again."""
        specs = list(self._values)
        for spec in specs:
            self._plots.release(self._values.pop(spec))
        self._plots.base = base
        for spec in specs:
            self._values[spec] = self._plots.acquire(spec)

    def drain(self) -> None:
        """Take the new samples."""
        for values in self._values.values():
            values.drain()
        for feed in self._arrivals.values():
            feed.drain()

    def samples(self, spec: CurveSpec) -> Samples:
        """All known samples of a curve. Raises KeyError for a curve whose history is not kept."""
        own = self._values[spec].series.samples()
        if is_run(spec.key.connection):
            return own
        known = [own, *(samples for samples in self._of_plots(spec) if len(samples.times))]
        return min(known, key=lambda samples: samples.times[0] if len(samples.times) else float("inf"))

    def has(self, spec: CurveSpec) -> bool:
        """Whether the history of a curve is kept."""
        return spec in self._values

    def arrivals(self, key: TopicKey) -> Samples:
        """Times of receipt of a topic's messages, with stamps as values. Raises KeyError if they are not kept."""
        return self._arrivals[key].drain()

    def columns(self, key: TopicKey) -> Columns | None:
        """All messages of a topic of a run, by the run's own time; None before they were read."""
        feed = self._of_runs.get(key)
        if feed is not None and self._runs is not None:
            return self._runs.columns(feed)
        return self._plots.columns(key)

    def stamp_of(self, key: TopicKey, received_s: float) -> float:
        """The stamp of the last message up to a time of receipt; NaN for none. Raises KeyError as `arrivals` does."""
        kept = self.arrivals(key)
        place = int(kept.times.searchsorted(received_s, "right")) - 1
        return float(kept.values[place]) if place >= 0 else math.nan

    def receipts(self, key: TopicKey) -> Samples | None:
        """Times of receipt from curves of plots, which go back further than `arrivals`; None if there are none."""
        if self.base is not TimeBase.RECEIPT:
            return None
        found = [self.samples(spec) for spec in self._values if spec.key == key and len(spec.fields) == 1]
        return min((one for one in found if len(one.times)), key=lambda one: one.times[0], default=None)

    @property
    def newest_s(self) -> float | None:
        """The newest time of all curves but those of runs; None before there are samples."""
        return self._newest_s(of_runs=False)

    @property
    def newest_of_runs_s(self) -> float | None:
        """The newest time of all curves of runs; None before there are samples."""
        return self._newest_s(of_runs=True)

    def fault(self, spec: CurveSpec) -> str:
        """The reason why messages have no values for a curve; empty if none is known."""
        return self._plots.fault(spec)

    def fault_of_topic(self, key: TopicKey) -> str:
        """The reason why there are no messages of a topic of a run; empty if none is known."""
        feed = self._of_runs.get(key)
        fault = self._runs.fault(feed) if feed is not None and self._runs is not None else None
        return say(fault) if fault is not None else ""

    def type_name(self, key: TopicKey) -> str:
        """The type of a topic, or of one of a run; empty where it is not known."""
        run = self._runs.get(key.connection) if self._runs is not None else None
        if run is not None:
            return run.topics.get(key.topic, "")
        topic = self._topics.store.get(key)
        return topic.info.type_name if topic is not None else ""

    def number_fields(self, key: TopicKey) -> list[str]:
        """The first number fields of a topic; none as long as its type is not known."""
        return self._plots.number_fields(key)

    def specs_of(self, key: TopicKey, path: str) -> list[CurveSpec]:
        """The curves that show a field; for an empty path the topic's first numbers. Raises CurveError."""
        paths = [path] if path else self._plots.number_fields(key)
        return [
            spec for one in paths if not self._plots.is_text(key, one) for spec in self._plots.curve_specs(key, one)
        ]

    def _newest_s(self, *, of_runs: bool) -> float | None:
        kept = [values for spec, values in self._values.items() if is_run(spec.key.connection) is of_runs]
        return max((values.series.span[1] for values in kept if values.series.span is not None), default=None)

    def _set_topics_of_runs(self, keys: set[TopicKey]) -> None:
        wanted = {key for key in keys if is_run(key.connection)} if self._runs is not None else set()
        for key in [key for key in self._of_runs if key not in wanted]:
            feed = self._of_runs.pop(key)
            if self._runs is not None:
                self._runs.let_go(feed)
        for key in wanted - set(self._of_runs):
            if self._runs is not None:
                feed = self._of_runs[key] = SeriesFeed(self._runs.budget)
                self._runs.keep(key, feed)

    def _of_plots(self, spec: CurveSpec) -> Iterable[Samples]:
        for panel in self._panels():
            if panel.data.base is not self.base:
                continue
            for curve in panel.curves:
                if curve.values is not None and replace(curve.spec, color=0, visible=True) == spec:
                    yield curve.values.series.samples()
