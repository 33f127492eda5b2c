"""Progress, cancellation and errors of a long calculation."""

from __future__ import annotations

from collections.abc import Callable

# called with the fraction that is done, from 0 to 1; it may raise CalculationCancelled
ProgressCallback = Callable[[float], None]


class CalculationCancelled(Exception):  # noqa: N818 - nothing went wrong
    """Raised by a progress callback to end the calculation."""


class AnalysisError(Exception):
    """The data is too little or unfit; the text says what is wrong and what to do."""


def ignore_progress(_fraction: float) -> None:
    """The callback of callers that need neither progress nor cancellation."""


def progress_part(step: ProgressCallback, begin: float, end: float) -> ProgressCallback:
    """The callback for a part of the work, between two fractions of the whole."""

    def within(fraction: float) -> None:
        step(begin + (end - begin) * fraction)

    return within
