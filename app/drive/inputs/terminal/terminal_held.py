"""The keys that are held down, by the key events of a terminal. Pure.

A terminal that tells of releases is believed. Of any other terminal all that is known is that a key repeats: so motion
begins with the second repeat, which no tap makes, and ends `REPEAT_S` after the last one.
"""

from __future__ import annotations

from typing import Final

from app.drive.inputs.terminal.protocol import KeyAction, KeyEvent

# longer than the time between two repeats on any usual system; a command's lease is as long
REPEAT_S: Final = 0.2

# the longest time to the first repeat: it comes 0.25 to 1 s after the press, as the user has set it
FIRST_REPEAT_S: Final = 1.2

# the count from which on a key is held: a press and two repeats
_HELD_FROM_COUNT: Final = 3

# events closer together were not typed: they waited somewhere, and count as one
_AT_ONCE_S: Final = 0.005


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
