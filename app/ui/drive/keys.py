"""Driving keys: their places on the keyboard, which no layout moves, and the keys that are down. No I/O.

W, A, S, D, J, L, X, those of free axes (R F, T G, Y H), V, K, Q and P are meant as they lie on a US keyboard, whatever
is written on them elsewhere.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Final, NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent

from app.drive.control.values import Pace, Stick

_Key = Qt.Key

# modifiers that don't change a driving key; arrows of the number block have KeypadModifier
_HARMLESS: Final = Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier

# Shift, wherever it lies, and steps of the speed, as they are written on every layout; “=” is “+” without Shift
_TURBO: Final = _Key.Key_Shift.value
_SPEED_STEPS: Final[Mapping[int, int]] = {
    _Key.Key_Plus.value: 1,
    _Key.Key_Equal.value: 1,
    _Key.Key_Minus.value: -1,
    _Key.Key_Underscore.value: -1,
}

# Space, the no-break spaces that it types with Shift on some layouts (fr, bepo), and that of input methods
SPACES: Final = frozenset(" \N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\N{IDEOGRAPHIC SPACE}")
_SPACE_SYMBOLS: Final = frozenset(map(ord, SPACES))

# the keys that arm together: at both ends of a row, so that whatever lies on both lies on others as well
ARM_KEYS: Final = ("q", "p")

# four keys are one word: no line breaks within them
WASD: Final = "\N{NO-BREAK SPACE}".join("WASD")


class KeyDirection(NamedTuple):
    """Direction that a key drives: forward, counter-clockwise and to the left positive, each -1, 0 or 1.

    The last three are free axes of the profile, each towards its most or its least.
    """

    forward: int
    turn: int
    lateral: int = 0
    first: int = 0
    second: int = 0
    third: int = 0


FORWARD: Final = KeyDirection(1, 0)
BACKWARD: Final = KeyDirection(-1, 0)
LEFT: Final = KeyDirection(0, 1)
RIGHT: Final = KeyDirection(0, -1)
TO_THE_LEFT: Final = KeyDirection(0, 0, 1)
TO_THE_RIGHT: Final = KeyDirection(0, 0, -1)
_OF_BASE: Final = 3
# R F, T G and Y H
FREE_WAYS: Final = tuple(
    KeyDirection(0, 0, 0)._replace(**{axis: way}) for axis in KeyDirection._fields[_OF_BASE:] for way in (1, -1)
)


@dataclass(frozen=True, slots=True)
class KeyCodes:
    """Key codes of one system.

    Attributes:
        directions: directions of the driving keys by code: W A S D, 8 4 2 6 of the number block, J L, and those of free
            axes.
        space: the code of Space.
        slow: the code of X, which is held to be slow.
        letters: the letters by code of the keys of a deadman, V and K, and of those that arm together, Q and P.
        virtual: whether the codes are what Qt calls virtual keys: macOS has no other codes.
    """

    directions: Mapping[int, KeyDirection]
    space: int
    slow: int
    letters: Mapping[int, str]
    virtual: bool = False


def _ways(letters: str, pad: str, sides: str, free: str) -> Mapping[int, KeyDirection]:
    """Return the directions by code, from the codes of W A S D, 8 4 2 6, J L and R F T G Y H, in hexadecimal."""
    rows = [bytes.fromhex(letters), bytes.fromhex(pad)]
    ways = {code: way for row in rows for code, way in zip(row, (FORWARD, LEFT, BACKWARD, RIGHT), strict=True)}
    ways |= dict(zip(bytes.fromhex(sides), (TO_THE_LEFT, TO_THE_RIGHT), strict=True))
    return ways | dict(zip(bytes.fromhex(free), FREE_WAYS, strict=True))


def _letters(codes: str) -> Mapping[int, str]:
    """Return the letters by code, from the codes of V, K, Q and P in hexadecimal."""
    return dict(zip(bytes.fromhex(codes), ("v", "k", *ARM_KEYS), strict=True))


# Linux' own codes and 8, as X11 and Wayland have them; those of X servers with the older numbers are the same for these
_LINUX: Final = KeyCodes(
    _ways("19 26 27 28", "50 53 58 55", "2c 2e", "1b 29 1c 2a 1d 2b"), 0x41, 0x35, _letters("37 2d 18 21")
)
KEY_CODES: Final[Mapping[str, KeyCodes]] = {
    "xcb": _LINUX,
    "wayland": _LINUX,
    # set 1; with 0x100 they are the arrows beside the number block
    "windows": KeyCodes(
        _ways("11 1e 1f 20", "48 4b 50 4d", "24 26", "13 21 14 22 15 23"), 0x39, 0x2D, _letters("2f 25 10 19")
    ),
    "cocoa": KeyCodes(
        _ways("0d 00 01 02", "5b 56 54 58", "26 25", "0f 03 11 05 10 04"),
        0x31,
        0x07,
        _letters("09 28 0c 23"),
        virtual=True,
    ),
}
_UNKNOWN: Final = KeyCodes({}, -1, -1, {})

# arrows are the same symbols on every layout; the letters count where the system has no key codes
_ARROWS: Final[Mapping[int, KeyDirection]] = {
    _Key.Key_Up.value: FORWARD,
    _Key.Key_Left.value: LEFT,
    _Key.Key_Down.value: BACKWARD,
    _Key.Key_Right.value: RIGHT,
}
_SYMBOLS: Final[Mapping[int, KeyDirection]] = {
    **_ARROWS,
    _Key.Key_W.value: FORWARD,
    _Key.Key_A.value: LEFT,
    _Key.Key_S.value: BACKWARD,
    _Key.Key_D.value: RIGHT,
    _Key.Key_J.value: TO_THE_LEFT,
    _Key.Key_L.value: TO_THE_RIGHT,
    **dict(zip((ord(letter) for letter in "RFTGYH"), FREE_WAYS, strict=True)),
}
_LETTER_SYMBOLS: Final[Mapping[int, str]] = {
    _Key.Key_V.value: "v",
    _Key.Key_K.value: "k",
    _Key.Key_Q.value: "q",
    _Key.Key_P.value: "p",
}
# what no action may take, as the numbers of Qt
DRIVING_SYMBOLS: Final = frozenset({*_SYMBOLS, *_SPEED_STEPS, _Key.Key_X.value, *_LETTER_SYMBOLS})
STOP_SYMBOLS: Final = _SPACE_SYMBOLS


@dataclass(frozen=True, slots=True)
class KeyStroke:
    """Key that went down, repeats or went up.

    Attributes:
        code: place of the key, as the system numbers it; None where the system has no codes.
        symbol: what the key types in the current layout and with the current modifiers, as Qt numbers it.
        direction: direction that the key drives; None for any other key.
        is_space: whether the key is Space, by its place or by what it types.
        pace: the pace that is driven while the key is down; the usual one for any other key.
        speed_steps: the steps of the speed that the key makes, each time that it goes down.
        letter: the letter of a key that may be a deadman, or that arms with another; empty for any other key.
    """

    code: int | None
    symbol: int
    modifiers: Qt.KeyboardModifier
    repeated: bool
    direction: KeyDirection | None
    is_space: bool
    pace: Pace = Pace.USUAL
    speed_steps: int = 0
    letter: str = ""


def slower_pace(paces: AbstractSet[Pace]) -> Pace:
    """Return the pace that counts of those that are held or switched on: of slow and turbo slow."""
    return next((pace for pace in (Pace.SLOW, Pace.TURBO) if pace in paces), Pace.USUAL)


def read_stroke(event: QKeyEvent, platform: str | None = None) -> KeyStroke:
    """Read the key of an event, by place and symbol, on the platform that Qt runs on."""
    places = key_codes(QGuiApplication.platformName() if platform is None else platform)
    code, symbol = _code_of(event, places), event.key()
    way = places.directions.get(code, _ARROWS.get(symbol)) if code is not None else _SYMBOLS.get(symbol)
    is_space = code == places.space or symbol in _SPACE_SYMBOLS
    is_slow = code == places.slow if code is not None else symbol == _Key.Key_X.value
    pace = Pace.TURBO if symbol == _TURBO else Pace.SLOW if is_slow else Pace.USUAL
    letter = (places.letters.get(code) if code is not None else _LETTER_SYMBOLS.get(symbol)) or ""
    steps = 0 if way is not None or is_slow or letter else _SPEED_STEPS.get(symbol, 0)
    return KeyStroke(code, symbol, event.modifiers(), event.isAutoRepeat(), way, is_space, pace, steps, letter)


@functools.cache
def key_codes(platform: str) -> KeyCodes:
    """Return the key codes of a platform, by Qt's name of it; none for an unknown platform."""
    return KEY_CODES.get(platform.partition("-")[0], _UNKNOWN)


def _code_of(event: QKeyEvent, places: KeyCodes) -> int | None:
    if places is _UNKNOWN:
        return None
    if places.virtual:
        return event.nativeVirtualKey()
    return event.nativeScanCode() or None


@dataclass(slots=True)
class _Held:
    """Key that is down: one that drives, one of a pace, or the deadman.

    Attributes:
        code: its key code; None where the system has no codes.
        is_due: whether the next report of the keyboard was surely asked for after the key went down.
    """

    code: int | None
    symbol: int
    way: KeyDirection | None
    pace: Pace
    is_deadman: bool = False
    is_due: bool = False


class HeldKeys:
    """Set of the driving keys that are down. Repetitions of a key never count.

    A key's release is matched by its code, whatever it types by then: a layout or Num Lock may have changed meanwhile.
    Where the system reports which keys are down, that report overrides the key events.

    Attributes:
        axis_count: the number of free axes that there are; the keys of others are no driving keys.
        deadman: the letter of the key without which the others drive nothing; empty for none. The drive process
            decides by it; a key that went down without it counts there only when it goes down anew.
    """

    def __init__(self) -> None:
        self.axis_count = 0
        self.deadman = ""
        self._down: dict[tuple[int | None, int], _Held] = {}

    @property
    def stick(self) -> Stick | None:
        """Stick that the keys that are down push together; None where none is. Opposite keys cancel each other."""
        ways = [key.way for key in self._down.values() if key.way is not None]
        if not ways:
            return None
        # two keys may mean the same
        forward, turn, lateral, *axes = (max(-1, min(1, sum(parts))) for parts in zip(*ways, strict=True))
        free = tuple(axes[: self.axis_count]) if any(axes) else ()
        return Stick(
            forward,
            turn,
            radial=False,
            pace=slower_pace({key.pace for key in self._down.values()}),
            lateral=lateral,
            free=free,
            deadman=bool(self.deadman) and self.has_deadman,
        )

    @property
    def has_deadman(self) -> bool:
        """Whether the deadman is down."""
        return any(key.is_deadman for key in self._down.values())

    def is_driving_key(self, stroke: KeyStroke) -> bool:
        """Whether a key drives, is the deadman, or changes how fast it drives; Shift alone is none."""
        ours = self._has_way(stroke) or stroke.pace is Pace.SLOW or stroke.speed_steps != 0
        return (ours or self._is_deadman(stroke)) and not stroke.modifiers & ~_HARMLESS

    def _is_deadman(self, stroke: KeyStroke) -> bool:
        return bool(stroke.letter) and stroke.letter == self.deadman

    def press(self, stroke: KeyStroke) -> bool:
        """Take a key that went down; True if it is a driving key.

        A key that is down already and goes down again was released without an event: all held keys are released. So
        they are by any other key but Shift, and by a held key that types something else by now. A driving key that
        goes down, or repeats, without Shift says that Shift is up.
        """
        ours = self.is_driving_key(stroke)
        if not (ours or stroke.pace is Pace.TURBO):
            self.release_all()
            return False
        if ours and not stroke.modifiers & Qt.KeyboardModifier.ShiftModifier:
            self._release_turbo()
        if stroke.direction is not None or stroke.pace is not Pace.USUAL or self._is_deadman(stroke):
            self._hold(stroke)
        return ours

    def _has_way(self, stroke: KeyStroke) -> bool:
        """Whether a key drives somewhere: the base, or a free axis that there is."""
        return stroke.direction is not None and any(stroke.direction[: _OF_BASE + self.axis_count])

    def _hold(self, stroke: KeyStroke) -> None:
        key = _name(stroke)
        held = self._down.get(key)
        if held is not None and (not stroke.repeated or held.symbol != stroke.symbol):
            self.release_all()
        elif held is None and not stroke.repeated:
            way, pace = stroke.direction, stroke.pace
            self._down[key] = _Held(stroke.code, stroke.symbol, way, pace, self._is_deadman(stroke))

    def _release_turbo(self) -> None:
        self._down = {name: held for name, held in self._down.items() if held.pace is not Pace.TURBO}

    def release(self, stroke: KeyStroke) -> bool:
        """Take a key that went up; True if it is a driving key."""
        if not stroke.repeated:
            self._down.pop(_name(stroke), None)
        return self.is_driving_key(stroke) or self._has_way(stroke)

    def sync(self, down: AbstractSet[int]) -> None:
        """Release the held keys that are not in `down`, which the system reports: their events did not come.

        A report that was asked for before a key went down says nothing of that key, so it counts from the second
        report on.
        """
        for name, held in list(self._down.items()):
            if held.code is None:
                continue
            if held.is_due and held.code not in down:
                del self._down[name]
            held.is_due = True

    def release_all(self) -> None:
        """Release all keys: each counts again only when it goes down anew."""
        self._down.clear()


def _name(stroke: KeyStroke) -> tuple[int | None, int]:
    """Return the identity by which press and release of a key are matched: its code, or else its symbol."""
    return (stroke.code, 0) if stroke.code is not None else (None, stroke.symbol)
