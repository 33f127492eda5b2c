"""How the values of a curve are distributed, and the figures that sum them up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from app.model.analysis.progress import Step, no_step
from app.model.series_pyramid import Floats


@dataclass(frozen=True, slots=True, eq=False)
class Histogram:
    """How many values lie in each bin.

    Attributes:
        edges: of the bins, one more than there are bins.
        counts: a value on an edge counts in the bin above it, the greatest in the last.
    """

    edges: Floats
    counts: npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Percentile:
    """The value below which so many percent of the values lie."""

    percent: float
    value: float


@dataclass(frozen=True, slots=True)
class Duty:
    """How long a curve was above a threshold.

    Attributes:
        threshold: in the curve's unit.
        above_share: of the time, from 0 to 1, each value holding until the next.
        rises: how often it went from below to above.
    """

    threshold: float
    above_share: float
    rises: int


@dataclass(frozen=True, slots=True)
class CurveFigures:
    """What sums up the values of a curve, in its unit.

    Attributes:
        count: of the samples that could be used.
        mean: of the values, whatever time is between them.
        standard_deviation: of the values, divided by their count.
        rms: root of the mean square, with the mean in it.
        least: of all values.
        greatest: of all values.
        percentiles: 1, 5, 25, 50, 75, 95, 99 percent.
        drift_per_hour: slope of the straight line through the samples; None without any time between them.
        duties: one for each threshold, in the order given.
    """

    count: int
    mean: float
    standard_deviation: float
    rms: float
    least: float
    greatest: float
    percentiles: tuple[Percentile, ...]
    drift_per_hour: float | None
    duties: tuple[Duty, ...]


def histogram(values: npt.ArrayLike, bins: int | None = None, step: Step = no_step) -> Histogram:
    """How many values lie where; without `bins` by the rule of Freedman and Diaconis. Raises AnalysisError and what `step` raises."""
    raise NotImplementedError


def figures(
    times_s: npt.ArrayLike, values: npt.ArrayLike, thresholds: Sequence[float] = (), step: Step = no_step
) -> CurveFigures:
    """The figures of a curve. Raises AnalysisError and what `step` raises."""
    raise NotImplementedError
