"""Keys by their places on the keyboard, which no layout moves, and where those that drive and Space have theirs.

W, A, S, D are meant as they lie on a US keyboard, whatever is written on them elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent

_Key = Qt.Key


class Way(NamedTuple):
    """The motion that a key drives: forward and counter-clockwise positive."""

    forward: int
    turn: int


AHEAD: Final = Way(1, 0)
BACK: Final = Way(-1, 0)
LEFT: Final = Way(0, 1)
RIGHT: Final = Way(0, -1)


@dataclass(frozen=True, slots=True)
class Places:
    """The scan codes of one system.

    Attributes:
        ways: of the keys that drive by their place: W A S D and 8 4 2 6 of the number block.
        space: of Space.
        virtual: whether they are what Qt calls virtual keys: macOS has no other codes.
    """

    ways: Mapping[int, Way]
    space: int
    virtual: bool = False


def _ways(letters: str, pad: str) -> Mapping[int, Way]:
    """From the codes of W A S D and of 8 4 2 6, in hexadecimal."""
    rows = [bytes.fromhex(letters), bytes.fromhex(pad)]
    return {code: way for row in rows for code, way in zip(row, (AHEAD, LEFT, BACK, RIGHT), strict=True)}


# Linux' own codes and 8, as X11 and Wayland have them; those of X servers with the older numbers are the same for these
_LINUX: Final = Places(_ways("19 26 27 28", "50 53 58 55"), 0x41)
PLACES: Final[Mapping[str, Places]] = {
    "xcb": _LINUX,
    "wayland": _LINUX,
    # set 1; with 0x100 they are the arrows beside the number block
    "windows": Places(_ways("11 1e 1f 20", "48 4b 50 4d"), 0x39),
    "cocoa": Places(_ways("0d 00 01 02", "5b 56 54 58"), 0x31, virtual=True),
}
_UNKNOWN: Final = Places({}, -1)

# what arrows are on every layout, and what the others are where the system tells no places
_ARROWS: Final[Mapping[int, Way]] = {
    _Key.Key_Up.value: AHEAD,
    _Key.Key_Left.value: LEFT,
    _Key.Key_Down.value: BACK,
    _Key.Key_Right.value: RIGHT,
}
_SYMBOLS: Final[Mapping[int, Way]] = {
    **_ARROWS,
    _Key.Key_W.value: AHEAD,
    _Key.Key_A.value: LEFT,
    _Key.Key_S.value: BACK,
    _Key.Key_D.value: RIGHT,
}
# Space, the no-break ones that it writes with Shift on some layouts (fr, bepo), and that of input methods
SPACES: Final = frozenset(" \N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\N{IDEOGRAPHIC SPACE}")
_SPACE_SYMBOLS: Final = frozenset(map(ord, SPACES))


@dataclass(frozen=True, slots=True)
class Stroke:
    """A key that went down, repeats or went up.

    Attributes:
        code: its place, as the system numbers it; None where it tells none.
        symbol: what it stands for by the layout and the modifiers of now, as Qt numbers it.
        way: what it drives.
        is_space: whether it is Space, by its place or by what it writes.
    """

    code: int | None
    symbol: int
    modifiers: Qt.KeyboardModifier
    repeated: bool
    way: Way | None
    is_space: bool


def stroke_of(event: QKeyEvent, platform: str | None = None) -> Stroke:
    """The key of an event, by place and symbol, on the system that Qt runs on."""
    places = places_of(QGuiApplication.platformName() if platform is None else platform)
    code, symbol = _code_of(event, places), event.key()
    way = places.ways.get(code, _ARROWS.get(symbol)) if code is not None else _SYMBOLS.get(symbol)
    is_space = code == places.space or symbol in _SPACE_SYMBOLS
    return Stroke(code, symbol, event.modifiers(), event.isAutoRepeat(), way, is_space)


def places_of(platform: str) -> Places:
    """Where keys have their places on what Qt calls a platform; nowhere on one that is not known."""
    return PLACES.get(platform.partition("-")[0], _UNKNOWN)


def _code_of(event: QKeyEvent, places: Places) -> int | None:
    if places is _UNKNOWN:
        return None
    if places.virtual:
        return event.nativeVirtualKey()
    return event.nativeScanCode() or None
