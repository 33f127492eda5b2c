"""The parachute, over a way to the robot and a drive process that a test plays, and time as a number."""

from __future__ import annotations

import dataclasses
from collections.abc import AsyncIterator, Mapping
from typing import Any

import pytest

from app.drive import parachute as parachute_module
from app.drive.handle import GuardState
from app.drive.pacing import OWED_S, ZEROS
from app.drive.parachute import Parachute, may_move
from app.drive.report import Report
from app.drive.silence import LOOK_S, SILENT_S
from app.drive.targets import TargetError
from app.drive.values import Link, Send, Stage, Velocity
from app.net.errors import LinkError
from tests.fakes.drive_child import FakeChild


class FakeRobot:
    own_name = "/teledeck_9"
    failure: LinkError | None = None

    def __init__(self) -> None:
        self.subscribers: tuple[str, ...] = ("/base",)
        self.epoch = 1
        self.arrives = True
        # where a test says what has arrived
        self.arrived: int | None = None
        self.sent: list[Send] = []
        self.started = self.closed = False
        self.raises = False

    def start(self) -> None:
        self.started = True

    def send(self, send: Send) -> None:
        if self.raises:
            raise LinkError("the link is gone")
        self.sent.append(send)

    def link(self) -> Link:
        arrived = self.sent[-1].number if self.sent and self.arrives else 0
        arrived = arrived if self.arrived is None else self.arrived
        return Link(connected=True, epoch=self.epoch, subscribers=self.subscribers, arrived=arrived)

    async def close(self) -> None:
        self.closed = True


class Bench:
    """A parachute with all that belongs to it; `pass_` lets time go by."""

    def __init__(self) -> None:
        self.now = 100.0
        self.entries: list[Mapping[str, Any]] = []
        self.robot = FakeRobot()
        self.parachute = Parachute(lambda function: function(), self, lambda: self.now)
        self.child = FakeChild(self)

    def record(self, entry: Mapping[str, Any]) -> None:
        self.entries.append(entry)

    # an Ear
    def heard(self, told: Report, now: float) -> None:
        del now
        self.parachute.heard(told)

    def ended(self, code: int) -> None:
        self.parachute.ended(code)

    async def open(self) -> None:
        await self.parachute.open(self.robot)
        # a test looks by itself
        assert self.parachute._timer is not None
        self.parachute._timer.cancel()
        self.parachute.attend(self.child)

    def tell(self, stage: Stage, **more: Any) -> None:
        self.heard(dataclasses.replace(Report(self.now, stage), **more), self.now)

    def pass_(self, seconds: float, stage: Stage | None = None) -> None:
        """With a stage, the process goes on to tell it."""
        end = self.now + seconds
        while self.now < end - 1e-9:
            self.now += LOOK_S
            if stage is not None:
                self.tell(stage)
            self.parachute.look()


@pytest.fixture
async def bench() -> AsyncIterator[Bench]:
    bench = Bench()
    await bench.open()
    yield bench
    bench.child.end(0)
    bench.robot.arrives = True
    bench.pass_(OWED_S + 1.0)
    await bench.parachute.close()
    assert bench.robot.closed


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
    assert bench.entries[-1]["parachute"] == "arrived"


def test_nobody_who_takes_commands_is_nobody_to_whom_they_have_come(bench: Bench) -> None:
    bench.robot.subscribers = ()
    bench.tell(Stage.ARMED)
    bench.child.kill()
    bench.pass_(5.0)

    assert bench.parachute.state.moving
    bench.robot.subscribers = ("/base",)


def test_a_zero_from_before_the_link_stood_has_not_arrived_whatever_the_link_says(bench: Bench) -> None:
    bench.robot.subscribers = ()
    bench.tell(Stage.ARMED)
    bench.child.kill()
    bench.pass_(1.0)

    # of a link that has carried nothing yet, nothing is unconfirmed
    bench.robot.arrived = len(bench.robot.sent)
    bench.robot.subscribers = ("/base",)
    bench.robot.epoch += 1
    bench.pass_(5.0)

    moving = [bench.parachute.state.moving]
    bench.robot.arrived += 1
    bench.pass_(10.0)
    assert [*moving, bench.parachute.state.moving] == [True, False]


@pytest.mark.parametrize("others", [("/base",), ("/base", "/logger"), ("/other",)])
def test_what_another_link_or_receiver_has_not_been_given_has_not_arrived_there(
    bench: Bench, others: tuple[str, ...]
) -> None:
    bench.robot.arrived = 0
    bench.tell(Stage.ARMED)
    bench.child.kill()
    bench.pass_(1.0)

    bench.robot.arrived = len(bench.robot.sent)
    bench.robot.epoch += others == ("/base",)
    bench.robot.subscribers = others
    bench.pass_(5.0)

    assert bench.parachute.state.moving
    bench.robot.arrived = None


def test_it_gives_up_after_a_minute_and_says_so_in_the_log(bench: Bench) -> None:
    bench.robot.arrives = False
    bench.tell(Stage.ARMED)
    bench.child.kill()

    bench.pass_(OWED_S + 0.1)

    assert not bench.parachute.state.moving
    assert bench.entries[-1]["parachute"] == "given up"


def test_the_operator_can_say_that_the_robot_stands(bench: Bench) -> None:
    bench.robot.arrives = False
    bench.tell(Stage.ARMED)
    bench.child.kill()

    bench.parachute.give_up()
    bench.pass_(LOOK_S)

    assert not bench.parachute.state.moving


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
    assert [entry["sent"] for entry in bench.entries if entry.get("by") == "parachute"] == [1, 2, 3, 4, 5]


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


async def test_the_end_waits_for_a_stop_that_is_under_way_but_not_for_ever(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parachute_module, "END_S", 0.05)
    bench.robot.arrives = False
    bench.tell(Stage.ARMED)
    bench.child.kill()

    await bench.parachute.close()

    assert bench.robot.closed
    assert bench.parachute.state == GuardState()


async def test_for_another_robot_it_leaves_the_first(bench: Bench) -> None:
    other = FakeRobot()

    await bench.parachute.open(other)

    assert (bench.robot.closed, other.started) == (True, True)
    assert bench.parachute.state.ready
    await bench.parachute.close()
    assert other.closed


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
