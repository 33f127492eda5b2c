"""What is known of a connection, in one value."""

from __future__ import annotations

from dataclasses import dataclass

from app.model.clock import SimClock
from app.model.condition import Condition, LinkQuality
from app.model.status import ConnectionStatus


@dataclass(frozen=True, slots=True)
class Totals:
    """Counts over all topics of all connections.

    Attributes:
        nbytes: of payload.
        dropped: messages that came faster than a queue could take them.
    """

    messages: int
    nbytes: int
    dropped: int


@dataclass(frozen=True, slots=True)
class ConnectionInfo:
    """What views show of a connection.

    Attributes:
        id: as in TopicKey.connection.
        can_publish: whether it takes messages of ours.
        world_topic: where the state of its world comes, if that can be controlled; else empty.
        unlocked: whether the operator allowed commands to this robot.
        log_topic: where the log lines of the robot's programs come, read as Role.LOG_LINE; else empty.
        clock: the robot's own time, if it does not keep ours.
        has_graph: whether it has nodes, services and parameters: see `Session.graphs`.
        condition: what the robot says of itself, where it does.
        quality: the way to the robot, where that is measured.
        address: what makes it again, with all that it was told since, without secrets.
        named: the topics that were named, of a robot that can't list them; None where robots list their own.
        tells_changes: whether values that stay as they are are no new messages, and are current while it is connected.
    """

    id: str
    description: str
    status: ConnectionStatus
    can_publish: bool = False
    world_topic: str = ""
    unlocked: bool = False
    log_topic: str = ""
    clock: SimClock | None = None
    has_graph: bool = False
    condition: Condition | None = None
    quality: LinkQuality | None = None
    address: str = ""
    named: tuple[str, ...] | None = None
    tells_changes: bool = False
