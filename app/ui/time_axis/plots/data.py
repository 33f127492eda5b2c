"""Data source of all plots: the fields that curves need are read once from every message."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

import numpy as np

from app.model.analysis.comparison import STEPPED_KINDS
from app.model.messages.field_units import field_unit
from app.model.reference_runs import ReferenceRun, RunPlace, is_run
from app.model.schema import DecodeError, FieldKind, FieldPath, Schema, UnknownFieldError, is_list
from app.model.status import ConnectionState
from app.model.timeseries.budget import SeriesBudget
from app.model.timeseries.columns import MAX_MESSAGES
from app.model.timeseries.curve_spec import CurveSpec, CurveTransform, CurveTransformKind, FieldRef
from app.model.timeseries.curve_values import CurveSource, CurveValues
from app.model.timeseries.feeds import SeriesFeed, TimeBase
from app.model.timeseries.series import Samples, Series
from app.model.topics import Message, TopicKey
from app.ui.base.text import say, say_error, topic_text
from app.ui.time_axis.fields import number_fields, number_fields_below, number_fields_of_topic
from app.wording import Sentence
from app.wording.ui.time_axis import PlotWording, TimeAxisWording
from app.wording.ui.widgets import WidgetsWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.model.timeseries.columns import Columns
    from app.session.links import Links
    from app.session.reference_runs import ReferenceRuns
    from app.session.topics import Topics

OWNER: Final = "plots"

_QUATERNION: Final = frozenset("xyzw")


class PlotData:
    """Subscribes to the fields that curves need, and keeps their history whether or not a plot can be seen.

    Args:
        runs: where the fields of runs come from, whose keys have the id of the run for a connection.

    Attributes:
        owner: the name by which it subscribes.
        budget: the memory budget of all curves of what is live.
        base: the time base of samples; change it only while there are no curves.
        curves: the number of curves, in all plots together.
        beneath: the number of those of runs that lie beneath them.
    """

    def __init__(
        self,
        links: Links,
        topics: Topics,
        budget: SeriesBudget | None = None,
        owner: str = OWNER,
        runs: ReferenceRuns | None = None,
    ) -> None:
        self.owner = owner
        self.budget = budget or SeriesBudget()
        self.base = TimeBase.RECEIPT
        self.curves = 0
        self.beneath = 0
        self._links = links
        self._topics = topics
        self._runs = runs
        self._feeds: dict[TopicKey, SeriesFeed] = {}
        self._fields: dict[FieldRef, int] = {}
        self._held: list[FieldRef] = []
        self._uses: dict[TopicKey, int] = {}

    @property
    def fields(self) -> frozenset[FieldRef]:
        """The fields whose samples are kept."""
        return frozenset(self._fields)

    @property
    def runs(self) -> tuple[ReferenceRun, ...]:
        """The runs that are compared with; another tuple when anything of them changes."""
        return self._runs.runs if self._runs is not None else ()

    @property
    def replacements(self) -> int:
        """A number that changes when the history of a field of a run was read or shifted."""
        return sum(feed.replacements for key, feed in self._feeds.items() if is_run(key.connection))

    def budget_of(self, key: TopicKey) -> SeriesBudget:
        """Return the memory budget of curves of a topic: runs have one of their own."""
        return self._runs.budget if self._runs is not None and is_run(key.connection) else self.budget

    def acquire(self, spec: CurveSpec, *, beneath: bool = False) -> CurveValues:
        """Return the values of a curve, with the history that its fields already have; give them back by `release`.

        One that lies `beneath` others is counted apart.
        """
        self._count(spec.fields)
        self._count_curve(1, beneath=beneath)
        sources = [CurveSource.of(self._feeds[field.key], field) for field in spec.fields]
        return CurveValues(spec, sources, self.budget_of(spec.key), time.monotonic)

    def release(self, values: CurveValues, *, beneath: bool = False) -> None:
        """Stop keeping the values of a curve."""
        values.close()
        self._count_curve(-1, beneath=beneath)
        self._count_down(values.spec.fields)

    def hold(self, specs: Iterable[CurveSpec]) -> None:
        """Keep the history of these curves, which are about to be removed, in place of those of the last call."""
        before, self._held = self._held, [field for spec in specs for field in spec.fields]
        self._count(self._held)
        self._count_down(before)

    @contextlib.contextmanager
    def batched(self, specs: Iterable[CurveSpec]) -> Iterator[None]:
        """Acquire or release these curves as one within the context: each by itself would go through all the others."""
        fields = [field for spec in specs for field in spec.fields]
        self._count(fields)
        try:
            yield
        finally:
            self._count_down(fields)

    def acquire_topic(self, key: TopicKey) -> None:
        """Subscribe to the newest message of a topic, for a list as it is now."""
        self._uses[key] = self._uses.get(key, 0) + 1
        self.curves += 1
        self._renew()

    def release_topic(self, key: TopicKey) -> None:
        """Undo one `acquire_topic`."""
        self._uses[key] -= 1
        self.curves -= 1
        if not self._uses[key]:
            del self._uses[key]
        self._renew()

    def newest(self, key: TopicKey) -> Message | None:
        """Return the last message of a topic, None if there is none."""
        topic = self._topics.store.get(key)
        return topic.newest if topic is not None else None

    def nobody_listened(self, key: TopicKey) -> bool:
        """Whether views show a time by which nobody had listened to a topic."""
        return self._topics.nobody_listened(key)

    def is_lost(self, key: TopicKey) -> bool:
        """Whether the robot of a topic is not connected, or the run is gone."""
        if is_run(key.connection):
            return self._runs is None or self._runs.get(key.connection) is None
        status = self._links.status(key.connection)
        return status is None or status.state is not ConnectionState.CONNECTED

    def fault(self, spec: CurveSpec) -> str:
        """Return why the messages that arrive have no values of a curve, in words; empty if no reason is known."""
        faults = (self._run_fault(field) or self._field_fault(spec, field) for field in spec.fields)
        return next((fault for fault in faults if fault), "")

    def _run_fault(self, field: FieldRef) -> str:
        feed = self._feeds.get(field.key)
        fault = self._runs.fault(feed) if self._runs is not None and feed is not None else ""
        return say(fault) if fault else ""

    def _field_fault(self, spec: CurveSpec, field: FieldRef) -> str:
        feed, path = self._feeds.get(field.key), str(field.path)
        if feed is None:
            return ""
        if self.is_text(field.key, path):
            return say(PlotWording.IS_TEXT(path=path))
        if self.is_array(field.key, path):
            return say(PlotWording.IS_LIST(path=path))
        if field.key != spec.key and not is_run(field.key.connection) and self.newest(field.key) is None:
            return say(PlotWording.NOTHING_CAME(topic=topic_text(field.key.topic)))
        if (error := feed.error(field.path)) is not None:
            return say_error(error)
        return say(TimeAxisWording.NO_STAMPS()) if self.base is TimeBase.STAMP and feed.unstamped else ""

    def parts_missing(self, spec: CurveSpec, drawn: Series | None = None) -> Iterator[Sentence]:
        """Yield what of a curve of a run is not there: parts that can't be read, are too many, or have no memory.

        `drawn` is what was computed of its fields.
        """
        if self._runs is None:
            return
        damaged = self._runs.damaged(spec.key.connection)
        if damaged:
            yield PlotWording.DAMAGED_PARTS(count=damaged)
        feeds = [self._feeds[field.key] for field in spec.fields if field.key in self._feeds]
        if any(columns.is_cut for columns in map(self._runs.columns, feeds) if columns is not None):
            yield PlotWording.READ_IN_PART(count=f"{MAX_MESSAGES:,}")
        kept = [self._feeds[field.key].series(field.path) for field in spec.fields if field in self._fields]
        if any(series.shortened for series in (*kept, drawn) if series is not None):
            yield PlotWording.RUN_IS_SHORTENED()

    def shift_run(self, run_id: str, place: RunPlace | None) -> None:
        """Lay a run elsewhere on the time of the samples; by stamps with None where it lies by itself."""
        if self._runs is None:
            return
        if self.base is TimeBase.STAMP:
            self._runs.change(run_id, stamp_place=place)
        elif place is not None:
            self._runs.change(run_id, place=place)

    def reading_share(self, spec: CurveSpec) -> float | None:
        """Return how much of a curve of a run is read, 0 to 1; None where nothing of it is being read."""
        readings = self._runs.readings if self._runs is not None else ()
        topics = {field.key.topic for field in spec.fields}
        shares = [each.share for each in readings if each.run_id == spec.key.connection and each.topics & topics]
        return min(shares, default=None)

    def list_fault(self, key: TopicKey, path: str) -> str:
        """Return why the messages that arrive have no such list, in words; empty if no reason is known."""
        if self.nobody_listened(key):
            return say(WidgetsWording.NOBODY_LISTENED())
        schema = self.schema(key)
        if schema is None or self.newest(key) is None:
            return ""
        try:
            schema.check(FieldPath.parse(path))
        except UnknownFieldError as error:
            return say_error(error)
        return say(PlotWording.NO_LIST(path=path))

    def is_array(self, key: TopicKey, path: str) -> bool:
        """Whether a field is a list as a whole."""
        schema = self.schema(key)
        if schema is None:
            return False
        try:
            steps = FieldPath.parse(path)
            return schema.check(steps).repeated and isinstance(steps.steps[-1], str)
        except UnknownFieldError:
            return False

    def is_text(self, key: TopicKey, path: str) -> bool:
        """Whether a field holds text, which can't be plotted."""
        schema = self.schema(key)
        if schema is None:
            return False
        try:
            field = schema.check(FieldPath.parse(path))
        except UnknownFieldError:
            return False
        return field.kind is FieldKind.STRING and not field.repeated

    def is_stepped(self, spec: CurveSpec) -> bool:
        """Whether a curve stays as it is until it is another: that of a number that counts, or of states."""
        schema = self.schema(spec.key)
        if schema is None or not spec.path or not spec.transform.is_identity:
            return False
        try:
            return schema.check(FieldPath.parse(spec.path)).kind in STEPPED_KINDS
        except UnknownFieldError:
            return False

    def curve_specs(self, key: TopicKey, path: str) -> list[CurveSpec]:
        """Return the curves that show a field: the yaw of a quaternion, the first numbers in another message."""
        schema = self.schema(key)
        try:
            field = schema.check(FieldPath.parse(path)) if schema is not None else None
        except UnknownFieldError:
            field = None
        if schema is None or field is None or not field.has_fields or self.is_array(key, path):
            return [CurveSpec(key, path)]
        if {one.name for one in schema.fields(field.type_name)} == _QUATERNION:
            return [CurveSpec(key, path, transform=CurveTransform(CurveTransformKind.YAW))]
        return [CurveSpec(key, one) for one in number_fields_below(schema, field.type_name, path)]

    def unit(self, spec: CurveSpec) -> str:
        """Return the unit of a curve's values; empty where none is known."""
        if not spec.path:
            return ""
        schema = self.schema(spec.key)
        names, types = list[str](), list[str]()
        unit, type_name = "", None
        for step in FieldPath.parse(spec.path).steps:
            if not isinstance(step, str):
                continue
            names.append(step)
            field = None
            with contextlib.suppress(KeyError):
                known = schema.fields(type_name) if schema is not None and schema.known else ()
                field = next((one for one in known if one.name == step), None)
            if field is None or schema is None:
                schema = None
                continue
            types.append(type_name or schema.name)
            unit, type_name = field.unit, field.type_name
        return spec.unit(unit or field_unit(names, types))

    def number_fields(self, key: TopicKey) -> list[str]:
        """Return the first number fields of a topic; none as long as its type is not known."""
        if is_run(key.connection):
            schema = self.schema(key)
            return number_fields(schema) if schema is not None else []
        return number_fields_of_topic(self._topics, key)

    def columns(self, key: TopicKey) -> Columns | None:
        """Return what was read of a topic of a run, by the run's own time; None while no curve of it has any."""
        feed = self._feeds.get(key)
        return self._runs.columns(feed) if self._runs is not None and feed is not None else None

    def is_laid(self, field: FieldRef) -> bool:
        """Whether the history of a field of a run was read, and lies where the run does: a long one later than read."""
        columns = self.columns(field.key)
        if columns is None:
            return False
        times_ns = columns.stamps_ns if self.base is TimeBase.STAMP else columns.received_ns
        return self._feeds[field.key].series(field.path).written > 0 or not times_ns.any()

    def schema(self, key: TopicKey) -> Schema | None:
        """Return the schema of a topic; None as long as it is not known."""
        if is_run(key.connection):
            read = self.columns(key)
            if read is not None and read.schema is not None:
                return read.schema
            return self._runs.schema(key) if self._runs is not None else None
        topic = self._topics.store.get(key)
        return topic.schema if topic is not None else None

    def type_name(self, key: TopicKey) -> str:
        """Return the name of the type of a live topic; empty as long as it is not known."""
        topic = self._topics.store.get(key)
        return topic.info.type_name if topic is not None else ""

    def _count_curve(self, by: int, *, beneath: bool) -> None:
        if beneath:
            self.beneath += by
        else:
            self.curves += by

    def _count(self, fields: Iterable[FieldRef]) -> None:
        before = len(self._fields)
        for field in fields:
            self._fields[field] = self._fields.get(field, 0) + 1
        if len(self._fields) != before:
            self._renew()

    def _count_down(self, fields: Iterable[FieldRef]) -> None:
        before = len(self._fields)
        for field in fields:
            self._fields[field] -= 1
            if not self._fields[field]:
                del self._fields[field]
        if len(self._fields) != before:
            self._renew()

    def _renew(self) -> None:
        """Subscribe to what is needed now, and to nothing else."""
        fields: dict[TopicKey, list[FieldPath]] = {}
        for field in self._fields:
            fields.setdefault(field.key, []).append(field.path)
        for key in [key for key in self._feeds if key not in fields]:
            feed = self._feeds.pop(key)
            if is_run(key.connection):
                self._let_go(feed)
            else:
                self._topics.set_sink(self.owner, key, None)
            feed.set_fields(())
        for key, paths in fields.items():
            known = self._feeds.get(key)
            if known is not None and set(known.fields) == set(paths):
                continue
            from_run = is_run(key.connection)
            new = set(paths).difference(known.fields if known is not None else ())
            feed = known or SeriesFeed(self.budget_of(key), self.base)
            feed.set_fields(tuple(paths))
            self._feeds[key] = feed
            if from_run and self._runs is not None:
                self._runs.keep(key, feed)
            elif known is None and not from_run:
                self._topics.set_sink(self.owner, key, feed, is_history=True)
            if new and not from_run:
                self._topics.fill_in(key, feed, new)
        live = {key for key in (*fields, *self._uses) if not is_run(key.connection)}
        self._topics.set_subscriptions(self.owner, live)

    def _let_go(self, feed: SeriesFeed) -> None:
        if self._runs is not None:
            self._runs.let_go(feed)


def array_samples(message: Message, path: str) -> Samples | None:
    """Return the numbers of a list in a message over their indices; None if it is missing or can't be read."""
    try:
        found = FieldPath.parse(path).select(message.schema.decode(message.payload))
        if not is_list(found):
            return None
        values = np.asarray(found, dtype=np.float64)
    except (DecodeError, KeyError, IndexError, TypeError, ValueError, OverflowError):
        return None
    if values.ndim != 1:
        return None
    return Samples(np.arange(len(values), dtype=np.float64), values, 0, np.empty(0, dtype=np.int64))


def samples_to_series(samples: Samples) -> Series:
    """Return samples as a series, to be drawn like one."""
    series = Series(SeriesBudget())
    series.extend(samples.times, samples.values)
    series.drain()
    return series
