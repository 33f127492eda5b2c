"""The state of a connection, the condition of the robot behind it, the quality of the link, and the robot's clock."""

from __future__ import annotations

import enum
from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    # not needed to show the first window, and slow to load
    from app.model.messages.values import Battery


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


@dataclass(frozen=True, slots=True)
class Retry:
    """The attempts to reach a robot that is not there.

    Attributes:
        failures: the number of attempts in a row that failed; 0 while the robot is there.
        next_ns: when the next attempt begins, in nanoseconds of the wall clock; past once it has begun.
    """

    failures: int = 0
    next_ns: int = 0


@dataclass(frozen=True, slots=True)
class RobotCondition:
    """The condition of a robot by its own report.

    Attributes:
        activity: what the robot is doing, in a word or a few: “navigating”; empty where it does not tell.
        received_ns: when the report came, in nanoseconds of the wall clock.
        still: whether no value of the robot changes though it answers, as of a simulation that is paused.
    """

    battery: Battery | None = None
    activity: str = ""
    received_ns: int = 0
    still: bool = False


@dataclass(frozen=True, slots=True)
class LinkCounts:
    """Counters of what a link received and discarded, or failed to send, since the connection began.

    Attributes:
        foreign: received from another address than the robot's.
        strange: received for a session that is not ours.
        malformed: received in no form that the protocol knows.
        late: received after they had been given up.
        dropped: received when a queue of ours was full.
        unsent: not sent, as the system had no room for them.
        errors: reported by the system when we sent or received.
    """

    foreign: int = 0
    strange: int = 0
    malformed: int = 0
    late: int = 0
    dropped: int = 0
    unsent: int = 0
    errors: int = 0

    @property
    def discarded(self) -> int:
        """The count of everything that was received and discarded."""
        return self.foreign + self.strange + self.malformed + self.late + self.dropped

    def plus(self, other: LinkCounts) -> LinkCounts:
        """The sums of both counters."""
        return LinkCounts(*(mine + others for mine, others in zip(astuple(self), astuple(other), strict=True)))


@dataclass(frozen=True, slots=True)
class LinkQuality:
    """The quality of the link to a robot and back.

    Attributes:
        round_trip_s: None before it is measured.
        loss: the fraction of packets that are lost, 0 to 1, over the last two minutes; None before it is measured.
        one_way: whether `loss` is that from the robot to us alone; else it is that of both directions together.
        counts: what was discarded or not sent.
    """

    round_trip_s: float | None = None
    loss: float | None = None
    one_way: bool = False
    counts: LinkCounts = LinkCounts()


@dataclass(frozen=True, slots=True)
class SimClock:
    """The state of a simulated or replayed clock, or of the time of a recording that is played here.

    Attributes:
        now_ns: the time in the last message, None before the first: until then programs of the robot stand still.
        received_ns: when the last message came, by the wall clock.
        jumps_back: how often the time went back, as when a simulation is reset or a recording begins again.
        is_recorded: whether it is that of a recording: it stands and goes back as it is asked to.
    """

    now_ns: int | None = None
    received_ns: int = 0
    jumps_back: int = 0
    is_recorded: bool = False
