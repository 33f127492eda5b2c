"""The interface's end of the drive process, with a process that a test plays and time as a number."""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Callable

import pytest
from typing_extensions import override

from app.config.profile import Limits, Profile
from app.drive.control.limits import target_velocity
from app.drive.control.values import DriveSource, Pace, Reason, Stage, Stick, Velocity
from app.drive.messages.commands import parse_command
from app.drive.messages.lines import encode_line
from app.drive.messages.outbox import EXPIRES_AFTER_S
from app.drive.messages.report import DriveReport, report_name
from app.drive.supervisor import drive_supervisor as handle_module
from app.drive.supervisor.drive_process import DriveTarget
from app.drive.supervisor.drive_state import DrivePhase, WatchdogsState
from app.drive.supervisor.drive_supervisor import SILENT_S, DriveSupervisor, ShownTime
from app.net.tasks import TaskPool
from app.wording.drive import DriveWording
from protocols.ros1.names import anonymous_name
from tests.fakes.drive_child import FakeChild, FakeGuard, FakeStart
from tests.fakes.waiting import eventually

ROBOT = DriveTarget("ros1://robot", secrets={"TOKEN": "secret"})
AHEAD = Stick(0.2, 0.1)


class FakeShown(ShownTime):
    """Views that show the past while a test says so."""

    def __init__(self) -> None:
        self.look = 0
        self.told: list[DriveReport] = []

    @override
    def look_number(self) -> int:
        return self.look

    @override
    def return_to_now(self) -> bool:
        before, self.look = self.look, 0
        return before != 0

    @override
    def receive_report(self, told: DriveReport) -> None:
        self.told.append(told)


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def start() -> FakeStart:
    return FakeStart()


@pytest.fixture
def guard() -> FakeGuard:
    return FakeGuard()


@pytest.fixture
def handle(clock: Clock, start: FakeStart, guard: FakeGuard) -> DriveSupervisor:
    return DriveSupervisor(None, guard, clock, start)


async def running(handle: DriveSupervisor, start: FakeStart, stage: Stage = Stage.DISARMED) -> FakeChild:
    await handle.start(ROBOT)
    child = start.children[-1]
    tell(child, stage)
    return child


def tell(child: FakeChild, stage: Stage = Stage.DISARMED, at_s: float = 100.0, **more: object) -> None:
    child.ear.receive_report(dataclasses.replace(DriveReport(at_s, stage), **more), at_s)  # type: ignore[arg-type]


def test_before_a_robot_is_chosen_it_says_what_to_do_and_does_nothing(handle: DriveSupervisor) -> None:
    handle.beat()
    handle.arm()
    handle.move(DriveSource.SCREEN, AHEAD)
    handle.disarm()

    state = handle.state
    assert (state.phase, state.report, state.report_age_s) == (DrivePhase.IDLE, None, None)
    assert state.tip == DrivePhase.IDLE.tip


async def test_it_is_ready_with_the_first_report(handle: DriveSupervisor, start: FakeStart, clock: Clock) -> None:
    await handle.start(ROBOT)
    assert handle.state.phase is DrivePhase.STARTING

    tell(start.children[0], at_s=100.0)
    clock.now = 100.1

    state = handle.state
    assert (state.phase, state.stage, state.target) == (DrivePhase.RUNNING, Stage.DISARMED, ROBOT)
    assert state.report_age_s == pytest.approx(0.1)
    assert "secret" not in repr(state)


async def test_every_beat_is_a_sign_of_life_and_nothing_else_is(handle: DriveSupervisor, start: FakeStart) -> None:
    child = await running(handle, start)
    assert child.signs == 0

    handle.beat()
    handle.beat()

    assert (child.signs, child.said) == (2, [])


async def test_a_set_point_goes_at_once_and_is_renewed_while_it_is_held(
    handle: DriveSupervisor, start: FakeStart, clock: Clock
) -> None:
    child = await running(handle, start)

    handle.move(DriveSource.SCREEN, AHEAD)
    clock.now += 0.05
    handle.beat()
    handle.move(DriveSource.SCREEN, None)
    clock.now += 0.05
    handle.beat()

    point = {"forward": 0.2, "turn": 0.1, "hold": True, "from": "screen"}
    assert child.said == [
        point | {"t": 100.0},
        point | {"t": 100.05},
        {"forward": 0.0, "turn": 0.0, "hold": False, "from": "screen", "t": 100.05},
    ]
    assert child.signs == 4


@pytest.mark.parametrize(
    ("source", "stick", "velocity"),
    [
        (DriveSource.SCREEN, Stick(1.0, 0.0), Velocity(0.3, 0.0)),
        (DriveSource.KEYBOARD, Stick(1.0, -1.0, radial=False), Velocity(0.3, -0.8)),
    ],
)
async def test_what_is_held_goes_by_the_cap_that_the_process_has_now(
    handle: DriveSupervisor, start: FakeStart, source: DriveSource, stick: Stick, velocity: Velocity
) -> None:
    child = await running(handle, start)
    # the process has raised it since
    tell(child, Stage.ARMED, cap=Velocity(0.15, 0.4))

    handle.move(source, stick)
    handle.beat()

    for said in child.said:
        point = parse_command(encode_line(said)).set_point
        assert point is not None
        assert point.request == stick
        assert target_velocity(point.request, Velocity(0.3, 0.8)) == velocity


async def test_what_is_held_when_the_process_ends_is_told_to_the_next(
    handle: DriveSupervisor, start: FakeStart
) -> None:
    child = await running(handle, start)
    handle.move(DriveSource.SCREEN, AHEAD)

    child.ear.handle_end(1)
    handle.beat()
    child = await running(handle, start)
    handle.beat()
    assert child.said[-1]["hold"] is True

    child = await running(handle, start)
    handle.beat()
    assert child.said == []


async def test_acts_go_at_once_each_once(handle: DriveSupervisor, start: FakeStart) -> None:
    child = await running(handle, start)

    handle.arm()
    handle.disarm(Reason.UNFOCUSED)
    handle.stop()
    handle.clear()
    handle.clear()
    handle.beat()

    clears = [{"clear": True}] * 2
    assert child.said == [{"arm": True}, {"arm": False, "why": "unfocused"}, {"stop": True}, *clears]


@pytest.mark.parametrize("act", ["disarm", "stop"])
async def test_who_is_stopped_while_holding_holds_no_longer(
    handle: DriveSupervisor, start: FakeStart, act: str
) -> None:
    child = await running(handle, start)
    handle.move(DriveSource.KEYBOARD, AHEAD)

    getattr(handle, act)()
    handle.beat()

    assert child.said[-1]["hold"] is False
    assert child.said[-1]["from"] == "keyboard"
    assert len(child.said) == 3


async def test_a_full_pipe_loses_no_stop_and_keeps_no_old_arming(
    handle: DriveSupervisor, start: FakeStart, clock: Clock
) -> None:
    child = await running(handle, start)
    child.room = 0
    handle.arm()
    for number in range(1000):
        handle.move(DriveSource.SCREEN, Stick(number / 10_000, 0.0))
        handle.beat()
    clock.now += EXPIRES_AFTER_S + 0.01
    handle.stop()
    child.room = None

    handle.beat()

    assert [line for line in child.said if "hold" not in line] == [{"stop": True}]
    assert len(child.said) == 2
    assert child.said[-1]["hold"] is False


async def test_steps_at_a_pad_are_taken_over_once_the_newest_choice_was_heard(
    handle: DriveSupervisor, start: FakeStart
) -> None:
    child = await running(handle, start)
    handle.set_speed(0.5)
    tell(child, speed=0.7, speed_asked=1.0)
    assert handle.state.speed == 0.5

    tell(child, speed=0.6, speed_asked=0.5)
    assert handle.state.speed == 0.6
    handle.beat()
    assert child.said[-1] == {"speed": 0.6}

    handle.set_speed(0.2)
    tell(child, speed=0.7, speed_asked=0.5)
    assert handle.state.speed == 0.2


async def test_the_pace_goes_with_the_stick(handle: DriveSupervisor, start: FakeStart) -> None:
    child = await running(handle, start)
    handle.move(DriveSource.KEYBOARD, dataclasses.replace(AHEAD, pace=Pace.TURBO))
    handle.move(DriveSource.KEYBOARD, AHEAD)

    assert [said.get("pace") for said in child.said] == ["turbo", None]


async def test_the_deadman_goes_with_the_stick(handle: DriveSupervisor, start: FakeStart) -> None:
    child = await running(handle, start)
    handle.move(DriveSource.SCREEN, dataclasses.replace(AHEAD, deadman=True))
    handle.move(DriveSource.SCREEN, AHEAD)

    assert [said.get("deadman") for said in child.said] == [True, None]


async def test_the_speed_is_told_to_every_process(handle: DriveSupervisor, start: FakeStart) -> None:
    child = await running(handle, start)
    handle.set_speed(0.5)
    assert child.said == [{"speed": 0.5}]

    await handle.start(ROBOT)

    assert start.children[1].said == [{"speed": 0.5}]
    assert handle.state.speed == 0.5


async def test_another_profile_goes_as_a_line_and_belongs_to_the_target(
    handle: DriveSupervisor, start: FakeStart
) -> None:
    child = await running(handle, start)
    slow = Profile("slow", Limits(linear_m_s=0.1))

    handle.use_profile(slow)

    assert child.said == [{"profile": {"name": "slow", "limits": {"linear_m_s": 0.1}}}]
    assert handle.state.target is not None
    assert handle.state.target.profile == slow


async def test_a_profile_that_is_chosen_while_a_process_is_being_started_is_told_to_it(
    handle: DriveSupervisor, start: FakeStart
) -> None:
    slow = Profile(name="slow", limits=Limits(linear_m_s=0.1))
    start.meanwhile = lambda: handle.use_profile(slow)

    await handle.start(ROBOT)

    assert start.starts == [(ROBOT, False)]
    assert [line["profile"]["name"] for line in start.children[0].said] == ["slow"]


async def test_who_says_nothing_is_silent_and_then_running_again(
    handle: DriveSupervisor, start: FakeStart, clock: Clock
) -> None:
    child = await running(handle, start)
    clock.now += SILENT_S + 0.01
    assert handle.state.is_silent

    tell(child, at_s=clock.now)

    assert handle.state.phase is DrivePhase.RUNNING


async def test_a_process_that_ends_by_itself_leaves_words(
    handle: DriveSupervisor, start: FakeStart, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handle_module, "last_error_line", lambda _: "it broke")
    child = await running(handle, start)

    child.end(2)

    assert handle.state.phase is DrivePhase.ENDED
    assert handle.state.text == "it broke"
    handle.beat()
    handle.arm()
    assert child.said == []


async def test_one_that_was_killed_leaves_no_words_of_another(handle: DriveSupervisor, start: FakeStart) -> None:
    child = await running(handle, start)

    child.end(-9)

    assert handle.state.text == DrivePhase.ENDED.text


async def test_closing_ends_the_input_and_waits(handle: DriveSupervisor, start: FakeStart) -> None:
    child = await running(handle, start)

    await handle.close()
    await handle.close()

    assert child.input_closed
    assert not child.killed
    assert handle.state.phase is DrivePhase.IDLE


@pytest.mark.expects_log("did not end within")
async def test_one_that_does_not_end_is_killed(
    handle: DriveSupervisor, start: FakeStart, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handle_module, "CLOSE_TIMEOUT_S", 0.01)
    child = await running(handle, start)
    child.obeys = False

    await handle.close()

    assert child.killed


async def test_another_robot_ends_the_first_process_before_the_second_begins(
    handle: DriveSupervisor, start: FakeStart
) -> None:
    child = await running(handle, start)

    await handle.start(DriveTarget("gazebo://other"))

    assert child.input_closed
    assert [latched for _, latched in start.starts] == [False, False]
    tell(child, Stage.ARMED)
    assert handle.state.report is None


async def test_one_that_can_t_be_started_is_told(handle: DriveSupervisor, start: FakeStart) -> None:
    start.fails = True

    with pytest.raises(OSError, match="no more processes"):
        await handle.start(ROBOT)

    assert handle.state.phase is DrivePhase.ENDED
    assert handle.state.text == DriveWording.NOT_STARTED(error="no more processes")


class TestALatchedStop:
    async def test_is_known_at_once_and_until_the_process_says_otherwise(
        self, handle: DriveSupervisor, start: FakeStart
    ) -> None:
        child = await running(handle, start)
        handle.stop()
        tell(child, Stage.ARMED)
        assert handle.state.latched
        tell(child, Stage.STOPPED)
        assert handle.state.latched

        tell(child, Stage.DISARMED)

        assert not handle.state.latched

    @pytest.mark.parametrize("told", [Stage.STOPPED, Stage.ARMED])
    async def test_is_one_for_the_next_process_too(
        self, handle: DriveSupervisor, start: FakeStart, told: Stage
    ) -> None:
        child = await running(handle, start)
        handle.stop()
        tell(child, told)
        child.end(-9)
        assert handle.state.stage is Stage.STOPPED

        await handle.start(ROBOT)

        assert start.starts[-1] == (ROBOT, True)

    async def test_is_pressed_where_no_process_is_and_the_watchdog_hears_of_it(
        self, handle: DriveSupervisor, start: FakeStart, guard: FakeGuard
    ) -> None:
        child = await running(handle, start)
        child.end(-9)

        handle.stop()

        assert guard.stops == 1
        assert handle.state.latched

    async def test_goes_to_the_watchdog_too_where_the_process_is_silent(
        self, handle: DriveSupervisor, start: FakeStart, guard: FakeGuard, clock: Clock
    ) -> None:
        await running(handle, start)
        clock.now += 0.3

        handle.stop()

        assert guard.stops == 1

    async def test_that_is_pressed_while_a_process_is_being_started_is_the_first_thing_that_it_hears(
        self, handle: DriveSupervisor, start: FakeStart, guard: FakeGuard
    ) -> None:
        start.meanwhile = handle.stop

        await handle.start(ROBOT)

        assert start.starts == [(ROBOT, False)]
        assert start.children[0].said == [{"stop": True}]
        assert guard.stops == 1
        tell(start.children[0], Stage.DISARMED)
        assert handle.state.latched

    async def test_that_the_process_never_heard_of_is_the_watchdogs_when_it_ends(
        self, handle: DriveSupervisor, start: FakeStart, guard: FakeGuard
    ) -> None:
        child = await running(handle, start)
        handle.stop()
        stops = [guard.stops]

        child.end(-9)
        handle.beat()
        stops.append(guard.stops)
        handle.beat()

        assert [*stops, guard.stops] == [0, 1, 1]

    async def test_that_the_process_has_heard_is_not_the_watchdogs_when_it_ends(
        self, handle: DriveSupervisor, start: FakeStart, guard: FakeGuard
    ) -> None:
        child = await running(handle, start)
        handle.stop()
        tell(child, Stage.STOPPED)
        handle.beat()

        child.end(-9)
        handle.beat()

        assert guard.stops == 0

    async def test_can_be_cleared_where_a_process_ended_before_it_was_begun_with(
        self, handle: DriveSupervisor, start: FakeStart
    ) -> None:
        def end() -> None:
            start.children[0].end(2)
            handle.beat()

        start.meanwhile = end
        await handle.start(ROBOT)
        handle.stop()
        handle.clear()
        handle.clear()

        assert (handle.state.phase, handle.state.latched) == (DrivePhase.ENDED, False)

    async def test_takes_two_steps_to_clear_where_no_process_is(
        self, handle: DriveSupervisor, start: FakeStart, clock: Clock
    ) -> None:
        child = await running(handle, start)
        child.end(-9)
        handle.stop()
        handle.clear()
        seen = [(handle.state.latched, handle.state.clear_again)]
        clock.now += 6.0
        handle.clear()
        seen.append((handle.state.latched, handle.state.clear_again))

        handle.clear()

        seen.append((handle.state.latched, handle.state.clear_again))
        assert seen == [(True, True), (True, True), (False, False)]


async def test_the_operator_says_in_two_steps_that_the_robot_stands(
    handle: DriveSupervisor, start: FakeStart, guard: FakeGuard
) -> None:
    await running(handle, start)
    guard.state = WatchdogsState(moving=True)
    handle.clear()
    seen = [guard.given_up, handle.state.clear_again]

    handle.clear()

    assert [*seen, guard.given_up] == [0, True, 1]


@pytest.mark.parametrize(("stage", "given_up"), [(Stage.DISARMED, 1), (Stage.STOPPED, 0)])
async def test_who_clears_a_stop_says_nothing_of_robots_that_are_driven_no_more(
    handle: DriveSupervisor, start: FakeStart, guard: FakeGuard, stage: Stage, given_up: int
) -> None:
    await running(handle, start, stage)
    guard.state = WatchdogsState(left_robots=("ros1://other",))
    assert (handle.state.may_be_moving, handle.state.driven_may_be_moving) == (True, False)

    handle.clear()
    handle.clear()

    assert guard.left_given_up == given_up


async def test_steps_of_clearing_that_the_process_takes_are_none_of_the_watchdog(
    handle: DriveSupervisor, start: FakeStart, guard: FakeGuard
) -> None:
    child = await running(handle, start, Stage.STOPPED)
    handle.clear()
    handle.clear()

    assert child.said == [{"clear": True}] * 2
    assert guard.given_up == 0


async def test_the_robot_may_be_moving_while_a_stop_is_owed_by_the_process_or_the_watchdog(
    handle: DriveSupervisor, start: FakeStart, guard: FakeGuard
) -> None:
    child = await running(handle, start)
    seen = [handle.state.may_be_moving]
    tell(child, owed=True)
    seen.append(handle.state.may_be_moving)
    child.end(-9)
    seen.append(handle.state.may_be_moving)

    guard.state = WatchdogsState(moving=True)

    assert [*seen, handle.state.may_be_moving] == [False, True, False, True]


async def test_the_watchdog_is_no_stranger_on_the_topic(
    handle: DriveSupervisor, start: FakeStart, guard: FakeGuard
) -> None:
    guard.state = WatchdogsState(names=frozenset({"/teledeck_1"}))
    child = await running(handle, start)

    tell(child, others_advertising=("/nav", "/teledeck_1"), others_sending=("/teledeck_1",))

    report = handle.state.report
    assert report is not None
    assert (report.others_advertising, report.others_sending) == (("/nav",), ())


async def test_a_watchdog_with_a_long_name_is_no_stranger_either_and_another_one_is(
    handle: DriveSupervisor, start: FakeStart, guard: FakeGuard
) -> None:
    ours, other = (anonymous_name(123456, 1764166035123 + more, "/fleet/robot_17") for more in (0, 1))
    guard.state = WatchdogsState(names=frozenset({ours}))
    child = await running(handle, start)

    tell(child, others_advertising=(report_name(ours), report_name(other)), others_sending=(report_name(ours),))

    report = handle.state.report
    assert report is not None
    assert (report.others_advertising, report.others_sending) == ((report_name(other),), ())


async def test_what_it_was_before_is_no_stranger_on_the_topic_unless_it_sends(
    handle: DriveSupervisor, start: FakeStart, guard: FakeGuard
) -> None:
    guard.state = WatchdogsState(names=frozenset({"/teledeck_2"}))
    tell(await running(handle, start), own_name="/teledeck_1")
    assert handle.state.report is not None
    guard.state = WatchdogsState(names=frozenset({"/teledeck_4"}))
    child = await running(handle, start)

    listed = ("/nav", "/teledeck_1", "/teledeck_2", "/teledeck_9")
    tell(child, own_name="/teledeck_3", others_advertising=listed, others_sending=("/teledeck_1",))

    report = handle.state.report
    assert report is not None
    # another Teledeck, and a process that is not dead after all, have to be seen
    assert report.others_advertising == ("/nav", "/teledeck_9")
    assert report.others_sending == ("/teledeck_1",)


async def test_a_place_that_others_can_have_later_is_not_remembered_as_ours(
    handle: DriveSupervisor, start: FakeStart
) -> None:
    target = dataclasses.replace(ROBOT, uri="gazebo://robot")
    await handle.start(target)
    tell(start.children[-1], own_name="10.0.0.2:4000")
    assert handle.state.report is not None
    await handle.start(target)

    tell(start.children[-1], own_name="10.0.0.2:4001", others_advertising=("10.0.0.2:4000",))

    report = handle.state.report
    assert report is not None
    assert report.others_advertising == ("10.0.0.2:4000",)


async def test_changes_are_told_on_the_loop(start: FakeStart, clock: Clock) -> None:
    told: list[DrivePhase] = []
    teller = DriveSupervisor(lambda: told.append(teller.state.phase), None, clock, start)
    child = await running(teller, start)

    await eventually(lambda: DrivePhase.RUNNING in told)
    child.end(-9)
    await eventually(lambda: DrivePhase.ENDED in told)


async def test_that_the_robot_drives_to_a_goal_is_told_at_once_and_with_every_beat(
    handle: DriveSupervisor, start: FakeStart
) -> None:
    child = await running(handle, start)
    handle.set_goal_active(active=False)
    assert child.said == []
    handle.set_goal_active(active=True)
    handle.set_goal_active(active=True)
    handle.beat()
    handle.set_goal_active(active=False)
    assert child.said == [{"goal": True}, {"goal": True}, {"goal": False}]


async def test_that_views_show_the_past_is_told_at_once_with_every_beat_and_first_of_all_to_a_new_process(
    handle: DriveSupervisor, start: FakeStart
) -> None:
    shown = FakeShown()
    handle.shown = shown
    child = await running(handle, start)
    assert child.said == [{"past": 0}]
    shown.look = 2
    handle.tell_past()
    handle.beat()
    assert child.said[1:] == [{"past": 2}, {"past": 2}]
    tell(child, past=2)
    assert [told.past for told in shown.told] == [0, 2]

    await handle.close()
    assert (await running(handle, start)).said == [{"past": 2}]


async def test_whoever_asks_to_drive_is_asked_to_return_to_now_and_arms_by_another_act(
    handle: DriveSupervisor, start: FakeStart
) -> None:
    shown = FakeShown()
    handle.shown = shown
    child = await running(handle, start)
    acts: list[Callable[[], None]] = [handle.arm, lambda: handle.move(DriveSource.SCREEN, AHEAD), handle.stop]
    for act in acts:
        shown.look = 1
        act()
        assert shown.look == 0
    assert not any("arm" in line for line in child.said)

    handle.arm()
    assert child.said[-1] == {"arm": True}


async def test_what_holds_until_further_notice_is_repeated_with_every_beat_and_told_to_every_process(
    handle: DriveSupervisor, start: FakeStart
) -> None:
    child = await running(handle, start)
    handle.set_seen(seen=False)
    handle.set_seen(seen=False)
    assert child.said == [{"seen": False}]
    handle.set_speed(0.5)
    handle.beat()
    handle.set_seen(seen=True)
    levels = {"speed": 0.5, "seen": False}
    # a process that was late has thrown away what waited for it
    assert child.said[1:] == [levels, levels, levels | {"seen": True}]

    handle.set_seen(seen=False)
    await handle.start(ROBOT)
    assert start.children[1].said == [levels]


async def test_what_holds_is_told_before_nothing_is_and_after_a_stop(handle: DriveSupervisor, start: FakeStart) -> None:
    child = await running(handle, start)
    handle.beat()
    assert child.said == []
    child.room = 0
    handle.set_seen(seen=False)
    handle.stop()
    child.room = None
    handle.beat()
    assert child.said == [{"stop": True}, {"seen": False}]


async def test_a_process_whose_start_is_given_up_ends_when_it_is_started(
    handle: DriveSupervisor, start: FakeStart
) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def take_long() -> None:
        begun.set()
        go_on.wait(30)

    start.meanwhile = take_long
    tasks = TaskPool("test")
    tasks.spawn(handle.start(ROBOT), "start")
    await eventually(begun.is_set)
    await tasks.cancel()
    (child,) = start.children
    assert not child.input_closed

    go_on.set()
    await eventually(lambda: child.input_closed)
    # another start is none of its business
    start.meanwhile = lambda: None
    await handle.start(ROBOT)
    assert not start.children[1].input_closed
    await handle.close()
