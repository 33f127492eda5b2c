"""The state of a connection, in words for the operator."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class ConnectionState(enum.Enum):
    """What a connection is good for now.

    Attributes:
        CONNECTING: not yet reached, trying; nothing has been received in this run.
        CONNECTED: reached, and values are current.
        STALE: reached a moment ago, nothing came since; values may be old.
        LOST: it was reached and no longer is; trying again. Values stay, with their age.
        REFUSED: the far side is there and turns us away; tried again, but slowly.
        CLOSED: ended by the operator.
    """

    CONNECTING = "connecting"
    CONNECTED = "connected"
    STALE = "stale"
    LOST = "lost"
    REFUSED = "refused"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class ConnectionStatus:
    """State and reason of a connection.

    Attributes:
        reason: one sentence.
        tip: what the operator can do.
        since_ns: since when, in nanoseconds of the wall clock.
        failed: whether the last attempt to reach the robot failed.
    """

    state: ConnectionState
    reason: str
    tip: str = ""
    since_ns: int = 0
    failed: bool = False
