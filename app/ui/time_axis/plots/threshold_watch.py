"""Watch over thresholds: alerts while a curve is beyond a threshold, whether or not its plot can be seen."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from app.model.alerts import Alert, Severity
from app.ui.time_axis.plots.curves import PlotCurve
from app.ui.time_axis.plots.plot import Plot, Threshold
from app.ui.time_axis.plots.readings import number_text
from app.wording.ui.time_axis import PlotWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.alerts import SessionAlerts

_LOGGER = logging.getLogger(__name__)

# a value that oscillates about a threshold is one alert, which ends when the value was within for so long
BACK_AFTER_S: Final = 3.0


@dataclass(slots=True)
class _Watched:
    """Curve and threshold that are watched.

    Attributes:
        values: the values of the curve, to notice when they are replaced.
        seen: the number of values that were checked.
        epoch: changes when their history is replaced.
        until_s: the time of the last of them.
        is_told: whether there is an alert.
        within_since_s: when the curve was seen to be within again; None while it is beyond.
    """

    curve: PlotCurve
    values: object
    key: str
    seen: int
    epoch: int = 0
    until_s: float = -math.inf
    is_told: bool = False
    within_since_s: float | None = None


class ThresholdWatch:
    """Raises alerts while curves are beyond thresholds; every value is checked, not only the newest.

    Args:
        owner: the prefix of the keys of its alerts.
    """

    def __init__(self, alerts: SessionAlerts, owner: str) -> None:
        self._alerts = alerts
        self._owner = owner
        self._number = 0
        self._watched: dict[tuple[int, Threshold], _Watched] = {}

    def check(self, plots: Iterable[Plot], now: float) -> None:
        """Check the values since the last check; curves must be drained before. `now` is monotonic, in seconds."""
        pairs = {
            (id(curve), threshold): curve
            for plot in plots
            for curve in plot.value_curves
            for threshold in plot.thresholds
        }
        for pair, known in tuple(self._watched.items()):
            if pairs.get(pair) is not known.curve or known.curve.values is not known.values:
                self._clear(self._watched.pop(pair))
        for pair, curve in pairs.items():
            if pair not in self._watched:
                self._watched[pair] = self._watch(curve)
            self._look_at(self._watched[pair], pair[1], now)

    def clear(self) -> None:
        """Stop watching, and clear all alerts."""
        for known in self._watched.values():
            self._clear(known)
        self._watched.clear()

    def _watch(self, curve: PlotCurve) -> _Watched:
        self._number += 1
        # the newest value at the start is checked too, but no older ones
        key = f"{self._owner} threshold {self._number}"
        return _Watched(curve, curve.values, key, max(curve.value_count - 1, 0))

    def _look_at(self, known: _Watched, threshold: Threshold, now: float) -> None:
        self._find_place(known)
        worst, known.seen = known.curve.extreme(known.seen, above=threshold.above), known.curve.value_count
        newest = known.curve.threshold_value(above=threshold.above)
        if threshold.is_exceeded_by(worst) or threshold.is_exceeded_by(newest):
            if not known.is_told:
                self._tell(known, threshold, worst if threshold.is_exceeded_by(worst) else newest)
            known.is_told = True
            known.within_since_s = None if threshold.is_exceeded_by(newest) else now
        elif known.is_told and not math.isnan(newest):
            if known.within_since_s is None:
                known.within_since_s = now
            if now - known.within_since_s >= BACK_AFTER_S:
                self._clear(known)
                known.is_told = False

    def _find_place(self, known: _Watched) -> None:
        """Find which values were not checked yet, also where earlier ones have come before them."""
        values = known.curve.values
        if values is None:
            return
        samples = values.series.samples()
        if values.series.epoch != known.epoch and len(samples.times):
            known.epoch = values.series.epoch
            if known.until_s == -math.inf:
                known.seen = known.curve.value_count - 1
            elif samples.times[-1] >= known.until_s:
                known.seen = samples.first + int(samples.times.searchsorted(known.until_s, side="right"))
        known.until_s = float(samples.times[-1]) if len(samples.times) else -math.inf

    def _tell(self, known: _Watched, threshold: Threshold, value: float) -> None:
        spec = known.curve.spec
        words = PlotWording.IS_ABOVE if threshold.above else PlotWording.IS_BELOW
        topic = spec.key.topic
        curve = f"{topic} {spec.label}" if topic not in spec.label else spec.label
        text = words(curve=curve, limit=number_text(threshold.value), value=number_text(value))
        tip = PlotWording.WARNING_TIP(seconds=f"{BACK_AFTER_S:g}")
        alert = Alert(known.key, Severity.WARNING, spec.key.connection, text, tip, time.time_ns())
        self._alerts.raise_alert(alert)
        _LOGGER.info("%s", text)

    def _clear(self, known: _Watched) -> None:
        if known.is_told:
            self._alerts.clear(known.key)
