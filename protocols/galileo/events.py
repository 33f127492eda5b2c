"""What sessions tell, and what they count."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Final

from protocols.galileo.reassembly import Fragment

Address = tuple[str, int]


class SessionState(enum.Enum):
    """What a session is good for now."""

    CONNECTING = "connecting"
    CONNECTED = "connected"
    STALE = "stale"
    LOST = "lost"
    REFUSED = "refused"
    CLOSED = "closed"


ENDED: Final = frozenset({SessionState.LOST, SessionState.CLOSED})
OPEN: Final = frozenset({SessionState.CONNECTED, SessionState.STALE})


@dataclass(frozen=True, slots=True)
class StateChanged:
    """The session has another state, or another reason for it."""

    state: SessionState
    reason: str
    tip: str = ""


@dataclass(frozen=True, slots=True)
class TextReceived:
    """A text, by its bytes."""

    payload: bytes


@dataclass(frozen=True, slots=True)
class BinaryReceived:
    """Bytes, as one datagram brought them."""

    fragment: Fragment


Event = StateChanged | TextReceived | BinaryReceived


@dataclass(slots=True)
class Counters:
    """What came, and what was not taken.

    Attributes:
        frames: accepted.
        foreign: not from the robot's address.
        wrong_id: data frames of an id that is not ours.
        older_id: of one that was ours.
        malformed: nothing that the protocol knows.
        dropped: events that nobody fetched, and datagrams that nobody sent.
        errors: of the socket.
    """

    frames: int = 0
    foreign: int = 0
    wrong_id: int = 0
    older_id: int = 0
    malformed: int = 0
    dropped: int = 0
    errors: int = 0
