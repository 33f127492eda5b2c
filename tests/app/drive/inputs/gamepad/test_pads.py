"""Pads as a source of driving, on SDL's virtual pads: the same way as a real one's."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.config.feedback import FeedbackPattern, RumblePatterns, StopClass
from app.config.profile import PadMapping
from app.drive.control.input_source import SourceInputs
from app.drive.control.stop_classes import stop_class
from app.drive.control.values import DriveSource, InputState, Outcome, Pace, Reason, Stage, Stick
from app.drive.inputs.gamepad.mapping.calibration import AxisCalibration
from app.drive.inputs.gamepad.pads import Gamepads
from app.drive.inputs.gamepad.rumble import PULSES_S
from app.drive.inputs.gamepad.sdl import Joystick, PadsUnavailable, Sdl, VirtualPad
from app.drive.inputs.gamepad.store import KnownPad, PadFileError, PadStore, load_pads
from app.drive.messages.report import PadReport
from app.ui.drive.pad_words import asked_share
from app.wording.drive import PadWording
from protocols.sentence import code_of

STICK_MAPPING = "lefty:a1,leftx:a0,leftshoulder:b0,b:b1,"


@pytest.fixture
def store(tmp_path: Path) -> PadStore:
    return PadStore.open(tmp_path / "pads.json")


@pytest.fixture
def pads(store: PadStore) -> Iterator[Gamepads]:
    pads = Gamepads(PadMapping(), store)
    yield pads
    pads.close()


PlugIn = Callable[..., VirtualPad]


@pytest.fixture
def plug_in(pads: Gamepads) -> Iterator[PlugIn]:
    plugged: list[VirtualPad] = []

    def plug(name: str = "Virtual pad", *, stick: bool = False) -> VirtualPad:
        assert pads.sdl is not None
        plugged.append(VirtualPad(pads.sdl, name, stick=stick))
        return plugged[-1]

    yield plug
    for pad in plugged:
        pad.unplug()


def _hand(heard: SourceInputs) -> InputState:
    (hand,) = heard.input_states
    return hand


def _wiggle(pads: Gamepads, pad: VirtualPad, *axes: str) -> None:
    for name in axes or ("leftx", "lefty"):
        pad.axis(name, 0.5)
        pads.poll(0.0)
        pad.axis(name, 0.0)
        pads.poll(0.0)


def test_no_pad_is_no_hand(pads: Gamepads) -> None:
    assert pads.poll(1.0) == SourceInputs()
    assert (pads.trouble, pads.statuses) == ("", ())


def test_a_pad_that_is_plugged_in_has_a_hand_from_the_next_poll_on(pads: Gamepads, plug_in: PlugIn) -> None:
    plug_in()
    hand = _hand(pads.poll(1.5))

    assert hand == InputState(DriveSource.PAD, Stick(), 1.5, seen=False, device=hand.device)
    assert hand.device.startswith("Virtual pad")


def test_whether_there_is_any_is_known_from_the_next_poll_on(pads: Gamepads, plug_in: PlugIn) -> None:
    pads.poll(1.0)
    before = pads.are_there
    pad = plug_in()
    pads.poll(1.1)
    there = pads.are_there
    pad.unplug()
    pads.poll(1.2)

    assert (before, there, pads.are_there) == (False, True, False)


def test_every_poll_renews_what_a_pad_says(pads: Gamepads, plug_in: PlugIn) -> None:
    plug_in()

    assert [_hand(pads.poll(now)).at_s for now in (1.0, 1.01, 1.02)] == [1.0, 1.01, 1.02]


def test_a_pad_that_comes_moves_or_goes_stirs_until_the_next_poll(pads: Gamepads, plug_in: PlugIn) -> None:
    assert not pads.has_news()
    pad = plug_in()
    assert pads.has_news()
    pads.poll(1.0)
    assert not pads.has_news()
    pad.axis("lefty", -1.0)
    assert [pads.has_news(), pads.has_news()] == [True, True]
    assert _hand(pads.poll(1.01)).request == Stick(1.0)
    assert not pads.has_news()
    pad.unplug()
    assert pads.has_news()
    assert pads.poll(1.02).reasons == (Reason.PAD_GONE,)


def test_a_pad_that_has_not_stirred_stands_as_it_stood_and_presses_nothing_twice(
    pads: Gamepads, plug_in: PlugIn
) -> None:
    pad = plug_in()
    pads.poll(1.0)
    pad.axis("lefty", -1.0)
    pad.button("leftshoulder")
    pad.button("start")
    first, second = pads.poll(1.01), pads.poll(1.02)

    assert (first.arm, second.arm) == (True, False)
    assert replace(_hand(first), at_s=1.02) == _hand(second)
    assert pads.is_held
    pad.button("leftshoulder", pressed=False)
    pads.poll(1.03)
    assert not pads.is_held


def test_what_sdl_did_not_tell_of_is_read_within_a_tenth_of_a_second(pads: Gamepads, plug_in: PlugIn) -> None:
    pad = plug_in()
    pads.poll(1.0)
    pad.axis("lefty", -1.0)
    assert pads.sdl is not None
    pads.sdl.library.SDL_FlushEvents(0, 0xFFFF)
    pads.sdl.library.SDL_JoystickUpdate()
    pads.sdl.library.SDL_FlushEvents(0, 0xFFFF)

    assert _hand(pads.poll(1.05)).request == Stick()
    assert _hand(pads.poll(1.1)).request == Stick(1.0)


def test_a_pad_is_seen_when_every_mapped_axis_has_moved(pads: Gamepads, plug_in: PlugIn) -> None:
    pad = plug_in()
    assert not _hand(pads.poll(1.0)).seen
    assert list(pads.statuses[0].unseen) == [0, 1]
    _wiggle(pads, pad, "leftx", "rightx")
    assert not _hand(pads.poll(1.0)).seen
    assert list(pads.statuses[0].unseen) == [1]
    _wiggle(pads, pad, "lefty")

    assert _hand(pads.poll(1.0)).seen


def test_axes_are_told_by_name_those_that_were_not_seen_without_a_value(pads: Gamepads, plug_in: PlugIn) -> None:
    pad = plug_in()
    plug_in(stick=True)
    pads.poll(1.0)
    pad.axis("lefty", -1.0)
    pads.poll(1.0)
    usual, stick = (status.axes for status in pads.statuses)

    assert usual == (
        *(("leftx", None), ("lefty", -1.0), ("rightx", None), ("righty", None)),
        *(("lefttrigger", None), ("righttrigger", None)),
    )
    assert [name for name, _ in stick] == ["axis0", "axis1", "axis2", "axis3"]


def test_a_pad_is_unseen_again_after_it_was_pulled_out(pads: Gamepads, plug_in: PlugIn) -> None:
    pad = plug_in()
    pads.poll(1.0)
    _wiggle(pads, pad)
    assert _hand(pads.poll(1.0)).seen
    pad.unplug()
    pads.poll(1.0)
    pad.plug()

    assert not _hand(pads.poll(1.0)).seen


def test_a_stick_that_is_pushed_with_the_button_held_drives(pads: Gamepads, plug_in: PlugIn) -> None:
    pad = plug_in()
    pads.poll(1.0)
    pad.axis("lefty", -1.0)
    pad.axis("leftx", 1.0)
    pad.button("leftshoulder")
    pad.button("rightshoulder")
    hand = _hand(pads.poll(1.0))

    assert hand.request == Stick(forward=1.0, turn=-1.0, radial=True, pace=Pace.TURBO)
    assert (hand.held, hand.seen) == (True, True)


def test_the_directional_pad_makes_a_step_of_the_speed_each_time_it_is_pressed(pads: Gamepads, plug_in: PlugIn) -> None:
    pad = plug_in()
    now, steps = 1.0, []
    pads.poll(now)
    for button in ("dpup", "dpdown"):
        for down in (True, False):
            pad.button(button, pressed=down)
            for _ in range(2):
                now += 0.01
                steps.append(pads.poll(now).speed_steps)

    assert steps == [1, 0, 0, 0, -1, 0, 0, 0]


def test_a_button_marks_once_each_time_it_is_pressed_and_does_nothing_else(store: PadStore, plug_in: PlugIn) -> None:
    pads = Gamepads(PadMapping(mark="y"), store)
    pad = plug_in()
    now, told = 1.0, []
    pads.poll(now)
    for down in (True, False, True):
        pad.button("y", pressed=down)
        for _ in range(2):
            now += 0.01
            told.append(pads.poll(now))
    pads.close()

    assert [inputs.marks for inputs in told] == [1, 0, 0, 0, 1, 0]
    assert not any(_hand(inputs).held for inputs in told)
    assert not any(inputs.arm or inputs.stop or inputs.clears or inputs.reasons for inputs in told)


def test_what_was_pressed_while_the_program_stood_still_marks_no_moment(store: PadStore, plug_in: PlugIn) -> None:
    pads = Gamepads(PadMapping(mark="y"), store)
    pad = plug_in()
    pads.poll(1.0)
    pad.button("y")

    assert pads.poll(11.0).marks == 0
    pads.close()


def test_a_pad_that_is_pulled_out_is_gone_at_once_and_never_holds_its_last_axes(
    pads: Gamepads, plug_in: PlugIn
) -> None:
    """https://github.com/bitcraze/crazyflie-clients-python/issues/43."""
    pad = plug_in()
    pads.poll(1.0)
    pad.axis("lefty", -1.0)
    pad.button("leftshoulder")
    assert _hand(pads.poll(1.0)).held
    pad.unplug()

    assert pads.poll(1.01) == SourceInputs(reasons=(Reason.PAD_GONE,))
    assert pads.poll(1.02) == SourceInputs()
    assert pads.statuses == ()


def test_a_pad_pulled_out_and_plugged_in_between_two_polls_is_another_one(pads: Gamepads, plug_in: PlugIn) -> None:
    pad = plug_in()
    pads.poll(1.0)
    _wiggle(pads, pad)
    pad.axis("lefty", -1.0)
    pad.button("leftshoulder")
    before = _hand(pads.poll(1.0))
    pad.unplug()
    pad.plug()
    heard = pads.poll(1.01)

    assert heard.reasons == (Reason.PAD_GONE,)
    assert _hand(heard).request == Stick()
    assert not _hand(heard).held
    assert not _hand(heard).seen
    assert _hand(heard).device != before.device


def test_the_first_pad_drives_and_the_second_waits(pads: Gamepads, plug_in: PlugIn) -> None:
    plug_in("First")
    pads.poll(1.0)
    second = plug_in("Second")
    second.axis("lefty", -1.0)

    assert _hand(pads.poll(1.0)).device.startswith("First")
    assert [status.drives for status in pads.statuses] == [True, False]


def test_when_the_pad_that_drives_is_gone_another_takes_its_place_and_that_is_said(
    pads: Gamepads, plug_in: PlugIn
) -> None:
    first = plug_in("First")
    pads.poll(1.0)
    plug_in("Second")
    pads.poll(1.0)
    first.unplug()
    heard = pads.poll(1.0)

    assert heard.reasons == (Reason.PAD_GONE,)
    assert _hand(heard).device.startswith("Second")


def test_a_pad_that_does_not_drive_may_be_pulled_out(pads: Gamepads, plug_in: PlugIn) -> None:
    plug_in("First")
    pads.poll(1.0)
    second = plug_in("Second")
    pads.poll(1.0)
    second.unplug()

    assert pads.poll(1.0).reasons == ()


def test_another_pad_can_be_chosen_which_disarms(pads: Gamepads, plug_in: PlugIn) -> None:
    plug_in("First")
    plug_in("Second")
    pads.poll(1.0)
    pads.choose_pad(pads.statuses[1].instance)
    heard = pads.poll(1.0)
    assert heard.reasons == (Reason.BY_OPERATOR,)
    assert _hand(heard).device.startswith("Second")
    pads.choose_pad(pads.statuses[1].instance)
    pads.choose_pad(12345)

    assert pads.poll(1.0).reasons == ()


def test_stop_is_heard_from_every_pad_for_as_long_as_it_is_held(pads: Gamepads, plug_in: PlugIn) -> None:
    plug_in("First")
    second = plug_in("Second")
    pads.poll(1.0)
    second.button("b")
    assert pads.poll(1.0).stop
    assert pads.poll(1.0).stop
    second.button("b", pressed=False)

    assert not pads.poll(1.0).stop


def test_each_press_of_stop_counts_on_whichever_pad_it_is(pads: Gamepads, plug_in: PlugIn) -> None:
    first, second = plug_in("First"), plug_in("Second")
    pads.poll(1.0)
    counts = []
    for pad, pressed in ((first, True), (second, True), (second, False), (second, True), (first, False)):
        pad.button("b", pressed=pressed)
        counts.append(pads.poll(1.0).presses)
    counts.append(pads.poll(1.0).presses)
    assert counts == [1, 1, 0, 1, 0, 0]
    # let go of and pressed again between two polls
    assert pads.sdl is not None
    second.button("b", pressed=False)
    pads.sdl.update()
    second.button("b")
    assert pads.poll(1.0).presses == 1


def test_stop_is_heard_though_it_was_tapped_between_two_polls(pads: Gamepads, plug_in: PlugIn) -> None:
    pad = plug_in()
    pads.poll(1.0)
    assert pads.sdl is not None
    pad.button("b")
    pads.sdl.update()
    pad.button("b", pressed=False)

    assert pads.poll(1.0).stop
    assert not pads.poll(1.0).stop


def test_arm_and_clear_are_edges_not_levels(pads: Gamepads, plug_in: PlugIn) -> None:
    pad = plug_in()
    pads.poll(1.0)
    pad.button("start")
    pad.button("back")
    first, second = pads.poll(1.0), pads.poll(1.0)
    pad.button("start", pressed=False)
    pad.button("back", pressed=False)
    third = pads.poll(1.0)
    pad.button("back")
    fourth = pads.poll(1.0)

    assert [(heard.arm, heard.clears) for heard in (first, second, third, fourth)] == [
        (True, 1),
        (False, 0),
        (False, 0),
        (False, 1),
    ]


@pytest.mark.parametrize("drives", [True, False])
def test_stop_is_heard_from_a_pad_that_is_gone_by_the_next_poll(
    pads: Gamepads, plug_in: PlugIn, *, drives: bool
) -> None:
    first, second = plug_in(), plug_in()
    pads.poll(0.0)
    pad = first if drives else second
    assert pads.sdl is not None
    pad.button("b")
    pads.sdl.update()
    pad.unplug()

    heard = pads.poll(0.02)

    assert (heard.stop, heard.presses) == (True, 1)
    heard = pads.poll(0.04)
    assert (heard.stop, heard.presses) == (False, 0)


def test_what_was_pressed_while_the_program_stood_still_is_old_but_for_stop(pads: Gamepads, plug_in: PlugIn) -> None:
    pad = plug_in()
    pads.poll(1.0)
    for button in ("start", "back", "b"):
        pad.button(button)
    heard = pads.poll(1.2)

    assert (heard.arm, heard.clears, heard.stop) == (False, 0, True)
    assert not pads.poll(1.21).arm


def test_a_button_that_was_held_when_the_profile_changed_was_not_pressed_then(pads: Gamepads, plug_in: PlugIn) -> None:
    pad = plug_in()
    pads.poll(1.0)
    pad.button("y")
    pads.poll(1.0)
    pads.use_mapping(PadMapping(arm="y"))

    assert not pads.poll(1.0).arm


def test_a_pad_that_does_not_drive_neither_arms_nor_clears(pads: Gamepads, plug_in: PlugIn) -> None:
    plug_in("First")
    second = plug_in("Second")
    pads.poll(1.0)
    second.button("start")
    second.button("back")
    heard = pads.poll(1.0)

    assert (heard.arm, heard.clears) == (False, 0)


def test_a_stick_that_sdl_does_not_know_drives_nothing_and_says_so(pads: Gamepads, plug_in: PlugIn) -> None:
    stick = plug_in(stick=True)
    stick.axis("axis1", -1.0)

    assert pads.poll(1.0).input_states == ()
    assert pads.statuses[0].trouble == PadWording.UNKNOWN_PAD()
    assert pads.statuses[0].state.axes == (0, -32768, 0, 0)


def test_a_stick_drives_when_it_was_mapped_and_is_known_ever_after(
    pads: Gamepads, plug_in: PlugIn, store: PadStore
) -> None:
    stick = plug_in("A stick", stick=True)
    pads.poll(1.0)
    guid = pads.statuses[0].guid
    pads.teach(guid, mapping=f"{guid},A stick,{STICK_MAPPING}")
    stick.axis("axis1", -1.0)
    stick.button("button0")
    hand = _hand(pads.poll(1.0))

    assert (hand.request, hand.held) == (Stick(forward=1.0, turn=0.0), True)
    assert pads.statuses[0].trouble == ""
    assert store.path is not None
    assert load_pads(store.path) == (KnownPad(guid, "A stick", f"{guid},A stick,{STICK_MAPPING}"),)
    again = Gamepads(PadMapping(), PadStore.open(store.path))
    assert _hand(again.poll(1.0)).device.startswith("A stick")
    again.close()


def test_a_stick_drives_by_the_numbers_of_its_axes_where_a_profile_names_them(pads: Gamepads, plug_in: PlugIn) -> None:
    stick = plug_in(stick=True)
    pads.use_mapping(
        PadMapping("axis1", "axis0", hold="button0", turbo="", stop=("button1",), arm="button2", clear="button3")
    )
    pads.poll(1.0)
    stick.axis("axis1", -0.5)
    stick.button("button0")
    hand = _hand(pads.poll(1.0))

    assert hand.request == Stick(forward=0.5, turn=0.0, radial=False)
    assert hand.held


def test_a_profile_that_asks_for_what_a_pad_lacks_is_told(pads: Gamepads, plug_in: PlugIn) -> None:
    plug_in()
    pads.use_mapping(PadMapping(hold="paddle1"))

    assert pads.poll(1.0).input_states == ()
    assert pads.statuses[0].trouble == PadWording.PAD_LACKS(roles="hold")


def _inverted(pads: Gamepads, pairs: str) -> None:
    pads.teach(pads.statuses[0].guid, mapping=f"{pads.statuses[0].guid},A pad,{pairs}")


@pytest.mark.parametrize(
    "pairs", ["lefty:a1~,leftx:a0,", "-lefty:+a1,+lefty:-a1,leftx:a0,", "+leftx:+a1,-leftx:-a0,lefty:-a1~,"]
)
@pytest.mark.parametrize("axis", ["lefty", "axis1", "axis0"])
@pytest.mark.parametrize("inverted", [True, False])
def test_what_a_view_shows_of_an_axis_is_what_drives(
    pads: Gamepads, plug_in: PlugIn, pairs: str, axis: str, *, inverted: bool
) -> None:
    pad = plug_in()
    pads.poll(1.0)
    _inverted(pads, pairs + "leftshoulder:b9,b:b1")
    pads.use_mapping(PadMapping(axis, "axis3", forward_inverted=inverted))
    for name in ("leftx", "lefty", "rightx", "righty"):
        pad.axis(name, 0.75)
    pads.poll(1.0)
    for position in (-1.0, -0.5, 0.5):
        pad.axis("lefty", position)
        driven = _hand(pads.poll(1.0)).request
        (status,) = pads.statuses
        report = PadReport("A pad", status.axes, numbers=status.numbers)
        assert isinstance(driven, Stick)
        assert asked_share(report, axis, inverted=inverted) == driven.forward


def test_an_axis_that_comes_from_buttons_is_told_by_its_name(pads: Gamepads, plug_in: PlugIn) -> None:
    pad = plug_in()
    pads.poll(1.0)
    _inverted(pads, "lefty:a1,leftx:a0,+rightx:b2,-rightx:b3,leftshoulder:b9,b:b1")
    pad.button("x")
    pads.poll(1.0)

    assert dict(pads.statuses[0].axes)["rightx"] == 1.0


@pytest.mark.parametrize(
    ("mapping", "roles"),
    [
        (PadMapping(turbo="button9"), ("hold", "turbo")),
        (PadMapping(turn="axis1"), ("forward", "turn")),
        (PadMapping(hold="button1"), ("hold", "stop")),
    ],
)
def test_a_pad_of_which_one_input_has_two_functions_drives_nothing_but_stops(
    pads: Gamepads, plug_in: PlugIn, mapping: PadMapping, roles: tuple[str, str]
) -> None:
    pad = plug_in()
    pads.poll(1.0)
    pads.use_mapping(mapping)
    pad.button("b")
    heard = pads.poll(1.0)

    assert (heard.input_states, heard.stop) == ((), True)
    status = pads.statuses[0]
    assert code_of(status.trouble) is PadWording.INPUT_DOUBLED
    assert f"“{roles[0]}”" in status.trouble
    assert f"“{roles[1]}”" in status.trouble
    pads.choose_pad(status.instance)
    assert pads.poll(1.0).input_states == ()
    pads.use_mapping(PadMapping(stop=("b", "button1")))
    assert pads.statuses[0].trouble == ""
    assert _hand(pads.poll(1.0))


def test_a_pad_that_drives_and_gets_two_functions_on_one_input_drives_no_longer(
    pads: Gamepads, plug_in: PlugIn
) -> None:
    plug_in()
    pads.poll(1.0)
    _inverted(pads, "lefty:a1,leftx:a0,leftshoulder:b9,rightshoulder:b9,b:b1")

    assert pads.poll(1.0).input_states == ()


def test_a_calibration_takes_the_drift_out_at_once_and_is_kept(
    pads: Gamepads, plug_in: PlugIn, store: PadStore
) -> None:
    pad = plug_in()
    pad.axis("lefty", 0.08)
    assert _hand(pads.poll(1.0)).request != Stick()
    guid = pads.statuses[0].guid
    centred = AxisCalibration(centre=2620, noise=400)
    pads.teach(guid, axes=(AxisCalibration(), centred))
    heard = pads.poll(1.0)

    assert _hand(heard).request == Stick()
    assert heard.reasons == (Reason.BY_OPERATOR,)
    assert store.known(guid).axes == (AxisCalibration(), centred)
    assert store.known(guid).mapping == ""


def test_a_mapping_of_another_pad_is_refused_and_changes_nothing(pads: Gamepads, plug_in: PlugIn) -> None:
    plug_in()
    pads.poll(1.0)
    with pytest.raises(PadFileError):
        pads.teach(pads.statuses[0].guid, mapping="0" * 32 + ",A pad,leftx:a0,")

    assert pads.poll(1.0).reasons == ()
    assert pads.statuses[0].trouble == ""


def test_a_pad_that_is_being_calibrated_drives_nothing_but_still_stops(pads: Gamepads, plug_in: PlugIn) -> None:
    pad = plug_in()
    pads.poll(1.0)
    instance = pads.statuses[0].instance
    pads.put_aside(instance, aside=True)
    pad.axis("lefty", -1.0)
    pad.button("leftshoulder")
    pad.button("b")
    heard = pads.poll(1.0)
    assert (heard.input_states, heard.stop, heard.reasons) == ((), True, (Reason.BY_OPERATOR,))
    assert pads.statuses[0].aside
    pads.put_aside(instance, aside=False)

    assert _hand(pads.poll(1.0)).held


@pytest.mark.parametrize(
    ("reason", "felt"),
    [
        (Reason.STOP, True),
        (Reason.LINK_SILENT, True),
        (Reason.LATE, True),
        (Reason.LEASE, True),
        (Reason.RELEASED, False),
        (Reason.BY_OPERATOR, False),
        (Reason.NOT_NEUTRAL, False),
    ],
)
def test_a_stop_that_nobody_asked_for_is_felt(pads: Gamepads, plug_in: PlugIn, reason: Reason, *, felt: bool) -> None:
    pad = plug_in()
    pads.poll(1.0)
    pads.handle_outcome(Outcome(Stage.DISARMED, reason=reason, news=(reason,)), 1.0)
    pads.handle_outcome(Outcome(Stage.DISARMED, reason=reason), 1.01)

    assert len(pad.rumbles) == felt


def test_only_the_pad_that_drives_is_shaken_but_all_of_them_on_stop(pads: Gamepads, plug_in: PlugIn) -> None:
    first, second = plug_in("First"), plug_in("Second")
    pads.poll(1.0)
    pads.handle_outcome(Outcome(Stage.DISARMED, news=(Reason.LINK_SILENT,)), 1.0)
    assert (len(first.rumbles), len(second.rumbles)) == (1, 0)
    pads.handle_outcome(Outcome(Stage.STOPPED, news=(Reason.STOP,)), 1.0)

    assert (len(first.rumbles), len(second.rumbles)) == (2, 1)


@pytest.mark.parametrize("reason", [Reason.STOP, Reason.LINK_SILENT, Reason.NOT_OBEYED, Reason.LEASE, Reason.LATE])
def test_each_class_of_stops_is_felt_as_the_profile_says(
    pads: Gamepads, plug_in: PlugIn, monkeypatch: pytest.MonkeyPatch, reason: Reason
) -> None:
    plug_in()
    felt: list[float] = []
    # SDL itself tells a device of no rumble that is as the one before
    monkeypatch.setattr(Joystick, "rumble", lambda _joystick, _strength, seconds: felt.append(seconds))
    pads.poll(1.0)
    for start, pattern in enumerate(FeedbackPattern, 10):
        others = {each.value: FeedbackPattern.OFF for each in StopClass}
        pads.rumble.patterns = RumblePatterns(**others | {stop_class(reason).value: pattern})
        felt.clear()
        pads.handle_outcome(Outcome(Stage.DISARMED, news=(reason,)), float(start))
        for tick in range(50):
            pads.poll(start + tick / 100)
        assert felt == [seconds for _, seconds in PULSES_S[pattern]]


def test_a_pattern_can_be_felt_by_itself(pads: Gamepads, plug_in: PlugIn) -> None:
    first, second = plug_in("First"), plug_in("Second")
    pads.poll(1.0)
    pads.try_rumble(FeedbackPattern.SHORT, 1.0)
    assert (len(first.rumbles), len(second.rumbles)) == (1, 0)
    assert pads.poll(1.01).reasons == ()


def test_without_sdl_there_are_no_pads_and_all_else_works(store: PadStore) -> None:
    def missing() -> Sdl:
        raise PadsUnavailable("SDL can't be loaded: no such file", "Install it.")

    pads = Gamepads(PadMapping(), store, missing)

    assert pads.poll(1.0) == SourceInputs()
    assert (pads.trouble, pads.tip) == ("SDL can't be loaded: no such file", "Install it.")
    assert pads.statuses == ()
    pads.handle_outcome(Outcome(Stage.STOPPED, news=(Reason.STOP,)), 1.0)
    pads.use_mapping(PadMapping())
    pads.choose_pad(0)
    pads.put_aside(0, aside=True)
    pads.close()


def test_after_the_end_nothing_is_heard(pads: Gamepads, plug_in: PlugIn) -> None:
    pad = plug_in()
    pads.poll(1.0)
    pad.unplug()
    pads.close()
    pads.close()

    assert pads.poll(1.0) == SourceInputs()


def test_a_pad_whose_mapping_cannot_be_read_is_used_by_numbers_only(
    pads: Gamepads, plug_in: PlugIn, caplog: pytest.LogCaptureFixture
) -> None:
    """SDL takes mappings from an environment variable, too, and may know of inputs that we don't."""
    stick = plug_in(stick=True)
    assert pads.sdl is not None
    (instance,) = pads.sdl.update()
    device = pads.sdl.open(instance)
    assert device is not None
    guid = device.info.guid
    device.close()
    stick.unplug()
    assert pads.sdl.library.SDL_GameControllerAddMapping(f"{guid},A stick,leftx:a0,dpup:h0.0,".encode()) >= 0
    stick.plug()
    with caplog.at_level(logging.INFO):
        pads.poll(1.0)

    assert "is not used" in caplog.text
    assert pads.statuses[0].trouble == PadWording.UNKNOWN_PAD()
