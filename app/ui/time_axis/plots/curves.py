"""Curves of a plot: those of the operator, and beneath them those of runs."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final

import numpy as np
from typing_extensions import override

from app.model.analysis.comparison import RunningDifference
from app.model.reference_runs import ReferenceRun, RunPlace, are_same_type, is_run
from app.model.schema import Schema
from app.model.timeseries.curve_spec import CurveSpec
from app.model.timeseries.curve_values import CurveValues
from app.model.timeseries.feeds import TimeBase
from app.model.timeseries.series import Floats, Samples, Series
from app.model.topics import Message
from app.ui.base.text import listed_names, say
from app.ui.time_axis.plots.data import PlotData, array_samples
from app.ui.time_axis.plots.trace import CurveColumns
from app.ui.time_axis.plots.xy import Range, XyPoints, paired_points
from app.wording import Sentence
from app.wording.ui.time_axis import PlotWording

# of a plot: nobody tells more apart
MAX_RUN_CURVES: Final = 50
# of all plots that share their data
MAX_RUN_CURVES_IN_ALL: Final = 200

# an XY plot of a run moves on with the shown time by this share of it: each time all of it is drawn
_XY_STEP: Final = 0.02


class PlotCurve:
    """Curve in a plot.

    Attributes:
        values: the samples with their history; None in a plot of lists.
        list_now: the newest list, in a plot of lists.
        columns: the columns that were drawn before.
        smooth: whether its lines were smooth when they were drawn last.
    """

    # whether it lies beneath a curve of the operator, and is none of them
    _is_beneath: ClassVar[bool] = False

    def __init__(self, spec: CurveSpec, data: PlotData, *, as_list: bool) -> None:
        self.spec = spec
        self.values: CurveValues | None = None
        self.list_now: Samples | None = None
        self.columns = CurveColumns()
        self.smooth = False
        self._data = data
        self._unit: tuple[CurveSpec, Schema | None, str] | None = None
        self._message: Message | None = None
        if as_list:
            data.acquire_topic(spec.key)
        else:
            self.values = data.acquire(spec, beneath=self._is_beneath)

    def close(self) -> None:
        """Release the values for good."""
        if self.values is not None:
            self._data.release(self.values, beneath=self._is_beneath)
        else:
            self._data.release_topic(self.spec.key)

    def change(self, spec: CurveSpec) -> None:
        """Change what the curve shows or how it looks."""
        old, before = self.spec, self.values
        self.spec = spec
        if before is not None and (old.fields, old.expression, old.transform) != (
            spec.fields,
            spec.expression,
            spec.transform,
        ):
            # in this order, so that fields of both specs keep their history
            self.values = self._data.acquire(spec, beneath=self._is_beneath)
            self._data.release(before, beneath=self._is_beneath)

    def release_values(self) -> None:
        """Release all values until `acquire_values`."""
        if self.values is not None:
            self._data.release(self.values, beneath=self._is_beneath)

    def acquire_values(self) -> None:
        """Acquire values again, without the history from before `release_values` but for what the black box has."""
        if self.values is not None:
            self.values = self._data.acquire(self.spec, beneath=self._is_beneath)

    def drain(self) -> bool:
        """Read new samples, or the newest list; return whether there was anything new."""
        if self.values is not None:
            return self.values.drain()
        message = self._data.newest(self.spec.key)
        if message is None and self._message is not None and self._data.nobody_listened(self.spec.key):
            # another time was gone to
            self._message = self.list_now = None
            return True
        if message is None or message is self._message:
            return False
        self._message = message
        self.list_now = array_samples(message, self.spec.path)
        return True

    @property
    def series(self) -> Series | None:
        """The history of what is drawn; None in a plot of lists."""
        return self.values.series if self.values is not None else None

    @property
    def samples(self) -> Samples | None:
        """Samples that are kept, or the newest list over its indices."""
        series = self.series
        return series.samples() if series is not None else self.list_now

    @property
    def newest_value(self) -> float:
        """Last value; NaN if there is none."""
        samples = self.samples
        return float(samples.values[-1]) if samples is not None and len(samples.values) else math.nan

    @property
    def value_count(self) -> int:
        """Number of values since the start, whether or not they are kept; 0 for a list, which has no history."""
        samples = self.samples if self.values is not None else None
        return samples.first + len(samples.values) if samples is not None else 0

    def extreme(self, since: int, *, above: bool) -> float:
        """Return the highest or lowest value after the first `since`, or of the newest list; NaN without values."""
        samples = self.samples
        if samples is None:
            return math.nan
        values = samples.values[max(since - samples.first, 0) :] if self.values is not None else samples.values
        # fmax and fmin ignore NaN unless there is nothing else
        return float((np.fmax if above else np.fmin).reduce(values, initial=math.nan))

    def threshold_value(self, *, above: bool) -> float:
        """Return the value to compare with a threshold: the last one, of a list the highest or lowest."""
        return self.newest_value if self.values is not None else self.extreme(0, above=above)

    @property
    def received_s(self) -> float | None:
        """Wall time at which the last message of the curve arrived; None before the first."""
        message = self._data.newest(self.spec.fields[0].key if self.values is not None else self.spec.key)
        return message.received_ns / 1e9 if message is not None else None

    @property
    def unit(self) -> str:
        """Unit of its values; empty where none is known."""
        schema, known = self._data.schema(self.spec.key), self._unit
        if known is None or known[0] is not self.spec or known[1] is not schema:
            known = self._unit = self.spec, schema, self._data.unit(self.spec)
        return known[2]

    @property
    def is_lost(self) -> bool:
        """Whether the robot of the curve is not connected."""
        return self._data.is_lost(self.spec.key)

    @property
    def fault(self) -> str:
        """Reason why the messages that arrive have no values of the curve; empty if no reason is known."""
        if self.is_lost:
            return say(PlotWording.NOT_CONNECTED(robot=self.spec.key.connection))
        if self.values is not None:
            return self._data.fault(self.spec)
        # a list may be empty, or its last number NaN
        if self.list_now is not None:
            return ""
        return self._data.list_fault(self.spec.key, self.spec.path)


class RunCurve(PlotCurve):
    """Curve of a run, beneath the curve of the operator that shows the same of now; or the difference of both.

    Attributes:
        live: the curve that it lies beneath.
        run: whose curve it is.
        difference: it less the live curve; None where it is shown itself.
    """

    _is_beneath = True

    def __init__(self, live: PlotCurve, run: ReferenceRun, data: PlotData) -> None:
        super().__init__(_spec_of(live, run), data, as_list=False)
        self.live = live
        self.run = run
        self.difference: RunningDifference | None = None
        self._differs: object = None
        self._over: tuple[object, XyRun] | None = None

    @override
    def close(self) -> None:
        self._end_difference()
        super().close()

    def follow(self, run: ReferenceRun, *, differences: bool) -> None:
        """Show what the live curve does now, of a run that was renamed or shifted, or the difference."""
        before, self.run = self.values, run
        self.change(_spec_of(self.live, run))
        live, own = self.live.series, super().series
        made_of = (live, own) if differences else None
        if self.values is not before or made_of is None or made_of != self._differs:
            self._end_difference()
        if made_of is not None and live is not None and own is not None and self.difference is None:
            budget, is_stepped = self._data.budget_of(self.spec.key), self._data.is_stepped(self.spec)
            self.difference = RunningDifference(live, own, budget, is_stepped=is_stepped)
            self._differs = made_of

    def _end_difference(self) -> None:
        if self.difference is not None:
            self.difference.close()
        self.difference = None

    @override
    def drain(self) -> bool:
        changed = super().drain()
        if self.difference is None:
            return changed
        if changed:
            self.difference.is_stepped = self._data.is_stepped(self.spec)
        return self.difference.drain() or changed

    @property
    @override
    def series(self) -> Series | None:
        return self.difference.series if self.difference is not None else super().series

    @property
    @override
    def fault(self) -> str:
        fault, share = self._data.fault(self.spec), self._data.reading_share(self.spec)
        return fault if fault or share is None else say(PlotWording.RUN_IS_READ(percent=round(100 * share)))

    @property
    def doubts(self) -> Iterator[Sentence]:
        """Doubts about its values, which are shown all the same."""
        topic, then = self.spec.key.topic, self.run.topics.get(self.spec.key.topic, "")
        now = self._data.type_name(self.live.spec.key)
        if now and then and not are_same_type(now, then):
            yield PlotWording.OTHER_TYPE(topic=topic, then=then, now=now)
        if self.unit and self.live.unit and self.unit != self.live.unit:
            yield PlotWording.OTHER_UNIT(then=self.unit, now=self.live.unit)
        yield from self._data.parts_missing(self.spec, self.series)

    def over(self, below: RunCurve, window_s: Range | None) -> XyRun:
        """Return its values in a time, None for all, over those of another curve of its run.

        As the time goes on they change in steps: what stands is not to be drawn with every frame.
        """
        mine, other = self.values, below.values
        if mine is None or other is None:
            return XyRun(XyPoints(np.empty(0), np.empty(0), np.empty(0, dtype=np.int64)), None, None)
        step = None
        if window_s is not None:
            span_s = window_s[1] - window_s[0]
            step = (round(window_s[0] / (span_s * _XY_STEP)), span_s)
        made_of = (mine, other, mine.series.drained, other.series.drained, step)
        if self._over is None or self._over[0] != made_of:
            points = paired_points(other, mine, window_s)
            self._over = made_of, XyRun(points, _range_of(points.across), _range_of(points.up))
        return self._over[1]


@dataclass(frozen=True, slots=True, eq=False)
class XyRun:
    """Values of a run over others of it, and the ranges of both; None without any."""

    points: XyPoints
    across: Range | None
    up: Range | None


def _range_of(values: Floats) -> Range | None:
    known = values[np.isfinite(values)]
    return (float(known.min()), float(known.max())) if len(known) else None


def _spec_of(live: PlotCurve, run: ReferenceRun) -> CurveSpec:
    return replace(live.spec, key=run.key(live.spec.key.topic))


class PlotRuns:
    """The curves of runs in a plot: one for each that is shown, beneath each curve of what is live.

    Attributes:
        version: changes with all that is drawn of them.
        left_out: how many there is no room for.
    """

    def __init__(self, data: PlotData) -> None:
        self.version = 0
        self.left_out = 0
        self._data = data
        self._curves: dict[PlotCurve, tuple[RunCurve, ...]] = {}
        self._made_of: tuple[object, ...] = ()
        self._replaced = 0

    def of(self, curve: PlotCurve) -> tuple[RunCurve, ...]:
        """Return those beneath a curve, in the order of runs."""
        return self._curves.get(curve, ())

    @property
    def all(self) -> list[RunCurve]:
        """All of them, in the order of the curves that they lie beneath."""
        return [curve for curves in self._curves.values() for curve in curves]

    def close(self) -> None:
        """Release all."""
        self._close(self.all)
        self._curves, self._made_of, self.left_out = {}, (), 0
        self.version += 1

    def drain(self, curves: Sequence[PlotCurve], *, differences: bool) -> bool:
        """Make and release what these curves and the runs ask for, and read what is new; return whether there was any.

        What a run has stands: it is looked at only when it was replaced.
        """
        runs = self._data.runs
        if not runs and not self._curves:
            return False
        made_of = (differences, tuple(curves), tuple(curve.values for curve in curves), *(c.spec for c in curves))
        # values are compared by what they are, runs and curves by which
        is_same = len(self._made_of) > 0 and self._made_of[0] is runs and self._made_of[1:] == made_of
        replaced = self._data.replacements
        if is_same and replaced == self._replaced and not differences:
            return False
        if not is_same:
            self._made_of = (runs, *made_of)
            self._follow([curve for curve in curves if not is_run(curve.spec.key.connection)], differences=differences)
        self._replaced = self._data.replacements
        changed = [curve.drain() for curve in self.all]
        if not is_same or any(changed):
            self.version += 1
            return True
        return False

    def _follow(self, curves: Sequence[PlotCurve], *, differences: bool) -> None:
        runs = [run for run in self._data.runs if run.is_shown and run.topics]
        known = {(curve.live, curve.run.id): curve for curve in self.all}
        asked = [(curve, run) for curve in curves for run in runs]
        wanted = asked[:MAX_RUN_CURVES]
        gone = [
            curve
            for (live, _), curve in known.items()
            if not any(live is one and _is_same(curve.run, run) for one, run in wanted)
        ]
        self._close(gone)
        kept = {pair: curve for pair, curve in known.items() if curve not in gone}
        missing = [pair for pair in wanted if (pair[0], pair[1].id) not in kept]
        missing = missing[: max(MAX_RUN_CURVES_IN_ALL - self._data.beneath, 0)]
        with self._data.batched(_spec_of(*pair) for pair in missing):
            kept |= {(live, run.id): RunCurve(live, run, self._data) for live, run in missing}
        self.left_out = len(asked) - len(kept)
        for live, run in wanted:
            if (live, run.id) in kept:
                kept[live, run.id].follow(run, differences=differences)
        self._curves = {live: tuple(kept[live, run.id] for run in runs if (live, run.id) in kept) for live in curves}

    def _close(self, curves: Sequence[RunCurve]) -> None:
        with self._data.batched(curve.spec for curve in curves):
            for curve in curves:
                curve.close()


def _is_same(one: ReferenceRun, other: ReferenceRun) -> bool:
    """Whether both are one recording of which as much is known, whatever its name and place."""
    return (one.id, one.paths, one.start_ns) == (other.id, other.paths, other.start_ns)


class RunShift:
    """Runs that are shifted in time by hand, and can be put back.

    Args:
        runs: those that are shifted.
        is_simulated: whether the time is that of a simulation, on which runs lie by their own stamps at first.

    Attributes:
        by_s: by how much they are shifted so far.
    """

    def __init__(self, data: PlotData, runs: Sequence[ReferenceRun], *, is_simulated: bool) -> None:
        self.by_s = 0.0
        self._data = data
        self._runs = runs
        by_stamp = data.base is TimeBase.STAMP
        # a run that has no place of its own by stamps has none again when it is put back
        self._before = {run.id: run.stamp_place if by_stamp else run.place for run in runs}
        self._places = {
            run.id: RunPlace() if is_simulated and run.stamp_place is None else run.place_by(stamp=by_stamp)
            for run in runs
        }

    def move(self, by_s: float) -> None:
        """Shift them by so many seconds more."""
        self.by_s += by_s
        for run_id, place in self._places.items():
            self._data.shift_run(run_id, replace(place, offset_ns=place.offset_ns + round(self.by_s * 1e9)))

    def put_back(self) -> None:
        """Let them lie where they lay before."""
        self.by_s = 0.0
        for run_id, before in self._before.items():
            self._data.shift_run(run_id, before)

    @property
    def text(self) -> str:
        """Sentence that says which runs are shifted, and by how much."""
        names = listed_names(run.name for run in self._runs)
        return say(PlotWording.SHIFTED(run=names, offset=f"{self.by_s:+.2f}"))
