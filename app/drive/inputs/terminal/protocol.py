"""The parser of a terminal's bytes: bytes in, keys out. Pure.

Two kinds of terminals are understood: those that only say what was typed, and those with kitty's keyboard protocol
(https://sw.kovidgoyal.net/kitty/keyboard-protocol), which say of every key that it went down, repeats, and was let go
of. All else is thrown away, but a space in it is a space: it stops the robot, and no garbage may hide it.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

# a person does not press two keys within this time, and a terminal does not pause for it within a sequence
ESCAPE_S: Final = 0.05

# no key takes more bytes; a longer sequence is nothing that we asked for
_LONGEST: Final = 64

# the number of bytes after which an answer to another program's question is given up
_LONGEST_STRING: Final = 4096

# a paste whose end did not come within this time has none
_LONGEST_PASTE_S: Final = 3.0

_CSI: Final = re.compile(rb"\x1b\[([0-?]*)([ -/]*)([@-~])")
_CSI_BEGUN: Final = re.compile(rb"\x1b\[[0-?]*[ -/]*")
_STRING_END: Final = re.compile(rb"\x07|\x1b\\|\x9c")
_PASTE_BEGINS: Final = b"\x1b[200~"
_PASTE_ENDS: Final = b"\x1b[201~"

_LETTERS: Final = {"A": "up", "B": "down", "C": "right", "D": "left", "H": "home", "F": "end"}
_CODES: Final = {
    9: "tab",
    13: "enter",
    27: "escape",
    32: "space",
    127: "backspace",
    57414: "enter",
    57417: "left",
    57418: "right",
    57419: "up",
    57420: "down",
    57441: "shift",
    57447: "shift",
}
_BYTES: Final = {8: "backspace", 9: "tab", 10: "enter", 13: "enter", 32: "space", 127: "backspace"}

_SHIFT, _ALT, _CTRL, _SUPER = 1, 2, 4, 8


class KeyAction(enum.Enum):
    """The kinds of key events. A terminal that doesn't tell them apart has only presses."""

    PRESS = 1
    REPEAT = 2
    RELEASE = 3


@dataclass(frozen=True, slots=True)
class KeyEvent:
    """A key event, with the key's name as on its cap: “w”, “up”, “space”.

    Attributes:
        shift, ctrl, other: modifiers; `other` is any other one that makes it something else than a letter.
    """

    name: str
    action: KeyAction = KeyAction.PRESS
    shift: bool = False
    ctrl: bool = False
    other: bool = False


@dataclass(frozen=True, slots=True)
class KeyboardFlags:
    """The terminal's answer about kitty's protocol: the flags that are switched on."""

    flags: int


@dataclass(frozen=True, slots=True)
class DeviceAttributes:
    """The terminal's answer to the question for its attributes, which all terminals answer."""


@dataclass(frozen=True, slots=True)
class FocusChange:
    """The terminal's window got the focus, or lost it."""

    gained: bool


TerminalEvent = KeyEvent | KeyboardFlags | DeviceAttributes | FocusChange


class KeyParser:
    """The parser of one terminal's bytes, which may be cut anywhere."""

    def __init__(self) -> None:
        self._data = b""
        self._since = 0.0
        self._pasting = False
        self._pasting_since = 0.0

    def feed(self, data: bytes, now: float) -> list[TerminalEvent]:
        """Parse bytes; to be called without any from time to time, as a lone Escape ends by silence."""
        events: list[TerminalEvent] = []
        if self._pasting and not 0.0 <= now - self._pasting_since <= _LONGEST_PASTE_S:
            self._pasting = False
        if self._data and not self._pasting and now - self._since > ESCAPE_S:
            if self._data == b"\x1b":
                events.append(KeyEvent("escape"))
            # the rest of any other sequence won't come
            events += self._throw_away(len(self._data))
        if data:
            self._data += data
            self._since = now
            events += self._parse(now)
        return events

    def _parse(self, now: float) -> Iterator[TerminalEvent]:
        while self._data:
            if self._pasting:
                before = len(self._data)
                yield from self._skip_paste()
                if len(self._data) == before:
                    return
                continue
            size, event = _next(self._data)
            if size == 0:
                # more of the sequence may come, but not without end
                if len(self._data) > (_LONGEST if self._data[1:2] in {b"[", b"O"} else _LONGEST_STRING):
                    yield from self._throw_away(len(self._data))
                return
            if self._data[:size] == _PASTE_BEGINS:
                self._pasting, self._pasting_since = True, now
            if event is None:
                yield from self._throw_away(size)
            else:
                self._data = self._data[size:]
                yield event

    def _skip_paste(self) -> Iterator[TerminalEvent]:
        """Throw away what was pasted: it was not typed."""
        end = self._data.find(_PASTE_ENDS)
        if end >= 0:
            self._pasting = False
            yield from self._throw_away(end + len(_PASTE_ENDS))
        elif len(self._data) >= len(_PASTE_ENDS):
            yield from self._throw_away(len(self._data) - len(_PASTE_ENDS) + 1)

    def _throw_away(self, size: int) -> Iterator[TerminalEvent]:
        thrown, self._data = self._data[:size], self._data[size:]
        if b" " in thrown:
            yield KeyEvent("space")


def _next(data: bytes) -> tuple[int, TerminalEvent | None]:
    """Return the size of the first sequence in bytes, 0 while it is not whole, and its event."""
    if data[0] != 0x1B:
        return _typed(data)
    return (0, None) if len(data) == 1 else _escaped(data, data[1:2])


def _escaped(data: bytes, kind: bytes) -> tuple[int, TerminalEvent | None]:
    if kind == b"[":
        return _control(data)
    if kind == b"O":
        return (0, None) if len(data) < 3 else (3, _letter(data[2:3].decode("latin-1"), "", ""))
    if kind in {b"]", b"P", b"_", b"^", b"X"}:
        end = _STRING_END.search(data, 2)
        return (0, None) if end is None else (end.end(), None)
    if kind == b"\x1b":
        return 1, KeyEvent("escape")
    size, event = _typed(data[1:])
    if isinstance(event, KeyEvent):
        event = KeyEvent(event.name, other=True)
    return (size + 1 if size else 0), event


def _typed(data: bytes) -> tuple[int, TerminalEvent | None]:
    first = data[0]
    if first in _BYTES:
        return 1, KeyEvent(_BYTES[first])
    if first < 0x20:
        return 1, KeyEvent(chr(first + 0x60), ctrl=True) if 1 <= first <= 0x1A else _control_byte(first)
    size = 1 if first < 0x80 else 2 if 0xC2 <= first < 0xE0 else 3 if 0xE0 <= first < 0xF0 else 4
    if first >= 0x80 and not 0xC2 <= first <= 0xF4:
        return 1, None
    if len(data) < size:
        return 0, None
    try:
        text = data[:size].decode("utf-8")
    except UnicodeDecodeError:
        return 1, None
    return size, KeyEvent(text.lower(), shift=text != text.lower()) if text.isprintable() else None


def _control_byte(byte: int) -> TerminalEvent | None:
    return KeyEvent("\\", ctrl=True) if byte == 0x1C else None


def _control(data: bytes) -> tuple[int, TerminalEvent | None]:
    match = _CSI.match(data)
    if match is None:
        begun = _CSI_BEGUN.match(data)
        if begun is not None and begun.end() == len(data):
            return 0, None
        # a byte that can't stand there: what came before it is no sequence, and the byte is parsed by itself
        return (begun.end() if begun is not None else 2), None
    size = match.end()
    if size > _LONGEST or match[2]:
        return size, None
    return size, _meaning(match[1].decode("ascii"), match[3].decode("ascii"))


def _meaning(parameters: str, final: str) -> TerminalEvent | None:
    if parameters.startswith("?"):
        if final == "u" and parameters[1:].isdigit():
            return KeyboardFlags(int(parameters[1:]))
        return DeviceAttributes() if final == "c" else None
    if parameters[:1] in {"<", "=", ">"}:
        return None
    if not parameters and final in {"I", "O"}:
        return FocusChange(gained=final == "I")
    code, _, rest = parameters.partition(";")
    modifiers, _, _text = rest.partition(";")
    if final == "u":
        return _coded(code, modifiers)
    return _letter(final, code, modifiers)


def _letter(final: str, code: str, modifiers: str) -> TerminalEvent | None:
    if final not in _LETTERS or code not in {"", "1"}:
        return None
    return _key(_LETTERS[final], modifiers)


def _coded(code: str, modifiers: str) -> TerminalEvent | None:
    """Return a key by its number; where the terminal says so, by its place on an English keyboard."""
    key, *others = code.split(":")
    base = others[1] if len(others) > 1 and others[1] else key
    if not base.isdigit() or len(base) > 7:
        return None
    number = int(base)
    if number in _CODES:
        return _key(_CODES[number], modifiers)
    if not 0x20 < number < 0xE000 or not chr(number).isprintable():
        return None
    return _key(chr(number).lower(), modifiers)


def _key(name: str, modifiers: str) -> KeyEvent | None:
    bits, _, action = modifiers.partition(":")
    if (bits and not (bits.isdigit() and 0 < int(bits) <= 256)) or action not in {"", "1", "2", "3"}:
        return None
    held = int(bits or 1) - 1
    return KeyEvent(
        name,
        KeyAction(int(action or 1)),
        shift=bool(held & _SHIFT),
        ctrl=bool(held & _CTRL),
        # caps lock and num lock change nothing
        other=bool(held & (_ALT | _SUPER | 16 | 32)),
    )
