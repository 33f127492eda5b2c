"""A connection's state and properties, and the totals of all connections, as values."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.model.status import ConnectionState, ConnectionStatus, LinkQuality, Retry, RobotCondition, SimClock


@dataclass(frozen=True, slots=True)
class MessageTotals:
    """Message counts over all topics of all connections.

    Attributes:
        nbytes: of payload.
        dropped: messages that a full queue has dropped.
    """

    messages: int
    nbytes: int
    dropped: int


@dataclass(frozen=True, slots=True)
class ConnectionInfo:
    """A snapshot of one connection for views.

    Attributes:
        id: as in TopicKey.connection.
        can_publish: whether the robot takes messages of ours.
        world_topic: the topic with the state of its world, if that can be controlled and the robot was ever reached;
            else empty.
        log_topic: the topic with the log lines of the robot's programs, read as Role.LOG_LINE; else empty.
        clock: the robot's own time, if it differs from ours.
        has_graph: whether it has nodes, services and parameters: see `app.session.graphs`.
        condition: the state that the robot reports of itself, if it does.
        quality: of the link to the robot, if that is measured.
        address: the address that makes the connection again, with its later changes, without secrets.
        named: the topics that were named, for a robot that can't list them; None if robots list their own.
        retry: the attempts to reach the robot while it is not there.
        tells_changes: whether unchanged values are not sent again, and are current while it is connected.
    """

    id: str
    description: str
    status: ConnectionStatus
    can_publish: bool = False
    world_topic: str = ""
    log_topic: str = ""
    clock: SimClock | None = None
    has_graph: bool = False
    condition: RobotCondition | None = None
    quality: LinkQuality | None = None
    address: str = ""
    named: tuple[str, ...] | None = None
    tells_changes: bool = False
    retry: Retry = field(default_factory=Retry)

    @property
    def is_unreached(self) -> bool:
        """Whether the robot was tried, and never reached."""
        return self.status.state is ConnectionState.CONNECTING and self.status.failed
