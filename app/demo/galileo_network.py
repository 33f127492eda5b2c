"""A network that is as bad as it was asked for: the demo robot's Galileo UDP goes through it, both ways."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Final

# how much longer what is overtaken takes, at the most: a frame of each rate up to 20 Hz overtakes it
OVERTAKEN_S: Final = 0.1


@dataclass(frozen=True, slots=True)
class GalileoOptions:
    """How the demo robot's Galileo UDP shall be.

    Attributes:
        token: the only one that is let in; None: any, and none at all.
        loss: the share of datagrams that get lost, in each direction.
        delay_s: how long each takes, in each direction.
        reorder: the share that takes longer, so that others overtake it.
        silent_after_s: so long after its first datagram came, the robot hears and says nothing any more; None: never.
    """

    token: str | None = field(default=None, repr=False)
    loss: float = 0.0
    delay_s: float = 0.0
    reorder: float = 0.0
    silent_after_s: float | None = None


class BadNetwork:
    """Decides what becomes of each datagram.

    Args:
        options: see there.
        random: decides by chance.

    Attributes:
        passed, dropped: datagrams so far, of both directions.
    """

    def __init__(self, options: GalileoOptions, random: Random) -> None:
        self.passed = 0
        self.dropped = 0
        self._options = options
        self._random = random
        self._first_at: float | None = None

    def delay_s(self, now: float) -> float | None:
        """How long a datagram takes that is sent now; None if it gets lost."""
        options, random = self._options, self._random
        if self._first_at is None:
            self._first_at = now
        silent = options.silent_after_s is not None and now >= self._first_at + options.silent_after_s
        if silent or (options.loss and random.random() < options.loss):
            self.dropped += 1
            return None
        self.passed += 1
        overtaken = options.reorder and random.random() < options.reorder
        return options.delay_s + (random.uniform(0.0, OVERTAKEN_S) if overtaken else 0.0)
