"""The connections of one run, for the services of a session: views and commands never see one."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from app.model.alerts import Alerts
from app.model.topics import TopicStore
from app.net.link_thread import LinkThread
from app.session.errors import SessionError
from app.wording.session import SessionWording

if TYPE_CHECKING:
    # not needed before there is a robot, and slow to load
    from app.connections.base import Connection

_LOGGER = logging.getLogger(__name__)
SAMPLE_INTERVAL_S = 0.5


class OpenConnections:
    """Connections by id, each started on the link loop when its predecessor of the same id has ended.

    Attributes:
        store: the topics of all connections.
        alerts: the current alerts.
        revision: a number that changes with the connections, their states, the permissions for commands, and alerts.
    """

    def __init__(self, link: LinkThread) -> None:
        self.store = TopicStore()
        self.alerts = Alerts()
        self.revision = 0
        self._link = link
        self._connections: dict[str, Connection] = {}
        # on the link loop: connections that were started and have not ended; one may end while its id is used anew
        self._running: dict[str, Connection] = {}
        self._appliers: list[Callable[[], None]] = []
        self._sampler: asyncio.TimerHandle | None = None
        # incrementing is not atomic, and more than one thread does it
        self._revisions = itertools.count(1)

    @property
    def all(self) -> tuple[Connection, ...]:
        """All connections, oldest first."""
        return tuple(self._connections.values())

    def get(self, connection_id: str) -> Connection | None:
        """The connection of an id, None if there is none."""
        return self._connections.get(connection_id)

    def find(self, connection_id: str) -> Connection:
        """The connection of an id. Raises SessionError if there is none."""
        try:
            return self._connections[connection_id]
        except KeyError:
            raise SessionError(
                SessionWording.NO_CONNECTION(connection=connection_id), SessionWording.MAY_BE_CLOSED()
            ) from None

    def is_recorded(self, connection_id: str) -> bool:
        """Whether the black box keeps what comes from a connection; also of one that has ended."""
        connection = self._connections.get(connection_id)
        return connection is None or connection.is_recorded

    def note_change(self) -> None:
        """Change the revision."""
        self.revision = next(self._revisions)

    def add_applier(self, apply: Callable[[], None]) -> None:
        """Call `apply` on the link loop after each start of a connection, to tell it what is wanted of it."""
        self._appliers.append(apply)

    def add(self, connection: Connection) -> None:
        """Add a connection, and start it soon."""
        self._connections[connection.id] = connection
        self.note_change()
        self._link.call(self._start, connection)

    async def end(self, connection_id: str) -> None:
        """End a connection and remove its topics."""
        connection = self._connections.pop(connection_id)
        self.note_change()

        async def end() -> None:
            try:
                await connection.close()
            finally:
                self._forget(connection)

        await self._link.run(end())

    async def close(self) -> None:
        """End all connections, and the statistics."""
        connections, self._connections = self.all, {}

        async def end() -> None:
            if self._sampler is not None:
                self._sampler.cancel()
                self._sampler = None
            # at once: none waits for another, whose peer or disk is slow to let go
            ends = await asyncio.gather(*(each.close() for each in connections), return_exceptions=True)
            for connection, error in zip(connections, ends, strict=True):
                if isinstance(error, Exception):
                    _LOGGER.error("%s could not be closed", connection.id, exc_info=error)

        await self._link.run(end())
        self.note_change()

    # on the link loop

    def running(self) -> list[Connection]:
        """The running connections, except those that still end while a successor has their id already."""
        return [known for known in self._running.values() if self._connections.get(known.id) is known]

    def _start(self, connection: Connection) -> None:
        # both would use the same topics of the store: a predecessor of the same id that still ends starts this one then
        if connection.id in self._running or self._connections.get(connection.id) is not connection:
            return
        self._running[connection.id] = connection
        self.store.conceal(connection.id)
        connection.start()
        for apply in self._appliers:
            apply()
        if self._sampler is None:
            self._sampler = self._link.loop.call_later(SAMPLE_INTERVAL_S, self._sample)

    def _forget(self, connection: Connection) -> None:
        """Remove a connection that has ended, and start its successor."""
        if self._running.get(connection.id) is not connection:
            return
        del self._running[connection.id]
        self.alerts.clear_source(connection.id)
        self.store.remove_connection(connection.id)
        self.note_change()
        successor = self._connections.get(connection.id)
        if successor is not None:
            self._start(successor)

    def _sample(self) -> None:
        # scheduled first, so that one failure does not end all statistics
        self._sampler = self._link.loop.call_later(SAMPLE_INTERVAL_S, self._sample)
        self.store.sample(self._link.loop.time())
