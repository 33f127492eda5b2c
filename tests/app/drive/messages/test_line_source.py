"""Lines as a source of driving."""

from __future__ import annotations

import pytest

from app.drive.control.values import ZERO, DriveSource, InputState, Outcome, Reason, Stage, Velocity
from app.drive.messages.commands import CommandReader
from app.drive.messages.gamepad_command import PadCommand
from app.drive.messages.line_source import PipeInputSource


@pytest.fixture
def source() -> PipeInputSource:
    return PipeInputSource(10.0)


def say(source: PipeInputSource, text: bytes, now: float = 11.0) -> None:
    source.receive(CommandReader().feed(text + b"\n"), now)


def hand(source: PipeInputSource, whose: DriveSource = DriveSource.LINES) -> InputState:
    return next(hand for hand in source.poll(12.0).input_states if hand.source is whose)


def test_all_are_at_rest_before_the_first_line(source: PipeInputSource) -> None:
    hands = source.poll(10.0).input_states

    assert {each.source for each in hands} == {DriveSource.KEYBOARD, DriveSource.SCREEN, DriveSource.LINES}
    assert not any(each.held for each in hands)


def test_a_set_point_is_what_a_hand_asks_for_until_the_next(source: PipeInputSource) -> None:
    say(source, b'{"v":0.2,"w":0.1,"hold":true}')

    assert hand(source) == InputState(DriveSource.LINES, Velocity(0.2, 0.1), 11.0, held=True, device="lines")
    assert hand(source).at_s == 11.0


def test_the_virtual_pad_is_moved_by_whoever_has_it() -> None:
    moved: list[PadCommand] = []
    source = PipeInputSource(10.0, moved.append)
    source.receive(CommandReader(virtual_pad=True).feed(b'{"pad":{"plugged":false}}\n'), 11.0)

    assert moved == [PadCommand(plugged=False)]
    assert source.heard_at_s == 11.0


def test_a_set_point_is_as_old_as_it_says_and_never_younger_than_now(source: PipeInputSource) -> None:
    say(source, b'{"v":0.2,"hold":true,"t":10.5}')
    assert hand(source).at_s == 10.5

    say(source, b'{"v":0.2,"hold":true,"t":11.1}')
    assert hand(source).at_s == 11.0


def test_a_set_point_of_another_clock_stays_in_the_future(source: PipeInputSource) -> None:
    say(source, b'{"v":0.2,"hold":true,"t":99.0}')
    assert hand(source).at_s == 99.0


def test_acts_are_told_once(source: PipeInputSource) -> None:
    say(source, b'{"arm":true}\n{"clear":true}\n{"clear":true}\n{"stop":true}')

    first, second = source.poll(11.0), source.poll(11.01)

    assert (first.arm, first.clears, first.stop) == (True, 2, True)
    assert (second.arm, second.clears, second.stop) == (False, 0, False)


def test_disarming_takes_back_an_arming_before_it(source: PipeInputSource) -> None:
    say(source, b'{"arm":true}\n{"arm":false,"why":"unfocused"}')

    heard = source.poll(11.0)

    assert not heard.arm
    assert heard.reasons == (Reason.UNFOCUSED,)


@pytest.mark.expects_log("a line could not be read")
def test_a_line_that_makes_no_sense_is_a_fault_and_no_sign_of_life(source: PipeInputSource) -> None:
    say(source, b"what?")

    assert source.poll(11.0).reasons == (Reason.BAD_LINE,)
    assert source.heard_at_s == 10.0


def test_any_line_is_a_sign_of_life(source: PipeInputSource) -> None:
    say(source, b"{}")

    assert source.heard_at_s == 11.0


def test_speed_stays_and_a_profile_is_taken_once(source: PipeInputSource) -> None:
    say(source, b'{"speed":0.5}\n{"profile":{"name":"slow"}}')

    profile = source.take_profile()

    assert source.speed == 0.5
    assert profile is not None
    assert profile.name == "slow"
    assert source.take_profile() is None


def stepped(source: PipeInputSource, stage: Stage) -> tuple[Reason, ...]:
    """What speaks against driving in the step after one that came to this stage."""
    source.handle_outcome(Outcome(stage, ZERO, None), 12.0)
    return source.poll(12.0).reasons


def test_while_nobody_sees_who_else_drives_that_speaks_against_arming_but_not_against_who_is_armed(
    source: PipeInputSource,
) -> None:
    assert stepped(source, Stage.DISARMED) == ()
    say(source, b'{"seen":false}')
    assert stepped(source, Stage.DISARMED) == (Reason.UNSEEN,)
    assert stepped(source, Stage.ARMING) == (Reason.UNSEEN,)
    assert stepped(source, Stage.ARMED) == ()
    say(source, b'{"speed":0.5}')
    assert stepped(source, Stage.DISARMED) == (Reason.UNSEEN,)
    say(source, b'{"seen":true}')
    assert stepped(source, Stage.DISARMED) == ()
