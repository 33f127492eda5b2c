"""The thread that owns every socket: one plain asyncio loop, which the interface can't hold up."""

from __future__ import annotations

import asyncio
import concurrent.futures
import logging
import selectors
import threading
import time
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any, Final, TypeVar, TypeVarTuple

from typing_extensions import override

# so many sockets are read before what was called by other threads, and timers, have their turn
_SOCKETS_AT_ONCE: Final = 16
# a turn of the loop that took longer was held up by something else than sockets
HELD_S: Final = 0.25

_LOGGER = logging.getLogger(__name__)

_Result = TypeVar("_Result")
_Arguments = TypeVarTuple("_Arguments")


class FairSelector(selectors.DefaultSelector):
    """Tells of sockets that are ready a few at a time, so that hundreds of them hold up nothing else.

    All that were ready have had their turn before any is asked for again. After a turn of the loop that took long, all
    are told at once: before timers find that a link was silent, what came on it meanwhile is read.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._waiting: deque[tuple[selectors.SelectorKey, int]] = deque()
        self._clock = clock
        self._told_s = clock()

    @override
    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        was_held = self._clock() - self._told_s > HELD_S
        try:
            return self._all(timeout) if was_held else self._some(timeout)
        finally:
            self._told_s = self._clock()

    def _all(self, timeout: float | None) -> list[tuple[selectors.SelectorKey, int]]:
        # those that wait are ready still
        self._waiting.clear()
        return super().select(timeout)

    def _some(self, timeout: float | None) -> list[tuple[selectors.SelectorKey, int]]:
        waiting = self._waiting
        if not waiting:
            ready = super().select(timeout)
            waiting.extend(ready[_SOCKETS_AT_ONCE:])
            return ready[:_SOCKETS_AT_ONCE]
        keys = self.get_map()
        some = [waiting.popleft() for _ in range(min(len(waiting), _SOCKETS_AT_ONCE))]
        # the number of one that was closed may be another's by now
        return [(key, events) for key, events in some if keys.get(key.fd) is key]


class LinkThread:
    """The thread of the link loop. Call `start` first and `stop` last; all other calls are safe from any thread."""

    def __init__(self, name: str = "link") -> None:
        # the default loop of Windows lets no library watch sockets, as that for MQTT does
        self._loop = asyncio.SelectorEventLoop(FairSelector())
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        """The loop, for code that runs on it."""
        return self._loop

    @property
    def thread_id(self) -> int | None:
        """The native number of the thread, None before it runs."""
        return self._thread.native_id

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def submit(self, coroutine: Coroutine[Any, Any, _Result]) -> concurrent.futures.Future[_Result]:
        """Run a coroutine on the loop."""
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop)

    def call(self, function: Callable[[*_Arguments], object], *arguments: *_Arguments) -> None:
        """Call a function on the loop, soon."""
        self._loop.call_soon_threadsafe(function, *arguments)

    async def run(self, coroutine: Coroutine[Any, Any, _Result]) -> _Result:
        """Run a coroutine on the link loop and await it on the caller's: the bridge between both."""
        return await asyncio.wrap_future(self.submit(coroutine))

    def stop(self, timeout_s: float = 5.0) -> None:
        """Cancel all tasks, end the loop and wait for the thread."""
        if not self._thread.is_alive():
            if not self._loop.is_running():
                self._loop.close()
            return
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(timeout_s)
        if self._thread.is_alive():
            _LOGGER.error("the link thread did not end within %g s", timeout_s)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_forever()
        finally:
            # coroutines that were submitted and have not begun are begun, to be cancelled: their callers wait for them
            self._loop.run_until_complete(asyncio.sleep(0))
            while tasks := asyncio.all_tasks(self._loop):
                for task in tasks:
                    task.cancel()
                self._loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
            self._loop.run_until_complete(self._loop.shutdown_asyncgens())
            self._loop.run_until_complete(self._loop.shutdown_default_executor())
            self._loop.close()
