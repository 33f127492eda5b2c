"""Publishers of a Gazebo connection: what one topic of ours is to the master, beside what it is to its subscribers."""

from __future__ import annotations

import asyncio
import time
from typing import Protocol

from app.connections.base import Message
from app.connections.gazebo.record_link import RecordLink
from app.connections.publishing import Served, TopicPublisher
from app.net.server import ServedLink
from app.net.tasks import TaskPool
from protocols.errors import ProtocolError
from protocols.gazebo.messages import MessageTypes
from protocols.gazebo.packets import PublisherRecord
from protocols.gazebo.publication import Publication, PublicationLink

# gzserver hangs up when the master tells it so: what has arrived has to be read by then, which it does every 10 ms
READ_TIME_S = 0.05


class Server(Protocol):
    """What a topic needs of the server that serves it."""

    @property
    def tasks(self) -> TaskPool:
        """See publishing.Server."""

    def links_of(self, publication: Publication) -> tuple[ServedLink[PublicationLink], ...]:
        """See publishing.Server."""

    def published(self, publication: Publication, payload: bytes) -> None:
        """See publishing.Server."""

    def resolve(self, name: str) -> str:
        """The topic that a name stands for now."""

    def remove(self, served: ServedTopic) -> None:
        """The last publisher has ended."""


class GazeboPublisher(TopicPublisher):
    """One publisher of a topic; see `app.connections.base.Publisher`."""

    def __init__(self, served: ServedTopic, types: MessageTypes) -> None:
        super().__init__(served, served.publication.msg_type)
        self._topic = served
        self._types = types

    def encode(self, value: Message) -> bytes:
        """See Publisher."""
        return self._types.encode(self.type_name, value, time.time_ns())

    @property
    def failure(self) -> ProtocolError | None:
        """Why the master does not know of it; None where it does, or is being told."""
        return self._topic.failure

    async def let_read(self) -> None:
        """See TopicPublisher."""
        await asyncio.sleep(READ_TIME_S)


class ServedTopic(Served[Publication]):
    """A topic of the server, and the publishers on this side that share it.

    Attributes:
        name: as it was asked for, which may stand for another topic when another world is loaded.
        record: what the master was told; None before, and while it must not be told.
        held: the link by which it was told.
        failure: why it could not be told the last time; None where it could.
        failures: how often, one after the other.
    """

    def __init__(self, name: str, publication: Publication, server: Server) -> None:
        super().__init__(name, publication, server)
        self.record: PublisherRecord | None = None
        self.held: RecordLink | None = None
        self.failure: ProtocolError | None = None
        self.failures = 0
        self._gazebo_server = server

    def join(self, types: MessageTypes) -> GazeboPublisher:
        """One publisher more."""
        publisher = GazeboPublisher(self, types)
        self.add(publisher)
        return publisher

    def _end(self) -> None:
        self._gazebo_server.remove(self)

    @property
    def is_elsewhere(self) -> bool:
        """Whether the name stands for another topic now: one that begins with `~`, in another world."""
        return self.name.startswith("~") and self._gazebo_server.resolve(self.name) != self.publication.topic
