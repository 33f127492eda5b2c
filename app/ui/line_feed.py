"""Messages on their way from the link thread to a view that looks a few times a second."""

from __future__ import annotations

from collections import deque
from typing import Final

from app.model.topic_store import Batch

# two seconds of a flood of 10,000 a second: what a view does not take until then is history
MAX_WAITING: Final = 20_000


class LineFeed:
    """Bounded, the newest win.

    Attributes:
        received: how many came.
        dropped: how many of them went before they were taken.
    """

    def __init__(self, max_waiting: int = MAX_WAITING) -> None:
        self.received = 0
        self.dropped = 0
        self._waiting: deque[tuple[bytes, int]] = deque()
        self._max_waiting = max_waiting

    def put(self, batch: Batch, _now: float, received_ns: int) -> None:
        """Take what came together; called in the link thread."""
        for payload in batch:
            # a view of the receive buffer would keep all of that alive
            self._waiting.append((bytes(payload), received_ns))
        self.received += batch.count
        surplus = len(self._waiting) - self._max_waiting
        for _ in range(surplus):
            try:
                self._waiting.popleft()
            except IndexError:
                # taken meanwhile
                break
            self.dropped += 1

    def take(self, count: int) -> list[tuple[bytes, int]]:
        """The oldest that wait, at most so many, and when each was received."""
        taken: list[tuple[bytes, int]] = []
        while len(taken) < count and self._waiting:
            try:
                taken.append(self._waiting.popleft())
            except IndexError:
                break
        return taken

    @property
    def waiting(self) -> int:
        """How many wait."""
        return len(self._waiting)

    def clear(self) -> None:
        """Forget all that wait; they count as dropped no more than those that were taken."""
        self._waiting.clear()
