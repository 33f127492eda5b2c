"""The keyboard of a terminal as an input source.

W A S D, arrows   drive, as long as they are held; J and L to the sides
R F, T G, Y H     the free axes of the profile, each to its most and its least, as long as they are held
V or K            held beside them, where the profile has it as its deadman
Shift             turbo, where the terminal tells of released keys; X is slow there
+, -              faster, slower: a step of the share of the limits
Space             STOP
Enter             arm
U                 arm, though there is no watchdog
Escape            disarm
C                 clear a stop, twice
Q, Ctrl-C         stop and leave
Ctrl-Z            stop, then suspend the program
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Final

from typing_extensions import override

from app.drive.control.controller import LATE_S
from app.drive.control.input_source import InputSource, SourceInputs
from app.drive.control.values import TICK_S, DriveSource, InputState, Outcome, Pace, Reason, Stick
from app.drive.inputs.terminal.posix import PosixTerminal
from app.drive.inputs.terminal.protocol import (
    FocusChange,
    KeyAction,
    KeyEvent,
    KeyReporting,
    ReleasedKeys,
    RepeatedKeys,
    Terminal,
)
from app.drive.inputs.terminal.windows import WindowsConsole
from app.wording.drive import DriveWording

NOTICES: Final = {
    KeyReporting.ASKED: DriveWording.ASKING_TERMINAL(),
    KeyReporting.RELEASES: DriveWording.TELLS_RELEASES(),
    KeyReporting.REPEATS: DriveWording.TELLS_NO_RELEASES(),
}

_WAYS: Final = {
    "w": (1.0, 0.0),
    "up": (1.0, 0.0),
    "s": (-1.0, 0.0),
    "down": (-1.0, 0.0),
    "a": (0.0, 1.0),
    "left": (0.0, 1.0),
    "d": (0.0, -1.0),
    "right": (0.0, -1.0),
}
_SIDES: Final = {"j": 1.0, "l": -1.0}
# of each free axis, in the order of the profile
_FREE: Final = (("r", "f"), ("t", "g"), ("y", "h"))

_SLOW: Final = "x"
# “=” is “+” without Shift on many layouts; with Shift, some terminals name the key “=”
_STEPS: Final = {"+": 1, "=": 1, "-": -1, "_": -1}

# in a terminal these keys would end the program, and they do: with zeros
_LEAVING: Final = frozenset({"c", "d", "\\"})


def open_terminal() -> Terminal:
    """Open the terminal that this program was started in, not yet taken over. Raises TerminalUnavailable."""
    return WindowsConsole() if sys.platform == "win32" else PosixTerminal()


class TerminalKeyboard(InputSource):
    """The input source of a terminal's keyboard.

    Args:
        terminal: closed with this.
        suspend: called for Ctrl-Z, see `Suspension.request`.
        deadman: the key that has to be held beside those that drive; empty for none. A terminal that doesn't tell of
            released keys tells of one key at a time: nothing is driven there.
        axes: the names of the free axes; the keys of others are no driving keys.
    """

    name = "keyboard"

    def __init__(
        self, terminal: Terminal, suspend: Callable[[], None], deadman: str = "", axes: Sequence[str] = ()
    ) -> None:
        self._terminal = terminal
        self._suspend = suspend
        self._deadman = deadman
        self._axes = tuple(zip(axes, _FREE, strict=False))
        self._driving = _WAYS.keys() | _SIDES.keys() | {key for _, pair in self._axes for key in pair}
        self._told = KeyReporting.ASKED
        self._held: ReleasedKeys | RepeatedKeys = ReleasedKeys()
        self._shift = False
        self._polled_at: float | None = None

    @property
    def help(self) -> str:
        """The line about all keys, those of the free axes at its end."""
        keys = (
            DriveWording.AXIS_KEYS(more=more.upper(), less=less.upper(), axis=axis) for axis, (more, less) in self._axes
        )
        return "   ".join((DriveWording.KEYS(), *keys))

    @property
    def notice(self) -> str:
        """The notice to the operator about the kind of this terminal, and about the deadman."""
        kind = self._terminal.key_reporting
        if not self._deadman or kind is KeyReporting.ASKED:
            return NOTICES[kind]
        key = self._deadman.upper()
        if kind is KeyReporting.REPEATS:
            return DriveWording.DEADMAN_NOT_TOLD(key=key)
        return f"{NOTICES[kind]} {DriveWording.HOLD_DEADMAN(key=key)}"

    @override
    def poll(self, now: float) -> SourceInputs:
        events = self._terminal.read(now)
        late = self._polled_at is not None and not 0.0 <= now - self._polled_at <= TICK_S + LATE_S
        self._polled_at = now
        if self._terminal.key_reporting is not self._told:
            self._told = self._terminal.key_reporting
            self._held = RepeatedKeys() if self._told is KeyReporting.REPEATS else ReleasedKeys()
        if late or not self._terminal.is_there:
            # keys that were pressed while this process stood still are old: they must go down again
            self._let_go()
        said = _Pressed()
        for event in events:
            self._on_event(event, now, said, late=late)
        if late:
            self._let_go()
        if said.suspend:
            self._suspend()
        return SourceInputs(
            input_states=(self._hand(now),) if self._terminal.is_there else (),
            arm=said.arm,
            arm_unwatched=said.arm_unwatched,
            stop=said.stop,
            clears=said.clears,
            reasons=tuple(said.reasons),
            speed_steps=said.speed_steps,
            end=said.end,
        )

    @override
    def handle_outcome(self, outcome: Outcome, now: float) -> None:
        # the state is shown elsewhere, and `notice` with it
        pass

    def leave(self) -> None:
        """Give the terminal back for a while; no key counts as held meanwhile."""
        self._let_go()
        self._terminal.leave()

    def enter(self) -> None:
        """Take the terminal again."""
        self._let_go()
        self._terminal.retake()

    @override
    def close(self) -> None:
        self._let_go()
        self._terminal.close()

    def _hand(self, now: float) -> InputState:
        held = self._held.down(now)
        down = held & self._driving
        free = tuple(float((more in down) - (less in down)) for _, (more, less) in self._axes)
        forward = {_WAYS[name][0] for name in down & _WAYS.keys()}
        turn = {_WAYS[name][1] for name in down & _WAYS.keys()}
        lateral = sum(_SIDES[name] for name in down & _SIDES.keys())
        return InputState(
            DriveSource.KEYBOARD,
            # of two opposite keys neither counts; of two keys for the same direction, one
            Stick(
                sum(forward),
                sum(turn),
                radial=False,
                pace=self._pace(held),
                lateral=lateral,
                free=free if any(free) else (),
                deadman=self._deadman in held,
            ),
            self._terminal.alive_at(now, held=bool(down)),
            held=bool(down),
            seen=self._told is not KeyReporting.ASKED,
        )

    def _pace(self, held: frozenset[str]) -> Pace:
        """Return the pace: the usual one where the terminal does not tell of releases, for it repeats one key."""
        if self._told is not KeyReporting.RELEASES:
            return Pace.USUAL
        return Pace.SLOW if _SLOW in held else Pace.TURBO if self._shift else Pace.USUAL

    def _on_event(self, event: KeyEvent | FocusChange, now: float, said: _Pressed, *, late: bool) -> None:
        if isinstance(event, FocusChange):
            if not event.gained:
                self._let_go()
                said.reasons.append(Reason.UNFOCUSED)
            return
        # Shift is turbo only where the terminal tells when it is let go of
        self._shift = self._told is KeyReporting.RELEASES and (
            event.action is not KeyAction.RELEASE if event.name == "shift" else event.shift
        )
        if event.action is not KeyAction.RELEASE and self._is_urgent(event, said):
            return
        modified = event.ctrl or event.other
        if modified and event.action is not KeyAction.RELEASE:
            return
        if self._held.feed(event, now) and not modified:
            self._on_press(event.name, said, late=late)

    @staticmethod
    def _is_urgent(event: KeyEvent, said: _Pressed) -> bool:
        """Return whether a key is one that counts with any modifier, however late; note its act."""
        if event.name == "space":
            said.stop = True
        elif event.ctrl and event.name in _LEAVING:
            said.end = True
        elif event.ctrl and event.name == "z":
            said.suspend = True
        else:
            return False
        return True

    @staticmethod
    def _on_press(name: str, said: _Pressed, *, late: bool) -> None:
        if name == "escape":
            said.reasons.append(Reason.BY_OPERATOR)
        elif name == "q":
            said.end = True
        elif name == "enter":
            said.arm = not late
        elif name == "u":
            said.arm_unwatched = not late
        elif name == "c":
            said.clears += not late
        elif name in _STEPS:
            said.speed_steps += _STEPS[name] if not late else min(0, _STEPS[name])

    def _let_go(self) -> None:
        self._held.let_go()
        self._shift = False


class _Pressed:
    """The acts of the keys of one poll."""

    def __init__(self) -> None:
        self.arm = self.arm_unwatched = self.stop = self.end = self.suspend = False
        self.clears = self.speed_steps = 0
        self.reasons: list[Reason] = []
