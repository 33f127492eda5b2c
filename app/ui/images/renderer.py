"""Execution of long jobs beside the interface thread: one at a time, never a queue.

A caller that finds it busy asks again later, with what is newest then.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final, Generic, TypeVar

# seconds; a longer job would hold up a frame
HERE_S: Final = 0.0025

# of the newest measurement: a job that took long once may have been held up itself
_WEIGHT: Final = 0.3

_Result = TypeVar("_Result")


class ImageRenderer(Generic[_Result]):
    """Runs jobs. The time of each kind of job is measured, so that short jobs are done at once."""

    def __init__(self, stopwatch: Callable[[], float] = time.perf_counter) -> None:
        self._stopwatch = stopwatch
        self._costs_s: dict[Hashable, float] = {}
        self._executor: ThreadPoolExecutor | None = None
        self._future: Future[tuple[_Result, Hashable, float]] | None = None

    @property
    def busy(self) -> bool:
        """Whether a job is running, or its result was not taken."""
        return self._future is not None

    def run(self, job: Callable[[], _Result], kind: Hashable, *, long: bool) -> _Result | None:
        """Return the result of a short job; None for a long one, run in a thread: `take_result` returns its result later.

        Args:
            job: raises what its caller, or that of `take_result`, can handle.
            kind: jobs of one kind take about the same time.
            long: whether a job of a kind that was never measured is long.
        """
        if self._future is not None:
            raise RuntimeError("one job at a time")
        cost_s = self._costs_s.get(kind)
        if cost_s is None and len(self._costs_s) > 256:
            self._costs_s.clear()
        if (cost_s is None and long) or (cost_s is not None and cost_s > HERE_S):
            if self._executor is None:
                self._executor = ThreadPoolExecutor(1, "picture")
            self._future = self._executor.submit(self._measured, job, kind)
            return None
        return self._noted(*self._measured(job, kind))

    def take_result(self) -> _Result | None:
        """Return the result of the job in the thread, None while it runs; raises what the job raised."""
        if self._future is None or not self._future.done():
            return None
        future, self._future = self._future, None
        return self._noted(*future.result())

    def close(self) -> None:
        """Stop; a running job ends by itself."""
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)
            self._executor = None
        self._future = None

    def _measured(self, job: Callable[[], _Result], kind: Hashable) -> tuple[_Result, Hashable, float]:
        began = self._stopwatch()
        result = job()
        return result, kind, self._stopwatch() - began

    def _noted(self, result: _Result, kind: Hashable, took_s: float) -> _Result:
        before_s = self._costs_s.get(kind, took_s)
        self._costs_s[kind] = before_s + _WEIGHT * (took_s - before_s)
        return result
