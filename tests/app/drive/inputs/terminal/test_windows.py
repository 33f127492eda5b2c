"""The logic of Windows' console, on any system; the console's functions themselves are called on Windows only."""

from __future__ import annotations

import ctypes
import sys

import pytest

from app.drive.inputs.terminal.protocol import FocusChange, KeyAction, KeyEvent, TerminalUnavailable
from app.drive.inputs.terminal.windows import ConsoleEvent, ConsoleKeys, InputRecord, WindowsConsole, event_of
from app.wording.drive import DriveWording
from tests.tools.sentences import says


def _w(*, down: bool = True, state: int = 0) -> ConsoleEvent:
    return ConsoleEvent(down, 0x57, 0x11, state)


def test_a_key_goes_down_repeats_and_comes_up() -> None:
    keys = ConsoleKeys()
    events = [_w(down=down) for down in (True, True, False, True)]

    assert [keys.translate(event) for event in events] == [
        KeyEvent("w", KeyAction.PRESS),
        KeyEvent("w", KeyAction.REPEAT),
        KeyEvent("w", KeyAction.RELEASE),
        KeyEvent("w", KeyAction.PRESS),
    ]


@pytest.mark.parametrize(
    ("virtual_key", "scan_code", "name"),
    [
        (0x5A, 0x11, "w"),  # what stands in W's place on a French keyboard
        (0x51, 0x1E, "a"),
        (0x26, 0x48, "up"),
        (0x20, 0x39, "space"),
        (0x0D, 0x1C, "enter"),
        (0x1B, 0x01, "escape"),
        (0x43, 0x2E, "c"),
        (0x10, 0x2A, "shift"),
    ],
)
def test_a_key_has_its_name(virtual_key: int, scan_code: int, name: str) -> None:
    assert ConsoleKeys().translate(ConsoleEvent(True, virtual_key, scan_code)) == KeyEvent(name)


def test_keys_without_a_name_are_passed_over() -> None:
    assert ConsoleKeys().translate(ConsoleEvent(True, 0x70, 0x3B)) is None


@pytest.mark.parametrize(
    ("state", "key"),
    [
        (0x0010, KeyEvent("w", shift=True)),
        (0x0008, KeyEvent("w", ctrl=True)),
        (0x0004, KeyEvent("w", ctrl=True)),
        (0x0002, KeyEvent("w", other=True)),
        (0x0080 | 0x0020, KeyEvent("w")),
    ],
)
def test_modifiers_are_told_caps_lock_and_num_lock_are_none(state: int, key: KeyEvent) -> None:
    assert ConsoleKeys().translate(_w(state=state)) == key


def test_after_the_focus_was_lost_a_key_must_go_down_anew() -> None:
    keys = ConsoleKeys()
    keys.translate(_w())

    assert keys.translate(ConsoleEvent(focus=False)) == FocusChange(gained=False)
    assert keys.translate(ConsoleEvent(focus=True)) == FocusChange(gained=True)
    assert keys.translate(_w()) == KeyEvent("w", KeyAction.PRESS)


def test_a_record_is_laid_out_as_windows_has_it() -> None:
    """INPUT_RECORD: 20 bytes, the record at 4, its virtual key at 10, its scan code at 12, its state at 16."""
    assert ctypes.sizeof(InputRecord) == 20
    data = bytes.fromhex("0100 0000 01000000 0100 5700 1100 7700 10000000".replace(" ", ""))

    assert event_of(InputRecord.from_buffer_copy(data)) == ConsoleEvent(True, 0x57, 0x11, 0x10)
    assert event_of(InputRecord.from_buffer_copy(b"\x10\0\0\0\1" + bytes(15))) == ConsoleEvent(focus=True)
    assert event_of(InputRecord.from_buffer_copy(b"\x02\0" + bytes(18))) is None


@pytest.mark.skipif(sys.platform == "win32", reason="there it is")
def test_elsewhere_there_is_no_such_console() -> None:
    with pytest.raises(TerminalUnavailable, check=says(DriveWording.NO_SUCH_CONSOLES)):
        WindowsConsole()
