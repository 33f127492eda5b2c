"""The state of a connection, in words for the operator."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class ConnectionState(enum.Enum):
    """The state of a connection.

    Attributes:
        CONNECTING: the robot is not reached yet; nothing has been received in this run.
        CONNECTED: the robot is reached, and values are current.
        STALE: the robot was reached a moment ago, but nothing has come since; values may be old.
        LOST: the robot was reached and no longer is; attempts go on. Values stay, with their age.
        REFUSED: the robot answers and rejects the connection; attempts go on, but slowly.
        CLOSED: the operator ended the connection.
    """

    CONNECTING = "connecting"
    CONNECTED = "connected"
    STALE = "stale"
    LOST = "lost"
    REFUSED = "refused"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class ConnectionStatus:
    """The state of a connection with its reason.

    Attributes:
        reason: one sentence.
        tip: what the operator can do.
        since_ns: when the state began, in nanoseconds of the wall clock.
        failed: whether the last attempt to reach the robot failed.
    """

    state: ConnectionState
    reason: str
    tip: str = ""
    since_ns: int = 0
    failed: bool = False
