"""The state as one line."""

from __future__ import annotations

from app.drive.report import Report
from app.drive.state_line import state_line
from app.drive.values import LinkLevel, Reason, Stage, Velocity


def test_what_matters_most_comes_first() -> None:
    told = Report(1.0, Stage.ARMED, Velocity(0.3, -0.1), level=LinkLevel.GOOD, round_trip_s=0.0123, subscribers=1)

    assert state_line(told) == "ARMED | +0.30 m/s -0.10 rad/s | link good 12 ms | 1 taking them"


def test_a_robot_that_may_be_moving_is_not_overlooked() -> None:
    assert "MAY STILL BE MOVING" in state_line(Report(1.0, Stage.STOPPING, owed=True))


def test_it_says_why_it_was_stopped_and_what_to_do() -> None:
    line = state_line(Report(1.0, Stage.DISARMED, reason=Reason.LINK_SILENT))

    assert Reason.LINK_SILENT.words in line
    assert Reason.LINK_SILENT.tip in line


def test_it_says_why_it_is_not_armed() -> None:
    assert Reason.NO_SUBSCRIBER.words in state_line(Report(1.0, Stage.DISARMED, refusal=Reason.NO_SUBSCRIBER))


def test_a_release_is_told_while_somebody_must_let_go() -> None:
    held = Report(1.0, Stage.ARMED, reason=Reason.LEASE, waiting_for=())

    assert "stopped" not in state_line(held)


def test_who_else_sends_is_named() -> None:
    assert "/planner" in state_line(Report(1.0, Stage.STOPPED, others_sending=("/planner",)))
