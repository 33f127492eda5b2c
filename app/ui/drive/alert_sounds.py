"""Alert sounds, for an operator who looks at the robot instead of the screen: it was stopped, or its link is lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from app.drive.control.values import LinkLevel, Reason, Stage
from app.ui.drive.desktop import AlertSound

if TYPE_CHECKING:
    # not needed before a robot is driven
    from app.drive.supervisor.drive_state import DriveState

# caused by the operator, who expects it
_EXPECTED = frozenset({Reason.BY_OPERATOR, Reason.EXIT, Reason.ROBOT_CHANGED, Reason.TOPIC_CHANGED})

# not only stopped: the robot may be out of reach
_OF_THE_LINK = frozenset(
    {
        Reason.LINK_SILENT,
        Reason.LINK_LOST,
        Reason.RECONNECTED,
        Reason.SUBSCRIBER_LEFT,
        Reason.SUBSCRIBER_GONE,
        Reason.NOT_OBEYED,
    }
)

_ARMED = frozenset({Stage.ARMED, Stage.ARMING})


class AlertSounds:
    """Decides when an alert sounds: once for each stop or loss.

    Args:
        ring: plays a sound.

    Attributes:
        on: whether sounds are wanted.
    """

    def __init__(self, ring: Callable[[AlertSound], None]) -> None:
        self.on = True
        self._ring = ring
        self._stage = Stage.DISARMED
        self._level = LinkLevel.GOOD
        self._ran = False

    def check(self, state: DriveState | None) -> None:
        """Compare the newest state with the one before, and sound an alert for a stop or a loss."""
        stage = state.stage if state is not None else Stage.DISARMED
        phase = state.phase.name if state is not None else ""
        ran = phase == "RUNNING"
        report = state.report if state is not None else None
        level = report.level if report is not None else self._level
        was_armed, reason = self._stage in _ARMED, report.reason if report is not None else None
        stopped = stage is Stage.STOPPED and self._stage is not Stage.STOPPED
        disarmed = was_armed and stage not in _ARMED and reason not in _EXPECTED
        lost = was_armed and level >= LinkLevel.POOR > self._level
        gone = self._ran and phase in {"SILENT", "ENDED"}
        self._stage, self._level, self._ran = stage, level, ran
        if self.on and (stopped or disarmed or lost or gone):
            here = stopped or (disarmed and reason not in _OF_THE_LINK)
            self._ring(AlertSound.STOPPED if here else AlertSound.LINK)
