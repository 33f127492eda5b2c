"""Curves that are plotted, and the same curves of runs, which are read when they are first wanted."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from app.model.reference_runs import ReferenceRun, RunPlace, is_run
from app.model.schema import FieldPath, UnknownFieldError
from app.model.timeseries.curve_spec import CurveSpec, CurveTransformKind
from app.model.timeseries.curve_values import CurveValues
from app.model.timeseries.feeds import TimeBase
from app.model.timeseries.series import Samples
from app.model.topics import TopicKey
from app.ui.base.text import topic_text
from app.ui.time_axis.plots.data import PlotData
from app.wording import Sentence

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.links import Links
    from app.session.reference_runs import ReferenceRuns
    from app.session.topics import Topics
    from app.ui.time_axis.plots.panel import PlotsPanel

Panels = Callable[[], Iterable["PlotsPanel"]]

_OWNER: Final = "compare"


@dataclass(frozen=True, slots=True)
class PlottedCurve:
    """A live curve in a plot.

    Attributes:
        spec: the curve without its looks.
        name: the name that the plot shows.
        unit: the unit of its values; empty where none is known.
        base: the origin of its times.
        is_stepped: whether it stays as it is between its samples.
    """

    spec: CurveSpec
    name: str
    unit: str
    base: TimeBase
    is_stepped: bool = False

    @property
    def title(self) -> str:
        """The name with that of the topic."""
        return f"{topic_text(self.spec.key.topic)} {self.name}"


class RunCurves:
    """The curves of runs that are compared with plotted ones.

    Args:
        panels: returns the open panels of plots.
    """

    def __init__(
        self,
        links: Links,
        topics: Topics,
        runs: ReferenceRuns,
        panels: Panels,
    ) -> None:
        self._topics = topics
        self._runs = runs
        self._panels = panels
        self._data: dict[TimeBase, PlotData] = {}
        for base in TimeBase:
            data = self._data[base] = PlotData(links, topics, None, f"{_OWNER} {base.value}", runs)
            data.base = base
        self._wanted: dict[tuple[CurveSpec, TimeBase], CurveValues] = {}
        self._opened: dict[str, Mapping[str, str]] = {}

    @property
    def base(self) -> TimeBase:
        """The origin of times in the first plots that show a curve; that of receipt where none does."""
        bases = [panel.data.base for panel in self._panels() if panel.curves]
        return bases[0] if bases else TimeBase.RECEIPT

    def plotted(self) -> list[PlottedCurve]:
        """Return the live curves that plots show over time, each once, in the order of the plots."""
        found: dict[tuple[CurveSpec, TimeBase], PlottedCurve] = {}
        for panel in self._panels():
            data = panel.data
            for curve in panel.curves:
                spec = curve.spec.unadorned
                if curve.values is None or not curve.spec.visible or is_run(spec.key.connection):
                    continue
                if (spec, data.base) not in found:
                    unit, is_stepped = data.unit(curve.spec), _is_stepped(data, spec)
                    found[spec, data.base] = PlottedCurve(spec, curve.spec.label, unit, data.base, is_stepped)
        return list(found.values())

    def live(self, curve: PlottedCurve) -> Samples | None:
        """Return all samples of a plotted curve, of the plot that has the most of the past; None if it has gone."""
        kept = [
            each.values.series.samples()
            for panel in self._panels()
            for each in panel.curves
            if each.values is not None and panel.data.base is curve.base and each.spec.unadorned == curve.spec
        ]
        filled = [samples for samples in kept if len(samples.times)]
        return min(filled, key=lambda samples: float(samples.times[0])) if filled else next(iter(kept), None)

    def seen_s(self, base: TimeBase) -> tuple[float, float] | None:
        """Return the first and the last time of what is plotted by receipt or by stamp; None where nothing is."""
        plotted = [self.live(curve) for curve in self.plotted() if curve.base is base]
        spans = [(float(each.times[0]), float(each.times[-1])) for each in plotted if each and len(each.times)]
        return (min(first for first, _ in spans), max(last for _, last in spans)) if spans else None

    # of runs

    def want(self, wanted: Collection[tuple[CurveSpec, TimeBase]]) -> None:
        """Keep these curves of runs, and no others; those that are not yet known are read."""
        # another run may have the id of one that has gone
        opened = {run.id: run.topics for run in self._runs.runs}
        gone = {run_id for run_id, topics in self._opened.items() if opened.get(run_id) is not topics}
        self._opened = opened
        for key in [key for key in self._wanted if key not in wanted or key[0].key.connection in gone]:
            self._data[key[1]].release(self._wanted.pop(key))
        for spec, base in wanted:
            if (spec, base) not in self._wanted:
                self._wanted[spec, base] = self._data[base].acquire(spec)

    def is_kept(self, spec: CurveSpec, base: TimeBase) -> bool:
        """Whether a curve of a run is kept."""
        return (spec, base) in self._wanted

    def is_read(self, spec: CurveSpec, base: TimeBase) -> bool:
        """Whether a curve that is kept was read, or can't be."""
        data = self._data[base]
        if data.fault(spec):
            return True
        return all(data.is_laid(field) for field in spec.fields)

    def samples(self, spec: CurveSpec, base: TimeBase) -> Samples:
        """Return the samples of a curve that is kept, where the run lies now."""
        values = self._wanted[spec, base]
        values.drain()
        return values.series.samples()

    def place(self, run: ReferenceRun, base: TimeBase) -> RunPlace:
        """Return where a run lies by the time of plots.

        What is read of it, here and in plots, or else what is live tells whether its stamps are of a simulation.
        """
        by_stamp, read = base is TimeBase.STAMP, list[int]()
        if not by_stamp or run.stamp_place is not None:
            return run.place_by(stamp=by_stamp)
        for data in (self._data[base], *(panel.data for panel in self._panels() if panel.data.base is base)):
            for key in {field.key for field in data.fields if field.key.connection == run.id}:
                columns = data.columns(key)
                if columns is not None:
                    read.append(int(columns.stamps_ns.max(initial=0)))
        # a message without a stamp has 0
        newest_s = max(read, default=0) / 1e9
        if not newest_s:
            seen = self.seen_s(base)
            newest_s = seen[1] if seen is not None else math.inf
        return run.place_by(stamp=True, newest_s=newest_s)

    def fault(self, spec: CurveSpec, base: TimeBase) -> str:
        """Return why a run has no values of a curve that is kept, in words; empty if none is known."""
        return self._data[base].fault(spec)

    def parts_missing(self, spec: CurveSpec, base: TimeBase) -> Iterator[Sentence]:
        """Yield what of a curve that is kept is not there."""
        return self._data[base].parts_missing(spec, self._wanted[spec, base].series)

    def unit(self, spec: CurveSpec, base: TimeBase) -> str:
        """Return the unit of a curve that is kept."""
        return self._data[base].unit(spec)

    def live_type(self, key: TopicKey) -> str:
        """Return the type of a live topic; empty where it is not known."""
        topic = self._topics.live.get(key)
        return topic.info.type_name if topic is not None else ""

    def close(self) -> None:
        """Let go of all curves."""
        self.want(())


def curve_of(run: ReferenceRun, spec: CurveSpec) -> CurveSpec:
    """Return the same curve of a run."""
    return replace(spec.unadorned, key=run.key(spec.key.topic))


def missing_topic(run: ReferenceRun, spec: CurveSpec) -> str | None:
    """Return the first topic of a curve that a run does not have; None where it has all."""
    return next((field.key.topic for field in spec.fields if field.key.topic not in run.topics), None)


def _is_stepped(data: PlotData, spec: CurveSpec) -> bool:
    from app.model.analysis.comparison import STEPPED_KINDS  # noqa: PLC0415 - not needed to be seen

    schema = data.schema(spec.key)
    if schema is None or not spec.path or spec.transform.kind is not CurveTransformKind.NONE:
        return False
    try:
        return schema.check(FieldPath.parse(spec.path)).kind in STEPPED_KINDS
    except UnknownFieldError:
        return False
