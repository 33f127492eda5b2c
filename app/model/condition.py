"""How a robot is, and how good the way to it, as far as its protocol tells."""

from __future__ import annotations

from dataclasses import astuple, dataclass

from app.model.meaning import Battery


@dataclass(frozen=True, slots=True)
class Condition:
    """What a robot says of itself.

    Attributes:
        activity: what it is doing, in a word or a few: “navigating”; empty where it does not tell.
        received_ns: when it said so, in nanoseconds of the wall clock.
        still: whether nothing that is read of it changes though it answers, as of a simulation that is paused.
    """

    battery: Battery | None = None
    activity: str = ""
    received_ns: int = 0
    still: bool = False


@dataclass(frozen=True, slots=True)
class LinkCounts:
    """What came on a link and was not taken, or was to go and did not, since the connection began.

    Attributes:
        foreign: came from another address than the robot's.
        strange: of a session that is not ours.
        malformed: nothing that the protocol knows.
        late: came after it had been given up.
        dropped: was too much for a queue of ours.
        unsent: the system had no room for.
        errors: of the system, when we sent or received.
    """

    foreign: int = 0
    strange: int = 0
    malformed: int = 0
    late: int = 0
    dropped: int = 0
    unsent: int = 0
    errors: int = 0

    @property
    def not_taken(self) -> int:
        """All that came and was not taken."""
        return self.foreign + self.strange + self.malformed + self.late + self.dropped

    def plus(self, other: LinkCounts) -> LinkCounts:
        """Both together."""
        return LinkCounts(*(mine + others for mine, others in zip(astuple(self), astuple(other), strict=True)))


@dataclass(frozen=True, slots=True)
class LinkQuality:
    """The way to a robot and back.

    Attributes:
        round_trip_s: None before it is known.
        loss: the share of what is lost on the way, 0 to 1, over the last two minutes; None before it is known.
        one_way: whether `loss` is that from the robot to us alone; else it is that there and back together.
        counts: what is counted.
    """

    round_trip_s: float | None = None
    loss: float | None = None
    one_way: bool = False
    counts: LinkCounts = LinkCounts()
