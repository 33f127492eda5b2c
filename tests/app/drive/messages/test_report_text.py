"""Reports as text: what matters most is never cut off."""

from __future__ import annotations

import pytest

from app.drive.control.values import DriveSource, LinkLevel, Reason, Stage, Velocity, WatchdogReadiness
from app.drive.messages.report import DriveReport
from app.drive.messages.report_text import report_text
from app.wording.drive import DriveWording


def test_what_matters_most_comes_first() -> None:
    told = DriveReport(
        1.0,
        Stage.ARMED,
        Velocity(0.3, -0.1),
        level=LinkLevel.GOOD,
        watchdog=WatchdogReadiness.READY,
        round_trip_s=0.0123,
        subscribers=1,
    )

    parts = report_text(told).split(" | ")
    link, taking = DriveWording.LINK_GOOD_IN(took_ms=12.3), DriveWording.TAKING(count=1)
    share = DriveWording.SPEED(share=1.0)
    assert parts == [DriveWording.STAGE_ARMED(), "+0.30 m/s -0.10 rad/s", link, taking, share]


def test_a_robot_that_may_be_moving_is_not_overlooked() -> None:
    assert DriveWording.MAY_BE_MOVING() in report_text(DriveReport(1.0, Stage.STOPPING, owed=True))


def test_as_long_as_it_is_armed_without_a_watchdog_that_is_told() -> None:
    armed, disarmed = (
        DriveReport(1.0, stage, watchdog=WatchdogReadiness.MISSING) for stage in (Stage.ARMED, Stage.DISARMED)
    )

    assert DriveWording.NO_WATCHDOG() in report_text(armed)
    assert DriveWording.NO_WATCHDOG() not in report_text(disarmed)


def test_it_says_why_it_was_stopped_and_what_to_do() -> None:
    line = report_text(DriveReport(1.0, Stage.DISARMED, reason=Reason.LINK_SILENT))

    assert DriveWording.WITH_TIP(reason=Reason.LINK_SILENT.text, tip=Reason.LINK_SILENT.tip) in line


@pytest.mark.parametrize(
    ("stage", "reason"), [(Stage.DISARMED, Reason.SUBSCRIBER_LEFT), (Stage.ARMED, Reason.NEWCOMER)]
)
def test_it_says_who_came_and_who_is_gone(stage: Stage, reason: Reason) -> None:
    line = report_text(DriveReport(1.0, stage, reason=reason, about=("/second",), waiting_for=(DriveSource.PAD,)))

    assert DriveWording.REASON_ABOUT(reason=reason.text, about="/second") in line


def test_it_says_why_it_is_not_armed() -> None:
    assert Reason.NO_SUBSCRIBER.text in report_text(DriveReport(1.0, Stage.DISARMED, refusal=Reason.NO_SUBSCRIBER))


def test_a_release_is_told_while_somebody_must_let_go() -> None:
    held = DriveReport(1.0, Stage.ARMED, reason=Reason.LEASE, waiting_for=())

    assert Reason.LEASE.text not in report_text(held)


def test_who_else_sends_is_named() -> None:
    assert DriveWording.ALSO_SENDING(names="/planner") in report_text(
        DriveReport(1.0, Stage.STOPPED, others_sending=("/planner",))
    )


def test_a_log_that_can_not_be_written_is_seen_before_it_is_armed() -> None:
    line = report_text(DriveReport(1.0, Stage.DISARMED, log_trouble="it is full", log_dropped=3))

    assert DriveWording.NOTHING_LOGGED(trouble="it is full") in line
    assert DriveWording.LOG_LOST(count=3) in report_text(DriveReport(1.0, Stage.DISARMED, log_dropped=3))
