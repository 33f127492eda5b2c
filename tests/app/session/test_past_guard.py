"""Driving is never in the past: whoever drives keeps views in the present, and in the past nobody is armed."""

from __future__ import annotations

import asyncio
import dataclasses
import time
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import pytest

from app.drive.control.values import DriveSource, Stage, Stick, Velocity
from app.drive.messages.report import DriveReport
from app.drive.supervisor.drive_process import DriveTarget
from app.drive.supervisor.drive_supervisor import DriveSupervisor
from app.net.boot_clock import boot_time
from app.net.link_thread import LinkThread
from app.record.claims import Claims
from app.session import past_guard
from app.session.connections import OpenConnections
from app.session.deck import Deck
from app.session.past_guard import LIVE_S, PastGuard
from app.session.topics import Topics
from tests.fakes.drive_child import FakeChild, FakeGuard, FakeStart
from tests.fakes.waiting import eventually

TARGET = DriveTarget("ros1://rover:11311", "/cmd_vel", "geometry_msgs/Twist")
BEAT_S = 0.05


class Run:
    """A deck, and a drive process that a test plays: it answers as one does, unless it is `silent`."""

    def __init__(self) -> None:
        self.link = LinkThread()
        self.link.start()
        connections = OpenConnections(self.link)

        async def seal(_: float) -> None: ...

        box: Any = SimpleNamespace(state=None, claims=Claims(), files=lambda _from_ns, _until_ns: [], seal=seal)
        self.deck = Deck(self.link, connections, Topics(self.link, connections), box)
        self.start = FakeStart()
        self.watchdogs = FakeGuard()
        self.handle = DriveSupervisor(None, self.watchdogs, start_child=self.start)
        self.now = time.monotonic()
        self.guard = self.make_guard()
        self.says = DriveReport(1.0, Stage.DISARMED)
        self.silent = False

    def make_guard(self) -> PastGuard:
        return PastGuard(self.link, self.deck, self.handle, lambda: self.now)

    async def drive(self) -> FakeChild:
        """Start a drive process."""
        await self.handle.start(TARGET)
        self.tell()
        return self.child

    @property
    def child(self) -> FakeChild:
        return self.start.children[-1]

    @property
    def told(self) -> list[int]:
        """What the process was told of the past, repetitions left out."""
        told = [line["past"] for line in self.child.said if "past" in line]
        return [each for each, before in zip(told, [None, *told], strict=False) if each != before]

    @property
    def arms(self) -> int:
        """How often the process was told to arm."""
        return sum("arm" in line for line in self.child.said)

    def tell(self, **more: Any) -> None:
        """Have the process report, with what it was told."""
        self.says = dataclasses.replace(self.says, **more)
        past = self.told[-1] if self.told and not self.silent else self.says.past
        self.says = dataclasses.replace(self.says, past=past)
        self.child.ear.receive_report(self.says, boot_time())

    async def beat(self, seconds: float = BEAT_S) -> None:
        """Let time go on in the window, which is not late."""
        for _ in range(round(seconds / BEAT_S)):
            self.now += BEAT_S
            self.handle.beat()
            if self.start.children and not self.silent:
                self.tell()
            await asyncio.sleep(0)

    async def ask(self) -> None:
        """Ask for the past, and wait for what becomes of it."""
        self.deck.hold()
        until_s = time.monotonic() + 2 * past_guard.ANSWER_S
        refusals = self.deck.refusals
        while not self.deck.is_past and self.deck.refusals == refusals and time.monotonic() < until_s:
            await asyncio.sleep(0.005)
            await self.beat()

    async def reach_now(self) -> None:
        """Wait until views are to show now."""
        await eventually(lambda: not self.deck.looks_back)

    def paint(self) -> None:
        """Have the window paint what is now."""
        self.deck.note_painted(self.deck.changes)
        self.deck.painted = self.deck.changes, self.now


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A time for answers that no busy machine exceeds."""
    monkeypatch.setattr(past_guard, "ANSWER_S", 10.0)


@pytest.fixture
async def run() -> AsyncIterator[Run]:
    made = Run()
    yield made
    await made.handle.close()
    await made.deck.close()
    made.link.stop()


async def test_where_no_robot_was_ever_ready_the_past_is_shown_at_once(run: Run) -> None:
    run.deck.hold()

    await eventually(lambda: run.deck.is_past)


async def test_a_robot_that_is_ready_and_stands_may_be_looked_back_at_and_then_nothing_is_armed(run: Run) -> None:
    await run.drive()
    await run.ask()

    assert run.deck.is_past
    assert run.told[-1] > 0


async def test_views_go_on_showing_now_until_the_process_has_said_that_it_arms_nothing(run: Run) -> None:
    await run.drive()
    run.silent = True
    run.deck.hold()
    await eventually(lambda: run.told and run.told[-1] > 0)
    run.tell(past=run.told[-1] - 1)
    await asyncio.sleep(0.05)
    assert not run.deck.is_past

    run.tell(past=run.told[-1])
    await eventually(lambda: run.deck.is_past)


@pytest.mark.parametrize(
    "told",
    [
        {"stage": Stage.ARMED},
        {"stage": Stage.ARMING},
        {"owed": True},
        {"command": Velocity(0.1)},
        {"measured": Velocity(0.2)},
        {"measured": Velocity(float("nan"))},
    ],
    ids=["armed", "being armed", "owed a stop", "commanded", "seen to move", "unknown whether it moves"],
)
async def test_whoever_is_armed_or_moves_is_not_looked_back_at(run: Run, told: dict[str, Any]) -> None:
    await run.drive()
    run.tell(**told)

    await run.ask()

    assert not run.deck.looks_back
    assert run.deck.refusals == 1
    # and may arm again at once
    run.paint()
    run.now += LIVE_S
    run.handle.beat()
    await run.beat(LIVE_S + 2 * BEAT_S)
    assert run.told[-1] == 0


async def test_a_robot_that_may_be_moving_by_what_its_watchdog_says_is_not_looked_back_at(run: Run) -> None:
    await run.drive()
    run.watchdogs.state = dataclasses.replace(run.watchdogs.state, moving=True)

    await run.ask()
    assert run.deck.refusals == 1


async def test_what_a_watchdog_sees_counts_also_where_a_beat_has_told_the_process_first(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    await run.drive()
    run.watchdogs.state = dataclasses.replace(run.watchdogs.state, moving=True)
    ask, loop = run.guard._ask, asyncio.get_running_loop()
    monkeypatch.setattr(run.guard, "_ask", lambda: loop.call_later(0.1, ask))

    await run.ask()
    assert run.deck.refusals == 1


async def test_a_process_that_does_not_answer_may_be_armed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(past_guard, "ANSWER_S", 0.1)
    await run.drive()
    run.silent = True
    run.deck.hold()

    await eventually(lambda: run.deck.refusals == 1)
    assert not run.deck.looks_back


async def test_whoever_is_armed_all_the_same_has_views_show_now_at_once_without_a_beat(run: Run) -> None:
    await run.drive()
    await run.ask()

    run.tell(stage=Stage.ARMED)

    await run.reach_now()


async def test_arming_that_was_under_way_when_the_past_was_asked_for_keeps_it_away(run: Run) -> None:
    await run.drive()
    run.silent = True
    run.handle.arm()
    run.deck.hold()
    await eventually(lambda: run.told and run.told[-1] > 0)

    # it had armed before it heard of the past
    run.tell(stage=Stage.ARMED, past=run.told[-1])

    await eventually(lambda: run.deck.refusals == 1 or not run.deck.looks_back)
    assert not run.deck.is_past


async def test_arm_at_the_moment_in_which_the_past_is_asked_for_leaves_one_of_both(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    # a process that stays silent is waited for so long at the end
    monkeypatch.setattr(past_guard, "ANSWER_S", 1.0)
    await run.drive()
    run.silent = True
    run.deck.hold()
    run.handle.arm()
    await asyncio.sleep(0.05)
    if run.arms:
        # it was sent before, and the process has armed before it heard of the past
        run.tell(stage=Stage.ARMED, past=run.told[-1])
    await run.reach_now()

    assert not run.deck.is_past


async def test_arm_has_views_show_now_and_does_nothing_else(run: Run) -> None:
    await run.drive()
    await run.ask()

    run.handle.arm()
    await run.reach_now()

    assert run.arms == 0
    run.handle.arm()
    assert run.arms == 1


async def test_a_stick_that_is_moved_has_views_show_now_and_one_that_is_let_go_does_not(run: Run) -> None:
    await run.drive()
    await run.ask()

    run.handle.move(DriveSource.SCREEN, None)
    await asyncio.sleep(0.05)
    assert run.deck.is_past
    run.handle.move(DriveSource.SCREEN, Stick(0.1))
    await run.reach_now()


async def test_stop_is_sent_first_and_then_views_show_now(run: Run) -> None:
    await run.drive()
    await run.ask()
    at_stop: list[bool] = []
    go_live = run.deck.go_live

    def note() -> None:
        at_stop.append(any("stop" in line for line in run.child.said))
        go_live()

    run.deck.go_live = note  # type: ignore[method-assign]
    run.handle.stop()
    await run.reach_now()

    assert at_stop == [True]


@pytest.mark.parametrize("counted", ["stops", "returns"])
async def test_what_a_pad_was_used_for_has_views_show_now_each_time_that_it_is(run: Run, counted: str) -> None:
    await run.drive()
    run.tell(**{counted: 4})
    for count in (5, 6):
        await run.ask()
        assert run.deck.is_past
        run.tell(**{counted: count})
        await run.reach_now()
        run.paint()


async def test_whoever_was_stopped_may_look_back_at_why(run: Run) -> None:
    await run.drive()
    run.tell(stage=Stage.STOPPED, stops=1)

    await run.ask()
    run.tell()
    await asyncio.sleep(0.05)

    assert run.deck.is_past


async def test_nothing_is_armed_until_a_second_after_the_window_has_painted_what_is_now(run: Run) -> None:
    await run.drive()
    await run.ask()
    run.deck.go_live()
    await run.reach_now()

    await run.beat(3 * LIVE_S)
    assert run.told[-1] > 0
    run.paint()
    await run.beat(LIVE_S - BEAT_S)
    assert run.told[-1] > 0
    await run.beat(2 * BEAT_S)
    assert run.told[-1] == 0


async def test_a_window_that_stands_still_meanwhile_has_shown_nothing(run: Run) -> None:
    await run.drive()
    await run.ask()
    run.deck.go_live()
    await run.reach_now()
    await run.beat()
    run.paint()

    run.now += 2 * LIVE_S
    run.handle.beat()
    await run.beat(LIVE_S - 2 * BEAT_S)
    assert run.told[-1] > 0
    await run.beat(3 * BEAT_S)
    assert run.told[-1] == 0


async def test_what_was_painted_before_the_past_was_shown_again_does_not_count(run: Run) -> None:
    await run.drive()
    for _ in range(2):
        await run.ask()
        changes = run.deck.changes
        run.deck.go_live()
        await run.reach_now()
    run.deck.painted = changes - 1, run.now

    await run.beat(3 * LIVE_S)
    assert run.told[-1] > 0


async def test_a_process_that_is_new_is_told_before_anything_else_is_said_to_it(run: Run) -> None:
    first = await run.drive()
    await run.ask()
    first.end(-9)
    await run.beat()
    run.start.meanwhile = lambda: run.handle.set_speed(0.5)

    await run.drive()

    assert run.child is not first
    assert run.deck.is_past
    assert run.told == [run.guard.look_number()]
    assert run.told[0] > 0


@pytest.mark.parametrize("is_back", [False, True], ids=["in the past", "back from it"])
async def test_a_robot_that_is_the_first_to_be_made_ready_is_not_armed_in_the_past_or_at_once_after_it(
    run: Run,
    is_back: bool,  # noqa: FBT001 - pytest
) -> None:
    # in a run in which nothing was driven yet there is no guard to ask
    run.deck.admit = None
    run.deck.hold()
    await eventually(lambda: run.deck.is_past)
    if is_back:
        run.deck.go_live()
        await run.reach_now()
    run.guard = run.make_guard()

    await run.drive()
    await run.beat()

    assert run.told
    assert run.told[-1] > 0


async def test_a_process_that_has_ended_arms_nothing(run: Run) -> None:
    child = await run.drive()
    child.end(0)
    await run.beat()

    await run.ask()
    assert run.deck.is_past


async def test_the_end_of_the_program_is_no_fault() -> None:
    run = Run()
    await run.drive()
    await run.ask()
    await run.handle.close()
    await run.deck.close()
    run.link.stop()

    assert not run.guard.return_to_now()
    run.handle.stop()
