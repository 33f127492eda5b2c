"""Publishers of a ROS 1 connection: what one topic of ours is to the master, beside what it is to its subscribers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from app.connections.base import Message
from app.connections.publishing import Served, TopicPublisher
from app.net.server import ServedLink
from app.net.tasks import TaskPool
from protocols.errors import LocalProtocolError
from protocols.ros1.node_link import NodeLink
from protocols.ros1.publisher_link import Publication
from protocols.ros1.schema import Ros1Schema


class Server(Protocol):
    """What a topic needs of the server that serves it."""

    @property
    def tasks(self) -> TaskPool:
        """See publishing.Server."""

    def links_of(self, publication: Publication) -> tuple[ServedLink[NodeLink], ...]:
        """See publishing.Server."""

    def published(self, publication: Publication, payload: bytes) -> None:
        """See publishing.Server."""

    def remove(self, served: ServedTopic) -> None:
        """The last publisher has ended."""


def encode(schema: Ros1Schema, value: Message, now_ns: int) -> bytes:
    """A message of a type, in which “now” is `now_ns`. Raises EncodeError, UnknownFieldError."""
    return schema.encode(value, divmod(now_ns, 1_000_000_000))


class RosPublisher(TopicPublisher):
    """One publisher of a topic; see `app.connections.base.Publisher`."""

    def __init__(self, served: ServedTopic, now_ns: Callable[[], int]) -> None:
        super().__init__(served, served.publication.type_name)
        self._now_ns = now_ns
        self._schema = served.schema

    def encode(self, value: Message) -> bytes:
        """See Publisher."""
        return encode(self._schema, value, self._now_ns())


class ServedTopic(Served[Publication]):
    """A topic of ours.

    Attributes:
        schema: how its messages are written.
        refusal: why the master does not take the topic; None where it does, or was not reached yet.
    """

    def __init__(self, publication: Publication, schema: Ros1Schema, server: Server) -> None:
        super().__init__(publication.topic, publication, server)
        self.schema = schema
        self.refusal: LocalProtocolError | None = None
        self._ros_server = server

    def join(self, now_ns: Callable[[], int]) -> RosPublisher:
        """One publisher more; `now_ns` says what time it is for the robot."""
        publisher = RosPublisher(self, now_ns)
        self.add(publisher)
        return publisher

    def _end(self) -> None:
        self._ros_server.remove(self)
