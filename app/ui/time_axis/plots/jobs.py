"""Jobs of a plot that take long, run beside the interface thread.

A view that is closed loses no file: what was begun is finished, also when the program ends meanwhile.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from app.ui.time_axis.plots.export import ExportCancelledError

# a job is given a function that says whether it was cancelled
BackgroundJob = Callable[[Callable[[], bool]], Any]


@dataclass(frozen=True, slots=True)
class _Waiting:
    future: Future[Any]
    done: Callable[[Any], None]
    failed: Callable[[OSError], None]


class BackgroundJobs:
    """Runs jobs in threads of their own. Its methods and callbacks are for the interface thread."""

    def __init__(self) -> None:
        self._waiting: list[_Waiting] = []

    def start(
        self, job: BackgroundJob, done: Callable[[Any], None], failed: Callable[[OSError], None]
    ) -> Callable[[], None]:
        """Start a job; a later `poll` passes its result to `done`, or its error to `failed`.

        Return a function that cancels the job: then neither is called, unless it was too late.
        """
        cancelled = threading.Event()
        executor = ThreadPoolExecutor(1, "plot file")
        self._waiting.append(_Waiting(executor.submit(job, cancelled.is_set), done, failed))
        # its thread ends with the job; the program waits for the job when it ends
        executor.shutdown(wait=False)
        return cancelled.set

    def poll(self) -> None:
        """Deliver the results of jobs that have ended."""
        if not self._waiting:
            return
        ready = [one for one in self._waiting if one.future.done()]
        self._waiting = [one for one in self._waiting if not one.future.done()]
        for one in ready:
            try:
                result = one.future.result()
            except OSError as error:
                one.failed(error)
            except ExportCancelledError:
                continue
            else:
                one.done(result)
