"""Robots that are driven no more, and may be moving: the parachute goes on beside whatever is driven next."""

from __future__ import annotations

import pytest

from app.drive import parachute as parachute_module
from app.drive.handle_state import GuardState
from app.drive.pacing import OWED_S
from app.drive.silence import LOOK_S
from app.drive.values import Stage
from tests.fakes.drive_child import FakeChild
from tests.fakes.parachute_bench import Bench, bench, logged
from tests.fakes.standby_robot import FakeRobot
from tests.fakes.waiting import eventually

__all__ = ("bench",)


async def left(bench: Bench, other: FakeRobot) -> FakeChild:
    """The first robot may be moving, and another one is driven by now."""
    bench.robot.arrives = False
    bench.pass_(LOOK_S, Stage.ARMED)
    bench.child.kill()
    await bench.parachute.open(other)
    bench.child = FakeChild(bench)
    bench.parachute.attend(bench.child)
    return bench.child


async def test_a_stop_goes_on_until_it_has_arrived_while_another_robot_is_driven(bench: Bench) -> None:
    other = FakeRobot("ros1://other")
    await left(bench, other)
    bench.pass_(20.0, Stage.ARMED)
    state = bench.parachute.state
    assert (state.ready, state.moving, state.owes, state.left) == (True, False, True, ("ros1://robot",))
    # at 20 Hz
    assert 390 <= len(bench.robot.sent) <= 405
    assert other.sent == []

    bench.robot.arrives = True
    bench.pass_(21.0, Stage.ARMED)

    assert (bench.parachute.state.owes, bench.parachute.state.left) == (False, ())
    await eventually(lambda: bench.robot.closed)
    assert not other.closed
    await bench.parachute.close()


async def test_it_is_tried_for_a_minute_there_too(bench: Bench) -> None:
    await left(bench, FakeRobot("ros1://other"))

    bench.pass_(OWED_S - 1.0, Stage.ARMED)
    moving = [bench.parachute.state.owes]
    bench.pass_(1.5, Stage.ARMED)

    assert [*moving, bench.parachute.state.owes] == [True, False]
    assert bench.entries[-1] == {
        "t": pytest.approx(160.1, abs=0.2),
        "parachute": "given up",
        "sent": len(bench.robot.sent),
        "robot": "ros1://robot",
    }
    await eventually(lambda: bench.robot.closed)
    await bench.parachute.close()


async def test_so_it_is_where_none_is_driven_any_more(bench: Bench) -> None:
    bench.robot.arrives = False
    bench.tell(Stage.ARMED)
    bench.child.kill()
    await bench.parachute.leave()
    bench.pass_(5.0)

    assert bench.parachute.state == GuardState(names=frozenset({"/teledeck_9"}), left=("ros1://robot",))
    assert len(bench.robot.sent) >= 95


async def test_who_drives_the_same_robot_again_takes_over(bench: Bench) -> None:
    again = FakeRobot()
    await left(bench, again)
    bench.pass_(1.0, Stage.DISARMED)
    owes = [bench.parachute.state.owes]

    bench.pass_(LOOK_S, Stage.ARMED)

    assert [*owes, bench.parachute.state.owes] == [True, False]
    count = len(bench.robot.sent)
    bench.pass_(1.0, Stage.ARMED)
    assert len(bench.robot.sent) == count
    await bench.parachute.close()


async def test_the_operator_says_of_the_robots_that_were_left_that_they_stand_by_an_act_of_its_own(
    bench: Bench,
) -> None:
    await left(bench, FakeRobot("ros1://other"))

    bench.parachute.give_up(left=False)
    bench.pass_(LOOK_S, Stage.DISARMED)
    moving = [bench.parachute.state.owes]
    bench.parachute.give_up(left=True)
    bench.pass_(LOOK_S, Stage.DISARMED)

    assert [*moving, bench.parachute.state.owes] == [True, False]
    await bench.parachute.close()


async def test_each_robot_that_was_left_keeps_its_place_until_it_is_done_with(bench: Bench) -> None:
    assert bench.parachute.free_place == 0
    await left(bench, FakeRobot("ros1://other"))

    assert bench.parachute.free_place == 1
    bench.robot.arrives = True
    bench.pass_(1.0, Stage.DISARMED)
    await eventually(lambda: bench.parachute.free_place == 0)
    await bench.parachute.close()


@pytest.mark.expects_log("the program ends, and ros1://robot may still be moving")
async def test_the_end_of_the_program_waits_for_stops_that_are_under_way_but_not_for_ever(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parachute_module, "END_S", 0.05)
    bench.robot.arrives = False
    bench.tell(Stage.ARMED)
    bench.child.kill()

    await bench.parachute.close()

    assert bench.robot.closed
    assert bench.parachute.state == GuardState()
    assert logged(bench)[-1] == "given up"


async def test_for_another_robot_it_leaves_the_first(bench: Bench) -> None:
    other = FakeRobot()

    await bench.parachute.open(other)

    assert (bench.robot.closed, other.started) == (True, True)
    assert bench.parachute.state.ready
    await bench.parachute.close()
    assert other.closed
