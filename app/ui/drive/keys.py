"""Driving keys: their places on the keyboard, which no layout moves, and the keys that are down. No I/O.

W, A, S, D are meant as they lie on a US keyboard, whatever is written on them elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Final, NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent

from app.drive.control.values import Stick

_Key = Qt.Key

# modifiers that don't change a driving key; arrows of the number block have KeypadModifier
_HARMLESS: Final = Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier
_SHIFT: Final = Qt.Key.Key_Shift.value


# Space, the no-break spaces that it types with Shift on some layouts (fr, bepo), and that of input methods
SPACES: Final = frozenset(" \N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\N{IDEOGRAPHIC SPACE}")
_SPACE_SYMBOLS: Final = frozenset(map(ord, SPACES))


class KeyDirection(NamedTuple):
    """Direction that a key drives: forward and counter-clockwise positive, each -1, 0 or 1."""

    forward: int
    turn: int


FORWARD: Final = KeyDirection(1, 0)
BACKWARD: Final = KeyDirection(-1, 0)
LEFT: Final = KeyDirection(0, 1)
RIGHT: Final = KeyDirection(0, -1)


@dataclass(frozen=True, slots=True)
class KeyCodes:
    """Key codes of one system.

    Attributes:
        directions: directions of the driving keys by code: W A S D and 8 4 2 6 of the number block.
        space: the code of Space.
        virtual: whether the codes are what Qt calls virtual keys: macOS has no other codes.
    """

    directions: Mapping[int, KeyDirection]
    space: int
    virtual: bool = False


def _ways(letters: str, pad: str) -> Mapping[int, KeyDirection]:
    """Return the directions by code, from the codes of W A S D and of 8 4 2 6, in hexadecimal."""
    rows = [bytes.fromhex(letters), bytes.fromhex(pad)]
    return {code: way for row in rows for code, way in zip(row, (FORWARD, LEFT, BACKWARD, RIGHT), strict=True)}


# Linux' own codes and 8, as X11 and Wayland have them; those of X servers with the older numbers are the same for these
_LINUX: Final = KeyCodes(_ways("19 26 27 28", "50 53 58 55"), 0x41)
KEY_CODES: Final[Mapping[str, KeyCodes]] = {
    "xcb": _LINUX,
    "wayland": _LINUX,
    # set 1; with 0x100 they are the arrows beside the number block
    "windows": KeyCodes(_ways("11 1e 1f 20", "48 4b 50 4d"), 0x39),
    "cocoa": KeyCodes(_ways("0d 00 01 02", "5b 56 54 58"), 0x31, virtual=True),
}
_UNKNOWN: Final = KeyCodes({}, -1)

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
}
# what no action may take, as the numbers of Qt
DRIVING_SYMBOLS: Final = frozenset(_SYMBOLS)
STOP_SYMBOLS: Final = _SPACE_SYMBOLS


@dataclass(frozen=True, slots=True)
class KeyStroke:
    """Key that went down, repeats or went up.

    Attributes:
        code: place of the key, as the system numbers it; None where the system has no codes.
        symbol: what the key types in the current layout and with the current modifiers, as Qt numbers it.
        direction: direction that the key drives; None for any other key.
        is_space: whether the key is Space, by its place or by what it types.
    """

    code: int | None
    symbol: int
    modifiers: Qt.KeyboardModifier
    repeated: bool
    direction: KeyDirection | None
    is_space: bool


def read_stroke(event: QKeyEvent, platform: str | None = None) -> KeyStroke:
    """Read the key of an event, by place and symbol, on the platform that Qt runs on."""
    places = key_codes(QGuiApplication.platformName() if platform is None else platform)
    code, symbol = _code_of(event, places), event.key()
    way = places.directions.get(code, _ARROWS.get(symbol)) if code is not None else _SYMBOLS.get(symbol)
    is_space = code == places.space or symbol in _SPACE_SYMBOLS
    return KeyStroke(code, symbol, event.modifiers(), event.isAutoRepeat(), way, is_space)


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
    """Driving key that is down.

    Attributes:
        code: its key code; None where the system has no codes.
        is_due: whether the next report of the keyboard was surely asked for after the key went down.
    """

    code: int | None
    symbol: int
    way: KeyDirection
    is_due: bool = False


class HeldKeys:
    """Set of the driving keys that are down. Repetitions of a key never count.

    A key's release is matched by its code, whatever it types by then: a layout or Num Lock may have changed meanwhile.
    Where the system reports which keys are down, that report overrides the key events.
    """

    def __init__(self) -> None:
        self._down: dict[tuple[int | None, int], _Held] = {}

    @property
    def stick(self) -> Stick | None:
        """Stick that the keys that are down push together; None where none is. Opposite keys cancel each other."""
        if not self._down:
            return None
        forward = sum(key.way.forward for key in self._down.values())
        turn = sum(key.way.turn for key in self._down.values())
        # two keys may mean the same
        return Stick(max(-1, min(1, forward)), max(-1, min(1, turn)), radial=False)

    @staticmethod
    def is_driving_key(stroke: KeyStroke) -> bool:
        """Whether a key is a driving key."""
        return stroke.direction is not None and not stroke.modifiers & ~_HARMLESS

    def press(self, stroke: KeyStroke) -> bool:
        """Take a key that went down; True if it is a driving key.

        A key that is down already and goes down again was released without an event: all held keys are released. So
        they are by any other key but Shift, and by a held key that types something else by now.
        """
        way = stroke.direction
        if way is None or not self.is_driving_key(stroke):
            if stroke.symbol != _SHIFT:
                self.release_all()
            return False
        key = _name(stroke)
        held = self._down.get(key)
        if held is not None and (not stroke.repeated or held.symbol != stroke.symbol):
            self.release_all()
        elif held is None and not stroke.repeated:
            self._down[key] = _Held(stroke.code, stroke.symbol, way)
        return True

    def release(self, stroke: KeyStroke) -> bool:
        """Take a key that went up; True if it is a driving key."""
        if not stroke.repeated:
            self._down.pop(_name(stroke), None)
        return stroke.direction is not None

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
