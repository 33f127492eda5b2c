"""Chord of two keys that arms: both held for half a second, then both released. No I/O; times are numbers of seconds.

One key alone never arms, nor do repetitions, keys that were down before, or a key that is stuck.
"""

from __future__ import annotations

import enum
from collections.abc import Set as AbstractSet
from typing import Final

from PySide6.QtCore import Qt

from app.ui.drive.keys import ARM_KEYS, KeyStroke

# how long both are held together at the least, and at the most
HOLD_S: Final = 0.5
LONGEST_S: Final = 5.0
# the second key goes down, and goes up, so soon after the first
TOGETHER_S: Final = 1.0
# between two beats; after a longer time the window has stood still, and nobody knows how long the keys were down
_LONGEST_BEAT_S: Final = 0.15


class ChordPhase(enum.Enum):
    """Phases of the chord."""

    IDLE = "idle"
    # one of the two is down
    BEGUN = "begun"
    HELD = "held"
    # both were held for long enough, and one is up again
    RELEASING = "releasing"
    # nothing counts before both are up
    CANCELLED = "cancelled"


class ArmChord:
    """State of the chord. Whoever feeds it tells of each key that comes, and of each beat.

    Attributes:
        is_ready: whether the robot can be armed; set by the panel, and without it no chord begins.
    """

    def __init__(self) -> None:
        self.is_ready = False
        self.phase = ChordPhase.IDLE
        # the code of each key of the chord that is down, and whether the system's last report said that it is up
        self._down: dict[str, tuple[int | None, bool]] = {}
        # when the phase began, and up to when both keys are known to have been held
        self._since_s = self._known_s = 0.0

    @property
    def is_held(self) -> bool:
        """Whether a key of the chord is down."""
        return bool(self._down)

    @property
    def left_s(self) -> float:
        """How long both keys have to be held still, in seconds."""
        return max(0.0, HOLD_S - (self._known_s - self._since_s))

    def press(self, stroke: KeyStroke, now: float) -> None:
        """Take a key that went down, or repeats: any but the two keys of the chord cancels it."""
        if stroke.letter not in ARM_KEYS:
            self.cancel()
            return
        self.beat(now)
        known = stroke.letter in self._down
        if stroke.repeated and known:
            return
        is_first = not self._down
        is_ours = not (stroke.repeated or known)
        if is_ours:
            self._down[stroke.letter] = (stroke.code, False)
        if not is_ours or not self.is_ready or stroke.modifiers != Qt.KeyboardModifier.NoModifier:
            self.cancel()
        elif self.phase is ChordPhase.IDLE and is_first:
            self._begin(ChordPhase.BEGUN, now)
        elif self.phase is ChordPhase.BEGUN:
            self._begin(ChordPhase.HELD, now)
        else:
            self.cancel()

    def release(self, stroke: KeyStroke, now: float) -> bool:
        """Take a key that went up; True if that arms: the second of the two, soon after the first."""
        self.beat(now)
        if stroke.repeated:
            return False
        if self._down.pop(stroke.letter, None) is None:
            # it was down before the chord began
            self.cancel()
            return False
        if self.phase is ChordPhase.HELD and self.left_s == 0.0:
            self._begin(ChordPhase.RELEASING, now)
            return False
        arms = self.phase is ChordPhase.RELEASING and not self._down
        self.phase = ChordPhase.CANCELLED if self._down else ChordPhase.IDLE
        return arms

    def beat(self, now: float) -> None:
        """Take the time, 20 times a second while a key is held: what is not looked at does not count."""
        if self.phase in {ChordPhase.IDLE, ChordPhase.CANCELLED}:
            return
        most_s = LONGEST_S if self.phase is ChordPhase.HELD else TOGETHER_S
        if not 0.0 <= now - self._known_s <= _LONGEST_BEAT_S or now - self._since_s > most_s or not self.is_ready:
            self.cancel()
        self._known_s = now

    def sync(self, down: AbstractSet[int]) -> None:
        """Take the codes of all keys that are down, as the system reports them: any other key cancels.

        So does a key whose release never came. One report may be older than the last key, so two have to say it.
        """
        codes = {code for code, _ in self._down.values()}
        if None in codes:
            return
        if down - codes:
            self.cancel()
        for letter, (code, was_up) in list(self._down.items()):
            is_up = code not in down
            self._down[letter] = code, is_up
            if is_up and was_up:
                del self._down[letter]
                self.cancel()

    def cancel(self) -> None:
        """Cancel: nothing counts before both keys are up."""
        self.phase = ChordPhase.CANCELLED if self._down else ChordPhase.IDLE

    def forget(self) -> None:
        """Forget the keys, whose releases go elsewhere from now on: each counts again only when it goes down anew."""
        self._down.clear()
        self.phase = ChordPhase.IDLE

    def _begin(self, phase: ChordPhase, now: float) -> None:
        self.phase, self._since_s, self._known_s = phase, now, now
