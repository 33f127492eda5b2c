"""The triggers of incidents: what happens in a run of which the minute around it is to be kept. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from app.config.feedback import StopClass
from app.drive.control.stop_classes import stop_class
from app.drive.control.values import Reason, Stage
from app.drive.messages.report import DriveReport
from app.model.alerts import Alert, Severity
from app.record.incidents import IncidentReason
from app.wording.record import IncidentReasonWording

# STOP is known by its press, and by the stage that follows it
_SAME_STOP_S: Final = 2.0
# an alert that comes and goes is one incident
_SAME_ALERT_S: Final = 300.0
# alerts that come soon after one are in its minute, or wait
_BETWEEN_ALERTS_S: Final = 60.0
# in these the robot moves, or may still
_MOVING: Final = frozenset({Stage.ARMED, Stage.STOPPING})


@dataclass(frozen=True, slots=True)
class DriveLook:
    """Driving as it is now.

    Attributes:
        report: the newest report of the drive process; None where there is none.
        presses: how often STOP was pressed in the window.
        has_failed: whether the drive process has ended by an error.
    """

    report: DriveReport | None = None
    presses: int = 0
    has_failed: bool = False

    @property
    def is_moving(self) -> bool:
        """Whether the robot moves, or may still."""
        return self.report is not None and not self.has_failed and self.report.stage in _MOVING


@dataclass(frozen=True, slots=True)
class Trigger:
    """An incident that has just happened.

    Attributes:
        source: the connection or the part that it is about; empty for the robot that is driven.
    """

    reason: IncidentReason
    words: str
    source: str = ""


class IncidentTriggers:
    """The comparison of each look with the one before.

    Args:
        ignored: the keys of alerts that are none of its: those about recording itself, which would follow each other.
    """

    def __init__(self, ignored: frozenset[str] = frozenset()) -> None:
        self._ignored = ignored
        self._before: DriveLook | None = None
        self._stopped_s = float("-inf")
        self._alerts: dict[str, float] = {}
        self._raised_s = float("-inf")

    def look(self, drive: DriveLook, alerts: Sequence[Alert], now_s: float) -> list[Trigger]:
        """Return what has happened since the last time; of driving nothing at the first time."""
        before, self._before = self._before, drive
        driving = self._driving(before, drive, now_s) if before is not None else []
        return driving + self._raised(alerts, now_s)

    def forget(self) -> None:
        """Forget how driving was: what happens until the next look is none of its."""
        self._before = None

    def _driving(self, before: DriveLook, now: DriveLook, now_s: float) -> list[Trigger]:
        then, told = before.report, now.report
        presses = now.presses - before.presses
        if told is not None and then is not None:
            # another process counts anew
            presses += told.stops - (then.stops if then.stops <= told.stops else 0)
            is_stopped, was_stopped = told.stage is Stage.STOPPED, then.stage is Stage.STOPPED
            if is_stopped and not was_stopped and not presses and now_s - self._stopped_s > _SAME_STOP_S:
                presses = 1
        if presses > 0:
            self._stopped_s = now_s
            return [Trigger(IncidentReason.STOP, IncidentReasonWording.STOP())] * presses
        if then is None:
            # a STOP that is still latched was pressed before, whatever process is started under it
            return []
        if then.stage in _MOVING and now.has_failed and not before.has_failed:
            return [Trigger(IncidentReason.FAULT, IncidentReasonWording.DRIVE_ENDED())]
        was_armed = then.stage is Stage.ARMED
        if not was_armed or told is None or told.stage is Stage.ARMED or told.reason in {None, Reason.STOP}:
            return []
        return _disarmed(told.reason)

    def _raised(self, alerts: Sequence[Alert], now_s: float) -> list[Trigger]:
        errors = {
            alert.key: alert for alert in alerts if alert.severity is Severity.ERROR and alert.key not in self._ignored
        }
        self._alerts = {key: at_s for key, at_s in self._alerts.items() if now_s - at_s <= _SAME_ALERT_S}
        new = [alert for key, alert in errors.items() if key not in self._alerts]
        if now_s - self._raised_s < _BETWEEN_ALERTS_S:
            # those that stay are told then
            errors = {key: alert for key, alert in errors.items() if key in self._alerts}
            new = []
        # as long as it stays it is the same
        self._alerts.update(dict.fromkeys(errors, now_s))
        if not new:
            return []
        self._raised_s = now_s
        first, count = new[0], len(new) - 1
        words = IncidentReasonWording.ALERTS(first=first.text, count=count) if count else first.text
        return [Trigger(IncidentReason.ALERT, words, first.source)]


def _disarmed(reason: Reason | None) -> list[Trigger]:
    """Return the trigger of what has disarmed the robot; none where the operator has."""
    kind = stop_class(reason)
    if reason is None or kind is StopClass.OPERATOR:
        return []
    why = IncidentReason.LINK if kind is StopClass.LINK else IncidentReason.FAULT
    return [Trigger(why, reason.text)]
