"""One plot: its curves, what it shows of them, and what it warns of; not what it looks like."""

from __future__ import annotations

import enum
import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from app.model.curve import CurveSpec, StateError, number_of
from app.model.curve_values import CurveValues
from app.model.series import Samples
from app.model.topic_store import Message, TopicKey
from app.ui.plots.colors import CURVE_COLORS
from app.ui.plots.data import PlotData, array_samples
from app.ui.plots.ranges import ValueRange
from app.ui.plots.trace import Columns

MAX_CURVES: Final = 50
# of all plots that share their data; each is looked at in every frame
MAX_TOGETHER: Final = 200
MAX_THRESHOLDS: Final = 8

# more than this in what was saved is no plot that anyone has made
_MOST_SAVED: Final = 1000


class PlotKind(enum.Enum):
    """What is drawn over what."""

    TIME = "time"
    XY = "xy"
    PROFILE = "profile"


@dataclass(frozen=True, slots=True)
class Threshold:
    """A value that a curve is not to rise above, or not to fall below."""

    value: float
    above: bool = True

    def broken_by(self, value: float) -> bool:
        """Whether a value is beyond it."""
        return value > self.value if self.above else value < self.value


class PlotCurve:
    """A curve in a plot.

    Attributes:
        values: None in a plot of lists.
        list_now: the list as it is, in such a plot.
        columns: what was drawn of it.
    """

    def __init__(self, spec: CurveSpec, data: PlotData, *, as_list: bool) -> None:
        self.spec = spec
        self.values: CurveValues | None = None
        self.list_now: Samples | None = None
        self.columns = Columns()
        self._data = data
        self._message: Message | None = None
        if as_list:
            data.acquire_topic(spec.key)
        else:
            self.values = data.acquire(spec)

    def close(self) -> None:
        """It is shown no more, and will not be again."""
        if self.values is not None:
            self._data.release(self.values)
        else:
            self._data.release_topic(self.spec.key)

    def change(self, spec: CurveSpec) -> None:
        """Show it another way. Raises StateError."""
        old, before = self.spec, self.values
        self.spec = spec
        if before is not None and (old.fields, old.expression, old.transform) != (
            spec.fields,
            spec.expression,
            spec.transform,
        ):
            # in this order, so that what both need is not forgotten
            self.values = self._data.acquire(spec)
            self._data.release(before)

    def let_go(self) -> None:
        """Forget all values for a while, see `take_up`."""
        if self.values is not None:
            self._data.release(self.values)

    def take_up(self) -> None:
        """Begin anew with what comes from now on."""
        if self.values is not None:
            self.values = self._data.acquire(self.spec)

    def drain(self) -> bool:
        """Take what came; whether there was anything."""
        if self.values is not None:
            return self.values.drain()
        message = self._data.newest(self.spec.key)
        if message is None or message is self._message:
            return False
        self._message = message
        self.list_now = array_samples(message, self.spec.path)
        return True

    @property
    def samples(self) -> Samples | None:
        """What there is of it."""
        return self.values.series.samples() if self.values is not None else self.list_now

    @property
    def newest_value(self) -> float:
        """The last value, NaN if there is none."""
        samples = self.samples
        return float(samples.values[-1]) if samples is not None and len(samples.values) else math.nan

    @property
    def taken(self) -> int:
        """How many values it has had, whether or not they are kept; a list has no history."""
        samples = self.samples if self.values is not None else None
        return samples.first + len(samples.values) if samples is not None else 0

    def extreme(self, since: int, *, above: bool) -> float:
        """The highest or the lowest of the values since so many were taken, of a list as it is; NaN without any."""
        samples = self.samples
        if samples is None:
            return math.nan
        values = samples.values[max(since - samples.first, 0) :] if self.values is not None else samples.values
        # as it is defined for these, NaN counts only where there is nothing else
        return float((np.fmax if above else np.fmin).reduce(values, initial=math.nan))

    def present(self, *, above: bool) -> float:
        """What a threshold is compared with: the last value, of a list the highest or the lowest."""
        return self.newest_value if self.values is not None else self.extreme(0, above=above)

    @property
    def received_s(self) -> float | None:
        """When the last message of it came, by the clock on the wall; None before the first."""
        message = self._data.newest(self.spec.fields[0].key if self.values is not None else self.spec.key)
        return message.received_ns / 1e9 if message is not None else None

    @property
    def lost(self) -> bool:
        """Whether its robot can't be heard."""
        return self._data.is_lost(self.spec.key)

    @property
    def fault(self) -> str:
        """Why there are no values of it in the messages that come, in words; empty if nothing is known of it."""
        if self.values is not None:
            return self._data.fault(self.spec)
        # its last number may be none, or there may be none at all
        if self.list_now is not None:
            return ""
        return self._data.list_fault(self.spec.key, self.spec.path)


class Plot:
    """See the module.

    Attributes:
        values: the range of its axis of values.
        across: the range of its other axis, where that shows values too.
        thresholds: what it warns of.
        left_out: curves that it was saved with and that there was no room for; they stay in its state.
        window_s: the times of what is drawn over one another.
    """

    _names = itertools.count(1)

    def __init__(self, data: PlotData) -> None:
        self.name = f"plot {next(self._names)}"
        self.kind = PlotKind.TIME
        self.curves: list[PlotCurve] = []
        self.values = ValueRange()
        self.across = ValueRange()
        self.thresholds: list[Threshold] = []
        self.left_out: list[CurveSpec] = []
        self.window_s: tuple[float, float] | None = None
        self._data = data

    def add(self, spec: CurveSpec, place: int | None = None) -> PlotCurve | None:
        """Show another curve, in a colour that is free; None if it is shown already, or if there are too many.

        Raises StateError.
        """
        if self.is_full or any(self._same(curve.spec, spec) for curve in self.curves):
            return None
        if not self.curves and spec.path and self._data.is_array(spec.key, spec.path):
            self.kind = PlotKind.PROFILE
        curve = PlotCurve(replace(spec, color=self._free_color()), self._data, as_list=self.kind is PlotKind.PROFILE)
        self.curves.insert(len(self.curves) if place is None else place, curve)
        return curve

    @property
    def is_full(self) -> bool:
        """Whether there are as many curves in it as can be, or in all plots together."""
        return len(self.curves) >= MAX_CURVES or self._data.curves >= MAX_TOGETHER

    def numbers_of(self, key: TopicKey) -> list[str]:
        """What to show of a topic as a whole."""
        return self._data.numbers_of(key)

    def specs_of(self, key: TopicKey, path: str) -> list[CurveSpec]:
        """The curves by which a field is shown."""
        return self._data.specs_of(key, path)

    def is_text(self, key: TopicKey, path: str) -> bool:
        """Whether a field holds words, and so is nothing for a plot."""
        return self._data.is_text(key, path)

    def put_back(self, curve: PlotCurve, place: int) -> None:
        """Show a curve that was taken out."""
        self.curves.insert(min(place, len(self.curves)), curve)

    def take_out(self, curve: PlotCurve) -> int:
        """Show a curve no more, but let it go on; its place. Close it when it is not wanted back."""
        place = self.curves.index(curve)
        del self.curves[place]
        if not self.curves:
            self.kind = PlotKind.TIME
        return place

    def set_kind(self, kind: PlotKind) -> None:
        """Draw over time, or all curves over the first. A plot of lists stays one."""
        if PlotKind.PROFILE not in {kind, self.kind}:
            self.kind = kind
            self.values.release()
            self.across.release()

    def show_lists(self) -> bool:
        """Show lists over their places where nothing else is in it; that they are some is known only with their type.

        Whether that is another look.
        """
        specs = [curve.spec for curve in self.curves]
        is_time = self.kind is PlotKind.TIME and bool(specs)
        if not is_time or not all(spec.path and self._data.is_array(spec.key, spec.path) for spec in specs):
            return False
        self.close()
        self.kind = PlotKind.PROFILE
        self.values.release()
        self.curves = [PlotCurve(spec, self._data, as_list=True) for spec in specs]
        return True

    def close(self) -> None:
        """It is shown no more, and will not be again."""
        with self._data.together(curve.spec for curve in self.curves if curve.values is not None):
            for curve in self.curves:
                curve.close()
        self.curves = []

    def drain(self) -> bool:
        """Take what came; whether there was anything."""
        changed = [curve.drain() for curve in self.curves]
        return any(changed)

    @property
    def over_values(self) -> list[PlotCurve]:
        """The curves that are drawn by the axis of values; one of an XY plot is the other axis."""
        return self.curves[1:] if self.kind is PlotKind.XY else self.curves

    @property
    def broken(self) -> list[tuple[PlotCurve, Threshold]]:
        """Which curves are beyond which threshold now."""
        return [
            (curve, threshold)
            for curve in self.over_values
            for threshold in self.thresholds
            if threshold.broken_by(curve.present(above=threshold.above))
        ]

    def state(self) -> dict[str, Any]:
        """As plain values; see `restore`."""
        return {
            "kind": self.kind.value,
            "values": list(self.values.fixed) if self.values.fixed is not None else None,
            "across": list(self.across.fixed) if self.across.fixed is not None else None,
            "thresholds": [{"value": threshold.value, "above": threshold.above} for threshold in self.thresholds],
            "curves": [spec.state() for spec in (*(curve.spec for curve in self.curves), *self.left_out)],
        }

    @classmethod
    def restored(cls, state: object, data: PlotData, room: int = MAX_TOGETHER) -> Plot:
        """The plot that `state` tells of, with so many curves as there is room for; the others are left out.

        Raises StateError; then nothing was made.
        """
        if not isinstance(state, Mapping):
            raise StateError("a plot is no object")
        kind = state.get("kind", PlotKind.TIME.value)
        if not isinstance(kind, str) or kind not in {known.value for known in PlotKind}:
            raise StateError("there is no such kind of plot")
        curves, thresholds = state.get("curves", []), state.get("thresholds", [])
        if not isinstance(curves, list) or len(curves) > _MOST_SAVED:
            raise StateError(f"“curves” is no list of at most {_MOST_SAVED}")
        if not isinstance(thresholds, list) or len(thresholds) > MAX_THRESHOLDS:
            raise StateError(f"“thresholds” is no list of at most {MAX_THRESHOLDS}")
        specs = [_spec(number, curve) for number, curve in enumerate(curves, 1)]
        plot = cls(data)
        for threshold in thresholds:
            if not isinstance(threshold, Mapping):
                raise StateError("a threshold is no object")
            plot.thresholds.append(Threshold(number_of(threshold, "value", 0.0), threshold.get("above") is not False))
        for name, values in (("values", plot.values), ("across", plot.across)):
            fixed = state.get(name)
            if fixed is not None and not _fix(values, fixed):
                raise StateError(f"“{name}” is no range")
        plot.kind = PlotKind(kind)
        as_list = plot.kind is PlotKind.PROFILE
        most = min(room, MAX_CURVES)
        specs, plot.left_out = specs[:most], specs[most:]
        with data.together(specs if not as_list else ()):
            plot.curves = [PlotCurve(spec, data, as_list=as_list) for spec in specs]
        return plot

    def _same(self, one: CurveSpec, other: CurveSpec) -> bool:
        return replace(one, color=0, visible=True) == replace(other, color=0, visible=True)

    def _free_color(self) -> int:
        taken = {curve.spec.color for curve in self.curves}
        return next((number for number in range(len(CURVE_COLORS)) if number not in taken), len(self.curves))


def _spec(number: int, state: object) -> CurveSpec:
    try:
        return CurveSpec.restored(state)
    except StateError as error:
        raise StateError(f"curve {number}: {error}") from error


def _fix(values: ValueRange, fixed: object) -> bool:
    if not isinstance(fixed, list) or len(fixed) != 2:
        return False
    numbers = {"low": fixed[0], "high": fixed[1]}
    return values.fix(number_of(numbers, "low", 0.0), number_of(numbers, "high", 0.0))
