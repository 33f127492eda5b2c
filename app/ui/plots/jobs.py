"""What takes long of a plot, done beside the interface thread.

A view that is closed loses no file: what was begun is finished, also when the program ends meanwhile.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from app.ui.plots.export import CancelledError

# told whether it is to end
Job = Callable[[Callable[[], bool]], Any]


@dataclass(frozen=True, slots=True)
class _Waiting:
    future: Future[Any]
    done: Callable[[Any], None]
    failed: Callable[[OSError], None]


class Jobs:
    """See the module. All but the jobs themselves is for the interface thread."""

    def __init__(self) -> None:
        self._waiting: list[_Waiting] = []

    def begin(self, job: Job, done: Callable[[Any], None], failed: Callable[[OSError], None]) -> Callable[[], None]:
        """Have a job done; a later `look` gives its result to `done`, or its error to `failed`.

        What is returned cancels it: then neither is called, unless it was too late for that.
        """
        cancelled = threading.Event()
        executor = ThreadPoolExecutor(1, "plot file")
        self._waiting.append(_Waiting(executor.submit(job, cancelled.is_set), done, failed))
        # its thread ends with the job; the program waits for it, if for nothing else
        executor.shutdown(wait=False)
        return cancelled.set

    def look(self) -> None:
        """Take what has been done meanwhile."""
        if not self._waiting:
            return
        ready = [one for one in self._waiting if one.future.done()]
        self._waiting = [one for one in self._waiting if not one.future.done()]
        for one in ready:
            try:
                result = one.future.result()
            except OSError as error:
                one.failed(error)
            except CancelledError:
                continue
            else:
                one.done(result)
