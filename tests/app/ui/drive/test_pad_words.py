from __future__ import annotations

import pytest

from app.config.profile import PadMapping
from app.drive.inputs.gamepad.mapping.layout import AXES, BUTTONS
from app.drive.messages.report import PadReport
from app.ui.drive.pad_words import asked_share, button_roles, chosen_pad, input_name, short_input_name


def test_every_axis_and_button_that_a_profile_can_name_has_a_name() -> None:
    names = [input_name(name) for name in (*AXES, *BUTTONS)]
    assert len(set(names)) == len(names)
    assert (input_name("axis3"), input_name("button12"), input_name("")) == ("Axis 3", "Button 12", "")


def test_the_axes_of_sticks_have_a_name_that_needs_little_room() -> None:
    assert short_input_name("lefty") == "Left stick \N{UP DOWN ARROW}"
    assert (short_input_name("axis3"), short_input_name("b")) == ("Axis 3", "B")


def test_the_pad_that_drives_is_shown_else_the_first() -> None:
    first, second = PadReport("a"), PadReport("b", drives=True)
    assert chosen_pad((first, second)) is second
    assert chosen_pad((first,)) is first
    assert chosen_pad(()) is None


def test_what_an_axis_asks_for_is_forward_and_left() -> None:
    pad = PadReport("a", (("lefty", -0.6), ("axis1", 0.05), ("leftx", None)), numbers=(0.6, 0.05, None))
    assert asked_share(pad, "lefty", inverted=True) == 0.6
    assert asked_share(pad, "axis0", inverted=True) == -0.6, "a number is read as the device has it"
    assert asked_share(pad, "axis1", inverted=True) == 0.0
    assert asked_share(pad, "axis2", inverted=True) is None
    assert asked_share(pad, "leftx", inverted=True) is None
    for axis in ("righty", "axis7"):
        with pytest.raises(LookupError):
            asked_share(pad, axis, inverted=True)


def test_buttons_are_told_with_their_roles() -> None:
    roles = button_roles(PadMapping(turbo="", stop=("b", "y")))
    assert ("hold", "leftshoulder") in roles
    assert not [name for name, _ in roles if name == "turbo"]
    assert [button for name, button in roles if name == "stop"] == ["b", "y"]
