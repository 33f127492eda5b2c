"""When connect is sent, and in which words: every second while nothing is heard, every two where it is refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from protocols.keepalive import Beat

CONNECT_PERIOD_S: Final = 1.0
REFUSED_PERIOD_S: Final = 2.0
UNANSWERED_S: Final = 5.0


class Asking:
    """Asks for one session.

    Args:
        frames: what asks for it. The second is tried once, when the first way has failed.
        now: the time; the first is due at once.

    Attributes:
        first_at, last_at: when connect was sent.
        asked: how often.
    """

    def __init__(self, frames: Sequence[bytes], now: float) -> None:
        self.first_at = self.last_at = now
        self.asked = 0
        self._frames = tuple(frames)
        self._beat = Beat(CONNECT_PERIOD_S, now)
        self._unanswered_at = now + UNANSWERED_S
        self._failures = 0
        self._frame = self._frames[0]

    @property
    def next_at(self) -> float:
        """When `frame_due` has something to say."""
        return self._beat.deadline

    @property
    def deadline(self) -> float:
        """When `unanswered` and `frame_due` have something to say."""
        return min(self._beat.deadline, self._unanswered_at)

    def unanswered(self, now: float) -> bool:
        """Whether nobody has answered for so long that the operator should know; said again as long as it lasts."""
        if now < self._unanswered_at:
            return False
        self._failures += 1
        self._unanswered_at = now + UNANSWERED_S
        self._beat = Beat(CONNECT_PERIOD_S, now)
        return True

    def frame_due(self, now: float) -> bytes | None:
        """The frame to send now, if it is time."""
        if not self._beat.due(now):
            return None
        self._frame = self._frames[1 if self._failures == 1 and len(self._frames) > 1 else 0]
        return self.frame_again(now)

    def frame_again(self, now: float) -> bytes:
        """The frame of last time, once more, whatever the time."""
        self.last_at = now
        self.asked += 1
        return self._frame

    def again(self, now: float) -> None:
        """The robot that had answered is silent: ask again, from the next second on."""
        self._beat = Beat(CONNECT_PERIOD_S, now + CONNECT_PERIOD_S)

    def refused(self, now: float) -> None:
        """The robot turned us away."""
        self._failures += 1
        self._beat = Beat(REFUSED_PERIOD_S, now + REFUSED_PERIOD_S)
        self._unanswered_at = now + REFUSED_PERIOD_S + UNANSWERED_S
