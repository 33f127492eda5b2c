"""SDL itself, with its virtual devices: coming, going, reading, being felt."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from app.drive.inputs.gamepad.mapping.layout import parse_layout
from app.drive.inputs.gamepad.sdl import Joystick, PadsUnavailable, Sdl, VirtualPad
from app.drive.messages.pad_commands import PAD_AXES, PAD_BUTTONS, PadCommand
from app.wording.drive import PadWording
from protocols.sentence import code_of


@pytest.fixture
def sdl() -> Iterator[Sdl]:
    sdl = Sdl()
    yield sdl
    sdl.close()


def _opened(sdl: Sdl, number: int = 0) -> Joystick:
    device = sdl.open(sdl.update()[number])
    assert device is not None
    return device


def test_devices_come_and_go(sdl: Sdl) -> None:
    assert sdl.update() == ()
    first = VirtualPad(sdl)
    second = VirtualPad(sdl, stick=True)
    a, b = sdl.update()
    first.unplug()
    assert sdl.update() == (b,)
    first.plug()
    there = sdl.update()

    assert set(there) >= {b}
    assert len(there) == 2
    assert a not in there
    second.unplug()
    first.unplug()
    assert sdl.update() == ()


def test_a_device_tells_what_it_is(sdl: Sdl) -> None:
    pad, stick = VirtualPad(sdl, "A pad\n"), VirtualPad(sdl, stick=True, hats=1)
    facts = [_opened(sdl, number).info for number in range(2)]

    assert facts[0].name == "A pad?"
    assert facts[0].mapping.startswith(facts[0].guid)
    assert facts[0].rumbles
    assert facts[1].mapping == ""
    assert facts[0].guid != facts[1].guid
    pad.unplug()
    stick.unplug()


def test_a_device_is_read_with_all_it_has(sdl: Sdl) -> None:
    stick = VirtualPad(sdl, stick=True, hats=1)
    device = _opened(sdl)
    stick.axis("axis2", -1.0)
    stick.button("button7")
    stick.hat(0, 9)
    sdl.update()
    numbers = device.read()

    assert numbers is not None
    assert numbers.axes == (0, 0, -32768, 0)
    assert numbers.buttons == (False,) * 7 + (True,)
    assert numbers.hats == (9,)
    assert numbers.pressed == {7}
    stick.unplug()


def test_a_button_that_was_let_go_of_before_the_next_reading_was_pressed(sdl: Sdl) -> None:
    pad = VirtualPad(sdl)
    device = _opened(sdl)
    pad.button("b")
    sdl.update()
    pad.button("b", pressed=False)
    sdl.update()
    numbers = device.read()
    assert numbers is not None
    again = device.read()
    assert again is not None

    assert numbers.pressed == {1}
    assert not numbers.buttons[1]
    assert again.pressed == frozenset()
    pad.unplug()


def test_a_device_that_is_gone_is_not_read_nor_opened_and_never_says_its_last_values(sdl: Sdl) -> None:
    pad = VirtualPad(sdl)
    device = _opened(sdl)
    pad.axis("lefty", -1.0)
    sdl.update()
    pad.unplug()

    assert device.read() is None
    device.rumble(1.0, 0.1)
    device.close()
    device.close()
    assert device.read() is None
    assert sdl.open(device.info.instance) is None


def test_rumble_is_felt(sdl: Sdl) -> None:
    pad = VirtualPad(sdl)
    _opened(sdl).rumble(0.5, 0.2)
    ((low, high),) = pad.rumbles

    assert low == high == pytest.approx(0.5, abs=1e-4)
    pad.unplug()


def test_sdl_can_be_started_again_after_it_was_ended() -> None:
    for _ in range(3):
        sdl = Sdl()
        pad = VirtualPad(sdl)
        assert len(sdl.update()) == 1
        pad.unplug()
        sdl.close()
        sdl.close()


def test_no_video_and_no_handler_of_signals() -> None:
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    sdl = Sdl()

    assert not sdl.library.SDL_WasInit(sdl.library.SDL_INIT_VIDEO)
    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)] == before
    sdl.close()


def test_ctrl_c_and_sigterm_still_end_a_program_that_reads_pads() -> None:
    """SDL installs handlers of its own unless it is told not to, below Python's sight."""
    program = (
        "import time\nfrom app.drive.inputs.gamepad.sdl import Sdl\nsdl = Sdl()\nprint('up', flush=True)\n"
        "while True:\n    sdl.update()\n    time.sleep(0.005)\n"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "up\n"
        process.terminate()
        assert process.wait(30) == -signal.SIGTERM


def test_without_sdl_it_is_said_in_words_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sdl2", None)
    with pytest.raises(PadsUnavailable) as raised:
        Sdl()

    assert code_of(raised.value.reason) is PadWording.SDL_NOT_LOADED
    assert raised.value.tip == PadWording.INSTALL_SDL()

    # who has a package has nothing to install by Python's means
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    with pytest.raises(PadsUnavailable) as raised:
        Sdl()
    assert "pysdl2" not in raised.value.tip


def test_a_library_that_is_not_there_is_said_in_words() -> None:
    """As on a machine without the library, whose bindings were installed."""
    program = (
        "from app.drive.inputs.gamepad.sdl import PadsUnavailable, Sdl\n"
        "try:\n    Sdl()\nexcept PadsUnavailable as error:\n    print(error.reason)\n"
    )
    environ = os.environ | {"PYSDL2_DLL_PATH": "/nowhere", "LD_LIBRARY_PATH": ""}
    run = subprocess.run([sys.executable, "-c", program], env=environ, capture_output=True, text=True, check=True)

    assert run.stdout.startswith("SDL can't be loaded: ")
    assert run.stderr == ""


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
