"""One loop of driving, with a clock that a test moves between two lines of it; all else is in tests/peers."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from itertools import pairwise
from typing import cast

import pytest

from app.config.profile import PaceShares, Profile
from app.drive.control.input_source import SourceInputs
from app.drive.control.values import (
    REST_TICK_S,
    TICK_S,
    ZERO,
    DriveLink,
    DriveSource,
    InputState,
    Outcome,
    OutgoingCommand,
    Reason,
    Stage,
    Velocity,
)
from app.drive.inputs.devices import InputDevices
from app.drive.messages.commands import DriveCommand
from app.drive.messages.report import DriveReport
from app.drive.process.audit_log import AuditLog
from app.drive.process.drive_loop import END_S, DriveLoop, DriveOptions, RunEnd
from app.drive.process.pipes import InputPipe
from app.drive.process.watchdog_child import WatchdogChild
from app.drive.robot.robot import DrivenRobot
from app.drive.robot.stop_actions import RecordEntry
from tests.fakes.drive_child import FakeWatchdog

AHEAD = Velocity(0.3, 0.0)


class FakeRobot:
    """One that takes everything at once.

    `meanwhile` is called when its link is looked at, in the middle of a step; `encoding` while a command is encoded.
    """

    failure = None
    is_leaving = False
    own_name = ""

    def __init__(self) -> None:
        self.sent: list[tuple[float, Velocity]] = []
        self.others: tuple[str, ...] = ()
        self.arrived = 10**9
        self.missed: tuple[str, ...] = ()
        self.given_up = 0
        self.measured: Velocity | None = None
        self.meanwhile: Callable[[], object] = lambda: None
        self.encoding: Callable[[], object] = lambda: None
        self.clock: Callable[[], float] = lambda: 0.0

    id, topic, type_name = "ros1://rover:11311", "/cmd_vel", "geometry_msgs/Twist"

    def start(self) -> None: ...

    def prepare(self, send: OutgoingCommand) -> Callable[[], None]:
        self.encoding()
        return lambda: self.sent.append((self.clock(), send.velocity))

    def send(self, send: OutgoingCommand) -> None:
        self.prepare(send)()

    def link(self) -> DriveLink:
        self.meanwhile()
        return DriveLink(
            connected=True,
            epoch=1,
            subscribers=("/base",),
            probe_age_s=0.0,
            arrived=min(self.arrived, len(self.sent)),
            others_advertising=self.others,
            others_sending=self.others,
            missed=self.missed,
            measured=self.measured,
        )

    def observe_stage(self, stage: Stage, record: RecordEntry) -> None: ...

    def give_up(self) -> None:
        self.given_up += 1

    def axes_at_stop(self) -> tuple[float, ...]:
        return (0.3,)

    async def close(self) -> None: ...


class FakeDesk:
    """A hand that pushes, or does not."""

    name = "pad"
    has_virtual_pad = must_be_polled = False
    pad_reports = ()
    setup_report = None

    def __init__(self) -> None:
        self.arm = self.pushed = self.stop = False
        self.clears = self.presses = self.marks = 0
        self.sources = (self,)
        self.pads = self
        self.is_held = False
        self.are_there = True

    def has_news(self) -> bool:
        return False

    def apply_pad_command(self, command: object) -> None: ...

    def apply_setup_command(self, command: object) -> None: ...

    def try_rumble(self, pattern: object, now: float) -> None: ...

    def poll(self, now: float) -> SourceInputs:
        hand = InputState(DriveSource.LINES, AHEAD if self.pushed else Velocity(), now, held=self.pushed)
        (arm, clears), self.arm, self.clears = (self.arm, self.clears), False, 0
        return SourceInputs((hand,), arm=arm, stop=self.stop, presses=self.presses, clears=clears, marks=self.marks)

    def handle_outcome(self, outcome: Outcome, now: float) -> None: ...

    def close(self) -> None: ...


class Bench:
    """A drive whose steps a test makes."""

    def __init__(self, options: DriveOptions = DriveOptions(reads_lines=False)) -> None:  # noqa: B008 - frozen
        self.now = 100.0
        self.dropped = 0
        self.replaced = False
        self.trouble = ""
        self.entries: list[dict[str, object]] = []
        self.robot = FakeRobot()
        self.robot.clock = lambda: self.now
        self.desk = FakeDesk()
        self.watchdog = FakeWatchdog()
        self.reports: list[DriveReport] = []
        self.drive = DriveLoop(
            options,
            Profile(pace=PaceShares(share=1.0)),
            lambda _: cast("DrivenRobot", self.robot),
            cast("InputDevices", self.desk),
            self.tell,
            cast("WatchdogChild", self.watchdog),
            cast("AuditLog", self),
            lambda: self.now,
            lambda: self.replaced,
        )

    def state(self) -> tuple[Stage, Reason | None]:
        return self.reports[-1].stage, self.reports[-1].refusal

    def tell(self, told: DriveReport) -> None:
        self.reports.append(told)

    def record(self, entry: dict[str, object]) -> None:
        self.entries.append(entry)

    def step(self, elapsed_s: float = TICK_S) -> None:
        self.now += elapsed_s
        self.drive._step()

    def run(self, seconds: float) -> None:
        for _ in range(round(seconds / TICK_S)):
            self.step()

    def stand_still(self, seconds: float) -> None:
        """Once, in the middle of the next step."""

        def sleep() -> None:
            self.robot.meanwhile = lambda: None
            self.now += seconds

        self.robot.meanwhile = sleep


@pytest.fixture
async def bench() -> AsyncIterator[Bench]:
    """One that drives ahead."""
    bench = Bench()
    bench.run(0.1)
    bench.desk.arm = True
    bench.run(0.1)
    assert bench.reports[-1].stage is Stage.ARMED
    bench.desk.pushed = True
    bench.run(0.6)
    assert bench.robot.sent[-1][1] == AHEAD
    yield bench
    bench.drive._close()


async def test_a_motion_that_was_decided_before_a_freeze_is_not_written(bench: Bench) -> None:
    # the next step would write one
    while bench.now - bench.robot.sent[-1][0] < 0.035:
        bench.step()
    count = len(bench.robot.sent)
    bench.stand_still(1.0)
    bench.step()
    assert len(bench.robot.sent) == count

    # as soon as the loop comes to it
    await asyncio.sleep(0.01)

    assert bench.robot.sent[count][1].is_zero
    assert bench.reports[-1].reason is Reason.LATE


async def test_after_a_moment_that_is_no_freeze_it_is_decided_anew(bench: Bench) -> None:
    while bench.now - bench.robot.sent[-1][0] < 0.035:
        bench.step()
    count = len(bench.robot.sent)
    bench.stand_still(3 * TICK_S)
    bench.step()
    assert len(bench.robot.sent) == count

    # as soon as the loop comes to it
    moment = bench.now
    bench.step(0.001)

    at, velocity = bench.robot.sent[count]
    assert (at, velocity) == (moment + 0.001, AHEAD)
    numbers = [entry["sent"] for entry in bench.entries if "sent" in entry]
    assert numbers == list(range(1, len(numbers) + 1))


async def test_a_motion_that_was_not_written_is_none_that_has_to_be_stopped() -> None:
    bench = Bench()
    bench.run(0.1)
    bench.desk.arm = True
    bench.run(0.1)
    bench.desk.pushed = True
    bench.stand_still(3 * TICK_S)
    bench.step()
    bench.desk.pushed = False
    bench.run(0.5)
    bench.drive._close()

    assert bench.robot.sent == []
    assert not any(told.owed for told in bench.reports)


async def test_it_is_told_at_once_how_often_stop_was_pressed_also_while_it_is_latched(bench: Bench) -> None:
    told = []
    for stop in (False, True, True, False, True, False):
        bench.desk.stop = stop
        bench.step()
        told.append(bench.reports[-1].stops)
    assert told == [0, 1, 1, 1, 2, 2]
    assert bench.reports[-1].stage is Stage.STOPPED


async def test_stop_on_a_second_pad_counts_while_the_first_is_held(bench: Bench) -> None:
    told = []
    bench.desk.stop = True
    for presses in (1, 0, 1, 2, 0):
        bench.desk.presses = presses
        bench.step()
        told.append(bench.reports[-1].stops)
    assert told == [1, 1, 2, 4, 4]


async def test_it_is_told_at_once_when_a_moment_was_marked(bench: Bench) -> None:
    told = []
    for marks in (0, 1, 0, 0, 2):
        bench.desk.marks = marks
        bench.step()
        newest = bench.reports[-1]
        told.append((len(newest.marked_at_s), newest.at_s in newest.marked_at_s))
    assert told == [(0, False), (1, True), (1, True), (1, True), (3, True)]
    assert bench.reports[-1].stage is Stage.ARMED


async def test_whoever_asks_to_drive_in_the_past_is_refused_and_that_is_told_at_once(bench: Bench) -> None:
    bench.desk.pushed = False
    bench.drive._lines.receive([DriveCommand(disarm=Reason.BY_OPERATOR, past=2)], bench.now)
    bench.drive._sources.append(bench.drive._lines)
    bench.run(1.0)
    assert (bench.reports[-1].stage, bench.reports[-1].past) == (Stage.DISARMED, 2)

    bench.desk.arm = True
    bench.step()
    assert bench.reports[-1].returns == 1
    bench.desk.pushed = True
    bench.step()
    assert bench.reports[-1].returns == 2
    bench.desk.pushed = False
    bench.desk.arm = True
    bench.run(1.0)
    assert bench.state() == (Stage.DISARMED, Reason.LOOKS_BACK)
    assert bench.robot.sent[-1][1].is_zero

    bench.drive._lines.receive([DriveCommand(past=0)], bench.now)
    bench.desk.arm = True
    bench.run(0.1)
    assert bench.state() == (Stage.ARMED, None)


async def test_stop_in_the_past_is_zero_with_the_same_step_as_ever(bench: Bench) -> None:
    bench.drive._sources.append(bench.drive._lines)
    bench.step()
    bench.drive._lines.receive([DriveCommand(past=2)], bench.now)
    bench.step()
    assert bench.reports[-1].stage is Stage.ARMED

    bench.desk.stop = True
    bench.step()

    assert bench.robot.sent[-1] == (bench.now, ZERO)
    assert (bench.reports[-1].stage, bench.reports[-1].stops) == (Stage.STOPPED, 1)


async def test_one_that_is_supervised_arms_nothing_before_it_was_told_that_views_show_now() -> None:
    bench = Bench(DriveOptions(supervised=True, reads_lines=False))
    bench.drive._sources.append(bench.drive._lines)
    for past, stage in ((None, Stage.DISARMED), (0, Stage.ARMED)):
        bench.drive._lines.receive([DriveCommand(past=past)], bench.now)
        bench.run(0.1)
        bench.desk.arm = True
        bench.run(0.05)
        assert bench.reports[-1].stage is stage
    bench.drive._close()


async def test_stop_is_written_before_anything_of_it_is_kept(bench: Bench) -> None:
    count = len(bench.robot.sent)
    kept: list[int] = []

    def record(entry: dict[str, object]) -> None:
        if "act" in entry:
            kept.append(len(bench.robot.sent))

    bench.record = record  # type: ignore[method-assign]
    bench.desk.stop = True
    bench.step()

    assert kept == [count + 1]
    assert bench.robot.sent[-1][1] == Velocity()


async def test_a_motion_is_not_written_when_the_process_was_frozen_while_it_was_encoded(bench: Bench) -> None:
    while bench.now - bench.robot.sent[-1][0] < 0.035:
        bench.step()
    count, frozen_at = len(bench.robot.sent), bench.now + TICK_S

    def freeze() -> None:
        bench.robot.encoding = lambda: None
        bench.now += 0.15

    bench.robot.encoding = freeze
    bench.step()

    assert bench.now == frozen_at + 0.15
    assert bench.robot.sent[count:] == []


async def test_a_zero_is_written_however_late(bench: Bench) -> None:
    bench.desk.pushed = False
    bench.stand_still(1.0)

    bench.step()

    assert bench.robot.sent[-1] == (bench.now, Velocity())


async def test_zeros_that_are_repeated_without_end_are_told_by_every_twentieth_which_has_its_number(
    bench: Bench,
) -> None:
    bench.robot.others = ("/planner",)
    bench.desk.stop = True
    bench.run(0.5)
    bench.desk.stop = False
    bench.run(60.0)

    told = [entry["sent"] for entry in bench.entries if "sent" in entry]
    zeros = [entry["sent"] for entry in bench.entries if "sent" in entry and entry["v"] == 0.0]
    assert told[-len(zeros) :] == zeros
    first = cast("int", zeros[0])
    assert zeros[:6] == [first, first + 1, first + 2, first + 3, first + 4, first + 19]
    assert zeros[6:] == [first + 39 + 20 * count for count in range(len(zeros) - 6)]
    assert len(zeros) > 60
    assert sum(velocity.is_zero for _, velocity in bench.robot.sent) > 1000


async def test_the_zeros_of_stop_are_told_also_where_others_went_before(bench: Bench) -> None:
    bench.desk.pushed = False
    bench.run(1.0)
    count = len(bench.robot.sent)
    bench.desk.stop = True
    bench.run(0.22)

    told = [entry["t"] for entry in bench.entries if "sent" in entry]
    assert len(bench.robot.sent) == count + 5
    assert told[-5:] == [at for at, _ in bench.robot.sent[-5:]]


@pytest.fixture
async def pipe(bench: Bench) -> AsyncIterator[int]:
    """Where lines to it are written."""
    reading, writing = os.pipe()
    bench.drive._input = InputPipe(reading, bench.drive._hear)
    yield writing
    os.close(writing)
    bench.drive._close()
    os.close(reading)


async def test_a_sign_of_life_is_heard_at_once_and_has_no_step_follow(bench: Bench, pipe: int) -> None:
    steps: list[float] = []
    bench.robot.meanwhile = lambda: steps.append(bench.now)
    bench.now += TICK_S / 2

    os.write(pipe, b"{}\n{}\n{")
    bench.drive._hear()

    assert (steps, bench.drive._lines.heard_at_s) == ([], bench.now)


async def test_pads_are_looked_at_between_steps_where_there_are_any(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []
    loop = asyncio.get_running_loop()
    call_later = loop.call_later
    bench.desk.pushed = False
    bench.run(0.5)

    def noted(after_s: float, callback: Callable[[], object]) -> asyncio.TimerHandle:
        waits.append(after_s)
        return call_later(after_s, callback)

    with monkeypatch.context() as patched:
        patched.setattr(loop, "call_later", noted)
        bench.step()
        bench.desk.are_there = False
        bench.step()

    assert waits == [pytest.approx(TICK_S), pytest.approx(REST_TICK_S)]


async def test_with_a_sign_of_life_pads_are_looked_at_too(
    bench: Bench, pipe: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[float] = []
    bench.robot.meanwhile = lambda: steps.append(bench.now)
    monkeypatch.setattr(bench.desk, "has_news", lambda: True)
    bench.now += TICK_S / 2

    os.write(pipe, b"{}\n")
    bench.drive._hear()

    assert steps == [bench.now]


@pytest.mark.parametrize("line", [b'}\n{}\n{"stop":true}\n', b'"v":0.1}\n', b'"arm":false}\n'])
async def test_whatever_else_is_said_has_a_step_follow_at_once(bench: Bench, pipe: int, line: bytes) -> None:
    steps: list[float] = []
    bench.robot.meanwhile = lambda: steps.append(bench.now)
    os.write(pipe, b"{" + line)

    bench.drive._hear()

    assert steps == [bench.now]


async def test_the_end_of_its_input_has_a_step_follow_at_once(bench: Bench) -> None:
    reading, writing = os.pipe()
    bench.drive._input = InputPipe(reading, bench.drive._hear)
    os.close(writing)

    bench.drive._hear()

    os.close(reading)
    assert bench.robot.sent[-1] == (bench.now, Velocity())


async def test_what_comes_after_a_freeze_is_thrown_away_before_a_sign_of_life_is_heard(bench: Bench, pipe: int) -> None:
    heard_at_s = bench.drive._lines.heard_at_s
    bench.now += 1.0
    os.write(pipe, b'{}\n{"v":0.1,"hold":true}\n')

    bench.drive._hear()

    assert bench.reports[-1].reason is Reason.LATE
    assert bench.robot.sent[-1] == (bench.now, Velocity())
    assert bench.drive._lines.heard_at_s == heard_at_s


@pytest.mark.expects_log("driving failed")
async def test_an_input_that_can_not_be_read_ends_it(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(now: float) -> bool:
        raise RuntimeError(f"at {now}")

    monkeypatch.setattr(bench.drive, "_read", fails)

    bench.drive._hear()

    assert isinstance(bench.drive.fault, RuntimeError)


@pytest.mark.parametrize("pushed", [True, False])
async def test_its_state_is_told_every_50_ms_whatever_comes_in(bench: Bench, *, pushed: bool) -> None:
    bench.desk.pushed = pushed
    bench.run(0.5)
    del bench.reports[:]

    for _ in range(50):
        bench.step(bench.drive._due_at - bench.now)

    told = [report.at_s for report in bench.reports]
    assert len(told) > 10
    assert all(after - before < 0.0501 for before, after in pairwise(told))


async def test_nobody_is_waited_for_to_whom_no_stop_is_owed_any_more(bench: Bench) -> None:
    bench.robot.arrived = 0
    bench.desk.pushed = False
    bench.robot.missed = ("/base",)
    bench.watchdog.ready = False
    bench.run(1.0)
    assert (bench.reports[-1].owed, bench.robot.given_up) == (True, 0)
    # the operator says that it stands, and its program is ended only then
    bench.robot.missed = ()
    bench.desk.clears = 2
    bench.step()
    assert (bench.reports[-1].owed, bench.robot.given_up) == (False, 1)
    bench.robot.missed = ("/base",)

    bench.step()

    assert bench.robot.given_up == 2


async def test_its_own_watchdog_is_no_stranger(bench: Bench) -> None:
    bench.robot.others = ("/planner", bench.watchdog.name)

    bench.run(0.1)

    assert bench.reports[-1].others_advertising == bench.reports[-1].others_sending == ("/planner",)


async def test_the_watchdog_hears_whatever_is_told_and_before_anybody_else(bench: Bench) -> None:
    assert bench.watchdog.told == bench.reports


async def test_without_its_watchdog_it_stops(bench: Bench) -> None:
    bench.watchdog.ready = False

    bench.step()

    assert bench.robot.sent[-1][1].is_zero
    assert bench.reports[-1].reason is Reason.WATCHDOG_GONE


async def test_who_armed_what_by_which_limits_is_logged_and_what_ails_the_log_is_told(bench: Bench) -> None:
    bench.trouble, bench.dropped = "No space left on device (/log)", 3
    bench.run(0.1)

    acts = [(entry["act"], entry["by"]) for entry in bench.entries if "act" in entry]
    assert acts == [("arm", "pad")]
    armed = next(entry for entry in bench.entries if entry.get("stage") == "armed")
    assert (armed["robot"], armed["topic"], armed["profile"]) == ("ros1://rover:11311", "/cmd_vel", "default")
    assert armed["receivers"] == ("/base",)
    told = bench.reports[-1]
    assert (told.log_trouble, told.log_dropped) == ("No space left on device (/log)", 3)


async def test_the_end_waits_for_a_robot_that_says_that_it_still_moves(bench: Bench) -> None:
    bench.robot.measured = AHEAD
    bench.step()
    bench.drive.end()
    for tick in range(100):
        bench.robot.measured = Velocity(0.3 - 0.002 * tick)
        bench.step()
    assert not bench.drive._ended.done()

    bench.robot.measured = Velocity()
    bench.step()

    assert bench.drive._ended.result() is RunEnd.DONE


async def test_one_that_moves_on_is_not_taken_to_stand_at_the_end(bench: Bench) -> None:
    bench.robot.measured = AHEAD
    bench.step()
    bench.drive.end()
    bench.run(END_S)

    assert bench.drive._ended.result() is RunEnd.UNDELIVERED
    assert bench.reports[-1].unobeyed


@pytest.mark.expects_log("driving failed")
async def test_pads_that_can_not_be_asked_end_it_with_zeros_before_anything_is_closed(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent_at_close: list[Velocity] = []

    def fails() -> bool:
        raise OSError("the pads are gone")

    monkeypatch.setattr(bench.desk, "has_news", fails)
    monkeypatch.setattr(bench.desk, "close", lambda: sent_at_close.append(bench.robot.sent[-1][1]))

    async with asyncio.timeout(5):
        run = asyncio.get_running_loop().create_task(bench.drive.run(), name="drive")
        await asyncio.sleep(0)
        bench.desk.pushed = True
        bench.now -= TICK_S / 2
        bench.drive._due_at = bench.now + 1.0
        bench.drive._look()
        assert await run is RunEnd.FAILED

    assert [velocity for _, velocity in bench.robot.sent[-5:]] == [Velocity()] * 5
    assert sent_at_close == [Velocity()]
    assert (bench.watchdog.pauses, bench.watchdog.goodbyes) == (1, 0)


async def test_the_watchdog_knows_that_it_ends_in_order_before_anything_is_closed() -> None:
    bench = Bench()
    goodbyes_at_close: list[int] = []
    setattr(bench.desk, "close", lambda: goodbyes_at_close.append(bench.watchdog.goodbyes))  # noqa: B010 - of a fake

    async with asyncio.timeout(5):
        run = asyncio.get_running_loop().create_task(bench.drive.run(), name="drive")
        await asyncio.sleep(0)
        bench.drive.end()
        bench.run(0.5)
        assert await run is RunEnd.DONE

    assert goodbyes_at_close == [1]


async def test_one_whose_stop_has_not_arrived_hands_over_to_the_watchdog_and_has_time_to_close(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bench = Bench()
    at_close: list[tuple[int, int]] = []

    async def close() -> None:
        at_close.append((bench.watchdog.pauses, bench.watchdog.goodbyes))

    monkeypatch.setattr(bench.robot, "close", close)
    bench.run(0.1)
    bench.desk.arm = True
    bench.run(0.1)
    bench.desk.pushed = True
    bench.run(0.6)
    bench.robot.arrived = 0

    async with asyncio.timeout(5):
        run = asyncio.get_running_loop().create_task(bench.drive.run(), name="drive")
        await asyncio.sleep(0)
        bench.drive.end()
        bench.run(END_S + 0.1)
        assert await run is RunEnd.UNDELIVERED

    assert at_close == [(1, 0)]


async def test_the_watchdog_takes_another_profile_when_the_zero_of_the_one_before_has_arrived(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    zeros: list[Velocity] = []
    monkeypatch.setattr(bench.watchdog, "use_profile", lambda _: zeros.append(bench.robot.sent[-1][1]))
    monkeypatch.setattr(bench.robot, "use_profile", lambda _: None, raising=False)
    monkeypatch.setattr(bench.desk, "use_profile", lambda _: None, raising=False)
    bench.drive._lines.profile = Profile(name="other")
    bench.robot.is_leaving = True

    bench.run(0.1)
    assert zeros == []
    # nor those at which the axes of the other profile stand
    assert bench.watchdog.axes is None
    bench.robot.is_leaving = False
    bench.run(0.1)

    assert zeros == [Velocity()]
    assert bench.watchdog.axes == (0.3,)


async def test_a_drive_that_is_going_on_when_the_program_is_updated_goes_on_and_is_not_armed_anew(bench: Bench) -> None:
    bench.replaced = True
    bench.run(0.5)
    assert bench.state() == (Stage.ARMED, None)
    assert bench.robot.sent[-1][1] == AHEAD

    bench.desk.pushed = False
    bench.desk.stop = True
    bench.run(0.5)
    assert bench.robot.sent[-1][1].is_zero
    bench.desk.stop = False
    bench.desk.clears = 2
    bench.run(0.1)
    sent = len(bench.robot.sent)
    bench.desk.arm = True
    bench.run(0.5)

    assert bench.state() == (Stage.DISARMED, Reason.UPDATED)
    assert len(bench.robot.sent) == sent


async def test_a_drive_that_is_being_armed_when_the_program_is_updated_is_not_armed(bench: Bench) -> None:
    bench.desk.pushed = False
    bench.desk.stop = True
    bench.run(0.5)
    bench.desk.stop = False
    bench.desk.clears = 2
    bench.run(0.1)
    bench.desk.arm = True
    bench.step()
    assert bench.state() == (Stage.ARMING, None)

    bench.replaced = True
    bench.run(0.2)

    assert bench.state() == (Stage.DISARMED, Reason.UPDATED)
