"""Navigation by goals, whatever the protocol: a pose on the floor, and what became of the goal that was set there."""

from __future__ import annotations

import enum
import math
from collections.abc import Iterable
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class FlatPose:
    """A place on the floor with a heading, in a coordinate frame."""

    frame: str
    x_m: float
    y_m: float
    yaw_rad: float

    @property
    def is_finite(self) -> bool:
        """Whether all its numbers are finite."""
        return all(map(math.isfinite, (self.x_m, self.y_m, self.yaw_rad)))

    def distance_m(self, other: FlatPose) -> float | None:
        """The distance to another place; None where that is in another frame."""
        return math.hypot(other.x_m - self.x_m, other.y_m - self.y_m) if other.frame == self.frame else None


class GoalPhase(enum.Enum):
    """Phases of a goal. The value says whether it is over, as far as can be known."""

    SENT = ("sent", False)
    PENDING = ("pending", False)
    ACTIVE = ("active", False)
    CANCELLING = ("cancelling", False)
    SUCCEEDED = ("succeeded", True)
    CANCELLED = ("cancelled", True)
    ABORTED = ("aborted", True)
    REJECTED = ("rejected", True)
    LOST = ("lost", True)  # the server has it in its list no more, and told no result
    UNANSWERED = ("unanswered", True)  # the server never had it in its list

    def __init__(self, word: str, over: bool) -> None:  # noqa: FBT001 - the members say it
        self.word = word
        self.is_over = over


@dataclass(frozen=True, slots=True)
class OwnGoal:
    """The goal that was set last from here.

    Attributes:
        goal_id: its name on the wire.
        text: what the server says of its state, as it says it; may be empty.
        at: where the robot is, as the server says while the goal is active; None before that.
    """

    goal_id: str
    pose: FlatPose
    phase: GoalPhase = GoalPhase.SENT
    text: str = ""
    at: FlatPose | None = None


@dataclass(frozen=True, slots=True)
class GoalReport:
    """State of the goals of one server, as far as it is known.

    Attributes:
        heard: whether the server has told of its goals lately.
        goal: the goal that was set last from here; None before the first.
        under_way: whether a goal that was set from here may still move the robot.
        others: the number of goals of other programs that are not over.
        cancelling: whether goals are being cancelled from here, and it is not sure yet that they are.
        recovery: the behaviour by which the robot tries to get free, which may not be interruptible; empty for none.
        overdue: whether a cancellation has gone on for so long that the operator may give it up.
        expected: whether a goal that was set from here, and that the server has never named, may still come.
    """

    heard: bool = False
    goal: OwnGoal | None = None
    under_way: bool = False
    others: int = 0
    cancelling: bool = False
    recovery: str = ""
    overdue: bool = False
    expected: bool = False


def united(chosen: GoalReport, others: Iterable[GoalReport]) -> GoalReport:
    """Unite what is known of the chosen server with what others do that may move the robot."""
    moving = [each for each in others if each.under_way or each.others]
    if not moving:
        return chosen
    told = next((each for each in (chosen, *moving) if each.under_way), chosen)
    every = (chosen, *moving)
    return replace(
        told,
        under_way=any(each.under_way for each in every),
        others=sum(each.others for each in every),
        cancelling=any(each.cancelling for each in every),
    )
