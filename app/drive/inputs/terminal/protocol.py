"""The keyboard protocol of terminals: bytes in, keys out, and which of the keys are held down. Pure.

Two kinds of terminals are understood: those that only say what was typed, and those with kitty's keyboard protocol
(https://sw.kovidgoyal.net/kitty/keyboard-protocol), which say of every key that it went down, repeats, and was let go
of. Everything else that a terminal sends is thrown away, but a space in it is a space: it stops the robot, and no
garbage may hide it. A terminal that tells of releases is believed. Of any other terminal all that is known is that a
key repeats: so motion begins with the second repeat, which no tap makes, and ends `REPEAT_S` after the last one.

    ask ──flags, then attributes──> switch on ──the flags that we need──> RELEASES
     │                                  └──others, or no answer──> switch off ──> REPEATS
     └──attributes only, or no answer──> REPEATS

A terminal may be a long way off, and the key-up that it has sent be lost with the network. So while a key is down the
terminal is asked again and again, and what it says is as old as the newest question that it has answered.
"""

from __future__ import annotations

import enum
import re
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from app.model.errors import UserFacingError

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


# longer than the time between two repeats on any usual system; a command's lease is as long
REPEAT_S: Final = 0.2

# the longest time to the first repeat: it comes 0.25 to 1 s after the press, as the user has set it
FIRST_REPEAT_S: Final = 1.2

# the count from which on a key is held: a press and two repeats
_HELD_FROM_COUNT: Final = 3

# events closer together were not typed: they waited somewhere, and count as one
_AT_ONCE_S: Final = 0.005

# a terminal at the other end of the world answers sooner
ANSWER_S: Final = 1.0

# four questions within a command's lease
ASK_EVERY_S: Final = 0.05
_MOST_QUESTIONS: Final = 16

# a question that was not answered by then never will be
_LOST_S: Final = 5.0

# escape codes for keys that would be ambiguous, releases, other layouts' keys, and all of that for letters too
WANTED: Final = 1 | 2 | 4 | 8
_NEEDED: Final = 2 | 8
LAST_QUESTION: Final = b"\x1b[c"
_ASK_FLAGS: Final = b"\x1b[?u"

# every terminal answers this question, with a sequence that ends in a “c”
_ASK_ATTRIBUTES: Final = LAST_QUESTION
_PUSH: Final = b"\x1b[>%du" % WANTED
_POP: Final = b"\x1b[<u"
_FOCUS_AND_PASTE: Final = b"\x1b[?1004h\x1b[?2004h"
_NO_FOCUS_AND_PASTE: Final = b"\x1b[?2004l\x1b[?1004l"


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


class ReleasedKeys:
    """The held keys of a terminal that says when keys are let go of."""

    def __init__(self) -> None:
        self._down: set[str] = set()

    def feed(self, key: KeyEvent, now: float) -> bool:  # noqa: ARG002 - the shape of both
        """Take an event; return whether it is a press, not a repeat."""
        if key.action is KeyAction.RELEASE:
            self._down.discard(key.name)
        elif key.action is KeyAction.PRESS:
            self._down.add(key.name)
        # a repeat of a key that is not known to be down was pressed before we listened: it must be let go of first
        return key.action is KeyAction.PRESS

    def down(self, now: float) -> frozenset[str]:  # noqa: ARG002 - the shape of both
        """Return the keys that are down."""
        return frozenset(self._down)

    def let_go(self) -> None:
        """Take all keys for released."""
        self._down.clear()


class RepeatedKeys:
    """The held key of a terminal that only says what was typed. Such a terminal repeats one key at a time."""

    def __init__(self) -> None:
        self._name = ""
        self._count = 0
        self._at = 0.0
        self._acts: dict[str, float] = {}

    def feed(self, key: KeyEvent, now: float) -> bool:
        """Take an event; return whether it is a press: it came so long after the last that it can be no repeat."""
        before = self._acts.get(key.name)
        self._acts = {name: at for name, at in self._acts.items() if now - at <= FIRST_REPEAT_S}
        self._acts[key.name] = now
        most = FIRST_REPEAT_S if self._count == 1 else REPEAT_S
        if key.name != self._name or not 0.0 <= now - self._at <= most:
            self._name, self._count = key.name, 1
        elif now - self._at > _AT_ONCE_S:
            self._count += 1
        self._at = now
        return before is None or now - before > FIRST_REPEAT_S

    def down(self, now: float) -> frozenset[str]:
        """Return the key that is held, if one is known to be."""
        held = self._count >= _HELD_FROM_COUNT and 0.0 <= now - self._at <= REPEAT_S
        return frozenset({self._name}) if held else frozenset()

    def let_go(self) -> None:
        """Take the key for released: it must be typed anew. Past presses are kept, as they may repeat."""
        self._count = 0
        self._name = ""


class TerminalUnavailable(UserFacingError):  # noqa: N818 - a state that is told, no fault of ours
    """There is no terminal whose keys can be read."""


class KeyReporting(enum.Enum):
    """The kinds of key events that a terminal sends."""

    ASKED = "asked"  # not known yet: nothing is driven
    RELEASES = "releases"
    REPEATS = "repeats"


class Terminal(ABC):
    """A terminal that keys are read from. It is taken over by the first `read`."""

    @property
    @abstractmethod
    def key_reporting(self) -> KeyReporting:
        """The kind of key events that the terminal sends."""

    @property
    @abstractmethod
    def is_there(self) -> bool:
        """Whether the terminal's keys come to us."""

    @abstractmethod
    def read(self, now: float) -> list[KeyEvent | FocusChange]:
        """Return the keys and changes of focus since the last call; never waits."""

    @abstractmethod
    def alive_at(self, now: float, *, held: bool) -> float:
        """Return the time as of which the reported state of the keys is known to hold."""

    @abstractmethod
    def leave(self) -> None:
        """Give the terminal back as it was; the next `read` takes it over again."""

    @abstractmethod
    def retake(self) -> None:
        """Have the next `read` set the terminal up anew: another program may have had it meanwhile."""

    @abstractmethod
    def close(self) -> None:
        """Give the terminal back for good. Can be called twice."""


class TerminalProtocol:
    """The dialogue with one terminal, from taking it over to giving it back; single-use."""

    def __init__(self, now: float) -> None:
        self.key_reporting = KeyReporting.ASKED
        self._parser = KeyParser()
        self._pushed = False
        self._flags: int | None = None
        self._asked_at = now
        self._answers = False
        self._questions: deque[float] = deque()
        self._alive_at = now
        self._out = _FOCUS_AND_PASTE + _ASK_FLAGS + _ASK_ATTRIBUTES

    def receive_data(self, data: bytes, now: float) -> list[KeyEvent | FocusChange]:
        """Parse data of the terminal to keys and changes of focus; also to be called without data, as time passes."""
        found: list[KeyEvent | FocusChange] = []
        for event in self._parser.feed(data, now):
            if isinstance(event, KeyEvent | FocusChange):
                found.append(event)
            else:
                self._on_answer(event, now)
        if self.key_reporting is KeyReporting.ASKED and not 0.0 <= now - self._asked_at <= ANSWER_S:
            self._settle(KeyReporting.REPEATS)
        return found

    def data_to_send(self) -> bytes:
        """Return the bytes to write to the terminal now."""
        out, self._out = self._out, b""
        return out

    def alive_at(self, now: float, *, held: bool) -> float:
        """Return the time as of which the reported state of the keys is known to hold; ask while a key is held.

        Repeats are no sign of life: over a slow network they may be as old as the key-up that follows them.
        """
        if self._questions and not 0.0 <= now - self._questions[0] <= _LOST_S:
            self._questions.clear()
        if not held or not self._answers:
            # a terminal that answers nothing can't be asked; its keys are all there is
            self._alive_at = now
        elif len(self._questions) < _MOST_QUESTIONS and (
            not self._questions or now - self._questions[-1] >= ASK_EVERY_S
        ):
            self._questions.append(now)
            self._out += _ASK_FLAGS if self.key_reporting is KeyReporting.RELEASES else _ASK_ATTRIBUTES
        return self._alive_at

    def goodbye(self) -> bytes:
        """Return the bytes that give the terminal back as it was."""
        return (_POP if self._pushed else b"") + _NO_FOCUS_AND_PASTE

    def _on_answer(self, event: TerminalEvent, now: float) -> None:
        if isinstance(event, KeyboardFlags):
            if self.key_reporting is KeyReporting.ASKED:
                self._flags = event.flags
            elif self.key_reporting is KeyReporting.RELEASES:
                self._on_flags(event.flags, now)
        elif isinstance(event, DeviceAttributes):
            if self.key_reporting is KeyReporting.ASKED:
                self._on_attributes(now)
            elif self.key_reporting is KeyReporting.REPEATS:
                self._on_alive()

    def _on_attributes(self, now: float) -> None:
        flags, self._flags = self._flags, None
        self._answers = True
        if flags is None:
            self._settle(KeyReporting.REPEATS)
        elif not self._pushed:
            self._pushed = True
            self._asked_at = now
            self._out += _PUSH + _ASK_FLAGS + _ASK_ATTRIBUTES
        else:
            self._settle(KeyReporting.RELEASES if flags & _NEEDED == _NEEDED else KeyReporting.REPEATS)

    def _on_flags(self, flags: int, now: float) -> None:
        if flags & _NEEDED != _NEEDED:
            # the terminal was reset: it no longer says when keys are let go of
            self.key_reporting = KeyReporting.ASKED
            self._pushed = False
            self._flags = None
            self._asked_at = now
            self._questions.clear()
            self._out += _POP + _FOCUS_AND_PASTE + _ASK_FLAGS + _ASK_ATTRIBUTES
        else:
            self._on_alive()

    def _on_alive(self) -> None:
        if self._questions:
            self._alive_at = max(self._alive_at, self._questions.popleft())

    def _settle(self, keys: KeyReporting) -> None:
        if keys is KeyReporting.REPEATS and self._pushed:
            self._pushed = False
            self._out += _POP
        self.key_reporting = keys
