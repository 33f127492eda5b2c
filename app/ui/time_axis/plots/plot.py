"""Model of one plot: its curves, the ranges of its axes and its thresholds; not its painting."""

from __future__ import annotations

import enum
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Final, NamedTuple

import msgspec
from msgspec import Meta

from app.model.json_salvage import FiniteNumber, plain_json
from app.model.messages.shown_units import ShownUnits
from app.model.reference_runs import ReferenceRun
from app.model.timeseries.curve_spec import CurveSpec, SavedCurve
from app.model.timeseries.feeds import TimeBase
from app.model.topics import TopicKey
from app.ui.base.text import say
from app.ui.time_axis.axis import is_calendar
from app.ui.time_axis.colors import CURVE_COLORS
from app.ui.time_axis.plots.curves import (
    MAX_RUN_CURVES,
    MAX_RUN_CURVES_IN_ALL,
    PlotCurve,
    PlotRuns,
    RunCurve,
    RunShift,
)
from app.ui.time_axis.plots.data import PlotData
from app.ui.time_axis.plots.names import axis_title, curve_names
from app.ui.time_axis.plots.readings import last_value, number_text, summarize
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


class Plot:
    """Model of one plot.

    Attributes:
        values: the range of the axis of values.
        right: the range of the axis at the right, which some curves have.
        across: the range of the axis below, in an XY plot.
        equal: whether both axes of an XY plot have one scale.
        runs: the curves of runs beneath its own.
        differences: whether it shows how far runs are from what is live, in place of both.
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
        self.runs = PlotRuns(data)
        self.differences = False
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
            self.kind, self.differences = PlotKind.TIME, False
        return place

    def set_kind(self, kind: PlotKind) -> None:
        """Change between a plot over time and an XY plot; a plot of lists stays one."""
        if PlotKind.PROFILE not in {kind, self.kind}:
            self.kind = kind
            self.show_all_values()

    def set_differences(self, differences: bool) -> None:  # noqa: FBT001 - a setter
        """Show how far runs are from what is live, or the curves again."""
        if differences != self.differences:
            self.differences = differences
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
        self.kind, self.differences = PlotKind.PROFILE, False
        self.values.set_auto()
        self.curves = [PlotCurve(spec, self._data, as_list=True) for spec in specs]
        return True

    def close(self) -> None:
        """Release all curves."""
        self.runs.close()
        with self._data.batched(curve.spec for curve in self.curves if curve.values is not None):
            for curve in self.curves:
                curve.close()
        self.curves = []

    def drain(self) -> bool:
        """Read new samples of all curves, and follow the runs; return whether there was anything new."""
        changed = [curve.drain() for curve in self.curves]
        is_xy, over = self.kind is PlotKind.XY, list[PlotCurve]()
        if self.kind is not PlotKind.PROFILE:
            over = [curve for at, curve in enumerate(self.curves) if curve.spec.visible or (is_xy and not at)]
        changed.append(self.runs.drain(over, differences=self.shows_differences))
        return any(changed)

    @property
    def shows_differences(self) -> bool:
        """Whether differences from runs are drawn, and not the curves."""
        return self.differences and self.kind is PlotKind.TIME

    @property
    def drawn(self) -> list[PlotCurve]:
        """Curves that are drawn anew as they go on: the visible ones, or the differences."""
        if self.shows_differences:
            return list(self.runs.all)
        return [curve for curve in self.curves if curve.spec.visible]

    @property
    def laid(self) -> list[RunCurve]:
        """Curves of runs that stand beneath the visible ones."""
        return [] if self.shows_differences else self.runs.all

    def shift(self, at_s: float, run: ReferenceRun | None = None) -> RunShift | None:
        """Begin to shift a run, or all of this plot, in time; `at_s` is a shown time. None without any."""
        runs = {each.run.id: each.run for each in self.runs.all}
        shifted = [run] if run is not None else list(runs.values())
        is_simulated = self._data.base is TimeBase.STAMP and not is_calendar(at_s)
        return RunShift(self._data, shifted, is_simulated=is_simulated) if shifted else None

    @property
    def laid_over_first(self) -> list[tuple[RunCurve, RunCurve]]:
        """Pairs of what stands beneath an XY plot: the curve of a run on the axis below, and another curve of it."""
        below = {curve.run.id: curve for curve in self.runs.of(self.curves[0])} if self.curves else {}
        above = [each for curve in self.curves[1:] for each in self.runs.of(curve) if each.run.id in below]
        return [(below[each.run.id], each) for each in above]

    @property
    def listed(self) -> list[PlotCurve]:
        """All curves, each with those of runs below it."""
        return [each for curve in self.curves for each in (curve, *self.runs.of(curve))]

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
        made_of = (self.kind, self.shows_differences, *((curve.spec, curve.unit) for curve in self.curves))
        if self._titles is None or self._titles[0] != made_of:
            names = dict(zip(self.curves, curve_names([curve.spec for curve in self.curves]), strict=True))
            below = self.curves[:1] if self.kind is PlotKind.XY else []
            found = [
                axis_title([c.spec for c in some], [c.unit for c in some], [names[c] for c in some]) if some else ""
                for some in (
                    [curve for curve in self.value_curves if curve.spec.visible],
                    [curve for curve in self.right_curves if curve.spec.visible],
                    below,
                )
            ]
            if self.shows_differences:
                found[:2] = map(_less_now, found[:2], (self.value_curves, self.right_curves))
            self._titles = (made_of, AxisTitles(*found))
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
        """Thresholds as they are to be drawn now; they say nothing of differences."""
        if self.shows_differences:
            return ThresholdMarks((), frozenset())
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
                self.differences,
            )
        )
        return plain

    @classmethod
    def restored(cls, state: SavedPlot, data: PlotData, room: int = MAX_CURVES_IN_ALL) -> Plot:
        """Make the plot of a saved state with at most `room` curves; the others go to `left_out`."""
        plot = cls(data)
        plot.kind = state.kind
        plot.equal = state.equal
        plot.differences = state.differences
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
    differences: bool = False

    def __post_init__(self) -> None:
        for name, fixed in (("values", self.values), ("across", self.across), ("right", self.right)):
            if fixed is not None and not ValueRange().fix(*fixed):
                raise ValueError(f"“{name}” is no range")


def curve_sentences(plot: Plot, shown: tuple[float, float], units: ShownUnits) -> Iterator[Sentence]:
    """Yield what each curve is now, and between which values it was in the shown time."""
    if not plot.curves:
        yield PlotWording.NO_CURVES()
    for curve, name in listed_names(plot):
        samples, unit = curve.samples, units.of(curve.unit)
        found = None if curve.series is None else summarize(curve.series, *shown)
        if samples is None or found is None:
            yield PlotWording.SPOKEN_EMPTY(name=name)
            continue
        numbers = (last_value(samples, shown[1]), found.low, found.high)
        value, low, high = (unit.text(number_text(number * unit.factor)).rstrip() for number in numbers)
        yield PlotWording.SPOKEN_CURVE(name=name, value=value, low=low, high=high)


def listed_names(plot: Plot) -> Iterator[tuple[PlotCurve, str]]:
    """Yield all curves of a plot with their names, those of runs with the name of the run before that of the curve."""
    for curve, name in zip(plot.curves, curve_names([curve.spec for curve in plot.curves]), strict=True):
        yield curve, name
        for beneath in plot.runs.of(curve):
            words = PlotWording.RUN_LESS_CURVE if plot.shows_differences else PlotWording.RUN_OF_CURVE
            yield beneath, say(words(run=beneath.run.name, curve=name))


def _less_now(title: str, curves: Sequence[PlotCurve]) -> str:
    """Return the title of an axis of differences from now."""
    if not any(curve.spec.visible for curve in curves):
        return ""
    return say(PlotWording.LESS_NOW(title=title) if title else PlotWording.RUNS_LESS_NOW())


def too_many_curves() -> str:
    """Return why there can't be another curve, in words."""
    return say(PlotWording.TOO_MANY_CURVES(count=MAX_CURVES, all=MAX_CURVES_IN_ALL))


def too_many_run_curves(left_out: int) -> str:
    """Return why curves of runs are left out."""
    most = PlotWording.TOO_MANY_RUN_CURVES(left_out=left_out, count=MAX_RUN_CURVES, all=MAX_RUN_CURVES_IN_ALL)
    return say(most)
