"""The state of a recording that is played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

# stands for what the black box has kept, which has no connection of its own
DECK: Final = ""


@dataclass(frozen=True, slots=True)
class PlaybackState:
    """The state of a recording that is played; times are in nanoseconds, as they were recorded.

    Attributes:
        start_ns, end_ns: the times of the first and of the last message; equal where there is at most one.
        position_ns: the time that is reached.
        rate: how much faster than in reality time goes.
        loop: whether the beginning follows the end.
        is_playing: whether time goes on.
        is_late: whether the disk can't follow, so that it is played more slowly than it should be.
        is_empty: whether there is no message at all.
        damaged: the number of parts that were to be played and are damaged.
        fault: why it could not be read when that failed last; empty where it never has.
        jumps: how often a time was gone to, rather than time going on.
        loop_ns: the times between which it is repeated; None for all of it.
    """

    start_ns: int
    end_ns: int
    position_ns: int
    rate: float = 1.0
    loop: bool = False
    is_playing: bool = False
    is_late: bool = False
    is_empty: bool = False
    damaged: int = 0
    fault: str = ""
    jumps: int = 0
    loop_ns: tuple[int, int] | None = None

    @property
    def is_at_end(self) -> bool:
        """Whether nothing follows."""
        return self.position_ns >= self.end_ns
