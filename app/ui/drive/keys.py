"""The driving keys: which are down, and what they ask for. Pure."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import Qt

from app.ui.drive.places import Stroke, Way
from app.ui.drive.wish import Wish

# arrows of a number block have this one; any other makes a key mean something else
_HARMLESS: Final = Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier
_SHIFT: Final = Qt.Key.Key_Shift.value


@dataclass(slots=True)
class _Held:
    """A key that is down.

    Attributes:
        code: its place; None for one that the system can't be asked about.
        is_due: whether what is now told of the keyboard was surely asked after it went down.
    """

    code: int | None
    symbol: int
    way: Way
    is_due: bool = False


class HeldKeys:
    """See the module. A key counts while it is down; the repetitions that a keyboard makes of it never do.

    It goes up where it went down, whatever its place stands for by then: a layout or Num Lock may have changed
    meanwhile. Where the system tells which keys are down, that counts and not what was heard of them.
    """

    def __init__(self) -> None:
        self._down: dict[tuple[int | None, int], _Held] = {}

    @property
    def wish(self) -> Wish:
        """What the keys that are down ask for together; opposite ones ask for nothing."""
        forward = sum(key.way.forward for key in self._down.values())
        turn = sum(key.way.turn for key in self._down.values())
        # two keys may mean the same
        return Wish(max(-1, min(1, forward)), max(-1, min(1, turn)), held=bool(self._down))

    @staticmethod
    def has(stroke: Stroke) -> bool:
        """Whether a key is one of ours."""
        return stroke.way is not None and not stroke.modifiers & ~_HARMLESS

    def press(self, stroke: Stroke) -> bool:
        """A key went down; whether it is one of ours.

        One that is down already and goes down again was let go without our knowing: nothing counts any more. So it
        is with a key for something else in between, all but Shift, and with one that means something else by now.
        """
        way = stroke.way
        if way is None or not self.has(stroke):
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

    def release(self, stroke: Stroke) -> bool:
        """A key went up; whether it is one of ours."""
        if not stroke.repeated:
            self._down.pop(_name(stroke), None)
        return stroke.way is not None

    def see(self, down: AbstractSet[int]) -> None:
        """The system tells which keys are down: those that are not were let go without our knowing.

        What was asked before a key went down says nothing of it, so a key is judged from the second time on.
        """
        for name, held in list(self._down.items()):
            if held.code is None:
                continue
            if held.is_due and held.code not in down:
                del self._down[name]
            held.is_due = True

    def release_all(self) -> None:
        """Whatever is down counts no more until it goes down again."""
        self._down.clear()


def _name(stroke: Stroke) -> tuple[int | None, int]:
    """By what the going down and the going up of a key are known to be of one: its place, or else its symbol."""
    return (stroke.code, 0) if stroke.code is not None else (None, stroke.symbol)
