"""The virtual pad, and the commands that move it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.drive.inputs.gamepad.gamepad_virtual import VirtualPad
from app.drive.inputs.gamepad.mapping.layout import parse_layout
from app.drive.inputs.gamepad.sdl import Joystick, Sdl
from app.drive.messages.gamepad_command import PAD_AXES, PAD_BUTTONS, PadCommand


@pytest.fixture
def sdl() -> Iterator[Sdl]:
    sdl = Sdl()
    yield sdl
    sdl.close()


@pytest.fixture
def pad(sdl: Sdl) -> Iterator[VirtualPad]:
    pad = VirtualPad(sdl)
    yield pad
    pad.unplug()


def _device(sdl: Sdl) -> Joystick:
    device = sdl.open(sdl.update()[0])
    assert device is not None
    return device


def test_sdl_takes_it_for_a_usual_pad_with_our_order_of_axes_and_buttons(sdl: Sdl, pad: VirtualPad) -> None:
    device = _device(sdl)
    layout = parse_layout(device.info.mapping)

    assert device.info.virtual
    assert [[binding.index for binding in layout.of(name)] for name in PAD_AXES] == [[n] for n in range(6)]
    assert [[binding.index for binding in layout.of(name)] for name in PAD_BUTTONS] == [[n] for n in range(15)]
    assert pad.plugged
    device.close()


def test_a_command_moves_axes_and_buttons(sdl: Sdl, pad: VirtualPad) -> None:
    device = _device(sdl)
    pad.apply(PadCommand({"lefty": -1.0, "righttrigger": 1.0, "axis0": 1.0}, {"b": True, "button0": True}))
    sdl.update()
    numbers = device.read()
    assert numbers is not None

    assert numbers.axes == (32767, -32768, 0, 0, -32768, 32767)
    assert [number for number, pressed in enumerate(numbers.buttons) if pressed] == [0, 1]
    device.close()


def test_a_command_pulls_it_out_and_plugs_it_in_untouched(sdl: Sdl, pad: VirtualPad) -> None:
    device = _device(sdl)
    pad.apply(PadCommand({"lefty": -1.0}))
    pad.apply(PadCommand({"lefty": 1.0}, plugged=False))
    assert sdl.update() == ()
    assert device.read() is None
    device.close()
    pad.apply(PadCommand(plugged=True))
    pad.apply(PadCommand(plugged=True))
    device = _device(sdl)
    sdl.update()
    numbers = device.read()

    assert numbers is not None
    assert numbers.axes == (0, 0, 0, 0, -32768, -32768)
    device.close()


def test_moving_what_is_not_plugged_in_does_nothing(pad: VirtualPad) -> None:
    pad.unplug()
    pad.unplug()
    pad.axis("lefty", 1.0)
    pad.button("a")
    pad.hat(0, 1)

    assert not pad.plugged
