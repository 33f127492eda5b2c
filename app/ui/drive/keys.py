"""Driving keys that are down, and the motion that they ask for. No I/O."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import Qt

from app.ui.drive.places import KeyDirection, KeyStroke
from app.ui.drive.stick_request import StickRequest

# modifiers that don't change a driving key; arrows of the number block have KeypadModifier
_HARMLESS: Final = Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier
_SHIFT: Final = Qt.Key.Key_Shift.value


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
    def request(self) -> StickRequest:
        """Motion that the keys that are down ask for together; opposite keys cancel each other."""
        forward = sum(key.way.forward for key in self._down.values())
        turn = sum(key.way.turn for key in self._down.values())
        # two keys may mean the same
        return StickRequest(max(-1, min(1, forward)), max(-1, min(1, turn)), held=bool(self._down))

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
