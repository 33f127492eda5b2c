"""A thread for long calculations beside the interface thread, one at a time; a new one replaces the running one."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from app.model.analysis.progress import AnalysisError, CalculationCancelled, ProgressCallback

_LOGGER = logging.getLogger(__name__)

Job = Callable[[ProgressCallback], Any]


@dataclass(slots=True)
class _Calculation:
    """A calculation with its callbacks.

    Attributes:
        outcome: holds the result or the error once the calculation has ended.
    """

    done: Callable[[Any], None]
    failed: Callable[[str], None]
    share: float = 0.0
    cancelled: bool = False
    outcome: list[Any] = field(default_factory=list)

    def step(self, share: float) -> None:
        """Record the progress, and let the interface thread run. Raises Cancelled."""
        if self.cancelled:
            raise CalculationCancelled
        self.share = share
        time.sleep(0)


class CalculationThread:
    """Runs one job at a time in a thread. All but the jobs themselves is for the interface thread."""

    def __init__(self) -> None:
        self._run: _Calculation | None = None
        self._thread: threading.Thread | None = None
        self._waiting: tuple[Job, _Calculation] | None = None

    @property
    def progress(self) -> float | None:
        """The progress of the calculation, from 0 to 1; None while there is none."""
        run = self._waiting[1] if self._waiting is not None else self._run
        return None if run is None or run.cancelled else run.share

    def start(self, job: Job, done: Callable[[Any], None], failed: Callable[[str], None]) -> None:
        """Start a job instead of the present one; a later `deliver_result` delivers its result or its error."""
        self.cancel()
        self._waiting = (job, _Calculation(done, failed))
        self._begin()

    def cancel(self) -> None:
        """Cancel the calculation. The thread ends at the next progress callback of its job."""
        self._waiting = None
        if self._run is not None:
            self._run.cancelled = True

    def deliver_result(self) -> None:
        """Deliver the result of a calculation that has ended, and start the one that waits."""
        run = self._run
        if run is None or not run.outcome:
            return
        self._run = None
        (outcome,) = run.outcome
        if run.cancelled:
            pass
        elif isinstance(outcome, AnalysisError):
            run.failed(str(outcome))
        elif isinstance(outcome, Exception):
            run.failed("")
        else:
            run.done(outcome)
        self._begin()

    def wait(self, timeout_s: float) -> bool:
        """Wait for the thread to end; return whether it has."""
        if self._thread is not None:
            self._thread.join(timeout_s)
        return self._thread is None or not self._thread.is_alive()

    def _begin(self) -> None:
        # two at once would take twice as long each
        if self._run is not None or self._waiting is None:
            return
        (job, run), self._waiting = self._waiting, None
        self._run = run
        # a daemon thread: nothing is lost if the program ends meanwhile
        self._thread = threading.Thread(target=_work, args=(job, run), name="analysis", daemon=True)
        self._thread.start()


def _work(job: Job, run: _Calculation) -> None:
    try:
        outcome = job(run.step)
    except (AnalysisError, CalculationCancelled) as error:
        outcome = error
    except Exception as error:
        _LOGGER.exception("An analysis failed")
        outcome = error
    run.outcome.append(outcome)
