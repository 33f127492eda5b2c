"""The states, events and counters of a client's session."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Final

from protocols.galileo.reassembly import Fragment

Address = tuple[str, int]


class GalileoSessionState(enum.Enum):
    """The state of a session."""

    CONNECTING = "connecting"
    CONNECTED = "connected"
    STALE = "stale"
    LOST = "lost"
    REFUSED = "refused"
    CLOSED = "closed"


ENDED: Final = frozenset({GalileoSessionState.LOST, GalileoSessionState.CLOSED})
OPEN: Final = frozenset({GalileoSessionState.CONNECTED, GalileoSessionState.STALE})


@dataclass(frozen=True, slots=True)
class SessionStateChanged:
    """The session has another state, or another reason for it."""

    state: GalileoSessionState
    reason: str
    tip: str = ""


@dataclass(frozen=True, slots=True)
class TextReceived:
    """A text has come, as its bytes."""

    payload: bytes


@dataclass(frozen=True, slots=True)
class BinaryReceived:
    """Bytes have come, as one datagram brought them."""

    fragment: Fragment


ClientEvent = SessionStateChanged | TextReceived | BinaryReceived


@dataclass(slots=True)
class ClientCounters:
    """Counts of the datagrams that came, and of those that were not taken.

    Attributes:
        frames: accepted datagrams.
        foreign: datagrams not from the robot's address.
        wrong_id: data frames of an id that is not ours.
        older_id: data frames of an id that was ours.
        malformed: datagrams that the protocol does not know.
        dropped: events that were not fetched, and datagrams that were not sent, for lack of room.
        errors: errors of the socket.
    """

    frames: int = 0
    foreign: int = 0
    wrong_id: int = 0
    older_id: int = 0
    malformed: int = 0
    dropped: int = 0
    errors: int = 0
