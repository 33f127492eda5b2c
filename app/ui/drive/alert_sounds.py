"""Alert sounds, for an operator who looks at the robot instead of the screen: it was stopped, or its link is lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from app.config.feedback import FeedbackPattern, StopClass
from app.drive.control.stop_classes import EXPECTED, stop_class
from app.drive.control.values import LinkLevel, Reason, Stage
from app.ui.drive.desktop import AlertSound

if TYPE_CHECKING:
    # not needed before a robot is driven
    from app.drive.supervisor.drive_state import DriveState

_ARMED = frozenset({Stage.ARMED, Stage.ARMING})


class AlertSounds:
    """Decides when an alert sounds, and for which class of stops: once for each stop or loss.

    Args:
        play: plays a sound.
        pattern: returns how a class of stops is to sound now.
    """

    def __init__(self, play: Callable[[AlertSound], None], pattern: Callable[[StopClass], FeedbackPattern]) -> None:
        self._play = play
        self._pattern = pattern
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
        disarmed = was_armed and stage not in _ARMED and reason not in EXPECTED
        lost = was_armed and level >= LinkLevel.POOR > self._level
        gone = self._ran and phase in {"SILENT", "ENDED"}
        self._stage, self._level, self._ran = stage, level, ran
        if stopped:
            self._ring(stop_class(Reason.STOP))
        elif gone:
            self._ring(StopClass.COMPUTER)
        elif disarmed:
            self._ring(stop_class(reason))
        elif lost:
            self._ring(StopClass.LINK)

    def _ring(self, about: StopClass) -> None:
        sound = AlertSound.of(self._pattern(about))
        if sound is not None:
            self._play(sound)
