"""The watchdog, over a way to the robot and a drive process that a test plays, and time as a number."""

from __future__ import annotations

import pytest

from app.config.profile import Profile
from app.drive.control.pacing import OWED_S, ZEROS
from app.drive.control.silence_timer import CHECK_EVERY_S, SILENT_S
from app.drive.control.values import Stage
from app.drive.messages.watchdog_messages import DriveMessage
from app.drive.robot.targets import TargetError
from app.drive.supervisor.watchdog import READY_FOR_S, RESTING_S
from app.net.errors import LinkError
from tests.fakes.watchdog_bench import Bench, bench, logged, watched

__all__ = ("bench", "watched")


def test_it_sends_nothing_while_the_process_is_well(bench: Bench) -> None:
    bench.pass_(60.0, Stage.ARMED)

    assert bench.robot.sent == []
    assert (bench.state.ready, bench.state.moving, bench.state.name) == (True, False, "/teledeck_9")
    assert not bench.watchdog.is_done


def test_it_sends_zeros_at_once_when_the_process_has_ended_and_never_anything_else(bench: Bench) -> None:
    bench.pass_(1.0, Stage.ARMED)

    bench.die()

    assert len(bench.robot.sent) == 1
    bench.pass_(5.0)
    assert len(bench.robot.sent) == ZEROS
    assert all(send.velocity.is_zero and send.urgent for send in bench.robot.sent)
    assert [send.number for send in bench.robot.sent] == [1, 2, 3, 4, 5]
    assert bench.watchdog.is_done


@pytest.mark.expects_log("is silent")
def test_a_silent_process_is_killed_and_then_stopped_for(bench: Bench) -> None:
    bench.pass_(1.0, Stage.ARMED)

    bench.pass_(SILENT_S - 0.05)
    killed = [bench.process.killed]
    bench.pass_(0.1)

    assert [*killed, bench.process.killed] == [False, True]
    assert len(bench.robot.sent) >= 1
    bench.die()
    bench.pass_(5.0)
    assert len(bench.robot.sent) == ZEROS
    assert logged(bench) == ["silent", "arrived"]


@pytest.mark.expects_log("is silent")
def test_one_that_is_silent_at_rest_is_killed_and_there_was_nothing_to_stop(bench: Bench) -> None:
    bench.pass_(1.0, Stage.DISARMED)

    bench.pass_(RESTING_S - 0.05)
    killed = [bench.process.killed]
    bench.pass_(0.1)

    assert [*killed, bench.process.killed] == [False, True]
    assert bench.robot.sent == []


@pytest.mark.expects_log("is silent")
def test_what_the_robot_may_still_be_doing_is_not_rest(bench: Bench) -> None:
    bench.tell(Stage.DISARMED, moving=True)
    bench.pass_(SILENT_S + 0.1)

    assert bench.process.killed
    assert bench.robot.sent


def test_one_that_said_goodbye_may_take_its_time(bench: Bench) -> None:
    bench.pass_(1.0, Stage.STOPPED)
    bench.watchdog.receive(DriveMessage(goodbye=True))
    bench.pass_(5.0)
    bench.die()
    bench.pass_(1.0)

    assert not bench.process.killed
    assert bench.robot.sent == []
    assert bench.watchdog.is_done


def test_one_that_is_stopped_by_its_own_will_is_not_taken_for_a_dead_one(bench: Bench) -> None:
    bench.pass_(1.0, Stage.DISARMED)
    bench.watchdog.receive(DriveMessage(pause=True))
    bench.pass_(3600.0)
    killed = [bench.process.killed]
    bench.pass_(1.0, Stage.DISARMED)

    assert [*killed, bench.process.killed] == [False, False]
    assert bench.robot.sent == []


@pytest.mark.expects_log("is silent")
def test_when_it_goes_on_it_is_watched_again(bench: Bench) -> None:
    bench.watchdog.receive(DriveMessage(pause=True))
    bench.pass_(1.0, Stage.ARMED)
    bench.pass_(SILENT_S + 0.1)

    assert bench.process.killed


def test_one_that_is_stopped_by_its_own_will_before_its_zeros_have_arrived_is_stopped_for(bench: Bench) -> None:
    bench.tell(Stage.STOPPING, moving=True)
    bench.watchdog.receive(DriveMessage(pause=True))
    bench.pass_(1.0)

    assert not bench.process.killed
    assert len(bench.robot.sent) == ZEROS
    assert logged(bench)[0] == "paused"


@pytest.mark.parametrize("stage", [Stage.ARMED, Stage.STOPPED])
def test_so_is_one_that_may_have_sent_a_motion_that_it_did_not_tell_of(bench: Bench, stage: Stage) -> None:
    bench.tell(stage)
    bench.watchdog.receive(DriveMessage(pause=True))
    bench.pass_(5.0)

    assert not bench.process.killed
    assert len(bench.robot.sent) == ZEROS


@pytest.mark.expects_log("is silent")
def test_one_that_is_dead_but_has_not_ended_is_not_waited_for(bench: Bench) -> None:
    bench.pass_(1.0, Stage.ARMED)
    bench.process.is_dying = True
    bench.pass_(0.05)
    sent = [len(bench.robot.sent)]

    bench.pass_(0.1)

    assert [*sent, len(bench.robot.sent) > 0] == [0, True]


def test_one_that_has_not_said_anything_yet_is_waited_for(bench: Bench) -> None:
    bench.pass_(60.0)

    assert not bench.process.killed


def test_a_watchdog_that_stood_still_kills_nobody(bench: Bench) -> None:
    bench.pass_(1.0, Stage.ARMED)
    for _ in range(20):
        bench.now += 3.0
        bench.tell(Stage.ARMED)
        bench.watchdog.check()
    bench.now += 3600.0
    bench.watchdog.check()

    assert not bench.process.killed
    assert bench.robot.sent == []


@pytest.mark.parametrize("stage", [Stage.ARMING, Stage.ARMED, Stage.STOPPING, Stage.STOPPED])
def test_whoever_may_have_moved_is_stopped_for(bench: Bench, stage: Stage) -> None:
    bench.tell(stage)
    bench.die()

    assert bench.robot.sent


def test_at_a_robot_that_did_not_obey_its_zeros_go_on_for_a_minute_whatever_arrives(bench: Bench) -> None:
    bench.tell(Stage.STOPPING, moving=True, unobeyed=True)
    bench.die()
    bench.pass_(OWED_S - 0.1)

    assert [bench.state.moving, bench.watchdog.is_done] == [True, False]
    bench.pass_(0.2)
    assert [bench.state.moving, bench.watchdog.is_done] == [False, True]
    assert logged(bench)[-1] == "given up"


def test_so_is_one_whose_last_stop_may_not_have_arrived(bench: Bench) -> None:
    bench.tell(Stage.DISARMED, moving=True)
    bench.die()

    assert bench.robot.sent


def test_one_that_was_at_rest_had_nothing_to_stop(bench: Bench) -> None:
    bench.tell(Stage.DISARMED)
    bench.die()

    assert bench.robot.sent == []
    assert bench.watchdog.is_done


def test_one_that_ended_in_order_has_sent_its_zeros(bench: Bench) -> None:
    bench.tell(Stage.STOPPED)
    bench.watchdog.receive(DriveMessage(goodbye=True))
    bench.die()

    assert bench.robot.sent == []


def test_the_robot_may_be_moving_until_a_zero_has_arrived(bench: Bench) -> None:
    bench.robot.arrives = False
    bench.tell(Stage.ARMED)
    bench.die()
    bench.pass_(5.0)
    moving = [bench.state.moving]
    # at 20 Hz, for as long as it takes
    assert 95 <= len(bench.robot.sent) <= 101

    bench.robot.arrives = True
    bench.pass_(4.9)
    # as long again: what the process left to the system may come later than what was sent later
    moving.append(bench.state.moving)
    bench.pass_(0.2)

    assert [*moving, bench.state.moving] == [True, True, False]
    count = len(bench.robot.sent)
    bench.pass_(1.0)
    assert len(bench.robot.sent) == count
    assert logged(bench)[-1] == "arrived"
    assert bench.watchdog.is_done


def test_nobody_who_takes_commands_is_nobody_to_whom_they_have_come(bench: Bench) -> None:
    bench.robot.subscribers = ()
    bench.tell(Stage.ARMED)
    bench.die()
    bench.pass_(5.0)

    assert bench.state.moving


def test_an_axis_that_nobody_ever_heard_is_not_waited_for(bench: Bench) -> None:
    bench.robot.unheard = ("/lift",)
    bench.pass_(READY_FOR_S + 0.1, Stage.ARMED)
    assert not bench.state.ready

    bench.die()
    bench.pass_(1.0)

    assert not bench.state.moving
    assert logged(bench)[-1] == "arrived"


def test_an_axis_that_was_heard_and_is_gone_is_waited_for(bench: Bench) -> None:
    bench.pass_(1.0, Stage.ARMED)
    bench.robot.unheard = bench.robot.axes_left = ("/lift",)
    bench.die()
    bench.pass_(5.0)
    assert bench.state.moving

    bench.robot.unheard = bench.robot.axes_left = ()
    bench.robot.subscribers = ("/base", "/lifter (/lift)")
    bench.pass_(12.0)

    assert not bench.state.moving


def test_it_gives_up_after_a_minute_and_says_so_in_the_log(bench: Bench) -> None:
    bench.robot.arrives = False
    bench.tell(Stage.ARMED)
    bench.die()

    bench.pass_(OWED_S + 0.1)

    assert not bench.state.moving
    assert logged(bench)[-1] == "given up"
    assert bench.watchdog.is_done


def test_every_zero_is_in_the_log_with_its_reason(bench: Bench) -> None:
    bench.tell(Stage.ARMED)
    bench.die()
    bench.pass_(1.0)

    assert bench.entries[0]["watchdog"] == "ended"
    zeros = [entry["sent"] for entry in bench.entries if "sent" in entry and entry.get("by") == "watchdog"]
    assert zeros == [1, 2, 3, 4, 5]


def test_a_way_that_is_gone_is_tried_on(bench: Bench) -> None:
    bench.robot.raises = True
    bench.tell(Stage.ARMED)
    bench.die()
    bench.pass_(0.5)
    assert bench.robot.sent == []

    bench.robot.raises = False
    bench.pass_(1.5)

    assert bench.robot.sent
    assert not bench.state.moving


def test_why_it_can_t_stand_by_is_told(bench: Bench) -> None:
    bench.robot.subscribers = ()
    bench.watchdog.handle_failure(TargetError("nothing here takes commands", "Name the topic."))
    bench.pass_(CHECK_EVERY_S)
    assert (bench.state.ready, bench.state.words) == (False, "nothing here takes commands")

    bench.robot.failure = LinkError("nobody answers", "Switch it on.")
    bench.pass_(CHECK_EVERY_S)

    assert bench.state.tip == "Switch it on."


def test_a_link_that_is_made_anew_at_once_is_no_reason_to_say_that_it_is_not_ready(bench: Bench) -> None:
    bench.pass_(1.0, Stage.ARMED)
    bench.robot.subscribers = ()
    bench.pass_(READY_FOR_S - 0.1, Stage.ARMED)
    ready = [bench.state.ready]
    bench.pass_(0.2, Stage.ARMED)

    assert [*ready, bench.state.ready] == [True, False]


# with a window behind the drive process


def test_it_stands_by_until_the_next_process_has_the_robot(watched: Bench) -> None:
    watched.pass_(1.0, Stage.ARMED)
    watched.die()
    watched.pass_(60.0)
    done = [watched.watchdog.is_done]

    watched.window(next=Stage.DISARMED)
    watched.pass_(CHECK_EVERY_S)

    assert [*done, watched.watchdog.is_done] == [False, True]


def test_the_operator_can_say_that_the_robot_stands(watched: Bench) -> None:
    watched.robot.arrives = False
    watched.tell(Stage.ARMED)
    watched.die()

    watched.window(stands=True)
    watched.pass_(CHECK_EVERY_S)

    assert not watched.state.moving
    assert logged(watched)[-1] == "said to stand"


def test_a_next_process_that_was_armed_takes_over(watched: Bench) -> None:
    watched.robot.arrives = False
    watched.tell(Stage.ARMED)
    watched.die()
    watched.window(next=Stage.DISARMED)
    watched.pass_(0.5)
    assert watched.state.moving
    watched.window(next=Stage.ARMED)
    watched.pass_(CHECK_EVERY_S)
    count = len(watched.robot.sent)

    watched.pass_(1.0)

    assert len(watched.robot.sent) == count
    assert logged(watched)[-1] == "taken over"
    assert watched.watchdog.is_done


def test_stop_is_obeyed_where_no_process_is(watched: Bench) -> None:
    watched.tell(Stage.DISARMED)
    watched.die()

    watched.window(stop=True)
    watched.pass_(1.0)

    assert len(watched.robot.sent) == ZEROS


def test_a_stop_goes_on_until_it_has_arrived_where_the_robot_is_left(watched: Bench) -> None:
    watched.robot.arrives = False
    watched.tell(Stage.ARMED)
    watched.die()
    watched.window(leave=True)
    watched.pass_(20.0)
    # at 20 Hz
    assert 390 <= len(watched.robot.sent) <= 405
    done = [watched.watchdog.is_done]

    watched.robot.arrives = True
    watched.pass_(21.0)

    assert [*done, watched.watchdog.is_done] == [False, True]


def test_so_it_does_where_the_window_is_gone(watched: Bench) -> None:
    watched.robot.arrives = False
    watched.tell(Stage.ARMED)
    watched.die()
    watched.watchdog.handle_window_end()
    watched.pass_(5.0)
    done = [watched.watchdog.is_done]

    watched.robot.arrives = True
    watched.pass_(6.0)

    assert [*done, watched.watchdog.is_done] == [False, True]


def test_a_window_that_is_gone_ends_nothing_while_the_process_lives(watched: Bench) -> None:
    watched.pass_(1.0, Stage.ARMED)
    watched.watchdog.handle_window_end()
    watched.pass_(1.0, Stage.ARMED)
    assert not watched.watchdog.is_done

    watched.die()

    assert watched.robot.sent


# what a profile has done at STOP beside zeros


def did(bench: Bench) -> list[str]:
    return [what for what, _ in bench.robot.noted]


@pytest.mark.parametrize("stage", [Stage.ARMED, Stage.STOPPED])
def test_what_the_profile_has_done_at_stop_comes_after_its_first_zero(bench: Bench, stage: Stage) -> None:
    bench.tell(stage)
    bench.die()

    assert bench.robot.noted == [("stopped", 1)]
    assert {"stop service": "/brake", "done": True, "by": "watchdog"} in bench.entries
    bench.pass_(0.2)
    assert did(bench) == ["stopped"]


def test_a_lock_is_left_to_the_next_process_when_that_says_that_it_is_latched(watched: Bench) -> None:
    watched.tell(Stage.STOPPED)
    watched.die()
    watched.pass_(5.0)
    assert did(watched) == ["stopped"]
    assert not watched.watchdog.is_done

    watched.window(next=Stage.STOPPED)
    watched.pass_(1.0)

    assert did(watched) == ["stopped", "left locked"]
    assert watched.watchdog.is_done


def test_a_lock_is_taken_back_when_the_next_process_is_not_latched_and_the_stop_has_arrived(watched: Bench) -> None:
    watched.tell(Stage.ARMED)
    watched.die()
    watched.window(next=Stage.DISARMED)
    watched.pass_(0.1)
    assert did(watched) == ["stopped"]
    watched.pass_(1.0)

    assert did(watched) == ["stopped", "disarmed"]
    assert watched.watchdog.is_done


@pytest.mark.parametrize(("stage", "left"), [(Stage.ARMED, ["stopped", "disarmed"]), (Stage.STOPPED, ["stopped"])])
async def test_whoever_leaves_while_stop_is_latched_leaves_the_robot_locked(
    watched: Bench, stage: Stage, left: list[str]
) -> None:
    watched.tell(stage)
    watched.die()
    watched.window(leave=True)
    watched.pass_(1.0)
    assert watched.watchdog.is_done

    await watched.watchdog.stop_sender.close()

    assert did(watched) == left
    assert watched.robot.closed


def test_another_profile_is_its_profile_too(bench: Bench) -> None:
    bench.watchdog.receive(DriveMessage(profile=Profile(lock_topic="/e_stop")))

    assert bench.robot.profiles == [Profile(lock_topic="/e_stop")]


def test_axes_are_stopped_where_the_drive_process_said_last(bench: Bench) -> None:
    bench.watchdog.receive(DriveMessage(stage=Stage.ARMED, moving=True, axes=(0.3,)))

    assert bench.robot.axes_at_stop == (0.3,)

    # nothing is said while it stops by the profile of before
    bench.watchdog.receive(DriveMessage(stage=Stage.DISARMED))
    assert bench.robot.axes_at_stop == (0.3,)
    bench.watchdog.receive(DriveMessage(stage=Stage.DISARMED, axes=()))
    assert list(bench.robot.axes_at_stop) == []
