"""The difference of a curve of now from that of a run, which goes on as samples come."""

from __future__ import annotations

from app.model.analysis.clean_samples import clean
from app.model.analysis.comparison import LaidCurve
from app.model.timeseries.budget import SeriesBudget
from app.model.timeseries.series import Series


class RunningDifference:
    """The second of two curves less the first, at the times of the first; both are drained by others.

    What comes of the first is compared at once. All is compared anew when the second curve is another, or lies
    elsewhere on the time of the first.

    Args:
        is_stepped: whether the second is the value before between its samples, and not a straight line.

    Attributes:
        series: the difference; NaN where one of both is missing.
    """

    def __init__(self, first: Series, second: Series, budget: SeriesBudget, *, is_stepped: bool = False) -> None:
        self.series = Series(budget)
        self.is_stepped = is_stepped
        self._first = first
        self._second = second
        self._laid: LaidCurve | None = None
        self._made_of: object = None
        # the number of the first sample of the first curve that is not compared
        self._next = 0

    def close(self) -> None:
        """Release the memory of the samples."""
        self.series.close()

    def drain(self) -> bool:
        """Compare what came; return whether there was anything."""
        made_of = (self._first.epoch, self._second.drained, self.is_stepped)
        samples = self._first.samples()
        if made_of != self._made_of:
            self._made_of = made_of
            second = self._second.samples()
            known = clean(second.times, second.values)
            self._laid = LaidCurve(known, is_stepped=self.is_stepped) if len(known.times_s) else None
            self.series.clear()
            self._next = samples.first
        begin = max(self._next - samples.first, 0)
        self._next = samples.first + len(samples.times)
        if self._laid is not None and begin < len(samples.times):
            times_s = samples.times[begin:]
            self.series.extend(times_s, self._laid.less(times_s, samples.values[begin:]))
        return self.series.drain()
