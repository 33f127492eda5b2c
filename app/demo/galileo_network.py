"""A simulated bad network, through which the demo robot's Galileo UDP goes in both directions."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Final

# maximum extra delay of an overtaken datagram: frames of every rate up to 20 Hz overtake it
OVERTAKEN_S: Final = 0.1


@dataclass(frozen=True, slots=True)
class GalileoOptions:
    """Options of the demo robot's Galileo UDP.

    Attributes:
        token: the only token that is accepted; None: any token, and none.
        loss: the share of datagrams that get lost, in each direction.
        delay_s: of each datagram, in each direction.
        reorder: the share of datagrams that take longer, so that others overtake them.
        silent_after_s: this long after the first datagram, the robot neither receives nor sends any more; None: never.
    """

    token: str | None = field(default=None, repr=False)
    loss: float = 0.0
    delay_s: float = 0.0
    reorder: float = 0.0
    silent_after_s: float | None = None


class BadNetwork:
    """Decides for each datagram whether it gets lost, and its delay.

    Args:
        options: loss, delay and the like.
        random: the source of chance.

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
        """The delay of a datagram that is sent now, in seconds; None if it gets lost."""
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
