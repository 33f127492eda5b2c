"""The keyboard as a source of driving."""

from __future__ import annotations

import sys

import pytest

from app.drive.control.input_source import SourceInputs
from app.drive.control.values import DriveSource, InputState, Outcome, Pace, Reason, Stage, Stick
from app.drive.inputs.terminal import keyboard
from app.drive.inputs.terminal.keyboard import NOTICES, TerminalKeyboard, open_terminal
from app.drive.inputs.terminal.protocol import FocusChange, KeyAction, KeyEvent, KeyReporting, TerminalUnavailable
from app.wording.drive import DriveWording
from tests.fakes.terminal import ScriptedTerminal
from tests.tools.sentences import shows

STILL = Stick(radial=False)


class Desk:
    """A keyboard on a terminal, polled every 10 ms."""

    def __init__(self, keys: KeyReporting = KeyReporting.RELEASES, deadman: str = "", *axes: str) -> None:
        self.terminal = ScriptedTerminal(keys)
        self.suspended = 0
        self.keyboard = TerminalKeyboard(self.terminal, self._suspend, deadman, axes)
        self.now = 1.0
        self.keyboard.poll(self.now)

    def _suspend(self) -> None:
        self.suspended += 1

    def poll(self, *events: KeyEvent | FocusChange, after: float = 0.01) -> SourceInputs:
        self.now += after
        self.terminal.waiting += events
        return self.keyboard.poll(self.now)

    def press(self, name: str) -> SourceInputs:
        return self.poll(KeyEvent(name))

    def release(self, name: str) -> SourceInputs:
        return self.poll(KeyEvent(name, KeyAction.RELEASE))

    def wait(self, seconds: float) -> SourceInputs:
        heard = SourceInputs()
        for _ in range(round(seconds / 0.01)):
            heard = self.poll()
        return heard


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def plain() -> Desk:
    return Desk(KeyReporting.REPEATS)


def _hand(heard: SourceInputs) -> InputState:
    (hand,) = heard.input_states
    return hand


def _pace(heard: SourceInputs) -> Pace:
    return _pace_of(_hand(heard))


def _pace_of(hand: InputState) -> Pace:
    assert isinstance(hand.request, Stick)
    return hand.request.pace


@pytest.mark.parametrize(
    ("names", "forward", "turn"),
    [
        (("w",), 1, 0),
        (("up",), 1, 0),
        (("s",), -1, 0),
        (("down",), -1, 0),
        (("a",), 0, 1),
        (("left",), 0, 1),
        (("d",), 0, -1),
        (("right",), 0, -1),
        (("w", "a"), 1, 1),
        (("w", "up"), 1, 0),
        (("w", "s"), 0, 0),
        (("w", "s", "d"), 0, -1),
    ],
)
def test_keys_drive_while_they_are_held(desk: Desk, names: tuple[str, ...], forward: float, turn: float) -> None:
    for name in names:
        desk.press(name)
    hand = _hand(desk.poll())
    assert (hand.request, hand.held, hand.at_s) == (Stick(forward, turn, radial=False), True, desk.now)
    for name in names:
        desk.release(name)
    hand = _hand(desk.poll())

    assert (hand.request, hand.held) == (STILL, False)


def test_a_key_up_is_heard_in_the_same_poll(desk: Desk) -> None:
    desk.press("w")

    assert not _hand(desk.release("w")).held


def test_a_keyboard_is_a_hand_at_rest_that_was_seen(desk: Desk) -> None:
    assert desk.poll() == SourceInputs(input_states=(InputState(DriveSource.KEYBOARD, STILL, desk.now),))


def test_shift_is_turbo_while_it_is_held(desk: Desk) -> None:
    desk.poll(KeyEvent("shift", shift=True), KeyEvent("w", shift=True))
    assert _pace(desk.poll()) is Pace.TURBO
    desk.poll(KeyEvent("shift", KeyAction.RELEASE))
    assert _pace(desk.poll()) is Pace.USUAL
    desk.poll(KeyEvent("w", KeyAction.REPEAT, shift=True))
    assert _pace(desk.poll()) is Pace.TURBO
    desk.release("w")

    assert _pace(desk.poll()) is Pace.USUAL


def test_x_is_slow_while_it_is_held_also_beside_shift(desk: Desk) -> None:
    desk.press("w")
    desk.poll(KeyEvent("x", shift=True), KeyEvent("shift", shift=True))
    assert _pace(desk.poll()) is Pace.SLOW
    desk.poll(KeyEvent("x", KeyAction.RELEASE, shift=True))
    assert _pace(desk.poll()) is Pace.TURBO
    desk.poll(FocusChange(gained=False))

    assert _pace(desk.poll()) is Pace.USUAL


def _has_deadman(heard: SourceInputs) -> bool:
    request = _hand(heard).request
    assert isinstance(request, Stick)
    return request.deadman


def test_the_deadman_is_told_as_long_as_it_is_down_and_is_no_key_that_drives() -> None:
    desk = Desk(deadman="k")
    assert _has_deadman(desk.press("k"))
    assert not _hand(desk.poll()).held
    assert _has_deadman(desk.press("w"))
    assert not _has_deadman(desk.release("k"))
    desk.press("k")
    desk.poll(FocusChange(gained=False))

    assert not _has_deadman(desk.poll())
    assert shows(desk.keyboard.notice, DriveWording.HOLD_DEADMAN)


def test_a_terminal_that_tells_of_one_key_at_a_time_has_no_deadman_and_says_so() -> None:
    desk = Desk(KeyReporting.REPEATS, deadman="k")
    for _ in range(10):
        for name in ("k", "w"):
            assert not (_has_deadman(desk.poll(KeyEvent(name))) and _hand(desk.poll()).held)

    assert shows(desk.keyboard.notice, DriveWording.DEADMAN_NOT_TOLD)


@pytest.mark.parametrize(("name", "lateral"), [("j", 1.0), ("l", -1.0)])
def test_j_and_l_go_to_the_sides(desk: Desk, name: str, lateral: float) -> None:
    hand = _hand(desk.press(name))

    assert (hand.request, hand.held) == (Stick(radial=False, lateral=lateral), True)


def test_x_alone_holds_nothing(desk: Desk) -> None:
    assert not _hand(desk.press("x")).held


@pytest.mark.parametrize(("name", "steps"), [("+", 1), ("=", 1), ("-", -1), ("_", -1)])
def test_plus_and_minus_are_one_step_of_the_speed_however_long_they_are_held(desk: Desk, name: str, steps: int) -> None:
    heard = [desk.poll(KeyEvent(name, action)).speed_steps for action in (KeyAction.PRESS, KeyAction.REPEAT)]

    assert heard == [steps, 0]


@pytest.mark.parametrize(("name", "steps"), [("+", 0), ("-", -1)])
def test_what_was_typed_while_it_stood_still_makes_nothing_faster(desk: Desk, name: str, steps: int) -> None:
    assert desk.poll(KeyEvent(name), after=0.5).speed_steps == steps


def test_other_keys_drive_nothing(desk: Desk) -> None:
    for key in (KeyEvent("x"), KeyEvent("w", ctrl=True), KeyEvent("w", other=True), KeyEvent("home")):
        heard = desk.poll(key)
        assert not _hand(heard).held
        assert not heard.end


def test_a_key_that_was_let_go_of_with_a_modifier_was_let_go_of(desk: Desk) -> None:
    desk.press("w")

    assert not _hand(desk.poll(KeyEvent("w", KeyAction.RELEASE, ctrl=True))).held


def test_space_is_stop_with_any_modifier_and_for_as_long_as_it_repeats(desk: Desk) -> None:
    for key in (
        KeyEvent("space"),
        KeyEvent("space", KeyAction.REPEAT),
        KeyEvent("space", shift=True),
        KeyEvent("space", ctrl=True, other=True),
    ):
        assert desk.poll(key).stop
    assert not desk.poll(KeyEvent("space", KeyAction.RELEASE)).stop
    assert not desk.poll().stop


def test_enter_arms_once_however_long_it_is_held(desk: Desk) -> None:
    assert desk.press("enter").arm
    assert not desk.poll(KeyEvent("enter", KeyAction.REPEAT)).arm
    assert not desk.poll().arm
    assert not desk.release("enter").arm


def test_escape_disarms_and_c_clears(desk: Desk) -> None:
    assert desk.press("escape").reasons == (Reason.BY_OPERATOR,)
    assert desk.press("c").clears == 1
    assert desk.poll(KeyEvent("c", KeyAction.REPEAT)).clears == 0
    desk.release("c")
    assert desk.press("c").clears == 1


@pytest.mark.parametrize(
    "key", [KeyEvent("q"), KeyEvent("c", ctrl=True), KeyEvent("d", ctrl=True), KeyEvent("\\", ctrl=True)]
)
def test_q_and_what_ends_programs_in_a_terminal_end_driving(desk: Desk, key: KeyEvent) -> None:
    assert desk.poll(key).end


def test_ctrl_z_suspends(desk: Desk) -> None:
    desk.poll(KeyEvent("z", ctrl=True))

    assert desk.suspended == 1


def test_a_lost_focus_lets_go_of_all_keys_and_is_said(desk: Desk) -> None:
    """The key-up goes to another window."""
    desk.press("w")
    heard = desk.poll(FocusChange(gained=False))
    assert heard.reasons == (Reason.UNFOCUSED,)
    assert not _hand(heard).held
    heard = desk.poll(FocusChange(gained=True), KeyEvent("w", KeyAction.REPEAT))

    assert heard.reasons == ()
    assert not _hand(heard).held


def test_a_terminal_that_is_gone_has_no_hand(desk: Desk) -> None:
    desk.press("w")
    desk.terminal.is_there = False
    assert desk.poll() == SourceInputs()
    desk.terminal.is_there = True

    assert not _hand(desk.poll()).held


def test_what_a_far_terminal_said_is_as_old_as_its_last_answer(desk: Desk) -> None:
    desk.terminal.alive = 0.7
    assert _hand(desk.poll()).at_s == desk.now

    assert _hand(desk.press("w")).at_s == 0.7


def test_of_what_was_pressed_while_the_program_stood_still_only_what_stops_is_heard(desk: Desk) -> None:
    desk.press("w")
    pressed = [KeyEvent(name) for name in ("enter", "c", "d", "space", "escape", "q")]
    heard = desk.poll(*pressed, after=0.2)

    assert heard == SourceInputs(
        input_states=(InputState(DriveSource.KEYBOARD, STILL, desk.now),),
        stop=True,
        reasons=(Reason.BY_OPERATOR,),
        end=True,
    )
    assert not _hand(desk.poll(KeyEvent("w", KeyAction.REPEAT))).held
    assert desk.poll(KeyEvent("c", ctrl=True), after=0.2).end


def test_a_clock_that_goes_backwards_lets_go_of_all_keys(desk: Desk) -> None:
    desk.press("w")

    assert not _hand(desk.poll(after=-5.0)).held


def test_until_the_terminal_has_answered_the_keyboard_was_not_seen() -> None:
    desk = Desk(KeyReporting.ASKED)
    assert not _hand(desk.poll()).seen
    desk.terminal.key_reporting = KeyReporting.REPEATS

    assert _hand(desk.poll()).seen


def test_in_a_plain_terminal_motion_starts_with_the_second_repeat_and_ends_200_ms_after_the_last(plain: Desk) -> None:
    assert not _hand(plain.press("w")).held
    plain.wait(0.5)
    assert not _hand(plain.press("w")).held
    plain.wait(0.02)
    assert _hand(plain.press("w")).held
    assert _hand(plain.wait(0.18)).held

    assert not _hand(plain.wait(0.04)).held


def test_in_a_plain_terminal_a_held_enter_arms_once(plain: Desk) -> None:
    arms = [plain.press("enter").arm]
    plain.wait(0.5)
    for _ in range(30):
        arms.append(plain.press("enter").arm)
        plain.wait(0.03)

    assert arms == [True] + [False] * 30


def test_in_a_plain_terminal_a_held_c_clears_once(plain: Desk) -> None:
    clears = [plain.press("c").clears]
    plain.wait(0.5)
    for _ in range(30):
        clears.append(plain.press("c").clears)
        plain.wait(0.03)

    assert sum(clears) == 1


def test_in_a_plain_terminal_there_is_no_turbo(plain: Desk) -> None:
    """Nothing tells whether Shift is still held, or caps lock is on."""
    for _ in range(5):
        plain.poll(KeyEvent("w", shift=True))
        hand = _hand(plain.wait(0.03))

    assert (hand.held, _pace_of(hand)) == (True, Pace.USUAL)


@pytest.mark.parametrize("keys", list(KeyReporting))
def test_the_operator_is_told_what_the_terminal_can_do(keys: KeyReporting) -> None:
    assert Desk(keys).keyboard.notice == NOTICES[keys]


def test_the_terminal_is_given_back_for_a_while_and_for_good(desk: Desk) -> None:
    desk.press("w")
    desk.keyboard.leave()
    desk.keyboard.enter()
    assert not _hand(desk.poll()).held
    desk.keyboard.handle_outcome(Outcome(Stage.DISARMED), desk.now)
    desk.keyboard.close()

    assert desk.terminal.calls == ["leave", "retake", "close"]


def test_the_keyboard_is_that_of_the_terminal_the_program_was_started_in() -> None:
    """Where that is none, as in a test, it is said."""
    try:
        terminal = open_terminal()
    except TerminalUnavailable as error:
        reason = error.reason
    else:
        reason = DriveWording.NO_TERMINAL(error="none")
        terminal.close()

    assert shows(reason, DriveWording.NO_TERMINAL)


def test_on_windows_keys_come_from_its_console(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(keyboard, "WindowsConsole", lambda: opened.append("console"))
    monkeypatch.setattr(sys, "platform", "win32")

    open_terminal()

    assert opened == ["console"]


def _free(heard: SourceInputs) -> tuple[tuple[float, ...], bool]:
    (hand,) = heard.input_states
    assert isinstance(hand.request, Stick)
    return hand.request.free, hand.held


def test_free_axes_have_two_keys_each_and_are_pushed_beside_the_base() -> None:
    desk = Desk(KeyReporting.RELEASES, "", "lift", "tilt")
    assert _free(desk.press("r")) == ((1.0, 0.0), True)
    desk.press("g")
    assert _free(desk.press("w")) == ((1.0, -1.0), True)
    # of two opposite keys neither counts
    assert _free(desk.press("f")) == ((0.0, -1.0), True)
    desk.release("g")
    assert _free(desk.poll()) == ((), True)
    for key in "wrf":
        desk.release(key)
    assert _free(desk.poll()) == ((), False)


def test_the_keys_of_an_axis_that_there_is_not_drive_nothing() -> None:
    desk = Desk(KeyReporting.RELEASES, "", "lift")

    assert _free(desk.press("t")) == ((), False)


def test_the_help_names_the_keys_of_the_axes() -> None:
    assert (
        DriveWording.AXIS_KEYS(more="T", less="G", axis="tilt")
        in Desk(KeyReporting.RELEASES, "", "lift", "tilt").keyboard.help
    )
    assert Desk().keyboard.help == DriveWording.KEYS()
