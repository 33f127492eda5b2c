"""What a reading means for driving, by the robot's profile."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.config.profile import PadMapping
from app.drive.control.values import Stick
from app.drive.inputs.gamepad.mapping.gamepad_reading import (
    SEEN_WAY,
    PadReading,
    SeenAxes,
    mapped_axes,
    missing_roles,
    read_pad,
)
from app.drive.inputs.gamepad.mapping.layout import PadLayout, RawPad, parse_layout

LAYOUT = parse_layout(
    "030000005e0400008e02000000007801,A pad,leftx:a0,lefty:a1,rightx:a2,lefttrigger:a3,"
    "leftshoulder:b0,rightshoulder:b1,b:b2,start:b3,back:b4,x:b5,"
)
USUAL = PadMapping()


def _raw(*pressed: int, axes: tuple[float, ...] = (0.0, 0.0, 0.0, -1.0)) -> RawPad:
    return RawPad(axes, tuple(number in pressed for number in range(6)))


def test_up_is_forward_and_left_is_counter_clockwise() -> None:
    """SDL's axes grow downwards and to the right."""
    reading = read_pad(USUAL, LAYOUT, _raw(axes=(-0.5, -1.0, 0.0, -1.0)))

    assert reading.stick == Stick(forward=1.0, turn=0.5, radial=True)


def test_axes_can_be_the_other_way_round() -> None:
    mapping = replace(USUAL, forward_inverted=False, turn_inverted=False)

    assert read_pad(mapping, LAYOUT, _raw(axes=(-0.5, -1.0, 0.0, -1.0))).stick == Stick(-1.0, -0.5)


def test_the_deadzone_is_a_circle_only_where_both_axes_are_one_stick() -> None:
    assert read_pad(USUAL, LAYOUT, _raw()).stick.radial
    assert not read_pad(replace(USUAL, turn="rightx"), LAYOUT, _raw()).stick.radial
    assert not read_pad(replace(USUAL, forward="axis1", turn="axis0"), LAYOUT, _raw()).stick.radial


@pytest.mark.parametrize(
    ("button", "role"), [(0, "hold"), (1, "turbo"), (2, "stop"), (3, "arm"), (4, "clear"), (5, None)]
)
def test_a_button_does_what_the_profile_says_and_no_more(button: int, role: str | None) -> None:
    reading = read_pad(USUAL, LAYOUT, _raw(button))

    roles = ("hold", "turbo", "stop", "arm", "clear")

    assert reading.stick == Stick()
    assert [name for name in roles if getattr(reading, name)] == ([] if role is None else [role])


def test_any_of_several_stop_buttons_stops() -> None:
    mapping = replace(USUAL, stop=("b", "x", "button4"), clear="")

    assert [read_pad(mapping, LAYOUT, _raw(number)).stop for number in (2, 5, 4, 0)] == [True, True, True, False]


def test_a_trigger_can_be_held_to_drive() -> None:
    mapping = replace(USUAL, hold="lefttrigger")

    assert not read_pad(mapping, LAYOUT, _raw(axes=(0.0, 0.0, 0.0, -1.0))).hold
    assert read_pad(mapping, LAYOUT, _raw(axes=(0.0, 0.0, 0.0, 0.9))).hold


def test_no_button_for_turbo_is_no_turbo() -> None:
    mapping = replace(USUAL, turbo="", arm="", clear="")

    assert read_pad(mapping, LAYOUT, _raw(0, 1, 2, 3, 4, 5)) == PadReading(hold=True, stop=True)


def test_what_driving_needs_and_a_device_lacks_is_named() -> None:
    assert missing_roles(USUAL, LAYOUT, _raw()) == ()
    assert missing_roles(USUAL, PadLayout(), _raw()) == ("forward", "turn", "hold", "stop")
    assert missing_roles(USUAL, LAYOUT, RawPad((0.0,), (True,))) == ("forward", "stop")
    assert missing_roles(replace(USUAL, stop=("y", "b")), LAYOUT, _raw()) == ()


def test_all_axes_that_mean_anything_are_waited_for_and_no_others() -> None:
    assert mapped_axes(USUAL, LAYOUT) == {0, 1}
    assert mapped_axes(replace(USUAL, turn="rightx", hold="lefttrigger"), LAYOUT) == {1, 2, 3}


def test_an_axis_is_seen_once_it_has_moved() -> None:
    """A driver says 0 of an axis that has not reported yet: https://github.com/farm-ng/tractor/issues/81."""
    seen = SeenAxes((0, 0, -32768))
    seen.feed((SEEN_WAY, -SEEN_WAY, -32768))
    assert list(seen.unseen(frozenset({0, 1, 2, 9}))) == [0, 1, 2]
    seen.feed((0, SEEN_WAY + 1, -32768))
    seen.feed((0, 0, 0))

    assert list(seen.unseen(frozenset({0, 1, 2}))) == [0]
    assert list(seen.unseen(frozenset({1, 2}))) == []
