from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from app.drive.control.values import Reason, Stage
from app.drive.supervisor.drive_state import DrivePhase, DriveState
from app.ui.drive.earlier_events import NOTHING_EARLIER
from tests.app.ui.drive.conftest import OTHER, ROBOT
from tests.fakes.driving_view import FakeHandle


def told(phase: DrivePhase = DrivePhase.RUNNING, **changes: Any) -> DriveState:
    handle = FakeHandle()
    handle.tell(**changes)
    return replace(handle.state, phase=phase, text=phase.text)


def test_of_a_drive_that_goes_on_nothing_has_to_be_kept() -> None:
    for stage in (Stage.DISARMED, Stage.ARMING, Stage.ARMED, Stage.STOPPING):
        assert NOTHING_EARLIER.after(told(stage=stage, reason=Reason.LATE), ROBOT, 5.0) == NOTHING_EARLIER


def test_stop_is_kept_as_it_was_pressed_whatever_is_driven_later() -> None:
    stopped = NOTHING_EARLIER.after(told(stage=Stage.STOPPED), ROBOT, 5.0)
    assert (stopped.stopped_on, stopped.stopped_at_s) == (ROBOT, 5.0)
    assert stopped.after(told(stage=Stage.STOPPED), OTHER, 9.0) == stopped
    assert stopped.after(told(), OTHER, 9.0) == NOTHING_EARLIER


@pytest.mark.parametrize("stage", [Stage.DISARMED, Stage.STOPPING])
def test_the_last_reason_of_a_process_that_has_ended_is_kept_until_it_is_armed_again(stage: Stage) -> None:
    ended = NOTHING_EARLIER.after(told(DrivePhase.ENDED, stage=stage, reason=Reason.LATE), ROBOT, 5.0)
    for later in (told(DrivePhase.STARTING), told(), told(stage=Stage.ARMING)):
        assert ended.after(later, ROBOT, 6.0).reason is Reason.LATE
    assert ended.after(told(stage=Stage.ARMED), ROBOT, 6.0) == NOTHING_EARLIER


def test_an_armed_robot_was_stopped_by_the_end_itself() -> None:
    ended = NOTHING_EARLIER.after(told(DrivePhase.ENDED, stage=Stage.ARMED, reason=Reason.RELEASED), ROBOT, 5.0)
    assert (ended.reason, ended.ended) == (None, DrivePhase.ENDED.text)
