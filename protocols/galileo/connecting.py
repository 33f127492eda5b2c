"""How a session with a robot is asked for: the timer of connect frames, and the ids that the robot's answers gave.

Connect is sent every second while nothing is heard, and every two seconds while it is refused. Each copy that arrives
may open a session at the robot and be answered, late or out of order. The newest answer is used, since a robot may
serve a client only once; the ids before it are closed as soon as the robot speaks by the new id. Where the robot goes
on speaking by an older id instead, that id is used.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Final

from protocols.timing import PeriodicDeadline

CONNECT_PERIOD_S: Final = 1.0
REFUSED_PERIOD_S: Final = 2.0
UNANSWERED_S: Final = 5.0


# how long the newest id may stay silent while an older one answers
_PATIENCE_S: Final = 0.3
_MAX_IDS: Final = 16


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


class ClientIds:
    """The ids of one client, and the choice of the one in use.

    Args:
        former: ids of earlier sessions, to be closed when the robot is reached.

    Attributes:
        current: the id in use; None before the first answer.
        proven: whether the robot has spoken by the current id.
    """

    def __init__(self, former: tuple[bytes, ...] = ()) -> None:
        self.current: bytes | None = None
        self.proven = False
        self._adopted_at = 0.0
        self._older: deque[bytes] = deque(maxlen=_MAX_IDS)
        self._closed: deque[bytes] = deque(former, maxlen=_MAX_IDS)

    @property
    def known(self) -> tuple[bytes, ...]:
        """All ids that the robot may still hold open, newest first."""
        current = () if self.current is None else (self.current,)
        return (*current, *self._older, *self._closed)[:_MAX_IDS]

    @property
    def candidates(self) -> tuple[bytes, ...]:
        """The ids to ping: the current one, and the older ones for as long as the current one is not proven."""
        return () if self.current is None else (self.current, *self._older)

    def adopt(self, client_id: bytes, now: float) -> None:
        """Use the id that an answer gave."""
        for ids in (self._older, self._closed):
            if client_id in ids:
                ids.remove(client_id)
        if self.current is not None and self.current != client_id:
            self._older.append(self.current)
        self.current = client_id
        self.proven = False
        self._adopted_at = now

    def robot_spoke(self) -> list[bytes]:
        """Take notice that the robot spoke by the current id; return the ids to close."""
        if self.proven:
            return []
        self.proven = True
        self._closed.extend(self._older)
        self._older.clear()
        return list(self._closed)

    def older_answered(self, client_id: bytes, now: float) -> bool:
        """Take notice of an answer by another id than the current; return whether that id is used from now on."""
        if client_id not in self._older or now - self._adopted_at < _PATIENCE_S:
            return False
        self.adopt(client_id, now)
        return True

    def is_closed(self, client_id: bytes) -> bool:
        """Whether an id was closed; it is still open at the robot if the robot speaks by it."""
        return client_id in self._closed

    def discard(self, client_id: bytes) -> None:
        """Remove an id that the robot closed and that is not the current one."""
        for ids in (self._older, self._closed):
            if client_id in ids:
                ids.remove(client_id)
