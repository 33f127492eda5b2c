"""The rules of driving with hands on a real pad and on keys: SDL and the controller together, time as a number."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from app.config.profile import Profile
from app.drive.control.controller import Controller
from app.drive.control.input_source import combined_inputs
from app.drive.control.values import TICK_S, DriveLink, DriveSource, Outcome, Reason, Stage, Velocity
from app.drive.inputs.devices import InputDeviceOptions, InputDevices
from app.drive.inputs.terminal.protocol import FocusChange, KeyAction, KeyEvent, KeyReporting
from app.drive.messages.commands import DriveCommand, PipeInputSource
from app.drive.messages.pad_commands import PadCommand
from tests.fakes.terminal import ScriptedTerminal
from tests.tools.drive_rules import Rules

FULL = Velocity(0.3, 0.0)
PUSHED = PadCommand({"lefty": -1.0}, {"leftshoulder": True})
LET_GO = PadCommand({"lefty": 0.0, "leftx": 0.0}, {"leftshoulder": False})


class Bench:
    """A desk and a controller, and a robot that gets all that it is sent."""

    def __init__(self, keys: KeyReporting) -> None:
        self.terminal = ScriptedTerminal(keys)
        options = InputDeviceOptions(keyboard=True, virtual_pad=True)
        profile = Profile()
        self.desk = InputDevices(options, profile, None, open_terminal=lambda: self.terminal)
        self.controller = Controller(profile)
        self.rules = Rules(profile)
        self.now = 100.0
        self.sent: list[tuple[float, Velocity]] = []
        self.lines = PipeInputSource(self.now)
        self.sources = (*self.desk.sources, self.lines)
        self.outcome = self.run(0.05)

    def step(self, elapsed_s: float = TICK_S) -> Outcome:
        self.now += elapsed_s
        heard = [source.poll(self.now) for source in self.sources]
        inputs = combined_inputs(heard, watchdog=True)
        number = len(self.sent)
        link = DriveLink(connected=True, epoch=1, subscribers=("/base",), probe_age_s=0.02, arrived=number)
        self.outcome = self.controller.step(inputs, link, self.now)
        self.rules.check(inputs, link, self.now, self.outcome)
        if self.outcome.send is not None:
            self.sent.append((self.now, self.outcome.send.velocity))
        for source in self.sources:
            source.handle_outcome(self.outcome, self.now)
        return self.outcome

    def run(self, seconds: float) -> Outcome:
        for _ in range(max(1, round(seconds / TICK_S))):
            self.step()
        return self.outcome

    def type(self, *events: KeyEvent | FocusChange) -> None:
        self.terminal.waiting += events

    def see(self, *, seen: bool) -> None:
        self.lines.receive([DriveCommand(seen=seen)], self.now)

    def tap(self, button: str) -> None:
        self.desk.apply_pad_command(PadCommand(buttons={button: True}))
        self.run(0.05)
        self.desk.apply_pad_command(PadCommand(buttons={button: False}))
        self.run(0.05)

    def wiggle(self) -> None:
        for value in (0.5, 0.0):
            self.desk.apply_pad_command(PadCommand({"leftx": value, "lefty": value}))
            self.run(0.02)

    def armed(self) -> Bench:
        self.wiggle()
        self.tap("start")
        self.run(0.1)
        assert self.outcome.stage is Stage.ARMED, self.outcome
        return self

    def driven_by_pad(self) -> Bench:
        self.armed().desk.apply_pad_command(PUSHED)
        assert self.run(1.0).command == FULL
        return self

    def driven_by_keys(self) -> Bench:
        self.armed().type(KeyEvent("w"))
        assert self.run(1.0).command == FULL
        return self

    def zero_after(self, fault: Callable[[], None], seconds: float = 1.0) -> float:
        """Have something happen: how long after it the first zero goes out, after which nothing moves any more."""
        begun = self.now
        fault()
        self.run(seconds)
        zeros = [at for at, velocity in self.sent if at > begun and velocity.is_zero]
        assert zeros
        assert all(velocity.is_zero for at, velocity in self.sent if at >= zeros[0])
        return zeros[0] - begun


@pytest.fixture
def bench() -> Iterator[Bench]:
    bench = Bench(KeyReporting.RELEASES)
    yield bench
    bench.desk.close()


@pytest.fixture
def plain() -> Iterator[Bench]:
    bench = Bench(KeyReporting.REPEATS)
    yield bench
    bench.desk.close()


def _close_to_a_tick(seconds: float) -> bool:
    return seconds <= 1.5 * TICK_S


def test_a_pad_that_was_just_plugged_in_cannot_be_armed_before_its_sticks_have_moved(bench: Bench) -> None:
    bench.tap("start")
    assert bench.outcome.stage is Stage.DISARMED
    assert bench.outcome.refusal is Reason.NOT_SEEN
    bench.armed()


def test_a_pad_whose_stick_is_pushed_cannot_be_armed(bench: Bench) -> None:
    bench.wiggle()
    bench.desk.apply_pad_command(PadCommand({"lefty": -0.5}))
    bench.run(0.1)
    bench.tap("start")

    assert bench.outcome.stage is Stage.DISARMED
    assert bench.outcome.refusal is Reason.NOT_NEUTRAL


def test_a_held_start_button_is_one_act(bench: Bench) -> None:
    bench.wiggle()
    bench.desk.apply_pad_command(PadCommand(buttons={"start": True}))
    assert bench.run(0.5).stage is Stage.ARMED
    bench.tap("b")
    bench.tap("back")
    bench.tap("back")

    assert bench.run(1.0).stage is Stage.DISARMED


@pytest.mark.parametrize(
    "release",
    [PadCommand(buttons={"leftshoulder": False}), PadCommand({"lefty": 0.0}), PadCommand({"lefty": -0.05})],
    ids=["button up", "stick centred", "stick nearly centred"],
)
def test_letting_go_is_a_zero_in_the_next_step_still_armed_and_motion_only_after_neutral(
    bench: Bench, release: PadCommand
) -> None:
    bench.driven_by_pad()
    assert _close_to_a_tick(bench.zero_after(lambda: bench.desk.apply_pad_command(release)))
    assert bench.outcome.stage is Stage.ARMED
    bench.desk.apply_pad_command(LET_GO)
    bench.run(0.05)
    bench.desk.apply_pad_command(PUSHED)

    assert bench.run(1.0).command == FULL


def test_pulling_the_pad_out_is_a_zero_in_the_next_step_and_disarms(bench: Bench) -> None:
    bench.driven_by_pad()

    assert _close_to_a_tick(bench.zero_after(lambda: bench.desk.apply_pad_command(PadCommand(plugged=False))))
    assert (bench.outcome.stage, bench.outcome.reason) == (Stage.DISARMED, Reason.PAD_GONE)


def test_a_pad_that_is_plugged_in_again_moves_nothing_before_it_is_armed_again(bench: Bench) -> None:
    bench.driven_by_pad()
    for plugged in (False, True):
        bench.desk.apply_pad_command(PadCommand(plugged=plugged))
        bench.run(0.1)
    bench.desk.apply_pad_command(PUSHED)
    assert bench.run(1.0).command.is_zero
    bench.desk.apply_pad_command(LET_GO)
    bench.run(0.1)
    bench.driven_by_pad()


def test_a_pad_pulled_out_and_plugged_in_between_two_steps_disarms_too(bench: Bench) -> None:
    bench.driven_by_pad()

    def replug() -> None:
        bench.desk.apply_pad_command(PadCommand(plugged=False))
        bench.desk.apply_pad_command(PadCommand(plugged=True))
        bench.desk.apply_pad_command(PUSHED)

    assert _close_to_a_tick(bench.zero_after(replug))
    assert bench.outcome.stage is Stage.DISARMED


def test_stop_on_the_pad_is_a_zero_in_the_next_step_latched_and_felt(bench: Bench) -> None:
    bench.driven_by_pad()
    assert _close_to_a_tick(bench.zero_after(lambda: bench.desk.apply_pad_command(PadCommand(buttons={"b": True}))))
    assert bench.outcome.stage is Stage.STOPPED
    bench.desk.apply_pad_command(LET_GO)
    bench.desk.apply_pad_command(PadCommand(buttons={"b": False}))
    bench.tap("start")

    assert bench.outcome.stage is Stage.STOPPED
    assert bench.desk._virtual is not None
    assert bench.desk._virtual.rumbles


def test_stop_on_the_pad_takes_two_presses_of_clear(bench: Bench) -> None:
    bench.driven_by_pad().tap("b")
    bench.desk.apply_pad_command(LET_GO)
    bench.tap("back")
    stages = [bench.outcome.stage]
    bench.tap("back")

    assert [*stages, bench.outcome.stage] == [Stage.STOPPED, Stage.DISARMED]
    bench.driven_by_pad()


def test_a_step_that_comes_late_is_zero_and_disarms_and_what_was_pressed_meanwhile_is_not_obeyed(bench: Bench) -> None:
    bench.driven_by_pad()
    bench.desk.apply_pad_command(PadCommand(buttons={"start": True}))
    bench.type(KeyEvent("enter"), KeyEvent("w"))
    bench.step(0.3)
    assert bench.sent[-1] == (bench.now, Velocity())

    assert bench.run(1.0).stage is Stage.DISARMED
    assert bench.outcome.reason is Reason.LATE


def test_a_key_up_is_a_zero_in_the_next_step_and_still_armed(bench: Bench) -> None:
    bench.driven_by_keys()
    assert _close_to_a_tick(bench.zero_after(lambda: bench.type(KeyEvent("w", KeyAction.RELEASE))))
    assert bench.outcome.stage is Stage.ARMED
    bench.type(KeyEvent("s"))

    assert bench.run(1.0).command == Velocity(-0.3, 0.0)


def test_space_is_a_zero_in_the_next_step_and_latched(bench: Bench) -> None:
    bench.driven_by_keys()

    assert _close_to_a_tick(bench.zero_after(lambda: bench.type(KeyEvent("space"))))
    assert bench.outcome.stage is Stage.STOPPED


@pytest.mark.parametrize(
    ("fault", "reason"),
    [(FocusChange(gained=False), Reason.UNFOCUSED), (KeyEvent("escape"), Reason.BY_OPERATOR)],
    ids=["focus lost", "escape"],
)
def test_a_lost_focus_and_escape_are_a_zero_in_the_next_step_and_disarm(
    bench: Bench, fault: KeyEvent | FocusChange, reason: Reason
) -> None:
    bench.driven_by_keys()

    assert _close_to_a_tick(bench.zero_after(lambda: bench.type(fault)))
    assert (bench.outcome.stage, bench.outcome.reason) == (Stage.DISARMED, reason)


def test_a_terminal_that_is_gone_is_a_zero_in_the_next_step(bench: Bench) -> None:
    bench.driven_by_keys()

    def hang_up() -> None:
        bench.terminal.is_there = False

    assert _close_to_a_tick(bench.zero_after(hang_up))


def test_a_far_terminal_that_no_longer_answers_is_a_zero_within_a_lease(bench: Bench) -> None:
    """Its key-up may be on the way for ever."""
    bench.driven_by_keys()

    def cut() -> None:
        bench.terminal.alive = bench.now

    assert bench.zero_after(cut) <= 0.25
    assert bench.outcome.reason is Reason.LEASE


def test_the_pad_has_priority_over_keys_and_taking_over_is_a_zero_first(bench: Bench) -> None:
    bench.driven_by_keys()
    bench.desk.apply_pad_command(PUSHED)
    outcome = bench.step()
    assert outcome.command.is_zero
    assert outcome.reason is Reason.SOURCE_CHANGED
    assert bench.run(1.0).command.is_zero
    bench.type(KeyEvent("w", KeyAction.RELEASE))
    bench.desk.apply_pad_command(LET_GO)
    bench.run(0.1)
    bench.desk.apply_pad_command(PUSHED)

    assert bench.run(1.0).driver is DriveSource.PAD


def test_in_a_plain_terminal_a_held_key_drives_and_stops_200_ms_after_its_last_repeat(plain: Bench) -> None:
    plain.armed().type(KeyEvent("w"))
    plain.run(0.5)
    assert plain.outcome.command.is_zero
    for _ in range(30):
        plain.type(KeyEvent("w"))
        plain.run(0.03)
    assert plain.outcome.command == FULL
    begun = plain.now - 0.03

    plain.zero_after(lambda: None)
    zero_at = next(at for at, velocity in plain.sent if at > begun and velocity.is_zero)
    assert zero_at - begun <= 0.25
    assert plain.outcome.stage is Stage.ARMED


def test_ctrl_z_is_a_zero_in_the_next_steps_and_disarms_before_anything_is_suspended(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopped: list[tuple[float, bool]] = []
    monkeypatch.setattr("os.kill", lambda _pid, _number: stopped.append((bench.now, bench.sent[-1][1].is_zero)))
    bench.driven_by_pad()

    assert bench.zero_after(lambda: bench.type(KeyEvent("z", ctrl=True))) <= 3 * TICK_S
    assert bench.outcome.stage is Stage.DISARMED
    ((at, stood),) = stopped
    assert stood
    assert at >= next(at for at, velocity in bench.sent if velocity.is_zero)


def test_a_pad_arms_nothing_while_nobody_sees_who_else_drives(bench: Bench) -> None:
    bench.wiggle()
    bench.see(seen=False)
    bench.tap("start")
    bench.desk.apply_pad_command(PUSHED)
    bench.run(0.5)
    assert bench.outcome.stage is Stage.DISARMED
    assert bench.outcome.refusal is Reason.UNSEEN
    assert bench.sent == []

    bench.desk.apply_pad_command(LET_GO)
    bench.run(0.1)
    bench.see(seen=True)
    bench.driven_by_pad()


def test_a_pad_that_is_being_armed_when_the_panel_goes_out_of_sight_is_not_armed(bench: Bench) -> None:
    bench.wiggle()
    bench.desk.apply_pad_command(PadCommand(buttons={"start": True}))
    assert bench.step().stage is Stage.ARMING
    bench.see(seen=False)
    assert bench.step().stage is Stage.DISARMED
    bench.run(0.5)
    assert bench.outcome.stage is Stage.DISARMED
    assert bench.outcome.refusal is Reason.UNSEEN


def test_a_pad_arms_nothing_while_the_robot_drives_to_a_goal(bench: Bench) -> None:
    bench.wiggle()
    bench.lines.receive([DriveCommand(goal=True)], bench.now)
    bench.tap("start")
    bench.desk.apply_pad_command(PUSHED)
    bench.run(0.5)
    assert bench.outcome.stage is Stage.DISARMED
    assert bench.outcome.refusal is Reason.GOAL_ACTIVE
    assert bench.sent == []

    bench.desk.apply_pad_command(LET_GO)
    bench.run(0.1)
    bench.lines.receive([DriveCommand(goal=False)], bench.now)
    bench.driven_by_pad()


def test_a_pad_that_is_being_armed_when_a_goal_is_set_is_not_armed(bench: Bench) -> None:
    bench.wiggle()
    bench.desk.apply_pad_command(PadCommand(buttons={"start": True}))
    assert bench.step().stage is Stage.ARMING
    bench.lines.receive([DriveCommand(goal=True)], bench.now)
    assert bench.step().stage is Stage.DISARMED
    bench.run(0.5)
    assert bench.outcome.refusal is Reason.GOAL_ACTIVE


def test_a_pad_that_drives_goes_on_when_the_panel_goes_out_of_sight_and_is_not_armed_anew(bench: Bench) -> None:
    bench.driven_by_pad()
    bench.see(seen=False)
    bench.tap("start")
    assert bench.run(0.5).command == FULL

    bench.lines.receive([DriveCommand(disarm=Reason.BY_OPERATOR)], bench.now)
    bench.run(0.5)
    bench.desk.apply_pad_command(LET_GO)
    bench.run(0.1)
    bench.tap("start")
    assert bench.run(0.2).stage is Stage.DISARMED
