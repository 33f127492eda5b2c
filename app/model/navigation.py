"""Navigation of a robot by goals as views know it, with the names of `protocols.navigation`, which they may not see."""

from __future__ import annotations

from dataclasses import dataclass

from protocols.navigation import FlatPose, GoalPhase, GoalReport, OwnGoal

__all__ = ["FlatPose", "GoalPhase", "GoalReport", "NavigationState", "OwnGoal"]

DEFAULT_FRAME = "map"
_UNKNOWN = GoalReport()


@dataclass(frozen=True, slots=True)
class NavigationState:
    """State of the navigation of one robot, as far as it is known.

    Attributes:
        servers: the servers that take goals, by name.
        server: the one that gets them; empty where there is none, or several and none was chosen.
        frame: the frame that goals have to be in.
        ready: whether goals and cancellations would reach the server: it listens to both, and tells of its goals.
        report: what is known of its goals, and of those of the other servers that may move the robot.
        pose_topic: the topic that takes initial poses; empty where nobody listens to one.
        pose_ready: whether an initial pose would reach somebody.
        unconfirmed: the servers that are told to cancel, and are silent, or don't get it, or go on for long.
        overdue: whether a cancellation has gone on for so long that the operator may give it up.
    """

    servers: tuple[str, ...] = ()
    server: str = ""
    frame: str = DEFAULT_FRAME
    ready: bool = False
    report: GoalReport = _UNKNOWN
    pose_topic: str = ""
    pose_ready: bool = False
    unconfirmed: tuple[str, ...] = ()
    overdue: bool = False

    @property
    def is_driving(self) -> bool:
        """Whether a goal, of whoever it is, may move the robot now."""
        return self.report.under_way or self.report.others > 0
