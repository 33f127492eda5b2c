"""The registrar of our subscriptions, or publications, with the master."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from app.net.tasks import TaskPool
from protocols.errors import ProtocolError

_LOGGER = logging.getLogger(__name__)


class Registrar:
    """The registrar: it keeps the master's registrations the same as ours.

    It makes one call for a topic at a time, so that none overtakes another; a failed call is made again on request.

    Args:
        is_wanted: whether a topic shall be registered now.
        register, unregister: call the master. They raise ProtocolError.
    """

    def __init__(
        self,
        tasks: TaskPool,
        is_wanted: Callable[[str], bool],
        register: Callable[[str], Awaitable[None]],
        unregister: Callable[[str], Awaitable[None]],
    ) -> None:
        self._tasks = tasks
        self._is_wanted = is_wanted
        self._register = register
        self._unregister = unregister
        # the topics that the master may know, and those that it is known to know
        self._told: set[str] = set()
        self._current: set[str] = set()
        self._settling: dict[str, asyncio.Task[None]] = {}
        self._closed = False

    def is_registered(self, topic: str) -> bool:
        """Whether the master knows a topic, as far as we know."""
        return topic in self._current

    def invalidate(self, topic: str) -> None:
        """Have a topic registered once more with the next `synchronize`."""
        self._current.discard(topic)

    def invalidate_all(self) -> None:
        """Record that the master has lost all our registrations."""
        self._told.clear()
        self._current.clear()

    def synchronize(self, topic: str) -> asyncio.Task[None]:
        """Bring the master's registration of a topic up to date; returns the task of that."""
        task = self._settling.get(topic)
        if task is None or task.done():
            task = self._settling[topic] = self._tasks.spawn(self._settle(topic), f"registration of {topic}")
        return task

    def synchronize_leftovers(self) -> None:
        """Unregister the topics that are wanted no more and could not be unregistered before."""
        for topic in tuple(self._told):
            if not self._is_wanted(topic):
                self.synchronize(topic)

    async def close(self) -> None:
        """Unregister everything."""
        self._closed = True
        topics = self._told | {topic for topic, task in self._settling.items() if not task.done()}
        await asyncio.gather(*(self.synchronize(topic) for topic in topics))
        await asyncio.gather(*(self.synchronize(topic) for topic in tuple(self._told)))

    async def _settle(self, topic: str) -> None:
        try:
            while True:
                wanted = not self._closed and self._is_wanted(topic)
                if wanted and topic not in self._current:
                    # a call that seems to fail may have been heard
                    self._told.add(topic)
                    await self._register(topic)
                    self._current.add(topic)
                elif not wanted and topic in self._told:
                    await self._unregister(topic)
                    self._told.discard(topic)
                    self._current.discard(topic)
                else:
                    break
        except ProtocolError as error:
            _LOGGER.debug("the master could not be told of %s: %s", topic, error.reason)
        if self._settling.get(topic) is asyncio.current_task():
            del self._settling[topic]
