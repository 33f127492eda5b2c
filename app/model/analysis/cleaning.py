"""Samples that calculations can rely on: finite, and in the order of their times."""

from __future__ import annotations

from dataclasses import dataclass

import numpy.typing as npt

from app.model.series_pyramid import Floats


@dataclass(frozen=True, slots=True, eq=False)
class Cleaned:
    """Samples with finite values at times that never go back.

    Attributes:
        times_s: ascending; two may be equal.
        values: one for each time.
        dropped_not_finite: samples whose time or value was NaN or infinite.
        dropped_backwards: samples that stood against the order of time.
    """

    times_s: Floats
    values: Floats
    dropped_not_finite: int
    dropped_backwards: int


def clean(times_s: npt.ArrayLike, values: npt.ArrayLike) -> Cleaned:
    """The samples without what no calculation can use; what is clean already is not copied.

    Where time goes back either the samples before or those behind are dropped, whichever are fewer. Raises AnalysisError if there are not as many values as times.
    """
    raise NotImplementedError
