"""The triggers of incidents: what is one, and what is none."""

from __future__ import annotations

import pytest

from app.drive.control.values import Reason, Stage
from app.drive.messages.report import DriveReport
from app.model.alerts import Alert, Severity
from app.record.incidents import IncidentReason
from app.session.incident_triggers import DriveLook, IncidentTriggers, Trigger
from app.wording.record import IncidentReasonWording
from tests.tools.sentences import tells


class Looked:
    """Triggers that have looked at a robot that is armed."""

    def __init__(self, stage: Stage = Stage.ARMED) -> None:
        self.triggers = IncidentTriggers(frozenset({"ignored"}))
        self.now_s = 100.0
        self.look(stage)

    def look(
        self, stage: Stage, reason: Reason | None = None, presses: int = 0, stops: int = 0, *, failed: bool = False
    ) -> list[IncidentReason]:
        """Look at driving a fifth of a second later."""
        self.now_s += 0.2
        report = DriveReport(self.now_s, stage, reason=reason, stops=stops)
        return [one.reason for one in self.triggers.look(DriveLook(report, presses, failed), (), self.now_s)]

    def alerts(self, *alerts: Alert, later_s: float = 0.2) -> list[Trigger]:
        self.now_s += later_s
        return self.triggers.look(DriveLook(), alerts, self.now_s)


def alert(key: str, severity: Severity = Severity.ERROR) -> Alert:
    return Alert(key, severity, "ros1://robot", f"text of {key}")


def test_a_press_and_the_stage_behind_it_are_one_stop() -> None:
    looked = Looked()
    assert looked.look(Stage.ARMED, presses=1) == [IncidentReason.STOP]
    assert looked.look(Stage.STOPPED, Reason.STOP, presses=1) == []
    assert looked.look(Stage.STOPPED, Reason.STOP, presses=1) == []


def test_each_press_is_a_stop_of_its_own_however_soon() -> None:
    looked = Looked()
    assert looked.look(Stage.STOPPED, Reason.STOP, presses=2) == [IncidentReason.STOP] * 2
    assert looked.look(Stage.STOPPED, Reason.STOP, presses=3, stops=1) == [IncidentReason.STOP] * 2


def test_a_stop_that_nobody_has_counted_is_known_by_the_stage() -> None:
    assert Looked().look(Stage.STOPPED, Reason.STOP) == [IncidentReason.STOP]


@pytest.mark.parametrize(
    ("reason", "found"),
    [
        (Reason.LINK_LOST, [IncidentReason.LINK]),
        (Reason.LINK_SILENT, [IncidentReason.LINK]),
        (Reason.PAD_GONE, [IncidentReason.FAULT]),
        (Reason.WATCHDOG_GONE, [IncidentReason.FAULT]),
        (Reason.BY_OPERATOR, []),
        (Reason.RELEASED, []),
        (Reason.UNFOCUSED, []),
        (None, []),
    ],
)
def test_what_disarms_is_an_incident_unless_the_operator_has(
    reason: Reason | None, found: list[IncidentReason]
) -> None:
    looked = Looked()
    assert looked.look(Stage.DISARMED, reason) == found
    assert looked.look(Stage.DISARMED, reason) == []


def test_a_robot_that_was_not_armed_has_no_such_incident() -> None:
    looked = Looked(Stage.DISARMED)
    assert looked.look(Stage.DISARMED, Reason.LINK_LOST) == []
    assert looked.look(Stage.DISARMED, failed=True) == []


@pytest.mark.parametrize("stage", [Stage.ARMED, Stage.STOPPING])
def test_a_drive_process_that_fails_while_the_robot_may_move_is_one(stage: Stage) -> None:
    looked = Looked(stage)
    assert looked.look(stage, failed=True) == [IncidentReason.FAULT]
    assert looked.look(stage, failed=True) == []


def test_a_process_that_starts_under_a_latched_stop_is_none_but_a_press_is() -> None:
    looked = Looked(Stage.DISARMED)
    looked.triggers.look(DriveLook(), (), looked.now_s)
    assert looked.look(Stage.STOPPED, Reason.STOP, stops=2) == []
    assert looked.look(Stage.STOPPED, Reason.STOP, stops=3) == [IncidentReason.STOP]
    looked.triggers.look(DriveLook(), (), looked.now_s)
    assert looked.look(Stage.STOPPED, Reason.STOP, presses=1, stops=1) == [IncidentReason.STOP]


def test_what_was_before_is_forgotten_where_nobody_has_looked_for_a_while() -> None:
    looked = Looked()
    looked.triggers.forget()
    assert looked.look(Stage.STOPPED, Reason.STOP, presses=4, stops=4) == []
    assert looked.look(Stage.STOPPED, Reason.STOP, presses=5, stops=4) == [IncidentReason.STOP]


def test_an_alert_is_one_if_it_is_an_error_and_not_the_same_as_just_before() -> None:
    looked = Looked()
    assert looked.alerts(alert("a", Severity.WARNING), alert("ignored")) == []
    assert looked.alerts(alert("a")) == [Trigger(IncidentReason.ALERT, "text of a", "ros1://robot")]
    assert looked.alerts(alert("a"), later_s=1000) != []
    assert looked.alerts(later_s=10) == []
    assert looked.alerts(alert("a"), later_s=10) == []


def test_a_robot_that_is_stopped_at_the_first_look_is_none_but_an_error_is_one() -> None:
    report = DriveReport(1.0, Stage.STOPPED, reason=Reason.STOP, stops=3)
    triggers = IncidentTriggers()
    assert [one.reason for one in triggers.look(DriveLook(report, 5), [alert("a")], 1.0)] == [IncidentReason.ALERT]
    assert triggers.look(DriveLook(report, 5), [alert("a")], 2.0) == []


def test_many_alerts_at_once_are_one_that_names_the_first_and_tells_how_many() -> None:
    looked = Looked()
    (found,) = looked.alerts(*(alert(f"{number}") for number in range(50)))
    assert tells(found.words, IncidentReasonWording.ALERTS, first="text of 0", count=49)
    assert looked.alerts(*(alert(f"{number}") for number in range(50)), later_s=100) == []


def test_an_alert_soon_after_another_is_told_a_minute_after_that_if_it_stays() -> None:
    looked = Looked()
    assert looked.alerts(alert("a")) != []
    assert looked.alerts(alert("a"), alert("b"), alert("c"), later_s=30) == []
    assert looked.alerts(alert("a"), alert("b"), later_s=29) == []
    (found,) = looked.alerts(alert("a"), alert("b"), later_s=2)
    assert found.words == "text of b"
    assert looked.alerts(alert("a"), alert("b"), later_s=100) == []


def test_a_robot_may_move_while_it_is_armed_or_stops_unless_its_process_has_ended() -> None:
    stages = {stage for stage in Stage if DriveLook(DriveReport(1.0, stage)).is_moving}
    assert stages == {Stage.ARMED, Stage.STOPPING}
    assert not DriveLook(DriveReport(1.0, Stage.ARMED), has_failed=True).is_moving
    assert not DriveLook().is_moving
