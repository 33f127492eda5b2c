"""How a long calculation tells how far it is, is ended early, and says that it can't be done."""

from __future__ import annotations

from collections.abc import Callable

# called with the share that is done, from 0 to 1; it may raise Cancelled
Step = Callable[[float], None]


class Cancelled(Exception):  # noqa: N818 - nothing went wrong
    """Raised by a step, to end the calculation."""


class AnalysisError(Exception):
    """There is too little data, or it is unfit; the text says what is wrong and what to do."""


def no_step(_share: float) -> None:
    """The step of who wants neither to know nor to end it."""


def part(step: Step, begin: float, end: float) -> Step:
    """A step for the part of the work that goes from one share to another."""

    def within(share: float) -> None:
        step(begin + (end - begin) * share)

    return within
