"""The driving keys: which are down, and what they ask for. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import Qt

from app.ui.drive.wish import Wish

_Key = Qt.Key

# forward and turn, counter-clockwise positive, of each key
_MEANING: Final[Mapping[int, tuple[int, int]]] = {
    _Key.Key_W.value: (1, 0),
    _Key.Key_Up.value: (1, 0),
    _Key.Key_S.value: (-1, 0),
    _Key.Key_Down.value: (-1, 0),
    _Key.Key_A.value: (0, 1),
    _Key.Key_Left.value: (0, 1),
    _Key.Key_D.value: (0, -1),
    _Key.Key_Right.value: (0, -1),
}

# arrows of a number block have this one; any other makes a key mean something else
_HARMLESS: Final = Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier


class HeldKeys:
    """See the module. A key counts while it is down; the repetitions that a keyboard makes of it never do."""

    def __init__(self) -> None:
        self._down: set[int] = set()

    @property
    def wish(self) -> Wish:
        """What the keys that are down ask for together; opposite ones ask for nothing."""
        forward = sum(_MEANING[key][0] for key in self._down)
        turn = sum(_MEANING[key][1] for key in self._down)
        # two keys may mean the same
        return Wish(max(-1, min(1, forward)), max(-1, min(1, turn)), held=bool(self._down))

    @staticmethod
    def has(key: int, modifiers: Qt.KeyboardModifier) -> bool:
        """Whether a key is one of ours."""
        return key in _MEANING and not modifiers & ~_HARMLESS

    def press(self, key: int, modifiers: Qt.KeyboardModifier, *, repeated: bool) -> bool:
        """A key went down; whether it is one of ours.

        One that is down already and goes down again was let go without our knowing: nothing counts any more. So it
        is with a key for something else in between.
        """
        if modifiers & ~_HARMLESS:
            self.release_all()
            return False
        if key not in _MEANING:
            return False
        if not repeated:
            if key in self._down:
                self.release_all()
            else:
                self._down.add(key)
        return True

    def release(self, key: int, *, repeated: bool) -> bool:
        """A key went up; whether it is one of ours."""
        if key not in _MEANING:
            return False
        if not repeated:
            self._down.discard(key)
        return True

    def release_all(self) -> None:
        """Whatever is down counts no more until it goes down again."""
        self._down.clear()
