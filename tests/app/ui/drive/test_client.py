from __future__ import annotations

import asyncio
from dataclasses import replace

import msgspec
import pytest
from PySide6.QtTest import QSignalSpy

from app.config.profile import Limits, PaceShares, Profile
from app.drive.control.values import DriveSource, Reason, Stage, Stick, Velocity
from app.drive.supervisor.drive_state import DrivePhase, DriveState
from app.session.errors import SessionError
from app.ui.base.preferences import Preferences
from app.ui.drive.client import BEAT_MS, DriveClient, DriveSelection
from app.ui.drive.earlier_events import NOTHING_EARLIER, EarlierEvents
from tests.app.ui.drive.conftest import CHOICE, OTHER, ROBOT, Cockpit
from tests.fakes.waiting import eventually

FULL = Stick(1.0, 0.0)
CHOICE_AS_DRIVEN = (CHOICE.connection, CHOICE.topic, CHOICE.type_name)


async def _chosen(cockpit: Cockpit, choice: DriveSelection = CHOICE) -> None:
    cockpit.pilot.select(choice)
    await asyncio.sleep(0)
    cockpit.handle.tell()


async def test_nothing_is_loaded_or_told_before_a_robot_is_chosen(cockpit: Cockpit) -> None:
    for act in (cockpit.pilot.arm, cockpit.pilot.stop, cockpit.pilot.clear, cockpit.pilot.disarm, cockpit.pilot.beat):
        act()
    cockpit.pilot.move(DriveSource.SCREEN, FULL)

    assert cockpit.pilot.state is None
    assert not cockpit.pilot.in_danger
    assert cockpit.handle.said == []


async def test_a_robot_that_is_chosen_is_made_ready_and_hears_a_sign_of_life_every_50_ms(cockpit: Cockpit) -> None:
    assert BEAT_MS == 50
    await _chosen(cockpit)
    assert cockpit.driving.driven == [(CHOICE.connection, "/cmd_vel", CHOICE.type_name, Profile())]
    assert cockpit.handle.said == []

    await eventually(lambda: cockpit.handle.beats >= 3, "signs of life")


async def test_buttons_say_what_is_on_them(cockpit: Cockpit) -> None:
    await _chosen(cockpit)
    cockpit.pilot.arm()
    cockpit.pilot.disarm()
    cockpit.pilot.stop()
    cockpit.pilot.clear()
    cockpit.pilot.set_speed(0.5)

    assert cockpit.handle.said == ["arm", Reason.BY_OPERATOR, "stop", "clear", ("speed", 0.5)]


async def test_where_a_stick_is_held_is_passed_on_whatever_is_allowed_now(cockpit: Cockpit) -> None:
    await _chosen(cockpit)
    cockpit.pilot.move(DriveSource.SCREEN, FULL)
    assert cockpit.handle.moves[DriveSource.SCREEN] == FULL

    cockpit.handle.tell(cap=Velocity(0.15, 0.4))
    cockpit.pilot.beat()
    assert cockpit.handle.moves[DriveSource.SCREEN] == FULL

    cockpit.pilot.move(DriveSource.SCREEN, None)
    assert cockpit.handle.moves[DriveSource.SCREEN] is None


async def test_what_has_not_changed_is_said_once_for_the_handle_renews_it(cockpit: Cockpit) -> None:
    await _chosen(cockpit)
    cockpit.pilot.move(DriveSource.KEYBOARD, FULL)
    cockpit.pilot.beat()
    cockpit.pilot.beat()
    assert len(cockpit.handle.said) == 1


async def test_another_robot_or_topic_disarms_with_its_reason(cockpit: Cockpit) -> None:
    await _chosen(cockpit)
    await _chosen(cockpit, replace(CHOICE, topic="/other/cmd_vel"))
    await _chosen(cockpit, replace(CHOICE, connection=OTHER))

    assert cockpit.handle.said == [Reason.TOPIC_CHANGED, Reason.ROBOT_CHANGED]
    assert [driven and driven[0] for driven in cockpit.driving.driven] == [
        CHOICE.connection,
        CHOICE.connection,
        OTHER,
    ]


async def test_another_profile_is_told_to_the_same_process_which_disarms(cockpit: Cockpit) -> None:
    slow = Profile(name="slow", limits=Limits(linear_m_s=0.1))
    await _chosen(cockpit)
    await _chosen(cockpit, replace(CHOICE, profile=slow))

    assert cockpit.handle.said == [slow]
    assert len(cockpit.driving.driven) == 1


async def test_another_profile_is_not_lost_while_the_robot_is_being_made_ready(cockpit: Cockpit) -> None:
    slow = Profile(name="slow", limits=Limits(linear_m_s=0.1))
    await _chosen(cockpit)
    cockpit.driving.ready.clear()
    cockpit.pilot.select(replace(CHOICE, connection=OTHER))
    await asyncio.sleep(0)
    # the process of the robot before still runs
    cockpit.handle.said.clear()

    cockpit.pilot.select(replace(CHOICE, connection=OTHER, profile=slow))
    cockpit.driving.ready.set()
    await eventually(lambda: len(cockpit.driving.driven) == 3, "the second choice")

    assert cockpit.driving.driven[-1] == (OTHER, "/cmd_vel", CHOICE.type_name, slow)
    assert slow not in cockpit.handle.said


async def test_while_another_robot_is_being_ended_the_chosen_one_is_starting(cockpit: Cockpit) -> None:
    cockpit.driving.ready.clear()
    cockpit.pilot.select(CHOICE)
    await asyncio.sleep(0)
    assert cockpit.handle.state.phase is DrivePhase.IDLE
    assert cockpit.pilot.state is not None
    assert cockpit.pilot.state.phase is DrivePhase.STARTING
    cockpit.driving.ready.set()
    await eventually(lambda: cockpit.driving.driven, "ready")


async def test_why_a_process_ended_is_kept_until_the_next_one_is_armed(cockpit: Cockpit) -> None:
    await _chosen(cockpit)
    cockpit.handle.tell(reason=Reason.LATE)
    cockpit.handle.enter(DrivePhase.ENDED)
    cockpit.pilot.beat()
    cockpit.handle.enter(DrivePhase.STARTING, report=None)
    cockpit.pilot.beat()
    cockpit.handle.tell()
    cockpit.pilot.beat()
    assert cockpit.pilot.earlier.reason is Reason.LATE

    cockpit.handle.tell(stage=Stage.ARMED)
    cockpit.pilot.beat()
    assert cockpit.pilot.earlier == NOTHING_EARLIER


async def test_what_an_armed_process_told_before_it_ended_is_not_why_it_ended(cockpit: Cockpit) -> None:
    await _chosen(cockpit)
    cockpit.handle.tell(stage=Stage.ARMED, reason=Reason.RELEASED)
    cockpit.handle.enter(DrivePhase.ENDED)
    cockpit.pilot.beat()
    assert cockpit.pilot.earlier == EarlierEvents(ended=DrivePhase.ENDED.text)

    await _chosen(cockpit, replace(CHOICE, connection=OTHER))
    assert cockpit.pilot.earlier == NOTHING_EARLIER


@pytest.mark.parametrize("by_pad", [False, True])
async def test_where_and_when_stop_was_pressed_is_kept_until_it_is_cleared(
    cockpit: Cockpit,
    by_pad: bool,  # noqa: FBT001
) -> None:
    now = [1000.0]
    pilot = DriveClient(lambda: cockpit.driving, cockpit.tools.spawn, cockpit.window, clock=lambda: now[0])
    pilot.select(CHOICE)
    await asyncio.sleep(0)
    cockpit.handle.tell(stage=Stage.STOPPED if by_pad else Stage.ARMED)
    if by_pad:
        pilot.beat()
    else:
        pilot.stop()
    now[0] = 1500.0
    pilot.select(replace(CHOICE, connection=OTHER))
    await asyncio.sleep(0)
    cockpit.handle.tell(stage=Stage.STOPPED)
    pilot.beat()
    assert (pilot.earlier.stopped_on, pilot.earlier.stopped_at_s) == (CHOICE.connection, 1000.0)

    cockpit.handle.tell(stage=Stage.DISARMED)
    pilot.beat()
    assert pilot.earlier == NOTHING_EARLIER
    pilot.close()


async def test_what_was_held_for_one_robot_is_not_held_for_the_next(cockpit: Cockpit) -> None:
    await _chosen(cockpit)
    cockpit.pilot.move(DriveSource.SCREEN, FULL)
    await _chosen(cockpit, replace(CHOICE, connection=OTHER))
    cockpit.handle.said.clear()
    cockpit.pilot.beat()
    assert cockpit.handle.said == []


async def test_the_same_choice_again_changes_nothing_but_where_the_process_has_ended(cockpit: Cockpit) -> None:
    await _chosen(cockpit)
    cockpit.pilot.select(CHOICE)
    await asyncio.sleep(0)
    assert len(cockpit.driving.driven) == 1

    cockpit.handle.enter(DrivePhase.ENDED)
    cockpit.pilot.select(CHOICE)
    await asyncio.sleep(0)
    assert len(cockpit.driving.driven) == 2


async def test_what_can_not_be_driven_says_why_and_can_be_tried_again(cockpit: Cockpit) -> None:
    cockpit.driving.error = SessionError("the robot is only looked at", "Allow commands to it first.")
    cockpit.pilot.select(CHOICE)
    await asyncio.sleep(0)
    assert cockpit.pilot.problem == ("the robot is only looked at", "Allow commands to it first.")

    cockpit.driving.error = None
    cockpit.pilot.select(CHOICE)
    await asyncio.sleep(0)
    assert cockpit.pilot.problem == ("", "")
    assert len(cockpit.driving.driven) == 1


async def test_to_leave_a_robot_disarms_it_first(cockpit: Cockpit) -> None:
    await _chosen(cockpit)
    spy = QSignalSpy(cockpit.pilot.selection_changed)
    cockpit.pilot.deselect(Reason.EXIT)
    await asyncio.sleep(0)

    assert cockpit.handle.said == [Reason.EXIT]
    assert cockpit.driving.driven[-1] is None
    assert cockpit.pilot.state is None
    assert spy.count() == 1
    cockpit.pilot.deselect()
    assert cockpit.handle.said == [Reason.EXIT]


async def test_a_robot_that_was_left_and_may_still_move_is_still_shown_and_can_be_stopped(cockpit: Cockpit) -> None:
    await _chosen(cockpit)
    cockpit.handle.tell(stage=Stage.STOPPING, owed=True)
    moving = cockpit.handle.state
    cockpit.pilot.deselect()
    await asyncio.sleep(0)
    cockpit.handle.state = moving
    assert cockpit.pilot.state is moving
    assert cockpit.pilot.in_danger
    cockpit.pilot.stop()
    assert cockpit.handle.said[-1] == "stop"


async def test_the_end_of_the_program_is_a_reason_of_its_own(cockpit: Cockpit) -> None:
    await _chosen(cockpit)
    cockpit.pilot.close()
    assert cockpit.handle.said == [Reason.EXIT]


async def test_until_it_was_set_the_speed_is_the_share_that_the_profile_begins_with(cockpit: Cockpit) -> None:
    cockpit.pilot.select(CHOICE)
    assert cockpit.pilot.speed == cockpit.handle.state.speed == 0.5
    cockpit.pilot.select(replace(CHOICE, profile=Profile(pace=PaceShares(share=0.2))))
    assert cockpit.handle.state.speed == 0.2

    cockpit.pilot.step_speed(1)
    cockpit.pilot.select(CHOICE)

    assert cockpit.handle.state.speed == 0.3


async def test_what_was_typed_while_the_window_stood_still_makes_nothing_faster(cockpit: Cockpit) -> None:
    pilot = cockpit.pilot
    pilot.select(CHOICE)

    def steps_at(now: float, *, beats: bool) -> list[float]:
        cockpit.now, speeds = now, []
        if beats:
            pilot.beat()
        for steps in (1, -1):
            pilot.set_speed(0.5)
            pilot.step_speed(steps)
            speeds.append(pilot.speed)
        return speeds

    assert steps_at(0.1, beats=False) == [0.6, 0.4]
    assert steps_at(0.2, beats=False) == [0.5, 0.4]
    # the beat that was due may come before the keys that were typed meanwhile
    assert steps_at(0.3, beats=True) == [0.5, 0.4]
    assert steps_at(0.35, beats=True) == [0.6, 0.4]
    # without beats there is nothing by which it is known, and nothing that is driven
    pilot.deselect()
    await asyncio.sleep(0)
    pilot.beat()
    pilot.beat()
    assert steps_at(9.0, beats=False) == [0.6, 0.4]


async def test_steps_at_a_gamepad_are_taken_over_with_the_next_beat(cockpit: Cockpit) -> None:
    await _chosen(cockpit)
    cockpit.handle.state = replace(cockpit.handle.state, speed=0.7)
    cockpit.pilot.beat()
    cockpit.pilot.step_speed(-1)

    assert cockpit.handle.state.speed == 0.6


async def test_a_speed_that_was_set_before_anything_was_chosen_holds_for_what_is_chosen(cockpit: Cockpit) -> None:
    cockpit.pilot.set_speed(0.2)
    assert cockpit.handle.said == []
    await _chosen(cockpit)

    assert cockpit.handle.said == [("speed", 0.2)]
    cockpit.pilot.deselect()
    await asyncio.sleep(0)
    cockpit.pilot.set_speed(0.4)
    await _chosen(cockpit, replace(CHOICE, connection=OTHER))
    assert cockpit.handle.state.speed == 0.4


async def test_each_robot_is_driven_with_the_share_that_it_was_driven_with_last(
    cockpit: Cockpit, preferences: Preferences
) -> None:
    await _chosen(cockpit)
    cockpit.pilot.set_speed(0.8)
    await _chosen(cockpit, replace(CHOICE, connection=OTHER))
    assert cockpit.handle.state.speed == 0.5, "what was set for another robot is no choice for this one"
    assert not cockpit.pilot.is_recalled

    cockpit.handle.state = replace(cockpit.handle.state, speed=0.3)
    cockpit.pilot.beat()
    await _chosen(cockpit)
    assert (cockpit.handle.state.speed, cockpit.pilot.is_recalled) == (0.8, True)
    assert [preferences.drive_share(robot, CHOICE.way) for robot in (ROBOT, OTHER)] == [0.8, 0.3]


@pytest.mark.parametrize(
    "other",
    [replace(CHOICE, topic="/tug/cmd_vel"), replace(CHOICE, profile=Profile(name="gentle"))],
    ids=["topic", "profile"],
)
async def test_each_base_of_a_connection_and_each_profile_has_a_share_of_its_own(
    cockpit: Cockpit, other: DriveSelection
) -> None:
    other = replace(other, profile=msgspec.structs.replace(other.profile, pace=PaceShares(share=0.1)))
    await _chosen(cockpit)
    cockpit.pilot.set_speed(1.0)
    await _chosen(cockpit, other)
    assert (cockpit.handle.state.speed, cockpit.pilot.is_recalled) == (0.1, False)
    await _chosen(cockpit)
    assert (cockpit.handle.state.speed, cockpit.pilot.is_recalled) == (1.0, True)


async def test_a_step_at_a_gamepad_that_comes_late_is_for_the_robot_that_it_was_meant_for(
    cockpit: Cockpit, preferences: Preferences
) -> None:
    await _chosen(cockpit)
    cockpit.pilot.set_speed(0.5)
    preferences.set_drive_share(OTHER, CHOICE.way, 0.4)
    cockpit.pilot.select(replace(CHOICE, connection=OTHER))
    cockpit.handle.state = replace(cockpit.handle.state, speed=0.6)
    cockpit.pilot.beat()
    await asyncio.sleep(0)
    cockpit.pilot.beat()
    assert (cockpit.handle.state.speed, cockpit.pilot.speed) == (0.4, 0.4)
    assert preferences.drive_share(OTHER, CHOICE.way) == 0.4


async def test_what_is_told_of_the_robot_before_does_not_end_what_is_recalled(
    cockpit: Cockpit, preferences: Preferences
) -> None:
    await _chosen(cockpit)
    cockpit.handle.tell(stage=Stage.ARMED, driver=DriveSource.PAD)
    preferences.set_drive_share(OTHER, CHOICE.way, 0.9)
    cockpit.pilot.select(replace(CHOICE, connection=OTHER))
    cockpit.pilot.beat()
    assert cockpit.pilot.is_recalled


@pytest.mark.parametrize(("kept", "speed"), [(0.05, 0.05), (1.0, 1.0), (3.0, 1.0), (0.0, 0.05)])
async def test_what_is_remembered_is_a_share_of_the_limits_of_now(
    cockpit: Cockpit, monkeypatch: pytest.MonkeyPatch, kept: float, speed: float
) -> None:
    monkeypatch.setattr(cockpit.pilot, "_recall", lambda _uri, _way: kept)
    await _chosen(cockpit)
    assert cockpit.handle.state.speed == speed


async def test_it_is_recalled_until_it_is_set_or_driven_with(cockpit: Cockpit, preferences: Preferences) -> None:
    preferences.set_drive_share(ROBOT, CHOICE.way, 0.9)
    await _chosen(cockpit)
    cockpit.handle.tell(stage=Stage.ARMED)
    cockpit.pilot.beat()
    assert cockpit.pilot.is_recalled
    cockpit.handle.tell(stage=Stage.ARMED, driver=DriveSource.PAD)
    cockpit.pilot.beat()
    assert not cockpit.pilot.is_recalled


async def test_a_robot_that_was_left_and_chosen_anew_is_ready_when_the_second_choice_is(cockpit: Cockpit) -> None:
    slow = Profile(name="slow", limits=Limits(linear_m_s=0.1))
    await _chosen(cockpit, replace(CHOICE, connection=OTHER))
    cockpit.driving.ready.clear()
    for _ in range(2):
        cockpit.pilot.select(CHOICE)
        await asyncio.sleep(0)
        cockpit.pilot.deselect()
        await asyncio.sleep(0)
    cockpit.pilot.select(CHOICE)
    await asyncio.sleep(0)
    cockpit.pilot.select(replace(CHOICE, profile=slow))
    cockpit.driving.ready.set()
    await eventually(lambda: cockpit.driving.driven[-1] == (*CHOICE_AS_DRIVEN, slow), "the profile")
    assert slow not in cockpit.handle.said


async def test_the_watch_goes_on_until_who_was_left_has_ended_and_stands(cockpit: Cockpit) -> None:
    await _chosen(cockpit)
    cockpit.handle.tell(stage=Stage.ARMED)
    cockpit.driving.ended.clear()
    cockpit.pilot.deselect()
    # the drive process has not yet heard of it, and so has not said that a stop is owed
    cockpit.pilot.beat()
    assert cockpit.pilot.in_danger
    await asyncio.sleep(0)
    cockpit.handle.tell(stage=Stage.STOPPING, owed=True)
    cockpit.handle.enter(DrivePhase.ENDING)
    looked = QSignalSpy(cockpit.pilot.polled)
    await eventually(lambda: looked.count() >= 2, "looks")
    assert cockpit.pilot.in_danger

    # the process is over, and what the watchdog knows of it is yet to come
    cockpit.handle.state = DriveState()
    cockpit.pilot.beat()
    cockpit.handle.state = DriveState(may_be_moving=True)
    beats = cockpit.handle.beats
    await eventually(lambda: cockpit.handle.beats >= beats + 2, "signs of life")
    assert cockpit.pilot.in_danger

    cockpit.driving.ended.set()
    await eventually(lambda: cockpit.pilot.state is None, "the end")
    await eventually(lambda: not cockpit.pilot._beats.isActive(), "no more beats")


async def test_the_process_hears_whether_who_else_drives_is_seen_before_it_is_disarmed(cockpit: Cockpit) -> None:
    sight = [False]
    cockpit.pilot._is_seen = lambda: sight[0]
    await _chosen(cockpit)
    heard = [cockpit.handle.seen]
    sight[0] = True
    cockpit.pilot.beat()
    heard.append(cockpit.handle.seen)
    sight[0] = False
    cockpit.pilot.disarm(Reason.MINIMISED)
    assert [*heard, cockpit.handle.seen] == [False, True, False]
