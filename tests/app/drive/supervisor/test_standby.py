"""A stop that is under way at one robot in the drive process's place, over a way that a test plays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import pytest

from app.drive.control.pacing import OWED_S, ZEROS
from app.drive.control.silence_timer import CHECK_EVERY_S
from app.drive.control.values import Stage
from app.drive.process.audit_log import AuditLog
from app.drive.robot.robot import DrivenRobot
from app.drive.supervisor.watchdog import StopSender
from tests.fakes.standby_robot import FakeRobot


class Bench:
    """One with all that belongs to it; `pass_` lets time go by."""

    def __init__(self) -> None:
        self.now = 100.0
        self.entries: list[Mapping[str, Any]] = []
        self.robot = FakeRobot()
        self.standby = StopSender(cast("DrivenRobot", self.robot), cast("AuditLog", self), lambda: self.now)

    def record(self, entry: Mapping[str, Any]) -> None:
        self.entries.append(entry)

    def pass_(self, seconds: float, stage: Stage | None = None) -> None:
        """With a stage, a drive process goes on to tell it."""
        end = self.now + seconds
        while self.now < end - 1e-9:
            self.now += CHECK_EVERY_S
            if stage is not None:
                self.standby.observe_stage(stage)
            self.standby.check()

    @property
    def moving(self) -> bool:
        return self.standby.is_under_way

    @property
    def did(self) -> list[str]:
        """What was done beside zeros."""
        return [what for what, _ in self.robot.noted]

    @property
    def logged(self) -> list[Any]:
        """Why zeros began, and ended."""
        return [entry["watchdog"] for entry in self.entries if "watchdog" in entry]


@pytest.fixture
def bench() -> Bench:
    return Bench()


async def test_it_sends_nothing_before_it_is_asked_to(bench: Bench) -> None:
    bench.pass_(60.0, Stage.DISARMED)

    assert (bench.robot.sent, bench.did, bench.moving) == ([], [], False)


async def test_five_zeros_go_at_least_and_then_none(bench: Bench) -> None:
    bench.standby.stop("ended", latched=False)
    bench.pass_(5.0)

    assert [send.number for send in bench.robot.sent] == list(range(1, ZEROS + 1))
    assert all(send.velocity.is_zero and send.urgent for send in bench.robot.sent)
    assert bench.logged == ["ended", "arrived"]


async def test_a_zero_from_before_the_link_stood_has_not_arrived_whatever_the_link_says(bench: Bench) -> None:
    bench.robot.subscribers = ()
    bench.standby.stop("ended", latched=False)
    bench.pass_(1.0)

    # of a link that has carried nothing yet, nothing is unconfirmed
    bench.robot.arrived = len(bench.robot.sent)
    bench.robot.subscribers = ("/base",)
    bench.robot.epoch += 1
    bench.pass_(5.0)

    moving = [bench.moving]
    bench.robot.arrived += 1
    bench.pass_(10.0)
    assert [*moving, bench.moving] == [True, False]


@pytest.mark.parametrize("others", [("/base",), ("/base", "/logger"), ("/other",)])
async def test_what_another_link_or_receiver_has_not_been_given_has_not_arrived_there(
    bench: Bench, others: tuple[str, ...]
) -> None:
    bench.robot.arrived = 0
    bench.standby.stop("ended", latched=False)
    bench.pass_(1.0)

    bench.robot.arrived = len(bench.robot.sent)
    bench.robot.epoch += others == ("/base",)
    bench.robot.subscribers = others
    bench.pass_(5.0)

    assert bench.moving


async def test_a_way_that_is_lost_while_late_commands_may_still_come_has_to_be_back_first(bench: Bench) -> None:
    bench.robot.arrives = False
    bench.standby.stop("ended", latched=False)
    bench.pass_(3.0)
    bench.robot.arrives = True
    bench.pass_(0.5)

    bench.robot.subscribers, bench.robot.epoch = (), 2
    bench.pass_(20.0)
    moving = [bench.moving]
    bench.robot.subscribers, bench.robot.epoch = ("/base",), 3
    bench.pass_(30.0)

    assert [*moving, bench.moving] == [True, False]
    assert bench.logged[-1] == "arrived"


async def test_who_comes_while_zeros_go_on_gets_one_before_they_end(bench: Bench) -> None:
    bench.robot.arrives = False
    bench.standby.stop("ended", latched=False)
    bench.pass_(2.0)
    bench.robot.arrives = True
    bench.pass_(1.0)

    bench.robot.arrived = len(bench.robot.sent)
    bench.robot.subscribers = ("/base", "/late")
    bench.pass_(3.0)

    assert bench.moving


async def test_a_minute_is_enough(bench: Bench) -> None:
    bench.robot.arrives = False
    bench.standby.stop("ended", latched=False)
    bench.pass_(OWED_S - 0.1)
    moving = [bench.moving]
    bench.pass_(0.2)

    assert [*moving, bench.moving] == [True, False]
    assert bench.logged[-1] == "given up"


async def test_a_zero_that_can_t_be_sent_is_tried_again(bench: Bench) -> None:
    bench.robot.raises = True
    bench.standby.stop("ended", latched=False)
    bench.pass_(1.0)
    assert (bench.moving, bench.robot.sent) == (True, [])

    bench.robot.raises = False
    bench.pass_(3.0)

    assert bench.robot.sent
    assert not bench.moving


@pytest.mark.parametrize("latched", [False, True])
async def test_what_the_profile_has_done_follows_the_first_zero_once(bench: Bench, *, latched: bool) -> None:
    bench.standby.stop("ended", latched=latched)
    bench.standby.stop("stop", latched=latched)
    bench.pass_(1.0)

    assert bench.robot.noted == [("stopped", 1)]
    assert {"stop service": "/brake", "done": True, "by": "watchdog"} in bench.entries


async def test_it_is_done_also_where_no_zero_can_be_sent(bench: Bench) -> None:
    bench.robot.raises = True
    bench.standby.stop("ended", latched=False)

    assert bench.robot.noted == [("stopped", 0)]


async def test_the_next_process_that_is_latched_holds_the_lock_from_then_on(bench: Bench) -> None:
    bench.standby.stop("ended", latched=True)
    bench.pass_(1.0)
    bench.pass_(1.0, Stage.STOPPED)
    bench.pass_(1.0, Stage.DISARMED)

    assert bench.did == ["stopped", "left locked"]


async def test_the_next_process_that_is_not_latched_has_it_taken_back_when_the_stop_has_arrived(bench: Bench) -> None:
    bench.robot.arrives = False
    bench.standby.stop("ended", latched=False)
    bench.pass_(1.0, Stage.DISARMED)
    assert bench.did == ["stopped"]

    bench.robot.arrives = True
    bench.pass_(2.0, Stage.DISARMED)

    assert bench.did == ["stopped", "disarmed"]


async def test_without_a_next_process_it_stays(bench: Bench) -> None:
    bench.standby.stop("ended", latched=False)
    bench.pass_(5.0)

    assert (bench.moving, bench.did) == (False, ["stopped"])


async def test_a_lock_of_stop_stays_until_the_next_process_has_heard_of_stop(bench: Bench) -> None:
    bench.standby.stop("ended", latched=False)
    bench.standby.stop("stop", latched=True)

    bench.pass_(2.0, Stage.DISARMED)
    assert bench.did == ["stopped"]
    bench.pass_(CHECK_EVERY_S, Stage.STOPPED)

    assert bench.did == ["stopped", "left locked"]


async def test_it_is_taken_back_when_the_operator_says_that_the_robot_stands(bench: Bench) -> None:
    bench.robot.arrives = False
    bench.standby.stop("ended", latched=True)

    bench.standby.give_up()

    assert (bench.did, bench.moving) == (["stopped", "disarmed"], False)
    assert bench.logged[-1] == "said to stand"


async def test_whoever_arms_takes_over_and_finds_no_lock(bench: Bench) -> None:
    bench.robot.arrives = False
    bench.standby.stop("ended", latched=False)

    bench.pass_(CHECK_EVERY_S, Stage.ARMED)

    assert (bench.did, bench.moving) == (["stopped", "disarmed"], False)
    assert bench.logged[-1] == "taken over"


@pytest.mark.parametrize(("latched", "did"), [(False, ["stopped", "disarmed"]), (True, ["stopped"])])
async def test_at_the_end_only_a_lock_of_stop_is_left(bench: Bench, *, latched: bool, did: list[str]) -> None:
    bench.standby.stop("ended", latched=latched)
    bench.pass_(1.0)

    await bench.standby.close()

    assert (bench.did, bench.robot.closed) == (did, True)
