"""Publishers of a ROS 1 connection, and each topic of ours as the master knows it."""

from __future__ import annotations

from collections.abc import Callable

from typing_extensions import override

from app.connections.base import Message
from app.connections.publishing import PublicationServer, PublishedTopic, TopicPublisher
from protocols.errors import LocalProtocolError
from protocols.ros1.messages.schema import Ros1Schema
from protocols.ros1.tcpros.publisher_link import RosPublication


def encode(schema: Ros1Schema, value: Message, now_ns: int) -> bytes:
    """Encode a message, in which “now” is `now_ns`. Raises EncodeError, UnknownFieldError."""
    return schema.encode(value, divmod(now_ns, 1_000_000_000))


class RosPublisher(TopicPublisher):
    """One publisher of a topic of ROS 1."""

    def __init__(self, served: RosPublishedTopic, now_ns: Callable[[], int]) -> None:
        super().__init__(served, served.publication.type_name)
        self._now_ns = now_ns
        self._schema = served.schema

    @override
    def encode(self, value: Message) -> bytes:
        return encode(self._schema, value, self._now_ns())


class RosPublishedTopic(PublishedTopic[RosPublication]):
    """A topic of ours.

    Args:
        ended: called when the last publisher has ended.

    Attributes:
        schema: the schema by which its messages are written.
        refusal: the reason why the master refuses the topic; None where it takes it, or was not reached yet.
    """

    def __init__(
        self,
        publication: RosPublication,
        schema: Ros1Schema,
        server: PublicationServer[RosPublication],
        ended: Callable[[RosPublishedTopic], None],
    ) -> None:
        super().__init__(publication.topic, publication, server)
        self.schema = schema
        self.refusal: LocalProtocolError | None = None
        self._ended = ended

    def join(self, now_ns: Callable[[], int]) -> RosPublisher:
        """Add a publisher; `now_ns` returns the robot's time."""
        publisher = RosPublisher(self, now_ns)
        self.add_publisher(publisher)
        return publisher

    def _end(self) -> None:
        self._ended(self)
