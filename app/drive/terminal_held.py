"""Which keys are down, by what a terminal says of them. Pure.

A terminal that tells of releases is believed. Of any other, all that is known is that a key repeats: so motion begins
with the second repeat, which no tap makes, and ends `REPEAT_S` after the last one.
"""

from __future__ import annotations

from typing import Final

from app.drive.terminal_keys import Action, Key

# longer than the slowest repetition that anybody drives by; a command's lease is as long
REPEAT_S: Final = 0.2

# the first repeat comes late: 0.25 to 1 s after the press, as the user has set it
FIRST_REPEAT_S: Final = 1.2

# a press and two repeats
_ENOUGH: Final = 3

# what comes at once was not typed: it waited somewhere, and counts as one
_AT_ONCE_S: Final = 0.005


class ReleasedKeys:
    """Keys of a terminal that says when they are let go of."""

    def __init__(self) -> None:
        self._down: set[str] = set()

    def feed(self, key: Key, now: float) -> bool:  # noqa: ARG002 - the shape of both
        """One event; whether it is a press, not a repeat."""
        if key.action is Action.RELEASE:
            self._down.discard(key.name)
        elif key.action is Action.PRESS:
            self._down.add(key.name)
        # a repeat of a key that we don't know to be down was pressed before we listened: it must be let go of first
        return key.action is Action.PRESS

    def down(self, now: float) -> frozenset[str]:  # noqa: ARG002 - the shape of both
        """The keys that are down."""
        return frozenset(self._down)

    def let_go(self) -> None:
        """Take all keys for released."""
        self._down.clear()


class RepeatedKeys:
    """Keys of a terminal that only says what was typed. It repeats one key at a time."""

    def __init__(self) -> None:
        self._name = ""
        self._count = 0
        self._at = 0.0
        self._acts: dict[str, float] = {}

    def feed(self, key: Key, now: float) -> bool:
        """One event; whether it is a press: one that came so long after the last that it can be no repeat of it."""
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
        """The key that is held, if one is known to be."""
        held = self._count >= _ENOUGH and 0.0 <= now - self._at <= REPEAT_S
        return frozenset({self._name}) if held else frozenset()

    def let_go(self) -> None:
        """Take the key for released: it must be typed anew. What was pressed is remembered, as it may repeat."""
        self._count = 0
        self._name = ""
