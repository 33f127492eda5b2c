"""The console of Windows, which says of every key that it went down and came up.

`ConsoleKeys` is plain logic, tested everywhere. `WindowsConsole` was written from Microsoft's description of the
console's functions and has not been run.
"""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any, Final

from typing_extensions import override

from app.drive.inputs.terminal.protocol import (
    FocusChange,
    KeyAction,
    KeyEvent,
    KeyReporting,
    Terminal,
    TerminalUnavailable,
)
from app.wording.drive import DriveWording

_KEY_EVENT: Final = 0x0001
_FOCUS_EVENT: Final = 0x0010

_GENERIC_READ_WRITE: Final = 0xC0000000
_SHARE_READ_WRITE: Final = 3
_OPEN_EXISTING: Final = 3
_INVALID_HANDLE: Final = ctypes.c_void_p(-1).value

# no line mode, no echo, no Ctrl-C by signal, and no selecting with the mouse, which would stop all output
_WANTED_MODE: Final = 0x0080

_MOST_EVENTS: Final = 128

_SHIFT: Final = 0x0010
_CTRL: Final = 0x0004 | 0x0008
_ALT: Final = 0x0001 | 0x0002

# keys by their place, whatever the layout has there
_SCAN_CODES: Final = {0x11: "w", 0x1E: "a", 0x1F: "s", 0x20: "d"}
_VIRTUAL_KEYS: Final = {
    0x08: "backspace",
    0x09: "tab",
    0x0D: "enter",
    0x10: "shift",
    0x1B: "escape",
    0x20: "space",
    0x25: "left",
    0x26: "up",
    0x27: "right",
    0x28: "down",
}


@dataclass(frozen=True, slots=True)
class ConsoleEvent:
    """An event of the console about a key, or about its window's focus.

    Attributes:
        focus: whether the window has the focus now; None for an event of a key.
    """

    down: bool = False
    virtual_key: int = 0
    scan_code: int = 0
    state: int = 0
    focus: bool | None = None


class ConsoleKeys:
    """The translation of the console's events to key events; the console repeats a key by further downs."""

    def __init__(self) -> None:
        self._down: set[str] = set()

    def translate(self, event: ConsoleEvent) -> KeyEvent | FocusChange | None:
        """Translate an event; None for a key that has no name here."""
        if event.focus is not None:
            if not event.focus:
                self._down.clear()
            return FocusChange(event.focus)
        name = _SCAN_CODES.get(event.scan_code) or _VIRTUAL_KEYS.get(event.virtual_key)
        if name is None:
            if not (0x30 <= event.virtual_key <= 0x39 or 0x41 <= event.virtual_key <= 0x5A):
                return None
            name = chr(event.virtual_key).lower()
        if not event.down:
            action = KeyAction.RELEASE
            self._down.discard(name)
        else:
            action = KeyAction.REPEAT if name in self._down else KeyAction.PRESS
            self._down.add(name)
        state = event.state
        return KeyEvent(name, action, shift=bool(state & _SHIFT), ctrl=bool(state & _CTRL), other=bool(state & _ALT))


class _KeyRecord(ctypes.Structure):
    _fields_ = (
        ("down", ctypes.c_int32),
        ("repeats", ctypes.c_uint16),
        ("virtual_key", ctypes.c_uint16),
        ("scan_code", ctypes.c_uint16),
        ("char", ctypes.c_uint16),
        ("state", ctypes.c_uint32),
    )


class _FocusRecord(ctypes.Structure):
    _fields_ = (("gained", ctypes.c_int32),)


class _Records(ctypes.Union):
    _fields_ = (("key", _KeyRecord), ("focus", _FocusRecord))


class InputRecord(ctypes.Structure):
    """INPUT_RECORD, with the two kinds of records that are read; mouse, menu and size are no longer than a key's."""

    _fields_ = (("kind", ctypes.c_uint16), ("record", _Records))


def event_of(record: InputRecord) -> ConsoleEvent | None:
    """Return the event of a record; None for a kind that is not read."""
    if record.kind == _KEY_EVENT:
        key = record.record.key
        return ConsoleEvent(bool(key.down), int(key.virtual_key), int(key.scan_code), int(key.state))
    if record.kind == _FOCUS_EVENT:
        return ConsoleEvent(focus=bool(record.record.focus.gained))
    return None


class WindowsConsole(Terminal):
    """The console's keys. Raises TerminalUnavailable."""

    def __init__(self) -> None:
        dll = getattr(ctypes, "WinDLL", None)
        if dll is None:
            raise TerminalUnavailable(DriveWording.NO_SUCH_CONSOLES())
        self._kernel: Any = dll("kernel32", use_last_error=True)
        self._kernel.CreateFileW.restype = ctypes.c_void_p
        handle = self._kernel.CreateFileW(
            "CONIN$", _GENERIC_READ_WRITE, _SHARE_READ_WRITE, None, _OPEN_EXISTING, 0, None
        )
        if handle in {None, _INVALID_HANDLE}:
            raise TerminalUnavailable(DriveWording.NO_CONSOLE(), DriveWording.START_IN_CONSOLE())
        self._handle = ctypes.c_void_p(handle)
        self._saved: int | None = None
        self._keys = ConsoleKeys()
        self._gone = False

    @property
    @override
    def key_reporting(self) -> KeyReporting:
        return KeyReporting.RELEASES

    @property
    @override
    def is_there(self) -> bool:
        return self._saved is not None and not self._gone

    @override
    def read(self, now: float) -> list[KeyEvent | FocusChange]:
        if self._gone or not self._entered():
            return []
        waiting = ctypes.c_uint32()
        if not self._kernel.GetNumberOfConsoleInputEvents(self._handle, ctypes.byref(waiting)):
            self._gone = True
            return []
        if not waiting.value:
            return []
        records = (InputRecord * min(waiting.value, _MOST_EVENTS))()
        count = ctypes.c_uint32()
        if not self._kernel.ReadConsoleInputW(self._handle, records, len(records), ctypes.byref(count)):
            self._gone = True
            return []
        events = (event_of(record) for record in records[: count.value])
        found = (self._keys.translate(event) for event in events if event is not None)
        return [event for event in found if event is not None]

    @override
    def alive_at(self, now: float, *, held: bool) -> float:
        # the console is on this computer: its keys are as they were at the last read
        return now

    @override
    def leave(self) -> None:
        saved, self._saved = self._saved, None
        if saved is not None:
            self._kernel.SetConsoleMode(self._handle, saved)

    @override
    def retake(self) -> None:
        # no program on Windows is stopped for another one to use its console
        pass

    @override
    def close(self) -> None:
        if not self._gone:
            self.leave()
            self._gone = True
            self._kernel.CloseHandle(self._handle)

    def _entered(self) -> bool:
        if self._saved is not None:
            return True
        mode = ctypes.c_uint32()
        if not self._kernel.GetConsoleMode(self._handle, ctypes.byref(mode)):
            self._gone = True
            return False
        self._saved = int(mode.value)
        self._kernel.SetConsoleMode(self._handle, _WANTED_MODE)
        # keys that were typed before were not meant for us
        self._kernel.FlushConsoleInputBuffer(self._handle)
        return True
