"""What the operator's hands are on: made together, told together, left as it was found."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.config.profile import PadMapping, Profile
from app.drive.control.input_source import SourceInputs, combined_inputs
from app.drive.control.values import DriveSource, Stick
from app.drive.inputs.devices import InputDeviceOptions, InputDevices
from app.drive.inputs.gamepad.sdl import PadsUnavailable, Sdl
from app.drive.inputs.terminal.keyboard import NOTICES
from app.drive.inputs.terminal.protocol import KeyEvent, KeyReporting, TerminalUnavailable
from app.drive.messages.pad_commands import PadCommand
from app.drive.messages.report import PadReport
from app.wording.drive import DriveWording, PadWording
from tests.fakes.terminal import ScriptedTerminal

PROFILE = Profile()


def _no_sdl() -> Sdl:
    raise PadsUnavailable("SDL is away", "Install it.")


def _no_terminal() -> ScriptedTerminal:
    raise TerminalUnavailable("no terminal", "Start it in one.")


@pytest.fixture
def terminal() -> ScriptedTerminal:
    return ScriptedTerminal()


@pytest.fixture
def desk(terminal: ScriptedTerminal) -> Iterator[InputDevices]:
    desk = InputDevices(
        InputDeviceOptions(keyboard=True, virtual_pad=True), PROFILE, None, open_terminal=lambda: terminal
    )
    yield desk
    desk.close()


def _poll(desk: InputDevices, now: float = 1.0) -> list[SourceInputs]:
    return [source.poll(now) for source in desk.sources]


def test_pad_and_keyboard_have_a_hand_each(desk: InputDevices, terminal: ScriptedTerminal) -> None:
    _poll(desk)
    desk.apply_pad_command(PadCommand({"lefty": -1.0}, {"leftshoulder": True}))
    terminal.waiting.append(KeyEvent("a"))
    pad, keys = combined_inputs(_poll(desk)).input_states

    assert (pad.source, pad.request, pad.held) == (DriveSource.PAD, Stick(forward=1.0, turn=0.0), True)
    assert (keys.source, keys.request, keys.held) == (DriveSource.KEYBOARD, Stick(0.0, 1.0, radial=False), True)


def test_the_pad_that_drives_is_told_first(desk: InputDevices) -> None:
    _poll(desk)
    desk.apply_pad_command(PadCommand({"lefty": -1.0}))
    _poll(desk)
    (report,) = desk.pad_reports

    assert isinstance(report, PadReport)
    assert report.drives
    assert dict(report.axes)["lefty"] == -1.0
    assert dict(report.axes)["leftx"] is None


def test_another_profile_reads_pads_in_another_way(desk: InputDevices) -> None:
    _poll(desk)
    desk.use_profile(Profile(pad=PadMapping(hold="x", slow="")))
    desk.apply_pad_command(PadCommand(buttons={"x": True}))

    assert combined_inputs(_poll(desk)).input_states[0].held


def test_ctrl_z_reaches_the_suspension(desk: InputDevices, terminal: ScriptedTerminal) -> None:
    terminal.waiting.append(KeyEvent("z", ctrl=True))
    _poll(desk)

    assert combined_inputs(_poll(desk, 1.01)).reasons


def test_a_person_is_told_the_keys_what_the_terminal_can_do_and_what_pads_lack(
    desk: InputDevices, terminal: ScriptedTerminal
) -> None:
    _poll(desk)
    assert list(desk.notices) == [DriveWording.KEYS(), NOTICES[terminal.key_reporting]]
    terminal.key_reporting = KeyReporting.REPEATS
    desk.use_profile(Profile(pad=PadMapping(hold="paddle1")))
    _poll(desk)

    _, notice, trouble = desk.notices
    assert notice == NOTICES[KeyReporting.REPEATS]
    assert trouble == PadWording.TROUBLE(name="Virtual pad", trouble=PadWording.PAD_LACKS(roles="hold"))


def test_without_sdl_all_else_works(terminal: ScriptedTerminal) -> None:
    desk = InputDevices(InputDeviceOptions(keyboard=True), PROFILE, None, _no_sdl, lambda: terminal)

    assert [hand.source for hand in combined_inputs(_poll(desk)).input_states] == [DriveSource.KEYBOARD]
    assert desk.notices[2] == PadWording.NO_PADS(trouble="SDL is away", tip="Install it.")
    assert (desk.pad_reports, desk.has_virtual_pad) == ((), False)
    desk.apply_pad_command(PadCommand())
    desk.close()


def test_without_a_pad_that_is_said() -> None:
    desk = InputDevices(InputDeviceOptions(), PROFILE, None)
    _poll(desk)

    assert desk.notices == (PadWording.NO_PAD(),)
    assert combined_inputs(_poll(desk)).input_states == ()
    desk.close()


def test_a_file_of_pads_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    (tmp_path / "pads.json").write_text("{", encoding="utf-8")
    desk = InputDevices(InputDeviceOptions(), PROFILE, tmp_path / "pads.json")

    assert "pads.json" in desk.notices[-1]
    desk.close()


def test_what_was_asked_for_by_name_and_cannot_be_had_is_refused(terminal: ScriptedTerminal) -> None:
    before = signal.getsignal(signal.SIGTSTP)
    with pytest.raises(TerminalUnavailable):
        InputDevices(InputDeviceOptions(keyboard=True), PROFILE, None, open_terminal=_no_terminal)
    with pytest.raises(PadsUnavailable, match="SDL is away"):
        InputDevices(InputDeviceOptions(keyboard=True, virtual_pad=True), PROFILE, None, _no_sdl, lambda: terminal)

    assert terminal.calls == ["close"]
    assert signal.getsignal(signal.SIGTSTP) is before


def test_everything_is_left_as_it_was_found(terminal: ScriptedTerminal) -> None:
    before = signal.getsignal(signal.SIGTSTP)
    desk = InputDevices(
        InputDeviceOptions(keyboard=True, virtual_pad=True), PROFILE, None, open_terminal=lambda: terminal
    )
    desk.close()
    desk.close()

    assert set(terminal.calls) == {"close"}
    assert signal.getsignal(signal.SIGTSTP) is before
    assert desk.pads.poll(1.0) == SourceInputs()
