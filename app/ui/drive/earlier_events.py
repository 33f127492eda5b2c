"""Memory of what happened while driving and still counts, though no report of the drive process of now tells it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Self

from app.drive.control.values import Reason, Stage

if TYPE_CHECKING:
    # not needed before a robot is driven
    from app.drive.supervisor.drive_state import DriveState

_ARMED: Final = frozenset({Stage.ARMED, Stage.ARMING})


@dataclass(frozen=True, slots=True)
class EarlierEvents:
    """Events from before the newest report that still count.

    Attributes:
        stopped_on: the connection whose robot was driven when STOP was pressed; empty where none was.
        stopped_at_s: when that was, by the wall clock; None while STOP is not latched.
        reason, about: why the robot was last stopped by a drive process that has ended since.
        ended: why that process ended, where it told no such reason; empty where none has ended.
    """

    stopped_on: str = ""
    stopped_at_s: float | None = None
    reason: Reason | None = None
    about: tuple[str, ...] = ()
    ended: str = ""

    def after(self, state: DriveState, robot: str, now: float) -> Self:
        """Return what counts after a state of driving this robot; empty for none. `now` is of the wall clock."""
        report, earlier = state.report, self
        if not state.latched:
            earlier = replace(earlier, stopped_on="", stopped_at_s=None)
        elif earlier.stopped_at_s is None:
            earlier = replace(earlier, stopped_on=robot, stopped_at_s=now)
        if state.phase.name == "ENDED":
            # what stopped an armed robot is the end itself
            told = report if report is not None and report.stage not in _ARMED else None
            if told is not None and told.reason is not None:
                earlier = replace(earlier, reason=told.reason, about=told.about)
            return replace(earlier, ended=state.text)
        return earlier.forget_end() if report is not None and report.stage is Stage.ARMED else earlier

    def forget_end(self) -> Self:
        """Return the same without why a drive process ended: another robot is driven, or the robot was armed again."""
        return replace(self, reason=None, about=(), ended="")


NOTHING_EARLIER: Final = EarlierEvents()
