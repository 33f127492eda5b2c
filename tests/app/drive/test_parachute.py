"""The parachute, over a way to the robot and a drive process that a test plays, and time as a number."""

from __future__ import annotations

from typing import Any

import pytest

from app.config.profile import Profile
from app.drive.handle_state import GuardState
from app.drive.pacing import OWED_S, ZEROS
from app.drive.parachute import may_move
from app.drive.silence import LOOK_S, SILENT_S
from app.drive.targets import TargetError
from app.drive.values import Stage, Velocity
from app.net.errors import LinkError
from tests.fakes.drive_child import FakeChild
from tests.fakes.parachute_bench import Bench, bench, logged

__all__ = ("bench",)


def test_it_sends_nothing_while_the_process_is_well(bench: Bench) -> None:
    bench.pass_(60.0, Stage.ARMED)

    assert bench.robot.started
    assert bench.robot.sent == []
    assert bench.parachute.state == GuardState(ready=True, names=frozenset({"/teledeck_9"}))


def test_it_sends_zeros_at_once_when_the_process_has_ended_and_never_anything_else(bench: Bench) -> None:
    bench.pass_(1.0, Stage.ARMED)

    bench.child.kill()

    assert len(bench.robot.sent) == 1
    bench.pass_(5.0)
    assert len(bench.robot.sent) == ZEROS
    assert all(send.velocity.is_zero and send.urgent for send in bench.robot.sent)
    assert [send.number for send in bench.robot.sent] == [1, 2, 3, 4, 5]


@pytest.mark.expects_log("is silent")
def test_a_silent_process_is_killed_and_then_stopped_for(bench: Bench) -> None:
    bench.pass_(1.0, Stage.ARMED)

    bench.pass_(SILENT_S - 0.05)
    killed = [bench.child.killed]
    bench.pass_(0.1)

    assert [*killed, bench.child.killed] == [False, True]
    assert len(bench.robot.sent) >= 1
    bench.pass_(5.0)
    assert len(bench.robot.sent) == ZEROS


def test_one_that_was_asked_to_end_and_has_stopped_the_robot_may_say_goodbye(bench: Bench) -> None:
    bench.pass_(1.0, Stage.ARMED)
    bench.child.obeys = False
    bench.child.close_input()
    bench.pass_(0.2, Stage.DISARMED)
    bench.pass_(5.0)

    assert not bench.child.killed
    assert bench.robot.sent == []


def test_so_may_one_that_was_stopped_and_owes_no_stop(bench: Bench) -> None:
    bench.pass_(1.0, Stage.ARMED)
    bench.child.obeys = False
    bench.child.close_input()
    bench.pass_(0.2, Stage.STOPPED)
    bench.pass_(5.0)

    assert not bench.child.killed
    assert bench.robot.sent == []


@pytest.mark.expects_log("is silent")
@pytest.mark.parametrize("more", [{"owed": True}, {"sent": Velocity(0.1, 0.0)}])
def test_one_that_was_stopped_and_may_not_have_stopped_the_robot_is_killed_when_it_is_silent(
    bench: Bench, more: dict[str, Any]
) -> None:
    bench.child.obeys = False
    bench.child.close_input()
    bench.tell(Stage.STOPPED, **more)
    bench.pass_(1.0)

    assert bench.child.killed
    assert bench.robot.sent


@pytest.mark.expects_log("is silent")
def test_one_that_was_asked_to_end_while_the_robot_moves_is_killed_when_it_is_silent(bench: Bench) -> None:
    bench.pass_(1.0, Stage.ARMED)
    bench.child.obeys = False
    bench.child.close_input()
    bench.pass_(1.0)

    assert bench.child.killed
    assert bench.robot.sent


@pytest.mark.expects_log("is silent")
def test_one_that_is_dead_but_has_not_ended_is_not_waited_for(bench: Bench) -> None:
    bench.pass_(1.0, Stage.ARMED)
    bench.child.is_dying = True
    bench.pass_(0.05)
    sent = [len(bench.robot.sent)]

    bench.pass_(0.1)

    assert [*sent, len(bench.robot.sent) > 0] == [0, True]


def test_one_that_has_not_said_anything_yet_is_waited_for(bench: Bench) -> None:
    bench.pass_(60.0)

    assert not bench.child.killed


def test_a_link_thread_that_stood_still_kills_nobody(bench: Bench) -> None:
    bench.pass_(1.0, Stage.ARMED)
    for _ in range(20):
        bench.now += 3.0
        bench.tell(Stage.ARMED)
        bench.parachute.look()
    bench.now += 3600.0
    bench.parachute.look()

    assert not bench.child.killed
    assert bench.robot.sent == []


@pytest.mark.parametrize("stage", [Stage.ARMING, Stage.ARMED, Stage.STOPPING, Stage.STOPPED])
def test_whoever_may_have_moved_is_stopped_for(bench: Bench, stage: Stage) -> None:
    bench.tell(stage)
    bench.child.kill()

    assert bench.robot.sent


@pytest.mark.parametrize("more", [{"owed": True}, {"sent": Velocity(0.1, 0.0)}, {"sent": Velocity(0.0, -0.1)}])
def test_so_is_one_whose_last_stop_may_not_have_arrived(bench: Bench, more: dict[str, Any]) -> None:
    bench.tell(Stage.DISARMED, **more)
    bench.child.kill()

    assert bench.robot.sent


def test_one_that_was_at_rest_had_nothing_to_stop(bench: Bench) -> None:
    bench.tell(Stage.DISARMED, sent=Velocity())
    bench.child.kill()

    assert bench.robot.sent == []
    assert not may_move(None)


def test_one_that_ended_in_order_has_sent_its_zeros(bench: Bench) -> None:
    bench.tell(Stage.STOPPED)
    bench.child.close_input()

    assert bench.robot.sent == []


def test_the_robot_may_be_moving_until_a_zero_has_arrived(bench: Bench) -> None:
    bench.robot.arrives = False
    bench.tell(Stage.ARMED)
    bench.child.kill()
    bench.pass_(5.0)
    moving = [bench.parachute.state.moving]
    # at 20 Hz, for as long as it takes
    assert 95 <= len(bench.robot.sent) <= 101

    bench.robot.arrives = True
    bench.pass_(4.9)
    # as long again: what the process left to the system may come later than what was sent later
    moving.append(bench.parachute.state.moving)
    bench.pass_(0.2)

    assert [*moving, bench.parachute.state.moving] == [True, True, False]
    count = len(bench.robot.sent)
    bench.pass_(1.0)
    assert len(bench.robot.sent) == count
    assert logged(bench)[-1] == "arrived"


def test_nobody_who_takes_commands_is_nobody_to_whom_they_have_come(bench: Bench) -> None:
    bench.robot.subscribers = ()
    bench.tell(Stage.ARMED)
    bench.child.kill()
    bench.pass_(5.0)

    assert bench.parachute.state.moving
    bench.robot.subscribers = ("/base",)


def test_it_gives_up_after_a_minute_and_says_so_in_the_log(bench: Bench) -> None:
    bench.robot.arrives = False
    bench.tell(Stage.ARMED)
    bench.child.kill()

    bench.pass_(OWED_S + 0.1)

    assert not bench.parachute.state.moving
    assert logged(bench)[-1] == "given up"


def test_the_operator_can_say_that_the_robot_stands(bench: Bench) -> None:
    bench.robot.arrives = False
    bench.tell(Stage.ARMED)
    bench.child.kill()

    bench.parachute.give_up(left=False)
    bench.pass_(LOOK_S)

    assert not bench.parachute.state.moving
    assert logged(bench)[-1] == "said to stand"


def test_a_new_process_that_was_armed_takes_over(bench: Bench) -> None:
    bench.robot.arrives = False
    bench.tell(Stage.ARMED)
    bench.child.kill()
    bench.child = FakeChild(bench)
    bench.parachute.attend(bench.child)
    bench.pass_(0.5, Stage.DISARMED)
    assert bench.parachute.state.moving
    bench.pass_(LOOK_S, Stage.ARMED)
    count = len(bench.robot.sent)

    bench.pass_(1.0, Stage.ARMED)

    assert len(bench.robot.sent) == count


def test_stop_is_obeyed_where_no_process_is(bench: Bench) -> None:
    bench.tell(Stage.DISARMED)
    bench.child.kill()

    bench.parachute.stop()
    bench.pass_(1.0)

    assert len(bench.robot.sent) == ZEROS


def test_every_zero_is_in_the_log_with_its_reason(bench: Bench) -> None:
    bench.tell(Stage.ARMED)
    bench.child.kill()
    bench.pass_(1.0)

    assert bench.entries[0]["parachute"] == "ended"
    assert [entry["sent"] for entry in bench.entries if "sent" in entry and entry.get("by") == "parachute"] == [
        1,
        2,
        3,
        4,
        5,
    ]


def test_a_way_that_is_gone_is_tried_on(bench: Bench) -> None:
    bench.robot.raises = True
    bench.tell(Stage.ARMED)
    bench.child.kill()
    bench.pass_(0.5)
    assert bench.robot.sent == []

    bench.robot.raises = False
    bench.pass_(1.5)

    assert bench.robot.sent
    assert not bench.parachute.state.moving


def test_why_it_can_t_stand_by_is_told(bench: Bench) -> None:
    bench.robot.subscribers = ()
    bench.parachute.failed(TargetError("nothing here takes commands", "Name the topic."))
    bench.pass_(LOOK_S)
    assert (bench.parachute.state.ready, bench.parachute.state.words) == (False, "nothing here takes commands")

    bench.robot.failure = LinkError("nobody answers", "Switch it on.")
    bench.pass_(LOOK_S)

    assert bench.parachute.state.tip == "Switch it on."


# what a profile has done at STOP beside zeros


def did(bench: Bench) -> list[str]:
    return [what for what, _ in bench.robot.noted]


@pytest.mark.parametrize("stage", [Stage.ARMED, Stage.STOPPED])
def test_what_the_profile_has_done_at_stop_comes_after_its_first_zero(bench: Bench, stage: Stage) -> None:
    bench.tell(stage)
    bench.child.kill()

    assert bench.robot.noted == [("stopped", 1)]
    assert {"stop service": "/brake", "done": True, "by": "parachute"} in bench.entries
    bench.pass_(0.2)
    assert did(bench) == ["stopped"]


def test_a_lock_is_left_to_the_next_process_when_that_says_that_it_is_latched(bench: Bench) -> None:
    bench.tell(Stage.STOPPED)
    bench.child.kill()
    bench.child = FakeChild(bench)
    bench.parachute.attend(bench.child)
    bench.pass_(5.0)
    assert did(bench) == ["stopped"]

    bench.pass_(1.0, Stage.STOPPED)
    bench.pass_(1.0, Stage.DISARMED)

    assert did(bench) == ["stopped", "left locked"]


@pytest.mark.parametrize(("stage", "left"), [(Stage.ARMED, ["stopped", "disarmed"]), (Stage.STOPPED, ["stopped"])])
async def test_whoever_leaves_while_stop_is_latched_leaves_the_robot_locked(
    bench: Bench, stage: Stage, left: list[str]
) -> None:
    bench.tell(stage)
    bench.child.kill()
    bench.pass_(1.0)

    await bench.parachute.leave()

    assert did(bench) == left
    assert bench.robot.closed


def test_another_profile_is_its_profile_too(bench: Bench) -> None:
    bench.parachute.use(Profile(lock_topic="/e_stop"))

    assert bench.robot.profiles == [Profile(lock_topic="/e_stop")]


async def test_it_looks_by_itself_and_goes_on_after_a_failure(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    looks = 0

    def look() -> None:
        nonlocal looks
        looks += 1

    monkeypatch.setattr(bench.parachute, "look", look)
    bench.parachute._run()
    timer = bench.parachute._timer
    assert timer is not None

    timer._run()
    assert bench.parachute._timer is not timer

    assert looks == 2
