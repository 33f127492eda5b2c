"""The timer of connect frames: one every second while nothing is heard, one every two seconds while refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from protocols.timing import PeriodicDeadline

CONNECT_PERIOD_S: Final = 1.0
REFUSED_PERIOD_S: Final = 2.0
UNANSWERED_S: Final = 5.0


class ConnectRetryTimer:
    """Decides when a connect frame is sent for one session, and which.

    Args:
        frames: the frames that ask for the session. The second is tried once, when the first has failed.
        now: the time; the first frame is due at once.

    Attributes:
        first_at, last_at: the times at which connect was sent first and last.
        sent: the number of times that connect was sent.
    """

    def __init__(self, frames: Sequence[bytes], now: float) -> None:
        self.first_at = self.last_at = now
        self.sent = 0
        self._frames = tuple(frames)
        self._beat = PeriodicDeadline(CONNECT_PERIOD_S, now)
        self._unanswered_at = now + UNANSWERED_S
        self._failures = 0
        self._frame = self._frames[0]

    @property
    def next_at(self) -> float:
        """The time at which the next frame is due."""
        return self._beat.deadline

    @property
    def deadline(self) -> float:
        """The time at which to call `check_unanswered` and `frame_due`."""
        return min(self._beat.deadline, self._unanswered_at)

    def check_unanswered(self, now: float) -> bool:
        """Whether the robot has not answered for so long that the operator should know; true again while that lasts."""
        if now < self._unanswered_at:
            return False
        self._failures += 1
        self._unanswered_at = now + UNANSWERED_S
        self._beat = PeriodicDeadline(CONNECT_PERIOD_S, now)
        return True

    def frame_due(self, now: float) -> bytes | None:
        """Return the frame to send now, if one is due."""
        if not self._beat.advance_if_due(now):
            return None
        self._frame = self._frames[1 if self._failures == 1 and len(self._frames) > 1 else 0]
        return self.repeat_frame(now)

    def repeat_frame(self, now: float) -> bytes:
        """Return the last frame once more, whatever the time."""
        self.last_at = now
        self.sent += 1
        return self._frame

    def restart(self, now: float) -> None:
        """Ask again, from the next second on, since the robot that had answered is silent."""
        self._beat = PeriodicDeadline(CONNECT_PERIOD_S, now + CONNECT_PERIOD_S)

    def refused(self, now: float) -> None:
        """Take notice that the robot refused the session."""
        self._failures += 1
        self._beat = PeriodicDeadline(REFUSED_PERIOD_S, now + REFUSED_PERIOD_S)
        self._unanswered_at = now + REFUSED_PERIOD_S + UNANSWERED_S
