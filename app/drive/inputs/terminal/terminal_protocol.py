"""The dialogue with a terminal, about whether it tells of released keys and whether it is there. Pure.

    ask ──flags, then attributes──> switch on ──the flags that we need──> RELEASES
     │                                  └──others, or no answer──> switch off ──> REPEATS
     └──attributes only, or no answer──> REPEATS

A terminal may be a long way off, and the key-up that it has sent be lost with the network. So while a key is down the
terminal is asked again and again, and its key events are as old as the newest question that it has answered.
"""

from __future__ import annotations

import enum
from abc import ABC, abstractmethod
from collections import deque
from typing import Final

from app.drive.inputs.terminal.protocol import (
    DeviceAttributes,
    FocusChange,
    KeyboardFlags,
    KeyEvent,
    KeyParser,
    TerminalEvent,
)
from app.model.errors import UserFacingError

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


class TerminalUnavailable(UserFacingError):
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
