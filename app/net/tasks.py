"""Named tasks with strong references: the only way to start a task."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Coroutine
from typing import Any, TypeVar

_LOGGER = logging.getLogger(__name__)

_Result = TypeVar("_Result")


async def wait_for_event(event: asyncio.Event, timeout_s: float) -> bool:
    """Wait for an event; whether it is set within the time."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(timeout_s):
            await event.wait()
    return event.is_set()


class TaskPool:
    """The tasks of one owner: kept until they end, cancelled together; a failure is logged, never lost."""

    def __init__(self, owner: str) -> None:
        self._owner = owner
        self._tasks: set[asyncio.Task[Any]] = set()

    def spawn(self, coroutine: Coroutine[Any, Any, _Result], name: str) -> asyncio.Task[_Result]:
        """Start a task on the running loop."""
        task = asyncio.get_running_loop().create_task(coroutine, name=f"{self._owner}: {name}")
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _LOGGER.error("%s failed", task.get_name(), exc_info=error)

    async def wait(self, timeout_s: float | None = None) -> bool:
        """Wait until all tasks have ended, also those that begin meanwhile; whether they have within the time."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(timeout_s):
                while self._tasks:
                    await asyncio.wait(self._tasks)
        return not self._tasks

    async def cancel(self) -> None:
        """Cancel all tasks, but for the calling one, and wait until they have ended."""
        tasks = [task for task in self._tasks if task is not asyncio.current_task()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
