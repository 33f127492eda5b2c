"""How two curves belong together: where their pairs of values lie, and which follows which."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from app.model.analysis.progress import Step, no_step
from app.model.series_pyramid import Floats


@dataclass(frozen=True, slots=True, eq=False)
class Pairs:
    """The values of two curves at the same times."""

    x: Floats
    y: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Density:
    """How many pairs lie in each field of a grid.

    Attributes:
        x_edges: of the grid's columns, evenly.
        y_edges: of its rows, evenly.
        counts: `(ncolumns, nrows)`.
    """

    x_edges: Floats
    y_edges: Floats
    counts: npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Correlation:
    """How alike two curves are when one is moved in time.

    Attributes:
        lags_s: by which the second curve is taken later than the first, ascending.
        coefficients: of correlation at each lag, from -1 to 1.
        lag_s: where it is strongest: more than 0 means that the second follows the first.
        coefficient: there.
        repeats_s: after which time the curves are as alike again, so that the lag is one of many; else None.
        words: what it means, in English sentences.
    """

    lags_s: Floats
    coefficients: Floats
    lag_s: float
    coefficient: float
    repeats_s: float | None
    words: tuple[str, ...]


def pair(times_a: npt.ArrayLike, a: npt.ArrayLike, times_b: npt.ArrayLike, b: npt.ArrayLike) -> Pairs:
    """The values of the first curve, and of the second between its samples, where both are. Raises AnalysisError."""
    raise NotImplementedError


def density(x: npt.ArrayLike, y: npt.ArrayLike, bins: int | None = None, step: Step = no_step) -> Density:
    """How many pairs lie where, on a grid of `bins` by `bins` fields. Raises AnalysisError and what `step` raises."""
    raise NotImplementedError


def correlation(
    times_a: npt.ArrayLike,
    a: npt.ArrayLike,
    times_b: npt.ArrayLike,
    b: npt.ArrayLike,
    max_lag_s: float | None = None,
    step: Step = no_step,
) -> Correlation:
    """How alike two curves are by the lag between them. Raises AnalysisError and what `step` raises."""
    raise NotImplementedError
