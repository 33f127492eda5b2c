"""Publishers of a Gazebo connection, and each topic of ours as the master knows it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from typing_extensions import override

from app.connections.base import Message
from app.connections.gazebo.advertised_records import RecordLink
from app.connections.publishing import PublicationServer, PublishedTopic, TopicPublisher
from protocols.errors import ProtocolError
from protocols.gazebo.message_types import GazeboMessageTypes
from protocols.gazebo.packets import PublisherRecord
from protocols.gazebo.topic_links import GazeboPublication

# gzserver hangs up when the master tells it to: it has to read messages before, which it does every 10 ms
READ_TIME_S = 0.05


class GazeboPublisher(TopicPublisher):
    """One publisher of a topic of Gazebo."""

    def __init__(self, served: GazeboPublishedTopic, types: GazeboMessageTypes) -> None:
        super().__init__(served, served.publication.msg_type)
        self._topic = served
        self._types = types

    @override
    def encode(self, value: Message) -> bytes:
        return self._types.encode(self.type_name, value, time.time_ns())

    @property
    def failure(self) -> ProtocolError | None:
        """The reason why the master does not know the topic; None where it does, or is being told."""
        return self._topic.failure

    @override
    async def wait_for_readers(self) -> None:
        await asyncio.sleep(READ_TIME_S)


class GazeboPublishedTopic(PublishedTopic[GazeboPublication]):
    """A topic of the server, and the publishers on this side that share it.

    Args:
        resolve: returns the topic that a name stands for now.
        ended: called when the last publisher has ended.

    Attributes:
        name: the name as it was asked for, which may stand for another topic when another world is loaded.
        record: the record that the master was told; None before, and while it must not be told.
        record_link: the link by which the master was told.
        failure: the reason why the master could not be told the last time; None where it could.
        failures: the number of such failures one after the other.
    """

    def __init__(
        self,
        name: str,
        publication: GazeboPublication,
        server: PublicationServer[GazeboPublication],
        resolve: Callable[[str], str],
        ended: Callable[[GazeboPublishedTopic], None],
    ) -> None:
        super().__init__(name, publication, server)
        self.record: PublisherRecord | None = None
        self.record_link: RecordLink | None = None
        self.failure: ProtocolError | None = None
        self.failures = 0
        self._resolve = resolve
        self._ended = ended

    def join(self, types: GazeboMessageTypes) -> GazeboPublisher:
        """Add a publisher."""
        publisher = GazeboPublisher(self, types)
        self.add_publisher(publisher)
        return publisher

    def _end(self) -> None:
        self._ended(self)

    @property
    def has_moved(self) -> bool:
        """Whether the name stands for another topic now: one that begins with `~`, in another world."""
        return self.name.startswith("~") and self._resolve(self.name) != self.publication.topic
