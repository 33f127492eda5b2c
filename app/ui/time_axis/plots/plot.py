"""Model of one plot: its curves, the ranges of its axes and its thresholds; not its painting."""

from __future__ import annotations

import enum
import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Final, NamedTuple

import msgspec
import numpy as np
from msgspec import Meta

from app.model.json_salvage import FiniteNumber, plain_json
from app.model.messages.shown_units import ShownUnits
from app.model.schema import Schema
from app.model.timeseries.curve_spec import CurveSpec, SavedCurve
from app.model.timeseries.curve_values import CurveValues
from app.model.timeseries.series import Samples
from app.model.topics import Message, TopicKey
from app.ui.base.text import say
from app.ui.time_axis.colors import CURVE_COLORS
from app.ui.time_axis.plots.data import PlotData, array_samples
from app.ui.time_axis.plots.names import axis_title, curve_names
from app.ui.time_axis.plots.readings import last_value, number_text, summarize
from app.ui.time_axis.plots.trace import CurveColumns
from app.ui.time_axis.ranges import ValueRange
from app.wording import Sentence
from app.wording.ui.time_axis import PlotWording

MAX_CURVES: Final = 50
# of all plots that share their data; every frame goes through all of them
MAX_CURVES_IN_ALL: Final = 200
MAX_THRESHOLDS: Final = 8

# a saved state with more curves was not made by this program
_MOST_SAVED: Final = 1000


class PlotKind(enum.Enum):
    """Kind of a plot: curves over time, over the first curve (XY), or lists over their index (profile)."""

    TIME = "time"
    XY = "xy"
    PROFILE = "profile"


@dataclass(frozen=True, slots=True)
class Threshold:
    """Value that a curve should not rise above, or not fall below."""

    value: float
    above: bool = True

    def is_exceeded_by(self, value: float) -> bool:
        """Whether a value is beyond the threshold."""
        return value > self.value if self.above else value < self.value


@dataclass(frozen=True, slots=True)
class ThresholdMarks:
    """Thresholds of a plot as they are drawn.

    Attributes:
        thresholds: all of them.
        exceeded: those that a curve is beyond.
    """

    thresholds: tuple[Threshold, ...]
    exceeded: frozenset[Threshold]


class AxisTitles(NamedTuple):
    """Titles of the axes of a plot; empty for none."""

    left: str
    right: str
    below: str


NO_TITLES: Final = AxisTitles("", "", "")


class PlotCurve:
    """Curve in a plot.

    Attributes:
        values: the samples with their history; None in a plot of lists.
        list_now: the newest list, in a plot of lists.
        columns: the columns that were drawn before.
        smooth: whether its lines were smooth when they were drawn last.
    """

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
            self.values = data.acquire(spec)

    def close(self) -> None:
        """Release the values for good."""
        if self.values is not None:
            self._data.release(self.values)
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
            self.values = self._data.acquire(spec)
            self._data.release(before)

    def release_values(self) -> None:
        """Release all values until `acquire_values`."""
        if self.values is not None:
            self._data.release(self.values)

    def acquire_values(self) -> None:
        """Acquire values again, without the history from before `release_values` but for what the black box has."""
        if self.values is not None:
            self.values = self._data.acquire(self.spec)

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
    def samples(self) -> Samples | None:
        """Samples that are kept, or the newest list over its indices."""
        return self.values.series.samples() if self.values is not None else self.list_now

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


class Plot:
    """Model of one plot.

    Attributes:
        values: the range of the axis of values.
        right: the range of the axis at the right, which some curves have.
        across: the range of the axis below, in an XY plot.
        equal: whether both axes of an XY plot have one scale.
        thresholds: the values that it warns of.
        left_out: saved curves that there was no room for; they stay in the state.
        window_s: the first and the last time that an XY plot shows; None for all.
    """

    _names = itertools.count(1)

    def __init__(self, data: PlotData) -> None:
        self.name = f"plot {next(self._names)}"
        self.kind = PlotKind.TIME
        self.curves: list[PlotCurve] = []
        self.values = ValueRange()
        self.right = ValueRange()
        self.across = ValueRange()
        self.equal = False
        self._titles: tuple[object, AxisTitles] | None = None
        self.thresholds: list[Threshold] = []
        self.left_out: list[CurveSpec] = []
        self.window_s: tuple[float, float] | None = None
        self._data = data

    def add(self, spec: CurveSpec, place: int | None = None) -> PlotCurve | None:
        """Add a curve in a free colour; None if it is shown already, or if there are too many."""
        if self.is_full or any(self._same(curve.spec, spec) for curve in self.curves):
            return None
        if not self.curves and spec.path and self._data.is_array(spec.key, spec.path):
            self.kind = PlotKind.PROFILE
        curve = PlotCurve(replace(spec, color=self._free_color()), self._data, as_list=self.kind is PlotKind.PROFILE)
        self.curves.insert(len(self.curves) if place is None else place, curve)
        return curve

    @property
    def is_full(self) -> bool:
        """Whether the plot, or all plots together, have as many curves as they can."""
        return len(self.curves) >= MAX_CURVES or self._data.curves >= MAX_CURVES_IN_ALL

    def number_fields(self, key: TopicKey) -> list[str]:
        """Return the number fields that are shown for a topic as a whole."""
        return self._data.number_fields(key)

    def curve_specs(self, key: TopicKey, path: str) -> list[CurveSpec]:
        """Return the curves that show a field."""
        return self._data.curve_specs(key, path)

    def is_text(self, key: TopicKey, path: str) -> bool:
        """Whether a field holds text, which can't be plotted."""
        return self._data.is_text(key, path)

    def insert(self, specs: Sequence[CurveSpec], place: int = 0, *, as_list: bool) -> None:
        """Insert curves, removed or saved ones, with the history that their fields have."""
        if as_list and not self.curves:
            self.kind = PlotKind.PROFILE
        with self._data.batched(specs if not as_list else ()):
            self.curves[place:place] = [PlotCurve(spec, self._data, as_list=as_list) for spec in specs]

    def remove(self, curve: PlotCurve) -> int:
        """Remove a curve, hold its history, and return its index."""
        place = self.curves.index(curve)
        self._data.hold([curve.spec] if curve.values is not None else ())
        self.curves.pop(place).close()
        if not self.curves:
            self.kind = PlotKind.TIME
        return place

    def set_kind(self, kind: PlotKind) -> None:
        """Change between a plot over time and an XY plot; a plot of lists stays one."""
        if PlotKind.PROFILE not in {kind, self.kind}:
            self.kind = kind
            self.show_all_values()

    def show_all_values(self) -> None:
        """Let the ranges of all axes follow the data."""
        for values in (self.values, self.right, self.across):
            values.set_auto()

    def show_lists(self) -> bool:
        """Turn a plot over time whose fields are all lists into a plot of lists; that is known only with their type.

        Return whether the kind of the plot changed.
        """
        specs = [curve.spec for curve in self.curves]
        is_time = self.kind is PlotKind.TIME and bool(specs)
        if not is_time or not all(spec.path and self._data.is_array(spec.key, spec.path) for spec in specs):
            return False
        self.close()
        self.kind = PlotKind.PROFILE
        self.values.set_auto()
        self.curves = [PlotCurve(spec, self._data, as_list=True) for spec in specs]
        return True

    def close(self) -> None:
        """Release all curves."""
        with self._data.batched(curve.spec for curve in self.curves if curve.values is not None):
            for curve in self.curves:
                curve.close()
        self.curves = []

    def drain(self) -> bool:
        """Read new samples of all curves; return whether there were any."""
        changed = [curve.drain() for curve in self.curves]
        return any(changed)

    @property
    def value_curves(self) -> list[PlotCurve]:
        """Curves that are drawn on the left axis; the first curve of an XY plot is the axis below."""
        return self.curves[1:] if self.kind is PlotKind.XY else [c for c in self.curves if not c.spec.right]

    @property
    def right_curves(self) -> list[PlotCurve]:
        """Curves that are drawn on the axis at the right, which an XY plot has not."""
        return [] if self.kind is PlotKind.XY else [curve for curve in self.curves if curve.spec.right]

    @property
    def titles(self) -> AxisTitles:
        """Titles of the axes, by the curves that are visible."""
        made_of = (self.kind, *((curve.spec, curve.unit) for curve in self.curves))
        if self._titles is None or self._titles[0] != made_of:
            names = dict(zip(self.curves, curve_names([curve.spec for curve in self.curves]), strict=True))
            below = self.curves[:1] if self.kind is PlotKind.XY else []
            self._titles = (
                made_of,
                AxisTitles(
                    *(
                        axis_title([c.spec for c in some], [c.unit for c in some], [names[c] for c in some])
                        if some
                        else ""
                        for some in (
                            [curve for curve in self.value_curves if curve.spec.visible],
                            [curve for curve in self.right_curves if curve.spec.visible],
                            below,
                        )
                    )
                ),
            )
        return self._titles[1]

    @property
    def exceeded(self) -> list[tuple[PlotCurve, Threshold]]:
        """Pairs of a curve and a threshold that it is beyond now."""
        return [
            (curve, threshold)
            for curve in self.value_curves
            for threshold in self.thresholds
            if threshold.is_exceeded_by(curve.threshold_value(above=threshold.above))
        ]

    @property
    def marks(self) -> ThresholdMarks:
        """Thresholds as they are to be drawn now."""
        return ThresholdMarks(tuple(self.thresholds), frozenset(threshold for _, threshold in self.exceeded))

    def state(self) -> dict[str, Any]:
        """Return the state as decoded JSON, which a `SavedPlot` is made of."""
        specs = [*(curve.spec for curve in self.curves), *self.left_out]
        plain: dict[str, Any] = plain_json(
            SavedPlot(
                self.kind,
                self.values.fixed,
                self.across.fixed,
                self.thresholds,
                [spec.saved for spec in specs],
                self.right.fixed,
                self.equal,
            )
        )
        return plain

    @classmethod
    def restored(cls, state: SavedPlot, data: PlotData, room: int = MAX_CURVES_IN_ALL) -> Plot:
        """Make the plot of a saved state with at most `room` curves; the others go to `left_out`."""
        plot = cls(data)
        plot.kind = state.kind
        plot.equal = state.equal
        plot.thresholds = list(state.thresholds)
        ranges = ((plot.values, state.values), (plot.right, state.right), (plot.across, state.across))
        for values, fixed in ranges:
            if fixed is not None:
                values.fix(*fixed)
        specs = [curve.spec for curve in state.curves]
        most = min(room, MAX_CURVES)
        plot.left_out = specs[most:]
        plot.insert(specs[:most], as_list=plot.kind is PlotKind.PROFILE)
        return plot

    def _same(self, one: CurveSpec, other: CurveSpec) -> bool:
        return one.unadorned == other.unadorned

    def _free_color(self) -> int:
        taken = {curve.spec.color for curve in self.curves}
        return next((number for number in range(len(CURVE_COLORS)) if number not in taken), len(self.curves))


class SavedPlot(msgspec.Struct):
    """A plot as it is saved.

    Attributes:
        values, across, right: the fixed ranges; None where a range follows the curves.
    """

    kind: PlotKind = PlotKind.TIME
    values: tuple[FiniteNumber, FiniteNumber] | None = None
    across: tuple[FiniteNumber, FiniteNumber] | None = None
    thresholds: Annotated[list[Threshold], Meta(max_length=MAX_THRESHOLDS)] = []
    curves: Annotated[list[SavedCurve], Meta(max_length=_MOST_SAVED)] = []
    right: tuple[FiniteNumber, FiniteNumber] | None = None
    equal: bool = False

    def __post_init__(self) -> None:
        for name, fixed in (("values", self.values), ("across", self.across), ("right", self.right)):
            if fixed is not None and not ValueRange().fix(*fixed):
                raise ValueError(f"“{name}” is no range")


def curve_sentences(plot: Plot, shown: tuple[float, float], units: ShownUnits) -> Iterator[Sentence]:
    """Yield what each curve is now, and between which values it was in the shown time."""
    if not plot.curves:
        yield PlotWording.NO_CURVES()
    for curve, name in zip(plot.curves, curve_names([curve.spec for curve in plot.curves]), strict=True):
        samples, unit = curve.samples, units.of(curve.unit)
        found = None if curve.values is None else summarize(curve.values.series, *shown)
        if samples is None or found is None:
            yield PlotWording.SPOKEN_EMPTY(name=name)
            continue
        numbers = (last_value(samples, shown[1]), found.low, found.high)
        value, low, high = (unit.text(number_text(number * unit.factor)).rstrip() for number in numbers)
        yield PlotWording.SPOKEN_CURVE(name=name, value=value, low=low, high=high)


def too_many_curves() -> str:
    """Return why there can't be another curve, in words."""
    return say(PlotWording.TOO_MANY_CURVES(count=MAX_CURVES, all=MAX_CURVES_IN_ALL))
